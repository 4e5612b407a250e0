// Information-set Monte Carlo tree search, single observer.
#include <algorithm>
#include <cmath>

#include "search_roll.hpp"
#include "search_turns.hpp"
#include "search_worlds.hpp"
#include "tienlen/parallel.hpp"

namespace tienlen::search_detail {

namespace {

class Tree {
public:
    Tree(const RuleTables& tables, Seat seat, int players, const SearchOptions& options, std::size_t max_nodes)
        : tables_(tables),
          seat_(seat),
          players_(players),
          options_(options),
          max_nodes_(max_nodes),
          points_(payoffs(tables, players)),
          stakes_(stakes(points_, players)) {
        nodes_.reserve(std::min<std::size_t>(max_nodes_, 4096));
        nodes_.push_back({});
    }

    // One iteration: down the tree in a world, one new node, a rollout, and the result back up.
    void grow(const World& world, Rng& rng) {
        Position position{group_table(), world.state};
        path_.clear();
        path_.push_back(0);
        movers_.clear();
        for (std::uint32_t node = 0; !position.state.over;) {
            const Seat mover = position.state.to_move;
            const auto [child, is_new] = descend(node, position, world.models[mover], rng);
            if (child == NONE) break;  // no room
            movers_.push_back(mover);
            path_.push_back(child);
            position.play(tables_, group_table(), nodes_[child].play);
            if (is_new) break;
            node = child;
        }
        const int rolled = roll_on(tables_, position, world.models, NO_SEAT, options_.rollout, rng);
        work_ += path_.size() + static_cast<std::uint64_t>(rolled);
        std::array<int, MAX_PLAYERS> won{};
        for (Seat s = 0; s < players_; ++s) {
            const int place = place_of(position.state, s);
            won[s] = points_[static_cast<std::size_t>(place < 0 ? players_ - 1 : place)];
        }
        for (std::size_t i = 1; i < path_.size(); ++i) {
            Node& node = nodes_[path_[i]];
            ++node.visits;
            node.sum += won[movers_[i - 1]] - stakes_.least;
            if (i == 1) node.squares += won[seat_] * won[seat_];
        }
    }

    void add_to(std::vector<PlayValue>& plays) const {
        for (std::uint32_t c = nodes_[0].first_child; c != NONE; c = nodes_[c].next_sibling) {
            for (PlayValue& value : plays) {
                if (!(value.play == nodes_[c].play)) continue;
                value.visits += nodes_[c].visits;
                value.points += nodes_[c].sum + std::int64_t{stakes_.least} * nodes_[c].visits;
                value.squares += nodes_[c].squares;
            }
        }
    }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    // Decisions of policies so far.
    [[nodiscard]] std::uint64_t work() const noexcept { return work_; }

    static constexpr std::uint32_t NONE = 0xFFFFFFFF;
    struct Node {
        Play play{};
        std::int64_t sum = 0;  // points of the seat that played, less the least there are
        std::int64_t squares = 0;
        std::uint32_t visits = 0, available = 0;
        std::uint32_t first_child = NONE, next_sibling = NONE;
    };

private:
    [[nodiscard]] std::uint32_t find(std::uint32_t parent, Play play) const noexcept;
    std::pair<std::uint32_t, bool> descend(std::uint32_t node, const Position& position, Policy model, Rng& rng);
    std::uint32_t add(std::uint32_t parent, Play play);

