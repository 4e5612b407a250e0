// Fuzzers' input: bytes taken one after the other, rules made from them, and a check that says what was wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tienlen/rules.hpp"

#define REQUIRE(...)                                                                         \
    do {                                                                                     \
        if (!(__VA_ARGS__)) {                                                                \
            std::fprintf(stderr, "%s:%d: required: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
            std::abort();                                                                    \
        }                                                                                    \
    } while (false)

namespace fuzz {

// Reads zeros once the bytes are used up, so that every input means something.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) noexcept : data_(data), size_(size) {}

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    std::uint8_t byte() noexcept {
        if (size_ == 0) return 0;
        --size_;
        return *data_++;
    }
    std::uint64_t word() noexcept {
        std::uint64_t word = 0;
        for (int i = 0; i < 8; ++i) word = word << 8 | byte();
        return word;
    }
    [[nodiscard]] std::string_view rest() const noexcept {
        return size_ == 0 ? std::string_view{} : std::string_view(reinterpret_cast<const char*>(data_), size_);
    }

private:
    const std::uint8_t* data_;
    std::size_t size_;
};

// Any rules: two bytes of switches, then, if a switch says so, any chop table; else that of the southern game.
inline tienlen::Rules make_rules(Input& input) noexcept {
    using namespace tienlen;
    using namespace tienlen::play_class;
    Rules rules;
    const unsigned switches = input.byte(), more = input.byte();
    rules.twos_in_sequences = (switches & 1) != 0;
    rules.led_bombs = (switches & 2) != 0;
    rules.leader_may_pass = (switches & 4) != 0;
    rules.benched_may_chop = static_cast<BenchedMayChop>((switches >> 3 & 3) % 3);
    rules.folding = true;
    rules.trading = (switches & 32) != 0;
    rules.hand_size = (switches & 64) != 0 ? 17 : 13;
    rules.spare_to_leader = (switches & 128) != 0;
    rules.instant_wins = static_cast<std::uint8_t>(more & 15);
    rules.quad_is_two_pairs = (more & 16) != 0;
    if ((more & 32) == 0) {
        rules.chops[SINGLE_2] = BOMBS;
        rules.chops[PAIR_OF_2S] = DOUBLE_SEQUENCES & ~bit(DS3);
        for (int n = MIN_RUN; n < MAX_DOUBLE_SEQUENCE; ++n) {
            rules.chops[double_sequence(n)] = DOUBLE_SEQUENCES & ~((ClassSet{2} << double_sequence(n)) - 1);
        }
        return rules;
    }
    for (ClassSet& row : rules.chops) row = static_cast<ClassSet>(input.word()) & ((ClassSet{1} << COUNT) - 1);
    return rules;
}

}  // namespace fuzz
