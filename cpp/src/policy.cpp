#include "tienlen/policy.hpp"

#include "tienlen/pick.hpp"
#include "tienlen/policy_kernels.hpp"

namespace tienlen {

Play choose(Policy policy, const RuleTables& tables, const Seen& seen, const HandGroups& hand, Rng& rng) noexcept {
    switch (policy) {
        case Policy::Random: return Picker<Portable>::pick(tables, with_hands(seen, {}), rng);
        case Policy::Lowest: return kernels::lowest(tables, group_table(), seen, hand);
        case Policy::Greedy: return kernels::greedy<Portable>(tables, group_table(), seen, hand);
        case Policy::Rules: break;
    }
    return kernels::rules<Portable>(tables, group_table(), rules_weights(), seen, hand);
}

Play choose(Policy policy, const RuleTables& tables, const Seen& seen, Rng& rng) noexcept {
    return choose(policy, tables, seen, HandGroups{group_table(), seen.hand}, rng);
}

}  // namespace tienlen
