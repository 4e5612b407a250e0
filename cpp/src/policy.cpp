#include "tienlen/policy.hpp"

#include "tienlen/candidates.hpp"
#include "tienlen/cpu.hpp"
#include "tienlen/pick.hpp"

namespace tienlen {

namespace {

// Enough of a state for a random pick: the other hands are empty.
[[nodiscard]] State as_state(const Seen& seen) noexcept {
    State state;
    state.hands[seen.seat] = seen.hand;
    state.table = seen.table;
    state.played = seen.played;
    state.players = seen.players;
    state.to_move = seen.seat;
    state.owner = seen.owner;
    state.in_play = seen.in_play;
    state.benched = seen.benched;
    state.opening_card = seen.opening_card;
    state.led_bomb = seen.led_bomb;
    if (seen.leading() && !seen.may_pass) state.lead_passed = seen.in_play;
    return state;
}

// When there is no candidate: the pass, or, where the seat must lead, its opening card (a spare card lower than the
// owed one hides it from the cheapest plays).
[[nodiscard]] Play without_candidate(const Seen& seen) noexcept {
    if (seen.may_pass || seen.opening_card == NO_CARD) return PASS;
    return Play{Kind::Single, 1, CardSet::of(seen.opening_card)};
}

[[nodiscard]] bool spends_strength(const Candidate& candidate) noexcept {
    return (candidate.cards & TWOS) != 0 || candidate.kind == Kind::Quad || candidate.kind == Kind::DoubleSequence;
}

[[nodiscard]] int top_of(const Candidate& candidate) noexcept { return CardSet{candidate.cards}.highest(); }

template <typename Score>
TIENLEN_INLINE Play best_play(const RuleTables& tables, const Seen& seen, const HandGroups& hand, int pass_score, Score score) {
    Candidate best;
    int best_score = seen.may_pass ? pass_score : INT32_MIN;
    for_each_candidate(tables, group_table(), hand, seen, [&](const Candidate& candidate) {
        const int s = score(candidate);
        if (s > best_score) {
            best_score = s;
            best = candidate;
        }
    });
    if (best.kind == Kind::Pass && best_score == INT32_MIN) return without_candidate(seen);
    return best.play();
}

Play lowest(const RuleTables& tables, const Seen& seen, const HandGroups& hand) noexcept {
    return best_play(tables, seen, hand, -10'000, [&](const Candidate& candidate) {
        const int lowest_card = CardSet{candidate.cards}.lowest();
        const bool group = candidate.kind <= Kind::Quad;
        if (seen.leading()) return group ? 4 * candidate.size - 100 * rank_of(lowest_card) : -9'000;
        return -100 * candidate.size - top_of(candidate);
    });
}

#ifdef GP
extern "C" int gp[8];
int gp[8] = {0};
#endif
Play greedy(const RuleTables& tables, const Seen& seen, const HandGroups& hand) noexcept {
    const int twos = std::popcount(seen.hand.mask() & TWOS);
    return best_play(tables, seen, hand, -10'000, [&](const Candidate& candidate) {
        const int twos_left = std::popcount(seen.hand.mask() & TWOS & ~candidate.cards);
        if (candidate.cards == seen.hand.mask()) return 10'000;
        const int groups = candidate.groups + (twos_left != 0 ? 1 : 0);
        return -100 * groups - top_of(candidate) - 60 * (twos - twos_left) - (spends_strength(candidate) ? 100 : 0);
    });
}

}  // namespace

Play choose(Policy policy, const RuleTables& tables, const Seen& seen, const HandGroups& hand, Rng& rng) noexcept {
    switch (policy) {
        case Policy::Random: return Picker<Portable>::pick(tables, as_state(seen), rng);
        case Policy::Lowest: return lowest(tables, seen, hand);
        case Policy::Greedy: return greedy(tables, seen, hand);
        case Policy::Rules: break;
    }
    return greedy(tables, seen, hand);
}

Play choose(Policy policy, const RuleTables& tables, const Seen& seen, Rng& rng) noexcept {
    return choose(policy, tables, seen, HandGroups{group_table(), seen.hand}, rng);
}

}  // namespace tienlen
