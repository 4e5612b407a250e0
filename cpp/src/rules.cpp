#include "tienlen/rules.hpp"

#include "tienlen/bits.hpp"
#include "tienlen/classify.hpp"

namespace tienlen {

RuleTables::RuleTables(const Rules& rules) noexcept : rules_(rules) {
    for (std::size_t c = 0; c < rules.chops.size(); ++c) {
        chops_[c] = rules.chops[c];
        choppers_ |= rules.chops[c];
    }
    cards_in_.fill(ALL_CARDS);
    cards_in_[static_cast<std::size_t>(Kind::DoubleSequence)] = ALL_CARDS & ~TWOS;
    if (!rules.twos_in_sequences) cards_in_[static_cast<std::size_t>(Kind::Sequence)] = ALL_CARDS & ~TWOS;
    switch (rules.benched_may_chop) {
        case BenchedMayChop::Never: break;
        case BenchedMayChop::Twos: asks_benched_ = play_class::SETS_OF_TWOS; break;
        case BenchedMayChop::TwosAndBombs: asks_benched_ = play_class::SETS_OF_TWOS | play_class::BOMBS; break;
    }
}

std::uint8_t RuleTables::instant_wins(CardSet hand) const noexcept {
    if (rules_.instant_wins == 0) return 0;
    const Mask cards = hand.mask();
    const Mask pairs = ranks_with(cards, 2), low_pairs = pairs & RANKS_3_TO_ACE;
    const Mask quads = ranks_with(cards, SUITS);
    const Mask three = run_ends(low_pairs, MIN_RUN);
    const int pair_count = Portable::popcount(pairs) + (rules_.quad_is_two_pairs ? Portable::popcount(quads) : 0);
    unsigned found = 0;
    const auto add = [&found](InstantWin win, bool holds) {
        found |= static_cast<unsigned>(holds) << static_cast<int>(win);
    };
    add(InstantWin::FourTwos, (cards & TWOS) == TWOS);
    add(InstantWin::Dragon, (~ranks_present(cards) & RANKS_3_TO_ACE) == 0);
    add(InstantWin::SixPairs, pair_count >= 6);
    add(InstantWin::FiveConsecutivePairs, (three & three << (2 * SUITS)) != 0);  // two runs of three that share a rank
    return static_cast<std::uint8_t>(found & rules_.instant_wins);
}

}  // namespace tienlen
