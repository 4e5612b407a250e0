// Dealing: uniformly random subsets of cards, made from coin flips rather than a shuffle.
//
// One random word flips a coin for every card at once; then cards are taken out or added at random until the number is
// right. Every subset of the right size is equally likely: the coin flips give each subset of a given size the same
// chance, and so does each correction. A subset of half the cards needs two or three corrections on average, where a
// shuffle needs a draw and two memory writes a card.
#pragma once

#include <array>
#include <cstdint>

#include "tienlen/bits.hpp"
#include "tienlen/card_set.hpp"
#include "tienlen/rng.hpp"

namespace tienlen {

namespace dealing {

// Takes cards out of `chosen` or adds some of `all` at random until there are `size`.
template <typename Isa>
[[nodiscard]] TIENLEN_INLINE CardSet correct_size(Mask all, Mask chosen, int size, Rng& rng) noexcept {
    int excess = Isa::popcount(chosen) - size;
    for (; excess > 0; --excess) {
        const auto k = rng.below(static_cast<std::uint64_t>(size + excess));
        chosen ^= Mask{1} << Isa::select(chosen, static_cast<int>(k));
    }
    for (const int count = Isa::popcount(all); excess < 0; ++excess) {
        const auto k = rng.below(static_cast<std::uint64_t>(count - size - excess));
        chosen |= Mask{1} << Isa::select(all & ~chosen, static_cast<int>(k));
    }
    return CardSet{chosen};
}

}  // namespace dealing

// A uniformly random subset of `size` cards; size <= cards.size().
template <typename Isa>
[[nodiscard]] TIENLEN_INLINE CardSet random_subset(CardSet cards, int size, Rng& rng) noexcept {
    return dealing::correct_size<Isa>(cards.mask(), cards.mask() & rng.next(), size, rng);
}

// The same where `size` is some other share of the cards than half: coins that fall `eighths` times in eight, made of
// three flips, leave fewer corrections. 0 < eighths < 8.
template <typename Isa>
[[nodiscard]] TIENLEN_INLINE CardSet random_subset(CardSet cards, int size, unsigned eighths, Rng& rng) noexcept {
    Mask coins = 0;
    if (eighths == 4) {
        coins = rng.next();
    } else {
        // The binary digits of the share from the lowest up: a 1 joins another flip, a 0 demands one.
        for (unsigned digit = 1; digit < 8; digit <<= 1) {
            const Mask flips = rng.next();
            coins = (eighths & digit) != 0 ? coins | flips : coins & flips;
        }
    }
    return dealing::correct_size<Isa>(cards.mask(), cards.mask() & coins, size, rng);
}

// Splits the cards evenly among the seats from `first` on: the lower half of the seats draws its share, then each half
// is split in turn.
template <typename Isa>
TIENLEN_INLINE void split_hands(CardSet cards, int players, int hand_size, Rng& rng,
                                std::array<CardSet, 4>& hands) noexcept {
    switch (players) {
        case 2:
            hands[0] = random_subset<Isa>(cards, hand_size, rng);
            hands[1] = cards - hands[0];
            break;
        case 3: {
            hands[0] = random_subset<Isa>(cards, hand_size, rng);
            const CardSet others = cards - hands[0];
            hands[1] = random_subset<Isa>(others, hand_size, rng);
            hands[2] = others - hands[1];
            break;
        }
        default: {
            const CardSet low = random_subset<Isa>(cards, 2 * hand_size, rng), high = cards - low;
            hands[0] = random_subset<Isa>(low, hand_size, rng);
            hands[1] = low - hands[0];
            hands[2] = random_subset<Isa>(high, hand_size, rng);
            hands[3] = high - hands[2];
        }
    }
}

// Hands for 2 to 4 players; with 2 or 3 some cards stay undealt.
template <typename Isa>
[[nodiscard]] TIENLEN_INLINE std::array<CardSet, 4> deal_hands(int players, int hand_size, Rng& rng) noexcept {
    std::array<CardSet, 4> hands{};
    const int dealt = players * hand_size;
    const CardSet cards = dealt == CARDS ? CardSet{ALL_CARDS} : random_subset<Isa>(CardSet{ALL_CARDS}, dealt, rng);
    split_hands<Isa>(cards, players, hand_size, rng, hands);
    return hands;
}

}  // namespace tienlen
