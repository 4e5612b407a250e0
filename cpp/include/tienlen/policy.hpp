// Players that decide at once, by rules of thumb.
#pragma once

#include "tienlen/group_table.hpp"
#include "tienlen/rng.hpp"
#include "tienlen/rules_features.hpp"
#include "tienlen/seen.hpp"

namespace tienlen {

enum class Policy : std::uint8_t {
    Random,  // any legal play, each as likely
    Lowest,  // the lowest card, in the longest group of its rank; answers with the lowest that beats
    Greedy,  // answers whenever it can, by the play that leaves the fewest plays; keeps 2s and bombs
    Rules,   // weighs control, blocking, chops, and what a play leaves
};

// What the policy plays; always legal. `seen` is a position that is not over, `hand` the reading of seen.hand.
[[nodiscard]] Play choose(Policy policy, const RuleTables& tables, const Seen& seen, const HandGroups& hand,
                          Rng& rng) noexcept;
[[nodiscard]] Play choose(Policy policy, const RuleTables& tables, const Seen& seen, Rng& rng) noexcept;

using RulesWeights = std::array<std::int16_t, rules_features::COUNT>;
[[nodiscard]] const RulesWeights& rules_weights() noexcept;

}  // namespace tienlen
