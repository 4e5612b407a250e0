// Search: what each play is worth, by playing on from it in many worlds.
#pragma once

#include <cstdint>
#include <vector>

#include "tienlen/knowledge.hpp"
#include "tienlen/run_control.hpp"

namespace tienlen {

enum class SearchMethod : std::uint8_t { Flat, Tree };

struct SearchOptions {
    SearchMethod method = SearchMethod::Flat;
    Policy rollout = Policy::Rules;
    std::uint64_t iterations = 1000;  // rollouts
    std::int64_t microseconds = 0;    // if not 0: the budget, instead of iterations
    int threads = 1;
    std::uint64_t seed = 0;
    bool infer = true;  // lean worlds towards what the past tells
    Surprise surprise{};
    int chain_steps = 400;
};

struct PlayValue {
    Play play{};
    std::int64_t visits = 0;
    std::int64_t points = 0;   // sums over visits
    std::int64_t squares = 0;

    [[nodiscard]] double mean() const noexcept;
    [[nodiscard]] double half_width() const noexcept;  // of the 95 % interval
};

struct SearchResult {
    std::vector<PlayValue> plays;  // best first
    std::uint64_t iterations = 0;
};

// Points that search plays for: the rules' own, or 3 2 1 0 by place where all places score the same.
[[nodiscard]] std::array<int, MAX_PLAYERS> payoffs(const RuleTables& tables, int players) noexcept;

[[nodiscard]] SearchResult search(const RuleTables& tables, const Knowledge& knowledge, const SearchOptions& options,
                                  RunControl& control);
// The yardstick: the same with all hands known.
[[nodiscard]] SearchResult search_seeing(const RuleTables& tables, const State& state, const SearchOptions& options,
                                         RunControl& control);

}  // namespace tienlen
