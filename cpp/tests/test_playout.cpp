// Playouts: the same sums for any threads and both CPU paths, and the same statistics as playing by the book.
#include <cmath>
#include <thread>

#include "check.hpp"
#include "support.hpp"
#include "tienlen/cpu.hpp"
#include "tienlen/playout.hpp"
#include "tienlen/playout_engine.hpp"

using namespace support;

namespace {

PlayoutCounts run(const RuleTables& tables, PlayoutRun what) {
    RunControl control;
    const PlayoutCounts counts = playouts(tables, what, control);
    CHECK_EQ(control.done.load(), what.hands);
    return counts;
}

void test_threads_and_parts() {
    for (const Rules& rules : houses()) {
        const RuleTables tables{rules};
        const PlayoutCounts one = run(tables, {.players = 4, .hands = 3000, .seed = 1});
        CHECK(one == run(tables, {.players = 4, .hands = 3000, .seed = 1, .threads = 3}));
        PlayoutCounts parts = run(tables, {.players = 4, .hands = 1001, .seed = 1});
        parts += run(tables, {.players = 4, .hands = 1999, .seed = 1, .first_hand = 1001});
        CHECK(one == parts);
        CHECK(!(one == run(tables, {.players = 4, .hands = 3000, .seed = 2})));
        CHECK(run(tables, {.players = 4, .hands = 0, .seed = 1}) == PlayoutCounts{});
    }
}

void check_sums(const RuleTables& tables, const PlayoutCounts& counts, int players) {
    std::uint64_t plies = 0;
    for (const std::uint64_t n : counts.plays) plies += n;
    CHECK_EQ(plies, counts.plies);
    CHECK_EQ(counts.passes, counts.plays[0]);
    int sum = 0;
    for (int p = 0; p < players; ++p) sum += tables.points(p, players);
    std::int64_t points = 0;
    for (const std::int64_t won : counts.points) points += won;
    if (counts.instant_wins == 0) CHECK_EQ(points, static_cast<std::int64_t>(counts.hands) * sum);
    for (std::size_t s = 0; s < static_cast<std::size_t>(players); ++s) {
        std::uint64_t places = 0;
        for (const std::uint64_t n : counts.places[s]) places += n;
        CHECK(counts.instant_wins != 0 ? places <= counts.hands : places == counts.hands);
    }
}

// The inner loop of playouts, instantiated for one path.
template <typename Isa, bool AsksBenched>
PlayoutCounts engine(const RuleTables& tables, int players, int hands) {
    PlayoutCounts counts;
    for (int i = 0; i < hands; ++i) {
        Rng rng{3, static_cast<std::uint64_t>(i)};
        State state = deal<Portable>(tables, players, rng);
        PlayoutEngine<Isa, AsksBenched>{tables, rng, counts}.play(state);
        CHECK(state.over);
        for (int p = 0; p < players && !state.instant_win; ++p) {
            ++counts.places[state.place(p)][static_cast<std::size_t>(p)];
        }
    }
    return counts;
}

void test_paths() {
#if TIENLEN_X86_64
    if (detected_cpu() != Cpu::Bmi2) return;
    Rng rng{16};
    for (int i = 0; i < 8; ++i) {
        const RuleTables tables{i < 4 ? houses()[static_cast<std::size_t>(i)] : random_rules(rng)};
        if (tables.rules().benched_may_chop == BenchedMayChop::Never) {
            CHECK((engine<Portable, false>(tables, 4, 500) == engine<Bmi2, false>(tables, 4, 500)));
        } else {
            CHECK((engine<Portable, true>(tables, 4, 500) == engine<Bmi2, true>(tables, 4, 500)));
        }
    }
#endif
}

// By the book: a random play, apply(), and again. The engine goes a trick at a time and draws other numbers, so what is
// compared is the distribution: for each counter the mean of a hand, which must agree within six standard errors.
struct Sample {
    double sum = 0, squares = 0;
    int n = 0;
    void add(double x) {
        sum += x;
        squares += x * x;
        ++n;
    }
    [[nodiscard]] double mean() const { return sum / n; }
    [[nodiscard]] double error_squared() const { return (squares / n - mean() * mean()) / n; }
};
constexpr std::size_t MEASURES = 2 * KINDS + 2 * MAX_PLAYERS;
using Measured = std::array<Sample, MEASURES>;

void measure(const PlayoutCounts& hand, const State& state, Measured& into) {
    std::size_t m = 0;
    for (const std::uint64_t n : hand.plays) into[m++].add(static_cast<double>(n));
    for (const std::uint64_t n : hand.chops) into[m++].add(static_cast<double>(n));
    for (Seat s = 0; s < MAX_PLAYERS; ++s) into[m++].add(place_of(state, s));
    for (Seat s = 0; s < MAX_PLAYERS; ++s) into[m++].add(place_of(state, s) == 0 ? 1 : 0);
}

template <bool AsksBenched>
void check_by_the_book(const RuleTables& tables, const State* start, std::uint64_t seed, int hands) {
    Measured book, fast;
    for (int i = 0; i < hands; ++i) {
        Rng rng{seed, static_cast<std::uint64_t>(i)};
        const State first = start != nullptr ? *start : deal(tables, 4, rng);
        {
            State state = first;
            PlayoutCounts counts;
            while (!state.over) {
                const Play play = random_play(tables, state, rng);
                const bool ordinary =
                    state.leading() || (play.same_shape(state.table) && play.top() > state.table.top());
                ++counts.plays[static_cast<std::size_t>(play.kind())];
                if (!play.is_pass() && !ordinary) ++counts.chops[static_cast<std::size_t>(play.kind())];
                apply(tables, state, play);
            }
            measure(counts, state, book);
        }
        {
            State state = first;
            PlayoutCounts counts;
            PlayoutEngine<Portable, AsksBenched>{tables, rng, counts}.play(state);
            measure(counts, state, fast);
        }
    }
    for (std::size_t m = 0; m < MEASURES; ++m) {
        const double error = std::sqrt(book[m].error_squared() + fast[m].error_squared());
        const double difference = std::abs(book[m].mean() - fast[m].mean());
        if (!CHECK(difference <= 6 * error + 1e-12)) {
            std::cerr << "    measure " << m << ": " << book[m].mean() << " by the book, " << fast[m].mean()
                      << " here, seed " << seed << '\n';
        }
    }
}

void test_by_the_book() {
    Rng rng{17};
    for (int i = 0; i < 24; ++i) {
        const RuleTables tables{i < 4 ? houses()[static_cast<std::size_t>(i)] : random_rules(rng)};
        // From the deal, and from the middle of a hand, a trick under way or not.
        State middle = deal(tables, 4, rng);
        for (std::uint64_t left = rng.below(30); left > 0; --left) {
            State next = middle;
            apply(tables, next, random_play(tables, middle, rng));
            if (next.over) break;
            middle = next;
        }
        const State* const start = i % 2 == 0 ? nullptr : &middle;
        const std::uint64_t seed = 100 + static_cast<std::uint64_t>(i);
        if (tables.rules().benched_may_chop == BenchedMayChop::Never) {
            check_by_the_book<false>(tables, start, seed, 2500);
        } else {
            check_by_the_book<true>(tables, start, seed, 2500);
        }
    }
}

void test_sums() {
    for (const Rules& rules : houses()) {
        for (int players = 2; players <= 4; ++players) {
            const RuleTables tables{rules};
            check_sums(tables, run(tables, {.players = players, .hands = 600, .seed = 5}), players);
        }
    }
    Rules rules = southern();
    rules.instant_wins = 0xF;
    const RuleTables tables{rules};
    const PlayoutCounts counts = run(tables, {.players = 4, .hands = 3000, .seed = 5});
    check_sums(tables, counts, 4);
    CHECK(counts.instant_wins > 0);
}

void test_from_a_position() {
    const RuleTables tables{southern()};
    const State start = from_hands(tables, {cards("3s 4s"), cards("5s"), cards("6s"), cards("7s 8s")}, 4, 0);
    RunControl control;
    const PlayoutCounts counts = playouts_from(tables, start, {.players = 4, .hands = 500, .seed = 1}, control);
    CHECK_EQ(counts.hands, std::uint64_t{500});
    check_sums(tables, counts, 4);
    // A hand that is over needs no plies.
    State over = start;
    for (const Seat s : {Seat{1}, Seat{2}, Seat{3}}) fold(tables, over, s);
    CHECK(over.over);
    const PlayoutCounts none = playouts_from(tables, over, {.players = 4, .hands = 7, .seed = 1}, control);
    CHECK(none.hands == 7 && none.plies == 0 && none.places[0][0] == 7);
}

void test_stop() {
    const RuleTables tables{southern()};
    RunControl control;
    control.stop = true;
    CHECK(playouts(tables, {.players = 4, .hands = 1000, .seed = 1}, control) == PlayoutCounts{});
    // Stopped from another thread: what was finished adds up.
    RunControl stopped;
    PlayoutCounts counts;
    std::thread worker([&] {
        counts = playouts(tables, {.players = 4, .hands = ~std::uint64_t{0} >> 1, .seed = 1, .threads = 2}, stopped);
    });
    while (stopped.done.load() == 0) std::this_thread::yield();
    stopped.stop = true;
    worker.join();
    CHECK(counts.hands > 0 && counts.hands == stopped.done.load());
    check_sums(tables, counts, 4);
}

}  // namespace

int main() {
    test_threads_and_parts();
    test_sums();
    test_paths();
    test_by_the_book();
    test_from_a_position();
    test_stop();
    return check::report();
}
