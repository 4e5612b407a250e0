// Many threads at once: each sees what a single one does, from the first use of what is made on first use. For
// ThreadSanitizer above all, so it shares rules and positions on purpose.
#include <array>
#include <barrier>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "support.hpp"
#include "tienlen/dealing.hpp"
#include "tienlen/notation.hpp"
#include "tienlen/perft.hpp"
#include "tienlen/playout.hpp"
#include "tienlen/policy.hpp"
#include "tienlen/seen.hpp"
#include "tienlen/solver.hpp"

using namespace tienlen;
using namespace support;

namespace {

constexpr int THREADS = 8, DEALS = 6;

// What one thread finds out about a hand that others look at, too.
struct Found {
    std::vector<std::uint64_t> numbers;
    std::vector<std::string> texts;

    bool operator==(const Found&) const = default;
};

Found visit(const RuleTables& tables, const State& start, Solver& solver, std::uint64_t seed) {
    Found found;
    Rng rng{seed};
    RunControl control;
    State state = start;
    found.numbers.push_back(perft(tables, start, 2, 2, control));
    found.numbers.push_back(playouts_from(tables, start, {start.players, 20, seed, 0, 2}, control).plies);
    while (!state.over) {
        const auto masks = legal_masks(tables, state);
        found.numbers.push_back(count_legal(tables, state));
        found.numbers.insert(found.numbers.end(), masks.begin(), masks.end());
        found.texts.push_back(to_text(state));
        if (state.hands[0].size() + state.hands[1].size() + state.hands[2].size() <= 8) {
            for (const int points : solver.solve(state).points) {
                found.numbers.push_back(static_cast<std::uint64_t>(points));
            }
        }
        const Policy policy = rng.below(2) == 0 ? Policy::Rules : Policy::Greedy;
        apply(tables, state, choose(policy, tables, see(tables, state), rng));
    }
    return found;
}

void threads_share_rules_and_positions() {
    for (const Rules& rules : houses()) {
        const RuleTables tables{rules};
        std::vector<State> starts;
        for (std::uint64_t i = 0; i < DEALS; ++i) {
            Rng rng{i, 5};
            starts.push_back(deal(tables, 3, rng));
        }
        std::vector<std::vector<Found>> found(THREADS);
        std::barrier ready(THREADS);
        std::vector<std::thread> threads;
        threads.reserve(THREADS);
        for (std::size_t t = 0; t < THREADS; ++t) {
            threads.emplace_back([&, t] {
                ready.arrive_and_wait();
                Solver solver{tables, std::size_t{1} << 16};
                for (std::size_t i = 0; i < DEALS; ++i) {
                    const std::size_t at = (i + t) % DEALS;
                    found[t].push_back(visit(tables, starts[at], solver, at));
                }
            });
        }
        for (std::thread& thread : threads) thread.join();
        for (std::size_t at = 0; at < DEALS; ++at) {
            Solver solver{tables, std::size_t{1} << 16};
            const Found alone = visit(tables, starts[at], solver, at);
            CHECK(alone.numbers.size() > 50);
            for (std::size_t t = 0; t < THREADS; ++t) {
                const Found& theirs = found[t][(at + DEALS - t % DEALS) % DEALS];
                CHECK(theirs == alone);
            }
        }
    }
}

}  // namespace

int main() {
    threads_share_rules_and_positions();
    return check::report();
}
