// What can go wrong: the reasons why a play is illegal, and the exceptions for input that cannot be read or set up.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace tienlen {

// In the order in which they are checked: the first that fits is given.
enum class Reason : std::uint8_t {
    None,
    HandOver,
    NotYourTurn,
    UnknownCard,
    CardTwice,
    EmptyPlay,
    NotInHand,
    NotACombination,
    MustLead,
    OpeningCard,
    Benched,
    WrongSize,
    TooLow,
    BombDoesNotBeat,
    WrongKind,
};
inline constexpr int REASONS = 15;

// Text that names no cards, plays or position.
class NotationError : public std::invalid_argument {
public:
    NotationError(const std::string& message, std::size_t offset) : std::invalid_argument(message), offset_(offset) {}
    [[nodiscard]] std::size_t offset() const noexcept { return offset_; }

private:
    std::size_t offset_;
};

// A position that the rules do not know.
class PositionError : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// A fold or a trade that the rules do not allow now.
class IllegalActionError : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

}  // namespace tienlen
