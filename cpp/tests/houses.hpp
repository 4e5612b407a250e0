// The presets' rules for one hand, for tests of C++ alone.
#pragma once

#include <array>
#include <string_view>

#include "tienlen/rules.hpp"

namespace houses {

using namespace tienlen;
using namespace tienlen::play_class;

inline constexpr std::array NAMES{"southern", "xiii", "zipi", "strict", "pagat"};

// Double sequences of `from` to `to` pairs.
inline ClassSet doubles(int from, int to = MAX_DOUBLE_SEQUENCE) {
    ClassSet set = 0;
    for (int pairs = from; pairs <= to; ++pairs) set |= bit(double_sequence(pairs));
    return set;
}

inline void longer_doubles_beat(Rules& rules, ClassSet also) {
    for (int pairs = 4; pairs <= MAX_DOUBLE_SEQUENCE; ++pairs) {
        rules.chops[double_sequence(pairs)] = also | (pairs < MAX_DOUBLE_SEQUENCE ? doubles(pairs + 1) : 0);
    }
}

inline Rules rules(std::string_view name) {
    Rules rules;
    auto& chops = rules.chops;
    if (name == "southern") {
        chops[SINGLE_2] = bit(QUAD) | doubles(3);
        chops[PAIR_OF_2S] = doubles(4);
        chops[TRIPLE_OF_2S] = doubles(5);
        chops[DS3] = doubles(4);
        longer_doubles_beat(rules, 0);
    } else if (name == "zipi") {
        chops[SINGLE_2] = bit(QUAD) | doubles(3);
        chops[PAIR_OF_2S] = chops[QUAD] = doubles(4);
        chops[DS3] = bit(QUAD) | doubles(4);
        rules.instant_wins = 0xF;
    } else if (name == "xiii") {
        const ClassSet dragon = bit(S12), sets = bit(TRIPLE_OF_2S) | bit(QUAD) | dragon;
        chops[SINGLE] = chops[SINGLE_2] = bit(PAIR_OF_2S) | sets | doubles(3);
        chops[PAIR] = chops[TRIPLE] = dragon;
        for (int length = MIN_RUN; length < DRAGON_LENGTH; ++length) chops[sequence(length)] = dragon;
        chops[PAIR_OF_2S] = sets | doubles(3);
        chops[TRIPLE_OF_2S] = chops[QUAD] = dragon | doubles(4);
        chops[DS3] = sets | doubles(4);
        longer_doubles_beat(rules, dragon);
        rules.leader_may_pass = rules.folding = true;
        rules.points = {0, 0, 0, 0};
    } else {  // strict and pagat
        chops[SINGLE_2] = bit(QUAD) | doubles(3, 3);
        chops[PAIR_OF_2S] = doubles(4, 4);
        chops[TRIPLE_OF_2S] = doubles(5, 5);
        rules.benched_may_chop = BenchedMayChop::Twos;
        if (name == "pagat") {
            rules.benched_may_chop = BenchedMayChop::TwosAndBombs;
            rules.points = {0, 0, 0, -1};
        }
    }
    return rules;
}

}  // namespace houses
