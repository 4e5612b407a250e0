// Beliefs: worlds fit what is known, and are drawn as often as what the others did makes them likely.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "check.hpp"
#include "houses.hpp"
#include "tienlen/notation.hpp"
#include "tienlen/policy_kernels.hpp"
#include "under_way.hpp"

using namespace tienlen;

namespace {

void worlds_agree_with_what_is_known() {
    const RuleTables tables{houses::rules("southern")};
    int wrong = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const UnderWay position = after_plies(tables, seed % 2 == 0 ? 4 : 3, seed, static_cast<int>(seed));
        Knowledge knowledge = position.knowledge;
        const Seat other = static_cast<Seat>((position.state.to_move + 1) % position.state.players);
        if (!position.state.hands[other].empty())
            knowledge.known[other] = CardSet::of(position.state.hands[other].highest());
        const Belief belief{tables, knowledge, {}};
        Rng rng{seed};
        Belief::Chain chain{belief, rng};
        for (int i = 0; i < 50; ++i) {
            chain.step(rng);
            for (const auto& hands : {belief.uniform(rng), chain.hands()}) {
                const State world = belief.world(hands);
                CardSet all;
                for (Seat s = 0; s < position.state.players; ++s) {
                    wrong +=
                        world.hands[s].size() == position.state.hands[s].size() && !all.meets(world.hands[s]) ? 0 : 1;
                    wrong += world.hands[s].contains(knowledge.known[s]) ? 0 : 1;
                    all |= world.hands[s];
                }
                wrong += all.meets(knowledge.seen.played) || !(world.hand() == position.state.hand()) ? 1 : 0;
                // With the true hands the world is the position.
                State truth = world;
                truth.hands = position.state.hands;
                wrong += truth == position.state ? 0 : 1;
            }
        }
    }
    CHECK_EQ(wrong, 0);
}

// A seat that always answers passed over a king: it is less likely to hold an ace or a 2, and worlds lean that way.
void beliefs_lean() {
    const RuleTables tables{houses::rules("southern")};
    State state = from_hands(tables,
                             {parse_cards("8h 9h Th Kh"), parse_cards("3s 3c 4s 4c"), parse_cards("6s 7s Ts As"),
                              parse_cards("Qs Ks Qh Ac")},
                             4, 0);
    Knowledge knowledge;
    for (const Play play : {Play{Kind::Single, 1, parse_cards("Kh")}, PASS, Play{Kind::Single, 1, parse_cards("As")},
                            Play{Kind::Single, 1, parse_cards("Ac")}}) {
        knowledge.past.push_back(observe(see(tables, state), play));
        apply(tables, state, play);
    }
    knowledge.seen = see(tables, state);
    Surprise surprise;
    surprise.models[0] = Policy::Greedy;
    surprise.model_count = 1;
    const Belief belief{tables, knowledge, surprise};
    CHECK(belief.informed());
    Rng rng{4};
    Belief::Chain chain{belief, rng};
    int uniform = 0, leaned = 0;
    const Mask higher = above(parse_card("Kh"));
    for (int i = 0; i < 4000; ++i) {
        chain.step(rng);
        uniform += CardSet{belief.uniform(rng)[1].mask() & higher}.size();
        leaned += CardSet{chain.hands()[1].mask() & higher}.size();
    }
    CHECK(leaned * 10 < uniform * 7);
}

