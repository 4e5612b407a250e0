// Bytes that drive a hand: rules, a deal or hands, then actions, legal and illegal. After each, what must always hold.
#include <algorithm>
#include <array>

#include "input.hpp"
#include "tienlen/classify.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/notation.hpp"
#include "tienlen/playout.hpp"
#include "tienlen/state.hpp"

using namespace tienlen;

namespace {

constexpr std::uint64_t MOST_LISTED = 3000;

// Hands to start from, dealt or any.
bool set_up(const RuleTables& tables, fuzz::Input& input, State& state) {
    const unsigned how = input.byte();
    const bool full = tables.rules().hand_size == 17;
    const int players = 2 + static_cast<int>(how % (full ? 2U : 3U));
    const auto leader = static_cast<Seat>((how & 64) != 0 ? (how >> 3) % static_cast<unsigned>(players) : NO_SEAT);
    if ((how & 128) == 0) {
        Rng rng{input.word()};
        state = deal(tables, players, rng, leader);
        return true;
    }
    // Each word is a hand, without the cards that are taken; overlapping and empty hands must be refused.
    std::array<CardSet, MAX_PLAYERS> hands{};
    CardSet taken;
    bool sound = true;
    for (int s = 0; s < players; ++s) {
        CardSet hand{input.word() & ALL_CARDS};
        if ((how & 32) != 0) hand -= taken;
        sound = sound && !hand.empty() && !hand.meets(taken);
        taken |= hand;
        hands[static_cast<std::size_t>(s)] = hand;
    }
    try {
        state = from_hands(tables, hands, players, leader);
    } catch (const PositionError&) {
        REQUIRE(!sound);
        return false;
    }
    REQUIRE(sound);
    return true;
}

void check_seats(const State& state) {
    SeatSet placed = 0;
    for (int p = 0; p < state.players; ++p) {
        if (state.place(p) == NO_SEAT) continue;
        REQUIRE(state.place(p) < state.players && (placed & seat_bit(state.place(p))) == 0);
        placed |= seat_bit(state.place(p));
    }
    REQUIRE((state.benched & ~state.in_play) == 0 && (state.lead_passed & ~state.in_play) == 0);
    if (state.over) return;
    REQUIRE((placed & state.in_play) == 0);
    REQUIRE((state.in_play & seat_bit(state.to_move)) != 0 && !state.hand().empty());
    REQUIRE(state.leading() == (state.owner == NO_SEAT) && (state.leading() || state.owner != state.to_move));
}

// The lists, the counts, the answers to single questions and the random draws agree.
void check_legal(const RuleTables& tables, const State& state) {
    const std::uint64_t count = count_legal(tables, state);
    REQUIRE(state.over == (count == 0));
    if (state.over) return;
    Rng rng{count};
    const Play drawn = random_play(tables, state, rng);
    REQUIRE(drawn.is_pass() ? may_pass(tables, state) : check_cards(tables, state, drawn.cards()) == Reason::None);
    if (count_leads(state.hand(), true) > MOST_LISTED) return;
    const auto legal = legal_masks(tables, state);
    REQUIRE(legal.size() == count && std::is_sorted(legal.begin(), legal.end()));
    REQUIRE(std::adjacent_find(legal.begin(), legal.end()) == legal.end());
    REQUIRE(std::binary_search(legal.begin(), legal.end(), drawn.cards().mask()));
    const std::size_t step = 1 + legal.size() / 64;
    for (std::size_t i = 0; i < legal.size(); i += step) {
        if (legal[i] != 0) REQUIRE(check_cards(tables, state, CardSet{legal[i]}) == Reason::None);
    }
}

void check_all(const RuleTables& tables, const State& state, CardSet dealt) {
    CardSet seen = state.played;
    for (const CardSet hand : state.hands) {
        REQUIRE(!seen.meets(hand));
        seen |= hand;
    }
    REQUIRE(seen == dealt);
    check_seats(state);
    check_legal(tables, state);
}

// One action, decoded from a byte and what follows it. Illegal ones must be told and change nothing.
void act(const RuleTables& tables, State& state, fuzz::Input& input) {
    const unsigned action = input.byte();
    const State before = state;
    const auto seat = static_cast<Seat>((action >> 4) % state.players);
    switch (action & 7) {
        case 0:
            if (check_pass(tables, state) == Reason::None) apply(tables, state, PASS);
            break;
        case 1: {  // any cards
            const CardSet cards{input.word() & ALL_CARDS};
            const Reason reason = check_cards(tables, state, cards);
            REQUIRE(state == before);
            if (reason == Reason::None) {
                apply(tables, state, play_of(cards.mask()));
            } else {
                const Detail found = detail(state, reason, cards);
                REQUIRE(found.card == NO_CARD || found.card < CARDS);
            }
            break;
        }
        case 2:
            if (!state.over && (state.in_play & seat_bit(seat)) != 0) fold(tables, state, seat);
            break;
        case 3: {
            const auto other = static_cast<Seat>((action >> 6) % state.players);
            const Mask a = input.word() & ALL_CARDS, b = input.word() & ALL_CARDS;
            // Both as they come, and cut down to one card each, which is easier to get right.
            const bool one = (action & 8) != 0 && !state.hands[seat].empty() && !state.hands[other].empty();
            const CardSet given = one ? CardSet::of(state.hands[seat].lowest()) : CardSet{a};
            const CardSet taken = one ? CardSet::of(state.hands[other].highest()) : CardSet{b};
            try {
                trade(tables, state, seat, given, other, taken);
            } catch (const IllegalActionError&) {
                REQUIRE(state == before);
            }
            break;
        }
        default: {  // a legal play: the one that the next byte points to
            if (state.over) break;
            if (count_leads(state.hand(), true) > MOST_LISTED) {
                Rng rng{input.byte()};
                apply(tables, state, random_play(tables, state, rng));
                break;
            }
            const auto legal = legal_masks(tables, state);
            const std::size_t at = input.byte() * legal.size() / 256;
            apply(tables, state, play_of(legal[at]));
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const Rules rules = fuzz::make_rules(input);
    const RuleTables tables{rules};
    State state;
    if (!set_up(tables, input, state)) return 0;
    const CardSet dealt = state.held();
    check_all(tables, state, dealt);
    for (int i = 0; i < 250 && !input.empty(); ++i) {
        act(tables, state, input);
        check_all(tables, state, dealt);
        if (i % 8 == 0 || state.over) REQUIRE(parse_position(tables, to_text(state)) == state);
    }
    if (state.over || !rules.leader_may_pass) return 0;
    // Passing for ever does not keep a hand going.
    RunControl control;
    REQUIRE(playouts_from(tables, state, {.players = state.players, .hands = 1, .seed = 1}, control).hands == 1);
    return 0;
}
