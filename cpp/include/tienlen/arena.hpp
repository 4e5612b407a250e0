// Hands between bots, each deal played once for every distinct seating of the entrants.
//
// Seats and cards weigh more than skill in one hand; played in every seating, each entrant gets every hand of a deal,
// and what is left of luck is measured deal by deal. All sums are integers, so they add up the same in any order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tienlen/run_control.hpp"
#include "tienlen/seen.hpp"

namespace tienlen {

// All that a bot is told when it is to move.
struct Turn {
    const RuleTables& tables;
    const Seen& seen;
    std::span<const Observation> history;      // since the hand began
    std::uint64_t seed;                        // for the bot's own chances
    std::array<CardSet, MAX_PLAYERS> known{};  // what the opening tells of other hands, as in View
    CardSet absent{};
    const RunControl* control = nullptr;  // once it says stop, nobody wants the play any more
};

// A player. One object plays for one thread at a time and carries nothing from one decision to the next.
class Bot {
public:
    Bot() = default;
    Bot(const Bot&) = delete;
    Bot& operator=(const Bot&) = delete;
    virtual ~Bot() = default;
    [[nodiscard]] virtual Play choose(const Turn& turn) = 0;
    // The yardstick alone overrides this: a bot that is shown all hands.
    [[nodiscard]] virtual Play choose_seeing(const Turn& turn, const State& /*truth*/) { return choose(turn); }
};

// Who sits where: for each seat an index into the bots.
using Seating = std::array<std::uint8_t, MAX_PLAYERS>;

// What one deal, or one hand of it, adds up to; entrants beyond the number of players stay zero.
struct DealCounts {
    using PerEntrant = std::array<std::int64_t, MAX_PLAYERS>;

    PerEntrant points{};  // see payoffs()
    PerEntrant decisions{};
    PerEntrant nanoseconds{};                      // of thinking; the one part that is not reproducible
    std::array<PerEntrant, MAX_PLAYERS> places{};  // [entrant][place]; after an instant win only the winner has one
    std::array<PerEntrant, MAX_PLAYERS> ahead{};   // [a][b]: pairs of seats in which a's finished before b's

    DealCounts& operator+=(const DealCounts& other) noexcept;
};

// Sums for each entrant; entrants beyond the number of players stay zero.
struct ArenaCounts {
    using PerEntrant = std::array<std::int64_t, MAX_PLAYERS>;

    std::int64_t deals = 0;
    std::int64_t hands = 0;
    PerEntrant seats{};   // hands × seats played in
    PerEntrant points{};  // see payoffs()
    PerEntrant decisions{};
    PerEntrant nanoseconds{};                      // of thinking; the one part that is not reproducible
    std::array<PerEntrant, MAX_PLAYERS> places{};  // [entrant][place]
    // Σ over deals of a's points in the deal × b's points in the deal: what variances and covariances need.
    std::array<PerEntrant, MAX_PLAYERS> products{};

    ArenaCounts& operator+=(const ArenaCounts& other) noexcept;

    // Points a hand of an entrant, and half the width of the 95 % interval, clustered by deal.
    [[nodiscard]] double mean(std::size_t entrant) const noexcept;
    [[nodiscard]] double half_width(std::size_t entrant) const noexcept;
};

struct ArenaRun {
    int players = 4;
    std::uint64_t seed = 0;
    std::uint64_t first_deal = 0;  // deal i is stream i of the seed
    std::uint64_t deals = 0;
    bool timed = false;
};

// `entrants` says who sits where before the seats are mixed: entrants[s] is an index into `bots`; seats with the same
// index are the same entrant. Stops at once if the control says so; counts whole deals only.
[[nodiscard]] ArenaCounts play_arena(const RuleTables& tables, std::span<Bot* const> bots,
                                     std::span<const std::uint8_t> entrants, const ArenaRun& run, RunControl& control);

// The seed of a decision in the arena: of deal `deal` of the arena's seed, in its seating number `seating`, at the ply.
// Bots are given it, so it is made in a way that nobody computes backwards to the cards.
[[nodiscard]] std::uint64_t decision_seed(std::uint64_t seed, std::uint64_t deal, std::uint64_t seating,
                                          std::uint64_t ply) noexcept;

// Every distinct order of the entrants, ascending.
[[nodiscard]] std::vector<Seating> seatings(std::span<const std::uint8_t> entrants);

struct BotSpec;
// The same deal by deal, in given seatings, with bots of its own for each thread; nothing if it was stopped. Advances
// the control by hands.
[[nodiscard]] std::vector<DealCounts> play_deals(const RuleTables& tables, std::span<const BotSpec> bots,
                                                 std::span<const Seating> orders, const ArenaRun& run, int threads,
                                                 RunControl& control);

}  // namespace tienlen