// Against all hands there could be, one by one: the chain visits a world in proportion to exp(-surprise / 16).
void worlds_come_as_often_as_they_should() {
    const RuleTables tables{houses::rules("southern")};
    Surprise surprise;
    surprise.first = 24;  // so that many worlds count
    surprise.further = 12;
    int tried = 0;
    for (std::uint64_t seed = 0; seed < 60 && tried < 5; ++seed) {
        const UnderWay position = after_plies(tables, seed % 2 == 0 ? 4 : 3, seed, 34);
        const Belief belief{tables, position.knowledge, surprise};
        const int hidden = position.knowledge.seen.unseen().size();
        if (!belief.informed() || belief.certain() || hidden < 6 || hidden > 24) continue;
        Rng rng{seed, 7};
        std::map<std::vector<Mask>, double> exact, visited;
        const auto key = [](const Belief::Hands& hands) {
            std::vector<Mask> masks;
            for (const CardSet hand : hands) masks.push_back(hand.mask());
            return masks;
        };
        // All worlds, as far as 40,000 uniform draws meet them.
        for (int i = 0; i < 40'000 && exact.size() < 700; ++i) {
            const Belief::Hands hands = belief.uniform(rng);
            const auto [it, is_new] = exact.try_emplace(key(hands), 0.0);
            if (!is_new) continue;
            int sum = 0;
            for (Seat s = 0; s < position.state.players; ++s) {
                if (s != position.state.to_move && !hands[s].empty()) sum += belief.judge(s, hands[s]).surprise;
            }
            it->second = std::exp(-sum / 16.0);
        }
        if (exact.size() >= 700) continue;
        ++tried;
        double total = 0;
        for (const auto& [world, weight] : exact) total += weight;
        Belief::Chain chain{belief, rng};
        constexpr int STEPS = 800'000;
        for (int i = 0; i < 2000; ++i) chain.step(rng);
        for (int i = 0; i < STEPS; ++i) {
            chain.step(rng);
            visited[key(chain.hands())] += 1.0 / STEPS;
        }
        double apart = 0;
        for (const auto& [world, weight] : exact) apart += std::abs(weight / total - visited[world]) / 2;
        CHECK(apart < 0.04);
        CHECK(visited.size() <= exact.size());
    }
    CHECK(tried >= 4);
}

// As half_faults() says, by asking the policy.
int half_faults_asked(Play expected, Play actual) {
    if (expected.is_pass() || actual.is_pass()) return expected.is_pass() == actual.is_pass() ? 0 : 2;
    return expected.same_shape(actual) && rank_of(expected.top()) == rank_of(actual.top()) ? 0 : 1;
}

int half_faults_counted(Policy policy, const CandidateList& list, const Seen& seen, const HandGroups& hand,
                        Play actual) {
    if (policy == Policy::Greedy)
        return kernels::half_faults(list, seen, kernels::GreedyScores<Portable>{seen}, actual);
    return kernels::half_faults(list, seen, kernels::RulesScores<Portable>{rules_weights(), seen, hand}, actual);
}

void faults_are_where_the_policy_plays_otherwise() {
    std::array<int, 3> met{};
    int wrong = 0;
    const auto compare = [&](const RuleTables& tables, const Seen& seen) {
        const HandGroups hand{group_table(), seen.hand};
        const CandidateList list{tables, group_table(), hand, seen};
        if (list.empty()) return;
        std::vector<Play> plays;
        if (seen.may_pass) plays.push_back(PASS);
        for (const Candidate& candidate : list) plays.push_back(candidate.play());
        Rng unused{0};
        for (const Policy policy : {Policy::Greedy, Policy::Rules}) {
            const Play expected = choose(policy, tables, seen, hand, unused);
            for (const Play actual : plays) {
                const int halves = half_faults_asked(expected, actual);
                wrong += half_faults_counted(policy, list, seen, hand, actual) == halves ? 0 : 1;
                ++met[static_cast<std::size_t>(halves)];
            }
        }
    };
    for (const char* house : {"southern", "pagat", "xiii", "strict", "zipi"}) {
        const RuleTables tables{houses::rules(house)};
        for (std::uint64_t seed = 0; seed < 150; ++seed) {
            compare(tables, see(tables, after_plies(tables, 4, seed, static_cast<int>(seed % 45)).state));
        }
    }
    CHECK_EQ(wrong, 0);
    for (const int count : met) CHECK(count > 300);
}

}  // namespace

int main() {
    worlds_agree_with_what_is_known();
    beliefs_lean();
    worlds_come_as_often_as_they_should();
    faults_are_where_the_policy_plays_otherwise();
    return check::report();
}
