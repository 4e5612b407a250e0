// Worlds: that every instruction set draws the same ones, and that they are what the view says.
#include <array>
#include <map>

#include "check.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/notation.hpp"
#include "tienlen/sample.hpp"

using namespace tienlen;

namespace {

Rules zipi_like() {
    Rules rules;
    rules.instant_wins = 0xF;
    return rules;
}

// The public plies of a hand that is played along.
struct Hand {
    State start, now;
    std::vector<PublicPly> plies;

    void play(const RuleTables& tables, Mask mask) {
        const Play play = play_of(mask);
        plies.push_back(public_ply(now, play));
        apply(tables, now, play);
    }
};

void check_worlds_of_a_hand(const RuleTables& tables, int players, std::uint64_t seed) {
    Rng rng{seed};
    Hand hand;
    hand.start = hand.now = deal(tables, players, rng);
    while (!hand.now.over) {
        for (Seat seat = 0; seat < players; ++seat) {
            const View view = view_of(tables, hand.start, hand.plies, hand.now, seat);
            const WorldSampler sampler{tables, view};
            Rng portable{seed, 7}, fastest{seed, 7};
            const State world = sampler.sample<Portable>(portable);
            CHECK(world == sampler.sample(fastest));
            CHECK_EQ(portable.state(), fastest.state());
            CHECK(world.hands[seat] == hand.now.hands[seat]);
            State as_true = world;
            as_true.hands = hand.now.hands;
            as_true.spare = hand.now.spare;
            CHECK(as_true == hand.now);
            for (Seat s = 0; s < players; ++s) CHECK_EQ(world.hands[s].size(), hand.now.hands[s].size());
            State start = hand.start;
            start.hands = world.hands;
            start.spare = world.spare;
            for (const PublicPly& ply : hand.plies) start.hands[ply.seat] |= ply.play.cards();
            CHECK(view_of(tables, start, hand.plies, world, seat) == view);
            const Evidence evidence{view, hand.plies};
            CHECK(evidence.weight(world) >= 1 && evidence.weight(world) <= Evidence::FULL_WEIGHT);
        }
        const std::vector<Mask> masks = legal_masks(tables, hand.now);
        hand.play(tables, masks[rng.below(masks.size())]);
    }
}

// Of 3 cards that two seats hold, 2 and 1, each split comes up a third of the time.
void check_small_split() {
    const RuleTables tables{Rules{}};
    const State state = parse_position(tables, "5s | 3s 4s | 9h; turn 0; played 3c 4c 5c");
    View view = view_of(tables, state, 0);
    view.played = ~(state.hands[0] | state.hands[1] | state.hands[2]);
    const WorldSampler sampler{tables, view};
    std::map<Mask, int> seen;
    constexpr int DRAWS = 30000;
    for (std::uint64_t i = 0; i < DRAWS; ++i) {
        Rng rng{1, i};
        ++seen[sampler.sample(rng).hands[2].mask()];
    }
    CHECK_EQ(seen.size(), std::size_t{3});
    for (const auto& [mask, count] : seen) CHECK(count > DRAWS / 3 - 400 && count < DRAWS / 3 + 400);
}

void check_shares() {
    Rng rng{5};
    const CardSet cards{ALL_CARDS};
    for (unsigned eighths = 1; eighths < 8; ++eighths) {
        std::array<int, CARDS> times{};
        constexpr int DRAWS = 13000;
        for (int i = 0; i < DRAWS; ++i) {
            const CardSet drawn = random_subset<Portable>(cards, 13, eighths, rng);
            CHECK_EQ(drawn.size(), 13);
            for (const Card card : drawn) ++times[card];
        }
        for (const int count : times) CHECK(count > DRAWS / 4 - 300 && count < DRAWS / 4 + 300);
    }
}

}  // namespace

int main() {
    Rules spare;
    spare.hand_size = 17;
    spare.spare_to_leader = true;
    spare.instant_wins = 1;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        check_worlds_of_a_hand(RuleTables{Rules{}}, 4, seed);
        check_worlds_of_a_hand(RuleTables{zipi_like()}, 3, seed);
        check_worlds_of_a_hand(RuleTables{zipi_like()}, 2, seed);
        check_worlds_of_a_hand(RuleTables{spare}, 3, seed);
    }
    check_small_split();
    check_shares();
    return check::report();
}
