#include "search_roll.hpp"

#include "tienlen/cpu.hpp"
#include "tienlen/pick.hpp"

namespace tienlen::search_detail {

namespace {

[[nodiscard]] TIENLEN_INLINE bool goes_on(const State& state, Seat seat) noexcept {
    return !state.over && (seat == NO_SEAT || (state.in_play & seat_bit(seat)) != 0);
}

template <typename Isa>
TIENLEN_INLINE Play model_play(const RuleTables& tables, const Position& position, Policy model, int& work) noexcept {
    const Seen seen = see(tables, position.state, position.counts);
    const HandGroups& hand = position.groups[position.state.to_move];
    const CandidateList list{tables, group_table(), hand, seen};
    work += work_of(list.size());
    if (list.empty()) return kernels::without_candidate(seen);
    if (model == Policy::Greedy) return kernels::best_play(list, seen, kernels::GreedyScores<Isa>{seen});
    return kernels::best_play(list, seen, kernels::RulesScores<Isa>{rules_weights(), seen, hand});
}

template <typename Isa>
TIENLEN_INLINE Reached play_others(const RuleTables& tables, Position& position,
                                   const std::array<Policy, MAX_PLAYERS>& models, Seat seat,
                                   std::uint64_t& history) noexcept {
    State& state = position.state;
    Reached reached;
    while (goes_on(state, seat)) {
        Play play = PASS;
        if (!position.hopeless(tables)) {
            reached.own = state.to_move == seat;
            if (reached.own) break;
            play = model_play<Isa>(tables, position, models[state.to_move], reached.work);
        }
        history = Rng::mix(history ^ play.word());
        position.play(tables, group_table(), play);
    }
    return reached;
}

template <typename Isa>
TIENLEN_INLINE int play_on(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models,
                           Seat seat, Policy rollout, Rng& rng) noexcept {
    State& state = position.state;
    int work = 0;
    if (rollout == Policy::Random) {
        for (; goes_on(state, seat); ++work) apply(tables, state, Picker<Isa>::pick(tables, state, rng));
        return work;
    }
    while (goes_on(state, seat)) {
        if (position.hopeless(tables)) {
            apply(tables, state, PASS);
            continue;
        }
        position.play(tables, group_table(), model_play<Isa>(tables, position, models[state.to_move], work));
    }
    return work;
}

using PlayOthers = Reached (*)(const RuleTables&, Position&, const std::array<Policy, MAX_PLAYERS>&, Seat,
                               std::uint64_t&);

Reached play_others_portable(const RuleTables& tables, Position& position,
                             const std::array<Policy, MAX_PLAYERS>& models, Seat seat, std::uint64_t& history) {
    return play_others<Portable>(tables, position, models, seat, history);
}

#if TIENLEN_X86_64
TIENLEN_TARGET_BMI2 Reached play_others_bmi2(const RuleTables& tables, Position& position,
                                             const std::array<Policy, MAX_PLAYERS>& models, Seat seat,
                                             std::uint64_t& history) {
    return play_others<Bmi2>(tables, position, models, seat, history);
}
#endif

using PlayOn = int (*)(const RuleTables&, Position&, const std::array<Policy, MAX_PLAYERS>&, Seat, Policy, Rng&);

int play_on_portable(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models,
                     Seat seat, Policy rollout, Rng& rng) {
    return play_on<Portable>(tables, position, models, seat, rollout, rng);
}

#if TIENLEN_X86_64
TIENLEN_TARGET_BMI2 int play_on_bmi2(const RuleTables& tables, Position& position,
                                     const std::array<Policy, MAX_PLAYERS>& models, Seat seat, Policy rollout,
                                     Rng& rng) {
    return play_on<Bmi2>(tables, position, models, seat, rollout, rng);
}
#endif

struct Kernels {
    PlayOn play_on = play_on_portable;
    PlayOthers play_others = play_others_portable;
};

[[nodiscard]] Kernels make_kernels() noexcept {
#if TIENLEN_X86_64
    if (detected_cpu() == Cpu::Bmi2) return {play_on_bmi2, play_others_bmi2};
#endif
    return {};
}

[[nodiscard]] const Kernels& kernels_here() noexcept {
    static const Kernels kernels = make_kernels();
    return kernels;
}

}  // namespace

int roll_on(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models, Seat seat,
            Policy rollout, Rng& rng) noexcept {
    return kernels_here().play_on(tables, position, models, seat, rollout, rng);
}

Reached play_to_turn(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models,
                     Seat seat, std::uint64_t& history) noexcept {
    return kernels_here().play_others(tables, position, models, seat, history);
}

}  // namespace tienlen::search_detail
