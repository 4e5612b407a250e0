// The plays to choose from in a position, and what the rules policy thinks of each.
#pragma once

#include <vector>

#include "tienlen/group_table.hpp"
#include "tienlen/seen.hpp"

namespace tienlen::search_detail {

struct Opinion {
    Play play{};
    double nats = 0;  // the logarithm of its share, when shares go by what the policy's scores stand for
};

// The pass first where it is legal; of plays that differ only in suits, the cheapest. Where a play empties the hand, it
// is the only one: no place is better than the next one to be had. `hand` is the reading of seen.hand.
void opinions(const RuleTables& tables, const Seen& seen, const HandGroups& hand, std::vector<Opinion>& into);

}  // namespace tienlen::search_detail
