// House rules as plain data, and the tables that the engine compiles from them once.
#pragma once

#include <array>
#include <cstdint>

#include "tienlen/play.hpp"

namespace tienlen {

inline constexpr int MAX_PLAYERS = 4;

enum class BenchedMayChop : std::uint8_t {
    Never,
    Twos,          // singles, pairs and triples of 2s
    TwosAndBombs,  // those, and any quad or double sequence
};

// In the order in which they are looked for and named.
enum class InstantWin : std::uint8_t { FourTwos, Dragon, SixPairs, FiveConsecutivePairs };
inline constexpr int INSTANT_WINS = 4;

// One house's rules for one hand, with the meaning that the Python class of the same name documents.
struct Rules {
    int hand_size = 13;
    bool spare_to_leader = false;
    bool twos_in_sequences = false;
    // chops[c]: the classes that beat a play of class c whatever their top card.
    std::array<ClassSet, play_class::COUNT> chops{};
    bool led_bombs = true;
    bool leader_may_pass = false;
    BenchedMayChop benched_may_chop = BenchedMayChop::Never;
    bool folding = false;
    bool trading = false;
    std::uint8_t instant_wins = 0;  // bit w: InstantWin w counts
    bool quad_is_two_pairs = true;
    // Points for the places of a full table; fewer players use the last entries.
    std::array<std::int16_t, MAX_PLAYERS> points{3, 2, 1, 0};
};

// What the engine asks at every ply, as look-ups. Immutable; shared by all states under the same rules.
class RuleTables {
public:
    explicit RuleTables(const Rules& rules) noexcept;

    [[nodiscard]] const Rules& rules() const noexcept { return rules_; }

    // The classes that chop a play of this class; empty for play_class::NONE.
    [[nodiscard]] ClassSet chops(PlayClass table) const noexcept { return chops_[table]; }
    // Whether benched seats are asked about a play of this class.
    [[nodiscard]] bool asks_benched(PlayClass table) const noexcept { return (asks_benched_ >> table & 1) != 0; }

    // Every class that chops something.
    [[nodiscard]] ClassSet choppers() const noexcept { return choppers_; }
    // The cards that plays of a kind may hold: all, or all but the 2s.
    [[nodiscard]] Mask cards_in(Kind kind) const noexcept { return cards_in_[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] Mask run_cards() const noexcept { return cards_in(Kind::Sequence); }

    // Whether `play` beats `table`: one look-up and one comparison. `led` tells that the table is a led quad or double
    // sequence in a house where those are ordinary plays.
    [[nodiscard]] bool beats(Play play, Play table, bool led = false) const noexcept {
        if (!led && (chops_[table.play_class()] >> play.play_class() & 1) != 0) return true;
        return play.same_shape(table) && play.top() > table.top();
    }

    // Points of the given place (0 = first) among `players`.
    [[nodiscard]] int points(int place, int players) const noexcept {
        return rules_.points[static_cast<std::size_t>(MAX_PLAYERS - players + place)];
    }

    // The instant wins that a dealt hand holds under these rules, bit w: InstantWin w.
    [[nodiscard]] std::uint8_t instant_wins(CardSet hand) const noexcept;

private:
    Rules rules_;
    std::array<ClassSet, 32> chops_{};  // every value of five bits, so that no look-up can leave it
    std::array<Mask, KINDS> cards_in_{};
    ClassSet asks_benched_ = 0;
    ClassSet choppers_ = 0;
};

}  // namespace tienlen
