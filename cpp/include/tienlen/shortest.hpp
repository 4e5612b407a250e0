// The shortest way out: the fewest plays that empty a hand when every one of them is a lead.
//
// Suits do not matter for the number, only how many cards of each rank there are. `scripts/make_fewest_plays.py` shows
// that what lower ranks have to say to higher ones is one of 42 things; so the number comes from reading the hand rank
// by rank, one look-up each (two ranks at a time here), with no search at all.
#pragma once

#include <array>
#include <cstdint>

#include "tienlen/play.hpp"

namespace tienlen {

namespace shortest {

// A state of the automaton. `plays` is what the cards of a rank add to the fewest plays so far; it can be -1, as two
// single cards become a sequence of three.
struct Step {
    std::uint8_t next;
    std::int8_t plays;
};
struct AutomatonState {
    std::array<Step, SUITS + 1> by_count;             // cards held of the next rank, 0 to 4
    std::array<std::int8_t, SUITS + 1> twos_in_runs;  // of 2s that may end a sequence: only what they add
};

inline constexpr std::array<AutomatonState, 42> AUTOMATON{{
    // clang-format off: printed by scripts/make_fewest_plays.py
    {{{{0, 0}, {1, 1}, {2, 1}, {3, 1}, {4, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {5, 1}, {6, 1}, {7, 1}, {8, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, 1}, {10, 1}, {11, 1}, {12, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, 1}, {13, 1}, {14, 1}, {15, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, 1}, {13, 1}, {16, 1}, {17, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, -1}, {6, 0}, {18, 0}, {8, 0}}}, {0, -1, 0, 0, 0}},
    {{{{0, 0}, {9, 0}, {19, 1}, {20, 1}, {21, 1}}}, {0, 0, 1, 1, 1}},
    {{{{0, 0}, {9, 0}, {22, 1}, {23, 1}, {24, 1}}}, {0, 0, 1, 1, 1}},
    {{{{0, 0}, {9, 0}, {22, 1}, {25, 1}, {26, 1}}}, {0, 0, 1, 1, 1}},
    {{{{0, 0}, {9, 0}, {6, 1}, {18, 1}, {8, 1}}}, {0, 0, 1, 1, 1}},
    {{{{0, 0}, {9, 1}, {13, -1}, {27, 0}, {12, 0}}}, {0, 1, 0, 1, 1}},
    {{{{0, 0}, {9, 1}, {13, 0}, {28, 1}, {29, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, 1}, {13, 0}, {25, 1}, {30, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, 1}, {13, 0}, {27, 1}, {12, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, 1}, {13, 1}, {25, 0}, {29, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, 1}, {13, 1}, {25, 1}, {31, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, 1}, {13, 1}, {25, 1}, {32, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, 1}, {13, 1}, {16, 1}, {33, 0}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, 0}, {34, 1}, {23, 1}, {24, 1}}}, {0, 0, 1, 1, 1}},
    {{{{0, 0}, {9, -1}, {22, -1}, {20, 0}, {21, 0}}}, {0, -1, -1, 0, 0}},
    {{{{0, 0}, {9, 0}, {22, 0}, {35, 1}, {36, 1}}}, {0, 0, 0, 1, 1}},
    {{{{0, 0}, {9, 0}, {22, 0}, {23, 1}, {37, 1}}}, {0, 0, 0, 1, 1}},
    {{{{0, 0}, {9, 0}, {22, 0}, {20, 1}, {21, 1}}}, {0, 0, 0, 1, 1}},
    {{{{0, 0}, {9, 0}, {13, -1}, {25, -1}, {29, 0}}}, {0, 0, 0, 0, 1}},
    {{{{0, 0}, {9, 0}, {13, 0}, {25, 0}, {38, 1}}}, {0, 0, 1, 1, 1}},
    {{{{0, 0}, {9, 0}, {13, 0}, {25, 0}, {29, 1}}}, {0, 0, 1, 1, 1}},
    {{{{0, 0}, {9, 0}, {22, 1}, {25, 0}, {31, 0}}}, {0, 0, 1, 1, 1}},
    {{{{0, 0}, {5, 1}, {13, 0}, {28, 1}, {29, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, -1}, {22, 0}, {25, -1}, {29, 0}}}, {0, -1, 0, 0, 0}},
    {{{{0, 0}, {9, 0}, {22, 0}, {25, 0}, {38, 1}}}, {0, 0, 1, 1, 1}},
    {{{{0, 0}, {9, 1}, {13, -1}, {25, 0}, {33, -1}}}, {0, 1, 0, 1, 1}},
    {{{{0, 0}, {9, 0}, {22, 0}, {25, 0}, {31, 0}}}, {0, 0, 0, 1, 1}},
    {{{{0, 0}, {9, 1}, {22, 1}, {25, 1}, {31, 1}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, 1}, {13, 0}, {25, 1}, {33, 0}}}, {0, 1, 1, 1, 1}},
    {{{{0, 0}, {9, 0}, {13, -1}, {27, 0}, {12, 0}}}, {0, 0, 0, 1, 1}},
    {{{{0, 0}, {9, -1}, {22, -1}, {39, -1}, {36, 0}}}, {0, -1, -1, -1, 0}},
    {{{{0, 0}, {9, 0}, {22, 0}, {39, 0}, {40, 1}}}, {0, 0, 0, 0, 1}},
    {{{{0, 0}, {9, 0}, {13, -1}, {25, -1}, {31, -1}}}, {0, 0, 0, 0, 0}},
    {{{{0, 0}, {9, -1}, {22, -1}, {25, -1}, {31, -1}}}, {0, -1, -1, 0, 0}},
    {{{{0, 0}, {9, 0}, {22, 0}, {39, 0}, {36, 1}}}, {0, 0, 0, 0, 1}},
    {{{{0, 0}, {9, -1}, {22, -1}, {39, -1}, {41, -1}}}, {0, -1, -1, -1, -1}},
    {{{{0, 0}, {9, 0}, {22, 0}, {39, 0}, {41, 0}}}, {0, 0, 0, 0, 0}},
    // clang-format on
}};

// Two ranks in one step: the entry holds the next state's row and what is added, plus 2 so that it is not negative.
inline constexpr unsigned ROW = 0x45;  // counts of two ranks as a byte, 0x44 at most
using Pairs = std::array<std::uint16_t, AUTOMATON.size() * ROW>;
consteval Pairs make_pairs() {
    Pairs pairs{};
    for (std::size_t state = 0; state < AUTOMATON.size(); ++state) {
        for (unsigned low = 0; low <= SUITS; ++low) {
            for (unsigned high = 0; high <= SUITS; ++high) {
                const Step first = AUTOMATON[state].by_count[low], second = AUTOMATON[first.next].by_count[high];
                const auto added = static_cast<unsigned>(first.plays + second.plays + 2);
                pairs[state * ROW + (high << 4 | low)] = static_cast<std::uint16_t>(added << 12 | second.next * ROW);
            }
        }
    }
    return pairs;
}
inline constexpr Pairs PAIRS = make_pairs();
static_assert(AUTOMATON.size() * ROW < 1U << 12, "a row must fit into twelve bits");

}  // namespace shortest

