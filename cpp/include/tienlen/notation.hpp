// Text: cards, plays and positions, written and read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tienlen/state.hpp"

namespace tienlen {

[[nodiscard]] std::string card_text(Card card);
// Low to high, separated by a space; empty for the empty set.
[[nodiscard]] std::string to_text(CardSet cards);
[[nodiscard]] std::string to_text(Play play);

// What a text of cards turned out to be. Unreadable text is told before a repeated card.
struct CardsText {
    Reason fault = Reason::None;  // None, UnknownCard or CardTwice
    CardSet cards{};              // all cards read
    Card repeated = NO_CARD;
    std::size_t offset = 0;    // where the fault stands, in bytes
    std::string_view token{};  // what stands there
};

// Cards in any order, separated by spaces, commas or nothing: `Th`, `10h`, `T♥`, `th`. Never throws.
[[nodiscard]] CardsText read_cards(std::string_view text) noexcept;
// The same, throwing NotationError. Where `text` is a part of a longer one, errors tell the place in `whole`.
[[nodiscard]] CardSet parse_cards(std::string_view text, std::string_view whole);
[[nodiscard]] Card parse_card(std::string_view text, std::string_view whole);
[[nodiscard]] inline CardSet parse_cards(std::string_view text) { return parse_cards(text, text); }
[[nodiscard]] inline Card parse_card(std::string_view text) { return parse_card(text, text); }
// "pass" in any case, with space around it.
[[nodiscard]] bool is_pass_text(std::string_view text) noexcept;

// One line: `3s 4d | 5s | 9s Ah; turn 1; table Kh by 0; passed 2; …`
[[nodiscard]] std::string to_text(const State& state);
// Reads and validates. Throws NotationError or PositionError.
[[nodiscard]] State parse_position(const RuleTables& tables, std::string_view text);

}  // namespace tienlen
