#include "search_roll.hpp"

#include "tienlen/cpu.hpp"
#include "tienlen/pick.hpp"

namespace tienlen::search_detail {

namespace {

[[nodiscard]] TIENLEN_INLINE bool goes_on(const State& state, Seat seat) noexcept {
    return !state.over && (seat == NO_SEAT || (state.in_play & seat_bit(seat)) != 0);
}

template <typename Isa>
TIENLEN_INLINE void play_on(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models,
                            Seat seat, Policy rollout, Rng& rng) noexcept {
    State& state = position.state;
    if (rollout == Policy::Random) {
        while (goes_on(state, seat)) apply(tables, state, Picker<Isa>::pick(tables, state, rng));
        return;
    }
    const GroupTable& table = group_table();
    const RulesWeights& weights = rules_weights();
    while (goes_on(state, seat)) {
        if (position.hopeless(tables)) {
            apply(tables, state, PASS);
            continue;
        }
        const Seen seen = see(tables, state, position.counts);
        const HandGroups& hand = position.groups[state.to_move];
        const Play play = models[state.to_move] == Policy::Greedy
                              ? kernels::greedy<Isa>(tables, table, seen, hand)
                              : kernels::rules<Isa>(tables, table, weights, seen, hand);
        position.play(tables, table, play);
    }
}

using PlayOn = void (*)(const RuleTables&, Position&, const std::array<Policy, MAX_PLAYERS>&, Seat, Policy, Rng&);

void play_on_portable(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models,
                      Seat seat, Policy rollout, Rng& rng) {
    play_on<Portable>(tables, position, models, seat, rollout, rng);
}

#if TIENLEN_X86_64
TIENLEN_TARGET_BMI2 void play_on_bmi2(const RuleTables& tables, Position& position,
                                      const std::array<Policy, MAX_PLAYERS>& models, Seat seat, Policy rollout,
                                      Rng& rng) {
    play_on<Bmi2>(tables, position, models, seat, rollout, rng);
}
#endif

[[nodiscard]] PlayOn player() noexcept {
#if TIENLEN_X86_64
    if (detected_cpu() == Cpu::Bmi2) return play_on_bmi2;
#endif
    return play_on_portable;
}

}  // namespace

void roll_on(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models, Seat seat,
             Policy rollout, Rng& rng) noexcept {
    static const PlayOn play_on = player();
    play_on(tables, position, models, seat, rollout, rng);
}

int roll(const RuleTables& tables, const Position& from, const std::array<Policy, MAX_PLAYERS>& models, Play first,
         Seat seat, Policy rollout, Rng& rng) noexcept {
    Position position = from;
    position.play(tables, group_table(), first);
    roll_on(tables, position, models, seat, rollout, rng);
    const int place = place_of(position.state, seat);
    return place < 0 ? position.state.players - 1 : place;
}

}  // namespace tienlen::search_detail
