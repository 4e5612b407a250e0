// What the `rules` policy looks at: a handful of questions about each play, each answer an index into a table of
// weights. A play's score is the sum of its weights.
#pragma once

#include <array>
#include <cstdint>

#include "tienlen/candidates.hpp"
#include "tienlen/turn.hpp"

namespace tienlen::rules_features {

inline constexpr int GROUPS = 8;         // plays still needed, 0 … 7 or more; each 2 counts as one
inline constexpr int KINDS_OF_PLAY = 7;  // single, pair, triple, sequences of 3, 4, 5 and more, bomb
inline constexpr int HANDS = 5;          // cards in a hand: 1, 2, 3-4, 5-7, 8 and more
inline constexpr int CONTROL =
    9;  // nobody left to answer; then unseen higher cards: 0, 1, 2, 3-4, 5-8, 9-14, 15-22, more
inline constexpr int CHANGE = 4;  // plays needed: one less, the same, one more, two more or worse

inline constexpr int STAGE = 3;     // plays needed afterwards: at most 1, 2 or 3, more
inline constexpr int SURE = 4 * 5;  // own cards above all unseen ones (0 … 3), above all but two (0 … 4)
inline constexpr int SIZES = 14;    // cards in the own hand

// Tables one after the other.
struct Table {
    int first, size;
};
consteval Table after(Table before, int size) { return {before.first + before.size, size}; }

inline constexpr Table ANSWER_RANK{0, STAGE * KINDS_OF_PLAY * RANKS};
inline constexpr Table ANSWER_CONTROL = after(ANSWER_RANK, CONTROL* GROUPS);
inline constexpr Table ANSWER_CHANGE = after(ANSWER_CONTROL, CHANGE* GROUPS);
inline constexpr Table ANSWER_DANGER = after(ANSWER_CHANGE, CONTROL* HANDS);
inline constexpr Table ANSWER_KIND = after(ANSWER_DANGER, KINDS_OF_PLAY* HANDS);
inline constexpr Table ANSWER_TWO = after(ANSWER_KIND, GROUPS* HANDS);
inline constexpr Table ANSWER_SURE = after(ANSWER_TWO, SURE* GROUPS);
inline constexpr Table ANSWER_RACE = after(ANSWER_SURE, SIZES* HANDS);
inline constexpr Table ANSWER_OWNER = after(ANSWER_RACE, CONTROL* HANDS);
inline constexpr Table PASS_GROUPS = after(ANSWER_OWNER, GROUPS* HANDS);
inline constexpr Table PASS_OWNER = after(PASS_GROUPS, 4 * HANDS);
inline constexpr Table PASS_TWOS = after(PASS_OWNER, (SUITS + 1) * GROUPS);
inline constexpr Table PASS_TABLE = after(PASS_TWOS, STAGE * KINDS_OF_PLAY * RANKS);
inline constexpr Table PASS_SURE = after(PASS_TABLE, SURE* GROUPS);
inline constexpr Table PASS_RACE = after(PASS_SURE, SIZES* HANDS);
inline constexpr Table LEAD_RANK = after(PASS_RACE, STAGE * KINDS_OF_PLAY * RANKS);
inline constexpr Table LEAD_KIND = after(LEAD_RANK, KINDS_OF_PLAY* GROUPS);
inline constexpr Table LEAD_CONTROL = after(LEAD_KIND, CONTROL* GROUPS);
inline constexpr Table LEAD_CHANGE = after(LEAD_CONTROL, CHANGE* GROUPS);
inline constexpr Table LEAD_BLOCK = after(LEAD_CHANGE, KINDS_OF_PLAY* HANDS);
inline constexpr Table LEAD_DANGER = after(LEAD_BLOCK, CONTROL* HANDS);
inline constexpr Table LEAD_LOWEST = after(LEAD_DANGER, RANKS);
inline constexpr Table LEAD_SURE = after(LEAD_LOWEST, SURE* GROUPS);
inline constexpr Table LEAD_NEXT = after(LEAD_SURE, KINDS_OF_PLAY* HANDS);
inline constexpr Table LEAD_LOW = after(LEAD_NEXT, RANKS* GROUPS);
inline constexpr int COUNT = LEAD_LOW.first + LEAD_LOW.size;

namespace detail {
consteval std::array<std::uint8_t, CARDS + 1> make_control() {
    std::array<std::uint8_t, CARDS + 1> table{};
    for (int n = 0; n <= CARDS; ++n) {
        const int level = n <= 2 ? n : n <= 4 ? 3 : n <= 8 ? 4 : n <= 14 ? 5 : n <= 22 ? 6 : 7;
        table[static_cast<std::size_t>(n)] = static_cast<std::uint8_t>(level + 1);
    }
    return table;
}
consteval std::array<std::uint8_t, CARDS + 1> make_hands() {
    std::array<std::uint8_t, CARDS + 1> table{};
    for (int n = 0; n <= CARDS; ++n) {
        table[static_cast<std::size_t>(n)] = static_cast<std::uint8_t>(n <= 1   ? 0
                                                                       : n == 2 ? 1
                                                                       : n <= 4 ? 2
                                                                       : n <= 7 ? 3
                                                                                : 4);
    }
    return table;
}
inline constexpr auto CONTROL_OF = make_control();
inline constexpr auto HANDS_OF = make_hands();
}  // namespace detail

[[nodiscard]] constexpr int kind_of_play(Kind kind, int size) noexcept {
    switch (kind) {
        case Kind::Single: return 0;
        case Kind::Pair: return 1;
        case Kind::Triple: return 2;
        case Kind::Sequence: return size <= 3 ? 3 : size == 4 ? 4 : 5;
        default: return 6;
    }
}

[[nodiscard]] constexpr int stage_of(int groups) noexcept { return groups <= 1 ? 0 : groups <= 3 ? 1 : 2; }

// What does not change from play to play.
template <typename Isa>
struct Context {
    Mask hand, unseen;
    Mask sure, nearly_sure;  // cards above all unseen ones, and above all but two
    int groups;              // plays needed now, capped
    int danger;              // the shortest hand among the others
    int next;                // the hand of the next seat
    int owner = 0;
    int rivals;  // seats that may still answer
    int needed;
    int cards;

