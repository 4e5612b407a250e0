// Runs (sequences, and double sequences as sequences of pairs) counted by products over ranks and chosen digit by digit.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "tienlen/bits.hpp"
#include "tienlen/classify.hpp"
#include "tienlen/rank_tables.hpp"

namespace tienlen {

// One random word, used up digit by digit: the high half of word × n is the digit, the low half is the fraction that
// chooses the next. The product of the digits of one pick is below 2^24, so its bias is below 2^-40.
class Digits {
public:
    constexpr TIENLEN_INLINE explicit Digits(std::uint64_t word) noexcept : fraction_(word) {}
    constexpr TIENLEN_INLINE std::uint64_t below(std::uint64_t n) noexcept {
        const Wide product = multiply_wide(fraction_, n);
        fraction_ = product.low;
        return product.high;
    }

private:
    std::uint64_t fraction_;
};

namespace runs {

// What a rank offers to a run that takes `per_rank` cards of it.
[[nodiscard]] constexpr TIENLEN_INLINE const rank_tables::Choices& choices_at(Mask hand, int per_rank,
                                                                              int rank) noexcept {
    return rank_tables::OF_SIZE[static_cast<std::size_t>(per_rank)][hand >> (SUITS * rank) & 0xF];
}
[[nodiscard]] constexpr TIENLEN_INLINE unsigned choices(Mask hand, int per_rank, int rank) noexcept {
    return choices_at(hand, per_rank, rank).count;
}
[[nodiscard]] constexpr TIENLEN_INLINE Mask choice(Mask hand, int per_rank, int rank, std::uint64_t k) noexcept {
    return Mask{choices_at(hand, per_rank, rank).suits[static_cast<std::size_t>(k)]} << (SUITS * rank);
}

// All runs of three or more ranks, counted by their highest rank.
//
// A run with its highest card at rank r is a card there, a card at r-1, and a tail: a run of one or more ranks that ends
// at r-2. With n(r) cards at rank r there are T(r) = n(r) (1 + T(r-1)) such tails, so n(r) n(r-1) T(r-2) runs end at r.
class AllRuns {
public:
    TIENLEN_INLINE AllRuns() noexcept = default;
    // `ends`: the ranks at which a run of three ends, as from run_ends().
    TIENLEN_INLINE AllRuns(Mask hand, int per_rank, Mask ends) noexcept
        : hand_(hand), ends_(ends), per_rank_(per_rank) {
        std::uint64_t tail = 0;
        Mask last = 0;
        for (Mask rest = ends; rest != 0; rest &= rest - 1) {
            const int rank = std::countr_zero(rest) / SUITS;
            const Mask end = rest & (~rest + 1);
            // The tail goes on below r-2 only if a run ended one rank lower, too.
            tail = n(rank - 2) * (1 + (last << SUITS == end ? tail : 0));
            last = end;
            tails_[static_cast<std::size_t>(rank)] = tail;
            total_ += ending_at(rank);
        }
    }

    [[nodiscard]] TIENLEN_INLINE std::uint64_t total() const noexcept { return total_; }

    // The k-th counted by rank gives the highest rank; digits choose the rest.
    [[nodiscard]] TIENLEN_INLINE Play select(std::uint64_t k, Digits& digits) const noexcept {
        Mask rest = ends_;
        int rank = std::countr_zero(rest) / SUITS;
        for (std::uint64_t here = ending_at(rank); k >= here; here = ending_at(rank)) {
            k -= here;
            rest &= rest - 1;
            rank = std::countr_zero(rest) / SUITS;
        }
        Mask cards = pick_at(rank, digits) | pick_at(rank - 1, digits) | pick_at(rank - 2, digits);
        int length = MIN_RUN;
        // Of the ways to go on below a tail's card, one is to stop.
        for (--rank;
             (ends_ >> (SUITS * rank) & 1) != 0 && digits.below(1 + tails_[static_cast<std::size_t>(rank)]) != 0;
             --rank) {
            cards |= pick_at(rank - 2, digits);
            ++length;
        }
        return Play{per_rank_ == 1 ? Kind::Sequence : Kind::DoubleSequence, length, CardSet{cards}};
    }

private:
    [[nodiscard]] TIENLEN_INLINE std::uint64_t n(int rank) const noexcept { return choices(hand_, per_rank_, rank); }
    [[nodiscard]] TIENLEN_INLINE std::uint64_t ending_at(int rank) const noexcept {
        return n(rank) * n(rank - 1) * tails_[static_cast<std::size_t>(rank)];
    }
    [[nodiscard]] TIENLEN_INLINE Mask pick_at(int rank, Digits& digits) const noexcept {
        return choice(hand_, per_rank_, rank, digits.below(n(rank)));
    }

