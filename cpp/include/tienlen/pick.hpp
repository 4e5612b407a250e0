// A uniformly random legal play, drawn by counting and selecting, without writing a list.
#pragma once

#include <cstdint>

#include "tienlen/answer_parts.hpp"
#include "tienlen/chop_classes.hpp"
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
        const unsigned groups = count_groups(hand);  // the singles among them
        const std::uint64_t pass = or_pass ? 1 : 0;
        const Mask ends = run_ends(ranks_present(run_cards), MIN_RUN);
        if (ends == 0) {
            const std::uint64_t k = digits.below(groups + pass);
            if (k < singles) return single(hand, static_cast<int>(k));
            return k < groups ? larger_group(hand, k - singles) : PASS;
        }
        const Mask double_ends = run_ends(ranks_with(hand, 2) & RANKS_3_TO_ACE, MIN_RUN);
        if (double_ends != 0) return lead_with_doubles(hand, run_cards, ends, double_ends, or_pass, digits);
        const runs::AllRuns sequences{run_cards, 1, ends};
        const std::uint64_t k = digits.below(groups + sequences.total() + pass);
        if (k < singles) return single(hand, static_cast<int>(k));
        if (k < groups) return larger_group(hand, k - singles);
        return k < groups + sequences.total() ? sequences.select(k - groups, digits) : PASS;
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
        if (demand.chops == 0) {
            if (!demand.ordinary) return PASS;
            const Shape shape{table.kind(), table.size()};
            const CardSet tops = ordinary_tops(tables, table);
            return shape.is_run() ? answer_run(hand, shape, tops, digits) : answer_group(hand, shape, tops, digits);
        }
        return answer_or_chop(tables, hand, table, demand, digits);
    }

private:
    // The same for the few hands that hold double sequences.
    [[nodiscard]] static TIENLEN_NOINLINE Play lead_with_doubles(Mask hand, Mask run_cards, Mask ends, Mask double_ends,
                                                                 bool or_pass, Digits& digits) noexcept {
        const runs::AllRuns sequences{run_cards, 1, ends}, doubles{hand & ~TWOS, 2, double_ends};
        const unsigned groups = count_groups(hand);
        const auto singles = static_cast<unsigned>(Isa::popcount(hand));
        std::uint64_t k = digits.below(groups + sequences.total() + doubles.total() + (or_pass ? 1 : 0));
        if (k < singles) return single(hand, static_cast<int>(k));
        if (k < groups) return larger_group(hand, k - singles);
        k -= groups;
        if (k < sequences.total()) return sequences.select(k, digits);
        k -= sequences.total();
        return k < doubles.total() ? doubles.select(k, digits) : PASS;
    }

    [[nodiscard]] static TIENLEN_INLINE Play answer_run(Mask hand, Shape shape, CardSet tops, Digits& digits) noexcept {
        const runs::Windows windows{hand, tops.mask(), shape.cards_per_rank(), shape.size};
        const Mask ends = windows.ends();
        if (ends == 0) return PASS;
        const std::uint64_t count = windows.count(ends), k = digits.below(count + 1);
        return k == count ? PASS : windows.select(ends, k, digits);
    }

    [[nodiscard]] static TIENLEN_INLINE Play answer_group(Mask hand, Shape shape, CardSet tops,
                                                          Digits& digits) noexcept {
        // The size is known to the compiler in each case, so that only its families are worked out.
        switch (shape.size) {
            case 2: return answer_group_of<2>(hand, tops, digits);
            case 3: return answer_group_of<3>(hand, tops, digits);
            default: return answer_group_of<4>(hand, tops, digits);
        }
    }
    template <int Size>
    [[nodiscard]] static TIENLEN_INLINE Play answer_group_of(Mask hand, CardSet tops, Digits& digits) noexcept {
        const Groups<Isa> groups{hand, tops.mask()};
        const unsigned count = groups.count(Size);
        const std::uint64_t k = digits.below(count + 1);
        return k == count ? PASS : groups.select(Size, static_cast<unsigned>(k));
    }

    [[nodiscard]] static TIENLEN_NOINLINE Play answer_or_chop(const RuleTables& tables, Mask hand, Play table,
                                                              Demand demand, Digits& digits) noexcept {
        std::uint64_t total = 0;
        for_each_part(tables, table, demand,
                      [&](Shape shape, CardSet tops) { total += Part{shape, tops.mask()}.count(hand); });
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

    static TIENLEN_INLINE Play single(Mask cards, int k) noexcept {
        return Play{Kind::Single, 1, CardSet::of(Isa::select(cards, k))};
    }

    // Every subset of the cards of each rank.
    [[nodiscard]] static TIENLEN_INLINE unsigned count_groups(Mask hand) noexcept {
        unsigned count = 0;
        for (int byte = 0; byte < CARDS; byte += 8) count += rank_tables::SUBSETS_OF_TWO_RANKS[hand >> byte & 0xFF];
        return count;
    }
    // The k-th pair, triple or quad.
    [[nodiscard]] static TIENLEN_INLINE Play larger_group(Mask hand, std::uint64_t k) noexcept {
        return Groups<Isa>{hand, ALL_CARDS}.select_larger(static_cast<unsigned>(k));
    }

    // The seat owes its lowest card: every group of that card's rank that holds it, and every run that starts with it.
    [[nodiscard]] static TIENLEN_NOINLINE Play opening(const RuleTables& tables, const State& state,
                                                       Digits& digits) noexcept {
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
            if (!shape.is_run()) return Groups<Isa>{hand, tops}.count(shape.size);
            const runs::Windows all = windows(hand);
            return all.count(all.ends());
        }
        [[nodiscard]] TIENLEN_INLINE Play select(Mask hand, std::uint64_t k, Digits& digits) const noexcept {
            if (!shape.is_run()) return Groups<Isa>{hand, tops}.select(shape.size, static_cast<unsigned>(k));
            const runs::Windows all = windows(hand);
            return all.select(all.ends(), k, digits);
        }

    private:
        [[nodiscard]] TIENLEN_INLINE runs::Windows windows(Mask hand) const noexcept {
            return {hand, tops, shape.cards_per_rank(), shape.size};
        }
    };
};

}  // namespace tienlen
