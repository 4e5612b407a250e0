// Rule tables: chops, who beats whom, points, instant wins.
#include "check.hpp"
#include "support.hpp"

using namespace support;

namespace {

bool beats(const Rules& rules, std::string_view a, std::string_view b, bool led = false) {
    return RuleTables{rules}.beats(play(a), play(b), led);
}

constexpr std::string_view DS3 = "3s 3c 4s 4c 5s 5c", HIGHER_DS3 = "3d 3h 4d 4h 5d 5h";
constexpr std::string_view DS4 = "6s 6c 7s 7c 8s 8c 9s 9c", DS5 = "6s 6c 7s 7c 8s 8c 9s 9c Ts Tc";
constexpr std::string_view QUAD = "4s 4c 4d 4h", DRAGON = "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As";

void test_ordinary_replies() {
    for (const Rules& rules : houses()) {
        CHECK(beats(rules, "3c", "3s") && !beats(rules, "3s", "3c") && !beats(rules, "3s", "3s"));
        CHECK(beats(rules, "2s", "Ah") && !beats(rules, "9s 9c", "8s"));
        CHECK(beats(rules, "9d 9h", "9s 9c") && beats(rules, "2s 2c", "As Ah"));
        CHECK(beats(rules, "5h 6h 7s", "5s 6s 7s") == false && beats(rules, "5h 6h 7c", "5s 6s 7s"));
        CHECK(!beats(rules, "8s 9s Ts Js", "5s 6s 7s"));
        CHECK(beats(rules, "5s 5c 5d 5h", QUAD) && beats(rules, HIGHER_DS3, DS3));
        CHECK(beats(rules, "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", DRAGON));
    }
}

void test_southern() {
    const Rules rules = southern();
    CHECK(beats(rules, QUAD, "2h") && beats(rules, DS3, "2h") && beats(rules, DS5, "2h"));
    CHECK(!beats(rules, QUAD, "Ah") && !beats(rules, QUAD, "2s 2c") && !beats(rules, DS3, "2s 2c"));
    CHECK(beats(rules, DS4, "2s 2c") && !beats(rules, DS4, "2s 2c 2d") && beats(rules, DS5, "2s 2c 2d"));
    CHECK(beats(rules, DS4, HIGHER_DS3) && beats(rules, DS5, DS4) && !beats(rules, DS3, DS4));
    CHECK(!beats(rules, QUAD, DS3) && !beats(rules, DS4, QUAD));
}

void test_xiii() {
    const Rules rules = xiii();
    CHECK(beats(rules, "2s 2c", "3s") && beats(rules, "2s 2c", "2h") && beats(rules, DRAGON, "2h"));
    CHECK(beats(rules, DRAGON, "3s 3c 3d") && beats(rules, DRAGON, QUAD) && beats(rules, DRAGON, DS5));
    CHECK(beats(rules, DRAGON, "9s Ts Js") && !beats(rules, DRAGON, DRAGON));
    CHECK(!beats(rules, QUAD, "2s 2c 2d") && !beats(rules, "2s 2c 2d", QUAD) && beats(rules, DS4, QUAD));
    CHECK(beats(rules, "2s 2c 2d", DS3) && beats(rules, QUAD, HIGHER_DS3));
}

void test_strict() {
    const Rules rules = strict();
    CHECK(beats(rules, DS3, "2h") && !beats(rules, DS4, "2h") && beats(rules, DS4, "2s 2c") && !beats(rules, DS4, DS3));
}

void test_led_bombs() { CHECK(!beats(southern(), DS4, DS3, true) && beats(southern(), HIGHER_DS3, DS3, true)); }

// With 2s in sequences, one that ends in a 2 takes part in ordinary replies and in nothing else.
void test_twos_in_sequences() {
    Rules rules = xiii();
    rules.twos_in_sequences = true;
    CHECK(beats(rules, "Ks As 2s", "Qs Ks As") && !beats(rules, "Ks As 2s", "Kh Ah 2h"));
    CHECK(!beats(rules, DRAGON, "Ks As 2s") && !beats(rules, QUAD, "Ks As 2s"));
    CHECK(beats(rules, "4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s", DRAGON));
}

// beats() is the table's word or a higher top of the same shape, and nothing else.
void test_every_pair_of_classes() {
    Rng rng{5};
    for (int i = 0; i < 20; ++i) {
        const Rules rules = random_rules(rng);
        const RuleTables tables{rules};
        const auto plays = all_combinations(dense_hand(rng, 10), rules.twos_in_sequences);
        for (const Play a : plays) {
            for (const Play b : plays) {
                const bool chops = a.play_class() != play_class::NONE && b.play_class() != play_class::NONE &&
                                   (rules.chops[b.play_class()] >> a.play_class() & 1) != 0;
                const bool higher = a.kind() == b.kind() && a.size() == b.size() && a.top() > b.top();
                if (!CHECK(tables.beats(a, b) == (chops || higher) && tables.beats(a, b, true) == higher)) return;
            }
        }
    }
}

void test_benched() {
    const RuleTables never{southern()}, twos{strict()}, bombs{pagat()};
    for (int c = 0; c < play_class::COUNT; ++c) {
        const auto of = static_cast<PlayClass>(c);
        const bool set_of_twos = (play_class::SETS_OF_TWOS >> c & 1) != 0, bomb = (play_class::BOMBS >> c & 1) != 0;
        CHECK(!never.asks_benched(of));
        CHECK_EQ(twos.asks_benched(of), set_of_twos);
        CHECK_EQ(bombs.asks_benched(of), set_of_twos || bomb);
    }
    CHECK(!bombs.asks_benched(play_class::NONE));
}

void test_points() {
    const RuleTables tables{southern()}, last{pagat()};
    CHECK_EQ(tables.points(0, 4), 3);
    CHECK_EQ(tables.points(3, 4), 0);
    CHECK_EQ(tables.points(0, 2), 1);
    CHECK_EQ(last.points(2, 3), -1);
    CHECK_EQ(last.points(1, 3), 0);
}

void test_instant_wins() {
    Rules rules;
    rules.instant_wins = 0xF;
    const RuleTables tables{rules};
    const auto wins = [](const RuleTables& by, std::string_view hand) { return int{by.instant_wins(cards(hand))}; };
    CHECK_EQ(wins(tables, "3s 4c 5d 6h 7s 8c 9d Th Js 2s 2c 2d 2h"), 1);
    CHECK_EQ(wins(tables, "3s 4c 5d 6h 7s 8c 9d Th Js Qs Ks As 2h"), 2);
    CHECK_EQ(wins(tables, "3s 4c 5d 6h 7s 8c 9d Th Js Qs Ks As Ah"), 2);
    CHECK_EQ(wins(tables, "3s 4c 5d 6h 7s 8c 9d Th Js Qs Ks 2s 2h"), 0);  // 3 to K and a pair of 2s
    CHECK_EQ(wins(tables, "3s 3c 5d 5h 7s 7c 9d 9h Js Jc 2s 2c 4s"), 4);
    CHECK_EQ(wins(tables, "3s 3c 3d 3h 7s 7c 9d 9h Js Jc 2s 2c 4s"), 4);  // the quad is two pairs
    CHECK_EQ(wins(tables, "3s 3c 3d 5h 7s 7c 9d 9h Js Jc 2s 2c 4s"), 0);  // the triple is one
    CHECK_EQ(wins(tables, "3s 3c 4s 4c 5s 5c 6s 6c 7s 7c 9s Ts Js"), 8);
    CHECK_EQ(wins(tables, "3s 3c 3d 4s 4c 4d 5s 5c 6s 6c 7s 7c Js"), 8);
    CHECK_EQ(wins(tables, "Js Jc Qs Qc Ks Kc As Ac 2s 2c 3s 5s 7s"), 0);  // no 2s among the five
    rules.quad_is_two_pairs = false;
    CHECK_EQ(wins(RuleTables{rules}, "3s 3c 3d 3h 7s 7c 9d 9h Js Jc 2s 2c 4s"), 0);
    rules.instant_wins = 1;
    CHECK_EQ(wins(RuleTables{rules}, "3s 4c 5d 6h 7s 8c 9d Th Js Qs Ks As 2h"), 0);
}

}  // namespace

int main() {
    test_ordinary_replies();
    test_southern();
    test_xiii();
    test_strict();
    test_led_bombs();
    test_twos_in_sequences();
    test_every_pair_of_classes();
    test_benched();
    test_points();
    test_instant_wins();
    return check::report();
}
