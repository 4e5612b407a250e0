// Which chops a hand may still hold: a cheap upper bound that only shrinks as cards are played.
#pragma once

#include <bit>

#include "tienlen/bits.hpp"
#include "tienlen/classify.hpp"
#include "tienlen/rules.hpp"

namespace tienlen {

// The classes among `wanted` that the hand may hold. Classes of one family are told apart only where it is cheap: a hand
// with any run of three ranks "may" hold sequences of every length but the dragon.
[[nodiscard]] constexpr TIENLEN_INLINE ClassSet possible_classes(Mask hand, ClassSet wanted) noexcept {
    constexpr Mask ONE = 0x1111111111111, RANKS_3_TO_A = ONE >> SUITS;
    constexpr ClassSet PLAIN_GROUPS =
        play_class::bit(play_class::SINGLE) | play_class::bit(play_class::PAIR) | play_class::bit(play_class::TRIPLE);
    ClassSet possible = PLAIN_GROUPS;
    const Mask quads = hand & hand >> 1 & hand >> 2 & hand >> 3 & ONE;
    if (quads != 0) possible |= play_class::bit(play_class::QUAD);
    const Mask pairs = ranks_with_pairs(hand) & RANKS_3_TO_A;
    if ((pairs & pairs << SUITS & pairs << (2 * SUITS)) != 0) possible |= play_class::DOUBLE_SEQUENCES;
    if ((wanted & play_class::SETS_OF_TWOS) != 0) {
        const int twos = std::popcount(static_cast<unsigned>(hand >> (SUITS * TWO)));
        if (twos >= 1) possible |= play_class::bit(play_class::SINGLE_2);
        if (twos >= 2) possible |= play_class::bit(play_class::PAIR_OF_2S);
        if (twos >= 3) possible |= play_class::bit(play_class::TRIPLE_OF_2S);
    }
    if ((wanted & play_class::SEQUENCES) != 0) {
        const Mask present = ranks_present(hand) & RANKS_3_TO_A;
        if ((present & present << SUITS & present << (2 * SUITS)) != 0) {
            possible |= play_class::SEQUENCES & ~play_class::bit(play_class::S12);
        }
        if (present == RANKS_3_TO_A) possible |= play_class::bit(play_class::S12);
    }
    return possible & wanted;
}

}  // namespace tienlen
