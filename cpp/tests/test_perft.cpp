// Perft against counting by walking every line, and threads that work in pieces.
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "check.hpp"
#include "support.hpp"
#include "tienlen/parallel.hpp"
#include "tienlen/perft.hpp"

using namespace support;

namespace {

// Every line played out, with legality asked of check_cards().
std::uint64_t walk(const RuleTables& tables, const State& state, int depth) {
    if (depth == 0) return 1;
    if (state.over) return 0;
    std::uint64_t leaves = 0;
    for (const Play play : all_combinations(state.hand(), tables.rules().twos_in_sequences)) {
        if (check_cards(tables, state, play.cards()) != Reason::None) continue;
        State next = state;
        apply(tables, next, play);
        leaves += walk(tables, next, depth - 1);
    }
    if (check_pass(tables, state) == Reason::None) {
        State next = state;
        apply(tables, next, PASS);
        leaves += walk(tables, next, depth - 1);
    }
    return leaves;
}

std::uint64_t count(const RuleTables& tables, const State& state, int depth, int threads = 1) {
    RunControl control;
    return perft(tables, state, depth, threads, control);
}

void test_small() {
    const RuleTables tables{xiii()};
    const State state = from_hands(tables, {cards("3s 3c"), cards("4s 4c")}, 2);
    CHECK_EQ(count(tables, state, 0), std::uint64_t{1});
    CHECK_EQ(count(tables, state, 1), std::uint64_t{3});  // pass, one, both
    CHECK_EQ(count(tables, state, 2), std::uint64_t{4});  // one: pass or either 4; both: over; pass: only pass
    State over = state;
    fold(tables, over, 0);
    CHECK_EQ(count(tables, over, 1), std::uint64_t{0});
    CHECK_EQ(count(tables, over, 0), std::uint64_t{1});
}

void test_at_once() {
    const RuleTables tables{xiii()};
    Rng rng{3};
    const State state = deal(tables, 4, rng);
    const std::uint64_t leaves = count(tables, state, 4);
    CHECK(perft_at_once(tables, state, 4, ~std::uint64_t{0}) == leaves);
    CHECK(perft_at_once(tables, state, 4, leaves) == leaves);  // the last ply is not listed
    CHECK(!perft_at_once(tables, state, 4, 2).has_value());
    CHECK(perft_at_once(tables, state, 1, 0) == count_legal(tables, state));
    CHECK(!perft_at_once(tables, state, 60, 100'000).has_value());
}

void test_against_walking() {
    Rng rng{18};
    for (int i = 0; i < 40; ++i) {
        const RuleTables tables{i < 4 ? houses()[static_cast<std::size_t>(i)] : random_rules(rng)};
        CardSet left{ALL_CARDS};
        std::array<CardSet, MAX_PLAYERS> hands{};
        const int players = 2 + i % 3;
        for (int s = 0; s < players; ++s) {
            const CardSet wanted = i % 2 == 0 ? dense_hand(rng, 7) : random_hand(rng, 6);
            hands[static_cast<std::size_t>(s)] = (wanted & left).empty() ? CardSet::of(left.lowest()) : wanted & left;
            left -= hands[static_cast<std::size_t>(s)];
        }
        const State state = from_hands(tables, hands, players);
        for (int depth = 1; depth <= 4; ++depth) {
            const std::uint64_t expected = walk(tables, state, depth);
            CHECK_EQ(count(tables, state, depth), expected);
            CHECK_EQ(count(tables, state, depth, 3), expected);
            RunControl control;
            std::uint64_t divided = 0;
            Mask last = 0;
            for (const Divided& branch : perft_divide(tables, state, depth, 1 + i % 2, control)) {
                CHECK(branch.play.is_pass() || branch.play.cards().mask() > last);
                last = branch.play.cards().mask();
                divided += branch.leaves;
            }
            CHECK_EQ(divided, expected);
        }
    }
}

void test_stop() {
    const RuleTables tables{southern()};
    Rng rng{19};
    const State state = deal(tables, 4, rng);
    for (const int threads : {1, 2}) {
        RunControl control;
        std::thread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            control.stop = true;
        });
        (void)perft(tables, state, 40, threads, control);  // would take longer than anybody lives
        stopper.join();
    }
    CHECK(true);
}

void test_threads() {
    std::mutex mutex;
    std::vector<std::size_t> parts;
    run_on_threads(4, [&](std::size_t part) {
        const std::scoped_lock lock(mutex);
        parts.push_back(part);
    });
    std::sort(parts.begin(), parts.end());
    CHECK(parts == (std::vector<std::size_t>{0, 1, 2, 3}));
    CHECK_THROWS((run_on_threads(3,
                                 [](std::size_t part) {
                                     if (part == 2) throw std::runtime_error("part 2");
                                 }),
                  0),
                 std::runtime_error);
    CHECK_THROWS((run_on_threads(3,
                                 [](std::size_t part) {
                                     if (part == 0) throw std::runtime_error("part 0");
                                 }),
                  0),
                 std::runtime_error);
}

}  // namespace

int main() {
    test_small();
    test_at_once();
    test_against_walking();
    test_stop();
    test_threads();
    return check::report();
}