    const RuleTables& tables_;
    Seat seat_;
    int players_;
    const SearchOptions& options_;
    std::size_t max_nodes_;
    std::uint64_t work_ = 0;
    std::array<int, MAX_PLAYERS> points_;
    Stakes stakes_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> path_, known_;
    std::vector<Seat> movers_;
    std::vector<Play> untried_;
};

std::uint32_t Tree::find(std::uint32_t parent, Play play) const noexcept {
    std::uint32_t child = nodes_[parent].first_child;
    while (child != NONE && !(nodes_[child].play == play)) child = nodes_[child].next_sibling;
    return child;
}

std::uint32_t Tree::add(std::uint32_t parent, Play play) {
    if (nodes_.size() >= max_nodes_) return NONE;
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({play, 0, 0, 0, 1, NONE, nodes_[parent].first_child});
    nodes_[parent].first_child = child;
    return child;
}

// Chooses a child for the seat to move: one that was never tried if there is any, the model's choice before others;
// else by UCB1, where a child is compared by how often it could have been chosen.
std::pair<std::uint32_t, bool> Tree::descend(std::uint32_t node, const Position& position, Policy model, Rng& rng) {
    const Seen seen = see(tables_, position.state, position.counts);
    const HandGroups& hand = position.groups[seen.seat];
    known_.clear();
    untried_.clear();
    const auto offer = [&](Play play) {
        const std::uint32_t child = find(node, play);
        if (child == NONE) {
            untried_.push_back(play);
        } else {
            ++nodes_[child].available;
            known_.push_back(child);
        }
    };
    if (seen.may_pass) offer(PASS);
    for_each_candidate(tables_, group_table(), hand, seen,
                       [&](const Candidate& candidate) { offer(candidate.play()); });
    if (untried_.empty() && known_.empty()) offer(kernels::without_candidate(seen));
    if (!untried_.empty()) {
        const Play preferred = choose(model, tables_, seen, hand, rng);
        Play play = untried_[static_cast<std::size_t>(rng.below(untried_.size()))];
        if (std::find(untried_.begin(), untried_.end(), preferred) != untried_.end()) play = preferred;
        return {add(node, play), true};
    }
    std::uint32_t best = NONE;
    double best_bound = -1;
    for (const std::uint32_t child : known_) {
        const Node& c = nodes_[child];
        const double mean = static_cast<double>(c.sum) / (static_cast<double>(c.visits) * stakes_.spread);
        const double bound =
            mean + options_.exploration * std::sqrt(std::log(static_cast<double>(c.available)) / c.visits);
        if (bound > best_bound) {
            best_bound = bound;
            best = child;
        }
    }
    return {best, false};
}

}  // namespace

void search_tree(const RuleTables& tables, Seat seat, int players, const Worlds& worlds, const SearchOptions& options,
                 RunControl& control, SearchResult& result) {
    const int count = std::max(options.trees, 1), threads = std::min(options.threads, count);
    const std::size_t max_nodes =
        std::max<std::size_t>(options.tree_bytes / static_cast<std::size_t>(count) / sizeof(Tree::Node), 2);
    std::vector<Tree> trees;
    trees.reserve(static_cast<std::size_t>(count));
    for (int t = 0; t < count; ++t) trees.emplace_back(tables, seat, players, options, max_nodes);
    std::vector<std::uint64_t> grown(static_cast<std::size_t>(count), 0);
    const auto whole = static_cast<std::uint64_t>(count);
    const std::uint64_t work = options.work - std::min(options.work, worlds.work());
    const auto wants_more = [&](std::size_t tree) {
        if (worlds.timed()) return true;
        if (options.work > 0) return grown[tree] == 0 || trees[tree].work() < work / whole;
        return grown[tree] < (options.iterations + whole - 1 - tree) / whole;
    };
    // Tree t sees the worlds t, t + count, …
    constexpr std::uint64_t SLICE = 8;
    Turns turns{trees.size()};
    run_on_threads(threads, [&](std::size_t /*thread*/) {
        turns.take(
            trees.size(), [&](std::size_t t) { return grown[t]; },
            [&](std::size_t t) { return wants_more(t) && !worlds.out_of_time(); },
            [&](std::size_t t) {
                const std::uint64_t before = trees[t].work();
                std::uint64_t i = 0;
                for (; i < SLICE && wants_more(t); ++i, ++grown[t]) {
                    const std::uint64_t world = grown[t] * whole + t;
                    Rng rng{options.seed + 1, world};
                    trees[t].grow(worlds.at(world), rng);
                }
                control.advance(options.work > 0 ? trees[t].work() - before : i);
            });
    });
    result.work = worlds.work();
    for (std::size_t t = 0; t < trees.size(); ++t) {
        trees[t].add_to(result.plays);
        result.iterations += grown[t];
        result.nodes += trees[t].size();
        result.work += trees[t].work();
    }
    std::stable_sort(result.plays.begin(), result.plays.end(), [](const PlayValue& a, const PlayValue& b) {
        if (a.visits != b.visits) return a.visits > b.visits;
        return a.mean() > b.mean();
    });
}

}  // namespace tienlen::search_detail
