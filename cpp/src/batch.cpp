// A batch: setting up, taking parts, dealing anew. Steps are in batch_step.cpp, bytes in batch_bytes.cpp.
#include "tienlen/batch.hpp"

#include <algorithm>

#include "tienlen/batch_kernels.hpp"

namespace tienlen {

Batch::Batch(Tables tables, const BatchSetup& setup, std::size_t n)
    : tables_(std::move(tables)), setup_(setup), hands_(n) {}

Batch::Batch(Tables tables, std::size_t n, const BatchSetup& setup) : Batch(std::move(tables), setup, n) {
    for (std::size_t i = 0; i < n; ++i) hands_.numbers[i] = setup.first_hand + i;
    restart(setup.seed);
    measure_hands();
}

Batch::Batch(Tables tables, std::span<const State> states, const BatchSetup& setup)
    : Batch(std::move(tables), setup, states.size()) {
    for (std::size_t i = 0; i < states.size(); ++i) {
        hands_.states[i] = states[i];
        hands_.numbers[i] = setup.first_hand + i;
        hands_.rng[i] = Rng{setup.seed, hands_.numbers[i]}.state();
        hands_.final_places[i] = 0xFFFF;
        hands_.done[i] = states[i].over && setup.autoreset != Autoreset::SameStep;
        if (hands_.done[i]) batch::note_result(hands_, i);
    }
    measure_hands();
}

Batch::Batch(const Batch& other)
    : tables_(other.tables_), setup_(other.setup_), hands_(other.hands_), list_bound_(other.list_bound_) {}

Batch Batch::take(std::span<const std::int64_t> places) const {
    Batch taken{tables_, setup_, places.size()};
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto from = static_cast<std::size_t>(places[i]);
        taken.hands_.states[i] = hands_.states[from];
        taken.hands_.rng[i] = hands_.rng[from];
        taken.hands_.numbers[i] = hands_.numbers[from];
        taken.hands_.final_places[i] = hands_.final_places[from];
        taken.hands_.final[i] = hands_.final[from];
        taken.hands_.done[i] = hands_.done[from];
    }
    taken.measure_hands();
    return taken;
}

void Batch::reseed(std::uint64_t seed) noexcept {
    setup_.seed = seed;
    for (std::size_t i = 0; i < size(); ++i) {
        hands_.numbers[i] = i;
        hands_.rng[i] = Rng{seed, i}.state();
    }
}

void Batch::restart(std::uint64_t seed) {
    setup_.seed = seed;
    for (std::size_t i = 0; i < size(); ++i) {
        hands_.numbers[i] %= EPISODE;
        hands_.final_places[i] = 0xFFFF;
        hands_.final[i] = Final::None;
        batch::deal_hand<Portable>(*tables_, setup_, hands_, i);
    }
    changed_unlisted();
}

void Batch::reset(const bool* which) {
    for (std::size_t i = 0; i < size(); ++i) {
        if (which != nullptr && !which[i]) continue;
        hands_.numbers[i] += EPISODE;
        batch::deal_hand<Portable>(*tables_, setup_, hands_, i);
    }
    changed_unlisted();
}

std::size_t Batch::memory() const noexcept {
    const std::size_t hand =
        sizeof(State) + 2 * sizeof(std::uint64_t) + sizeof(std::uint16_t) + sizeof(Final) + sizeof(bool);
    std::size_t words = offsets_.size() + chosen_.size() + masks_.capacity();
    for (const MaskBuffer& part : part_masks_) words += part.capacity();
    return size() * hand + words * sizeof(Mask);
}

void Batch::changed_unlisted() noexcept {
    listed_ = false;
    asked_ = false;
}

void Batch::measure_hands() noexcept {
    int most = tables_->rules().hand_size + (tables_->rules().spare_to_leader ? 1 : 0);  // what a reset may deal
    for (std::size_t i = 0; i < size(); ++i) {
        for (const CardSet hand : hands_.states[i].hands) most = std::max(most, hand.size());
    }
    list_bound_ = list_bound(most);
}

}  // namespace tienlen
