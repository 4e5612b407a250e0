// Whose turn it is next: circles around the table as look-ups.
#pragma once

#include <array>
#include <cstdint>

#include "tienlen/state.hpp"

namespace tienlen::turn {

// next_in[players][seat][seats]: the first of `seats` after `seat`, going round; `seat` itself comes last.
using NextTable = std::array<std::array<std::array<Seat, 1 << MAX_PLAYERS>, MAX_PLAYERS>, MAX_PLAYERS + 1>;

consteval NextTable make_next_table() {
    NextTable table{};
    for (int players = 1; players <= MAX_PLAYERS; ++players) {
        for (int seat = 0; seat < players; ++seat) {
            for (unsigned seats = 0; seats < 1U << MAX_PLAYERS; ++seats) {
                Seat& next = table[static_cast<std::size_t>(players)][static_cast<std::size_t>(seat)][seats];
                next = NO_SEAT;
                for (int step = players; step >= 1; --step) {
                    const int candidate = (seat + step) % players;
                    if ((seats >> candidate & 1) != 0) next = static_cast<Seat>(candidate);
                }
            }
        }
    }
    return table;
}

inline constexpr NextTable NEXT = make_next_table();

[[nodiscard]] constexpr Seat next_of(int players, Seat seat, SeatSet seats) noexcept {
    return NEXT[static_cast<std::size_t>(players)][seat][seats & 0xF];
}

// The next seat to be asked about the play on the table, after `seat`, which has just played, answered or folded;
// NO_SEAT when everybody has been asked. The circle ends at the owner, whether or not he is still in play.
[[nodiscard]] constexpr Seat next_to_ask(int players, Seat owner, Seat seat, SeatSet may_answer) noexcept {
    const Seat next = next_of(players, seat, static_cast<SeatSet>(may_answer | seat_bit(owner)));
    return next == owner ? NO_SEAT : next;
}

}  // namespace tienlen::turn
