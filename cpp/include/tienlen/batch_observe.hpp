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

#include <array>
#include <cstddef>
#include <cstdint>

#include "tienlen/batch.hpp"
#include "tienlen/bits.hpp"
#include "tienlen/state.hpp"

namespace tienlen::batch {

inline constexpr int SEAT_CELLS = CARDS / MAX_PLAYERS;
inline constexpr int COUNT_CELLS = 10;

// COUNT_BITS[n]: n cards, one bit each, ten at most.
consteval std::array<std::uint16_t, CARDS + 1> make_count_bits() {
    std::array<std::uint16_t, CARDS + 1> table{};
    for (std::size_t n = 1; n <= CARDS; ++n) {
        table[n] = static_cast<std::uint16_t>((1U << (n < COUNT_CELLS ? n : COUNT_CELLS)) - 1);
    }
    return table;
}
inline constexpr auto COUNT_BITS = make_count_bits();

// SEAT_BITS[seats]: the first cell of each of these seats.
consteval std::array<Mask, 1 << MAX_PLAYERS> make_seat_bits() {
    std::array<Mask, 1 << MAX_PLAYERS> table{};
    for (std::size_t seats = 0; seats < table.size(); ++seats) {
        for (int s = 0; s < MAX_PLAYERS; ++s) table[seats] |= static_cast<Mask>(seats >> s & 1) << (SEAT_CELLS * s);
    }
    return table;
}
inline constexpr auto SEAT_BITS = make_seat_bits();

template <typename Isa>
[[nodiscard]] TIENLEN_INLINE Mask seat_plane(const State& state, Seat observer) noexcept {
    Mask plane = 0;
    for (std::size_t s = 0; s < MAX_PLAYERS; ++s) {
        const auto held = static_cast<std::size_t>(Isa::popcount(state.hands[s].mask()));
        plane |= Mask{COUNT_BITS[held]} << (SEAT_CELLS * static_cast<int>(s));
    }
    constexpr Mask COUNTS = (Mask{1} << COUNT_CELLS) - 1;
    plane &= SEAT_BITS[state.in_play] * COUNTS;  // the cards of a seat that folded are out
    const auto passed = static_cast<unsigned>(state.benched | state.lead_passed);
    const unsigned mover = (state.over ? 0U : 1U) << state.to_move;
    const unsigned owner = 1U << state.owner & 0xF;  // none for NO_SEAT
    plane |= SEAT_BITS[passed] << 10 | SEAT_BITS[owner] << 11 | SEAT_BITS[mover] << 12;
    // Turned so that the observer comes first.
    const int turn = SEAT_CELLS * observer, all = SEAT_CELLS * state.players;
    return (plane >> turn | plane << (all - turn)) & ((Mask{1} << all) - 1);
}

template <typename Isa>
TIENLEN_INLINE void observe(const State& state, Seat observer, std::uint8_t* out) noexcept {
    const Mask hand = state.hands[observer].mask(), table = state.table.cards().mask();
    const Mask played = state.played.mask(), seats = seat_plane<Isa>(state, observer);
    // The 208 bits in a row, 16 at a time.
    Isa::expand(hand | table << 52, 64, out);
    Isa::expand(table >> 12 | played << 40, 64, out + 64);
    Isa::expand(played >> 24 | seats << 28, 64, out + 128);
    Isa::expand(seats >> 36, 16, out + 192);
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
