// What deeds tell about hands.
#include <algorithm>

#include "tienlen/movegen.hpp"
#include "tienlen/sample.hpp"

namespace tienlen {

namespace {

constexpr Mask EVERY_RANK = 0x1111111111111;  // the lowest bit of each nibble

// In each nibble, how many cards the hand holds of that rank.
[[nodiscard]] constexpr Mask rank_counts(Mask hand) noexcept {
    const Mask pairs = hand - ((hand >> 1) & 0x5555555555555555);
    return (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333);
}

// All cards of the ranks of which the hand holds exactly, or at least, `size`; counts are below 8.
[[nodiscard]] constexpr Mask ranks_with_exactly(Mask counts, unsigned size) noexcept {
    const Mask differs = ((counts ^ EVERY_RANK * size) + EVERY_RANK * 7) >> 3 & EVERY_RANK;
    return (EVERY_RANK & ~differs) * 0xF;
}
[[nodiscard]] constexpr Mask ranks_with_at_least(Mask counts, unsigned size) noexcept {
    return ((counts + EVERY_RANK * (8 - size)) >> 3 & EVERY_RANK) * 0xF;
}

[[nodiscard]] constexpr Mask ranks_below(int rank) noexcept { return (Mask{1} << (SUITS * rank)) - 1; }

// A group of `hand` beats the table when its highest card does; 2s are left out, as nobody is expected to spend them.
[[nodiscard]] std::uint32_t factor_of_pass(const Leanings& leanings, CardSet hand, Play table) noexcept {
    const Mask low = hand.mask() & ~TWOS, higher = low & above(table.top());
    if (higher == 0) return Leanings::ONE;
    switch (table.kind()) {
        case Kind::Single:
        case Kind::Pair:
        case Kind::Triple: {
            const Mask counts = rank_counts(low);
            const auto size = static_cast<unsigned>(table.size());
            if ((higher & ranks_with_exactly(counts, size)) != 0) return leanings.pass_cheap;
            return (higher & ranks_with_at_least(counts, size)) != 0 ? leanings.pass_any : Leanings::ONE;
        }
        case Kind::Sequence:
        case Kind::DoubleSequence: {
            const bool could =
                count_shape(CardSet{low}, {table.kind(), table.size()}, CardSet{above(table.top())}) != 0;
            return could ? leanings.pass_any : Leanings::ONE;
        }
        default: return Leanings::ONE;
    }
}

[[nodiscard]] std::uint64_t scaled(std::uint64_t weight, std::uint32_t factor) noexcept {
    return weight * factor >> 16;
}

// `hand` still holds the cards played.
[[nodiscard]] std::uint64_t weigh_play(const Leanings& leanings, CardSet hand, const PublicPly& ply,
                                       std::uint64_t weight) noexcept {
    if (ply.play.kind() != Kind::Single && ply.play.kind() != Kind::Pair) return weight;
    const int rank = rank_of(ply.play.top());
    if (rank == TWO) return weight;
    const auto size = static_cast<unsigned>(ply.play.size());
    if (std::popcount(hand.suits(rank)) > ply.play.size()) weight = scaled(weight, leanings.broke_group);
    if (ply.table.is_pass() || !ply.play.same_shape(ply.table)) return weight;
    const Mask between = hand.mask() & above(ply.table.top()) & ranks_below(rank);
    const bool skipped = (between & ranks_with_exactly(rank_counts(hand.mask()), size)) != 0;
    return skipped ? scaled(weight, leanings.skipped) : weight;
}

}  // namespace

Evidence::Evidence(const View& view, std::span<const PublicPly> plies, const Leanings& leanings) : leanings_(leanings) {
    std::array<CardSet, MAX_PLAYERS> since{};
    for (std::size_t i = plies.size(); i-- > 0;) {
        const PublicPly& ply = plies[i];
        since[ply.seat] |= ply.play.cards();
        const bool hidden = ply.seat != view.seat && view.counts[ply.seat] > view.known[ply.seat].size();
        const bool silent = ply.folded || (ply.play.is_pass() && (ply.table.is_pass() || ply.benched));
        if (hidden && !silent) deeds_.push_back({ply, since[ply.seat]});
    }
    std::reverse(deeds_.begin(), deeds_.end());
}

std::uint64_t Evidence::weight(const State& world) const noexcept {
    std::uint64_t weight = FULL_WEIGHT;
    for (const Deed& deed : deeds_) {
        const CardSet hand = world.hands[deed.ply.seat] | deed.since;
        weight = deed.ply.play.is_pass() ? scaled(weight, factor_of_pass(leanings_, hand, deed.ply.table))
                                         : weigh_play(leanings_, hand, deed.ply, weight);
    }
    return std::max<std::uint64_t>(weight, 1);
}

}  // namespace tienlen
