#include "tienlen/shortest.hpp"

#include <bit>

namespace tienlen {

namespace {

// The `count` lowest or highest cards held of a rank.
[[nodiscard]] constexpr CardSet lowest_of(CardSet hand, int rank, int count) noexcept {
    unsigned suits = hand.suits(rank);
    while (std::popcount(suits) > count) suits ^= std::bit_floor(suits);
    return CardSet{Mask{suits} << (SUITS * rank)};
}
[[nodiscard]] constexpr CardSet highest_of(CardSet hand, int rank, int count) noexcept {
    unsigned suits = hand.suits(rank);
    while (std::popcount(suits) > count) suits &= suits - 1;
    return CardSet{Mask{suits} << (SUITS * rank)};
}

// How many ranks from `rank` to `last` in a row hold `per_rank` cards or more.
[[nodiscard]] constexpr int run_length(CardSet hand, int rank, int last, int per_rank) noexcept {
    int length = 0;
    while (rank + length <= last && std::popcount(hand.suits(rank + length)) >= per_rank) ++length;
    return length;
}

[[nodiscard]] constexpr CardSet run_from(CardSet hand, int rank, int length, int per_rank) noexcept {
    CardSet cards = highest_of(hand, rank + length - 1, per_rank);
    for (int r = rank; r < rank + length - 1; ++r) cards |= lowest_of(hand, r, per_rank);
    return cards;
}

// The play with the lowest card that has the most cards among those on a shortest way, which is `fewest` plays long.
[[nodiscard]] Play first_play(CardSet hand, bool twos_in_sequences, int fewest) noexcept {
    const int rank = rank_of(hand.lowest()), held = std::popcount(hand.suits(rank));
    const auto is_on_way = [&](CardSet cards) { return fewest_plays(hand - cards, twos_in_sequences) == fewest - 1; };
    int pairs = run_length(hand, rank, ACE, 2);
    int singles = run_length(hand, rank, twos_in_sequences ? TWO : ACE, 1);
    while (pairs >= MIN_RUN || singles >= MIN_RUN) {
        const bool doubles = pairs >= MIN_RUN && 2 * pairs >= singles;
        int& length = doubles ? pairs : singles;
        const CardSet run = run_from(hand, rank, length, doubles ? 2 : 1);
        if (is_on_way(run)) return {doubles ? Kind::DoubleSequence : Kind::Sequence, length, run};
        --length;
    }
    int size = held;
    while (size > 1 && !is_on_way(lowest_of(hand, rank, size))) --size;
    return {static_cast<Kind>(size), size, lowest_of(hand, rank, size)};
}

}  // namespace

WayOut shortest_way_out(CardSet hand, bool twos_in_sequences) noexcept {
    WayOut way;
    for (int left = fewest_plays(hand, twos_in_sequences); left > 0; --left) {
        const Play play = first_play(hand, twos_in_sequences, left);
        way.plays[static_cast<std::size_t>(way.count++)] = play;
        hand -= play.cards();
    }
    return way;
}

}  // namespace tienlen
