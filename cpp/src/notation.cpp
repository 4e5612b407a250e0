#include "tienlen/notation.hpp"

#include <array>
#include <cstddef>

namespace tienlen {

namespace {

constexpr std::string_view RANK_LETTERS = "3456789TJQKA2";
constexpr std::string_view SUIT_LETTERS = "scdh";
constexpr std::size_t MAX_QUOTED = 16;  // of a text that could not be read, in messages

[[nodiscard]] constexpr bool is_space(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }
[[nodiscard]] constexpr bool separates(char c) noexcept { return is_space(c) || c == ','; }
[[nodiscard]] constexpr char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// A piece that was read: its value and how many bytes it took; 0 bytes if there is none.
struct Piece {
    int value = 0;
    std::size_t length = 0;
};

[[nodiscard]] Piece read_rank(std::string_view text) noexcept {
    if (text.starts_with("10")) return {static_cast<int>(RANK_LETTERS.find('T')), 2};
    for (std::size_t rank = 0; rank < RANK_LETTERS.size() && !text.empty(); ++rank) {
        if (lower(text[0]) == lower(RANK_LETTERS[rank])) return {static_cast<int>(rank), 1};
    }
    return {};
}

[[nodiscard]] Piece read_suit(std::string_view text) noexcept {
    if (text.empty()) return {};
    const std::size_t letter = SUIT_LETTERS.find(lower(text[0]));
    if (letter != std::string_view::npos) return {static_cast<int>(letter), 1};
    // ♠♡♢♣♤♥♦♧ are U+2660 … U+2667, in UTF-8 E2 99 A0 … A7; a variation selector, EF B8 8E or 8F, may follow.
    if (text.size() < 3 || !text.starts_with("\xE2\x99")) return {};
    constexpr std::array<std::int8_t, 8> SUIT_OF_SYMBOL{0, 3, 2, 1, 0, 3, 2, 1};
    const auto symbol = static_cast<std::size_t>(static_cast<unsigned char>(text[2])) - 0xA0;
    if (symbol >= SUIT_OF_SYMBOL.size()) return {};
    const std::string_view rest = text.substr(3);
    const bool selector = rest.starts_with("\xEF\xB8\x8E") || rest.starts_with("\xEF\xB8\x8F");
    return {SUIT_OF_SYMBOL[symbol], std::size_t{selector ? 6U : 3U}};
}

[[nodiscard]] Piece read_card(std::string_view text) noexcept {
    const Piece rank = read_rank(text);
    if (rank.length == 0) return {};
    const Piece suit = read_suit(text.substr(rank.length));
    if (suit.length == 0) return {};
    return {SUITS * rank.value + suit.value, rank.length + suit.length};
}

[[nodiscard]] std::string_view token_at(std::string_view text, std::size_t offset) noexcept {
    std::size_t end = offset;
    while (end < text.size() && !separates(text[end]) && end - offset < MAX_QUOTED) ++end;
    // Never in the middle of a character.
    while (end < text.size() && end > offset && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return text.substr(offset, end - offset);
}

// Bytes that begin a character of UTF-8.
[[nodiscard]] std::size_t characters(std::string_view text) noexcept {
    std::size_t count = 0;
    for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1U : 0U;
    return count;
}

}  // namespace

std::string card_text(Card card) {
    return {RANK_LETTERS[static_cast<std::size_t>(rank_of(card))],
            SUIT_LETTERS[static_cast<std::size_t>(suit_of(card))]};
}

std::string to_text(CardSet cards) {
    std::string text;
    for (const Card card : cards) {
        if (!text.empty()) text += ' ';
        text += card_text(card);
    }
    return text;
}

std::string to_text(Play play) { return play.is_pass() ? "pass" : to_text(play.cards()); }

CardsText read_cards(std::string_view text) noexcept {
    CardsText result;
    for (std::size_t at = 0; at < text.size();) {
        if (separates(text[at])) {
            ++at;
            continue;
        }
        const Piece card = read_card(text.substr(at));
        if (card.length == 0) {
            result.fault = Reason::UnknownCard;
            result.offset = at;
            result.token = token_at(text, at);
            return result;
        }
        if (result.cards.contains(card.value) && result.fault == Reason::None) {
            result.fault = Reason::CardTwice;
            result.repeated = static_cast<Card>(card.value);
            result.offset = at;
            result.token = text.substr(at, card.length);
        }
        result.cards |= CardSet::of(card.value);
        at += card.length;
    }
    return result;
}

CardSet parse_cards(std::string_view text, std::string_view whole) {
    const CardsText read = read_cards(text);
    if (read.fault == Reason::None) return read.cards;
    const auto part = static_cast<std::size_t>(text.data() - whole.data());
    const std::size_t offset = characters(whole.substr(0, part + read.offset));
    const std::string where = " at position " + std::to_string(offset);
    if (read.fault == Reason::CardTwice) {
        throw NotationError("card " + card_text(read.repeated) + " is named twice, again" + where, offset,
                            std::string(whole));
    }
    throw NotationError("unknown card '" + std::string(read.token) + "'" + where +
                            ": expected a rank (3 4 5 6 7 8 9 T J Q K A 2) and a suit (s c d h), such as Th",
                        offset, std::string(whole));
}

Card parse_card(std::string_view text, std::string_view whole) {
    const CardSet cards = parse_cards(text, whole);
    if (cards.size() != 1) {
        throw NotationError(
            "expected one card, got " + std::to_string(cards.size()) + " in '" + std::string(token_at(text, 0)) + "'",
            NotationError::NO_OFFSET, std::string(whole));
    }
    return cards.lowest();
}

bool is_pass_text(std::string_view text) noexcept {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    constexpr std::string_view PASS_WORD = "pass";
    if (text.size() != PASS_WORD.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (lower(text[i]) != PASS_WORD[i]) return false;
    }
    return true;
}

}  // namespace tienlen
