// Text from outside: cards, plays and positions. Nothing but the two exceptions may come out, what is read must be
// written back the same, and a position that is accepted must be one that can be played to its end.
#include <exception>
#include <string>

#include "input.hpp"
#include "tienlen/classify.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/notation.hpp"
#include "tienlen/playout.hpp"

using namespace tienlen;

namespace {

void read_as_cards(std::string_view text) {
    const CardsText read = read_cards(text);
    REQUIRE(read.cards.mask() <= ALL_CARDS && read.offset <= text.size());
    try {
        const CardSet cards = parse_cards(text);
        REQUIRE(read.fault == Reason::None && cards == read.cards);
        REQUIRE(parse_cards(to_text(cards)) == cards);
        if (const auto play = classify(cards)) REQUIRE(play->cards() == cards && play_of(cards.mask()) == *play);
    } catch (const NotationError& error) {
        REQUIRE(read.fault != Reason::None);
        REQUIRE(error.offset() <= text.size() && error.what()[0] != '\0');
    }
    try {
        REQUIRE(parse_card(text) < CARDS);
    } catch (const NotationError&) {
    }
    (void)is_pass_text(text);
}

// Hands only shrink, so that a playout from here ends; a small one is played with every list written out.
void play_on(const RuleTables& tables, const State& start) {
    constexpr std::uint64_t MOST = 5000;
    for (const CardSet hand : start.hands) {
        if (count_leads(hand, true) > MOST) return;
    }
    Rng rng{start.held().mask()};
    State state = start;
    for (int plies = 0; !state.over; ++plies) {
        REQUIRE(plies < 2000);
        const auto legal = legal_masks(tables, state);
        REQUIRE(!legal.empty() && legal.size() == count_legal(tables, state));
        const Play play = random_play(tables, state, rng);
        REQUIRE(play.is_pass() ? check_pass(tables, state) == Reason::None
                               : check_cards(tables, state, play.cards()) == Reason::None);
        apply(tables, state, play);
        REQUIRE(parse_position(tables, to_text(state)) == state);
    }
    RunControl control;
    REQUIRE(playouts_from(tables, start, {.players = start.players, .hands = 2, .seed = 1}, control).hands == 2);
}

void read_as_position(const RuleTables& tables, std::string_view text) {
    State state;
    try {
        state = parse_position(tables, text);
    } catch (const NotationError& error) {
        REQUIRE(error.what()[0] != '\0');
        return;
    } catch (const PositionError& error) {
        REQUIRE(error.what()[0] != '\0');
        return;
    }
    const std::string written = to_text(state);
    REQUIRE(parse_position(tables, written) == state);
    REQUIRE(to_text(parse_position(tables, written)) == written);
    play_on(tables, state);
    for (Seat s = 0; s < state.players; ++s) {
        if (state.over || (state.in_play & seat_bit(s)) == 0) continue;
        State folded = state;
        fold(tables, folded, s);
        REQUIRE(parse_position(tables, to_text(folded)) == folded);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const RuleTables tables{fuzz::make_rules(input)};
    read_as_cards(input.rest());
    read_as_position(tables, input.rest());
    return 0;
}
