// Counting legal plays, for inlining into loops over many positions; count_legal() of movegen.hpp is the same for one.
//
// What is frequent is counted by bits: answers to singles and groups by popcounts, and a run is multiplied out only where
// the hand has the ranks for it. What is rare is left to functions.
#pragma once

#include <cstdint>

#include "tienlen/chop_classes.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/pick_groups.hpp"
#include "tienlen/pick_runs.hpp"

namespace tienlen::legal {

// Ordinary replies.
template <typename Isa>
[[nodiscard]] TIENLEN_INLINE std::uint64_t count_ordinary(const RuleTables& tables, Mask hand, Play table) noexcept {
    const Mask tops = ordinary_tops(tables, table).mask();
    const Kind kind = table.kind();
    // The size is known to the compiler in each case, so that only its families are worked out.
    if (kind == Kind::Single) return static_cast<std::uint64_t>(Isa::popcount(hand & tops));
    if (kind == Kind::Pair) return Groups<Isa>{hand, tops}.count(2);
    if (kind == Kind::Triple) return Groups<Isa>{hand, tops}.count(3);
    if (kind == Kind::Quad) return Groups<Isa>{hand, tops}.count(4);
    const runs::Windows windows{hand, tops, kind == Kind::Sequence ? 1 : 2, table.size()};
    return windows.count(windows.ends());
}

TIENLEN_NOINLINE inline std::uint64_t count_chops(const RuleTables& tables, Mask hand, Play table,
                                                  Demand demand) noexcept {
    return count_answers(tables, CardSet{hand}, table, demand);
}

// Replies and chops of a seat that is not benched; `chops` are the classes that the hand may hold and that beat the table.
template <typename Isa>
[[nodiscard]] TIENLEN_INLINE std::uint64_t count_replies(const RuleTables& tables, Mask hand, Play table,
                                                         ClassSet chops) noexcept {
    if (chops != 0) [[unlikely]]
        return count_chops(tables, hand, table, Demand{chops, true, false});
    return count_ordinary<Isa>(tables, hand, table);
}

TIENLEN_NOINLINE inline std::uint64_t count_opening(const RuleTables& tables, const State& state) noexcept {
    if (opening_owed_by_other(state)) return 1;
    const bool twos = tables.rules().twos_in_sequences;
    const CardSet hand = state.hand();
    const std::uint64_t without = count_leads(hand - CardSet::of(state.opening_card), twos);
    return count_leads(hand, twos) - without + (may_pass(tables, state) ? 1 : 0);
}

// What count_legal() counts, for a hand that is not over.
template <typename Isa>
[[nodiscard]] TIENLEN_INLINE std::uint64_t count(const RuleTables& tables, const State& state) noexcept {
    if (state.leading()) {
        if (state.opening_card != NO_CARD) [[unlikely]]
            return count_opening(tables, state);
        const bool passes = tables.rules().leader_may_pass && (state.lead_passed & seat_bit(state.to_move)) == 0;
        return count_leads(state.hand(), tables.rules().twos_in_sequences) + (passes ? 1 : 0);
    }
    const Mask hand = state.hand().mask();
    if ((state.benched & seat_bit(state.to_move)) != 0) [[unlikely]]
        return 1 + count_chops(tables, hand, state.table, demand(tables, state));
    ClassSet chops = state.led_bomb ? 0 : tables.chops(state.table.play_class());
    if (chops != 0) chops = possible_classes(hand, chops);
    return 1 + count_replies<Isa>(tables, hand, state.table, chops);
}

}  // namespace tienlen::legal
