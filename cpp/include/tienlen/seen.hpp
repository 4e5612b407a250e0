// What the seat to move may go by: its own hand and what lies open. The type holds no other card, so nothing that is
// given a `Seen` can look at one.
#pragma once

#include <array>
#include <cstdint>

#include "tienlen/state.hpp"

namespace tienlen {

struct Seen {
    CardSet hand{};
    Play table{};                                    // the pass when the seat leads
    CardSet played{};                                // all cards played so far
    std::array<std::uint8_t, MAX_PLAYERS> counts{};  // cards in each hand
    std::uint8_t players = 0;
    Seat seat = 0;
    Seat owner = NO_SEAT;
    SeatSet in_play = 0;
    SeatSet benched = 0;
    SeatSet lead_passed = 0;
    std::uint16_t places = 0xFFFF;  // as in State
    std::uint8_t out = 0;
    std::uint8_t folds = 0;
    Card opening_card = NO_CARD;  // still owed, by `opener`
    Seat opener = NO_SEAT;        // the seat that owes it
    bool led_bomb = false;
    bool may_pass = false;

    [[nodiscard]] constexpr bool leading() const noexcept { return table.is_pass(); }
    [[nodiscard]] constexpr bool opening_elsewhere() const noexcept {
        return opening_card != NO_CARD && opener != seat;
    }
    // Cards that are neither in the hand nor played: the others hold them, or nobody.
    [[nodiscard]] constexpr CardSet unseen() const noexcept { return ~(hand | played); }
    [[nodiscard]] constexpr SeatSet others() const noexcept { return static_cast<SeatSet>(in_play & ~seat_bit(seat)); }
};

// For the seat to move of a hand that is not over; `counts` are the cards in each hand.
[[nodiscard]] TIENLEN_INLINE Seen see(const RuleTables& tables, const State& state,
                                      const std::array<std::uint8_t, MAX_PLAYERS>& counts) noexcept {
    Seen seen;
    seen.hand = state.hand();
    seen.table = state.table;
    seen.played = state.played;
    seen.counts = counts;
    seen.players = state.players;
    seen.seat = state.to_move;
    seen.owner = state.owner;
    seen.in_play = state.in_play;
    seen.benched = state.benched;
    seen.lead_passed = state.lead_passed;
    seen.places = state.places;
    seen.out = state.out;
    seen.folds = state.folds;
    seen.opening_card = state.opening_card;
    seen.opener = state.opening_card == NO_CARD ? NO_SEAT : state.opener();
    seen.led_bomb = state.led_bomb;
    seen.may_pass = !state.leading() || may_pass(tables, state);
    return seen;
}
[[nodiscard]] inline Seen see(const RuleTables& tables, const State& state) noexcept {
    std::array<std::uint8_t, MAX_PLAYERS> counts{};
    for (std::size_t s = 0; s < MAX_PLAYERS; ++s) counts[s] = static_cast<std::uint8_t>(state.hands[s].size());
    return see(tables, state, counts);
}

// A decision as everybody saw it: what lay open, without the hand, and what was played.
struct Observation {
    Seen seen{};  // seen.hand is empty
    Play play{};
};

[[nodiscard]] inline Observation observe(const Seen& seen, Play play) noexcept {
    Observation observation{seen, play};
    observation.seen.hand = {};
    return observation;
}

// The state that a `Seen` and hands for the others make; the hands must fit.
[[nodiscard]] inline State with_hands(const Seen& seen, const std::array<CardSet, MAX_PLAYERS>& hands) noexcept {
    State state;
    state.hands = hands;
    state.hands[seen.seat] = seen.hand;
    state.table = seen.table;
    state.played = seen.played;
    state.places = seen.places;
    state.out = seen.out;
    state.folds = seen.folds;
    state.players = seen.players;
    state.to_move = seen.seat;
    state.owner = seen.owner;
    state.in_play = seen.in_play;
    state.benched = seen.benched;
    state.lead_passed = seen.lead_passed;
    state.opening_card = seen.opening_card;
    state.led_bomb = seen.led_bomb;
    return state;
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
