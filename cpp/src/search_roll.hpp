// Rollouts as search uses them.
#pragma once

#include "tienlen/policy.hpp"
#include "tienlen/rng.hpp"
#include "tienlen/rollout.hpp"

namespace tienlen::search_detail {

// Plays `first`, then on by the seats' models until `seat` has its place (or to the end, if seat is NO_SEAT).
int roll(const RuleTables& tables, const Position& from, const std::array<Policy, MAX_PLAYERS>& models, Play first,
         Seat seat, Policy rollout, Rng& rng) noexcept;
// Plays on in place, without a first play.
void roll_on(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models, Seat seat,
             Policy rollout, Rng& rng) noexcept;

// Plays on by the models until it is the seat's turn and it has a choice, or it has its place, or the hand is over.
// Returns whether it is its turn. `history` is mixed with what was played.
bool play_to_turn(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models,
                  Seat seat, std::uint64_t& history) noexcept;

}  // namespace tienlen::search_detail
