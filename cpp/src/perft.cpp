#include "tienlen/perft.hpp"

#include <algorithm>
#include <atomic>

#include "tienlen/movegen.hpp"
#include "tienlen/parallel.hpp"

namespace tienlen {

namespace {

// Counts from one root; keeps a list of plays for each depth, so that nothing is allocated after the first branch.
class Counter {
public:
    Counter(const RuleTables& tables, RunControl& control, int depth)
        : tables_(tables), control_(control), lists_(static_cast<std::size_t>(std::max(depth, 1))) {}

    std::uint64_t count(const State& state, int depth) {
        if (depth == 0) return 1;
        if (depth == 1) return count_legal(tables_, state);
        if (state.over || control_.stopped()) return 0;
        auto& list = lists_[static_cast<std::size_t>(depth - 1)];
        list.resize(std::max(list.size(), list_capacity(tables_, state)));
        const std::size_t plays = list_legal(tables_, state, list.data());
        std::uint64_t leaves = 0;
        for (std::size_t i = 0; i < plays; ++i) {
            State next = state;
            apply(tables_, next, play_of(list[i]));
            leaves += count(next, depth - 1);
        }
        return leaves;
    }

private:
    const RuleTables& tables_;
    RunControl& control_;
    std::vector<std::vector<Mask>> lists_;
};

// A subtree to count, and which first play it belongs to.
struct Task {
    State state;
    int depth;
    std::size_t branch;
};

std::vector<Task> expand(const RuleTables& tables, const std::vector<Task>& tasks) {
    std::vector<Task> next;
    for (const Task& task : tasks) {
        for (const Mask mask : legal_masks(tables, task.state)) {
            Task child = task;
            apply(tables, child.state, play_of(mask));
            --child.depth;
            next.push_back(child);
        }
    }
    return next;
}

// Adds each task's leaves to its branch; threads take the tasks in turn.
std::vector<std::uint64_t> count_all(const RuleTables& tables, const std::vector<Task>& tasks, std::size_t branches,
                                     int threads, RunControl& control) {
    std::vector<std::atomic<std::uint64_t>> sums(branches);
    std::atomic<std::size_t> next{0};
    run_on_threads(threads, [&](std::size_t) {
        Counter counter{tables, control, tasks.empty() ? 1 : tasks.front().depth};
        for (std::size_t i = next++; i < tasks.size() && !control.stopped(); i = next++) {
            sums[tasks[i].branch] += counter.count(tasks[i].state, tasks[i].depth);
            control.advance(1);
        }
    });
    return {sums.begin(), sums.end()};
}

}  // namespace

std::vector<Divided> perft_divide(const RuleTables& tables, const State& state, int depth, int threads,
                                  RunControl& control) {
    std::vector<Task> tasks = expand(tables, {Task{state, depth, 0}});
    for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i].branch = i;
    const std::vector<Mask> roots = legal_masks(tables, state);
    // A second ply makes the pieces small enough to be shared out evenly.
    if (threads > 1 && depth > 3) tasks = expand(tables, tasks);
    const std::vector<std::uint64_t> leaves = count_all(tables, tasks, roots.size(), threads, control);
    std::vector<Divided> divided;
    divided.reserve(roots.size());
    for (std::size_t i = 0; i < roots.size(); ++i) divided.push_back({play_of(roots[i]), leaves[i]});
    return divided;
}

std::uint64_t perft(const RuleTables& tables, const State& state, int depth, int threads, RunControl& control) {
    if (depth < 2 || threads <= 1) return Counter{tables, control, depth}.count(state, depth);
    std::uint64_t total = 0;
    for (const Divided& branch : perft_divide(tables, state, depth, threads, control)) total += branch.leaves;
    return total;
}

}  // namespace tienlen
