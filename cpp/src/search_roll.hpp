// Rollouts as search uses them.
#pragma once

#include "tienlen/policy.hpp"
#include "tienlen/rng.hpp"
#include "tienlen/rollout.hpp"

namespace tienlen::search_detail {

// Plays on by the seats' models until `seat` has its place (or to the end, if seat is NO_SEAT). Returns the
// work that was done (see policy.hpp).
int roll_on(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models, Seat seat,
            Policy rollout, Rng& rng) noexcept;

// Plays on by the models until it is the seat's turn and it has a choice, or it has its place, or the hand is over.
struct Reached {
    bool own = false;  // it is its turn
    int work = 0;
};
// `history` is mixed with what was played.
Reached play_to_turn(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models,
                     Seat seat, std::uint64_t& history) noexcept;

}  // namespace tienlen::search_detail
