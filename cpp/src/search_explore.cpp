#include "search_explore.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tienlen::search_detail {

Explorer::Explorer(const RuleTables& tables, Seat seat, int players, Play first, double exploration,
                   std::size_t max_nodes)
    : tables_(&tables),
      seat_(seat),
      players_(players),
      first_(first),
      exploration_(exploration),
      max_nodes_(max_nodes),
      payoffs_(payoffs(tables, players)),
      stakes_(stakes(payoffs_, players)) {
    if (exploration_ > 0) table_.resize(FIRST_SIZE);
}

Explorer::Node& Explorer::find(std::uint64_t history) noexcept {
    const std::size_t mask = table_.size() - 1;
    std::size_t place = history & mask;
    while (table_[place].count != 0 && table_[place].history != history) place = (place + 1) & mask;
    return table_[place];
}

void Explorer::make_room() {
    if (2 * (nodes_ + 1) <= table_.size()) return;
    std::vector<Node> old(2 * table_.size());
    old.swap(table_);
    for (const Node& node : old) {
        if (node.count != 0) find(node.history) = node;
    }
}

void Explorer::add(Node& node, std::uint64_t history, const Position& position) {
    opinions(*tables_, see(*tables_, position.state, position.counts), position.groups[seat_], opinions_);
    node = {history, static_cast<std::uint32_t>(choices_.size()), static_cast<std::uint32_t>(opinions_.size()), 0};
    for (const Opinion& opinion : opinions_) {
        choices_.push_back({opinion.play, static_cast<float>(std::exp(opinion.nats)), 0, 0});
    }
    ++nodes_;
}

std::uint32_t Explorer::choose(const Node& node) const noexcept {
    std::uint32_t best = node.first;
    double best_bound = -1;
    double all = 0;
    for (std::uint32_t c = node.first; c < node.first + node.count; ++c) all += static_cast<double>(choices_[c].sum);
    const double mean = node.visits == 0 ? 0 : all / (static_cast<double>(stakes_.spread) * node.visits);
    const double root = exploration_ * std::sqrt(static_cast<double>(node.visits + 1));
    for (std::uint32_t c = node.first; c < node.first + node.count; ++c) {
        const Choice& choice = choices_[c];
        // A play that was not tried yet is taken to be as good as the average of those that were.
        const double value = choice.visits == 0 ? mean
                                                : static_cast<double>(choice.sum) /
                                                      (static_cast<double>(stakes_.spread) * choice.visits);
        const double bound = value + root * static_cast<double>(choice.prior) / (1.0 + choice.visits);
        if (bound > best_bound) {
            best_bound = bound;
            best = c;
        }
    }
    return best;
}

int Explorer::play(const Position& from, const std::array<Policy, MAX_PLAYERS>& models, Policy rollout, Rng& rng) {
    Position position = from;
    position.play(*tables_, group_table(), first_);
    path_.clear();
    if (exploration_ > 0) make_room();
    std::uint64_t history = 1;
    bool is_new = exploration_ <= 0 || rollout == Policy::Random;
    while (!is_new) {
        const Reached reached = play_to_turn(*tables_, position, models, seat_, history);
        work_ += static_cast<std::uint64_t>(reached.work + WORK_OF_DECISION);
        if (!reached.own) break;
        Node& node = find(history);
        if (node.count == 0) {
            if (nodes_ >= max_nodes_) break;
            add(node, history, position);
            is_new = true;
        }
        const std::uint32_t choice = choose(node);
        path_.emplace_back(static_cast<std::uint32_t>(&node - table_.data()), choice);
        history = Rng::mix(history ^ choices_[choice].play.word());
        position.play(*tables_, group_table(), choices_[choice].play);
    }
    work_ += static_cast<std::uint64_t>(roll_on(*tables_, position, models, seat_, rollout, rng));
    const int place = place_of(position.state, seat_);
    const int won = payoffs_[static_cast<std::size_t>(place < 0 ? players_ - 1 : place)];
    for (const auto& [node, choice] : path_) {
        ++table_[node].visits;
        ++choices_[choice].visits;
        choices_[choice].sum += won - stakes_.least;
    }
    return won;
}

}  // namespace tienlen::search_detail
