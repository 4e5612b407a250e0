// A hand under way: what the seat to move knows, and the truth.
#pragma once

#include <cstdint>

#include "tienlen/dealing.hpp"
#include "tienlen/knowledge.hpp"

namespace tienlen {

struct UnderWay {
    State state;
    Knowledge knowledge;
};

// So many plies of the rules policy after a deal, or as many as the hand has.
inline UnderWay after_plies(const RuleTables& tables, int players, std::uint64_t seed, int plies) {
    Rng rng{seed, 99};
    UnderWay position{deal(tables, players, rng), {}};
    for (int i = 0; i < plies && !position.state.over; ++i) {
        const Seen seen = see(tables, position.state);
        const Play play = choose(Policy::Rules, tables, seen, rng);
        State next = position.state;
        apply(tables, next, play);
        if (next.over) break;
        position.knowledge.past.push_back(observe(seen, play));
        position.state = next;
    }
    position.knowledge.seen = see(tables, position.state);
    return position;
}

}  // namespace tienlen
