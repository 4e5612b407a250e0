#include "tienlen/perft.hpp"

#include <algorithm>
#include <atomic>

#include "tienlen/count_kernel.hpp"
#include "tienlen/cpu.hpp"
#include "tienlen/legal_kernel.hpp"
#include "tienlen/parallel.hpp"
#include "tienlen/step_kernel.hpp"

namespace tienlen {

namespace {

// The two last plies: how many plays answer each play of a node. Who answers is the same for all of them, and nothing of
// the position counts but that seat's hand: so these plays are not made.
template <typename Isa>
class Replies {
public:
    TIENLEN_INLINE Replies(const RuleTables& tables, const State& state) noexcept
        : tables_(tables), mover_(state.hand().mask()), leads_(state.leading()), led_bomb_(state.led_bomb) {
        if (tables.rules().benched_may_chop != BenchedMayChop::Never) return;
        const Seat seat = state.to_move;
        const Seat next =
            turn::next_of(state.players, seat, static_cast<SeatSet>(state.in_play & ~state.benched & ~seat_bit(seat)));
        if (next == NO_SEAT) return;
        answered_ = true;
        hand_ = state.hands[next].mask();
        possible_ = possible_classes(hand_, ~ClassSet{0});
    }

    // Whether count() is for this play: passes, last cards, and what nobody is asked about are left to be made.
    [[nodiscard]] TIENLEN_INLINE bool known(Mask play) const noexcept {
        return answered_ && play != 0 && play != mover_;
    }
    [[nodiscard]] TIENLEN_INLINE std::uint64_t count(Mask mask) const noexcept {
        const Play play = legal::legal_play<Isa>(mask);
        const bool led_bomb = leads_ ? play.is_bomb() && !tables_.rules().led_bombs : led_bomb_;
        const ClassSet chops = led_bomb ? 0 : tables_.chops(play.play_class()) & possible_;
        return 1 + legal::count_replies<Isa>(tables_, hand_, play, chops);
    }

private:
    const RuleTables& tables_;
    Mask mover_, hand_ = 0;
    ClassSet possible_ = 0;
    bool leads_, led_bomb_, answered_ = false;
};

// Counts from one root; keeps a list of plays for each depth, so that nothing is allocated after the first branch.
class Counter {
public:
    // Stops the control when `budget` plays were listed.
    Counter(const RuleTables& tables, RunControl& control, int depth, std::uint64_t budget = ~std::uint64_t{0})
        : tables_(tables),
          control_(control),
          lists_(static_cast<std::size_t>(std::max(depth, 1))),
          budget_(budget),
          count_(by_cpu()) {}

    std::uint64_t count(const State& state, int depth) {
        if (depth == 0) return 1;
        int most = 0;
        for (const CardSet hand : state.hands) most = std::max(most, hand.size());
        bound_ = list_bound(most);
        return count_(*this, state, depth);
    }

private:
    using Count = std::uint64_t (*)(Counter&, const State&, int);

    static std::uint64_t count_portable(Counter& counter, const State& state, int depth) {
        return counter.lines<Portable>(state, depth);
    }
#if TIENLEN_X86_64
    TIENLEN_TARGET_BMI2 static std::uint64_t count_bmi2(Counter& counter, const State& state, int depth) {
        return counter.lines<Bmi2>(state, depth);
    }
#endif
    [[nodiscard]] static Count by_cpu() noexcept {
#if TIENLEN_X86_64
        if (detected_cpu() == Cpu::Bmi2) return count_bmi2;
#endif
        return count_portable;
    }

    template <typename Isa>
    TIENLEN_INLINE std::uint64_t lines(const State& state, int depth) {
        if (state.over) return 0;
        if (depth == 1) return legal::count<Isa>(tables_, state);
        if (control_.stopped()) return 0;
        auto& list = lists_[static_cast<std::size_t>(depth - 1)];
        const std::size_t needed = bound_ != 0 ? bound_ : list_capacity(tables_, state);
        if (list.size() < needed) list.resize(needed);
        const auto plays = static_cast<std::size_t>(legal::list<Isa>(tables_, state, list.data()) - list.data());
        if (plays > budget_) control_.stop = true;
        budget_ -= plays;
        std::uint64_t leaves = 0;
        if (depth == 2) {
            const Replies<Isa> replies{tables_, state};
            for (std::size_t i = 0; i < plays; ++i) {
                leaves += replies.known(list[i]) ? replies.count(list[i]) : after<Isa>(state, list[i], 1);
            }
        } else {
            for (std::size_t i = 0; i < plays; ++i) leaves += after<Isa>(state, list[i], depth - 1);
        }
        return leaves;
    }

    template <typename Isa>
    TIENLEN_INLINE std::uint64_t after(const State& state, Mask play, int depth) {
        State next = state;
        legal::advance<Isa>(tables_, next, play);
        return count_(*this, next, depth);
    }

    const RuleTables& tables_;
    RunControl& control_;
    std::vector<std::vector<Mask>> lists_;
    std::size_t bound_ = 0;  // of any list; 0: each must be counted
    std::uint64_t budget_;
    Count count_;
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

std::optional<std::uint64_t> perft_at_once(const RuleTables& tables, const State& state, int depth,
                                           std::uint64_t budget) {
    RunControl control;
    const std::uint64_t leaves = Counter{tables, control, depth, budget}.count(state, depth);
    if (control.stopped()) return std::nullopt;
    return leaves;
}

std::uint64_t perft(const RuleTables& tables, const State& state, int depth, int threads, RunControl& control) {
    if (depth < 2 || threads <= 1) return Counter{tables, control, depth}.count(state, depth);
    std::uint64_t total = 0;
    for (const Divided& branch : perft_divide(tables, state, depth, threads, control)) total += branch.leaves;
    return total;
}

}  // namespace tienlen
