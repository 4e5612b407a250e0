// Cards and sets of cards.
//
//   card  = 4 × rank + suit        ranks 3 4 5 6 7 8 9 T J Q K A 2 = 0 … 12, suits s c d h = 0 … 3
//
//   bit   51 50 49 48 | 47 46 45 44 | … |  7  6  5  4 |  3  2  1  0
//         2h 2d 2c 2s | Ah Ad Ac As | … | 4h 4d 4c 4s | 3h 3d 3c 3s
//         one nibble a rank: a hand's cards of one rank are a table index, a set's order is its strength
#pragma once

#include <bit>
#include <cstdint>

namespace tienlen {

using Mask = std::uint64_t;
using Card = std::uint8_t;

inline constexpr int RANKS = 13;
inline constexpr int SUITS = 4;
inline constexpr int CARDS = RANKS * SUITS;
inline constexpr int ACE = 11;
inline constexpr int TWO = 12;
inline constexpr Card NO_CARD = 0xFF;
inline constexpr Mask ALL_CARDS = (Mask{1} << CARDS) - 1;
inline constexpr Mask TWOS = Mask{0xF} << (SUITS * TWO);

[[nodiscard]] constexpr int rank_of(int card) noexcept { return card / SUITS; }
[[nodiscard]] constexpr int suit_of(int card) noexcept { return card % SUITS; }

class CardSet {
public:
    // Walks the cards from the lowest to the highest.
    class Iterator {
    public:
        constexpr explicit Iterator(Mask rest) noexcept : rest_(rest) {}
        [[nodiscard]] constexpr Card operator*() const noexcept { return static_cast<Card>(std::countr_zero(rest_)); }
        constexpr Iterator& operator++() noexcept {
            rest_ &= rest_ - 1;
            return *this;
        }
        [[nodiscard]] constexpr bool operator==(const Iterator&) const noexcept = default;

    private:
        Mask rest_;
    };

    constexpr CardSet() noexcept = default;
    constexpr explicit CardSet(Mask mask) noexcept : mask_(mask) {}
    [[nodiscard]] static constexpr CardSet of(int card) noexcept { return CardSet{Mask{1} << card}; }

    [[nodiscard]] constexpr Mask mask() const noexcept { return mask_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return mask_ == 0; }
    [[nodiscard]] constexpr int size() const noexcept { return std::popcount(mask_); }
    [[nodiscard]] constexpr bool contains(int card) const noexcept { return (mask_ >> card & 1) != 0; }
    [[nodiscard]] constexpr bool contains(CardSet other) const noexcept { return (other.mask_ & ~mask_) == 0; }
    [[nodiscard]] constexpr bool meets(CardSet other) const noexcept { return (mask_ & other.mask_) != 0; }
    // Suits held of one rank, as a nibble.
    [[nodiscard]] constexpr unsigned suits(int rank) const noexcept {
        return static_cast<unsigned>(mask_ >> (SUITS * rank)) & 0xF;
    }
    // Lowest and highest card; the set must not be empty.
    [[nodiscard]] constexpr Card lowest() const noexcept { return static_cast<Card>(std::countr_zero(mask_)); }
    [[nodiscard]] constexpr Card highest() const noexcept { return static_cast<Card>(63 - std::countl_zero(mask_)); }

    [[nodiscard]] constexpr Iterator begin() const noexcept { return Iterator{mask_}; }
    [[nodiscard]] constexpr Iterator end() const noexcept { return Iterator{0}; }

    [[nodiscard]] constexpr CardSet operator|(CardSet other) const noexcept { return CardSet{mask_ | other.mask_}; }
    [[nodiscard]] constexpr CardSet operator&(CardSet other) const noexcept { return CardSet{mask_ & other.mask_}; }
    [[nodiscard]] constexpr CardSet operator^(CardSet other) const noexcept { return CardSet{mask_ ^ other.mask_}; }
    [[nodiscard]] constexpr CardSet operator-(CardSet other) const noexcept { return CardSet{mask_ & ~other.mask_}; }
    [[nodiscard]] constexpr CardSet operator~() const noexcept { return CardSet{ALL_CARDS & ~mask_}; }
    constexpr CardSet& operator|=(CardSet other) noexcept { return *this = *this | other; }
    constexpr CardSet& operator-=(CardSet other) noexcept { return *this = *this - other; }
    [[nodiscard]] constexpr bool operator==(const CardSet&) const noexcept = default;

private:
    Mask mask_ = 0;
};

// All cards stronger than `card`.
[[nodiscard]] constexpr Mask above(int card) noexcept { return ALL_CARDS & ~((Mask{2} << card) - 1); }

}  // namespace tienlen
