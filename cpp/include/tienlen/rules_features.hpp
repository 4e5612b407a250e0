// What the `rules` policy looks at: a handful of questions about each play, each answer an index into a table of
// weights. A play's score is the sum of its weights.
#pragma once

#include <array>
#include <cstdint>

#include "tienlen/candidates.hpp"

namespace tienlen::rules_features {

inline constexpr int GROUPS = 8;   // plays still needed, 0 … 7 or more; each 2 counts as one
inline constexpr int KINDS_OF_PLAY = 7;  // single, pair, triple, sequences of 3, 4, 5 and more, bomb
inline constexpr int HANDS = 5;    // cards in a hand: 1, 2, 3-4, 5-7, 8 and more
inline constexpr int CONTROL = 9;  // nobody left to answer; then unseen higher cards: 0, 1, 2, 3-4, 5-8, 9-14, 15-22, more
inline constexpr int CHANGE = 4;   // plays needed: one less, the same, one more, two more or worse

// Tables one after the other.
struct Table {
    int first, size;
};
consteval Table after(Table before, int size) { return {before.first + before.size, size}; }

inline constexpr Table ANSWER_RANK{0, KINDS_OF_PLAY * RANKS};
inline constexpr Table ANSWER_CONTROL = after(ANSWER_RANK, CONTROL * GROUPS);
inline constexpr Table ANSWER_CHANGE = after(ANSWER_CONTROL, CHANGE * GROUPS);
inline constexpr Table ANSWER_DANGER = after(ANSWER_CHANGE, CONTROL * HANDS);
inline constexpr Table ANSWER_KIND = after(ANSWER_DANGER, KINDS_OF_PLAY * HANDS);
inline constexpr Table ANSWER_TWO = after(ANSWER_KIND, GROUPS * HANDS);
inline constexpr Table PASS_GROUPS = after(ANSWER_TWO, GROUPS * HANDS);
inline constexpr Table PASS_OWNER = after(PASS_GROUPS, 4 * HANDS);
inline constexpr Table PASS_TWOS = after(PASS_OWNER, (SUITS + 1) * GROUPS);
inline constexpr Table PASS_TABLE = after(PASS_TWOS, KINDS_OF_PLAY * RANKS);
inline constexpr Table LEAD_RANK = after(PASS_TABLE, KINDS_OF_PLAY * RANKS);
inline constexpr Table LEAD_KIND = after(LEAD_RANK, KINDS_OF_PLAY * GROUPS);
inline constexpr Table LEAD_CONTROL = after(LEAD_KIND, CONTROL * GROUPS);
inline constexpr Table LEAD_CHANGE = after(LEAD_CONTROL, CHANGE * GROUPS);
inline constexpr Table LEAD_BLOCK = after(LEAD_CHANGE, KINDS_OF_PLAY * HANDS);
inline constexpr Table LEAD_DANGER = after(LEAD_BLOCK, CONTROL * HANDS);
inline constexpr Table LEAD_LOWEST = after(LEAD_DANGER, RANKS);
inline constexpr int COUNT = LEAD_LOWEST.first + LEAD_LOWEST.size;

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
        table[static_cast<std::size_t>(n)] = static_cast<std::uint8_t>(n <= 1 ? 0 : n == 2 ? 1 : n <= 4 ? 2 : n <= 7 ? 3 : 4);
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

// What does not change from play to play.
template <typename Isa>
struct Context {
    Mask hand, unseen;
    int groups;  // plays needed now, capped
    int danger;  // the shortest hand among the others
    int rivals;  // seats that may still answer
    int needed;

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
        rivals = std::popcount(static_cast<unsigned>(seen.others() & ~seen.benched));
    }

    // Calls emit(index) for each weight of a play.
    template <typename Emit>
    TIENLEN_INLINE void play(const Seen& seen, const Candidate& candidate, Emit emit) const noexcept {
        const int top = 63 - std::countl_zero(candidate.cards), rank = top / SUITS;
        const int kind = kind_of_play(candidate.kind, candidate.size);
        const int left = candidate.groups + Isa::popcount(hand & ~candidate.cards & TWOS);
        const int after_groups = left < GROUPS ? left : GROUPS - 1;
        const int change = left < needed ? 0 : left == needed ? 1 : left == needed + 1 ? 2 : 3;
        const Mask higher = unseen & above(top) & (candidate.kind == Kind::Sequence ? ~TWOS : ~Mask{0});
        const int control = rivals == 0 ? 0 : detail::CONTROL_OF[static_cast<std::size_t>(Isa::popcount(higher))];
        if (seen.leading()) {
            emit(LEAD_RANK.first + kind * RANKS + rank);
            emit(LEAD_KIND.first + kind * GROUPS + after_groups);
            emit(LEAD_CONTROL.first + control * GROUPS + after_groups);
            emit(LEAD_CHANGE.first + change * GROUPS + after_groups);
            emit(LEAD_BLOCK.first + kind * HANDS + danger);
            emit(LEAD_DANGER.first + control * HANDS + danger);
            emit(LEAD_LOWEST.first + std::countr_zero(candidate.cards) / SUITS);
        } else {
            emit(ANSWER_RANK.first + kind * RANKS + rank);
            emit(ANSWER_CONTROL.first + control * GROUPS + after_groups);
            emit(ANSWER_CHANGE.first + change * GROUPS + after_groups);
            emit(ANSWER_DANGER.first + control * HANDS + danger);
            emit(ANSWER_KIND.first + kind * HANDS + danger);
            if (rank == TWO) emit(ANSWER_TWO.first + after_groups * HANDS + danger);
        }
    }
    template <typename Emit>
    TIENLEN_INLINE void pass(const Seen& seen, Emit emit) const noexcept {
        if (seen.leading()) return;
        const int owner_cards = seen.counts[seen.owner];
        emit(PASS_GROUPS.first + groups * HANDS + danger);
        emit(PASS_OWNER.first + rivals * HANDS + detail::HANDS_OF[static_cast<std::size_t>(owner_cards)]);
        emit(PASS_TWOS.first + Isa::popcount(hand & TWOS) * GROUPS + groups);
        emit(PASS_TABLE.first + kind_of_play(seen.table.kind(), seen.table.size()) * RANKS + rank_of(seen.table.top()));
    }
};

}  // namespace tienlen::rules_features
