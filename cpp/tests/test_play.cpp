// Plays, their layout, and classify() against a classification that counts cards rank by rank.
#include <array>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "check.hpp"
#include "support.hpp"

using namespace support;

namespace {

// What the rules say, word by word, on counts of cards by rank.
std::optional<std::pair<Kind, int>> by_the_book(CardSet set, bool twos_in_sequences) {
    std::array<int, RANKS> held{};
    for (const Card c : set) ++held[static_cast<std::size_t>(rank_of(c))];
    int ranks = 0, first = -1, last = -1, most = 0, least = SUITS;
    for (int r = 0; r < RANKS; ++r) {
        const int n = held[static_cast<std::size_t>(r)];
        if (n == 0) continue;
        ++ranks;
        if (first < 0) first = r;
        last = r;
        most = std::max(most, n);
        least = std::min(least, n);
    }
    if (ranks == 0) return std::nullopt;
    if (ranks == 1) return std::pair{static_cast<Kind>(most), most};
    const bool run = ranks >= 3 && last - first + 1 == ranks && most == least;
    if (run && most == 1 && (last != TWO || twos_in_sequences)) return std::pair{Kind::Sequence, ranks};
    if (run && most == 2 && last != TWO) return std::pair{Kind::DoubleSequence, ranks};
    return std::nullopt;
}

void check_set(CardSet set, bool twos) {
    const auto found = classify(set, twos);
    const auto expected = by_the_book(set, twos);
    if (!CHECK_EQ(found.has_value(), expected.has_value()) || !found) return;
    CHECK(found->kind() == expected->first);
    CHECK_EQ(found->size(), expected->second);
    CHECK(found->cards() == set);
    CHECK_EQ(int{found->top()}, int{set.highest()});
    CHECK(play_of(set.mask()) == *found);
}

void test_classify_all_subsets() {
    Rng rng{3};
    for (int i = 0; i < 12; ++i) {
        const CardSet hand = i % 2 == 0 ? random_hand(rng, 13) : dense_hand(rng, 13);
        for (Mask subset = hand.mask();; subset = (subset - 1) & hand.mask()) {
            check_set(CardSet{subset}, i % 3 == 0);
            if (subset == 0) break;
        }
    }
}

// All 2^52 sets cannot be tried, but all of any three neighbouring ranks can, and sequences have no other local shape.
void test_classify_three_ranks() {
    for (int low = 0; low <= RANKS - 3; ++low) {
        for (Mask bits = 0; bits < Mask{1} << 12; ++bits) {
            check_set(CardSet{bits << (SUITS * low)}, true);
            check_set(CardSet{bits << (SUITS * low)}, false);
        }
    }
}

void test_words() {
    CHECK(PASS.is_pass() && PASS.cards().empty() && PASS.size() == 0 && !PASS.is_bomb());
    CHECK_EQ(int{PASS.play_class()}, int{play_class::NONE});
    CHECK(Play{} == PASS);
    const Play pair = play("9d 9h");
    CHECK_EQ(pair.word() & ALL_CARDS, cards("9d 9h").mask());
    CHECK_EQ(pair.word() >> 52 & 15, std::uint64_t{2});
    CHECK_EQ(pair.word() >> 56 & 7, static_cast<std::uint64_t>(Kind::Pair));
    CHECK_EQ(pair.word() >> 59, std::uint64_t{play_class::PAIR});
    CHECK(play("9s").same_shape(play("2h")) && !play("9s").same_shape(pair));
    CHECK(!play("3s 4s 5s").same_shape(play("3s 3c 4s 4c 5s 5c")));
    CHECK(!play("3s 4s 5s").same_shape(play("3s 4s 5s 6s")));
}

void test_classes() {
    using namespace play_class;
    const auto class_of = [](std::string_view text) { return int{play(text).play_class()}; };
    CHECK_EQ(class_of("As"), int{SINGLE});
    CHECK_EQ(class_of("2s"), int{SINGLE_2});
    CHECK_EQ(class_of("3s 3c"), int{PAIR});
    CHECK_EQ(class_of("2s 2c"), int{PAIR_OF_2S});
    CHECK_EQ(class_of("3s 3c 3d"), int{TRIPLE});
    CHECK_EQ(class_of("2s 2c 2d"), int{TRIPLE_OF_2S});
    CHECK_EQ(class_of("3s 3c 3d 3h"), int{QUAD});
    CHECK_EQ(class_of("2s 2c 2d 2h"), int{QUAD});
    CHECK_EQ(class_of("3s 4s 5s"), int{S3});
    CHECK_EQ(class_of("3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"), int{S12});
    CHECK_EQ(class_of("3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s"), int{NONE});
    CHECK_EQ(class_of("Ks As 2s"), int{NONE});
    CHECK_EQ(class_of("3s 3c 4s 4c 5s 5c"), int{DS3});
    CardSet all_pairs;
    for (int r = 0; r <= ACE; ++r) all_pairs |= CardSet::of(SUITS * r) | CardSet::of(SUITS * r + 1);
    CHECK_EQ(int{classify(all_pairs)->play_class()}, int{DS12});
    CHECK(classify(all_pairs)->is_bomb() && play("2s 2c 2d 2h").is_bomb() && !play("2s 2c 2d").is_bomb());
    CHECK_EQ(std::popcount(BOMBS), 11);
}

// A class has one shape and one set of tops, and together they say which class it is.
void test_class_shapes() {
    std::set<std::tuple<int, int, Mask>> seen;
    for (int c = 0; c < play_class::COUNT; ++c) {
        const auto of = static_cast<PlayClass>(c);
        const Shape shape = shape_of(of);
        CHECK(seen.insert({static_cast<int>(shape.kind), shape.size, tops_of(of).mask()}).second);
    }
    Rng rng{4};
    for (int i = 0; i < 300; ++i) {
        for (const Play p : all_combinations(random_hand(rng, 9), true)) {
            if (p.play_class() == play_class::NONE) continue;
            CHECK(shape_of(p.play_class()) == (Shape{p.kind(), p.size()}));
            CHECK(tops_of(p.play_class()).contains(int{p.top()}));
        }
    }
}

}  // namespace

int main() {
    test_classify_all_subsets();
    test_classify_three_ranks();
    test_words();
    test_classes();
    test_class_shapes();
    return check::report();
}
