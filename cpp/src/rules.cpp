#include "tienlen/rules.hpp"

#include "tienlen/classify.hpp"

namespace tienlen {

namespace {

struct RankCounts {
    int pairs = 0;                  // ranks with two cards or more
    int quads = 0;                  // ranks with four
    bool consecutive_five = false;  // five consecutive ranks from 3 to A with two cards or more
};

RankCounts count_ranks(CardSet hand) noexcept {
    RankCounts counts;
    int run = 0;
    for (int rank = 0; rank < RANKS; ++rank) {
        const int held = std::popcount(hand.suits(rank));
        counts.pairs += held >= 2 ? 1 : 0;
        counts.quads += held == 4 ? 1 : 0;
        run = held >= 2 && rank != TWO ? run + 1 : 0;
        if (run == 5) counts.consecutive_five = true;
    }
    return counts;
}

}  // namespace

RuleTables::RuleTables(const Rules& rules) noexcept : rules_(rules) {
    for (std::size_t c = 0; c < rules.chops.size(); ++c) {
        chops_[c] = rules.chops[c];
        choppers_ |= rules.chops[c];
    }
    switch (rules.benched_may_chop) {
        case BenchedMayChop::Never: break;
        case BenchedMayChop::Twos: asks_benched_ = play_class::SETS_OF_TWOS; break;
        case BenchedMayChop::TwosAndBombs: asks_benched_ = play_class::SETS_OF_TWOS | play_class::BOMBS; break;
    }
}

std::uint8_t RuleTables::instant_wins(CardSet hand) const noexcept {
    if (rules_.instant_wins == 0) return 0;
    const RankCounts counts = count_ranks(hand);
    constexpr Mask DRAGON_RANKS = 0x111111111111;
    const int pairs = counts.pairs + (rules_.quad_is_two_pairs ? counts.quads : 0);
    unsigned found = 0;
    const auto add = [&found](InstantWin win, bool holds) { found |= static_cast<unsigned>(holds) << static_cast<int>(win); };
    add(InstantWin::FourTwos, (hand.mask() & TWOS) == TWOS);
    add(InstantWin::Dragon, (ranks_present(hand.mask()) & DRAGON_RANKS) == DRAGON_RANKS);
    add(InstantWin::SixPairs, pairs >= 6);
    add(InstantWin::FiveConsecutivePairs, counts.consecutive_five);
    return static_cast<std::uint8_t>(found & rules_.instant_wins);
}

}  // namespace tienlen
