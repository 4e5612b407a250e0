// Text of cards, plays and positions: written, read, refused.
#include <algorithm>

#include "check.hpp"
#include "support.hpp"

using namespace support;

namespace {

void test_cards() {
    for (int c = 0; c < CARDS; ++c) {
        CHECK_EQ(int{parse_card(card_text(static_cast<Card>(c)))}, c);
    }
    CHECK_EQ(to_text(cards("2h 3s Td")), std::string("3s Td 2h"));
    for (const std::string_view text : {"Th", "tH", "10h", "T♥", "10♡", "  th ", ",Th,", "t♥\xEF\xB8\x8F"}) {
        CHECK_EQ(int{card(text)}, 31);
    }
    CHECK(cards("3s4d10h") == cards("3s, 4d  Th"));
    CHECK(cards("3♠3♣3♦3♥") == cards("3♤ 3♧ 3♢ 3♡") && cards("3♠3♣3♦3♥") == cards("3s 3c 3d 3h"));
    CHECK(cards("").empty() && cards(" ,\t").empty());
    CHECK_EQ(to_text(PASS), std::string("pass"));
    CHECK(is_pass_text("pass") && is_pass_text("  PaSs\n") && !is_pass_text("") && !is_pass_text("pas") &&
          !is_pass_text("pass 3s"));
}

struct Refused {
    std::size_t offset = 0;
    std::string message;
};
Refused refused(std::string_view text) {
    try {
        (void)parse_cards(text);
    } catch (const NotationError& error) {
        return {error.offset(), error.what()};
    }
    return {999, ""};
}

void test_unreadable_cards() {
    CHECK_EQ(refused("3s xx").offset, std::size_t{3});
    CHECK_EQ(refused("3s 1h").offset, std::size_t{3});
    CHECK_EQ(refused("3s 3").offset, std::size_t{3});
    CHECK_EQ(refused("3s 4d 3S").offset, std::size_t{6});
    CHECK(refused("3s 4d 3S").message.find("twice") != std::string::npos);
    CHECK_EQ(refused("3♥ xx").offset, std::size_t{3});  // in characters
    CHECK(refused("0h").message.find("unknown") != std::string::npos);
    const std::string_view nul("3s\0", 3);
    CHECK_EQ(refused(nul).offset, std::size_t{2});
    // Unreadable text is told before a repeated card, and nothing is thrown by read_cards().
    CHECK(read_cards("3s 3s zz").fault == Reason::UnknownCard);
    CHECK(read_cards("3s 3s").fault == Reason::CardTwice && read_cards("3s 3s").repeated == 0);
    CHECK_THROWS(parse_card("3s 4s"), NotationError);
    CHECK_THROWS(parse_card(""), NotationError);
    // Cut characters and stray bytes are text that cannot be read, no more.
    for (const std::string_view bytes :
         {"3\xE2\x99", "3\xE2", "\xE2\x99\xA5", "\xFF\xFE", "3\xE2\x99\xFF", "\x80\x80"}) {
        CHECK(read_cards(bytes).fault == Reason::UnknownCard);
    }
}

void test_positions_come_back() {
    Rng rng{10};
    for (int i = 0; i < 150; ++i) {
        const RuleTables tables{i < 4 ? houses()[static_cast<std::size_t>(i)] : random_rules(rng)};
        State state = deal(tables, 2 + i % 3, rng);
        for (;;) {
            const std::string text = to_text(state);
            const State back = parse_position(tables, text);
            if (!CHECK(back == state) || !CHECK_EQ(to_text(back), text)) return;
            if (state.over) break;
            if (rng.below(50) == 0) {
                fold(tables, state, state.to_move);
                continue;
            }
            const auto legal = legal_masks(tables, state);
            apply(tables, state, play_of(legal[static_cast<std::size_t>(rng.below(legal.size()))]));
        }
    }
}

void test_positions_refused() {
    const RuleTables tables{xiii()};
    CHECK_EQ(to_text(parse_position(tables, "3s 4d | 5s | 9s Ah; turn 0; owes 3s")),
             std::string("3s 4d | 5s | 9s Ah; turn 0; owes 3s"));
    for (const std::string_view text :
         {"", "3s", "3s | 4s", "3s | 4s; turn", "3s | 4s; turn 0 1", "3s | xx; turn 0", "3s | ; turn 0",
          "3s | 4s; turn x", "3s | 4s; turn 0; nonsense", "3s | 4s; table 5s; turn 0", "3s | 4s; turn 0; led now",
          "3s | 4s; turn 0; played", "3s | 4s; turn 0; table 5s", "3s | 4s; turn 0; owes 3s 4s", "3s | 4s; turn 0;"}) {
        bool told = false;
        try {
            (void)parse_position(tables, text);
        } catch (const NotationError&) {
            told = true;
        } catch (const PositionError&) {
            told = true;
        }
        if (!CHECK(told)) std::cerr << "    accepted: " << text << '\n';
    }
    for (const std::string_view text :
         {"3s | 3s; turn 0", "3s | 4s; turn 2", "- | 4s; turn 1", "3s | 4s; turn 0; owes 4s",
          "3s | 4s; turn 0; played 3s", "3s | 4s; turn 0; table 5s by 1", "3s | 4s; turn 0; table 5s by 0; played 5s",
          "3s | 4s; turn 0; table 5s 7s by 1; played 5s 7s", "3s | 4s; turn 0; led", "3s | 4s; turn 0; passed 1",
          "3s | 4s | 5s; turn 2; table 6s by 0; played 6s", "3s | 4s; turn 0; spare 3s", "3s | 4s; instant 0",
          "3s | 4s; turn 0; out 1", "- | -; out 0 1; played 3s 4s", "3s | 4s | 5s; turn 0; folded 0",
          "3s | 4s | 5s; turn 0; out 1; folded 1", "3s | 4s; turn 0; lead-passed 0",
          "3s | 4s | 5s | 6s | 7s; turn 0"}) {
        bool told = false;
        try {
            (void)parse_position(tables, text);
        } catch (const PositionError&) {
            told = true;
        } catch (const NotationError& error) {
            std::cerr << "    as notation: " << error.what() << '\n';
        }
        if (!CHECK(told)) std::cerr << "    position: " << text << '\n';
    }
    CHECK_THROWS(parse_position(tables, std::string(1 << 20, ' ')), NotationError);
}

}  // namespace

int main() {
    test_cards();
    test_unreadable_cards();
    test_positions_come_back();
    test_positions_refused();
    return check::report();
}
