#include "tienlen/search.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "search_opinions.hpp"
#include "search_worlds.hpp"
#include "tienlen/parallel.hpp"

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

namespace search_detail {

Worlds::Worlds(const RuleTables& tables, const Knowledge& knowledge, const State* truth, const SearchOptions& options,
               RunControl& control)
    : options_(options),
      control_(control),
      belief_(tables, knowledge, options.surprise),
      seat_(knowledge.seen.seat),
      players_(knowledge.seen.players) {
    timed_ = options.microseconds > 0;
    end_ = start_ + std::chrono::microseconds(options.microseconds);
    if (truth != nullptr) {
        std::array<Belief::Verdict, MAX_PLAYERS> verdicts{};
        for (Seat s = 0; s < players_; ++s) verdicts[s] = belief_.judge(s, truth->hands[s]);
        truth_ = world(*truth, verdicts);
        return;
    }
    if (!belief_.informed() || options.chain_steps <= 0) return;
    std::array<std::vector<World>, CHAINS> kept;
    std::array<std::uint64_t, CHAINS> works{};
    std::atomic<std::size_t> next{0};
    run_on_threads(std::min(options.threads, CHAINS), [&](std::size_t /*thread*/) {
        for (std::size_t c = next++; c < kept.size(); c = next++) works[c] = walk(c, kept[c]);
    });
    for (const std::uint64_t work : works) work_ += work;
    // Taken in turns from the chains, far apart within each, so that any few worlds are as different as can be.
    const std::size_t each = std::min(kept[0].size(), kept[1].size());
    std::size_t step = each * 5 / 13 + 1;
    while (std::gcd(step, each) > 1) ++step;
    for (std::size_t i = 0, at = 0; i < each; ++i, at = (at + step) % each) {
        for (const auto& chain : kept) drawn_.push_back(chain[at]);
    }
}

World Worlds::world(const State& state, const std::array<Belief::Verdict, MAX_PLAYERS>& verdicts) const {
    World world{state, {}};
    world.models.fill(Policy::Rules);
    for (Seat s = 0; s < players_; ++s) {
        if (s != seat_) world.models[s] = options_.surprise.models[verdicts[s].model];
    }
    return world;
}

std::uint64_t Worlds::walk(std::size_t chain, std::vector<World>& kept) const {
    Rng rng{options_.seed, (std::uint64_t{1} << 63) + chain};
    Belief::Chain walk{belief_, rng};
    const double steps = std::max(options_.chain_steps / CHAINS, 2 * KEEP_EVERY);
    const double most = CHAIN_WORK / CHAINS * static_cast<double>(options_.work);
    const auto end = moment(CHAIN_TIME), burn_in_end = moment(CHAIN_TIME / 4);
    kept.reserve(static_cast<std::size_t>(std::min(steps, 6000.0) / KEEP_EVERY) + 1);
    bool burning = true;
    double done = 0;  // 1: all there is to do
    for (int i = 0; done < 1; ++i) {
        // Two thirds of the way to what counts, the chain takes more than it should, so that it gets there.
        walk.step(rng, done < BURN_IN / 3 ? 4 : done < BURN_IN * 2 / 3 ? 2 : 1);
        done = (i + 1) / steps;
        if (most > 0) done = std::max(done, static_cast<double>(walk.work()) / most);
        if (i % KEEP_EVERY != 0 && done < 1) continue;
        if (burning) burning = done < BURN_IN && !passed(burn_in_end);
        if (burning) continue;
        kept.push_back(world(belief_.world(walk.hands()), walk.verdicts()));
        if (passed(end)) break;
    }
    return walk.work();
}

World Worlds::at(std::uint64_t i) const noexcept {
    if (truth_) return *truth_;
    if (!drawn_.empty()) return drawn_[i % drawn_.size()];
    Rng rng{options_.seed, i};
    return world(belief_.world(belief_.uniform(rng)), {});
}

std::vector<PlayValue> root_plays(const RuleTables& tables, const Seen& seen) {
    std::vector<Opinion> choices;
    opinions(tables, seen, HandGroups{group_table(), seen.hand}, choices);
    std::vector<PlayValue> plays;
    plays.reserve(choices.size());
    for (const Opinion& choice : choices) plays.push_back({choice.play, choice.nats});
    return plays;
}

namespace {

using Method = decltype(&search_flat);

// The plays that are worth most come first. The other may err, so which of them is best is found by playing on.
void rank_solved(const RuleTables& tables, const Seen& seen, const Worlds& worlds, const SearchOptions& options,
                 RunControl& control, Method method, SearchResult& result) {
    std::vector<PlayValue> solved = std::move(result.plays);
    std::stable_sort(solved.begin(), solved.end(),
                     [](const PlayValue& a, const PlayValue& b) { return a.points > b.points; });
    const std::int64_t most = solved.front().points;
    result.plays.clear();
    for (const PlayValue& value : solved) {
        if (value.points == most) result.plays.push_back({value.play, value.opinion});
    }
    const auto equal = static_cast<std::ptrdiff_t>(result.plays.size());
    if (equal > 1) method(tables, seen.seat, seen.players, worlds, options, control, result);
    for (PlayValue& value : result.plays) value.points = most;
    result.plays.insert(result.plays.end(), solved.begin() + equal, solved.end());
    for (PlayValue& value : result.plays) {
        value = {value.play, value.opinion, 1, value.points, value.points * value.points};
    }
    result.iterations = result.plays.size();
    result.solved = true;
}

SearchResult run(const RuleTables& tables, const Knowledge& knowledge, const State* truth, const SearchOptions& options,
                 RunControl& control) {
    const Seen& seen = knowledge.seen;
    SearchResult result{root_plays(tables, seen)};
    if (result.plays.size() == 1) return result;
    const Worlds worlds{tables, knowledge, truth, options, control};
    const Method method = options.method == SearchMethod::Flat ? search_flat : search_tree;
    if (worlds.certain() && solve_plays(tables, worlds, options, control, result.plays)) {
        rank_solved(tables, seen, worlds, options, control, method, result);
    } else {
        method(tables, seen.seat, seen.players, worlds, options, control, result);
    }
    return result;
}

}  // namespace

}  // namespace search_detail

SearchResult search(const RuleTables& tables, const Knowledge& knowledge, const SearchOptions& options,
                    RunControl& control) {
    return search_detail::run(tables, knowledge, nullptr, options, control);
}

SearchResult search_seeing(const RuleTables& tables, const State& state, std::span<const Observation> past,
                           const SearchOptions& options, RunControl& control) {
    Knowledge knowledge;
    knowledge.seen = see(tables, state);
    knowledge.past.assign(past.begin(), past.end());
    return search_detail::run(tables, knowledge, &state, options, control);
}

}  // namespace tienlen
