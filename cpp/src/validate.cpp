// What a position must satisfy to have come about by play.
#include <string>

#include "tienlen/classify.hpp"
#include "tienlen/notation.hpp"
#include "tienlen/state.hpp"
#include "tienlen/turn.hpp"

namespace tienlen {

namespace {

[[noreturn]] void refuse(const std::string& why) { throw PositionError("position: " + why); }

std::string seat_text(int seat) { return "seat " + std::to_string(seat); }

// The other seats in play, from the one before `seat` backwards.
template <typename Visit>
void for_each_before(const State& state, Seat seat, Visit visit) {
    for (int step = 1; step < state.players; ++step) {
        const auto before = static_cast<Seat>((seat + state.players - step) % state.players);
        if ((state.in_play & seat_bit(before)) != 0) visit(before);
    }
}

void validate_cards(const RuleTables& tables, const State& state) {
    for (Seat s = 0; s < state.players; ++s) {
        const CardSet hand = state.hands[s];
        const CardSet twice = hand & state.played;
        if (!twice.empty()) refuse(seat_text(s) + " holds " + to_text(twice) + ", which has been played");
        const int place = place_of(state, s);
        const bool went_out = place >= 0 && place < state.out && (state.in_play & seat_bit(s)) == 0;
        if (went_out && !hand.empty()) refuse(seat_text(s) + " went out but holds " + to_text(hand));
        if (!went_out && hand.empty()) refuse(seat_text(s) + " has no cards but did not go out");
    }
    if (state.spare == NO_CARD) return;
    if (!has_spare(tables, state.players)) {
        refuse("a spare card is given only with 3 hands of 17, if the rules give it to the leader");
    }
    if (!(state.held() | state.played).contains(state.spare)) {
        refuse("the spare card " + card_text(state.spare) + " is neither held nor played");
    }
}

// The seats between the owner and the seat to move have been asked already: those in play passed.
void validate_circle(const State& state) {
    for (Seat s = turn::next_of(state.players, state.owner, 0xF); s != state.to_move;
         s = turn::next_of(state.players, s, static_cast<SeatSet>((1U << state.players) - 1))) {
        if ((state.in_play & ~state.benched & seat_bit(s)) != 0) {
            refuse(seat_text(s) + " was to be asked before " + seat_text(state.to_move) + " and has not passed");
        }
    }
}

void validate_trick(const RuleTables& tables, const State& state) {
    const PlayClass table = state.table.play_class();
    if (!state.played.contains(state.table.cards()))
        refuse("the table " + to_text(state.table) + " is not among the cards played");
    if (state.opening_card != NO_CARD) refuse("the opening card is owed only until the first play");
    if (state.lead_passed != 0) refuse("passes over an empty table end with the first play of a trick");
    if (state.led_bomb && (tables.rules().led_bombs || !state.table.is_bomb())) {
        refuse("'led' is for quads and double sequences where those are led as ordinary plays (led_bombs = false)");
    }
    const bool may_chop = tables.rules().benched_may_chop != BenchedMayChop::Never;
    if ((state.benched & seat_bit(state.owner)) != 0 && !(may_chop && state.table.is_bomb())) {
        refuse(seat_text(state.owner) + " has passed and cannot own this table");
    }
    if (state.over) return;
    if (state.owner == state.to_move) refuse(seat_text(state.owner) + " owns the table and cannot be asked to beat it");
    if ((state.benched & seat_bit(state.to_move)) != 0 && !tables.asks_benched(table)) {
        refuse(seat_text(state.to_move) + " has passed and is not asked about " + to_text(state.table));
    }
    validate_circle(state);
}

// Those who passed instead of leading come right before the seat to move; it is one of them once the circle is full.
void validate_lead_passes(const State& state) {
    bool gap = false;
    for_each_before(state, state.to_move, [&](Seat seat) {
        const bool passed = (state.lead_passed & seat_bit(seat)) != 0;
        if (passed && gap) refuse("passes over an empty table come in turn order, up to the seat to move");
        gap = gap || !passed;
    });
    if (gap && (state.lead_passed & seat_bit(state.to_move)) != 0) {
        refuse(seat_text(state.to_move) + " leads or passes again only after a full circle of passes");
    }
}

void validate_debt(const State& state) {
    if (!state.played.empty()) refuse("the opening card is owed only until the first play");
    const Seat opener = state.opener();
    if (opener == NO_SEAT || (state.in_play & seat_bit(opener)) == 0) {
        refuse("the opening card " + card_text(state.opening_card) + " is in the hand of no seat in play");
    }
    CardSet dealt;
    for (Seat s = 0; s < state.players; ++s) dealt |= dealt_hand(state, s);
    if (dealt.lowest() != state.opening_card) {
        refuse("the opening card is the lowest card dealt, " + card_text(dealt.lowest()) + ", not " +
               card_text(state.opening_card));
    }
    if (state.spare != NO_CARD && !state.hands[opener].contains(state.spare)) {
        refuse("the spare card " + card_text(state.spare) + " goes to the leader, " + seat_text(opener));
    }
}

void validate_lead(const State& state) {
    if (state.led_bomb) refuse("'led' needs a table");
    if (state.benched != 0) refuse("nobody has passed over an empty table's play; such passes are 'lead-passed'");
    if (state.over) {
        if (state.lead_passed != 0) refuse("passes over an empty table are forgotten when the hand is over");
        if (state.opening_card != NO_CARD) refuse("no card is owed when the hand is over");
        return;
    }
    validate_lead_passes(state);
    if (state.opening_card != NO_CARD) validate_debt(state);
}

void validate_instant_win(const RuleTables& tables, const State& state) {
    if (!state.played.empty()) refuse("an instant win ends the hand before the first play");
    for (Seat s = 0; s < state.players; ++s) {
        if (dealt_hand(state, s).size() != tables.rules().hand_size) {
            refuse("an instant win needs full hands; " + seat_text(s) + " was not dealt " +
                   std::to_string(tables.rules().hand_size) + " cards");
        }
    }
    const Seat winner = state.place(0);
    if (dealt_instant_wins(tables, state, winner) == 0) {
        refuse(seat_text(winner) + " does not hold an instant win of these rules");
    }
}

}  // namespace

void validate(const RuleTables& tables, const State& state) {
    validate_cards(tables, state);
    const int went_out = state.over ? state.out - 1 : state.out;
    if (went_out > state.played.size()) refuse("more seats went out than cards were played");
    const auto outside = static_cast<SeatSet>(~state.in_play);
    if ((state.benched & outside) != 0) refuse("a seat that is not in play has no pass to remember");
    if ((state.lead_passed & outside) != 0) refuse("a seat that is not in play has no pass to remember");
    if (!state.over && (state.in_play & seat_bit(state.to_move)) == 0) {
        refuse(seat_text(state.to_move) + " is to move but not in play");
    }
    if (state.leading()) {
        validate_lead(state);
    } else {
        validate_trick(tables, state);
    }
    if (state.instant_win) validate_instant_win(tables, state);
}

}  // namespace tienlen
