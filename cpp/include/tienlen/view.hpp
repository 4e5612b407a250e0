// What one seat may know of a hand in progress.
//
// A `View` is filled from a list of what is allowed, field by field; it has no place for the cards of other seats, so
// that nothing made from it can tell them. Two positions that differ only in hidden cards give equal views.
//
// Public are: the rules, whose turn it is, the table, who has passed, how many cards each seat holds, all cards played
// and by whom, places, folds and points, the opening card and who owes it, which seats were dealt an instant win (when
// one ended the hand), and all plies since the position was set up. The spare card is given face down: the leader
// alone knows which one it is, unless it follows from the opening card.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "tienlen/state.hpp"

namespace tienlen {

// One ply as everybody at the table saw it.
struct PublicPly {
    Play play{};   // the pass for a pass and for a fold
    Play table{};  // what lay on the table before; the pass if nothing did
    Seat seat = 0;
    bool folded = false;    // the seat quit the hand
    bool benched = false;   // the seat had passed before and was only asked for a chop
    bool led_bomb = false;  // the table was a led quad or double sequence that nothing chops
    [[nodiscard]] bool operator==(const PublicPly&) const noexcept = default;
};

// What the seat to move is about to do, or any seat that quits. `before` is the position before the ply.
[[nodiscard]] PublicPly public_ply(const State& before, Play play) noexcept;
[[nodiscard]] PublicPly public_fold(const State& before, Seat seat) noexcept;

struct View {
    CardSet hand{};                                // own cards
    CardSet played{};                              // all cards played, face up
    CardSet absent{};                              // known to lie with nobody: lower than the opening card
    std::array<CardSet, MAX_PLAYERS> known{};      // cards that other seats are known to hold
    std::array<CardSet, MAX_PLAYERS> played_by{};  // cards that each seat has played since the position was set up
    Play table{};
    std::array<std::uint8_t, MAX_PLAYERS> counts{};        // cards that each seat holds
    std::array<std::uint8_t, MAX_PLAYERS> instant_wins{};  // events of a hand won at the deal, bit w: InstantWin w
    std::uint16_t places = 0xFFFF;                         // this and what follows: as in State
    std::uint8_t out = 0;
    std::uint8_t folds = 0;
    std::uint8_t players = 0;
    Seat to_move = 0;
    Seat owner = NO_SEAT;
    SeatSet in_play = 0;
    SeatSet benched = 0;
    SeatSet lead_passed = 0;
    Card opening_card = NO_CARD;
    bool led_bomb = false;
    bool over = false;
    bool instant_win = false;
    Seat seat = 0;                // whose view it is
    Card spare = NO_CARD;         // if this seat knows it
    Seat spare_seat = NO_SEAT;    // who got a spare card
    Card opened_with = NO_CARD;   // the opening card, owed or paid; NO_CARD if none ever was
    bool no_instant_win = false;  // everybody knows that no whole hand was dealt an instant win

    [[nodiscard]] constexpr bool leading() const noexcept { return table.is_pass(); }
    [[nodiscard]] constexpr bool own_turn() const noexcept { return !over && to_move == seat; }
    // Cards this seat has never seen: held by others or not dealt.
    [[nodiscard]] constexpr CardSet unseen() const noexcept { return ~(hand | played); }
    [[nodiscard]] bool operator==(const View&) const noexcept = default;
};
static_assert(std::is_trivially_copyable_v<View>);

// What `seat` may know of `now`, which came from `start` by `plies`.
[[nodiscard]] View view_of(const RuleTables& tables, const State& start, std::span<const PublicPly> plies,
                           const State& now, Seat seat) noexcept;
// The same of a position without a past.
[[nodiscard]] View view_of(const RuleTables& tables, const State& now, Seat seat) noexcept;

// The position as far as it is known: other hands hold their known cards only. On the own turn everything that asks
// about the seat to move (check_cards, list_legal, …) answers as for the true position; acting on it is undefined.
[[nodiscard]] State known_state(const View& view) noexcept;

// A view, its past included, as one line of text:
//
//   seat 1; 3s +12 | 4d 5h … | +13 | +13; turn 0; owes 3s; then 0 3s, 1 4d, 2 pass, 3 fold
//
// It starts where the past starts: hands as they were then (known cards, and how many others), a position's sections,
// `spare-holder N` where a spare card was given face down, and the plies. `start` is the view of the same seat then.
[[nodiscard]] std::string to_text(const View& start, const View& now, std::span<const PublicPly> plies);
// The present alone.
[[nodiscard]] std::string to_text(const View& view);

struct ViewWithPast {
    View now;
    View start;
    std::vector<PublicPly> plies;
    [[nodiscard]] bool operator==(const ViewWithPast&) const noexcept = default;
};
// Reads and validates: the position, every ply. Throws NotationError or PositionError.
[[nodiscard]] ViewWithPast parse_view(const RuleTables& tables, std::string_view text);

}  // namespace tienlen
