// Exact results of positions in which all hands are known.
//
// A better place never has fewer points (Rules sees to that), so a seat that goes for points goes for its place.
//
// Two seats left in play: what one wins the other loses, and a search for a winning play with a table of results decides
// who goes out first. Three and four: max-n, where each seat goes for its own place. Which of several plays a seat takes
// decides about the others, so that rule is part of the result:
//
//   A seat takes the play that gives it the best place; of those, the one with the most cards; of those, the one with
//   the lowest cards (the smaller mask). It passes only if that gives it a better place than any play.
//
// How far it gets (random hands, southern chops, one core of an EPYC server; share of positions solved within the time):
//
//   seats x cards   1 ms   10 ms   1 s          seats x cards   1 ms   10 ms   1 s
//   2 x 9           94 %   100 %                3 x 5           66 %   100 %
//   2 x 11          64 %    93 %   100 %        3 x 6           30 %    76 %   100 %
//   2 x 13          43 %    75 %   100 %        4 x 4           36 %    92 %   100 %
//
// Folding is no choice of the solver: it takes the worst place that is left, and nobody can do worse by playing on.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tienlen/run_control.hpp"
#include "tienlen/state.hpp"

namespace tienlen {

struct SolveLimits {
    std::uint64_t nodes = UINT64_MAX;
    std::chrono::microseconds time = std::chrono::microseconds::max();
};

struct Solution {
    bool exact = false;  // else a limit was reached, and nothing but `nodes` means anything
    std::array<std::int16_t, MAX_PLAYERS> points{};
    std::array<std::int8_t, MAX_PLAYERS> places{-1, -1, -1, -1};  // of each seat, 0 = first
    Play best = PASS;                                             // of the seat to move; the pass if the hand is over
    std::uint64_t nodes = 0;                                      // positions looked at
};

// Keeps its table of results from one call to the next, for any position under the same rules.
class Solver {
public:
    // The tables must outlive it. `table_bytes` bounds the memory of the table, which grows as it is needed.
    explicit Solver(const RuleTables& tables, std::size_t table_bytes = std::size_t{64} << 20);
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;

    // The result does not depend on what was solved before; whether a limit is reached can.
    [[nodiscard]] Solution solve(const State& state, const SolveLimits& limits = {},
                                 const RunControl* control = nullptr);

private:
    class Search;
    std::unique_ptr<Search> search_;
};

}  // namespace tienlen
