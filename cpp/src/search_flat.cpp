// Flat Monte Carlo with successive halving, and a look at the seat's own later decisions.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <bit>

#include "search_explore.hpp"
#include "search_worlds.hpp"

namespace tienlen::search_detail {

namespace {

class Halving {
public:
    Halving(const RuleTables& tables, Seat seat, int players, const Worlds& worlds, const SearchOptions& options,
            RunControl& control, std::vector<PlayValue>& plays)
        : worlds_(worlds),
          options_(options),
          control_(control),
          plays_(plays),
          rounds_(static_cast<int>(std::bit_width(plays.size() - 1))) {
        const std::size_t max_nodes =
            std::max<std::size_t>(options.tree_bytes / (plays.size() * PARTS) / NODE_BYTES, 1);
        for (std::size_t i = 0; i < plays.size(); ++i) {
            alive_.push_back(i);
            for (std::size_t part = 0; part < PARTS; ++part) {
                tries_.push_back(
                    {Explorer{tables, seat, players, plays[i].play, options.lookahead, max_nodes}, 0, 0, 0});
            }
        }
        plan_round();
    }

    void run() {
        std::barrier round_done(options_.threads, [&]() noexcept { finish_round(); });
        in_parallel(options_.threads, [&](int thread) {
            while (round_ < rounds_) {
                if (worlds_.timed()) {
                    play_round_in_time(static_cast<std::size_t>(thread));
                } else {
                    play_round();
                }
                round_done.arrive_and_wait();
            }
        });
        std::stable_sort(plays_.begin(), plays_.end(), [&](const PlayValue& a, const PlayValue& b) {
            if (a.visits != b.visits) return a.visits > b.visits;  // those that stayed in the running longer
            return a.mean() > b.mean();
        });
    }
    [[nodiscard]] std::uint64_t iterations() const noexcept {
        std::uint64_t iterations = 0;
        for (const PlayValue& value : plays_) iterations += static_cast<std::uint64_t>(value.visits);
        return iterations;
    }
    [[nodiscard]] std::size_t nodes() const noexcept {
        std::size_t nodes = 0;
        for (const Tries& tries : tries_) nodes += tries.explorer.nodes();
        return nodes;
    }

private:
    // Each play's worlds are dealt to so many explorers, so that as many threads can work even at the last two plays.
    static constexpr std::size_t PARTS = 2;
    // What a node takes with its places in the table and its choices.
    static constexpr std::size_t NODE_BYTES = 320;
    static constexpr std::uint64_t TURN = 8;  // worlds between looks at the clock

    struct Tries {
        Explorer explorer;
        std::int64_t visits, points, squares;  // of this round
    };

    void plan_round() noexcept {
        const std::uint64_t share = options_.iterations / static_cast<std::uint64_t>(rounds_);
        round_worlds_ = std::max<std::uint64_t>(1, share / (alive_.size() * PARTS));
        end_ = worlds_.moment(static_cast<double>(round_ + 1) / rounds_);
        next_task_.store(0, std::memory_order_relaxed);
    }

    // A task is one play in one part of the worlds: parts take turns at the worlds, all plays see the same.
    void play_worlds(std::size_t task, std::uint64_t first, std::uint64_t last) {
        const std::size_t part = task % PARTS;
        Tries& tries = tries_[alive_[task / PARTS] * PARTS + part];
        for (std::uint64_t w = first; w < last; ++w) {
            const std::uint64_t number = (first_world_ + w) * PARTS + part;
            const World world = worlds_.at(number);
            const Position position{group_table(), world.state};
            Rng rng{options_.seed + 1, number << 16 | alive_[task / PARTS]};
            const int won = tries.explorer.play(position, world.models, options_.rollout, rng);
            ++tries.visits;
            tries.points += won;
            tries.squares += won * won;
        }
        control_.advance(last - first);
    }

    void play_round() {
        const std::size_t tasks = alive_.size() * PARTS;
        for (;;) {
            const std::size_t task = next_task_.fetch_add(1, std::memory_order_relaxed);
            if (task >= tasks) return;
            for (std::uint64_t w = 0; w < round_worlds_; w += TURN) {
                if (w > 0 && control_.stopped()) break;
                play_worlds(task, w, std::min(w + TURN, round_worlds_));
            }
        }
    }

    // Threads have tasks of their own and go through them again and again.
    void play_round_in_time(std::size_t thread) {
        const std::size_t tasks = alive_.size() * PARTS;
        for (std::uint64_t w = 0; w == 0 || !worlds_.passed(end_); ++w) {
            for (std::size_t task = thread; task < tasks; task += static_cast<std::size_t>(options_.threads)) {
                if (w > 0 && worlds_.passed(end_)) break;
                play_worlds(task, w, w + 1);
            }
        }
    }

    // One thread, while the others wait.
    void finish_round() noexcept {
        std::uint64_t most = 0;
        for (std::size_t t = 0; t < tries_.size(); ++t) {
            Tries& tries = tries_[t];
            PlayValue& value = plays_[t / PARTS];
            value.visits += tries.visits;
            value.points += tries.points;
            value.squares += tries.squares;
            most = std::max(most, static_cast<std::uint64_t>(tries.visits));
            tries.visits = tries.points = tries.squares = 0;
        }
        first_world_ += most;
        std::stable_sort(alive_.begin(), alive_.end(),
                         [&](std::size_t a, std::size_t b) { return plays_[a].mean() > plays_[b].mean(); });
        alive_.resize((alive_.size() + 1) / 2);
        ++round_;
        plan_round();
    }

    const Worlds& worlds_;
    const SearchOptions& options_;
    RunControl& control_;
    std::vector<PlayValue>& plays_;
    int rounds_, round_ = 0;
    std::vector<std::size_t> alive_;
    std::vector<Tries> tries_;  // [play × PARTS + part]
    std::atomic<std::size_t> next_task_{0};
    std::uint64_t first_world_ = 0, round_worlds_ = 0;
    Clock::time_point end_{};
};

}  // namespace

void search_flat(const RuleTables& tables, Seat seat, int players, const Worlds& worlds, const SearchOptions& options,
                 RunControl& control, SearchResult& result) {
    Halving halving{tables, seat, players, worlds, options, control, result.plays};
    halving.run();
    result.iterations = halving.iterations();
    result.nodes = halving.nodes();
}

}  // namespace tienlen::search_detail
