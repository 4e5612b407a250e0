#include "tienlen/arena.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>

#include "tienlen/bots.hpp"
#include "tienlen/parallel.hpp"
#include "tienlen/payoffs.hpp"

namespace tienlen {

namespace {

void add(DealCounts::PerEntrant& sum, const DealCounts::PerEntrant& part) noexcept {
    for (std::size_t e = 0; e < sum.size(); ++e) sum[e] += part[e];
}

[[nodiscard]] std::uint64_t hand_seed(std::uint64_t seed, std::uint64_t deal, std::uint64_t seating) noexcept {
    // Not of the seed itself: its stream `deal` deals the cards.
    return Rng{Rng{~seed, deal}.next(), seating}.next();
}

[[nodiscard]] std::uint64_t ply_seed(std::uint64_t of_hand, std::uint64_t ply) noexcept {
    Rng rng{of_hand, ply};
    const std::uint64_t word = rng.next();
    return word ^ rng.next();
}

void add_deal(ArenaCounts& total, const DealCounts& deal, std::span<const Seating> orders, int players) noexcept {
    ++total.deals;
    total.hands += static_cast<std::int64_t>(orders.size());
    add(total.points, deal.points);
    add(total.decisions, deal.decisions);
    add(total.nanoseconds, deal.nanoseconds);
    for (std::size_t a = 0; a < total.places.size(); ++a) {
        add(total.places[a], deal.places[a]);
        for (std::size_t b = 0; b < total.places.size(); ++b) total.products[a][b] += deal.points[a] * deal.points[b];
    }
    for (const Seating& order : orders) {
        for (std::size_t s = 0; s < static_cast<std::size_t>(players); ++s) ++total.seats[order[s]];
    }
}

class Table {
public:
    Table(const RuleTables& tables, std::span<Bot* const> bots, const ArenaRun& run, const RunControl& control)
        : tables_(tables), bots_(bots), timed_(run.timed), control_(control), payoffs_(payoffs(tables, run.players)) {
        history_.reserve(256);
    }

    // A hand; nothing, if the control says stop before it is over.
    [[nodiscard]] std::optional<DealCounts> play(const State& dealt, const Seating& seating, std::uint64_t seed) {
        DealCounts counts;
        State state = dealt;
        begin(state);
        while (!state.over) {
            const std::size_t entrant = seating[state.to_move];
            const Seen seen = see(tables_, state);
            Turn turn{tables_,
                      seen,
                      history_,
                      ply_seed(seed, history_.size()),
                      start_[seen.seat].known,
                      start_[seen.seat].absent,
                      &control_};
            for (CardSet& cards : turn.known) cards -= seen.played;
            const auto start = timed_ ? Clock::now() : Clock::time_point{};
            const Play play = bots_[entrant]->choose_seeing(turn, state);
            if (control_.stopped()) return std::nullopt;
            if (timed_) counts.nanoseconds[entrant] += std::chrono::nanoseconds(Clock::now() - start).count();
            ++counts.decisions[entrant];
            history_.push_back(observe(seen, play));
            apply(tables_, state, play);
        }
        count_places(state, seating, counts);
        return counts;
    }

private:
    void begin(const State& state) {
        history_.clear();
        for (Seat s = 0; s < state.players; ++s) start_[s] = view_of(tables_, state, s);
    }

    void count_places(const State& state, const Seating& seating, DealCounts& counts) const noexcept {
        for (Seat s = 0; s < state.players; ++s) {
            const std::size_t entrant = seating[s];
            const int place = place_of(state, s);
            // After an instant win the others have no place and score as the last.
            counts.points[entrant] += payoffs_[static_cast<std::size_t>(place < 0 ? state.players - 1 : place)];
            if (place < 0) continue;
            ++counts.places[entrant][static_cast<std::size_t>(place)];
            for (Seat other = 0; other < state.players; ++other) {
                const int behind = place_of(state, other);
                if (behind < 0 || behind > place) ++counts.ahead[entrant][seating[other]];
            }
        }
    }

    using Clock = std::chrono::steady_clock;
    const RuleTables& tables_;
    std::span<Bot* const> bots_;
    bool timed_;
    const RunControl& control_;
    std::array<int, MAX_PLAYERS> payoffs_;
    std::vector<Observation> history_;
    std::array<View, MAX_PLAYERS> start_{};  // what each seat knew when the hand began
};

}  // namespace

DealCounts& DealCounts::operator+=(const DealCounts& other) noexcept {
    add(points, other.points);
    add(decisions, other.decisions);
    add(nanoseconds, other.nanoseconds);
    for (std::size_t e = 0; e < places.size(); ++e) {
        add(places[e], other.places[e]);
        add(ahead[e], other.ahead[e]);
    }
    return *this;
}

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

std::uint64_t decision_seed(std::uint64_t seed, std::uint64_t deal, std::uint64_t seating, std::uint64_t ply) noexcept {
    return ply_seed(hand_seed(seed, deal, seating), ply);
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
    Table table{tables, bots, run, control};
    ArenaCounts total;
    for (std::uint64_t d = run.first_deal; d < run.first_deal + run.deals && !control.stopped(); ++d) {
        Rng rng{run.seed, d};
        const State dealt = deal(tables, run.players, rng);
        DealCounts counts;
        for (std::size_t o = 0; o < orders.size(); ++o) {
            const auto played = table.play(dealt, orders[o], hand_seed(run.seed, d, o));
            if (!played) return total;
            counts += *played;
        }
        add_deal(total, counts, orders, run.players);
        control.advance(1);
    }
    return total;
}

std::vector<DealCounts> play_deals(const RuleTables& tables, std::span<const BotSpec> bots,
                                   std::span<const Seating> orders, const ArenaRun& run, int threads,
                                   RunControl& control) {
    // Shared out hand by hand: a deal of slow bots takes seconds.
    const std::uint64_t hands = run.deals * orders.size();
    std::vector<DealCounts> played(hands);
    std::atomic<std::uint64_t> next{0};
    std::atomic<std::uint64_t> finished{0};
    run_on_threads(threads, [&](std::size_t) {
        std::vector<std::unique_ptr<Bot>> own;
        std::vector<Bot*> players;
        for (const BotSpec& spec : bots) players.push_back(own.emplace_back(make_bot(spec)).get());
        Table table{tables, players, run, control};
        while (!control.stopped()) {
            const std::uint64_t hand = next.fetch_add(1, std::memory_order_relaxed);
            if (hand >= hands) break;
            const std::uint64_t number = run.first_deal + hand / orders.size(), order = hand % orders.size();
            Rng rng{run.seed, number};
            const auto counts =
                table.play(deal(tables, run.players, rng), orders[order], hand_seed(run.seed, number, order));
            if (!counts) break;
            played[hand] = *counts;
            finished.fetch_add(1, std::memory_order_relaxed);
            control.advance(1);
        }
    });
    std::vector<DealCounts> deals;
    if (finished != hands) return deals;  // stopped: some hands are missing
    deals.resize(run.deals);
    for (std::uint64_t hand = 0; hand < hands; ++hand) deals[hand / orders.size()] += played[hand];
    return deals;
}

}  // namespace tienlen
