// Which combination a set of cards is.
#pragma once

#include <optional>

#include "tienlen/play.hpp"
#include "tienlen/rank_sets.hpp"

namespace tienlen {

// The combination that these cards are, or nothing. The empty set is no combination, and no pass.
// A double sequence never holds a 2, a sequence only if the house says so.
[[nodiscard]] constexpr std::optional<Play> classify(CardSet cards, bool twos_in_sequences) noexcept {
    const int size = cards.size();
    if (size == 0) return std::nullopt;
    const Mask mask = cards.mask();
    const Mask present = ranks_present(mask);
    const int ranks = std::popcount(present);
    if (ranks == 1) {
        return Play{static_cast<Kind>(static_cast<int>(Kind::Single) + size - 1), size, cards};
    }
    // Whole nibbles of the ranks, shifted down: consecutive ranks make a number of the form 2^n - 1.
    const Mask filled = (present * 0xF) >> std::countr_zero(present);
    const bool consecutive = (filled & (filled + 1)) == 0;
    if (ranks < MIN_RUN || !consecutive) return std::nullopt;
    const bool twos = (mask & TWOS) != 0;
    if (size == ranks) {
        if (twos && !twos_in_sequences) return std::nullopt;
        return Play{Kind::Sequence, size, cards};
    }
    if (size == 2 * ranks && !twos) {
        const Mask odd = (mask ^ mask >> 1 ^ mask >> 2 ^ mask >> 3) & EVERY_RANK;  // ranks with 1 or 3 cards
        const Mask four = ranks_with(mask, SUITS);
        if (odd == 0 && four == 0) return Play{Kind::DoubleSequence, ranks, cards};
    }
    return std::nullopt;
}

// For text and values that stand outside any house's rules: a sequence may end in a 2.
[[nodiscard]] constexpr std::optional<Play> classify(CardSet cards) noexcept { return classify(cards, true); }

}  // namespace tienlen
