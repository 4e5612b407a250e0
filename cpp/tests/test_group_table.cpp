// The automaton that counts a hand's plays, against a search over all partitions.
#include <map>

#include "check.hpp"
#include "tienlen/group_table.hpp"
#include "tienlen/rng.hpp"

using namespace tienlen;

namespace {

// By definition: the fewest plays, by trying every play that holds the lowest card. Counts alone matter.
int fewest_by_search(Mask counts, std::map<Mask, int>& known) {
    if (counts == 0) return 0;
    const auto found = known.find(counts);
    if (found != known.end()) return found->second;
    const int low = std::countr_zero(counts) / SUITS;
    const auto held = [&](int rank) { return rank >= TWO ? Mask{0} : counts >> (SUITS * rank) & 0xF; };
    const auto one = [](int rank) { return Mask{1} << (SUITS * rank); };
    int best = 99;
    for (Mask k = 1; k <= held(low); ++k) best = std::min(best, 1 + fewest_by_search(counts - k * one(low), known));
    for (Mask per_rank = 1; per_rank <= 2; ++per_rank) {
        Mask run = 0;
        for (int rank = low; held(rank) >= per_rank; ++rank) {
            run += per_rank * one(rank);
            if (rank - low >= 2) best = std::min(best, 1 + fewest_by_search(counts - run, known));
        }
    }
    return known[counts] = best;
}

CardSet random_hand(Rng& rng, int cards, int ranks) {
    CardSet hand;
    while (hand.size() < cards)
        hand |= CardSet::of(static_cast<int>(rng.below(static_cast<std::uint64_t>(SUITS * ranks))));
    return hand;
}

void counts_are_counts() {
    CHECK_EQ(rank_counts(ALL_CARDS), Mask{0x4444444444444});
    CHECK_EQ(rank_counts(0b0111'0001'1010), Mask{0x312});
}

void fewest_is_fewest() {
    const GroupTable& table = group_table();
    Rng rng{1};
    std::map<Mask, int> known;
    int longest = 0;
    for (int i = 0; i < 4000; ++i) {
        const int cards = 1 + static_cast<int>(rng.below(17));
        const int ranks = 5 + static_cast<int>(rng.below(8));
        const CardSet hand = random_hand(rng, cards, ranks) - CardSet{TWOS};
        const HandGroups groups{table, hand};
        const int expected = fewest_by_search(groups.counts(), known);
        if (groups.fewest() != expected) CHECK_EQ(groups.fewest(), expected);
        longest = std::max(longest, expected);
        // From every gap between two ranks the same.
        for (unsigned r = 0; r < TWO; ++r) {
            const int met = table.meet(table.read(groups.below(r), groups.count(r)), groups.above(r));
            if (met != expected) CHECK_EQ(met, expected);
        }
    }
    CHECK(longest >= 7);
    CHECK(table.states() < 100);
}

}  // namespace

int main() {
    counts_are_counts();
    fewest_is_fewest();
    return check::report();
}
