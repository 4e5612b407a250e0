// The generator's known answers, and that deals are fair.
#include <array>
#include <cmath>

#include "check.hpp"
#include "support.hpp"
#include "tienlen/cpu.hpp"

using namespace support;

namespace {

// SplitMix64 as published: the state counts up by the golden ratio. These are its first outputs from state 0 and from
// 1234567, as printed by the authors' reference code (splitmix64.c).
void test_known_answers() {
    Rng zero = Rng::from_state(0);
    for (const std::uint64_t expected :
         {0xE220A8397B1DCDAFU, 0x6E789E6AA1B965F4U, 0x06C45D188009454FU, 0xF88BB8A8724C81ECU}) {
        CHECK_EQ(zero.next(), std::uint64_t{expected});
    }
    Rng other = Rng::from_state(1234567);
    for (const std::uint64_t expected :
         {6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U}) {
        CHECK_EQ(other.next(), std::uint64_t{expected});
    }
}

void test_streams() {
    CHECK(Rng{1, 0}.state() != Rng{1, 1}.state() && Rng{1, 0}.state() != Rng{0, 1}.state());
    constexpr std::uint64_t GOLDEN = 0x9E3779B97F4A7C15;
    CHECK_EQ((Rng{5, 7}.state()), Rng::mix(Rng::mix(5 + GOLDEN) + 7));
    Rng rng{3};
    std::array<int, 7> drawn{};
    for (int i = 0; i < 7000; ++i) ++drawn[static_cast<std::size_t>(rng.below(7))];
    for (const int n : drawn) CHECK(std::abs(n - 1000) < 150);  // five standard deviations
    CHECK_EQ(rng.below(1), std::uint64_t{0});
}

struct Table {
    int players;
    int hand_size;
    bool spare;
};

template <typename Isa>
void check_deal(const Table& table) {
    Rules rules;
    rules.hand_size = table.hand_size;
    rules.spare_to_leader = table.spare;
    const RuleTables tables{rules};
    constexpr int DEALS = 26000;
    std::array<std::array<int, CARDS>, MAX_PLAYERS + 1> counts{};  // the last row: not dealt
    for (int i = 0; i < DEALS; ++i) {
        Rng rng{11, static_cast<std::uint64_t>(i)}, again{11, static_cast<std::uint64_t>(i)};
        const State state = deal<Isa>(tables, table.players, rng);
        CardSet seen;
        for (std::size_t s = 0; s < MAX_PLAYERS; ++s) {
            const CardSet hand = dealt_hand(state, static_cast<Seat>(s));
            if (!CHECK_EQ(hand.size(), static_cast<int>(s) < table.players ? table.hand_size : 0)) return;
            if (!CHECK(!seen.meets(hand))) return;
            seen |= hand;
            for (const Card c : hand) ++counts[s][c];
        }
        for (const Card c : ~seen) ++counts[MAX_PLAYERS][c];
        if (!CHECK(state == deal(tables, table.players, again))) return;  // the same on every path
    }
    // Each card is in each place as often as it should be: 52 cells a row, within five standard deviations.
    for (std::size_t s = 0; s <= MAX_PLAYERS; ++s) {
        const int held = s < MAX_PLAYERS ? (static_cast<int>(s) < table.players ? table.hand_size : 0)
                                         : CARDS - table.players * table.hand_size;
        const double p = static_cast<double>(held) / CARDS, mean = DEALS * p,
                     deviation = std::sqrt(DEALS * p * (1 - p));
        for (const int n : counts[s]) CHECK(std::abs(n - mean) <= 5 * deviation);
    }
}

// Which cards go together: pairs of neighbours in one hand, which a biased shuffle would favour.
void test_pairs_of_cards() {
    const RuleTables tables{Rules{}};
    constexpr int DEALS = 40000;
    int together = 0, far = 0;
    for (int i = 0; i < DEALS; ++i) {
        Rng rng{12, static_cast<std::uint64_t>(i)};
        const State state = deal(tables, 4, rng);
        for (const CardSet hand : state.hands) {
            together += hand.contains(20) && hand.contains(21) ? 1 : 0;
            far += hand.contains(0) && hand.contains(51) ? 1 : 0;
        }
    }
    const double p = 12.0 / 51, deviation = std::sqrt(DEALS * p * (1 - p));
    CHECK(std::abs(together - DEALS * p) < 5 * deviation);
    CHECK(std::abs(far - DEALS * p) < 5 * deviation);
}

}  // namespace

int main() {
    test_known_answers();
    test_streams();
    for (const Table& table : {Table{4, 13, false}, Table{3, 13, false}, Table{2, 13, false}, Table{2, 17, false},
                               Table{3, 17, false}, Table{3, 17, true}}) {
        check_deal<Portable>(table);
#if TIENLEN_X86_64
        if (detected_cpu() == Cpu::Bmi2) check_deal<Bmi2>(table);
#endif
    }
    test_pairs_of_cards();
    return check::report();
}
