// A uniformly random legal play, drawn by counting and selecting, without writing a list.
#pragma once

#include <cstdint>

#include "tienlen/answer_parts.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/pick_groups.hpp"
#include "tienlen/pick_runs.hpp"

namespace tienlen {

template <typename Isa>
class Picker {
public:
    // A uniformly random legal play of a hand that is not over.
    [[nodiscard]] static TIENLEN_INLINE Play pick(const RuleTables& tables, const State& state, Rng& rng) noexcept {
        Digits digits{rng.next()};
        const Mask hand = state.hand().mask();
        if (!state.leading()) return answer(tables, hand, state.table, demand(tables, state), digits);
        if (state.opening_card != NO_CARD) return opening(tables, state, digits);
        return lead(hand, tables.run_cards(), may_pass(tables, state), digits);
    }

    // A lead, or the pass if that is allowed. `run_cards`: the cards that sequences may hold.
    [[nodiscard]] static TIENLEN_INLINE Play lead(Mask hand, Mask run_cards, bool or_pass, Digits& digits) noexcept {
        run_cards &= hand;
        const auto singles = static_cast<unsigned>(Isa::popcount(hand));
        const Groups<Isa> groups{hand, ALL_CARDS};
        const unsigned sets = groups.count(1, Groups<Isa>::FAMILIES);
        std::uint64_t total = singles + sets + (or_pass ? 1 : 0);
        const Mask ends = runs::tops(ranks_present(run_cards));
        if (ends == 0) {
            const std::uint64_t k = digits.below(total);
            if (k < singles) return single(hand, static_cast<int>(k));
            return k < singles + sets ? groups.select(1, static_cast<unsigned>(k) - singles) : PASS;
        }
        const runs::AllRuns sequences{run_cards, 1, ends};
        const Mask double_ends = runs::tops(ranks_present(groups.pair_tops() & ~TWOS));
        const runs::AllRuns doubles = double_ends == 0 ? runs::AllRuns{} : runs::AllRuns{hand & ~TWOS, 2, double_ends};
        total += sequences.total() + doubles.total();
        std::uint64_t k = digits.below(total);
        if (k < singles) return single(hand, static_cast<int>(k));
        k -= singles;
        if (k < sequences.total()) return sequences.select(k, digits);
        k -= sequences.total();
        if (k < sets) return groups.select(1, static_cast<unsigned>(k));
        k -= sets;
        return k < doubles.total() ? doubles.select(k, digits) : PASS;
    }

    // An answer to the table, or the pass.
    [[nodiscard]] static TIENLEN_INLINE Play answer(const RuleTables& tables, Mask hand, Play table, Demand demand,
                                                    Digits& digits) noexcept {
        if (table.kind() == Kind::Single && demand.chops == 0) {
            const Mask higher = demand.ordinary ? hand & above(table.top()) : 0;
            const auto count = static_cast<unsigned>(Isa::popcount(higher));
            const std::uint64_t k = digits.below(count + 1);
            return k == count ? PASS : single(higher, static_cast<int>(k));
        }
        std::uint64_t total = 0;
        for_each_part(tables, table, demand, [&](Shape shape, CardSet tops) { total += Part{shape, tops.mask()}.count(hand); });
        if (total == 0) return PASS;
        std::uint64_t k = digits.below(total + 1);
        if (k == total) return PASS;
        Play play = PASS;
        bool found = false;
        for_each_part(tables, table, demand, [&](Shape shape, CardSet tops) {
            if (found) return;
            const Part part{shape, tops.mask()};
            const std::uint64_t here = part.count(hand);
            if (k < here) {
                play = part.select(hand, k, digits);
                found = true;
            } else {
                k -= here;
            }
        });
        return play;
    }

private:
    static TIENLEN_INLINE Play single(Mask cards, int k) noexcept {
        return Play{Kind::Single, 1, CardSet::of(Isa::select(cards, k))};
    }

    // The seat owes its lowest card: every group of that card's rank that holds it, and every run that starts with it.
    [[nodiscard]] static TIENLEN_NOINLINE Play opening(const RuleTables& tables, const State& state, Digits& digits) noexcept {
        if (opening_owed_by_other(state)) return PASS;
        const Mask hand = state.hand().mask(), owed = Mask{1} << state.opening_card;
        const int rank = rank_of(state.opening_card);
        const bool or_pass = may_pass(tables, state);
        // The other cards of the rank are all higher than the owed one: any subset of them makes a group.
        const Mask mates = (hand & Mask{0xF} << (SUITS * rank)) ^ owed;
        const auto mate_count = static_cast<unsigned>(Isa::popcount(mates));
        const std::uint64_t groups = std::uint64_t{1} << mate_count;
        const int last_rank = tables.rules().twos_in_sequences ? TWO : ACE;
        const std::uint64_t sequences = runs::count_from(hand, 1, rank, last_rank);
        const std::uint64_t doubles = mate_count * runs::count_from(hand, 2, rank, ACE);
        std::uint64_t k = digits.below(groups + sequences + doubles + (or_pass ? 1 : 0));
        if (k < groups) {
            const Mask chosen = deposit(k, mates);
            const int size = 1 + Isa::popcount(k);
            return Play{static_cast<Kind>(size), size, CardSet{owed | chosen}};
        }
        k -= groups;
        if (k < sequences) return runs::pick_from(hand, 1, rank, last_rank, sequences, owed, digits);
        k -= sequences;
        if (k >= doubles) return PASS;
        const Mask mate = Mask{1} << Isa::select(mates, static_cast<int>(digits.below(mate_count)));
        return runs::pick_from(hand, 2, rank, ACE, doubles / mate_count, owed | mate, digits);
    }

    // The bits of k laid onto the set bits of `mask` (at most three here).
    [[nodiscard]] static TIENLEN_INLINE Mask deposit(std::uint64_t k, Mask mask) noexcept {
        Mask chosen = 0;
        for (; mask != 0; mask &= mask - 1, k >>= 1) {
            if ((k & 1) != 0) chosen |= mask & (~mask + 1);
        }
        return chosen;
    }

    // One shape with a top among `tops`: how many plays, and the k-th.
    struct Part {
        Shape shape;
        Mask tops;

        [[nodiscard]] TIENLEN_INLINE std::uint64_t count(Mask hand) const noexcept {
            if (shape.is_run()) return windows(hand).count();
            return groups(hand).count(first_family(), Groups<Isa>::end_family(shape.size));
        }
        [[nodiscard]] TIENLEN_INLINE Play select(Mask hand, std::uint64_t k, Digits& digits) const noexcept {
            if (shape.is_run()) return windows(hand).select(k, digits);
            return groups(hand).select(first_family(), static_cast<unsigned>(k));
        }

    private:
        [[nodiscard]] TIENLEN_INLINE std::size_t first_family() const noexcept { return Groups<Isa>::first_family(shape.size); }
        [[nodiscard]] TIENLEN_INLINE Groups<Isa> groups(Mask hand) const noexcept { return {hand, tops}; }
        [[nodiscard]] TIENLEN_INLINE runs::Windows windows(Mask hand) const noexcept {
            return {hand, tops, shape.cards_per_rank(), shape.size};
        }
    };
};

}  // namespace tienlen
