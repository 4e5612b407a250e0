// Policies: always legal, under every kind of rules; and what makes them worth their names.
#include <algorithm>
#include <array>

#include "check.hpp"
#include "houses.hpp"
#include "tienlen/bots.hpp"
#include "tienlen/candidates.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/notation.hpp"
#include "tienlen/policy.hpp"

using namespace tienlen;

namespace {

constexpr std::array POLICIES{Policy::Random, Policy::Lowest, Policy::Greedy, Policy::Rules};

double points_against(const char* house, Policy one, Policy three, std::uint64_t deals) {
    const RuleTables tables{houses::rules(house)};
    const auto a = make_bot({one, {}, false}), b = make_bot({three, {}, false});
    const std::array<Bot*, 2> bots{a.get(), b.get()};
    RunControl control;
    return play_arena(tables, bots, std::array<std::uint8_t, 4>{0, 1, 1, 1}, {4, 3, 0, deals, false}, control).mean(0);
}

void plays_are_legal() {
    int decisions = 0, illegal = 0;
    for (const char* house : houses::NAMES) {
        for (int players = 2; players <= 4; ++players) {
            const RuleTables tables{houses::rules(house)};
            for (std::uint64_t hand = 0; hand < 60; ++hand) {
                Rng rng{hand, static_cast<std::uint64_t>(players)};
                State state = deal(tables, players, rng);
                while (!state.over) {
                    const Seen seen = see(tables, state);
                    Play play{};
                    for (const Policy policy : POLICIES) {
                        const Play chosen = choose(policy, tables, seen, rng);
                        const Reason reason =
                            chosen.is_pass() ? check_pass(tables, state) : check_cards(tables, state, chosen.cards());
                        illegal += reason == Reason::None ? 0 : 1;
                        ++decisions;
                        if (rng.below(2) == 0) play = chosen;
                    }
                    if (play.is_pass() && check_pass(tables, state) != Reason::None)
                        play = choose(Policy::Greedy, tables, seen, rng);
                    apply(tables, state, play);
                }
            }
        }
    }
    CHECK_EQ(illegal, 0);
    CHECK(decisions > 100'000);
}

// A candidate for every kind, size and top rank that is legal, each legal itself, with a true count of what it leaves.
void candidates_are_complete() {
    Rng rng{7};
    int positions = 0;
    for (const char* house : houses::NAMES) {
        const RuleTables tables{houses::rules(house)};
        for (std::uint64_t hand = 0; hand < 40; ++hand) {
            State state = deal(tables, 4, rng);
            for (; !state.over; ++positions) {
                const auto key = [](Play play) {
                    return static_cast<int>(play.kind()) << 16 | play.size() << 8 | rank_of(play.top());
                };
                std::vector<int> expected, actual;
                for (const Mask mask : legal_masks(tables, state)) {
                    if (mask != 0) expected.push_back(key(play_of(mask)));
                }
                std::sort(expected.begin(), expected.end());
                expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
                const Seen seen = see(tables, state);
                bool sound = true;
                for_each_candidate(
                    tables, group_table(), HandGroups{group_table(), seen.hand}, seen, [&](const Candidate& candidate) {
                        actual.push_back(key(candidate.play()));
                        const CardSet rest = seen.hand - CardSet{candidate.cards};
                        sound = sound && check_cards(tables, state, CardSet{candidate.cards}) == Reason::None &&
                                candidate.groups == HandGroups{group_table(), rest}.fewest();
                    });
                std::sort(actual.begin(), actual.end());
                if (!sound || actual != expected) CHECK_EQ(to_text(state), "a position whose candidates are right");
                apply(tables, state, choose(Policy::Random, tables, seen, rng));
            }
        }
    }
    CHECK(positions > 5000);
}

void removing_is_reading() {
    Rng rng{3};
    const GroupTable& table = group_table();
    int wrong = 0;
    for (int i = 0; i < 2000; ++i) {
        const CardSet hand{rng.next() & rng.next() & ALL_CARDS};
        const CardSet some{hand.mask() & rng.next() & rng.next()};
        if (some.empty()) continue;
        HandGroups removed{table, hand};
        removed.remove(table, some);
        const HandGroups read{table, hand - some};
        wrong += removed.fewest() == read.fewest() && removed.counts() == read.counts() ? 0 : 1;
        for (unsigned r = 0; r < TWO; ++r)
            wrong += removed.below(r) == read.below(r) && removed.above(r) == read.above(r) ? 0 : 1;
    }
    CHECK_EQ(wrong, 0);
}

// The figures of docs/strength.md with room for the error of so few deals.
void strength() {
    CHECK(points_against("southern", Policy::Greedy, Policy::Random, 1500) > 2.70);
    CHECK(points_against("southern", Policy::Rules, Policy::Random, 1500) > 2.80);
    CHECK(points_against("southern", Policy::Rules, Policy::Greedy, 1500) > 1.73);
    CHECK(points_against("southern", Policy::Lowest, Policy::Random, 1500) > 2.0);
}

void arena_adds_up() {
    const RuleTables tables{houses::rules("southern")};
    const auto a = make_bot({Policy::Greedy, {}, false}), b = make_bot({Policy::Lowest, {}, false}),
               c = make_bot({Policy::Random, {}, false});
    const std::array<Bot*, 3> bots{a.get(), b.get(), c.get()};
    const std::array<std::uint8_t, 4> entrants{0, 1, 2, 2};
    CHECK_EQ(seatings(entrants).size(), std::size_t{12});
    RunControl control;
    const ArenaCounts all = play_arena(tables, bots, entrants, {4, 9, 0, 40, false}, control);
    ArenaCounts parts = play_arena(tables, bots, entrants, {4, 9, 0, 15, false}, control);
    parts += play_arena(tables, bots, entrants, {4, 9, 15, 25, false}, control);
    const std::array<BotSpec, 3> specs{
        {{Policy::Greedy, {}, false}, {Policy::Lowest, {}, false}, {Policy::Random, {}, false}}};
    const ArenaCounts threaded = play_arena(tables, specs, entrants, {4, 9, 0, 40, false}, 3, control);
    CHECK(all.points == threaded.points && all.products == threaded.products && all.places == threaded.places);
    CHECK_EQ(all.hands, std::int64_t{40 * 12});
    CHECK(all.points == parts.points && all.products == parts.products && all.places == parts.places);
    CHECK_EQ(all.points[0] + all.points[1] + all.points[2], std::int64_t{6 * 40 * 12});
    CHECK(all.half_width(0) > 0);
    // Equal entrants in all seats are even, without any error.
    const std::array<Bot*, 2> twins{a.get(), a.get()};
    const ArenaCounts even =
        play_arena(tables, twins, std::array<std::uint8_t, 4>{0, 1, 1, 1}, {4, 9, 0, 20, false}, control);
    CHECK_EQ(even.points[0] * 3, even.points[1]);
}

}  // namespace

int main() {
    plays_are_legal();
    candidates_are_complete();
    removing_is_reading();
    arena_adds_up();
    strength();
    return check::report();
}
