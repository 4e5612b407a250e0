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

// The best of the candidates by score(candidate), or the pass where that is legal and pass_score() is as high.
template <typename PassScore, typename Score>
TIENLEN_INLINE Play best_play(const RuleTables& tables, const GroupTable& table, const Seen& seen,
                              const HandGroups& hand, PassScore pass_score, Score score) {
    const CandidateList list{tables, table, hand, seen};
    if (list.empty()) return without_candidate(seen);
    const Candidate* best = nullptr;
    int best_score = seen.may_pass ? pass_score() : INT32_MIN;
    for (const Candidate& candidate : list) {
        const int s = score(candidate);
        if (s > best_score) {
            best_score = s;
            best = &candidate;
        }
    }
    return best == nullptr ? PASS : best->play();
}

[[nodiscard]] inline Play lowest(const RuleTables& tables, const GroupTable& table, const Seen& seen,
                                 const HandGroups& hand) noexcept {
    return best_play(
        tables, table, seen, hand, [] { return -10'000; },
        [&](const Candidate& candidate) TIENLEN_INLINE_LAMBDA {
            const int lowest_card = CardSet{candidate.cards}.lowest();
            const bool group = candidate.kind <= Kind::Quad;
            if (seen.leading()) return group ? 4 * candidate.size - 100 * rank_of(lowest_card) : -9'000;
            return -100 * candidate.size - top_of(candidate);
        });
}

// Fewest plays left first; then what else a play gives away: high cards, 2s, bombs.
template <typename Isa>
[[nodiscard]] TIENLEN_INLINE Play greedy(const RuleTables& tables, const GroupTable& table, const Seen& seen,
                                         const HandGroups& hand) noexcept {
    constexpr int PER_GROUP = 100, PER_CARD = 8, PER_TWO = 60, STRENGTH = 100, LOWEST_CARD = 4, ALWAYS = 10'000;
    const Mask cards = seen.hand.mask();
    const int twos = Isa::popcount(cards & TWOS);
    const bool leading = seen.leading();
    // Against a hand of one card the higher single is the better lead.
    const bool blocking = leading && least_cards(seen) == 1;
    return best_play(
        tables, table, seen, hand, [] { return -ALWAYS; },
        [&](const Candidate& candidate) TIENLEN_INLINE_LAMBDA {
            if (candidate.cards == cards) return ALWAYS;
            const int twos_left = Isa::popcount(cards & TWOS & ~candidate.cards);
            const int groups = candidate.groups + (twos_left != 0 ? 1 : 0);
            const int top = top_of(candidate);
            int score = PER_CARD * Isa::popcount(candidate.cards) - PER_GROUP * groups - PER_TWO * (twos - twos_left);
            score -= spends_strength(candidate) ? STRENGTH : 0;
            score -= leading ? LOWEST_CARD * std::countr_zero(candidate.cards) : 0;
            score -= blocking && candidate.kind == Kind::Single ? 2 * (CARDS - top) : top;
            return score;
        });
}

// What the `rules` policy thinks of the plays in a position: sums of the weights of what it looks at.
template <typename Isa>
class RulesScores {
public:
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

// The play with the highest score; going out comes before everything.
template <typename Isa>
[[nodiscard]] TIENLEN_INLINE Play rules(const RuleTables& tables, const GroupTable& table, const RulesWeights& weights,
                                        const Seen& seen, const HandGroups& hand) noexcept {
    const CandidateList list{tables, table, hand, seen};
    if (list.empty()) return without_candidate(seen);
    const RulesScores<Isa> scores{weights, seen, hand};
    const Candidate* best = nullptr;
    int best_score = seen.may_pass ? scores.of_pass() : INT32_MIN;
    for (const Candidate& candidate : list) {
        if (candidate.cards == seen.hand.mask()) return candidate.play();
        const int score = scores.of(candidate);
        if (score > best_score) {
            best_score = score;
            best = &candidate;
        }
    }
    return best == nullptr ? PASS : best->play();
}

}  // namespace tienlen::kernels
