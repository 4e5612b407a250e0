// From views to what policies and search work from.
#include "tienlen/knowledge.hpp"
#include "tienlen/sample.hpp"

namespace tienlen {

Seen see(const RuleTables& tables, const View& view) noexcept { return see(tables, known_state(view), view.counts); }

std::vector<Observation> observations(const RuleTables& tables, State state, std::span<const PublicPly> plies) {
    std::vector<Observation> past;
    past.reserve(plies.size());
    for (const PublicPly& ply : plies) {
        if (ply.folded) {
            fold(tables, state, ply.seat);
            continue;
        }
        past.push_back(observe(see(tables, state), ply.play));
        apply(tables, state, ply.play);
    }
    return past;
}

Knowledge knowledge_of(const RuleTables& tables, const View& now, const View& start, std::span<const PublicPly> plies) {
    Knowledge knowledge;
    knowledge.seen = see(tables, now);
    knowledge.known = now.known;
    knowledge.known[now.seat] = {};
    knowledge.absent = now.absent;
    if (plies.empty()) return knowledge;
    // What lay open at each ply follows from replaying them with any hands that fit: take those of some world, and what
    // each seat has played since.
    Rng rng{0};
    const State world = sample_world(tables, now, rng);
    State state = known_state(start);
    for (std::size_t s = 0; s < state.hands.size(); ++s) state.hands[s] = world.hands[s] | now.played_by[s];
    knowledge.past = observations(tables, state, plies);
    return knowledge;
}

}  // namespace tienlen
