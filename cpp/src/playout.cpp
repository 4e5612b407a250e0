#include "tienlen/playout.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "tienlen/cpu.hpp"
#include "tienlen/parallel.hpp"
#include "tienlen/playout_engine.hpp"

namespace tienlen {

PlayoutCounts& PlayoutCounts::operator+=(const PlayoutCounts& other) noexcept {
    hands += other.hands;
    plies += other.plies;
    passes += other.passes;
    instant_wins += other.instant_wins;
    for (std::size_t k = 0; k < KINDS; ++k) {
        plays[k] += other.plays[k];
        chops[k] += other.chops[k];
    }
    for (std::size_t s = 0; s < MAX_PLAYERS; ++s) {
        for (std::size_t p = 0; p < MAX_PLAYERS; ++p) places[s][p] += other.places[s][p];
        points[s] += other.points[s];
        points_squared[s] += other.points_squared[s];
    }
    return *this;
}

namespace {

void add_instant_win(const RuleTables& tables, const State& state, PlayoutCounts& counts) noexcept {
    ++counts.instant_wins;
    ++counts.places[state.place(0)][0];
    for (Seat s = 0; s < state.players; ++s) {
        const int won = points(tables, state, s);
        counts.points[s] += won;
        counts.points_squared[s] += won * won;
    }
}

void add_result(const RuleTables& tables, const State& state, PlayoutCounts& counts) noexcept {
    ++counts.hands;
    if (state.instant_win) {
        add_instant_win(tables, state, counts);
        return;
    }
    for (int p = 0; p < state.players; ++p) {
        const Seat seat = state.place(p);
        const int won = tables.points(p, state.players);
        ++counts.places[seat][static_cast<std::size_t>(p)];
        counts.points[seat] += won;
        counts.points_squared[seat] += won * won;
    }
}

// Hands between looks at the control: a fraction of a millisecond, and less where there are few, so that threads end
// together.
[[nodiscard]] std::uint64_t chunk_of(std::uint64_t hands, std::uint64_t threads) noexcept {
    return std::clamp<std::uint64_t>(hands / (16 * threads), 1, 256);
}

// start == nullptr: deal each hand.
template <typename Isa, bool AsksBenched>
TIENLEN_INLINE void play_chunk(const RuleTables& tables, const State* start, const PlayoutRun& run, std::uint64_t first,
                               std::uint64_t last, PlayoutCounts& counts) {
    for (std::uint64_t i = first; i < last; ++i) {
        Rng rng{run.seed, run.first_hand + i};
        State state = start != nullptr ? *start : deal<Isa>(tables, run.players, rng);
        PlayoutEngine<Isa, AsksBenched>{tables, rng, counts}.play(state);
        add_result(tables, state, counts);
    }
}

Play pick_portable(const RuleTables& tables, const State& state, Rng& rng) noexcept {
    return Picker<Portable>::pick(tables, state, rng);
}

using PlayChunk = void (*)(const RuleTables&, const State*, const PlayoutRun&, std::uint64_t, std::uint64_t,
                           PlayoutCounts&);

template <bool AsksBenched>
void play_chunk_portable(const RuleTables& tables, const State* start, const PlayoutRun& run, std::uint64_t first,
                         std::uint64_t last, PlayoutCounts& counts) {
    play_chunk<Portable, AsksBenched>(tables, start, run, first, last, counts);
}

#if TIENLEN_X86_64
template <bool AsksBenched>
TIENLEN_TARGET_BMI2 void play_chunk_bmi2(const RuleTables& tables, const State* start, const PlayoutRun& run,
                                         std::uint64_t first, std::uint64_t last, PlayoutCounts& counts) {
    play_chunk<Bmi2, AsksBenched>(tables, start, run, first, last, counts);
}

TIENLEN_TARGET_BMI2 Play pick_bmi2(const RuleTables& tables, const State& state, Rng& rng) noexcept {
    return Picker<Bmi2>::pick(tables, state, rng);
}
#endif

template <bool AsksBenched>
PlayChunk chunk_player() noexcept {
#if TIENLEN_X86_64
    if (detected_cpu() == Cpu::Bmi2) return play_chunk_bmi2<AsksBenched>;
#endif
    return play_chunk_portable<AsksBenched>;
}

PlayoutCounts run_all(const RuleTables& tables, const State* start, const PlayoutRun& run, RunControl& control) {
    const bool asks_benched = tables.rules().benched_may_chop != BenchedMayChop::Never;
    const PlayChunk play = asks_benched ? chunk_player<true>() : chunk_player<false>();
    std::atomic<std::uint64_t> next{0};
    const int threads = std::max(run.threads, 1);
    const std::uint64_t chunk = chunk_of(run.hands, static_cast<std::uint64_t>(threads));
    std::vector<PlayoutCounts> parts(static_cast<std::size_t>(threads));
    run_on_threads(threads, [&](std::size_t part) {
        PlayoutCounts counts;  // on the thread's own stack: no cache line is shared until the end
        while (!control.stopped()) {
            const std::uint64_t first = next.fetch_add(chunk, std::memory_order_relaxed);
            if (first >= run.hands) break;
            const std::uint64_t last = std::min(first + chunk, run.hands);
            play(tables, start, run, first, last, counts);
            control.advance(last - first);
        }
        parts[part] = counts;
    });
    PlayoutCounts total;
    for (const PlayoutCounts& part : parts) total += part;
    total.passes = total.plays[static_cast<std::size_t>(Kind::Pass)];
    for (const std::uint64_t plays : total.plays) total.plies += plays;
    return total;
}

}  // namespace

Play random_play(const RuleTables& tables, const State& state, Rng& rng) noexcept {
#if TIENLEN_X86_64
    if (detected_cpu() == Cpu::Bmi2) return pick_bmi2(tables, state, rng);
#endif
    return pick_portable(tables, state, rng);
}

PlayoutCounts playouts(const RuleTables& tables, const PlayoutRun& run, RunControl& control) {
    return run_all(tables, nullptr, run, control);
}

PlayoutCounts playouts_from(const RuleTables& tables, const State& start, const PlayoutRun& run, RunControl& control) {
    return run_all(tables, &start, run, control);
}

}  // namespace tienlen
