// Hands played to the end by a policy, as fast as it can be done: each hand's reading is kept and only made anew when
// the hand changes.
#pragma once

#include "tienlen/policy_kernels.hpp"

namespace tienlen {

// Where rollouts start from: a position with all hands known, read once.
struct Position {
    State state{};
    std::array<std::uint8_t, MAX_PLAYERS> counts{};
    std::array<HandGroups, MAX_PLAYERS> groups{};

    Position() = default;
    Position(const GroupTable& table, const State& start) noexcept : state(start) {
        for (std::size_t s = 0; s < start.players; ++s) {
            groups[s].read(table, start.hands[s]);
            counts[s] = static_cast<std::uint8_t>(start.hands[s].size());
        }
    }
    TIENLEN_INLINE void play(const RuleTables& tables, const GroupTable& table, Play play) noexcept {
        const Seat seat = state.to_move;
        apply(tables, state, play);
        if (play.is_pass()) return;
        groups[seat].remove(table, play.cards());
        const int cards = play.kind() == Kind::DoubleSequence ? 2 * play.size() : play.size();
        counts[seat] = static_cast<std::uint8_t>(counts[seat] - cards);
    }
    // Nothing in the hand can beat the table, as far as one look tells.
    [[nodiscard]] TIENLEN_INLINE bool hopeless(const RuleTables& tables) const noexcept {
        return !state.leading() && (state.hand().mask() & above(state.table.top())) == 0 &&
               tables.chops(state.table.play_class()) == 0;
    }
};

// Plays on by `choose(seen, groups)` until `seat` has its place or the hand is over. Returns the place, 0 = first.
template <typename Choose>
TIENLEN_INLINE int play_out(const RuleTables& tables, const GroupTable& table, Position& position, Seat seat,
                            Choose choose) {
    State& state = position.state;
    while (!state.over && (state.in_play & seat_bit(seat)) != 0) {
        if (position.hopeless(tables)) {
            apply(tables, state, PASS);
            continue;
        }
        const Seen seen = see(tables, state, position.counts);
        position.play(tables, table, choose(seen, position.groups[state.to_move]));
    }
    const int place = place_of(state, seat);
    return place < 0 ? state.players - 1 : place;
}

}  // namespace tienlen
