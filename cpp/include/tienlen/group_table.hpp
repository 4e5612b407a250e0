// Into how few plays a hand falls: a finite automaton that reads how many cards of each rank the hand holds.
//
// Ranks are read one after the other. What matters of the ranks read so far is which sequences and double sequences
// have been begun and still want cards; for each such set of open runs, the fewest plays begun so far. That vector of
// costs, less its minimum, is the state. After runs that can be replaced by others at no cost are dropped, only a few
// dozen vectors remain, so reading a rank is one look-up. Runs read the same from below as from above: the ranks below
// a gap and those above it are read by the same table, and `meet` joins the two. What a play leaves of a hand is thus
// known after reading the play's own ranks.
//
// 2s take no part in runs and are left to the caller.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tienlen/bits.hpp"
#include "tienlen/card_set.hpp"

namespace tienlen {

// What has been read: bits 0-7 the automaton's state, bits 8-15 the plays counted so far.
using Reading = std::uint16_t;

class GroupTable {
public:
    static constexpr std::size_t MAX_STATES = 128;  // 83 occur; the constructor checks

    GroupTable();

    // Reads a rank of which `cards` are held.
    [[nodiscard]] Reading read(Reading so_far, unsigned cards) const noexcept {
        return static_cast<Reading>((so_far & 0xFF00U) + next_[so_far & 0x7F][cards]);
    }
    // The fewest plays for the ranks that were read from below and those that were read from above.
    [[nodiscard]] int meet(Reading below, Reading above) const noexcept {
        return (below >> 8) + (above >> 8) + meet_[below & 0x7F][above & 0x7F];
    }
    [[nodiscard]] int states() const noexcept { return states_; }

private:
    std::array<std::array<Reading, 8>, MAX_STATES> next_{};               // [state][cards]
    std::array<std::array<std::int8_t, MAX_STATES>, MAX_STATES> meet_{};  // joining two halves of a run saves a play
    int states_ = 0;
};

// The table, built on first use (about a millisecond) and never changed.
[[nodiscard]] const GroupTable& group_table();

// How many cards of each rank, a nibble each.
[[nodiscard]] constexpr Mask rank_counts(Mask cards) noexcept {
    const Mask pairs = cards - (cards >> 1 & 0x5555555555555555);
    return (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333);
}

// A hand with its ranks read from both ends.
class HandGroups {
public:
    HandGroups() = default;
    HandGroups(const GroupTable& table, CardSet hand) noexcept { read(table, hand); }

    TIENLEN_INLINE void read(const GroupTable& table, CardSet hand) noexcept {
        hand_ = hand;
        counts_ = rank_counts(hand.mask());
        Reading below = 0, above = 0;
        for (unsigned r = 0; r < TWO; ++r) {
            const unsigned high = TWO - 1 - r;
            below_[r] = below;
            above_[high] = above;
            below = table.read(below, count(r));
            above = table.read(above, count(high));
        }
        fewest_ = table.meet(below, 0);
    }

    // Takes cards out: what lies below them and above them has been read already.
    TIENLEN_INLINE void remove(const GroupTable& table, CardSet cards) noexcept {
        const unsigned low = static_cast<unsigned>(cards.lowest()) / SUITS,
                       high = static_cast<unsigned>(cards.highest()) / SUITS;
        hand_ -= cards;
        counts_ = rank_counts(hand_.mask());
        if (low == TWO) return;
        Reading below = below_[low];
        for (unsigned r = low; r < TWO - 1; ++r) below_[r + 1] = below = table.read(below, count(r));
        const unsigned top = high < TWO ? high : TWO - 1;
        Reading above = above_[top];
        for (unsigned r = top; r > 0; --r) above_[r - 1] = above = table.read(above, count(r));
        fewest_ = table.meet(table.read(below, count(TWO - 1)), 0);
    }

    [[nodiscard]] CardSet hand() const noexcept { return hand_; }
    [[nodiscard]] Mask counts() const noexcept { return counts_; }
    [[nodiscard]] unsigned count(unsigned rank) const noexcept { return counts_ >> (SUITS * rank) & 0xF; }
    // The fewest plays that empty the hand, 2s left aside.
    [[nodiscard]] int fewest() const noexcept { return fewest_; }
    // Ranks below `rank`, and above it, as read; rank < TWO.
    [[nodiscard]] Reading below(unsigned rank) const noexcept { return below_[rank]; }
    [[nodiscard]] Reading above(unsigned rank) const noexcept { return above_[rank]; }

private:
    CardSet hand_{};
    Mask counts_ = 0;
    std::array<Reading, TWO> below_{}, above_{};
    int fewest_ = 0;
};

}  // namespace tienlen
