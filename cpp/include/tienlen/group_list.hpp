// Groups - singles, pairs, triples, quads - listed two ranks at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tienlen/bits.hpp"
#include "tienlen/card_set.hpp"

namespace tienlen {

// What one rank or its neighbour above gives alone, for each set of their eight cards, ascending.
struct PairOfRanks {
    std::uint8_t count = 0;
    std::array<std::uint8_t, 31> cards{};
};
consteval std::array<PairOfRanks, 256> make_groups_of_two_ranks() {
    std::array<PairOfRanks, 256> table{};
    for (unsigned held = 0; held < table.size(); ++held) {
        for (unsigned chosen = 1; chosen < 256; ++chosen) {
            const bool one_rank = chosen < 0x10 || (chosen & 0xF) == 0;
            if ((chosen & ~held) == 0 && one_rank)
                table[held].cards[table[held].count++] = static_cast<std::uint8_t>(chosen);
        }
    }
    return table;
}
inline constexpr auto GROUPS_OF_TWO_RANKS = make_groups_of_two_ranks();

// Every group of the ranks from bit `first` on and below bit `last`, ascending; `cards` has none above. Ranks are taken
// whether or not they are held, as a loop over those that are would end in a branch that nobody can foretell. Writes up to
// three words too many.
TIENLEN_INLINE Mask* list_groups(Mask cards, int first, int last, Mask* out) noexcept {
    for (int shift = first; shift < last; shift += 2 * SUITS) {
        const PairOfRanks& groups = GROUPS_OF_TWO_RANKS[cards >> shift & 0xFF];
        for (std::size_t i = 0; i < 4; ++i) out[i] = Mask{groups.cards[i]} << shift;
        for (std::size_t i = 4; i < groups.count; ++i) out[i] = Mask{groups.cards[i]} << shift;
        out += groups.count;
    }
    return out;
}

}  // namespace tienlen
