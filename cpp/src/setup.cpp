// Setting up a hand: the deal, any hands, trades before the first play.
#include <array>
#include <string>
#include <utility>

#include "tienlen/notation.hpp"
#include "tienlen/state.hpp"
#include "tienlen/turn.hpp"

namespace tienlen {

bool has_spare(const RuleTables& tables, int players) noexcept {
    return tables.rules().spare_to_leader && players * tables.rules().hand_size + 1 == CARDS;
}

namespace {

// Decides the leader by the lowest card, which he owes from then on.
void open_with_lowest_card(State& state) noexcept {
    state.opening_card = state.held().lowest();
    state.to_move = state.opener();
}

// The first seat in turn order from the leader that was dealt an instant win; NO_SEAT if none was. Only whole deals are
// looked at: a position set up by hand with other sizes is just a position.
Seat instant_winner(const RuleTables& tables, const State& state) noexcept {
    if (tables.rules().instant_wins == 0) return NO_SEAT;
    SeatSet holders = 0;
    for (Seat s = 0; s < state.players; ++s) {
        if (state.hands[s].size() != tables.rules().hand_size) return NO_SEAT;
        if (tables.instant_wins(state.hands[s]) != 0) holders |= seat_bit(s);
    }
    if ((holders & seat_bit(state.to_move)) != 0) return state.to_move;
    return turn::next_of(state.players, state.to_move, holders);
}

void end_with_instant_win(State& state, Seat winner) noexcept {
    state.places = static_cast<std::uint16_t>((state.places & ~0xFU) | winner);
    state.out = 1;
    state.opening_card = NO_CARD;
    state.to_move = 0;
    state.over = true;
    state.instant_win = true;
}

void give_spare(State& state, Card spare) noexcept {
    state.spare = spare;
    state.hands[state.to_move] |= CardSet::of(spare);
}

}  // namespace

State start_hand(const RuleTables& tables, const std::array<CardSet, MAX_PLAYERS>& hands, int players, Seat leader,
                 Card spare) noexcept {
    State state;
    state.hands = hands;
    state.players = static_cast<std::uint8_t>(players);
    state.in_play = static_cast<SeatSet>((1U << players) - 1);
    if (leader == NO_SEAT) {
        open_with_lowest_card(state);
    } else {
        state.to_move = leader;
    }
    const Seat winner = instant_winner(tables, state);
    if (spare != NO_CARD) give_spare(state, spare);
    if (winner != NO_SEAT) end_with_instant_win(state, winner);
    return state;
}

State deal(const RuleTables& tables, int players, Rng& rng, Seat leader) noexcept {
    return deal<Portable>(tables, players, rng, leader);
}

State from_hands(const RuleTables& tables, const std::array<CardSet, MAX_PLAYERS>& hands, int players, Seat leader,
                 Card spare) {
    CardSet seen;
    for (int s = 0; s < players; ++s) {
        const CardSet hand = hands[static_cast<std::size_t>(s)];
        if (hand.empty())
            throw PositionError("seat " + std::to_string(s) + " has no cards: each hand needs one at least");
        if (seen.meets(hand)) {
            throw PositionError("seat " + std::to_string(s) + " holds " + to_text(seen & hand) +
                                ", which another seat holds too");
        }
        seen |= hand;
    }
    if (leader != NO_SEAT && leader >= players) {
        throw PositionError("leader " + std::to_string(leader) + " is no seat: expected 0 to " +
                            std::to_string(players - 1));
    }
    if (spare != NO_CARD) {
        if (!has_spare(tables, players)) {
            throw PositionError("spare card: only 3 players with hand_size = 17 and spare_card = \"leader\" have one");
        }
        if (seen.contains(spare)) throw PositionError("spare card " + card_text(spare) + " is in a hand already");
    }
    return start_hand(tables, hands, players, leader, spare);
}

void trade(const RuleTables& tables, State& state, Seat a, CardSet from_a, Seat b, CardSet from_b) {
    const auto refuse = [](const std::string& why) { throw IllegalActionError("trade refused: " + why); };
    if (!tables.rules().trading) refuse("these rules know no trading (trading = false)");
    if (state.over) refuse("the hand is over");
    if (!state.played.empty() || state.lead_passed != 0 || state.folds != 0)
        refuse("trading ends with the first play, pass or fold");
    if (a == b) refuse("seat " + std::to_string(a) + " cannot trade with itself");
    for (const Seat seat : {a, b}) {
        if ((state.in_play & seat_bit(seat)) == 0) refuse("seat " + std::to_string(seat) + " is not in play");
    }
    if (from_a.empty() || from_a.size() != from_b.size()) {
        refuse("both sides give the same number of cards, one at least; got " + std::to_string(from_a.size()) +
               " and " + std::to_string(from_b.size()));
    }
    // The spare card follows whoever will lead, so it takes no part in a trade.
    const CardSet spare = state.spare == NO_CARD ? CardSet{} : CardSet::of(state.spare);
    for (const auto& [seat, given] : {std::pair{a, from_a}, std::pair{b, from_b}}) {
        const CardSet missing = given - (state.hands[seat] - spare);
        if (!missing.empty())
            refuse("seat " + std::to_string(seat) + " does not hold " + to_text(missing) + " to give");
    }
    for (CardSet& hand : state.hands) hand -= spare;
    state.hands[a] = (state.hands[a] - from_a) | from_b;
    state.hands[b] = (state.hands[b] - from_b) | from_a;
    if (state.opening_card != NO_CARD) open_with_lowest_card(state);
    if (!spare.empty()) give_spare(state, state.spare);
}

}  // namespace tienlen
