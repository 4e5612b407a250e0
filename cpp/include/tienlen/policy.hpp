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

// The unit of work is a play weighed. A decision takes as long as weighing its plays, and so many more.
inline constexpr int WORK_OF_DECISION = 3;
[[nodiscard]] constexpr int work_of(std::size_t plays) noexcept { return WORK_OF_DECISION + static_cast<int>(plays); }

using RulesWeights = std::array<std::int16_t, rules_features::COUNT>;
[[nodiscard]] const RulesWeights& rules_weights() noexcept;

}  // namespace tienlen
