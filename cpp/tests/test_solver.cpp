// The solver: a table kept from one position to the next, limits, and being stopped. Its results are held against the
// twin in the Python tests.
#include <array>
#include <chrono>
#include <thread>

#include "check.hpp"
#include "tienlen/dealing.hpp"
#include "tienlen/shortest.hpp"
#include "tienlen/solver.hpp"

using namespace tienlen;

namespace {

State position(const RuleTables& tables, int players, int size, std::uint64_t seed) {
    Rng rng{seed};
    std::array<CardSet, MAX_PLAYERS> hands{};
    CardSet left{ALL_CARDS};
    for (int s = 0; s < players; ++s) {
        CardSet& hand = hands[static_cast<std::size_t>(s)];
        hand = random_subset<Portable>(left, size, rng);
        left -= hand;
    }
    return from_hands(tables, hands, players, 0);
}

void check_kept_table(const RuleTables& tables) {
    Solver keeps{tables, std::size_t{1} << 16};  // small: entries are overwritten all the time
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const int players = 2 + static_cast<int>(seed % 3);
        const State state = position(tables, players, 9 - 2 * players + (players == 2 ? 3 : 0), seed);
        Solver fresh{tables};
        const Solution kept = keeps.solve(state), alone = fresh.solve(state);
        CHECK(kept.exact && alone.exact);
        CHECK(kept.places == alone.places);
        CHECK(kept.points == alone.points);
        CHECK(kept.best == alone.best);
        CHECK(fresh.solve(state).nodes <= alone.nodes);
    }
}

void check_limits(const RuleTables& tables) {
    using namespace std::chrono;
    Rng rng{1};
    const State state = deal(tables, 4, rng);
    Solver solver{tables};
    const Solution few = solver.solve(state, {.nodes = 100});
    CHECK(!few.exact && few.nodes <= 101);
    const auto start = steady_clock::now();
    CHECK(!solver.solve(state, {.time = milliseconds{20}}).exact);
    CHECK(steady_clock::now() - start >= milliseconds{20});

    RunControl control;
    std::thread stopper([&control] {
        std::this_thread::sleep_for(milliseconds{30});
        control.stop = true;
    });
    CHECK(!solver.solve(state, {}, &control).exact);
    stopper.join();
    // A search that was given up leaves nothing wrong behind.
    const State small = position(tables, 3, 4, 5);
    CHECK(solver.solve(small).places == Solver{tables}.solve(small).places);
}

void check_ways_out() {
    Rng rng{9};
    for (int i = 0; i < 20000; ++i) {
        const CardSet hand = random_subset<Portable>(CardSet{ALL_CARDS}, 1 + i % 18, rng);
        for (const bool twos : {false, true}) {
            const WayOut way = shortest_way_out(hand, twos);
            CardSet left = hand;
            for (int p = 0; p < way.count; ++p) {
                const Play play = way.plays[static_cast<std::size_t>(p)];
                CHECK(left.contains(play.cards()) && play.cards().contains(left.lowest()));
                left -= play.cards();
                CHECK_EQ(fewest_plays(left, twos), way.count - p - 1);
            }
            CHECK(left.empty());
        }
    }
}

}  // namespace

int main() {
    Rules rules;
    rules.chops[play_class::SINGLE_2] = play_class::BOMBS;
    rules.leader_may_pass = true;
    rules.benched_may_chop = BenchedMayChop::Twos;
    const RuleTables tables{rules};
    check_kept_table(tables);
    check_limits(tables);
    check_ways_out();
    return check::report();
}