    Mask hand_ = 0;
    Mask ends_ = 0;
    int per_rank_ = 1;
    std::uint64_t total_ = 0;
    std::array<std::uint64_t, RANKS> tails_;  // T(r-2), where a run ends at r; not set elsewhere
};

// Runs upwards from a rank of which one choice is given: how many have three ranks or more, and one of them.
[[nodiscard]] inline std::uint64_t count_from(Mask hand, int per_rank, int rank, int last_rank) noexcept {
    std::uint64_t total = 0, product = 1;
    for (int r = rank + 1; r <= last_rank && product != 0; ++r) {
        product *= choices(hand, per_rank, r);
        if (r >= rank + MIN_RUN - 1) total += product;
    }
    return total;
}

[[nodiscard]] inline Play pick_from(Mask hand, int per_rank, int rank, int last_rank, std::uint64_t total, Mask cards,
                                    Digits& digits) noexcept {
    std::uint64_t k = digits.below(total), product = 1;
    int end = rank + 1;
    for (; end <= last_rank; ++end) {
        product *= choices(hand, per_rank, end);
        if (end < rank + MIN_RUN - 1) continue;
        if (k < product) break;
        k -= product;
    }
    for (int r = rank + 1; r <= end; ++r) cards |= choice(hand, per_rank, r, digits.below(choices(hand, per_rank, r)));
    return Play{per_rank == 1 ? Kind::Sequence : Kind::DoubleSequence, end - rank + 1, CardSet{cards}};
}

// Runs of exactly `length` ranks with a top among `tops`.
struct Windows {
    Mask hand;
    Mask tops;
    int per_rank;
    int length;

    [[nodiscard]] TIENLEN_INLINE std::uint64_t at(int rank) const noexcept {
        const auto per = static_cast<std::size_t>(per_rank);
        std::uint64_t product = rank_tables::TOPPED[per][hand >> (SUITS * rank) & 0xF][tops >> (SUITS * rank) & 0xF];
        for (int r = rank - length + 1; r < rank; ++r) product *= choices(hand, per_rank, r);
        return product;
    }
    // The ranks, as the lowest bits of nibbles, at which such a run may end.
    [[nodiscard]] TIENLEN_INLINE Mask ends() const noexcept {
        Mask ends = ranks_present(hand & tops);
        const Mask ranks = ranks_present(hand);
        // Three ranks at least; no early end, as the length stays the same all trick long and the ends do not.
        ends &= ranks << SUITS & ranks << (2 * SUITS);
        for (int below = MIN_RUN; below < length; ++below) ends &= ranks << (SUITS * below);
        return ends;
    }
    [[nodiscard]] TIENLEN_INLINE std::uint64_t count(Mask ends) const noexcept {
        std::uint64_t total = 0;
        for (; ends != 0; ends &= ends - 1) total += at(std::countr_zero(ends) / SUITS);
        return total;
    }
    [[nodiscard]] TIENLEN_INLINE Play select(Mask ends, std::uint64_t k, Digits& digits) const noexcept {
        int rank = 0;
        for (;; ends &= ends - 1) {
            rank = std::countr_zero(ends) / SUITS;
            const std::uint64_t here = at(rank);
            if (k < here) break;
            k -= here;
        }
        const auto per = static_cast<std::size_t>(per_rank);
        const auto& of_rank = rank_tables::OF_SIZE[per][hand >> (SUITS * rank) & 0xF];
        const unsigned allowed = static_cast<unsigned>(tops >> (SUITS * rank)) & 0xF;
        std::uint64_t top = digits.below(rank_tables::TOPPED[per][hand >> (SUITS * rank) & 0xF][allowed]);
        std::size_t i = 0;
        for (;; ++i) {
            if ((std::bit_floor(unsigned{of_rank.suits[i]}) & allowed) != 0 && top-- == 0) break;
        }
        Mask cards = Mask{of_rank.suits[i]} << (SUITS * rank);
        for (int r = rank - length + 1; r < rank; ++r) {
            cards |= choice(hand, per_rank, r, digits.below(choices(hand, per_rank, r)));
        }
        return Play{per_rank == 1 ? Kind::Sequence : Kind::DoubleSequence, length, CardSet{cards}};
    }
};

}  // namespace runs

}  // namespace tienlen
