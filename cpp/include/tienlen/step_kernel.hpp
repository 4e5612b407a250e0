// Playing legal plays that are given as masks, for inlining into loops over many hands; apply() of state.hpp is the same
// for one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tienlen/rank_sets.hpp"
#include "tienlen/state.hpp"
#include "tienlen/turn.hpp"

namespace tienlen::legal {

// --- a legal mask as a play, without a branch ----------------------------------------------------------------------

// What stands above the cards in a play's word, by whether it holds 2s, how many ranks and how many cards.
using HeadTable = std::array<std::array<std::array<std::uint16_t, 32>, RANKS + 1>, 2>;

consteval HeadTable make_heads() {
    HeadTable heads{};
    const auto head = [](Play play) { return static_cast<std::uint16_t>(play.word() >> CARDS); };
    for (int twos = 0; twos < 2; ++twos) {
        auto& table = heads[static_cast<std::size_t>(twos)];
        const CardSet sample{twos != 0 ? TWOS : Mask{1}};
        for (auto& row : table) row.fill(head(PASS));
        for (int size = 1; size <= SUITS; ++size) {
            table[1][static_cast<std::size_t>(size)] = head(Play{static_cast<Kind>(size), size, sample});
        }
        for (int ranks = MIN_RUN; ranks <= RANKS; ++ranks) {
            auto& row = table[static_cast<std::size_t>(ranks)];
            row[static_cast<std::size_t>(ranks)] = head(Play{Kind::Sequence, ranks, sample});
            if (ranks > MAX_DOUBLE_SEQUENCE) continue;
            row[static_cast<std::size_t>(2 * ranks)] = head(Play{Kind::DoubleSequence, ranks, sample});
        }
    }
    return heads;
}
inline constexpr HeadTable HEADS = make_heads();

template <typename Isa>
[[nodiscard]] TIENLEN_INLINE Play legal_play(Mask mask) noexcept {
    const auto size = static_cast<std::size_t>(Isa::popcount(mask));
    const auto ranks = static_cast<std::size_t>(Isa::popcount(ranks_present(mask)));
    const std::size_t twos = mask >> (SUITS * TWO) != 0 ? 1 : 0;
    return Play::from_word(mask | std::uint64_t{HEADS[twos][ranks][size]} << CARDS);
}

// --- apply(), nearly without branches ------------------------------------------------------------------------------

// a if holds, else b, whatever the compiler makes of it: half of all plies are passes, in no order that could be learnt.
[[nodiscard]] constexpr TIENLEN_INLINE std::uint64_t choose(bool holds, std::uint64_t a, std::uint64_t b) noexcept {
    return b ^ ((a ^ b) & (0 - static_cast<std::uint64_t>(holds)));
}

// The rules of most houses: nothing is asked of benched seats, and a bomb that is led is a bomb. Stepping under them is a
// sixth shorter.
[[nodiscard]] inline bool are_plain(const Rules& rules) noexcept {
    return rules.benched_may_chop == BenchedMayChop::Never && rules.led_bombs;
}

// A legal play of a hand that is not over. Passes over an empty table and last cards are left to apply(). `Plain` is for
// rules that are_plain().
template <typename Isa, bool Plain = false>
TIENLEN_INLINE void advance(const RuleTables& tables, State& state, Mask cards) noexcept {
    const Seat seat = state.to_move;
    const bool passes = cards == 0, leads = state.leading();
    const CardSet rest = state.hands[seat] - CardSet{cards};
    const Play play = legal_play<Isa>(cards);
    if ((passes && leads) || rest.empty()) [[unlikely]] {
        apply(tables, state, play);
        return;
    }
    state.hands[seat] = rest;
    state.played |= CardSet{cards};
    state.opening_card =
        NO_CARD;  // here it is a play, or an answer: then nothing is owed and nobody passed over a lead
    state.lead_passed = 0;
    const Play table = Play::from_word(choose(passes, state.table.word(), play.word()));
    const auto owner = static_cast<Seat>(choose(passes, state.owner, seat));
    const auto benched = static_cast<SeatSet>(state.benched | static_cast<unsigned>(passes) << seat);

    const SeatSet not_asked =
        Plain ? benched : static_cast<SeatSet>(choose(tables.asks_benched(table.play_class()), 0, benched));
    const auto may_answer = static_cast<SeatSet>((state.in_play & ~not_asked) | seat_bit(owner));
    const Seat next = turn::next_of(state.players, seat, may_answer);
    const bool cleared = next == owner;
    state.to_move = next;
    state.table = Play::from_word(choose(cleared, PASS.word(), table.word()));
    state.owner = static_cast<Seat>(choose(cleared, NO_SEAT, owner));
    state.benched = static_cast<SeatSet>(choose(cleared, 0, benched));
    if constexpr (!Plain) {
        const unsigned led_bomb = unsigned{state.led_bomb} |
                                  (unsigned{leads} & unsigned{play.is_bomb()} & unsigned{!tables.rules().led_bombs});
        state.led_bomb = (led_bomb & unsigned{!cleared}) != 0;
    }
    if ((state.in_play & seat_bit(next)) == 0) [[unlikely]]
        state.to_move = turn::next_of(state.players, next, state.in_play);
}

}  // namespace tienlen::legal
