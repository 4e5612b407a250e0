#include "tienlen/view.hpp"

namespace tienlen {

namespace {

// What the opening card tells. It was the lowest card dealt, so all lower ones lie with nobody; where nothing stays
// undealt, a lower one can only be the spare card, which its holder got.
void learn_from_opening(const State& start, View& view) noexcept {
    const Card opening = start.opening_card;
    if (opening == NO_CARD) return;
    view.opened_with = opening;
    const Seat opener = start.opener();
    const CardSet lower{(Mask{1} << opening) - 1};
    CardSet of_opener = CardSet::of(opening);
    if (start.spare == NO_CARD) {
        view.absent = lower;
    } else if (start.held().size() == CARDS && !lower.empty()) {
        of_opener |= lower;
        view.spare = lower.lowest();
    }
    if (opener != view.seat) view.known[opener] |= of_opener - view.played;
}

// Who got a spare card follows from who was to lead when nothing had happened yet.
Seat spare_holder(const State& start) noexcept {
    if (start.spare == NO_CARD) return NO_SEAT;
    if (start.opening_card != NO_CARD) return start.opener();
    if (!start.played.empty() || start.folds != 0 || start.over || start.lead_passed != 0) return NO_SEAT;
    return start.to_move;
}

// Whether everybody knows that no hand was dealt an instant win: the hand began with whole hands and went on.
bool deal_went_on(const RuleTables& tables, const State& start, Seat spare_seat) noexcept {
    const Rules& rules = tables.rules();
    if (rules.instant_wins == 0 || rules.trading || start.instant_win || !start.played.empty() || start.folds != 0)
        return false;
    for (Seat s = 0; s < start.players; ++s) {
        if (start.hands[s].size() - (s == spare_seat ? 1 : 0) != rules.hand_size) return false;
    }
    return true;
}

}  // namespace

PublicPly public_ply(const State& before, Play play) noexcept {
    const bool benched = (before.benched & seat_bit(before.to_move)) != 0;
    return {play, before.table, before.to_move, false, benched, before.led_bomb};
}

PublicPly public_fold(const State& before, Seat seat) noexcept {
    const bool benched = (before.benched & seat_bit(seat)) != 0;
    return {PASS, before.table, seat, true, benched, before.led_bomb};
}

View view_of(const RuleTables& tables, const State& start, std::span<const PublicPly> plies, const State& now,
             Seat seat) noexcept {
    View view;
    view.hand = now.hands[seat];
    view.played = now.played;
    for (const PublicPly& ply : plies) view.played_by[ply.seat] |= ply.play.cards();
    view.table = now.table;
    for (Seat s = 0; s < now.players; ++s) {
        view.counts[s] = static_cast<std::uint8_t>(now.hands[s].size());
        if (now.instant_win) view.instant_wins[s] = dealt_instant_wins(tables, now, s);
    }
    view.places = now.places;
    view.out = now.out;
    view.folds = now.folds;
    view.players = now.players;
    view.to_move = now.to_move;
    view.owner = now.owner;
    view.in_play = now.in_play;
    view.benched = now.benched;
    view.lead_passed = now.lead_passed;
    view.opening_card = now.opening_card;
    view.led_bomb = now.led_bomb;
    view.over = now.over;
    view.instant_win = now.instant_win;
    view.seat = seat;
    view.spare_seat = spare_holder(start);
    if (view.spare_seat == seat) view.spare = start.spare;
    learn_from_opening(start, view);
    view.no_instant_win = deal_went_on(tables, start, view.spare_seat);
    return view;
}

View view_of(const RuleTables& tables, const State& now, Seat seat) noexcept {
    return view_of(tables, now, {}, now, seat);
}

State known_state(const View& view) noexcept {
    State state;
    state.hands = view.known;
    state.hands[view.seat] = view.hand;
    state.table = view.table;
    state.played = view.played;
    state.places = view.places;
    state.out = view.out;
    state.folds = view.folds;
    state.players = view.players;
    state.to_move = view.to_move;
    state.owner = view.owner;
    state.in_play = view.in_play;
    state.benched = view.benched;
    state.lead_passed = view.lead_passed;
    state.opening_card = view.opening_card;
    state.spare = view.spare;
    state.led_bomb = view.led_bomb;
    state.over = view.over;
    state.instant_win = view.instant_win;
    return state;
}

}  // namespace tienlen
