// Flat Monte Carlo with successive halving, and a look at the seat's own later decisions.
#include <algorithm>
#include <bit>

#include "search_explore.hpp"
#include "search_turns.hpp"
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
          spread_(stakes(payoffs(tables, players), players).spread),
          rounds_(static_cast<int>(std::bit_width(plays.size() - 1))),
          turns_(plays.size()) {
        dropped_.reserve(plays.size());
        const std::size_t max_nodes = std::max<std::size_t>(options.tree_bytes / plays.size() / NODE_BYTES, 1);
        for (std::size_t i = 0; i < plays.size(); ++i) {
            alive_.push_back(i);
            tries_.push_back({Explorer{tables, seat, players, plays[i].play, options.lookahead, max_nodes}});
        }
    }

    void run() {
        plan_round();
        in_rounds(options_.threads, [&] { play_round(); }, [&]() noexcept { return finish_round(); });
        dropped_.insert(dropped_.begin(), alive_.begin(), alive_.end());
        std::vector<PlayValue> ranked;
        ranked.reserve(dropped_.size());
        for (const std::size_t i : dropped_) ranked.push_back(plays_[i]);
        plays_ = std::move(ranked);
    }
    [[nodiscard]] std::uint64_t iterations() const noexcept {
        std::uint64_t iterations = 0;
        for (const PlayValue& value : plays_) iterations += static_cast<std::uint64_t>(value.visits);
        return iterations;
    }
    [[nodiscard]] std::uint64_t work() const noexcept { return work_; }
    [[nodiscard]] std::size_t nodes() const noexcept {
        std::size_t nodes = 0;
        for (const Tries& tries : tries_) nodes += tries.explorer.nodes();
        return nodes;
    }

private:
    // What a node takes with its places in the table and its choices.
    static constexpr std::size_t NODE_BYTES = 320;
    static constexpr std::uint64_t READING = 2 * WORK_OF_DECISION;  // a world
    static constexpr std::uint64_t SLICE = 8;                       // worlds that a thread takes at a time
    // The opinion of the policy counts as much as so many visits count of a nat (Danihelka et al. 2022).
    static constexpr double OPINION_VISITS = 50;

    // What is tried of one play, by one thread at a time.
    struct Tries {
        Explorer explorer;
        std::uint64_t taken = 0;  // worlds of this round …
        std::uint64_t work = 0;   // … and what they have cost
        std::int64_t visits = 0, points = 0, squares = 0;
    };

    // Rounds take equal shares of the budget, and so do the plays in a round.
    void plan_round() noexcept {
        const std::uint64_t shares = static_cast<std::uint64_t>(rounds_) * alive_.size();
        round_worlds_ = round_work_ = UINT64_MAX;
        if (options_.work > 0) {
            round_work_ = (options_.work - std::min(options_.work, worlds_.work())) / shares;
        } else if (!worlds_.timed()) {
            round_worlds_ = std::max<std::uint64_t>(1, options_.iterations / shares);
        }
        end_ = worlds_.moment(static_cast<double>(round_ + 1) / rounds_);
    }

    // What each thread does. All plays see the same worlds, each in their order.
    void play_round() {
        turns_.take(
            alive_.size(), [&](std::size_t i) { return tries_[alive_[i]].taken; },
            [&](std::size_t i) {
                const Tries& tries = tries_[alive_[i]];
                if (tries.taken == 0) return true;
                return tries.taken < round_worlds_ && tries.work < round_work_ && !worlds_.passed(end_);
            },
            [&](std::size_t i) { play_worlds(alive_[i]); });
    }

    void play_worlds(std::size_t play) {
        Tries& tries = tries_[play];
        const std::uint64_t work_before = tries.work;
        const std::uint64_t last = tries.taken + std::min(SLICE, round_worlds_ - tries.taken);
        const std::uint64_t first = tries.taken;
        while (tries.taken < last && (tries.taken == 0 || tries.work < round_work_)) {
            const std::uint64_t number = first_world_ + tries.taken++, before = tries.explorer.work();
            const World world = worlds_.at(number);
            Rng rng{options_.seed + 1, number << 16 | play};
            const Position position{group_table(), world.state};
            const int won = tries.explorer.play(position, world.models, options_.rollout, rng);
            ++tries.visits;
            tries.points += won;
            tries.squares += won * won;
            tries.work += tries.explorer.work() - before + READING;
        }
        control_.advance(options_.work > 0 ? tries.work - work_before : tries.taken - first);
    }

    // What a play is taken to be worth; the more it was tried, the less the opinion of the policy counts.
    [[nodiscard]] double worth(std::size_t i) const noexcept {
        const PlayValue& value = plays_[i];
        return value.mean() + spread_ * value.opinion / (OPINION_VISITS + static_cast<double>(value.visits));
    }

    // Whether there is another round.
    bool finish_round() noexcept {
        std::uint64_t most = 0;
        for (const std::size_t i : alive_) {
            Tries& tries = tries_[i];
            PlayValue& value = plays_[i];
            value.visits += tries.visits;
            value.points += tries.points;
            value.squares += tries.squares;
            most = std::max(most, tries.taken);
            work_ += tries.work;
            tries.visits = tries.points = tries.squares = 0;
            tries.taken = tries.work = 0;
        }
        first_world_ += most;
        std::stable_sort(alive_.begin(), alive_.end(),
                         [&](std::size_t a, std::size_t b) { return worth(a) > worth(b); });
        const auto kept = alive_.begin() + static_cast<std::ptrdiff_t>((alive_.size() + 1) / 2);
        dropped_.insert(dropped_.begin(), kept, alive_.end());
        alive_.erase(kept, alive_.end());
        if (++round_ == rounds_) return false;
        plan_round();
        return true;
    }

    const Worlds& worlds_;
    const SearchOptions& options_;
    RunControl& control_;
    std::vector<PlayValue>& plays_;
    int spread_;  // between the most and the least that a place is worth
    int rounds_, round_ = 0;
    std::vector<std::size_t> alive_, dropped_;  // the best first
    std::vector<Tries> tries_;
    Turns turns_;
    std::uint64_t work_ = 0;
    std::uint64_t first_world_ = 0, round_worlds_ = 0, round_work_ = 0;
    Clock::time_point end_{};
};

}  // namespace

void search_flat(const RuleTables& tables, Seat seat, int players, const Worlds& worlds, const SearchOptions& options,
                 RunControl& control, SearchResult& result) {
    Halving halving{tables, seat, players, worlds, options, control, result.plays};
    halving.run();
    result.iterations = halving.iterations();
    result.work = worlds.work() + halving.work();
    result.nodes = halving.nodes();
}

}  // namespace tienlen::search_detail
