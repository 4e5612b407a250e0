// One hand in progress: whose turn it is, what lies on the table, who may still answer, who has gone out.
//
// `State` is plain data in one cache line. It does not know its rules: every function takes the tables that were
// compiled from them. Functions come as check (why not), apply (unchecked), and the small queries between.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "tienlen/dealing.hpp"
#include "tienlen/errors.hpp"
#include "tienlen/rng.hpp"
#include "tienlen/rules.hpp"

namespace tienlen {

using Seat = std::uint8_t;
using SeatSet = std::uint8_t;  // bit s: seat s
inline constexpr Seat NO_SEAT = 0xF;

[[nodiscard]] constexpr SeatSet seat_bit(int seat) noexcept { return static_cast<SeatSet>(1U << seat); }

struct State {
    std::array<CardSet, MAX_PLAYERS> hands{};
    Play table{};      // the play to beat; the pass when the table is empty
    CardSet played{};  // all cards played so far, face up
    // Nibble p: the seat that took place p, NO_SEAT while it is open. Seats that go out fill it from the first place
    // down, seats that fold from the last place up.
    std::uint16_t places = 0xFFFF;
    std::uint8_t out = 0;    // how many places are given from the top
    std::uint8_t folds = 0;  // … and from the bottom
    std::uint8_t players = 0;
    Seat to_move = 0;
    Seat owner = NO_SEAT;         // of the play on the table
    SeatSet in_play = 0;          // neither gone out nor folded
    SeatSet benched = 0;          // passed over a play of this trick
    SeatSet lead_passed = 0;      // passed over this empty table
    Card opening_card = NO_CARD;  // still owed by its holder
    Card spare = NO_CARD;         // given to the leader after the deal
    bool led_bomb = false;        // a quad or double sequence was led where those are no bombs (Rules::led_bombs)
    bool over = false;
    bool instant_win = false;
    std::uint8_t reserved = 0;

    [[nodiscard]] constexpr CardSet hand() const noexcept { return hands[to_move]; }
    [[nodiscard]] constexpr bool leading() const noexcept { return table.is_pass(); }
    [[nodiscard]] constexpr Seat place(int p) const noexcept { return static_cast<Seat>(places >> (4 * p) & 0xF); }
    // The seat that owes the opening card, NO_SEAT if none does.
    [[nodiscard]] constexpr Seat opener() const noexcept {
        for (Seat s = 0; opening_card != NO_CARD && s < players; ++s) {
            if (hands[s].contains(opening_card)) return s;
        }
        return NO_SEAT;
    }
    [[nodiscard]] constexpr CardSet held() const noexcept { return hands[0] | hands[1] | hands[2] | hands[3]; }
    [[nodiscard]] bool operator==(const State&) const noexcept = default;
};
static_assert(std::is_trivially_copyable_v<State>);
static_assert(sizeof(State) == 64, "one cache line");

// What a play by the seat to move is measured by.
struct Demand {
    ClassSet chops = 0;     // classes that beat the table whatever their top card
    bool ordinary = false;  // whether the same kind and size with a higher top will do
    bool benched = false;   // only quads and double sequences, since the seat is benched
};

// --- setting up ---------------------------------------------------------------------------------------------------

// Whether one card is left over in the deal and goes to the leader.
[[nodiscard]] bool has_spare(const RuleTables& tables, int players) noexcept;

// A hand as dealt. The leader is decided by the lowest card dealt, which he then owes, unless `leader` names a seat.
[[nodiscard]] State start_hand(const RuleTables& tables, const std::array<CardSet, MAX_PLAYERS>& hands, int players,
                               Seat leader, Card spare) noexcept;

// Deals a hand by the draws of dealing.hpp, and starts it.
template <typename Isa>
[[nodiscard]] TIENLEN_INLINE State deal(const RuleTables& tables, int players, Rng& rng,
                                        Seat leader = NO_SEAT) noexcept {
    const auto hands = deal_hands<Isa>(players, tables.rules().hand_size, rng);
    const CardSet left = ~(hands[0] | hands[1] | hands[2] | hands[3]);
    return start_hand(tables, hands, players, leader, has_spare(tables, players) ? left.lowest() : NO_CARD);
}
[[nodiscard]] State deal(const RuleTables& tables, int players, Rng& rng, Seat leader = NO_SEAT) noexcept;

// Any hands. Checks instant wins only when every hand has the size of a deal. Throws PositionError.
[[nodiscard]] State from_hands(const RuleTables& tables, const std::array<CardSet, MAX_PLAYERS>& hands, int players,
                               Seat leader = NO_SEAT, Card spare = NO_CARD);

// Refuses what could never arise; used by everything that reads a position from outside. Throws PositionError.
void validate(const RuleTables& tables, const State& state);

// --- asking ---------------------------------------------------------------------------------------------------------

// The opening card is owed by another seat than the one to move, which can therefore only pass.
[[nodiscard]] bool opening_owed_by_other(const State& state) noexcept;
// The seat to move leads and may not pass.
[[nodiscard]] bool must_lead(const RuleTables& tables, const State& state) noexcept;
[[nodiscard]] bool may_pass(const RuleTables& tables, const State& state) noexcept;
// Not for an empty table.
[[nodiscard]] Demand demand(const RuleTables& tables, const State& state) noexcept;

// Why the seat to move may not pass, or make this play; Reason::None if it may.
[[nodiscard]] Reason check_pass(const RuleTables& tables, const State& state) noexcept;
[[nodiscard]] Reason check_cards(const RuleTables& tables, const State& state, CardSet cards) noexcept;

// What helps a person understand a reason: the card to beat, owed or missing, and the size wanted.
struct Detail {
    Card card = NO_CARD;
    int size = 0;  // cards; pairs where a double sequence is wanted
};
[[nodiscard]] Detail detail(const State& state, Reason reason, CardSet cards) noexcept;

// --- acting -----------------------------------------------------------------------------------------------------------

// A legal play or pass of the seat to move; anything else is undefined.
void apply(const RuleTables& tables, State& state, Play play) noexcept;
// A seat in play quits and takes the worst place still free. The hand must not be over.
void fold(const RuleTables& tables, State& state, Seat seat) noexcept;
// Swaps cards before the first play. Throws IllegalActionError and changes nothing if that is not allowed.
void trade(const RuleTables& tables, State& state, Seat a, CardSet from_a, Seat b, CardSet from_b);

// --- results ----------------------------------------------------------------------------------------------------------

// Points of a seat in a hand that is over.
[[nodiscard]] int points(const RuleTables& tables, const State& state, Seat seat) noexcept;
// The place of a seat, 0 = first, or -1 while it has none.
[[nodiscard]] int place_of(const State& state, Seat seat) noexcept;
// What a seat was dealt: its hand without the spare card, before anything has been played.
[[nodiscard]] CardSet dealt_hand(const State& state, Seat seat) noexcept;
// The instant wins a seat was dealt, bit w: InstantWin w.
[[nodiscard]] std::uint8_t dealt_instant_wins(const RuleTables& tables, const State& state, Seat seat) noexcept;

}  // namespace tienlen
