// The worlds of one search, and the clock and flag that end it.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "tienlen/search.hpp"

namespace tienlen::search_detail {

using Clock = std::chrono::steady_clock;

// A world to play on in: hands for all, and how each seat is taken to play.
struct World {
    State state{};
    std::array<Policy, MAX_PLAYERS> models{};
};

class Worlds {
public:
    // What is known; or, if it is given, the truth.
    Worlds(const RuleTables& tables, const Knowledge& knowledge, const State* truth, const SearchOptions& options,
           RunControl& control);

    // World i: depends on i and the options alone. Safe from any thread.
    [[nodiscard]] World at(std::uint64_t i) const noexcept;
    [[nodiscard]] bool out_of_time() const noexcept { return control_.stopped() || (timed_ && Clock::now() >= end_); }
    // The moment when `part` of the budget is used up.
    [[nodiscard]] Clock::time_point moment(double part) const noexcept {
        return start_ + std::chrono::duration_cast<Clock::duration>(part * (end_ - start_));
    }
    // What it took to find the worlds.
    [[nodiscard]] std::uint64_t work() const noexcept { return work_; }
    // Whether there is but one world.
    [[nodiscard]] bool certain() const noexcept { return truth_ || belief_.certain(); }
    [[nodiscard]] bool timed() const noexcept { return timed_; }
    [[nodiscard]] bool passed(Clock::time_point moment) const noexcept {
        return control_.stopped() || (timed_ && Clock::now() >= moment);
    }

private:
    static constexpr int CHAINS = 2;
    static constexpr double BURN_IN = 0.25;     // of the steps
    static constexpr int KEEP_EVERY = 3;        // swaps between worlds that are kept
    static constexpr double CHAIN_TIME = 0.25;  // of a budget of time, at most
    static constexpr double CHAIN_WORK = 0.4;   // of a budget of work, at most

    // Returns the work that was done.
    std::uint64_t walk(std::size_t chain, std::vector<World>& kept) const;
    [[nodiscard]] World world(const State& state, const std::array<Belief::Verdict, MAX_PLAYERS>& verdicts) const;

    const SearchOptions& options_;
    RunControl& control_;
    Belief belief_;
    std::optional<World> truth_;
    Seat seat_ = 0;
    int players_ = 0;
    std::vector<World> drawn_;
    std::uint64_t work_ = 0;
    Clock::time_point start_ = Clock::now(), end_ = start_;
    bool timed_ = false;
};

// Which plays there are to choose from, the pass first where it is legal.
[[nodiscard]] std::vector<PlayValue> root_plays(const RuleTables& tables, const Seen& seen);

// Puts into `plays` the points of each as the solver finds them; false, and nothing, if it is not for the
// solver, or takes it too long (half of a budget of time). For worlds that are certain.
[[nodiscard]] bool solve_plays(const RuleTables& tables, const Worlds& worlds, const SearchOptions& options,
                               RunControl& control, std::vector<PlayValue>& plays);

void search_flat(const RuleTables& tables, Seat seat, int players, const Worlds& worlds, const SearchOptions& options,
                 RunControl& control, SearchResult& result);
void search_tree(const RuleTables& tables, Seat seat, int players, const Worlds& worlds, const SearchOptions& options,
                 RunControl& control, SearchResult& result);

}  // namespace tienlen::search_detail
