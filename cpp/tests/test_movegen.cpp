// Move generation against trying every subset of a hand.
#include "check.hpp"
#include "support.hpp"

using namespace support;

namespace {

template <typename List>
bool check_list(const std::vector<Mask>& expected, std::uint64_t count, List list) {
    const Fenced listed = fenced(expected.size(), list);
    return CHECK(listed.intact) && CHECK(strictly_ascending(listed.plays)) && CHECK(listed.plays == expected) &&
           CHECK_EQ(count, std::uint64_t{expected.size()});
}

bool check_leads(CardSet hand, const std::vector<Play>& plays, bool twos) {
    return check_list(masks_of(plays, [](Play) { return true; }), count_leads(hand, twos),
                      [&](Mask* out) { return list_leads(hand, twos, out); });
}

bool check_shape(CardSet hand, const std::vector<Play>& plays, Shape shape, CardSet tops) {
    const auto expected = masks_of(
        plays, [&](Play p) { return p.kind() == shape.kind && p.size() == shape.size && tops.contains(int{p.top()}); });
    return check_list(expected, count_shape(hand, shape, tops),
                      [&](Mask* out) { return list_shape(hand, shape, tops, out); });
}

bool check_answers(const RuleTables& tables, CardSet hand, const std::vector<Play>& plays, Play table, Demand demand) {
    const auto expected = masks_of(plays, [&](Play p) {
        const bool chops = p.play_class() != play_class::NONE && (demand.chops >> p.play_class() & 1) != 0;
        return chops || (demand.ordinary && p.same_shape(table) && p.top() > table.top());
    });
    return check_list(expected, count_answers(tables, hand, table, demand),
                      [&](Mask* out) { return list_answers(tables, hand, table, demand, out); });
}

CardSet some_hand(Rng& rng, int i) {
    const int size = i % 40 == 0 ? 17 + static_cast<int>(rng.below(2)) : 1 + static_cast<int>(rng.below(13));
    return i % 3 == 0 ? dense_hand(rng, size) : random_hand(rng, size);
}

void test_random_hands() {
    Rng rng{6};
    for (int i = 0; i < 600; ++i) {
        const CardSet hand = some_hand(rng, i);
        const Rules rules = random_rules(rng);
        const RuleTables tables{rules};
        const bool twos = rules.twos_in_sequences;
        const auto plays = all_combinations(hand, twos);
        if (!check_leads(hand, plays, twos)) return;
        for (int k = 0; k < 4; ++k) {
            const auto c = static_cast<PlayClass>(rng.below(play_class::COUNT));
            const CardSet tops{rng.next() & ALL_CARDS & (twos ? ALL_CARDS : ~TWOS)};
            const Shape shape = shape_of(c);
            const bool no_twos = shape.kind == Kind::DoubleSequence;
            if (!check_shape(hand, plays, shape, no_twos ? tops - CardSet{TWOS} : tops)) return;
        }
        // The table: a combination of another hand, so that it has the sizes that hands have.
        const auto others = all_combinations(dense_hand(rng, 12) - hand, twos);
        for (int k = 0; k < 6 && !others.empty(); ++k) {
            const Play table = others[static_cast<std::size_t>(rng.below(others.size()))];
            const ClassSet chops = tables.chops(table.play_class());
            if (!check_answers(tables, hand, plays, table, {chops, true, false})) return;
            const ClassSet bombs = chops & play_class::BOMBS;
            if (!check_answers(tables, hand, plays, table, {bombs, table.is_bomb(), true})) return;
        }
    }
}

// Hands with long double sequences, where blocks are copied most.
void test_whole_ranks() {
    for (const std::string_view text :
         {"Js Jc Jd Jh Qs Qc Qd Qh Ks Kc Kd Kh As Ac Ad Ah", "3s 3c 3d 3h 4s 4c 4d 4h 5s 5c 5d 5h 6s",
          "3s 3c 3d 4s 4c 4d 5s 5c 5d 6s 6c 6d 7s 7c 7d 8s 8c", "As Ac Ad Ah 2s 2c 2d 2h Ks Qs"}) {
        for (const bool twos : {false, true}) {
            const CardSet hand = cards(text);
            CHECK(check_leads(hand, all_combinations(hand, twos), twos));
        }
    }
    // The most leads that 13 and 17 cards can have.
    CHECK_EQ(count_leads(cards("Js Jc Jd Qs Qc Qd Ks Kc Kd Kh As Ac Ad"), false), std::uint64_t{486});
    CHECK_EQ(count_leads(cards("Ts Tc Td Js Jc Jd Qs Qc Qd Qh Ks Kc Kd Kh As Ac Ad"), false), std::uint64_t{2793});
    CHECK_EQ(count_leads(CardSet{}, true), std::uint64_t{0});
}

// The whole deck: known exactly, by kind. Double sequences of more than six pairs need more cards than any deal gives.
void test_whole_deck() {
    const CardSet deck{ALL_CARDS};
    const auto all = [&](Kind kind, int low, int high) {
        std::uint64_t sum = 0;
        for (int size = low; size <= high; ++size) sum += count_shape(deck, {kind, size}, CardSet{ALL_CARDS & ~TWOS});
        return sum;
    };
    CHECK_EQ(all(Kind::Sequence, 3, 12), std::uint64_t{29'825'920});
    CHECK_EQ(all(Kind::DoubleSequence, 3, 6), std::uint64_t{402'624});
    CHECK_EQ(count_shape(deck, {Kind::Pair, 2}, deck), std::uint64_t{78});
    CHECK_EQ(count_shape(deck, {Kind::Triple, 3}, deck), std::uint64_t{52});
    CHECK_EQ(count_shape(deck, {Kind::Quad, 4}, deck), std::uint64_t{13});
    const std::uint64_t listed = all(Kind::Sequence, 3, 12) + all(Kind::DoubleSequence, 3, 12) + 52 + 78 + 52 + 13;
    CHECK_EQ(count_leads(deck, false), listed);
}

// --- legal plays of a state -----------------------------------------------------------------------------------------

// check_cards() and check_pass() asked about every subset.
std::vector<Mask> legal_by_asking(const RuleTables& tables, const State& state) {
    std::vector<Mask> legal;
    if (check_pass(tables, state) == Reason::None) legal.push_back(0);
    const Mask all = state.hand().mask();
    for (Mask subset = (Mask{0} - all) & all; subset != 0; subset = (subset - all) & all) {
        if (check_cards(tables, state, CardSet{subset}) == Reason::None) legal.push_back(subset);
    }
    return legal;
}

void test_legal_in_play() {
    Rng rng{7};
    for (int hand = 0; hand < 25; ++hand) {
        const Rules rules = hand < 4 ? houses()[static_cast<std::size_t>(hand)] : random_rules(rng);
        const RuleTables tables{rules};
        State state = deal(tables, 2 + hand % 3, rng);
        while (!state.over) {
            const auto expected = legal_by_asking(tables, state);
            if (!CHECK(!expected.empty())) return;
            const std::size_t capacity = list_capacity(tables, state);
            const Fenced listed =
                fenced(capacity - LIST_SLACK, [&](Mask* out) { return list_legal(tables, state, out); });
            if (!(CHECK(listed.intact) && CHECK(listed.plays == expected))) return;
            if (!CHECK_EQ(count_legal(tables, state), std::uint64_t{expected.size()})) return;
            const Mask chosen = expected[static_cast<std::size_t>(rng.below(expected.size()))];
            apply(tables, state, play_of(chosen));
        }
        CHECK(legal_masks(tables, state).empty());
        CHECK_EQ(count_legal(tables, state), std::uint64_t{0});
    }
}

}  // namespace

int main() {
    test_random_hands();
    test_whole_ranks();
    test_whole_deck();
    test_legal_in_play();
    return check::report();
}
