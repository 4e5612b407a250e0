// What can go wrong: the reasons why a play is illegal, and the exceptions for input that cannot be read or set up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

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
    static constexpr std::size_t NO_OFFSET = ~std::size_t{0};

    explicit NotationError(const std::string& message, std::size_t offset = NO_OFFSET, std::string text = {})
        : std::invalid_argument(message), offset_(offset), text_(std::move(text)) {}
    // Where the fault stands in the text, in characters; NO_OFFSET if it is about the whole.
    [[nodiscard]] std::size_t offset() const noexcept { return offset_; }
    // The text that was given, as far as it is known where the error was found.
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    std::size_t offset_;
    std::string text_;
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