// 0 for an empty hand.
[[nodiscard]] constexpr int fewest_plays(CardSet hand, bool twos_in_sequences) noexcept {
    const Mask mask = hand.mask(), pairs = mask - ((mask >> 1) & 0x5555555555555555);
    Mask counts = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333);  // a nibble a rank
    unsigned plays = 0, row = 0;
    for (int step = 0; step < (RANKS - 1) / 2; ++step, counts >>= 8) {
        const unsigned entry = shortest::PAIRS[row + (counts & 0xFF)];
        plays += entry >> 12;
        row = entry & 0xFFF;
    }
    const int below_twos = static_cast<int>(plays) - (RANKS - 1);
    if (!twos_in_sequences) return below_twos + (counts != 0 ? 1 : 0);
    return below_twos + shortest::AUTOMATON[row / shortest::ROW].twos_in_runs[counts];
}

struct WayOut {
    std::array<Play, CARDS> plays{};  // one way of that many plays, the one with the lowest card first
    int count = 0;
};
// Of all plays with the lowest card that lie on a shortest way, the one with the most cards is taken, then the same for
// what is left. Runs take the lowest suits of their ranks, but at their top the highest.
[[nodiscard]] WayOut shortest_way_out(CardSet hand, bool twos_in_sequences) noexcept;

}  // namespace tienlen
