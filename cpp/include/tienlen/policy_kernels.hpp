// The policies themselves, to be inlined into loops that play millions of hands.
#pragma once

#include <algorithm>

#include "tienlen/candidates.hpp"
#include "tienlen/policy.hpp"

namespace tienlen::kernels {

// When there is no candidate: the pass, or, where the seat must lead, its opening card (a spare card lower than the
// owed one hides it from the cheapest plays).
[[nodiscard]] inline Play without_candidate(const Seen& seen) noexcept {
    if (seen.may_pass || seen.opening_card == NO_CARD) return PASS;
    return Play{Kind::Single, 1, CardSet::of(seen.opening_card)};
}

[[nodiscard]] inline bool spends_strength(const Candidate& candidate) noexcept {
    return (candidate.cards & TWOS) != 0 || candidate.kind == Kind::Quad || candidate.kind == Kind::DoubleSequence;
}

// Cards in the shortest hand among the others in play.
[[nodiscard]] TIENLEN_INLINE int least_cards(const Seen& seen) noexcept {
    int least = CARDS;
    for (SeatSet rest = seen.others(); rest != 0; rest &= static_cast<SeatSet>(rest - 1)) {
        least = std::min<int>(least, seen.counts[static_cast<std::size_t>(std::countr_zero(rest))]);
    }
    return least;
}

[[nodiscard]] inline int top_of(const Candidate& candidate) noexcept { return CardSet{candidate.cards}.highest(); }

// The candidate with the highest score, the first of equals, or the pass where that is legal and scores as much. A play
// that empties the hand comes before everything, where the policy sees that it does.
template <typename Scores>
TIENLEN_INLINE Play best_play(const CandidateList& list, const Seen& seen, const Scores& scores) noexcept {
    const Candidate* best = nullptr;
    int best_score = seen.may_pass ? scores.of_pass() : INT32_MIN;
    for (const Candidate& candidate : list) {
        if (Scores::GOES_OUT && candidate.cards == seen.hand.mask()) return candidate.play();
        const int score = scores.of(candidate);
        if (score > best_score) {
            best_score = score;
            best = &candidate;
        }
    }
    return best == nullptr ? PASS : best->play();
}

// How far a play is from best_play(), in halves: 0 if it has the same kind, size and rank, 2 if one of the two is the
// pass, else 1. Most plays are refused before all scores are known.
template <typename Scores>
TIENLEN_INLINE int half_faults(const CandidateList& list, const Seen& seen, const Scores& scores,
                               Play actual) noexcept {
    static_assert(Scores::GOES_OUT);
    const Mask all = seen.hand.mask();
    const int to_pass = seen.may_pass ? scores.of_pass() : INT32_MIN;
    if (actual.is_pass()) {
        for (const Candidate& candidate : list) {
            if (candidate.cards == all || scores.of(candidate) > to_pass) return 2;
        }
        return 0;
    }
    const auto same = [&](const Candidate& candidate) TIENLEN_INLINE_LAMBDA {
        return candidate.kind == actual.kind() && candidate.size == actual.size() &&
               rank_of(top_of(candidate)) == rank_of(actual.top());
    };
    const Candidate* own = nullptr;
    int own_score = INT32_MIN;
    for (const Candidate& candidate : list) {
        if (!same(candidate)) continue;
        if (candidate.cards == all) return 0;
        const int score = scores.of(candidate);
        if (own == nullptr || score > own_score) {
            own_score = score;
            own = &candidate;
        }
    }
    const bool passes = own == nullptr || own_score <= to_pass;  // if no other play is better
    const int limit = passes ? to_pass : own_score;
    for (const Candidate& candidate : list) {
        if (same(candidate)) continue;
        if (candidate.cards == all) return 1;
        const int score = scores.of(candidate);
        if (score > limit || (score == limit && !passes && &candidate < own)) return 1;
    }
    return passes ? 2 : 0;
}

// The lowest card, in the longest group of its rank; answers with the lowest that beats.
class LowestScores {
public:
    static constexpr bool GOES_OUT = false;  // one group after the other
    explicit LowestScores(const Seen& seen) noexcept : leading_(seen.leading()) {}

