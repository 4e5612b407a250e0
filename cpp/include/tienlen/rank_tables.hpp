// What can be chosen from the cards of one rank, for each of the 16 sets of suits.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tienlen/card_set.hpp"

namespace tienlen::rank_tables {

// Choices within one rank, as nibbles, ascending.
struct Choices {
    std::uint8_t count = 0;
    std::array<std::uint8_t, 6> suits{};

    constexpr void add(unsigned nibble) noexcept { suits[count++] = static_cast<std::uint8_t>(nibble); }
};

namespace detail {
template <int Size>
consteval std::array<Choices, 16> choices_of_size() {
    std::array<Choices, 16> table{};
    for (unsigned held = 0; held < 16; ++held) {
        for (unsigned chosen = 1; chosen < 16; ++chosen) {
            if ((chosen & ~held) == 0 && std::popcount(chosen) == Size) table[held].add(chosen);
        }
    }
    return table;
}
}  // namespace detail

// Every non-empty subset of a rank's cards: its singles, pairs, triples and quad, ascending, as masks of the lowest rank.
// At most 15; a place more, so that they can be read four at a time.
struct Subsets {
    std::uint8_t count = 0;
    std::array<Mask, 16> masks{};
};
consteval std::array<Subsets, 16> make_subsets() {
    std::array<Subsets, 16> table{};
    for (unsigned held = 0; held < 16; ++held) {
        for (unsigned chosen = 1; chosen < 16; ++chosen) {
            if ((chosen & ~held) == 0) table[held].masks[table[held].count++] = chosen;
        }
    }
    return table;
}
inline constexpr std::array<Subsets, 16> SUBSETS = make_subsets();

// OF_SIZE[k][held]: the subsets of k cards.
inline constexpr std::array<std::array<Choices, 16>, 5> OF_SIZE{
    std::array<Choices, 16>{}, detail::choices_of_size<1>(), detail::choices_of_size<2>(), detail::choices_of_size<3>(),
    detail::choices_of_size<4>()};

inline constexpr auto& CARDS_OF = OF_SIZE[1];
inline constexpr auto& PAIRS_OF = OF_SIZE[2];

// TOPPED[k][held][tops]: how many subsets of k cards of `held` have their highest card in `tops`.
using ToppedTable = std::array<std::array<std::array<std::uint8_t, 16>, 16>, 5>;
consteval ToppedTable make_topped() {
    ToppedTable table{};
    for (std::size_t k = 1; k <= SUITS; ++k) {
        for (unsigned held = 0; held < 16; ++held) {
            for (unsigned tops = 0; tops < 16; ++tops) {
                for (unsigned chosen = 1; chosen < 16; ++chosen) {
                    const bool fits = (chosen & ~held) == 0 && std::popcount(chosen) == static_cast<int>(k);
                    if (fits && (std::bit_floor(chosen) & tops) != 0) ++table[k][held][tops];
                }
            }
        }
    }
    return table;
}
inline constexpr ToppedTable TOPPED = make_topped();

// SUBSETS_OF_TWO_RANKS[byte]: non-empty subsets within the one rank plus those within the other.
consteval std::array<std::uint8_t, 256> make_subset_counts() {
    std::array<std::uint8_t, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        const unsigned low = 1U << std::popcount(byte & 0xF), high = 1U << std::popcount(byte >> 4);
        table[byte] = static_cast<std::uint8_t>(low + high - 2);
    }
    return table;
}
inline constexpr std::array<std::uint8_t, 256> SUBSETS_OF_TWO_RANKS = make_subset_counts();

}  // namespace tienlen::rank_tables
