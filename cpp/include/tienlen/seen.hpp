// What the seat to move may go by: its own hand and what lies open. The type holds no other card, so nothing that is
// given a `Seen` can look at one.
#pragma once

#include <array>
#include <cstdint>

#include "tienlen/state.hpp"

namespace tienlen {

struct Seen {
    CardSet hand{};
    Play table{};      // the pass when the seat leads
    CardSet played{};  // all cards played so far
    std::array<std::uint8_t, MAX_PLAYERS> counts{};  // cards in each hand
    std::uint8_t players = 0;
    Seat seat = 0;
    Seat owner = NO_SEAT;
    SeatSet in_play = 0;
    SeatSet benched = 0;
    Card opening_card = NO_CARD;  // owed by this seat, or by `opening_elsewhere`
    bool opening_elsewhere = false;
    bool led_bomb = false;
    bool may_pass = false;

    [[nodiscard]] constexpr bool leading() const noexcept { return table.is_pass(); }
    // Cards that are neither in the hand nor played: the others hold them, or nobody.
    [[nodiscard]] constexpr CardSet unseen() const noexcept { return ~(hand | played); }
    [[nodiscard]] constexpr SeatSet others() const noexcept {
        return static_cast<SeatSet>(in_play & ~seat_bit(seat));
    }
};

// For the seat to move of a hand that is not over.
[[nodiscard]] inline Seen see(const RuleTables& tables, const State& state) noexcept {
    Seen seen;
    seen.hand = state.hand();
    seen.table = state.table;
    seen.played = state.played;
    for (std::size_t s = 0; s < MAX_PLAYERS; ++s) seen.counts[s] = static_cast<std::uint8_t>(state.hands[s].size());
    seen.players = state.players;
    seen.seat = state.to_move;
    seen.owner = state.owner;
    seen.in_play = state.in_play;
    seen.benched = state.benched;
    seen.opening_card = state.opening_card;
    seen.opening_elsewhere = opening_owed_by_other(state);
    seen.led_bomb = state.led_bomb;
    seen.may_pass = may_pass(tables, state);
    return seen;
}

// As demand(tables, state).
[[nodiscard]] inline Demand demand(const RuleTables& tables, const Seen& seen) noexcept {
    Demand demand;
    demand.benched = (seen.benched & seat_bit(seen.seat)) != 0;
    demand.chops = seen.led_bomb ? 0 : tables.chops(seen.table.play_class());
    demand.ordinary = true;
    if (demand.benched) {
        demand.chops &= play_class::BOMBS;
        demand.ordinary = seen.table.is_bomb();
    }
    return demand;
}

}  // namespace tienlen
