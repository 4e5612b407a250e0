#include "tienlen/sample.hpp"

#include <algorithm>

#include "tienlen/cpu.hpp"

namespace tienlen {

WorldSampler::WorldSampler(const RuleTables& tables, const View& view) noexcept
    : tables_(&tables), known_(known_state(view)), played_by_(view.played_by), no_instant_win_(view.no_instant_win) {
    CardSet known;
    for (const CardSet cards : view.known) known |= cards;
    pool_ = view.unseen() - view.absent - known;
    int wanted = 0, left = pool_.size();
    for (Seat s = 0; s < view.players; ++s) {
        const int hidden = s == view.seat ? 0 : view.counts[s] - view.known[s].size();
        if (hidden == 0) continue;
        const int eighths = std::clamp((8 * hidden + left / 2) / std::max(left, 1), 1, 7);
        groups_[drawn_++] = {s, static_cast<std::uint8_t>(hidden), static_cast<std::uint8_t>(eighths)};
        wanted += hidden;
        left -= hidden;
    }
    takes_rest_ = drawn_ != 0 && wanted == pool_.size();
    if (takes_rest_) --drawn_;
    own_ = view.seat;
    if (view.spare == NO_CARD) spare_seat_ = view.spare_seat;
    checks_deal_ = (no_instant_win_ || spare_seat_ != NO_SEAT) && !view.over;
    // The opening card was dealt, so it is not the spare.
    if (spare_seat_ != NO_SEAT) opened_with_ = view.opened_with;
}

State WorldSampler::sample(Rng& rng) const noexcept {
#if TIENLEN_X86_64
    struct Fast {
        TIENLEN_TARGET_BMI2 static State draw(const WorldSampler& sampler, Rng& rng) noexcept {
            return sampler.sample<Bmi2>(rng);
        }
    };
    if (detected_cpu() == Cpu::Bmi2) return Fast::draw(*this, rng);
#endif
    return sample<Portable>(rng);
}

bool WorldSampler::as_dealt(Rng& rng, State& world) const noexcept {
    std::array<CardSet, MAX_PLAYERS> dealt = world.hands;
    for (std::size_t s = 0; s < dealt.size(); ++s) dealt[s] |= played_by_[s];
    if (spare_seat_ != NO_SEAT) {
        CardSet candidates = dealt[spare_seat_];
        if (opened_with_ != NO_CARD) candidates -= CardSet::of(opened_with_);
        const auto k = rng.below(static_cast<std::uint64_t>(candidates.size()));
        world.spare = static_cast<Card>(Portable::select(candidates.mask(), static_cast<int>(k)));
    }
    if (!no_instant_win_) return true;
    if (world.spare != NO_CARD) {
        for (CardSet& hand : dealt) hand -= CardSet::of(world.spare);
    }
    for (std::size_t s = 0; s < dealt.size(); ++s) {
        if (s != own_ && tables_->instant_wins(dealt[s]) != 0) return false;
    }
    return true;
}

State sample_world(const RuleTables& tables, const View& view, Rng& rng) noexcept {
    return WorldSampler{tables, view}.sample(rng);
}

State sample_weighted(const WorldSampler& sampler, const Evidence& evidence, int candidates, Rng& rng) noexcept {
    State chosen = sampler.sample(rng);
    if (evidence.empty()) return chosen;
    // Each further world replaces the one kept with its share of the weights so far: all end up with theirs.
    std::uint64_t total = evidence.weight(chosen);
    for (int i = 1; i < candidates; ++i) {
        const State world = sampler.sample(rng);
        const std::uint64_t weight = evidence.weight(world);
        total += weight;
        if (rng.below(total) < weight) chosen = world;
    }
    return chosen;
}

}  // namespace tienlen
