// The loops of a batch over a range of its hands: play, deal anew, list. Templates over the instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "tienlen/batch.hpp"
#include "tienlen/legal_kernel.hpp"
#include "tienlen/pick.hpp"
#include "tienlen/step_kernel.hpp"

namespace tienlen::batch {

// --- episodes ------------------------------------------------------------------------------------------------------

inline void note_result(BatchHands& hands, std::size_t i) noexcept {
    const State& state = hands.states[i];
    hands.final_places[i] = state.places;
    hands.final[i] = state.instant_win ? Final::InstantWin : Final::Played;
}

// The hand that numbers[i] says, from the deal.
template <typename Isa>
TIENLEN_INLINE void deal_hand(const RuleTables& tables, const BatchSetup& setup, BatchHands& hands,
                              std::size_t i) noexcept {
    Rng rng{setup.seed, hands.numbers[i]};
    hands.states[i] = deal<Isa>(tables, setup.players, rng);
    hands.rng[i] = rng.state();
    const bool done = hands.states[i].over && setup.autoreset != Autoreset::SameStep;
    hands.done[i] = done;
    if (done) note_result(hands, i);
}

// --- passes ---------------------------------------------------------------------------------------------------------

// One thread's share of a pass.
struct Share {
    const RuleTables& tables;
    const BatchSetup& setup;
    BatchHands& hands;
    const Mask* chosen;
    std::int64_t* offsets;  // [i + 1] gets the end of hand i's list, counted from the start of the share's
    MaskBuffer* masks;
    std::size_t list_bound;
    std::size_t first;
    std::size_t last;
    std::size_t moved = 0;
    std::size_t words = 0;       // of the share's list
    bool out_of_memory = false;  // the hands are played, but their list is not made
};

// Room in the share's buffer for the list of one more hand, after `used` words; false if memory ran out.
TIENLEN_NOINLINE inline bool make_room(Share& share, const State& state, std::size_t used) noexcept {
    try {
        const std::size_t needed = share.list_bound != 0 ? share.list_bound : list_capacity(share.tables, state);
        share.masks->reserve(used + needed, used);
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

// What comes after a hand that is over, in the step that ended it or in a later one.
template <typename Isa>
TIENLEN_NOINLINE void go_on(Share& share, std::size_t i, bool ended_now) noexcept {
    BatchHands& hands = share.hands;
    const Autoreset autoreset = share.setup.autoreset;
    // A hand that was won at the deal takes a step to say so where that would go unseen otherwise.
    if (ended_now || autoreset == Autoreset::SameStep) note_result(hands, i);
    hands.done[i] = true;
    const Autoreset wanted = ended_now ? Autoreset::SameStep : autoreset;
    if (autoreset == Autoreset::Disabled || autoreset != wanted) return;
    hands.numbers[i] += EPISODE;
    deal_hand<Isa>(share.tables, share.setup, hands, i);
    if (autoreset == Autoreset::SameStep) hands.done[i] = true;
}

enum class Source : std::uint8_t { Nothing, Chosen, Random };

// Steps and lists the hands of a share in one pass, either or both. `Plain` as for advance().
template <typename Isa, Source From, bool List, bool Plain>
TIENLEN_INLINE void run_share(Share& share) noexcept {
    // Copies, because a store to a byte of a state could be one to `share` for all that the compiler knows.
    const RuleTables& tables = share.tables;
    State* const states = share.hands.states.data();
    std::uint64_t* const streams = share.hands.rng.data();
    bool* const done = share.hands.done.data();
    const Mask* const chosen = share.chosen;
    std::int64_t* const offsets = share.offsets;
    const std::size_t last = share.last;
    bool listing = List;
    Mask *begin = nullptr, *end = nullptr;
    const Mask* full = nullptr;  // from here on there may not be room for the list of another hand
    const auto measure = [&] {
        const std::size_t bound = share.list_bound, capacity = share.masks->capacity();
        begin = share.masks->data();
        full = bound == 0 || capacity <= bound ? begin : begin + (capacity - bound);
    };
    if constexpr (List) {
        measure();
        end = begin;
    }
    std::size_t moved = 0;
    // Block by block: first all steps, which hardly branch, then all lists, so that the guesses which the lists take
    // are settled by values long since there. A block stays in the nearest cache in between.
    constexpr std::size_t BLOCK = 64;
    for (std::size_t block = share.first; block < last; block += BLOCK) {
        const std::size_t block_end = block + BLOCK < last ? block + BLOCK : last;
        for (std::size_t i = block; From != Source::Nothing && i < block_end; ++i) {
            State& state = states[i];
            if (state.over) [[unlikely]] {
                go_on<Isa>(share, i, false);
                continue;
            }
            if constexpr (From == Source::Random) {
                Rng rng = Rng::from_state(streams[i]);
                const Play play = Picker<Isa>::pick(tables, state, rng);
                streams[i] = rng.state();
                legal::advance<Isa, Plain>(tables, state, play.cards().mask());
            } else {
                legal::advance<Isa, Plain>(tables, state, chosen[i]);
            }
            ++moved;
            done[i] = false;
            if (state.over) [[unlikely]]
                go_on<Isa>(share, i, true);
        }
        for (std::size_t i = block; List && listing && i < block_end; ++i) {
            const State& state = states[i];
            if (!state.over) [[likely]] {
                if (end >= full) [[unlikely]] {
                    const auto used = static_cast<std::size_t>(end - begin);
                    listing = make_room(share, state, used);
                    if (!listing) break;
                    measure();
                    end = begin + used;
                }
                end = legal::list<Isa>(tables, state, end);
            }
            offsets[i + 1] = end - begin;
        }
    }
    share.moved = moved;
    share.words = static_cast<std::size_t>(end - begin);
    share.out_of_memory = List && !listing;
}

}  // namespace tienlen::batch
