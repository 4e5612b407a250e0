// Playouts: hands played to the end by uniformly random legal plays, and what they add up to.
#pragma once

#include <array>
#include <cstdint>

#include "tienlen/run_control.hpp"
#include "tienlen/state.hpp"

namespace tienlen {

// Sums over hands; integers only, so that any order of adding them up gives the same result.
struct PlayoutCounts {
    std::uint64_t hands = 0;
    std::uint64_t plies = 0;  // passes included; a hand won at the deal has none
    std::uint64_t passes = 0;
    std::uint64_t instant_wins = 0;            // hands won at the deal
    std::array<std::uint64_t, KINDS> plays{};  // by kind; [Kind::Pass] is the passes
    std::array<std::uint64_t, KINDS> chops{};  // plays that beat the table by the chop table, by their kind
    std::array<std::array<std::uint64_t, MAX_PLAYERS>, MAX_PLAYERS>
        places{};  // [seat][place]; none but the winner's after an instant win
    std::array<std::int64_t, MAX_PLAYERS> points{};
    std::array<std::int64_t, MAX_PLAYERS> points_squared{};

    PlayoutCounts& operator+=(const PlayoutCounts& other) noexcept;
    [[nodiscard]] bool operator==(const PlayoutCounts&) const noexcept = default;
};

// A uniformly random legal play of a hand that is not over, as playouts draw them: one word of the generator each.
[[nodiscard]] Play random_play(const RuleTables& tables, const State& state, Rng& rng) noexcept;

struct PlayoutRun {
    int players = 4;
    std::uint64_t hands = 0;
    std::uint64_t seed = 0;
    std::uint64_t first_hand = 0;  // hand i uses stream first_hand + i of the seed
    int threads = 1;
};

// Deals and plays hands. Which hand is which depends on seed and index alone, so the sums do not depend on threads.
// If the control stops it, the sums are over the hands that were finished.
[[nodiscard]] PlayoutCounts playouts(const RuleTables& tables, const PlayoutRun& run, RunControl& control);

// The same from a position; run.players is the position's.
[[nodiscard]] PlayoutCounts playouts_from(const RuleTables& tables, const State& start, const PlayoutRun& run,
                                          RunControl& control);

}  // namespace tienlen
