// Two seats left and both hands known, as when the others of a full table are out: the solver tells what each play is
// worth. Plays that are worth the same are told apart by playing on from them, as the other may err.
#include <algorithm>
#include <bit>

#include "search_worlds.hpp"
#include "tienlen/solver.hpp"

namespace tienlen::search_detail {

bool solve_plays(const RuleTables& tables, const Worlds& worlds, const SearchOptions& options, RunControl& control,
                 std::vector<PlayValue>& plays) {
    constexpr std::size_t TABLE_BYTES = std::size_t{4} << 20;
    const State state = worlds.at(0).state;
    if (options.solve_nodes == 0 || std::popcount(state.in_play) != 2) return false;
    const Seat seat = state.to_move;
    Solver solver{tables, std::min(options.tree_bytes, TABLE_BYTES)};
    SolveLimits limits{options.solve_nodes};
    if (worlds.timed()) limits.time = std::chrono::microseconds(options.microseconds / 2);
    std::vector<std::int64_t> worth;
    for (const PlayValue& value : plays) {
        State after = state;
        apply(tables, after, value.play);
        const Solution solution = solver.solve(after, limits, &control);
        limits.nodes -= std::min(limits.nodes, solution.nodes);
        if (!solution.exact || worlds.passed(worlds.moment(0.5))) return false;
        worth.push_back(solution.points[seat]);
    }
    for (std::size_t i = 0; i < plays.size(); ++i) plays[i].points = worth[i];
    return true;
}

}  // namespace tienlen::search_detail
