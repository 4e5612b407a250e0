// The course of a hand: the tricky cases of turns, benches, circles of passes, going out, folding and trading.
#include "check.hpp"
#include "support.hpp"

using namespace support;

namespace {

struct Hand {
    RuleTables tables;
    State state;

    Hand(const Rules& rules, std::initializer_list<std::string_view> hands, Seat leader = NO_SEAT, Card spare = NO_CARD)
        : tables(rules), state(from_hands(tables, sets(hands), static_cast<int>(hands.size()), leader, spare)) {}

    static std::array<CardSet, MAX_PLAYERS> sets(std::initializer_list<std::string_view> hands) {
        std::array<CardSet, MAX_PLAYERS> all{};
        std::size_t s = 0;
        for (const std::string_view hand : hands) all[s++] = cards(hand);
        return all;
    }

    // The seat to move must be `seat`, and the play legal.
    Hand& play(int seat, std::string_view text) {
        const Play p = support::play(text);
        CHECK_EQ(int{state.to_move}, seat);
        CHECK(p.is_pass() ? why_no_pass() == Reason::None : why(text) == Reason::None);
        apply(tables, state, p);
        return *this;
    }
    [[nodiscard]] Reason why(std::string_view text) const { return check_cards(tables, state, cards(text)); }
    [[nodiscard]] Reason why_no_pass() const { return check_pass(tables, state); }
    [[nodiscard]] std::string text() const { return to_text(state); }
};

void test_opening() {
    Hand hand(southern(), {"5s 9s", "4s 4c 6s", "7s", "8s"});
    CHECK_EQ(int{hand.state.to_move}, 1);
    CHECK_EQ(int{hand.state.opening_card}, int{card("4s")});
    CHECK(hand.why("6s") == Reason::OpeningCard && hand.why("4s 4c") == Reason::None);
    CHECK(hand.why_no_pass() == Reason::MustLead && must_lead(hand.tables, hand.state));
    hand.play(1, "4s 4c");
    CHECK_EQ(int{hand.state.opening_card}, int{NO_CARD});

    const Hand named(southern(), {"5s 9s", "4s 4c 6s", "7s", "8s"}, 2);
    CHECK(named.state.to_move == 2 && named.state.opening_card == NO_CARD && named.why("7s") == Reason::None);
}

// The turn passes on where the leader may pass; while the card is owed the others can only pass; then the circle closes.
void test_circle_of_passes() {
    Hand hand(xiii(), {"3s 9s", "4s Ts", "5s Js"});
    hand.play(0, "pass");
    CHECK(hand.why("4s") == Reason::OpeningCard && hand.why_no_pass() == Reason::None);
    hand.play(1, "pass").play(2, "pass");
    CHECK(hand.why_no_pass() == Reason::MustLead && hand.why("9s") == Reason::OpeningCard);
    hand.play(0, "3s");
    CHECK_EQ(int{hand.state.lead_passed}, 0);
    CHECK_EQ(int{hand.state.benched}, 0);
    hand.play(1, "Ts").play(2, "Js").play(0, "pass").play(1, "pass");
    // Seat 2 owns the trick; its pass over the empty table benches nobody.
    CHECK(hand.state.leading() && hand.state.to_move == 2);
    hand.play(2, "pass");
    CHECK(hand.why("9s") == Reason::None);
    hand.play(0, "pass").play(1, "pass");
    CHECK(hand.why_no_pass() == Reason::MustLead && hand.state.to_move == 2);
}

void test_benched_until_cleared() {
    Hand hand(southern(), {"3s 5h 9s", "4s 6s Ks", "7s 8s", "As Qs"}, 0);
    hand.play(0, "3s").play(1, "pass").play(2, "7s").play(3, "pass").play(0, "9s");
    // Seats 1 and 3 are benched: only seat 2 is asked, and its pass clears the trick.
    CHECK(hand.state.to_move == 2 && hand.state.benched == 0b1010);
    hand.play(2, "pass");
    CHECK(hand.state.leading() && hand.state.to_move == 0 && hand.state.benched == 0);
}

// The last play of a player who went out can still be beaten; if it is not, the next seat in play leads.
void test_owner_goes_out() {
    Hand hand(southern(), {"Kh", "4s 5s", "6s 7s", "9s Ah"}, 0);
    hand.play(0, "Kh");
    CHECK(hand.state.out == 1 && hand.state.place(0) == 0 && (hand.state.in_play & 1) == 0);
    hand.play(1, "pass").play(2, "pass");
    CHECK_EQ(int{hand.state.to_move}, 3);
    Hand beaten = hand;
    beaten.play(3, "Ah");
    // The circle ends at the new owner: 1 and 2 are benched, 0 is out.
    CHECK(beaten.state.leading() && beaten.state.to_move == 3);
    hand.play(3, "pass");
    CHECK(hand.state.leading() && hand.state.to_move == 1 && hand.state.table.is_pass());
}

void test_end_of_a_hand() {
    Hand hand(southern(), {"3s", "4s", "5s", "6s 9s"}, 0);
    hand.play(0, "3s").play(1, "4s").play(2, "5s");
    CHECK(hand.state.over && hand.state.out == 4 && hand.state.places == 0x3210);
    CHECK(hand.why("6s") == Reason::HandOver && hand.why_no_pass() == Reason::HandOver);
    for (Seat s = 0; s < 4; ++s) {
        CHECK_EQ(place_of(hand.state, s), int{s});
        CHECK_EQ(points(hand.tables, hand.state, s), 3 - s);
    }
}

// strict: benched seats are asked about 2s, whether or not they hold a chop, and stay benched when they chop.
void test_benched_chop() {
    Hand hand(strict(), {"3s 2h 9s", "4s 4c 4d 4h 6s", "7s 8s", "9c Tc"}, 0);
    hand.play(0, "3s").play(1, "pass").play(2, "7s").play(3, "pass").play(0, "2h");
    CHECK_EQ(int{hand.state.to_move}, 1);
    CHECK(hand.why("6s") == Reason::Benched && hand.why("4s 4c 4d 4h") == Reason::None);
    hand.play(1, "4s 4c 4d 4h");
    CHECK((hand.state.benched & 2) != 0 && hand.state.owner == 1);
    // A quad is no 2: of the others only seats 0 and 2 are not benched.
    hand.play(2, "pass");
    CHECK_EQ(int{hand.state.to_move}, 0);
    hand.play(0, "pass");
    CHECK(hand.state.leading() && hand.state.to_move == 1);

    Hand passes(strict(), {"3s 2h 9s", "4s 4c 6s", "7s 8s", "9c Tc"}, 0);
    passes.play(0, "3s").play(1, "pass").play(2, "pass").play(3, "pass").play(0, "2h");
    passes.play(1, "pass").play(2, "pass").play(3, "pass");
    CHECK(passes.state.leading() && passes.state.to_move == 0);
}

// pagat: benched seats are asked about bombs, too, and may answer with a higher one of the same shape.
void test_benched_answer_to_a_bomb() {
    Hand hand(pagat(), {"3s 3c 3d 3h 9s 2s", "4s 4c 4d 4h 6s", "7s 8s"}, 0);
    hand.play(0, "9s").play(1, "pass").play(2, "pass");
    hand.play(0, "3s 3c 3d 3h").play(1, "4s 4c 4d 4h");
    CHECK(hand.state.owner == 1 && hand.state.benched == 0);

    Hand chopped(pagat(), {"3s 3c 3d 3h 9s", "4s 4c 4d 4h 6s", "7s 2s 8c"}, 0);
    chopped.play(0, "9s").play(1, "pass").play(2, "2s").play(0, "3s 3c 3d 3h");
    CHECK(chopped.state.to_move == 1 && (chopped.state.benched & 2) != 0);
    CHECK(chopped.why("6s") == Reason::Benched);
    chopped.play(1, "4s 4c 4d 4h");
    CHECK(chopped.state.benched == 2 && chopped.state.owner == 1);
}

void test_led_bombs() {
    Rules rules = southern();
    rules.led_bombs = false;
    Hand hand(rules, {"3s 3c 4s 4c 5s 5c 9s", "3d 3h 4d 4h 5d 5h 6s 6c 9c", "7s Tc", "8s Jc"}, 0);
    hand.play(0, "3s 3c 4s 4c 5s 5c");
    CHECK(hand.state.led_bomb);
    CHECK(hand.why("3d 3h 4d 4h 5d 5h 6s 6c") == Reason::WrongSize && hand.why("3d 3h 4d 4h 5d 5h") == Reason::None);
    hand.play(1, "pass").play(2, "pass").play(3, "pass");
    CHECK(!hand.state.led_bomb);
}

void test_reasons() {
    Hand hand(southern(), {"9s 9c", "3s 4s 5s Td Th 8h 8s 8c 8d", "7s", "6s"}, 0);
    hand.play(0, "9s");
    const auto told = [&](std::string_view text, Reason reason, int card = NO_CARD, int size = 0) {
        CHECK(hand.why(text) == reason);
        const Detail found = detail(hand.state, reason, cards(text));
        CHECK_EQ(int{found.card}, card);
        CHECK_EQ(found.size, size);
    };
    CHECK(check_cards(hand.tables, hand.state, CardSet{}) == Reason::EmptyPlay);
    told("Ts", Reason::NotInHand, card("Ts"));
    told("3s 4s", Reason::NotACombination);
    told("8h", Reason::TooLow, card("9s"));
    told("Td Th", Reason::WrongKind);
    told("8h 8s 8c 8d", Reason::BombDoesNotBeat);
    hand.play(1, "pass").play(2, "pass").play(3, "pass").play(0, "9c");
    hand = Hand(southern(), {"3s 4s 5s", "4c 5c 6c 7c Kc", "7s", "6s"}, 0);
    hand.play(0, "3s 4s 5s");
    CHECK(hand.state.over == false);
    told("4c 5c 6c 7c", Reason::WrongSize, NO_CARD, 3);
}

void test_folding() {
    // Out of turn, in turn, and by the owner of the table.
    Hand hand(xiii(), {"3s 9s", "4s Ts", "5s Js", "6s Qs"}, 0);
    hand.play(0, "3s");
    fold(hand.tables, hand.state, 2);
    CHECK(hand.state.to_move == 1 && place_of(hand.state, 2) == 3);
    fold(hand.tables, hand.state, 0);
    CHECK(hand.state.to_move == 1 && !hand.state.leading());
    fold(hand.tables, hand.state, 1);
    CHECK(hand.state.over && hand.state.places == 0x2013);

    // The one asked folds, and the trick is over with that.
    Hand asked(xiii(), {"3s 9s", "4s Ts", "5s Js"}, 0);
    asked.play(0, "9s").play(1, "pass");
    fold(asked.tables, asked.state, 2);
    CHECK(asked.state.leading() && asked.state.to_move == 0 && asked.state.benched == 0);

    // The debt is void, the next seat leads anything; the circle of passes counts on without the one who began it.
    Hand owing(xiii(), {"3s 9s", "4s Ts", "5s Js"});
    owing.play(0, "pass");
    fold(owing.tables, owing.state, 0);
    CHECK(owing.state.opening_card == NO_CARD && owing.state.to_move == 1 && owing.why("Ts") == Reason::None);
    owing.play(1, "pass").play(2, "pass");
    CHECK(owing.state.to_move == 1 && owing.why_no_pass() == Reason::MustLead);
}

void test_trading() {
    Rules rules = pagat();
    const auto refused = [](Hand hand, Seat a, std::string_view from_a, Seat b, std::string_view from_b) {
        const State before = hand.state;
        CHECK_THROWS((trade(hand.tables, hand.state, a, cards(from_a), b, cards(from_b)), 0), IllegalActionError);
        CHECK(hand.state == before);
    };
    refused(Hand(rules, {"3s 9s", "4s Ts"}), 0, "3s", 1, "4s");
    rules.trading = true;
    Hand hand(rules, {"3s 9s", "4s Ts"});
    trade(hand.tables, hand.state, 0, cards("3s"), 1, cards("Ts"));
    CHECK_EQ(hand.text(), std::string("9s Ts | 3s 4s; turn 1; owes 3s"));
    refused(hand, 0, "9s", 0, "Ts");
    refused(hand, 0, "9s", 1, "3s 4s");
    refused(hand, 0, "3s", 1, "4s");
    refused(hand, 0, "", 1, "");
    hand.play(1, "3s");
    refused(hand, 0, "9s", 1, "4s");
}

void test_spare() {
    Rules rules = pagat();
    rules.hand_size = 17;
    rules.spare_to_leader = true;
    rules.trading = true;
    const RuleTables tables{rules};
    Rng rng{8};
    for (int i = 0; i < 200; ++i) {
        State state = deal(tables, 3, rng);
        const Seat leader = state.to_move;
        CHECK(state.held() == CardSet{ALL_CARDS} && state.hands[leader].size() == 18);
        CHECK(state.hands[leader].contains(int{state.spare}) && state.opening_card != state.spare);
        CHECK((state.held() - CardSet::of(state.spare)).lowest() == state.opening_card);
        // Give the lowest card away: the lead goes with it, and the spare follows.
        const Seat other = leader == 0 ? 1 : 0;
        const CardSet given = CardSet::of(state.opening_card), taken = CardSet::of(state.hands[other].highest());
        trade(tables, state, leader, given, other, taken);
        CHECK(state.to_move == other && state.hands[other].size() == 18 && state.hands[leader].size() == 17);
        CHECK(state.hands[other].contains(int{state.spare}));
    }
}

void test_instant_win() {
    Rules rules = southern();
    rules.instant_wins = 0xF;
    const Hand hand(rules,
                    {"3s 4s 5s 6s 7s 8s 9s Ts Jc Qc Kc Ac Ad", "3c 4c 5c 6c 7c 8c 9c Tc Js Qs Ks As 2s",
                     "3d 3h 4d 4h 5d 5h 6d 6h 7d 7h 8d 8h 9d", "2c 2d 2h 9h Td Th Jd Jh Qd Qh Kd Kh Ah"},
                    2);
    CHECK(hand.state.over && hand.state.instant_win && hand.state.place(0) == 2);
    CHECK_EQ(points(hand.tables, hand.state, 2), 3);
    CHECK_EQ(points(hand.tables, hand.state, 0), 0);
    // Other sizes are no deal.
    const Hand position(rules, {"3s 4s 5s 6s 7s 8s 9s Ts Jc Qc Kc Ac", "3c", "3d", "2c"}, 0);
    CHECK(!position.state.over);
}

void test_refused_positions() {
    const RuleTables tables{southern()};
    const auto make = [&](std::initializer_list<std::string_view> hands, Seat leader = NO_SEAT, Card spare = NO_CARD) {
        return from_hands(tables, Hand::sets(hands), static_cast<int>(hands.size()), leader, spare);
    };
    CHECK_THROWS(make({"3s", "", "4s", "5s"}), PositionError);
    CHECK_THROWS(make({"3s", "3s", "4s", "5s"}), PositionError);
    CHECK_THROWS(make({"3s", "6s", "4s", "5s"}, 4), PositionError);
    CHECK_THROWS(make({"3s", "6s", "4s", "5s"}, 0, 40), PositionError);
}

// Whatever is played, every card is in one place, the turn belongs to a seat in play with cards, and the hand ends.
void test_random_play() {
    Rng rng{9};
    for (int i = 0; i < 400; ++i) {
        const RuleTables tables{random_rules(rng)};
        State state = deal(tables, 2 + i % 3, rng);
        const CardSet dealt = state.held();
        int plies = 0;
        while (!state.over && ++plies < 2000) {
            if (!CHECK((state.in_play >> state.to_move & 1) != 0 && !state.hand().empty())) return;
            if (!CHECK((state.held() | state.played) == dealt && !state.held().meets(state.played))) return;
            CHECK((state.benched & ~state.in_play) == 0 && (state.lead_passed & ~state.in_play) == 0);
            if (rng.below(60) == 0) {
                fold(tables, state, state.to_move);
                continue;
            }
            const auto legal = legal_masks(tables, state);
            apply(tables, state, play_of(legal[static_cast<std::size_t>(rng.below(legal.size()))]));
        }
        CHECK(state.over);
        unsigned seats = 0;
        for (int p = 0; p < state.players; ++p) seats |= 1U << state.place(p);
        CHECK_EQ(seats, (1U << state.players) - 1);
    }
}

}  // namespace

int main() {
    test_opening();
    test_circle_of_passes();
    test_benched_until_cleared();
    test_owner_goes_out();
    test_end_of_a_hand();
    test_benched_chop();
    test_benched_answer_to_a_bomb();
    test_led_bombs();
    test_reasons();
    test_folding();
    test_trading();
    test_spare();
    test_instant_win();
    test_refused_positions();
    test_random_play();
    return check::report();
}
