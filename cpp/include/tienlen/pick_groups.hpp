// Groups (singles, pairs, triples, quads) counted as bits and chosen by position.
//
// A pair is named by its higher card and the distance to its lower one:
//
//     cards     1 0 1 1      (h, c, s held)
//   & << 1      0 1 1 0  ->  higher cards of pairs at distance 1:   c
//   & << 2      1 1 0 0  ->                       … at distance 2:  h
//   & << 3      1 0 0 0  ->                       … at distance 3:  h      three pairs, three bits
//
// so counting is popcount, choosing is "the k-th set bit", and a threshold on the highest card is one AND.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "tienlen/bits.hpp"
#include "tienlen/play.hpp"

namespace tienlen {

template <typename Isa>
class Groups {
public:
    TIENLEN_INLINE Groups(Mask hand, Mask tops) noexcept {
        const Mask one = hand << 1 & SUITS_1_UP, two = hand << 2 & SUITS_2_UP, three = hand << 3 & SUIT_3;
        const Mask top = hand & tops;
        families_ = {top,
                     top & one,
                     top & two,
                     top & three,
                     top & one & two,
                     top & one & three,
                     top & two & three,
                     top & one & two & three};
    }

    // Families of the groups of `size` cards: the first, and one past the last.
    [[nodiscard]] static constexpr std::size_t first_family(int size) noexcept { return FIRST[static_cast<std::size_t>(size)]; }
    [[nodiscard]] static constexpr std::size_t end_family(int size) noexcept { return FIRST[static_cast<std::size_t>(size) + 1]; }
    static constexpr std::size_t FAMILIES = 8;

    // How many groups the families first … end - 1 hold.
    [[nodiscard]] TIENLEN_INLINE unsigned count(std::size_t first, std::size_t end) const noexcept {
        unsigned count = 0;
        for (std::size_t f = first; f < end; ++f) count += static_cast<unsigned>(Isa::popcount(families_[f]));
        return count;
    }

    // The k-th group, counted from family `f` on.
    [[nodiscard]] TIENLEN_INLINE Play select(std::size_t f, unsigned k) const noexcept {
        for (;; ++f) {
            const auto here = static_cast<unsigned>(Isa::popcount(families_[f]));
            if (k < here) break;
            k -= here;
        }
        const Mask top = Mask{1} << Isa::select(families_[f], static_cast<int>(k));
        const int size = std::popcount(unsigned{PATTERNS[f]});
        return Play{static_cast<Kind>(size), size, CardSet{(top * PATTERNS[f]) >> 3}};
    }

    // Ranks of which two cards or more are held with a top allowed, marked somewhere in their nibbles.
    [[nodiscard]] TIENLEN_INLINE Mask pair_tops() const noexcept { return families_[1] | families_[2] | families_[3]; }

private:
    static constexpr Mask ONE = 0x1111111111111;
    static constexpr Mask SUITS_1_UP = ONE * 0xE, SUITS_2_UP = ONE * 0xC, SUIT_3 = ONE * 0x8;
    // Each family's cards: bit 3 is the highest, the others stand at their distance below it.
    static constexpr std::array<std::uint8_t, FAMILIES> PATTERNS{0b1000, 0b1100, 0b1010, 0b1001,
                                                                 0b1110, 0b1101, 0b1011, 0b1111};
    static constexpr std::array<std::uint8_t, 6> FIRST{0, 0, 1, 4, 7, 8};

    std::array<Mask, FAMILIES> families_;  // for each pattern, the cards that are the highest of such a group
};

}  // namespace tienlen
