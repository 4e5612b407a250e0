// Perft: counting the leaves of the game tree, the standard check of a move generator.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tienlen/run_control.hpp"
#include "tienlen/state.hpp"

namespace tienlen {

// Positions reached by exactly `depth` plies, passes included; hands that end earlier are no leaves. The last ply is
// counted, not played. With several threads the work is shared out by the first plies; the result is the same.
// If the control stops it, the result is incomplete.
[[nodiscard]] std::uint64_t perft(const RuleTables& tables, const State& state, int depth, int threads,
                                  RunControl& control);

// The same on this thread, if not more than `budget` plays have to be listed for it: what takes microseconds is done
// before another thread has started.
[[nodiscard]] std::optional<std::uint64_t> perft_at_once(const RuleTables& tables, const State& state, int depth,
                                                         std::uint64_t budget);

struct Divided {
    Play play;
    std::uint64_t leaves;
};
// The same by first play, ascending, the pass first. Depth 1 or more.
[[nodiscard]] std::vector<Divided> perft_divide(const RuleTables& tables, const State& state, int depth, int threads,
                                                RunControl& control);

}  // namespace tienlen
