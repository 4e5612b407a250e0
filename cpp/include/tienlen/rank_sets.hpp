// Sets of ranks, one bit a rank at the lowest place of its nibble: what a set of cards says of whole ranks.
#pragma once

#include "tienlen/bits.hpp"
#include "tienlen/card_set.hpp"

namespace tienlen {

inline constexpr Mask EVERY_RANK = 0x1111111111111;
inline constexpr Mask RANKS_3_TO_ACE = EVERY_RANK & ~TWOS;

// The ranks of which the set holds a card.
[[nodiscard]] constexpr TIENLEN_INLINE Mask ranks_present(Mask cards) noexcept {
    const Mask pairs = cards | cards >> 1;
    return (pairs | pairs >> 2) & EVERY_RANK;
}

// The ranks of which it holds so many cards or more: 2, 3 or all 4.
[[nodiscard]] constexpr TIENLEN_INLINE Mask ranks_with(Mask cards, int held) noexcept {
    const Mask a = cards & EVERY_RANK, b = cards >> 1 & EVERY_RANK, c = cards >> 2 & EVERY_RANK,
               d = cards >> 3 & EVERY_RANK;
    const Mask low_any = a | b, low_both = a & b, high_any = c | d, high_both = c & d;
    if (held == 2) return low_both | high_both | (low_any & high_any);
    if (held == 3) return (low_both & high_any) | (low_any & high_both);
    return low_both & high_both;
}

// Where runs of `length` ranks end, given the ranks that can take part.
[[nodiscard]] constexpr TIENLEN_INLINE Mask run_ends(Mask ranks, int length) noexcept {
    Mask ends = ranks;
    for (int below = 1; below < length; ++below) ends &= ranks << (SUITS * below);
    return ends;
}

}  // namespace tienlen
