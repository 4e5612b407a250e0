// The searching seat's own later decisions, below one play at the root.
//
// The others play as they are taken to play, so what comes back to the seat is a public history. What the seat could do
// then does not depend on the world, as it holds the same cards in all of them; so each history that is met gets a node,
// and its plays are tried by how they did and by what the `rules` policy thinks of them (PUCT).
#pragma once

#include <cstdint>
#include <vector>

#include "search_opinions.hpp"
#include "search_roll.hpp"
#include "tienlen/payoffs.hpp"

namespace tienlen::search_detail {

class Explorer {
public:
    // exploration 0: no nodes, the seat plays on by the rules policy.
    Explorer(const RuleTables& tables, Seat seat, int players, Play first, double exploration, std::size_t max_nodes);

    // Plays one hand in the world from the position on, the first play first. Returns the seat's payoff.
    int play(const Position& from, const std::array<Policy, MAX_PLAYERS>& models, Policy rollout, Rng& rng);

    [[nodiscard]] std::size_t nodes() const noexcept { return nodes_; }
    // Decisions of policies so far.
    [[nodiscard]] std::uint64_t work() const noexcept { return work_; }

private:
    struct Choice {
        Play play;
        float prior;
        std::uint32_t visits;
        std::int64_t sum;  // payoffs, less the least
    };
    struct Node {
        std::uint64_t history = 0;
        std::uint32_t first = 0;  // of its choices
        std::uint32_t count = 0;  // 0: the place is free
        std::uint32_t visits = 0;
    };

    static constexpr std::size_t FIRST_SIZE = 64;

    [[nodiscard]] Node& find(std::uint64_t history) noexcept;
    void make_room();
    void add(Node& node, std::uint64_t history, const Position& position);
    [[nodiscard]] std::uint32_t choose(const Node& node) const noexcept;

    const RuleTables* tables_;
    Seat seat_;
    int players_;
    Play first_;
    double exploration_;
    std::size_t max_nodes_, nodes_ = 0;
    std::uint64_t work_ = 0;
    std::array<int, MAX_PLAYERS> payoffs_;
    Stakes stakes_;
    std::vector<Node> table_;
    std::vector<Choice> choices_;
    std::vector<Opinion> opinions_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> path_;  // node, choice
};

}  // namespace tienlen::search_detail
