// The solver's table of results: whole positions as keys, so that no entry is ever mistaken for another.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tienlen/state.hpp"

namespace tienlen {

// Seats in the order in which they finish, two bits each, from the lowest on.
using Order = std::uint8_t;

// A position in four words: the hand of each seat in play, and twelve bits more in each word.
struct SolverKey {
    std::array<std::uint64_t, MAX_PLAYERS> words{};

    // Of a position in which only hands of seats in play hold cards and nothing is owed.
    [[nodiscard]] static SolverKey of(const State& state) noexcept {
        const bool leading = state.leading();
        const std::uint64_t top = leading ? 0 : state.table.top();
        const std::uint64_t owner = leading ? 0 : state.owner;
        SolverKey key;
        for (std::size_t s = 0; s < MAX_PLAYERS; ++s) key.words[s] = state.hands[s].mask();
        key.words[0] |= (top | static_cast<std::uint64_t>(state.table.kind()) << 6 | std::uint64_t{state.to_move} << 9 |
                         std::uint64_t{state.led_bomb} << 11)
                        << CARDS;
        key.words[1] |=
            (static_cast<std::uint64_t>(state.table.size()) | owner << 4 | std::uint64_t{state.benched} << 6) << CARDS;
        key.words[2] |= std::uint64_t{state.lead_passed} << CARDS;
        return key;
    }
    [[nodiscard]] std::uint64_t hash() const noexcept {
        std::uint64_t h = 0;
        for (const std::uint64_t word : words) h = Rng::mix(h ^ word);
        return h;
    }
    [[nodiscard]] int cards() const noexcept {
        int count = 0;
        for (const std::uint64_t word : words) count += std::popcount(word & ALL_CARDS);
        return count;
    }
};

class SolverTable {
public:
    explicit SolverTable(std::size_t bytes)
        : max_buckets_(std::bit_floor(std::max(bytes / sizeof(Bucket), std::size_t{1}))) {
        buckets_.resize(std::min(max_buckets_, FIRST_BUCKETS));
    }

    // The order stored for a key, or NONE.
    static constexpr int NONE = -1;
    [[nodiscard]] int find(const SolverKey& key, std::uint64_t hash) const noexcept {
        for (const Entry& entry : buckets_[hash & (buckets_.size() - 1)].entries) {
            if (entry.used() && entry.key_is(key)) return entry.order();
        }
        return NONE;
    }

    void store(const SolverKey& key, std::uint64_t hash, Order order) {
        if (stored_ > buckets_.size() && buckets_.size() < max_buckets_) grow();
        put(Entry{key, order}, hash);
    }

private:
    static constexpr std::size_t FIRST_BUCKETS = 1024;

    // The key, and in the last word's spare bits the order and that there is one.
    struct Entry {
        std::array<std::uint64_t, MAX_PLAYERS> words{};

        Entry() = default;
        Entry(const SolverKey& key, Order order) noexcept : words(key.words) {
            words[3] |= (std::uint64_t{order} | std::uint64_t{1} << 8) << CARDS;
        }
        [[nodiscard]] bool used() const noexcept { return words[3] >> CARDS != 0; }
        [[nodiscard]] Order order() const noexcept { return static_cast<Order>(words[3] >> CARDS & 0xFF); }
        [[nodiscard]] SolverKey key() const noexcept { return {{words[0], words[1], words[2], words[3] & ALL_CARDS}}; }
        [[nodiscard]] bool key_is(const SolverKey& key) const noexcept {
            return ((words[0] ^ key.words[0]) | (words[1] ^ key.words[1]) | (words[2] ^ key.words[2]) |
                    ((words[3] ^ key.words[3]) & ALL_CARDS)) == 0;
        }
    };
    // A cache line. The first entry gives way only to positions with as many cards or more, which took longer.
    struct alignas(64) Bucket {
        std::array<Entry, 2> entries{};
    };

    void put(const Entry& entry, std::uint64_t hash) noexcept {
        Bucket& bucket = buckets_[hash & (buckets_.size() - 1)];
        Entry& first = bucket.entries[0];
        if (!first.used()) {
            first = entry;
            ++stored_;
        } else if (first.key().cards() <= entry.key().cards()) {
            if (!bucket.entries[1].used()) ++stored_;
            bucket.entries[1] = first;
            first = entry;
        } else {
            if (!bucket.entries[1].used()) ++stored_;
            bucket.entries[1] = entry;
        }
    }

    void grow() {
        std::vector<Bucket> old(std::min(max_buckets_, 4 * buckets_.size()));
        old.swap(buckets_);
        stored_ = 0;
        for (const Bucket& bucket : old) {
            for (const Entry& entry : bucket.entries) {
                if (entry.used()) put(entry, entry.key().hash());
            }
        }
    }

    std::size_t max_buckets_;
    std::size_t stored_ = 0;
    std::vector<Bucket> buckets_;
};

}  // namespace tienlen
