#include "tienlen/policy.hpp"

#include "tienlen/cpu.hpp"
#include "tienlen/pick.hpp"
#include "tienlen/policy_kernels.hpp"

namespace tienlen {

namespace {

template <typename Isa>
TIENLEN_INLINE Play choose_by(Policy policy, const RuleTables& tables, const Seen& seen, const HandGroups& hand,
                              Rng& rng) noexcept {
    switch (policy) {
        case Policy::Random: return Picker<Isa>::pick(tables, with_hands(seen, {}), rng);
        case Policy::Lowest: {
            const CandidateList list{tables, group_table(), hand, seen};
            return list.empty() ? kernels::without_candidate(seen)
                                : kernels::best_play(list, seen, kernels::LowestScores{seen});
        }
        case Policy::Greedy: return kernels::greedy<Isa>(tables, group_table(), seen, hand);
        case Policy::Rules: break;
    }
    return kernels::rules<Isa>(tables, group_table(), rules_weights(), seen, hand);
}

#if TIENLEN_X86_64
TIENLEN_TARGET_BMI2 Play choose_bmi2(Policy policy, const RuleTables& tables, const Seen& seen, const HandGroups& hand,
                                     Rng& rng) noexcept {
    return choose_by<Bmi2>(policy, tables, seen, hand, rng);
}
#endif

}  // namespace

Play choose(Policy policy, const RuleTables& tables, const Seen& seen, const HandGroups& hand, Rng& rng) noexcept {
#if TIENLEN_X86_64
    if (detected_cpu() == Cpu::Bmi2) return choose_bmi2(policy, tables, seen, hand, rng);
#endif
    return choose_by<Portable>(policy, tables, seen, hand, rng);
}

Play choose(Policy policy, const RuleTables& tables, const Seen& seen, Rng& rng) noexcept {
    return choose(policy, tables, seen, HandGroups{group_table(), seen.hand}, rng);
}

}  // namespace tienlen
