// The plays worth thinking about: of plays that differ only in suits, the one that spends the lowest cards.
//
// Every kind, size and top rank that is legal is visited once, with the fewest plays that it leaves.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "tienlen/answer_parts.hpp"
#include "tienlen/classify.hpp"
#include "tienlen/group_table.hpp"
#include "tienlen/rank_sets.hpp"
#include "tienlen/seen.hpp"

namespace tienlen {

// Not initialised, so that a list of them costs nothing.
struct Candidate {
    Mask cards;
    Kind kind;
    std::uint8_t size;
    std::int16_t groups;  // fewest plays of what is left, 2s aside

    [[nodiscard]] static constexpr Candidate of(Mask cards, Kind kind, int size, int groups) noexcept {
        return {cards, kind, static_cast<std::uint8_t>(size), static_cast<std::int16_t>(groups)};
    }
    [[nodiscard]] Play play() const noexcept { return kind == Kind::Pass ? PASS : Play{kind, size, CardSet{cards}}; }
};
inline constexpr Candidate PASS_CANDIDATE{0, Kind::Pass, 0, 0};

namespace candidates {

// CHEAPEST[k][held][tops]: of k cards of one rank with the highest among `tops`: the lowest such top, the lowest others.
using CheapestTable = std::array<std::array<std::array<std::uint8_t, 16>, 16>, SUITS + 1>;
consteval CheapestTable make_cheapest() {
    CheapestTable table{};
    for (int k = 1; k <= SUITS; ++k) {
        for (unsigned held = 0; held < 16; ++held) {
            for (unsigned tops = 0; tops < 16; ++tops) {
                unsigned best = 0;
                for (unsigned chosen = 15; chosen > 0; --chosen) {
                    const bool fits =
                        (chosen & ~held) == 0 && std::popcount(chosen) == k && (std::bit_floor(chosen) & tops) != 0;
                    if (fits) best = chosen;
                }
                table[static_cast<std::size_t>(k)][held][tops] = static_cast<std::uint8_t>(best);
            }
        }
    }
    return table;
}
inline constexpr CheapestTable CHEAPEST = make_cheapest();

[[nodiscard]] constexpr TIENLEN_INLINE Mask cheapest(Mask hand, Mask tops, unsigned rank, unsigned k) noexcept {
    const unsigned shift = SUITS * rank;
    return Mask{CHEAPEST[k][hand >> shift & 0xF][tops >> shift & 0xF]} << shift;
}

// All groups of 1 to 4 cards, of the ranks `ranks` (a bit each, at the nibble's lowest place).
template <typename Visit>
TIENLEN_INLINE void groups(const GroupTable& table, const HandGroups& hand, Mask ranks, Visit visit) {
    const Mask cards = hand.hand().mask();
    for (Mask rest = ranks; rest != 0; rest &= rest - 1) {
        const auto rank = static_cast<unsigned>(std::countr_zero(rest)) / SUITS;
        const unsigned held = hand.count(rank);
        for (unsigned k = 1; k <= held; ++k) {
            const int left =
                rank == TWO ? hand.fewest() : table.meet(table.read(hand.below(rank), held - k), hand.above(rank));
            visit(Candidate::of(cheapest(cards, ALL_CARDS, rank, k), static_cast<Kind>(k), static_cast<int>(k), left));
        }
    }
}

// All runs that take `per_rank` cards a rank and end at `top` (whose cards are given), down to `last`.
template <typename Visit>
TIENLEN_INLINE void runs_below(const GroupTable& table, const HandGroups& hand, Kind kind, unsigned per_rank,
                               unsigned top, Mask top_cards, int shortest, int longest, Visit visit) {
    const Mask cards = hand.hand().mask();
    Mask run = top_cards;
    Reading above = top == TWO ? Reading{0} : table.read(hand.above(top), hand.count(top) - per_rank);
    for (int size = 2, rank = static_cast<int>(top) - 1; rank >= 0 && size <= longest; --rank, ++size) {
        const auto r = static_cast<unsigned>(rank);
        const unsigned held = hand.count(r);
        if (held < per_rank) return;
        run |= cheapest(cards, ALL_CARDS, r, per_rank);
        above = table.read(above, held - per_rank);
        if (size >= shortest) visit(Candidate::of(run, kind, size, table.meet(hand.below(r), above)));
    }
}

// Everything that can be led.
template <typename Visit>
TIENLEN_INLINE void leads(const GroupTable& table, const HandGroups& hand, bool twos_in_sequences, Visit visit) {
    const Mask cards = hand.hand().mask(), counts = hand.counts();
    const Mask present = ranks_present(cards);
    groups(table, hand, present, visit);
    const Mask in_runs = twos_in_sequences ? present : present & ~TWOS;
    for (Mask tops = in_runs & in_runs << SUITS & in_runs << (2 * SUITS); tops != 0; tops &= tops - 1) {
        const auto top = static_cast<unsigned>(std::countr_zero(tops)) / SUITS;
        runs_below(table, hand, Kind::Sequence, 1, top, cheapest(cards, ALL_CARDS, top, 1), MIN_RUN, MAX_SEQUENCE,
                   visit);
    }
    const Mask pairs = (counts >> 1 | counts >> 2) & 0x1111111111111 & ~TWOS;
    for (Mask tops = pairs & pairs << SUITS & pairs << (2 * SUITS); tops != 0; tops &= tops - 1) {
        const auto top = static_cast<unsigned>(std::countr_zero(tops)) / SUITS;
        runs_below(table, hand, Kind::DoubleSequence, 2, top, cheapest(cards, ALL_CARDS, top, 2), MIN_RUN,
                   MAX_DOUBLE_SEQUENCE, visit);
    }
}

// The ranks at which plays of a shape with a top among `tops` may end, a bit each as above.
[[nodiscard]] constexpr TIENLEN_INLINE Mask ends(Mask cards, Shape shape, Mask tops) noexcept {
    const int per_rank = shape.cards_per_rank();
    const Mask enough = per_rank == 1 ? ranks_present(cards) : ranks_with(cards, per_rank);
    return ranks_present(cards & tops) & (shape.is_run() ? run_ends(enough, shape.size) : enough);
}

// One shape with a top among `tops`.
template <typename Visit>
TIENLEN_INLINE void of_shape(const GroupTable& table, const HandGroups& hand, Shape shape, Mask tops, Visit visit) {
    const Mask cards = hand.hand().mask();
    const auto per_rank = static_cast<unsigned>(shape.cards_per_rank());
    for (Mask rest = ends(cards, shape, tops); rest != 0; rest &= rest - 1) {
        const auto rank = static_cast<unsigned>(std::countr_zero(rest)) / SUITS;
        const Mask chosen = cheapest(cards, tops, rank, per_rank);
        if (chosen == 0) continue;
        if (shape.is_run()) {
            runs_below(table, hand, shape.kind, per_rank, rank, chosen, shape.size, shape.size, visit);
        } else {
            const int left =
                rank == TWO ? hand.fewest()
                            : table.meet(table.read(hand.below(rank), hand.count(rank) - per_rank), hand.above(rank));
            visit(Candidate::of(chosen, shape.kind, shape.size, left));
        }
    }
}

}  // namespace candidates

// Whether the seat, which answers, may have anything to answer with; if not, it passes. For those who have not read the
// hand yet.
[[nodiscard]] TIENLEN_INLINE bool may_answer(const RuleTables& tables, const Seen& seen) noexcept {
    Mask ends = 0;
    for_each_part(tables, seen.table, demand(tables, seen), [&](Shape shape, CardSet tops) TIENLEN_INLINE_LAMBDA {
        ends |= candidates::ends(seen.hand.mask(), shape, tops.mask());
    });
    return ends != 0;
}

// The plays of the seat, the pass not among them.
template <typename Visit>
TIENLEN_INLINE void for_each_candidate(const RuleTables& tables, const GroupTable& group_table, const HandGroups& hand,
                                       const Seen& seen, Visit visit) {
    if (!seen.leading()) {
        for_each_part(tables, seen.table, demand(tables, seen), [&](Shape shape, CardSet tops) TIENLEN_INLINE_LAMBDA {
            candidates::of_shape(group_table, hand, shape, tops.mask(), visit);
        });
    } else if (seen.opening_card == NO_CARD) {
        candidates::leads(group_table, hand, tables.rules().twos_in_sequences, visit);
    } else if (!seen.opening_elsewhere()) {
        // The owed card is the lowest of its rank in the hand, and the cheapest plays hold it.
        const Mask owed = Mask{1} << seen.opening_card;
        candidates::leads(group_table, hand, tables.rules().twos_in_sequences,
                          [&](const Candidate& candidate) TIENLEN_INLINE_LAMBDA {
                              if ((candidate.cards & owed) != 0) visit(candidate);
                          });
    }
}

// The same as a list. A kind, size and top rank stands in it once, or twice where a house lets a class be chopped by
// lower plays of its own shape: 4 × 13 groups, 66 sequences and 55 double sequences, twice.
class CandidateList {
public:
    TIENLEN_INLINE CandidateList(const RuleTables& tables, const GroupTable& group_table, const HandGroups& hand,
                                 const Seen& seen) noexcept {
        for_each_candidate(tables, group_table, hand, seen,
                           [&](const Candidate& candidate) TIENLEN_INLINE_LAMBDA { items_[size_++] = candidate; });
    }
    [[nodiscard]] const Candidate* begin() const noexcept { return items_.data(); }
    [[nodiscard]] const Candidate* end() const noexcept { return items_.data() + size_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

private:
    static constexpr std::size_t CAPACITY = 2 * (4 * RANKS + 66 + 55);
    std::array<Candidate, CAPACITY> items_;
    std::size_t size_ = 0;
};

}  // namespace tienlen