    [[nodiscard]] int of_pass() const noexcept { return -10'000; }
    [[nodiscard]] int of(const Candidate& candidate) const noexcept {
        const bool group = candidate.kind <= Kind::Quad;
        if (!leading_) return -100 * candidate.size - top_of(candidate);
        return group ? 4 * candidate.size - 100 * rank_of(CardSet{candidate.cards}.lowest()) : -9'000;
    }

private:
    bool leading_;
};

// Fewest plays left first; then what else a play gives away: high cards, 2s, bombs.
template <typename Isa>
class GreedyScores {
public:
    static constexpr bool GOES_OUT = true;
    TIENLEN_INLINE explicit GreedyScores(const Seen& seen) noexcept
        : cards_(seen.hand.mask()),
          twos_(Isa::popcount(cards_ & TWOS)),
          leading_(seen.leading()),
          blocking_(leading_ && least_cards(seen) == 1) {}

    [[nodiscard]] TIENLEN_INLINE int of_pass() const noexcept { return -10'000; }  // answers whenever it can
    [[nodiscard]] TIENLEN_INLINE int of(const Candidate& candidate) const noexcept {
        constexpr int PER_GROUP = 100, PER_CARD = 8, PER_TWO = 60, STRENGTH = 100, LOWEST_CARD = 4;
        const int twos_left = Isa::popcount(cards_ & TWOS & ~candidate.cards);
        const int groups = candidate.groups + (twos_left != 0 ? 1 : 0);
        const int top = top_of(candidate);
        int score = PER_CARD * Isa::popcount(candidate.cards) - PER_GROUP * groups - PER_TWO * (twos_ - twos_left);
        score -= spends_strength(candidate) ? STRENGTH : 0;
        score -= leading_ ? LOWEST_CARD * std::countr_zero(candidate.cards) : 0;
        score -= blocking_ && candidate.kind == Kind::Single ? 2 * (CARDS - top) : top;
        return score;
    }

private:
    Mask cards_;
    int twos_;
    bool leading_;
    bool blocking_;  // against a hand of one card the higher single is the better lead
};

// What the `rules` policy thinks of the plays in a position: sums of the weights of what it looks at.
template <typename Isa>
class RulesScores {
public:
    static constexpr bool GOES_OUT = true;
    TIENLEN_INLINE RulesScores(const RulesWeights& weights, const Seen& seen, const HandGroups& hand) noexcept
        : weights_(weights), seen_(seen), context_(seen, hand) {}

    [[nodiscard]] TIENLEN_INLINE int of_pass() const noexcept {
        int score = seen_.leading() ? -20'000 : 0;
        context_.pass(seen_,
                      [&](int index) TIENLEN_INLINE_LAMBDA { score += weights_[static_cast<std::size_t>(index)]; });
        return score;
    }
    [[nodiscard]] TIENLEN_INLINE int of(const Candidate& candidate) const noexcept {
        int score = 0;
        context_.play(seen_, candidate,
                      [&](int index) TIENLEN_INLINE_LAMBDA { score += weights_[static_cast<std::size_t>(index)]; });
        return score;
    }

private:
    const RulesWeights& weights_;
    const Seen& seen_;
    rules_features::Context<Isa> context_;
};

// What the policy plays.
template <typename Isa>
[[nodiscard]] TIENLEN_INLINE Play greedy(const RuleTables& tables, const GroupTable& table, const Seen& seen,
                                         const HandGroups& hand) noexcept {
    const CandidateList list{tables, table, hand, seen};
    return list.empty() ? without_candidate(seen) : best_play(list, seen, GreedyScores<Isa>{seen});
}
template <typename Isa>
[[nodiscard]] TIENLEN_INLINE Play rules(const RuleTables& tables, const GroupTable& table, const RulesWeights& weights,
                                        const Seen& seen, const HandGroups& hand) noexcept {
    const CandidateList list{tables, table, hand, seen};
    return list.empty() ? without_candidate(seen) : best_play(list, seen, RulesScores<Isa>{weights, seen, hand});
}

}  // namespace tienlen::kernels
