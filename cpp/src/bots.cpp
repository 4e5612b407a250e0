#include "tienlen/bots.hpp"

#include <atomic>
#include <thread>

namespace tienlen {

namespace {

class PolicyBot final : public Bot {
public:
    explicit PolicyBot(Policy policy) : policy_(policy) {}
    [[nodiscard]] Play choose(const Turn& turn) override {
        Rng rng{turn.seed};
        return tienlen::choose(policy_, turn.tables, turn.seen, rng);
    }

private:
    Policy policy_;
};

class SearchBot : public Bot {
public:
    explicit SearchBot(const SearchOptions& options) : options_(options) {}
    [[nodiscard]] Play choose(const Turn& turn) override {
        Knowledge knowledge;
        knowledge.seen = turn.seen;
        knowledge.known = turn.known;
        knowledge.absent = turn.absent;
        knowledge.past.assign(turn.history.begin(), turn.history.end());
        RunControl control;
        control.outer = turn.control;
        return search(turn.tables, knowledge, with_seed(turn), control).plays.front().play;
    }

protected:
    [[nodiscard]] SearchOptions with_seed(const Turn& turn) const noexcept {
        SearchOptions options = options_;
        options.seed = turn.seed;
        return options;
    }

private:
    SearchOptions options_;
};

class OpenHandsBot final : public SearchBot {
public:
    using SearchBot::SearchBot;
    [[nodiscard]] Play choose_seeing(const Turn& turn, const State& truth) override {
        RunControl control;
        control.outer = turn.control;
        return search_seeing(turn.tables, truth, turn.history, with_seed(turn), control).plays.front().play;
    }
};

}  // namespace

std::unique_ptr<Bot> make_bot(const BotSpec& spec) {
    if (!spec.search) return std::make_unique<PolicyBot>(spec.policy);
    if (spec.open_hands) return std::make_unique<OpenHandsBot>(*spec.search);
    return std::make_unique<SearchBot>(*spec.search);
}

ArenaCounts play_arena(const RuleTables& tables, std::span<const BotSpec> bots, std::span<const std::uint8_t> entrants,
                       const ArenaRun& run, int threads, RunControl& control) {
    std::atomic<std::uint64_t> next{0};
    std::vector<ArenaCounts> parts(static_cast<std::size_t>(threads));
    const auto work = [&](std::size_t part) {
        std::vector<std::unique_ptr<Bot>> own;
        std::vector<Bot*> players;
        for (const BotSpec& spec : bots) players.push_back(own.emplace_back(make_bot(spec)).get());
        ArenaRun one = run;
        one.deals = 1;
        while (!control.stopped()) {
            const std::uint64_t deal = next.fetch_add(1, std::memory_order_relaxed);
            if (deal >= run.deals) break;
            one.first_deal = run.first_deal + deal;
            parts[part] += play_arena(tables, std::span<Bot* const>{players}, entrants, one, control);
        }
    };
    std::vector<std::thread> others;
    for (std::size_t t = 1; t < parts.size(); ++t) others.emplace_back(work, t);
    work(0);
    for (std::thread& other : others) other.join();
    ArenaCounts total;
    for (const ArenaCounts& part : parts) total += part;
    return total;
}

}  // namespace tienlen
