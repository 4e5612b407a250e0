#include "tienlen/arena.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "tienlen/payoffs.hpp"

namespace tienlen {

namespace {

void add(ArenaCounts::PerEntrant& sum, const ArenaCounts::PerEntrant& part) noexcept {
    for (std::size_t e = 0; e < sum.size(); ++e) sum[e] += part[e];
}

using Seating = std::array<std::uint8_t, MAX_PLAYERS>;

class Table {
public:
    Table(const RuleTables& tables, std::span<Bot* const> bots, int players, bool timed)
        : tables_(tables), bots_(bots), timed_(timed), payoffs_(payoffs(tables, players)) {
        history_.reserve(256);
    }

    void play(State state, const Seating& seating, std::uint64_t seed, ArenaCounts& counts,
              ArenaCounts::PerEntrant& in_deal) {
        history_.clear();
        while (!state.over) {
            const std::size_t entrant = seating[state.to_move];
            const Seen seen = see(tables_, state);
            const Turn turn{tables_, seen, history_, Rng::mix(seed + history_.size())};
            const auto start = timed_ ? Clock::now() : Clock::time_point{};
            const Play play = bots_[entrant]->choose_seeing(turn, state);
            if (timed_) counts.nanoseconds[entrant] += std::chrono::nanoseconds(Clock::now() - start).count();
            ++counts.decisions[entrant];
            history_.push_back(observe(seen, play));
            apply(tables_, state, play);
        }
        ++counts.hands;
        for (Seat s = 0; s < state.players; ++s) {
            const std::size_t entrant = seating[s];
            const int place = place_of(state, s);
            // After an instant win the others have no place and score as the last.
            const int won = payoffs_[static_cast<std::size_t>(place < 0 ? state.players - 1 : place)];
            ++counts.seats[entrant];
            counts.points[entrant] += won;
            in_deal[entrant] += won;
            if (place >= 0) ++counts.places[entrant][static_cast<std::size_t>(place)];
        }
    }

private:
    using Clock = std::chrono::steady_clock;
    const RuleTables& tables_;
    std::span<Bot* const> bots_;
    bool timed_;
    std::array<int, MAX_PLAYERS> payoffs_;
    std::vector<Observation> history_;
};

}  // namespace

ArenaCounts& ArenaCounts::operator+=(const ArenaCounts& other) noexcept {
    deals += other.deals;
    hands += other.hands;
    add(seats, other.seats);
    add(points, other.points);
    add(decisions, other.decisions);
    add(nanoseconds, other.nanoseconds);
    for (std::size_t e = 0; e < places.size(); ++e) {
        add(places[e], other.places[e]);
        add(products[e], other.products[e]);
    }
    return *this;
}

double ArenaCounts::mean(std::size_t entrant) const noexcept {
    return seats[entrant] == 0 ? 0.0 : static_cast<double>(points[entrant]) / static_cast<double>(seats[entrant]);
}

double ArenaCounts::half_width(std::size_t entrant) const noexcept {
    if (deals < 2) return 0.0;
    const auto n = static_cast<double>(deals);
    const double in_deal = static_cast<double>(seats[entrant]) / n;  // seats that the entrant plays in, each deal
    const double mean_sum = static_cast<double>(points[entrant]) / n;
    const double variance = (static_cast<double>(products[entrant][entrant]) - n * mean_sum * mean_sum) / (n - 1);
    return 1.96 * std::sqrt(std::max(variance, 0.0) / n) / in_deal;
}

std::vector<Seating> seatings(std::span<const std::uint8_t> entrants) {
    std::vector<std::uint8_t> order(entrants.begin(), entrants.end());
    std::sort(order.begin(), order.end());
    std::vector<Seating> all;
    do {
        Seating seating{};
        std::copy(order.begin(), order.end(), seating.begin());
        all.push_back(seating);
    } while (std::next_permutation(order.begin(), order.end()));
    return all;
}

ArenaCounts play_arena(const RuleTables& tables, std::span<Bot* const> bots, std::span<const std::uint8_t> entrants,
                       const ArenaRun& run, RunControl& control) {
    const auto orders = seatings(entrants);
    Table table{tables, bots, run.players, run.timed};
    ArenaCounts total;
    for (std::uint64_t d = run.first_deal; d < run.first_deal + run.deals && !control.stopped(); ++d) {
        Rng rng{run.seed, d};
        const State dealt = deal(tables, run.players, rng);
        ArenaCounts::PerEntrant in_deal{};
        for (const Seating& order : orders) table.play(dealt, order, rng.next(), total, in_deal);
        ++total.deals;
        for (std::size_t a = 0; a < in_deal.size(); ++a) {
            for (std::size_t b = 0; b < in_deal.size(); ++b) total.products[a][b] += in_deal[a] * in_deal[b];
        }
        control.advance(1);
    }
    return total;
}

}  // namespace tienlen
