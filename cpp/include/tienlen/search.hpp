// Search: what each play is worth, found by playing on from it in many worlds.
//
// Flat: every world is tried with every play that is still in the running; after each round the worse half of the
// plays is dropped (successive halving). Trying the same worlds with all plays lets their luck cancel out. While a play
// was tried a few times only, what the rules policy thinks of it counts too, as in Danihelka, Guez, Schrittwieser and
// Silver 2022, "Policy improvement by planning with Gumbel".
// Tree: information-set Monte Carlo tree search with a single observer (Cowling, Powley and Whitehouse 2012): one tree
// over what all can see, a new world each time, children chosen by UCB1 over how often they were available.
//
// The same seed and number of iterations give the same answer for any number of threads: worlds are numbered, flat
// sums are integers, and a tree search grows a fixed number of trees, whose counts are added up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tienlen/knowledge.hpp"
#include "tienlen/payoffs.hpp"
#include "tienlen/run_control.hpp"

namespace tienlen {

enum class SearchMethod : std::uint8_t { Flat, Tree };

struct SearchOptions {
    SearchMethod method = SearchMethod::Flat;
    Policy rollout = Policy::Rules;   // how hands are played on: Random or Rules
    std::uint64_t iterations = 1000;  // rollouts
    std::int64_t microseconds = 0;    // if not 0, the budget instead of iterations
    // If not 0, the budget instead of iterations, in worlds and rollouts together (see policy.hpp). As reproducible as
    // iterations, and nearly as steady as time.
    std::uint64_t work = 0;
    int threads = 1;
    std::uint64_t seed = 0;
    // Worlds: leaned towards what the past tells by a chain of so many swaps; 0: uniform.
    int chain_steps = 4000;
    Surprise surprise{};
    // Flat: how much is explored of what the seat could do later (see search_explore.hpp); 0: nothing.
    double lookahead = 1;
    // Two seats left whose cards are known: how many positions the solver may look at; 0: it is not asked.
    std::uint64_t solve_nodes = 5000;
    // Trees: how many are grown, how many bytes they may take together, and how much is explored.
    int trees = 2;
    std::size_t tree_bytes = std::size_t{32} << 20;
    double exploration = 0.7;  // of a payoff scaled to 0 … 1
};

struct PlayValue {
    Play play{};
    double opinion = 0;  // the logarithm of the share that the rules policy would give it
    std::int64_t visits = 0;
    std::int64_t points = 0;  // sums over visits
    std::int64_t squares = 0;

    [[nodiscard]] double mean() const noexcept;
    [[nodiscard]] double half_width() const noexcept;  // of the 95 % interval
};

struct SearchResult {
    std::vector<PlayValue> plays;  // best first
    std::uint64_t iterations = 0;
    std::uint64_t work = 0;
    std::uint64_t nodes = 0;  // positions of the seat that were looked into
    bool solved = false;      // the points are exact, one visit each
};

// For the seat to move. Plays that differ only in suits are one; a play that empties the hand is not searched.
[[nodiscard]] SearchResult search(const RuleTables& tables, const Knowledge& knowledge, const SearchOptions& options,
                                  RunControl& control);
// The yardstick: the same with all hands known. The past tells how the others play.
[[nodiscard]] SearchResult search_seeing(const RuleTables& tables, const State& state,
                                         std::span<const Observation> past, const SearchOptions& options,
                                         RunControl& control);

}  // namespace tienlen
