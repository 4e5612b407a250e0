#include "tienlen/state.hpp"

#include "tienlen/classify.hpp"
#include "tienlen/turn.hpp"

namespace tienlen {

namespace {

void give_place(State& state, Seat seat, int place) noexcept {
    const int shift = 4 * place;
    state.places = static_cast<std::uint16_t>((state.places & ~(0xFU << shift)) | static_cast<unsigned>(seat) << shift);
}

void leave(State& state, Seat seat) noexcept {
    const auto others = static_cast<SeatSet>(~seat_bit(seat));
    state.in_play &= others;
    state.benched &= others;
    state.lead_passed &= others;
}

// One seat is left in play: it takes the next place.
bool end_if_one_is_left(State& state) noexcept {
    if (std::popcount(state.in_play) != 1) return false;
    give_place(state, static_cast<Seat>(std::countr_zero(state.in_play)), state.out++);
    state.over = true;
    // Nobody's turn and nothing owed: equal positions have equal bytes. What lies on the table stays to be seen.
    state.to_move = 0;
    state.opening_card = NO_CARD;
    state.lead_passed = 0;
    return true;
}

void clear_trick(State& state) noexcept {
    const Seat owner = state.owner;
    state.to_move = (state.in_play & seat_bit(owner)) != 0 ? owner : turn::next_of(state.players, owner, state.in_play);
    state.table = PASS;
    state.owner = NO_SEAT;
    state.benched = 0;
    state.led_bomb = false;
}

void ask_next(const RuleTables& tables, State& state, Seat after) noexcept {
    const bool ask_benched = tables.asks_benched(state.table.play_class());
    const auto may_answer = static_cast<SeatSet>(ask_benched ? state.in_play : state.in_play & ~state.benched);
    const Seat next = turn::next_to_ask(state.players, state.owner, after, may_answer);
    if (next == NO_SEAT) {
        clear_trick(state);
    } else {
        state.to_move = next;
    }
}

void pass(const RuleTables& tables, State& state) noexcept {
    const Seat seat = state.to_move;
    if (state.leading()) {
        state.lead_passed |= seat_bit(seat);
        state.to_move = turn::next_of(state.players, seat, state.in_play);
    } else {
        state.benched |= seat_bit(seat);
        ask_next(tables, state, seat);
    }
}

}  // namespace

bool opening_owed_by_other(const State& state) noexcept {
    return state.opening_card != NO_CARD && !state.hand().contains(state.opening_card);
}

bool must_lead(const RuleTables& tables, const State& state) noexcept {
    if (!state.leading() || opening_owed_by_other(state)) return false;
    return !tables.rules().leader_may_pass || (state.lead_passed & seat_bit(state.to_move)) != 0;
}

bool may_pass(const RuleTables& tables, const State& state) noexcept { return !must_lead(tables, state); }

Demand demand(const RuleTables& tables, const State& state) noexcept {
    Demand demand;
    const PlayClass table = state.table.play_class();
    demand.benched = (state.benched & seat_bit(state.to_move)) != 0;
    demand.chops = state.led_bomb ? 0 : tables.chops(table);
    demand.ordinary = true;
    if (demand.benched) {
        demand.chops &= play_class::BOMBS;
        demand.ordinary = state.table.is_bomb();
    }
    return demand;
}

Reason check_pass(const RuleTables& tables, const State& state) noexcept {
    if (state.over) return Reason::HandOver;
    return may_pass(tables, state) ? Reason::None : Reason::MustLead;
}

Reason check_cards(const RuleTables& tables, const State& state, CardSet cards) noexcept {
    if (state.over) return Reason::HandOver;
    if (cards.empty()) return Reason::EmptyPlay;
    if (!state.hand().contains(cards)) return Reason::NotInHand;
    const auto play = classify(cards, tables.rules().twos_in_sequences);
    if (!play) return Reason::NotACombination;
    if (state.leading()) {
        const bool owed = state.opening_card != NO_CARD && !cards.contains(state.opening_card);
        return owed ? Reason::OpeningCard : Reason::None;
    }
    const bool beats = tables.beats(*play, state.table, state.led_bomb);
    const bool benched = (state.benched & seat_bit(state.to_move)) != 0;
    if (benched) return beats && play->is_bomb() ? Reason::None : Reason::Benched;
    if (beats) return Reason::None;
    if (play->same_shape(state.table)) return Reason::TooLow;
    if (play->kind() == state.table.kind()) return Reason::WrongSize;
    return play->is_bomb() ? Reason::BombDoesNotBeat : Reason::WrongKind;
}

Detail detail(const State& state, Reason reason, CardSet cards) noexcept {
    switch (reason) {
        case Reason::NotInHand: return {(cards - state.hand()).lowest(), 0};
        case Reason::OpeningCard: return {state.opening_card, 0};
        case Reason::WrongSize: return {NO_CARD, state.table.size()};
        case Reason::TooLow: return {state.table.top(), 0};
        default: return {};
    }
}

void apply(const RuleTables& tables, State& state, Play play) noexcept {
    if (play.is_pass()) {
        pass(tables, state);
        return;
    }
    const Seat seat = state.to_move;
    if (state.leading()) state.led_bomb = play.is_bomb() && !tables.rules().led_bombs;
    state.hands[seat] -= play.cards();
    state.played |= play.cards();
    state.table = play;
    state.owner = seat;
    state.opening_card = NO_CARD;
    state.lead_passed = 0;
    if (state.hands[seat].empty()) {
        give_place(state, seat, state.out++);
        leave(state, seat);
        if (end_if_one_is_left(state)) return;
    }
    ask_next(tables, state, seat);
}

void fold(const RuleTables& tables, State& state, Seat seat) noexcept {
    if (state.opener() == seat) state.opening_card = NO_CARD;
    give_place(state, seat, state.players - 1 - state.folds++);
    leave(state, seat);
    if (end_if_one_is_left(state) || seat != state.to_move) return;
    if (state.leading()) {
        state.to_move = turn::next_of(state.players, seat, state.in_play);
    } else {
        ask_next(tables, state, seat);
    }
}

int place_of(const State& state, Seat seat) noexcept {
    for (int p = 0; p < state.players; ++p) {
        if (state.place(p) == seat) return p;
    }
    return -1;
}

int points(const RuleTables& tables, const State& state, Seat seat) noexcept {
    const int place = place_of(state, seat);
    // After an instant win only the winner has a place; the others share the points of the last.
    return tables.points(place < 0 ? state.players - 1 : place, state.players);
}

CardSet dealt_hand(const State& state, Seat seat) noexcept {
    const CardSet hand = state.hands[seat];
    return state.spare == NO_CARD ? hand : hand - CardSet::of(state.spare);
}

std::uint8_t dealt_instant_wins(const RuleTables& tables, const State& state, Seat seat) noexcept {
    return tables.instant_wins(dealt_hand(state, seat));
}

}  // namespace tienlen
