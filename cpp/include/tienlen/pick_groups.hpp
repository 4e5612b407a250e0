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

    // How many groups of `size` cards there are.
    [[nodiscard]] TIENLEN_INLINE unsigned count(int size) const noexcept {
        unsigned count = 0;
        for (std::size_t f = first_family(size); f < first_family(size + 1); ++f) {
            count += static_cast<unsigned>(Isa::popcount(families_[f]));
        }
        return count;
    }

    // The k-th group of `size` cards, or of two cards and more.
    [[nodiscard]] TIENLEN_INLINE Play select(int size, unsigned k) const noexcept {
        return select_from(first_family(size), k);
    }
    [[nodiscard]] TIENLEN_INLINE Play select_larger(unsigned k) const noexcept {
        return select_from(first_family(2), k);
    }

private:
    static constexpr std::size_t FAMILIES = 8;

    [[nodiscard]] static constexpr TIENLEN_INLINE std::size_t first_family(int size) noexcept {
        return FIRST[static_cast<std::size_t>(size)];
    }

    [[nodiscard]] TIENLEN_INLINE Play select_from(std::size_t f, unsigned k) const noexcept {
        for (;; ++f) {
            const auto here = static_cast<unsigned>(Isa::popcount(families_[f]));
            if (k < here) break;
            k -= here;
        }
        const Mask top = Mask{1} << Isa::select(families_[f], static_cast<int>(k));
        const int size = SIZES[f];
        return Play{static_cast<Kind>(size), size, CardSet{(top * PATTERNS[f]) >> 3}};
    }

    static constexpr Mask SUITS_1_UP = EVERY_RANK * 0xE, SUITS_2_UP = EVERY_RANK * 0xC, SUIT_3 = EVERY_RANK * 0x8;
    // Each family's cards: bit 3 is the highest, the others stand at their distance below it.
    static constexpr std::array<std::uint8_t, FAMILIES> PATTERNS{0b1000, 0b1100, 0b1010, 0b1001,
                                                                 0b1110, 0b1101, 0b1011, 0b1111};
    static constexpr std::array<std::uint8_t, FAMILIES> SIZES{1, 2, 2, 2, 3, 3, 3, 4};
    static constexpr std::array<std::uint8_t, 6> FIRST{0, 0, 1, 4, 7, 8};  // by size

    std::array<Mask, FAMILIES> families_;  // for each pattern, the cards that are the highest of such a group
};

}  // namespace tienlen
