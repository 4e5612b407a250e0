// The arena deal by deal: what it counts, and that threads, parts and order do not matter.
#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <thread>

#include "check.hpp"
#include "houses.hpp"
#include "tienlen/bots.hpp"

using namespace tienlen;

namespace {

const std::array<BotSpec, 3> BOTS{
    {{Policy::Greedy, {}, false}, {Policy::Lowest, {}, false}, {Policy::Random, {}, false}}};
constexpr std::array<std::uint8_t, 4> ENTRANTS{0, 1, 2, 2};

void threads_and_parts_do_not_matter() {
    const RuleTables tables{houses::rules("southern")};
    const auto orders = seatings(ENTRANTS);
    RunControl control;
    const auto one = play_deals(tables, BOTS, orders, {4, 9, 0, 30, false}, 1, control);
    const auto three = play_deals(tables, BOTS, orders, {4, 9, 0, 30, false}, 3, control);
    const auto later = play_deals(tables, BOTS, orders, {4, 9, 20, 10, false}, 2, control);
    CHECK_EQ(one.size(), std::size_t{30});
    CHECK_EQ(later.size(), std::size_t{10});
    CHECK_EQ(control.done.load(), std::uint64_t{70 * 12});
    for (std::size_t d = 0; d < one.size(); ++d) {
        CHECK(one[d].points == three[d].points && one[d].places == three[d].places && one[d].ahead == three[d].ahead);
        if (d >= 20) CHECK(one[d].points == later[d - 20].points && one[d].ahead == later[d - 20].ahead);
    }
}

void sums_are_those_of_the_deals() {
    const RuleTables tables{houses::rules("zipi")};  // with instant wins
    const auto orders = seatings(ENTRANTS);
    RunControl control;
    const ArenaCounts sums = play_arena(tables, BOTS, ENTRANTS, {4, 9, 0, 200, false}, 2, control);
    const auto deals = play_deals(tables, BOTS, orders, {4, 9, 0, 200, false}, 2, control);
    DealCounts total;
    std::int64_t product = 0;
    for (const DealCounts& deal : deals) {
        total += deal;
        product += deal.points[0] * deal.points[2];
    }
    CHECK(sums.points == total.points && sums.places == total.places && sums.decisions == total.decisions);
    CHECK_EQ(sums.products[0][2], product);
    CHECK_EQ(sums.hands, std::int64_t{200 * 12});
}

// Every pair of seats of a hand has one ahead of the other, but for those that share the last place.
void pairs_add_up() {
    const RuleTables tables{houses::rules("southern")};
    RunControl control;
    for (const DealCounts& deal : play_deals(tables, BOTS, seatings(ENTRANTS), {4, 9, 0, 20, false}, 2, control)) {
        std::int64_t pairs = 0;
        for (const auto& row : deal.ahead) {
            for (const std::int64_t count : row) pairs += count;
        }
        CHECK_EQ(pairs, std::int64_t{12 * 6});
    }
}

void it_can_be_stopped() {
    const RuleTables tables{houses::rules("southern")};
    RunControl control;
    control.stop = true;
    CHECK(play_deals(tables, BOTS, seatings(ENTRANTS), {4, 9, 0, 20, false}, 2, control).empty());
}

// A bot that would think for years is no reason to wait: the hand that it thinks about is given up.
void thought_can_be_stopped() {
    const RuleTables tables{houses::rules("southern")};
    for (const bool open_hands : {false, true}) {
        SearchOptions forever;
        forever.iterations = std::uint64_t{1} << 40;
        const std::array<BotSpec, 1> bots{{{Policy::Rules, forever, open_hands}}};
        constexpr std::array<std::uint8_t, 4> SEATS{};
        RunControl control;
        std::thread stopper{[&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            control.stop = true;
        }};
        CHECK(play_deals(tables, bots, seatings(SEATS), {4, 9, 0, 1, false}, 2, control).empty());
        CHECK_EQ(play_arena(tables, bots, SEATS, {4, 9, 0, 1, false}, 2, control).deals, std::int64_t{0});
        stopper.join();
        CHECK_EQ(control.done.load(), std::uint64_t{0});
    }
}

void seeds_differ() {
    std::set<std::uint64_t> seen;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        for (std::uint64_t deal = 0; deal < 5; ++deal) {
            for (std::uint64_t seating = 0; seating < 5; ++seating) {
                for (std::uint64_t ply = 0; ply < 5; ++ply) seen.insert(decision_seed(seed, deal, seating, ply));
            }
        }
    }
    CHECK_EQ(seen.size(), std::size_t{625});
}

}  // namespace

int main() {
    threads_and_parts_do_not_matter();
    sums_are_those_of_the_deals();
    pairs_add_up();
    it_can_be_stopped();
    thought_can_be_stopped();
    seeds_differ();
    return check::report();
}
