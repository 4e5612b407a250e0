#include "tienlen/search.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

#include "tienlen/pick.hpp"
#include "tienlen/rollout.hpp"

namespace tienlen {

double PlayValue::mean() const noexcept {
    return visits == 0 ? 0.0 : static_cast<double>(points) / static_cast<double>(visits);
}

double PlayValue::half_width() const noexcept {
    if (visits < 2) return 0.0;
    const auto n = static_cast<double>(visits);
    const double variance = (static_cast<double>(squares) - n * mean() * mean()) / (n - 1);
    return 1.96 * std::sqrt(std::max(variance, 0.0) / n);
}

std::array<int, MAX_PLAYERS> payoffs(const RuleTables& tables, int players) noexcept {
    std::array<int, MAX_PLAYERS> by_place{};
    bool same = true;
    for (int p = 0; p < players; ++p) {
        by_place[static_cast<std::size_t>(p)] = tables.points(p, players);
        same = same && tables.points(p, players) == tables.points(0, players);
    }
    for (int p = 0; same && p < players; ++p) by_place[static_cast<std::size_t>(p)] = players - 1 - p;
    return by_place;
}

namespace {

using Clock = std::chrono::steady_clock;

struct Root {
    std::vector<PlayValue> plays;
};

[[nodiscard]] std::vector<PlayValue> root_plays(const RuleTables& tables, const Seen& seen) {
    std::vector<PlayValue> plays;
    if (seen.may_pass) plays.push_back({});
    const HandGroups hand{group_table(), seen.hand};
    for_each_candidate(tables, group_table(), hand, seen, [&](const Candidate& candidate) { plays.push_back({candidate.play()}); });
    if (plays.empty()) plays.push_back({kernels::without_candidate(seen)});
    return plays;
}

// A world to play on in: hands for all, and how each seat is taken to play.
struct World {
    State state{};
    std::array<Policy, MAX_PLAYERS> models{};
};

class Flat {
public:
    Flat(const RuleTables& tables, Seat seat, const SearchOptions& options)
        : tables_(tables), table_(group_table()), seat_(seat), options_(options) {}

    // World i, the same for every play.
    template <typename WorldAt>
    void run(std::vector<PlayValue>& plays, WorldAt world_at, int players) {
        const auto points = payoffs(tables_, players);
        const auto start = Clock::now();
        std::vector<std::size_t> alive(plays.size());
        for (std::size_t i = 0; i < alive.size(); ++i) alive[i] = i;
        const int rounds = static_cast<int>(std::bit_width(plays.size() - 1));
        std::uint64_t next_world = 0;
        for (int round = 0; round < rounds; ++round) {
            const std::uint64_t share = options_.iterations / static_cast<std::uint64_t>(rounds);
            const std::uint64_t worlds = std::max<std::uint64_t>(1, share / alive.size());
            const auto end = start + std::chrono::microseconds(options_.microseconds * (round + 1) / rounds);
            for (std::uint64_t w = 0; options_.microseconds != 0 ? (w == 0 || Clock::now() < end) : w < worlds; ++w) {
                const World world = world_at(next_world);
                const Position position{table_, world.state};
                for (const std::size_t i : alive) {
                    Rng rng{options_.seed ^ 0x5EA, next_world * 64 + i};
                    const int place = roll(position, world.models, plays[i].play, rng);
                    const int won = points[static_cast<std::size_t>(place)];
                    ++plays[i].visits;
                    plays[i].points += won;
                    plays[i].squares += won * won;
                    ++iterations_;
                }
                ++next_world;
            }
            std::stable_sort(alive.begin(), alive.end(), [&](std::size_t a, std::size_t b) { return plays[a].mean() > plays[b].mean(); });
            alive.resize((alive.size() + 1) / 2);
        }
        // The last one standing first, then by mean.
        if (rounds > 0) {
            const Play best = plays[alive[0]].play;
            std::stable_sort(plays.begin(), plays.end(), [&](const PlayValue& a, const PlayValue& b) {
                if ((a.play == best) != (b.play == best)) return a.play == best;
                return a.mean() > b.mean();
            });
        }
    }
    [[nodiscard]] std::uint64_t iterations() const noexcept { return iterations_; }

private:
    [[nodiscard]] int roll(const Position& from, const std::array<Policy, MAX_PLAYERS>& models, Play first, Rng& rng) const noexcept {
        Position position = from;
        position.play(tables_, table_, first);
        if (options_.rollout == Policy::Random) {
            State& state = position.state;
            while (!state.over && (state.in_play & seat_bit(seat_)) != 0) apply(tables_, state, Picker<Portable>::pick(tables_, state, rng));
            const int place = place_of(state, seat_);
            return place < 0 ? state.players - 1 : place;
        }
        return play_out(tables_, table_, position, seat_, [&](const Seen& seen, const HandGroups& groups) {
            if (models[seen.seat] == Policy::Greedy) return kernels::greedy<Portable>(tables_, table_, seen, groups);
            return kernels::rules<Portable>(tables_, table_, rules_weights(), seen, groups);
        });
    }
    const RuleTables& tables_;
    const GroupTable& table_;
    Seat seat_;
    const SearchOptions& options_;
    std::uint64_t iterations_ = 0;
};

}  // namespace

SearchResult search(const RuleTables& tables, const Knowledge& knowledge, const SearchOptions& options, RunControl&) {
    SearchResult result{root_plays(tables, knowledge.seen), 0};
    if (result.plays.size() == 1) return result;
    const Belief belief{tables, knowledge, options.surprise};
    Flat flat{tables, knowledge.seen.seat, options};
    std::array<Policy, MAX_PLAYERS> models{};
    models.fill(options.rollout);
    if (options.infer && belief.informed() && options.chain_steps > 0) {
        Rng rng{options.seed, 0};
        Belief::Chain chain{belief, rng};
        std::vector<World> worlds;
        const int burn = options.chain_steps / 4;
        for (int i = 0; i < options.chain_steps; ++i) {
            chain.step(rng);
            if (i < burn || i % 3 != 0) continue;
            for (Seat s = 0; s < knowledge.seen.players; ++s) {
                if (s != knowledge.seen.seat) models[s] = options.surprise.models[chain.verdicts()[s].model];
            }
            worlds.push_back({belief.world(chain.hands()), models});
        }
        flat.run(result.plays, [&](std::uint64_t w) { return worlds[(w * 37) % worlds.size()]; }, knowledge.seen.players);
    } else {
        flat.run(result.plays, [&](std::uint64_t w) {
            Rng rng{options.seed, w};
            return World{belief.world(belief.uniform(rng)), models};
        }, knowledge.seen.players);
    }
    result.iterations = flat.iterations();
    return result;
}

SearchResult search_seeing(const RuleTables& tables, const State& state, const SearchOptions& options, RunControl&) {
    SearchResult result{root_plays(tables, see(tables, state)), 0};
    if (result.plays.size() == 1) return result;
    Flat flat{tables, state.to_move, options};
    std::array<Policy, MAX_PLAYERS> models{};
    models.fill(options.rollout);
    flat.run(result.plays, [&](std::uint64_t) { return World{state, models}; }, state.players);
    result.iterations = flat.iterations();
    return result;
}

}  // namespace tienlen
