// A play: one combination of cards, or the pass, in one 64-bit word.
//
//    63      59 58  56 55   52 51                                        0
//   +----------+------+-------+-------------------------------------------+
//   |  class   | kind | size  |  cards, as in card_set.hpp                |
//   +----------+------+-------+-------------------------------------------+
//
// The pass is the word 0 with the class NONE. Kind and size decide about ordinary replies, the class about chops.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "tienlen/card_set.hpp"

namespace tienlen {

enum class Kind : std::uint8_t { Pass, Single, Pair, Triple, Quad, Sequence, DoubleSequence };
inline constexpr int KINDS = 7;

inline constexpr int MIN_RUN = 3;                // shortest sequence and double sequence
inline constexpr int MAX_SEQUENCE = RANKS;       // 3 … 2 where 2s may end a sequence
inline constexpr int DRAGON_LENGTH = RANKS - 1;  // 3 … A
inline constexpr int MAX_DOUBLE_SEQUENCE = RANKS - 1;

// The classes of plays that a chop table speaks of. `NONE` is the pass and the sequence that ends in a 2: neither is
// ever chopped or chops.
using PlayClass = std::uint8_t;
using ClassSet = std::uint32_t;  // bit c: class c
namespace play_class {
inline constexpr PlayClass SINGLE = 0, SINGLE_2 = 1, PAIR = 2, PAIR_OF_2S = 3, TRIPLE = 4, TRIPLE_OF_2S = 5, QUAD = 6;
inline constexpr PlayClass S3 = 7, S12 = S3 + DRAGON_LENGTH - MIN_RUN;
inline constexpr PlayClass DS3 = S12 + 1, DS12 = DS3 + MAX_DOUBLE_SEQUENCE - MIN_RUN;
inline constexpr PlayClass NONE = DS12 + 1;
inline constexpr int COUNT = NONE;
static_assert(NONE < 32, "a class must fit into five bits and a ClassSet into 32");

[[nodiscard]] constexpr PlayClass sequence(int length) noexcept {
    return static_cast<PlayClass>(S3 + length - MIN_RUN);
}
[[nodiscard]] constexpr PlayClass double_sequence(int pairs) noexcept {
    return static_cast<PlayClass>(DS3 + pairs - MIN_RUN);
}
[[nodiscard]] constexpr ClassSet bit(PlayClass c) noexcept { return ClassSet{1} << c; }

inline constexpr ClassSet DOUBLE_SEQUENCES = ((ClassSet{2} << DS12) - 1) & ~((ClassSet{1} << DS3) - 1);
inline constexpr ClassSet SEQUENCES = ((ClassSet{2} << S12) - 1) & ~((ClassSet{1} << S3) - 1);
inline constexpr ClassSet BOMBS = bit(QUAD) | DOUBLE_SEQUENCES;
inline constexpr ClassSet SETS_OF_TWOS = bit(SINGLE_2) | bit(PAIR_OF_2S) | bit(TRIPLE_OF_2S);
}  // namespace play_class

class Play {
public:
    constexpr Play() noexcept = default;  // the pass
    constexpr Play(Kind kind, int size, CardSet cards) noexcept
        : word_(cards.mask() | static_cast<std::uint64_t>(size) << SIZE_SHIFT |
                static_cast<std::uint64_t>(kind) << KIND_SHIFT |
                static_cast<std::uint64_t>(class_of(kind, size, cards)) << CLASS_SHIFT) {}
    // A word that some play has; anything else is undefined.
    [[nodiscard]] static constexpr Play from_word(std::uint64_t word) noexcept {
        Play play;
        play.word_ = word;
        return play;
    }

    [[nodiscard]] constexpr bool is_pass() const noexcept { return kind() == Kind::Pass; }
    [[nodiscard]] constexpr CardSet cards() const noexcept { return CardSet{word_ & ALL_CARDS}; }
    [[nodiscard]] constexpr Kind kind() const noexcept { return static_cast<Kind>(word_ >> KIND_SHIFT & 7); }
    // Cards; pairs for a double sequence; 0 for the pass.
    [[nodiscard]] constexpr int size() const noexcept { return static_cast<int>(word_ >> SIZE_SHIFT & 15); }
    [[nodiscard]] constexpr PlayClass play_class() const noexcept {
        return static_cast<PlayClass>(word_ >> CLASS_SHIFT);
    }
    // The highest card, which is the strength; not for the pass.
    [[nodiscard]] constexpr Card top() const noexcept { return cards().highest(); }
    [[nodiscard]] constexpr std::uint64_t word() const noexcept { return word_; }
    [[nodiscard]] constexpr bool is_bomb() const noexcept { return (play_class::BOMBS >> play_class() & 1) != 0; }
    // Same kind and same size: the plays that an ordinary reply is compared with.
    [[nodiscard]] constexpr bool same_shape(Play other) const noexcept {
        return ((word_ ^ other.word_) >> SIZE_SHIFT & 0x7F) == 0;
    }
    [[nodiscard]] constexpr bool operator==(const Play&) const noexcept = default;

private:
    static constexpr int SIZE_SHIFT = 52, KIND_SHIFT = 56, CLASS_SHIFT = 59;

    [[nodiscard]] static constexpr PlayClass class_of(Kind kind, int size, CardSet cards) noexcept {
        const bool twos = (cards.mask() & TWOS) != 0;
        switch (kind) {
            case Kind::Single: return twos ? play_class::SINGLE_2 : play_class::SINGLE;
            case Kind::Pair: return twos ? play_class::PAIR_OF_2S : play_class::PAIR;
            case Kind::Triple: return twos ? play_class::TRIPLE_OF_2S : play_class::TRIPLE;
            case Kind::Quad: return play_class::QUAD;
            case Kind::Sequence: return twos ? play_class::NONE : play_class::sequence(size);
            case Kind::DoubleSequence: return play_class::double_sequence(size);
            case Kind::Pass: break;
        }
        return play_class::NONE;
    }

    std::uint64_t word_ = static_cast<std::uint64_t>(play_class::NONE) << CLASS_SHIFT;
};

inline constexpr Play PASS{};
static_assert(sizeof(Play) == 8);

}  // namespace tienlen
