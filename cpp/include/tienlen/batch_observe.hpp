// An observation: four planes of 52 bytes, each 0 or 1, of what one seat knows.
//
//   plane 0   the cards in the seat's hand
//   plane 1   the play on the table
//   plane 2   all cards played so far, face up
//   plane 3   13 bytes for each seat, the observer first and on round the table:
//             0 … 9   in play and holds more than 0 … 9 cards (the tenth: ten or more)
//             10      has passed: over a play of this trick, or over this empty table
//             11      owns the play on the table
//             12      is to move
//
// Nothing of another seat's cards but their number goes in: the planes are made from the observer's hand, the open cards
// and public facts.
#pragma once

#include <cstdint>
#include <cstring>

#include "tienlen/batch.hpp"
#include "tienlen/bits.hpp"
#include "tienlen/state.hpp"

namespace tienlen::batch {

inline constexpr int SEAT_CELLS = CARDS / MAX_PLAYERS;
inline constexpr int COUNT_CELLS = 10;

template <typename Isa>
[[nodiscard]] TIENLEN_INLINE Mask seat_plane(const State& state, Seat observer) noexcept {
    Mask plane = 0;
    Seat seat = observer;
    const auto passed = static_cast<SeatSet>(state.benched | state.lead_passed);
    const SeatSet mover = state.over ? SeatSet{0} : seat_bit(state.to_move);
    for (int relative = 0; relative < state.players; ++relative) {
        const int held = Isa::popcount(state.hands[seat].mask());
        const int counted = (state.in_play >> seat & 1) == 0 ? 0 : held < COUNT_CELLS ? held : COUNT_CELLS;
        Mask cells = (Mask{1} << counted) - 1;
        cells |= static_cast<Mask>(passed >> seat & 1) << 10;
        cells |= static_cast<Mask>(state.owner == seat) << 11;
        cells |= static_cast<Mask>(mover >> seat & 1) << 12;
        plane |= cells << (SEAT_CELLS * relative);
        seat = static_cast<Seat>(seat + 1 == state.players ? 0 : seat + 1);
    }
    return plane;
}

template <typename Isa>
TIENLEN_INLINE void observe(const State& state, Seat observer, std::uint8_t* out) noexcept {
    const Mask hand = state.hands[observer].mask(), table = state.table.cards().mask();
    const Mask played = state.played.mask(), seats = seat_plane<Isa>(state, observer);
    // The 208 bits in a row, 16 at a time.
    expand_bits(hand | table << 52, 64, out);
    expand_bits(table >> 12 | played << 40, 64, out + 64);
    expand_bits(played >> 24 | seats << 28, 64, out + 128);
    expand_bits(seats >> 36, 16, out + 192);
}

template <typename Isa>
TIENLEN_INLINE void observe_range(const State* states, const std::uint8_t* seats, std::size_t first, std::size_t last,
                                  std::uint8_t* out) noexcept {
    for (std::size_t i = first; i < last; ++i) {
        const Seat observer = seats != nullptr ? seats[i] : states[i].to_move;
        observe<Isa>(states[i], observer, out + i * OBSERVATION_SIZE);
    }
}

}  // namespace tienlen::batch
