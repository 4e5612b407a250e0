#include "search_roll.hpp"

#include "tienlen/cpu.hpp"
#include "tienlen/pick.hpp"

namespace tienlen::search_detail {

namespace {

[[nodiscard]] TIENLEN_INLINE bool goes_on(const State& state, Seat seat) noexcept {
    return !state.over && (seat == NO_SEAT || (state.in_play & seat_bit(seat)) != 0);
}

template <typename Isa>
TIENLEN_INLINE Play model_play(const RuleTables& tables, const Position& position, Policy model) noexcept {
    const Seen seen = see(tables, position.state, position.counts);
    const HandGroups& hand = position.groups[position.state.to_move];
    if (model == Policy::Greedy) return kernels::greedy<Isa>(tables, group_table(), seen, hand);
    return kernels::rules<Isa>(tables, group_table(), rules_weights(), seen, hand);
}

template <typename Isa>
TIENLEN_INLINE bool play_others(const RuleTables& tables, Position& position,
                                const std::array<Policy, MAX_PLAYERS>& models, Seat seat,
                                std::uint64_t& history) noexcept {
    State& state = position.state;
    while (goes_on(state, seat)) {
        Play play = PASS;
        if (!position.hopeless(tables)) {
            if (state.to_move == seat) return true;
            play = model_play<Isa>(tables, position, models[state.to_move]);
        }
        history = Rng::mix(history ^ play.word());
        position.play(tables, group_table(), play);
    }
    return false;
}

template <typename Isa>
TIENLEN_INLINE void play_on(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models,
                            Seat seat, Policy rollout, Rng& rng) noexcept {
    State& state = position.state;
    if (rollout == Policy::Random) {
        while (goes_on(state, seat)) apply(tables, state, Picker<Isa>::pick(tables, state, rng));
        return;
    }
    while (goes_on(state, seat)) {
        if (position.hopeless(tables)) {
            apply(tables, state, PASS);
            continue;
        }
        position.play(tables, group_table(), model_play<Isa>(tables, position, models[state.to_move]));
    }
}

using PlayOthers = bool (*)(const RuleTables&, Position&, const std::array<Policy, MAX_PLAYERS>&, Seat, std::uint64_t&);

bool play_others_portable(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models,
                          Seat seat, std::uint64_t& history) {
    return play_others<Portable>(tables, position, models, seat, history);
}

#if TIENLEN_X86_64
TIENLEN_TARGET_BMI2 bool play_others_bmi2(const RuleTables& tables, Position& position,
                                          const std::array<Policy, MAX_PLAYERS>& models, Seat seat,
                                          std::uint64_t& history) {
    return play_others<Bmi2>(tables, position, models, seat, history);
}
#endif

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

void roll_on(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models, Seat seat,
             Policy rollout, Rng& rng) noexcept {
    kernels_here().play_on(tables, position, models, seat, rollout, rng);
}

bool play_to_turn(const RuleTables& tables, Position& position, const std::array<Policy, MAX_PLAYERS>& models,
                  Seat seat, std::uint64_t& history) noexcept {
    return kernels_here().play_others(tables, position, models, seat, history);
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
