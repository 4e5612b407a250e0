#include "search_opinions.hpp"

#include <algorithm>
#include <cmath>

#include "tienlen/policy_kernels.hpp"

namespace tienlen::search_detail {

namespace {

constexpr double NATS = 0.01;  // the policy's scores are hundredths of a logit …
constexpr double LEAST = -6;   // … and not to be trusted far below the best

}  // namespace

void opinions(const RuleTables& tables, const Seen& seen, const HandGroups& hand, std::vector<Opinion>& into) {
    const CandidateList list{tables, group_table(), hand, seen};
    const kernels::RulesScores<Portable> scores{rules_weights(), seen, hand};
    into.clear();
    if (seen.may_pass) into.push_back({PASS, NATS * scores.of_pass()});
    for (const Candidate& candidate : list) {
        if (candidate.cards == seen.hand.mask()) {
            into.assign(1, {candidate.play(), 0});
            return;
        }
        into.push_back({candidate.play(), NATS * scores.of(candidate)});
    }
    if (into.empty()) into.push_back({kernels::without_candidate(seen), 0});
    const auto better = [](const Opinion& a, const Opinion& b) { return a.nats < b.nats; };
    const double best = std::max_element(into.begin(), into.end(), better)->nats;
    double sum = 0;
    for (const Opinion& opinion : into) sum += std::exp(opinion.nats - best);
    for (Opinion& opinion : into) opinion.nats = std::max(opinion.nats - best - std::log(sum), LEAST);
}

}  // namespace tienlen::search_detail
