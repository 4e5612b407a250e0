// Flat Monte Carlo with successive halving.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <bit>

#include "search_roll.hpp"
#include "search_worlds.hpp"

namespace tienlen::search_detail {

namespace {

class Halving {
public:
    Halving(const RuleTables& tables, Seat seat, int players, const Worlds& worlds, const SearchOptions& options,
            RunControl& control, std::vector<PlayValue>& plays)
        : tables_(tables),
          seat_(seat),
          points_(payoffs(tables, players)),
          worlds_(worlds),
          options_(options),
          control_(control),
          plays_(plays),
          rounds_(static_cast<int>(std::bit_width(plays.size() - 1))) {
        for (std::size_t i = 0; i < plays.size(); ++i) alive_.push_back(i);
        plan_round();
    }

    void run() {
        std::vector<std::vector<PlayValue>> parts(static_cast<std::size_t>(options_.threads), plays_);
        std::barrier round_done(options_.threads, [&]() noexcept { finish_round(parts); });
        in_parallel(options_.threads, [&](int t) {
            auto& part = parts[static_cast<std::size_t>(t)];
            while (round_ < rounds_) {
                play_round(part);
                round_done.arrive_and_wait();
            }
        });
        std::stable_sort(plays_.begin(), plays_.end(), [&](const PlayValue& a, const PlayValue& b) {
            if (a.visits != b.visits) return a.visits > b.visits;  // those that stayed in the running longer
            return a.mean() > b.mean();
        });
    }
    [[nodiscard]] std::uint64_t iterations() const noexcept { return iterations_; }

private:
    void plan_round() {
        const std::uint64_t share = options_.iterations / static_cast<std::uint64_t>(rounds_);
        next_ = first_world_;
        last_world_ = first_world_ + std::max<std::uint64_t>(1, share / alive_.size());
        end_ = worlds_.moment(static_cast<double>(round_ + 1) / rounds_);
    }

    // Every thread: worlds until there are no more, or no more time. One world at least is played each round.
    void play_round(std::vector<PlayValue>& part) {
        for (;;) {
            const std::uint64_t w = next_.fetch_add(1, std::memory_order_relaxed);
            if (w > first_world_ && (worlds_.timed() ? false : w >= last_world_)) return;
            if (w > first_world_ && worlds_.passed(end_)) return;
            const World world = worlds_.at(w);
            const Position position{group_table(), world.state};
            for (const std::size_t i : alive_) {
                Rng rng{options_.seed + 1, w << 16 | i};
                const int place = roll(tables_, position, world.models, plays_[i].play, seat_, options_.rollout, rng);
                const int won = points_[static_cast<std::size_t>(place)];
                ++part[i].visits;
                part[i].points += won;
                part[i].squares += won * won;
            }
            control_.advance(alive_.size());
        }
    }

    // One thread, while the others wait.
    void finish_round(std::vector<std::vector<PlayValue>>& parts) noexcept {
        for (auto& part : parts) {
            for (std::size_t i = 0; i < plays_.size(); ++i) {
                iterations_ += static_cast<std::uint64_t>(part[i].visits);
                plays_[i].visits += part[i].visits;
                plays_[i].points += part[i].points;
                plays_[i].squares += part[i].squares;
                part[i] = {part[i].play, 0, 0, 0};
            }
        }
        std::stable_sort(alive_.begin(), alive_.end(),
                         [&](std::size_t a, std::size_t b) { return plays_[a].mean() > plays_[b].mean(); });
        alive_.resize((alive_.size() + 1) / 2);
        first_world_ = worlds_.timed() ? next_.load() : last_world_;
        ++round_;
        plan_round();
    }

    const RuleTables& tables_;
    Seat seat_;
    std::array<int, MAX_PLAYERS> points_;
    const Worlds& worlds_;
    const SearchOptions& options_;
    RunControl& control_;
    std::vector<PlayValue>& plays_;
    int rounds_, round_ = 0;
    std::vector<std::size_t> alive_;
    std::atomic<std::uint64_t> next_{0};
    std::uint64_t first_world_ = 0, last_world_ = 0;
    std::uint64_t iterations_ = 0;
    Clock::time_point end_{};
};

}  // namespace

void search_flat(const RuleTables& tables, Seat seat, int players, const Worlds& worlds, const SearchOptions& options,
                 RunControl& control, SearchResult& result) {
    Halving halving{tables, seat, players, worlds, options, control, result.plays};
    halving.run();
    result.iterations = halving.iterations();
}

}  // namespace tienlen::search_detail
