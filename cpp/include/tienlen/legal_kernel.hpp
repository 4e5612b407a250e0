// Listing legal plays, for inlining into loops over many hands; list_legal() of movegen.hpp is the same for one.
//
// In random play four positions in five are answers, four of those five to a single, and most hands hold nothing that
// answers a pair or a sequence: those are told from bits, without a loop. What is rare is left to functions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "tienlen/chop_classes.hpp"
#include "tienlen/group_list.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/rank_tables.hpp"

namespace tienlen::legal {

// Ascending; writes eight words even where fewer cards are given.
template <typename Isa>
TIENLEN_INLINE Mask* list_singles(Mask cards, Mask* out) noexcept {
    const int count = Isa::popcount(cards);
    Mask rest = cards;
    for (int i = 0; i < 8; ++i) {
        out[i] = rest & (~rest + 1);
        rest &= rest - 1;
    }
    for (int i = 8; i < count; ++i) {
        out[i] = rest & (~rest + 1);
        rest &= rest - 1;
    }
    return out + count;
}

// Pairs, triples or quads with a higher top than `top`, ascending.
inline Mask* list_higher_groups(Mask hand, int size, Card top, Mask* out) noexcept {
    const int lowest = SUITS * rank_of(top);
    const auto& of_size = rank_tables::OF_SIZE[static_cast<std::size_t>(size)];
    for (Mask rest = ranks_with(hand, size) >> lowest << lowest; rest != 0; rest &= rest - 1) {
        const int shift = std::countr_zero(rest);
        const auto& choices = of_size[hand >> shift & 0xF];
        if (shift == lowest) {
            for (unsigned i = 0; i < choices.count; ++i) {
                *out = Mask{choices.suits[i]} << shift;
                out += *out >> top > 1 ? 1 : 0;
            }
            continue;
        }
        for (std::size_t i = 0; i < choices.suits.size(); ++i) out[i] = Mask{choices.suits[i]} << shift;
        out += choices.count;
    }
    return out;
}

// Ordinary replies to anything but a single.
inline Mask* list_ordinary(const RuleTables& tables, Mask hand, Play table, Mask* out) noexcept {
    const Shape shape{table.kind(), table.size()};
    if (!shape.is_run()) return list_higher_groups(hand, shape.size, table.top(), out);
    const bool twos = shape.kind == Kind::Sequence && tables.rules().twos_in_sequences;
    const Mask cards = twos ? hand : hand & ~TWOS;
    const Mask ranks = shape.kind == Kind::Sequence ? ranks_present(cards) : ranks_with(cards, 2);
    const int lowest = SUITS * rank_of(table.top());
    const Mask higher = above(table.top());
    for (Mask ends = run_ends(ranks, shape.size) >> lowest << lowest; ends != 0; ends &= ends - 1) {
        const int end = std::countr_zero(ends);
        const Mask window = ((Mask{1} << (SUITS * shape.size)) - 1) << (end - SUITS * (shape.size - 1));
        if (std::popcount(cards & window) == shape.size * shape.cards_per_rank()) {
            // Just the cards of one run, which most windows are.
            *out = cards & window;
            out += (*out & higher) != 0 ? 1 : 0;
        } else {
            out += list_shape(CardSet{cards}, shape, CardSet{higher & Mask{0xF} << end}, out);
        }
    }
    return out;
}

TIENLEN_NOINLINE inline Mask* list_chops(const RuleTables& tables, const State& state, Demand demand,
                                         Mask* out) noexcept {
    return out + list_answers(tables, state.hand(), state.table, demand, out);
}

// Leads while the opening card is owed: those that hold it, or the pass alone if it is another seat's.
TIENLEN_NOINLINE inline Mask* list_opening(const RuleTables& tables, const State& state, Mask* out) noexcept {
    if (may_pass(tables, state)) *out++ = 0;
    if (opening_owed_by_other(state)) return out;
    const Mask owed = Mask{1} << state.opening_card;
    Mask* const leads_end = out + list_leads(state.hand(), tables.rules().twos_in_sequences, out);
    return std::remove_if(out, leads_end, [owed](Mask lead) { return (lead & owed) == 0; });
}

// A lead that owes no card.
TIENLEN_INLINE Mask* list_free_lead(const RuleTables& tables, const State& state, Mask* out) noexcept {
    const Mask hand = state.hand().mask();
    const bool twos = tables.rules().twos_in_sequences;
    *out = 0;
    out += tables.rules().leader_may_pass && (state.lead_passed & seat_bit(state.to_move)) == 0 ? 1 : 0;
    // Three neighbouring ranks are needed for runs of both kinds; two leads in three have none.
    if (run_ends(ranks_present(twos ? hand : hand & ~TWOS), MIN_RUN) == 0) return list_groups(hand, 0, CARDS, out);
    return out + list_leads(CardSet{hand}, twos, out);
}

// What list_legal() lists, with the same slack, for a hand that is not over. Returns the list's end.
template <typename Isa>
TIENLEN_INLINE Mask* list(const RuleTables& tables, const State& state, Mask* out) noexcept {
    if (state.leading()) {
        if (state.opening_card != NO_CARD) [[unlikely]]
            return list_opening(tables, state, out);
        return list_free_lead(tables, state, out);
    }
    *out++ = 0;
    const Mask hand = state.hand().mask();
    const Play table = state.table;
    if ((state.benched & seat_bit(state.to_move)) != 0) [[unlikely]] {
        return list_chops(tables, state, demand(tables, state), out);
    }
    ClassSet chops = state.led_bomb ? 0 : tables.chops(table.play_class());
    if (chops != 0) chops = possible_classes(hand, chops);
    if (chops != 0) [[unlikely]]
        return list_chops(tables, state, Demand{chops, true, false}, out);
    if (table.kind() == Kind::Single) return list_singles<Isa>(hand & above(table.top()), out);
    return list_ordinary(tables, hand, table, out);
}

}  // namespace tienlen::legal
