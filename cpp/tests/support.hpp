// What several tests need: houses' rules, random hands, and move generation by trying every subset.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "tienlen/classify.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/notation.hpp"
#include "tienlen/state.hpp"

namespace support {

using namespace tienlen;

inline CardSet cards(std::string_view text) { return parse_cards(text); }
inline Card card(std::string_view text) { return parse_card(text); }
inline Play play(std::string_view text) { return text == "pass" ? PASS : classify(cards(text)).value(); }

// --- rules ---------------------------------------------------------------------------------------------------------

inline ClassSet set_of(std::initializer_list<PlayClass> classes) {
    ClassSet set = 0;
    for (const PlayClass c : classes) set |= play_class::bit(c);
    return set;
}

// Double sequences of this many pairs and more.
inline ClassSet doubles_from(int pairs) {
    return play_class::DOUBLE_SEQUENCES & ~(play_class::bit(play_class::double_sequence(pairs)) - 1);
}

inline Rules southern() {
    using namespace play_class;
    Rules rules;
    rules.chops[SINGLE_2] = bit(QUAD) | doubles_from(3);
    rules.chops[PAIR_OF_2S] = doubles_from(4);
    rules.chops[TRIPLE_OF_2S] = doubles_from(5);
    for (int n = 3; n < MAX_DOUBLE_SEQUENCE; ++n) rules.chops[double_sequence(n)] = doubles_from(n + 1);
    return rules;
}

inline Rules xiii() {
    using namespace play_class;
    Rules rules;
    const ClassSet dragon = bit(S12);
    rules.chops[SINGLE] = rules.chops[SINGLE_2] = set_of({PAIR_OF_2S, TRIPLE_OF_2S, QUAD, S12}) | doubles_from(3);
    rules.chops[PAIR] = rules.chops[TRIPLE] = dragon;
    rules.chops[PAIR_OF_2S] = set_of({TRIPLE_OF_2S, QUAD, S12}) | doubles_from(3);
    rules.chops[TRIPLE_OF_2S] = rules.chops[QUAD] = dragon | doubles_from(4);
    for (int n = 3; n < DRAGON_LENGTH; ++n) rules.chops[sequence(n)] = dragon;
    rules.chops[DS3] = set_of({TRIPLE_OF_2S, QUAD, S12}) | doubles_from(4);
    for (int n = 4; n <= MAX_DOUBLE_SEQUENCE; ++n) {
        rules.chops[double_sequence(n)] = dragon | (n < MAX_DOUBLE_SEQUENCE ? doubles_from(n + 1) : 0);
    }
    rules.leader_may_pass = rules.folding = true;
    rules.points = {0, 0, 0, 0};
    return rules;
}

inline Rules strict() {
    using namespace play_class;
    Rules rules;
    rules.chops[SINGLE_2] = set_of({QUAD, DS3});
    rules.chops[PAIR_OF_2S] = bit(double_sequence(4));
    rules.chops[TRIPLE_OF_2S] = bit(double_sequence(5));
    rules.benched_may_chop = BenchedMayChop::Twos;
    return rules;
}

inline Rules pagat() {
    Rules rules = strict();
    rules.benched_may_chop = BenchedMayChop::TwosAndBombs;
    rules.points = {0, 0, 0, -1};
    return rules;
}

inline std::vector<Rules> houses() { return {southern(), xiii(), strict(), pagat()}; }

// Any class may chop any class.
inline Rules random_rules(Rng& rng) {
    Rules rules;
    constexpr ClassSet ALL = (ClassSet{1} << play_class::COUNT) - 1;
    for (ClassSet& row : rules.chops) {
        // Mostly sparse rows, some full ones.
        row = static_cast<ClassSet>(rng.next()) & static_cast<ClassSet>(rng.next()) & ALL;
        if (rng.below(8) == 0) row = ALL;
        if (rng.below(3) == 0) row = 0;
    }
    rules.twos_in_sequences = rng.below(2) == 0;
    rules.led_bombs = rng.below(3) != 0;
    rules.leader_may_pass = rng.below(2) == 0;
    rules.benched_may_chop = static_cast<BenchedMayChop>(rng.below(3));
    return rules;
}

// --- hands ---------------------------------------------------------------------------------------------------------

inline CardSet random_hand(Rng& rng, int size) {
    CardSet hand;
    while (hand.size() < size) hand |= CardSet::of(static_cast<int>(rng.below(CARDS)));
    return hand;
}

// A hand with many pairs and long runs: few ranks, many cards of each.
inline CardSet dense_hand(Rng& rng, int size) {
    const int ranks = (size + 3) / 4 + static_cast<int>(rng.below(3));
    const int first = static_cast<int>(rng.below(static_cast<std::uint64_t>(RANKS - std::min(ranks, RANKS - 1))));
    CardSet hand;
    while (hand.size() < size) {
        const int chosen = SUITS * first + static_cast<int>(rng.below(static_cast<std::uint64_t>(SUITS * ranks)));
        hand |= CardSet::of(std::min(chosen, CARDS - 1));
    }
    return hand;
}

// --- by trying every subset -----------------------------------------------------------------------------------------

// Every combination of a hand, ascending by mask. Apart from classify(), nothing here is shared with the engine.
inline std::vector<Play> all_combinations(CardSet hand, bool twos_in_sequences) {
    std::vector<Play> plays;
    const Mask all = hand.mask();
    for (Mask subset = (Mask{0} - all) & all; subset != 0; subset = (subset - all) & all) {
        if (const auto play = classify(CardSet{subset}, twos_in_sequences)) plays.push_back(*play);
    }
    return plays;
}

template <typename Wanted>
std::vector<Mask> masks_of(const std::vector<Play>& plays, Wanted wanted) {
    std::vector<Mask> masks;
    for (const Play play : plays) {
        if (wanted(play)) masks.push_back(play.cards().mask());
    }
    return masks;
}

// --- lists with a fence ---------------------------------------------------------------------------------------------

// Runs list(out) into a buffer of count + LIST_SLACK words and checks that it wrote no further.
struct Fenced {
    std::vector<Mask> plays;
    bool intact = false;
};
template <typename List>
Fenced fenced(std::size_t count, List list) {
    constexpr Mask CANARY = 0xDEADBEEFCAFEF00D;
    constexpr std::size_t FENCE = 64;
    std::vector<Mask> buffer(count + LIST_SLACK + FENCE, CANARY);
    const std::size_t written = list(buffer.data());
    Fenced result;
    result.intact =
        written <= count && std::all_of(buffer.end() - FENCE, buffer.end(), [](Mask m) { return m == CANARY; });
    buffer.resize(std::min(written, count));
    result.plays = std::move(buffer);
    return result;
}

inline bool strictly_ascending(const std::vector<Mask>& masks) {
    return std::adjacent_find(masks.begin(), masks.end(), [](Mask a, Mask b) { return a >= b; }) == masks.end();
}

}  // namespace support
