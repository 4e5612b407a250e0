// Which chops a hand may still hold: a cheap upper bound that only shrinks as cards are played.
#pragma once

#include "tienlen/play.hpp"
#include "tienlen/rank_sets.hpp"

namespace tienlen {

// The classes among `wanted` that the hand may hold. Classes of one family are told apart only where it is cheap: a hand
// with any run of three ranks "may" hold sequences of every length but the dragon.
[[nodiscard]] constexpr TIENLEN_INLINE ClassSet possible_classes(Mask hand, ClassSet wanted) noexcept {
    constexpr ClassSet PLAIN_GROUPS =
        play_class::bit(play_class::SINGLE) | play_class::bit(play_class::PAIR) | play_class::bit(play_class::TRIPLE);
    ClassSet possible = PLAIN_GROUPS;
    if (ranks_with(hand, SUITS) != 0) possible |= play_class::bit(play_class::QUAD);
    if (run_ends(ranks_with(hand, 2) & RANKS_3_TO_ACE, MIN_RUN) != 0) possible |= play_class::DOUBLE_SEQUENCES;
    if ((wanted & play_class::SETS_OF_TWOS) != 0) {
        const Mask twos = hand & TWOS, all_but_one = twos & (twos - 1), all_but_two = all_but_one & (all_but_one - 1);
        if (twos != 0) possible |= play_class::bit(play_class::SINGLE_2);
        if (all_but_one != 0) possible |= play_class::bit(play_class::PAIR_OF_2S);
        if (all_but_two != 0) possible |= play_class::bit(play_class::TRIPLE_OF_2S);
    }
    if ((wanted & play_class::SEQUENCES) != 0) {
        const Mask present = ranks_present(hand) & RANKS_3_TO_ACE;
        if (run_ends(present, MIN_RUN) != 0) possible |= play_class::SEQUENCES & ~play_class::bit(play_class::S12);
        if (present == RANKS_3_TO_ACE) possible |= play_class::bit(play_class::S12);
    }
    return possible & wanted;
}

}  // namespace tienlen