    TIENLEN_INLINE Context(const Seen& seen, const HandGroups& own) noexcept
        : hand(seen.hand.mask()), unseen(seen.unseen().mask()) {
        needed = own.fewest() + Isa::popcount(hand & TWOS);
        groups = needed < GROUPS ? needed : GROUPS - 1;
        int least = CARDS;
        for (SeatSet rest = seen.others(); rest != 0; rest &= static_cast<SeatSet>(rest - 1)) {
            const int count = seen.counts[static_cast<std::size_t>(std::countr_zero(rest))];
            least = count < least ? count : least;
        }
        danger = detail::HANDS_OF[static_cast<std::size_t>(least)];
        const Seat after = turn::next_of(seen.players, seen.seat, seen.in_play);
        next = detail::HANDS_OF[seen.counts[after]];
        if (!seen.leading()) owner = detail::HANDS_OF[seen.counts[seen.owner]];
        rivals = Isa::popcount(static_cast<unsigned>(seen.others() & ~seen.benched));
        cards = seen.counts[seen.seat] < SIZES ? seen.counts[seen.seat] : SIZES - 1;
        Mask higher = unseen | 1;
        sure = above(63 - std::countl_zero(higher));
        higher ^= std::bit_floor(higher);
        higher |= 1;
        higher ^= std::bit_floor(higher);
        nearly_sure = above(63 - std::countl_zero(higher | 1));
    }

    [[nodiscard]] TIENLEN_INLINE int sure_of(Mask rest) const noexcept {
        const int all = Isa::popcount(rest & sure), nearly = Isa::popcount(rest & nearly_sure);
        return (all < 3 ? all : 3) * 5 + (nearly < 4 ? nearly : 4);
    }

    // Calls emit(index) for each weight of a play.
    template <typename Emit>
    TIENLEN_INLINE void play(const Seen& seen, const Candidate& candidate, Emit emit) const noexcept {
        const int top = 63 - std::countl_zero(candidate.cards), rank = top / SUITS;
        const int kind = kind_of_play(candidate.kind, candidate.size);
        const Mask rest = hand & ~candidate.cards;
        const int left = candidate.groups + Isa::popcount(rest & TWOS);
        const int after_groups = left < GROUPS ? left : GROUPS - 1;
        const int change = left < needed ? 0 : left == needed ? 1 : left == needed + 1 ? 2 : 3;
        const Mask higher = unseen & above(top) & (candidate.kind == Kind::Sequence ? ~TWOS : ~Mask{0});
        const int control = rivals == 0 ? 0 : detail::CONTROL_OF[static_cast<std::size_t>(Isa::popcount(higher))];
        const int stage = stage_of(left);
        if (seen.leading()) {
            const int low = std::countr_zero(candidate.cards) / SUITS;
            emit(LEAD_RANK.first + (stage * KINDS_OF_PLAY + kind) * RANKS + rank);
            emit(LEAD_KIND.first + kind * GROUPS + after_groups);
            emit(LEAD_CONTROL.first + control * GROUPS + after_groups);
            emit(LEAD_CHANGE.first + change * GROUPS + after_groups);
            emit(LEAD_BLOCK.first + kind * HANDS + danger);
            emit(LEAD_DANGER.first + control * HANDS + danger);
            emit(LEAD_LOWEST.first + low);
            emit(LEAD_SURE.first + sure_of(rest) * GROUPS + after_groups);
            emit(LEAD_NEXT.first + kind * HANDS + next);
            emit(LEAD_LOW.first + (rest == 0 ? 0 : std::countr_zero(rest) / SUITS) * GROUPS + after_groups);
        } else {
            const int size = cards - Isa::popcount(candidate.cards);
            emit(ANSWER_RANK.first + (stage * KINDS_OF_PLAY + kind) * RANKS + rank);
            emit(ANSWER_CONTROL.first + control * GROUPS + after_groups);
            emit(ANSWER_CHANGE.first + change * GROUPS + after_groups);
            emit(ANSWER_DANGER.first + control * HANDS + danger);
            emit(ANSWER_KIND.first + kind * HANDS + danger);
            if (rank == TWO) emit(ANSWER_TWO.first + after_groups * HANDS + danger);
            emit(ANSWER_SURE.first + sure_of(rest) * GROUPS + after_groups);
            emit(ANSWER_RACE.first + (size < 0 ? 0 : size) * HANDS + danger);
            emit(ANSWER_OWNER.first + control * HANDS + owner);
        }
    }
    template <typename Emit>
    TIENLEN_INLINE void pass(const Seen& seen, Emit emit) const noexcept {
        if (seen.leading()) return;
        emit(PASS_GROUPS.first + groups * HANDS + danger);
        emit(PASS_OWNER.first + rivals * HANDS + owner);
        emit(PASS_TWOS.first + Isa::popcount(hand & TWOS) * GROUPS + groups);
        emit(PASS_TABLE.first +
             (stage_of(needed) * KINDS_OF_PLAY + kind_of_play(seen.table.kind(), seen.table.size())) * RANKS +
             rank_of(seen.table.top()));
        emit(PASS_SURE.first + sure_of(hand) * GROUPS + groups);
        emit(PASS_RACE.first + cards * HANDS + danger);
    }
};

}  // namespace tienlen::rules_features
