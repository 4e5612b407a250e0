// What answers a table, as disjoint parts: one shape each, with the highest cards it may have.
#pragma once

#include <bit>

#include "tienlen/state.hpp"

namespace tienlen {

// A kind and its size: what an ordinary reply has in common with the table.
struct Shape {
    Kind kind = Kind::Pass;
    int size = 0;  // cards; pairs of a double sequence

    [[nodiscard]] constexpr bool is_run() const noexcept {
        return kind == Kind::Sequence || kind == Kind::DoubleSequence;
    }
    // Cards that it takes of one rank: all of a group's, one of a sequence's, two of a double sequence's.
    [[nodiscard]] constexpr int cards_per_rank() const noexcept {
        if (kind == Kind::Sequence) return 1;
        return kind == Kind::DoubleSequence ? 2 : size;
    }
    [[nodiscard]] constexpr int ranks_below_top() const noexcept { return is_run() ? size - 1 : 0; }
    [[nodiscard]] constexpr bool operator==(const Shape&) const noexcept = default;
};

[[nodiscard]] constexpr Shape shape_of(PlayClass c) noexcept {
    if (c >= play_class::DS3) return {Kind::DoubleSequence, c - play_class::DS3 + MIN_RUN};
    if (c >= play_class::S3) return {Kind::Sequence, c - play_class::S3 + MIN_RUN};
    if (c == play_class::QUAD) return {Kind::Quad, SUITS};
    const int size = c / 2 + 1;
    return {static_cast<Kind>(size), size};
}

// The highest cards that plays of a class may have.
[[nodiscard]] constexpr CardSet tops_of(PlayClass c) noexcept {
    if (c == play_class::QUAD) return CardSet{ALL_CARDS};
    const bool twos = (play_class::SETS_OF_TWOS >> c & 1) != 0;
    return CardSet{twos ? TWOS : ALL_CARDS & ~TWOS};
}

// The highest cards that an ordinary reply may have.
[[nodiscard]] TIENLEN_INLINE CardSet ordinary_tops(const RuleTables& tables, Play table) noexcept {
    return CardSet{above(table.top()) & tables.cards_in(table.kind())};
}

// Calls visit(Shape, CardSet tops) for each part. No play is in two parts: an ordinary reply has a higher top, and a
// chop of the same shape is only counted with the tops that are not higher.
template <typename Visit>
TIENLEN_INLINE void for_each_part(const RuleTables& tables, Play table, Demand demand, Visit visit) {
    const Shape ordinary{table.kind(), table.size()};
    CardSet higher;
    if (demand.ordinary) {
        higher = ordinary_tops(tables, table);
        visit(ordinary, higher);
    }
    for (ClassSet rest = demand.chops; rest != 0; rest &= rest - 1) {
        const auto c = static_cast<PlayClass>(std::countr_zero(rest));
        const Shape shape = shape_of(c);
        visit(shape, shape == ordinary ? tops_of(c) - higher : tops_of(c));
    }
}

}  // namespace tienlen
