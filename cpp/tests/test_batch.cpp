// Batches: the step without branches against apply(), the fast lists against list_legal(), threads against none.
#include <algorithm>
#include <memory>
#include <vector>

#include "check.hpp"
#include "tienlen/batch.hpp"
#include "tienlen/count_kernel.hpp"
#include "tienlen/cpu.hpp"
#include "tienlen/legal_kernel.hpp"
#include "tienlen/step_kernel.hpp"

namespace {

using namespace tienlen;

// Chop tables and options at random; some houses have none, some let nearly everything chop.
Rules random_rules(Rng& rng) {
    Rules rules;
    const auto flip = [&rng] { return rng.below(2) == 1; };
    const std::uint64_t density = rng.below(4);
    for (ClassSet& chops : rules.chops) {
        for (std::uint64_t k = 0; k < density; ++k)
            chops |= play_class::bit(static_cast<PlayClass>(rng.below(play_class::COUNT)));
        if (density != 0 && flip()) chops |= play_class::BOMBS;
    }
    rules.twos_in_sequences = flip();
    rules.led_bombs = flip();
    rules.leader_may_pass = flip();
    rules.benched_may_chop = static_cast<BenchedMayChop>(rng.below(3));
    rules.instant_wins = static_cast<std::uint8_t>(rng.below(16));
    rules.hand_size = static_cast<int>(8 + rng.below(6));
    return rules;
}

template <typename Isa>
void compare_kernels(const RuleTables& tables, int players, Rng rng) {
    std::vector<Mask> fast_list(4096);
    for (int hand = 0; hand < 60; ++hand) {
        State state = deal(tables, players, rng);
        while (!state.over) {
            const std::vector<Mask> expected = legal_masks(tables, state);
            Mask* const end = legal::list<Isa>(tables, state, fast_list.data());
            const auto count = static_cast<std::size_t>(end - fast_list.data());
            if (!CHECK(count == expected.size() && std::equal(expected.begin(), expected.end(), fast_list.begin())))
                return;
            CHECK_EQ(legal::count<Isa>(tables, state), expected.size());
            const Mask mask = expected[rng.below(expected.size())];
            CHECK(legal::legal_play<Isa>(mask) == play_of(mask));
            State other = state, plain = state;
            apply(tables, state, play_of(mask));
            legal::advance<Isa>(tables, other, mask);
            if (!CHECK(other == state)) return;
            if (!legal::are_plain(tables.rules())) continue;
            legal::advance<Isa, true>(tables, plain, mask);
            if (!CHECK(plain == state)) return;
        }
    }
}

#if TIENLEN_X86_64
TIENLEN_TARGET_BMI2 void compare_bmi2(const RuleTables& tables, int players, Rng rng) {
    compare_kernels<Bmi2>(tables, players, rng);
}
#endif

void test_kernels() {
    Rng rng{1};
    for (int house = 0; house < 150; ++house) {
        const RuleTables tables{random_rules(rng)};
        const int players = 2 + house % 3;
        compare_kernels<Portable>(tables, players, rng);
#if TIENLEN_X86_64
        if (detected_cpu() == Cpu::Bmi2) compare_bmi2(tables, players, rng);
#endif
    }
}

// Steps of all kinds on one thread and on several: the same bytes. Under ThreadSanitizer this is the test for races.
void test_threads() {
    Rules rules;
    rules.chops[play_class::SINGLE_2] = play_class::BOMBS;
    rules.instant_wins = 15;
    const auto tables = std::make_shared<const RuleTables>(rules);
    constexpr std::size_t HANDS = 20'000;
    for (const Autoreset autoreset : {Autoreset::Disabled, Autoreset::NextStep, Autoreset::SameStep}) {
        BatchSetup setup;
        setup.seed = 7;
        setup.autoreset = autoreset;
        Batch alone{tables, HANDS, setup};
        setup.threads = 4;
        Batch threaded{tables, HANDS, setup};
        std::vector<std::int64_t> indices(HANDS);
        std::vector<std::uint8_t> seen(HANDS * OBSERVATION_SIZE), seen_threaded(seen.size());
        Rng rng{3};
        for (int step = 0; step < 24; ++step) {
            CHECK_EQ(alone.play_random(), threaded.play_random());
            alone.list();
            threaded.list();
            CHECK_EQ(alone.list_size(), threaded.list_size());
            CHECK(std::equal(alone.offsets(), alone.offsets() + HANDS + 1, threaded.offsets()));
            CHECK(std::equal(alone.masks().data(), alone.masks().data() + alone.list_size(), threaded.masks().data()));
            for (std::size_t i = 0; i < HANDS; ++i) {
                const std::int64_t count = alone.offsets()[i + 1] - alone.offsets()[i];
                indices[i] =
                    static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(std::max<std::int64_t>(count, 1))));
            }
            CHECK(!alone.choose_indices(indices.data(), IndexFrom::Hand));
            CHECK(!threaded.choose_indices(indices.data(), IndexFrom::Hand));
            CHECK_EQ(alone.play_chosen(true), threaded.play_chosen(true));
            std::vector<Mask> plays(HANDS);
            for (std::size_t i = 0; i < HANDS; ++i) {
                const auto begin = static_cast<std::size_t>(alone.offsets()[i]);
                if (alone.offsets()[i + 1] != alone.offsets()[i]) plays[i] = alone.masks().data()[begin];
            }
            CHECK(!alone.choose_plays(plays.data()));
            CHECK(!threaded.choose_plays(plays.data()));
            CHECK_EQ(alone.play_chosen(), threaded.play_chosen());
            alone.observe(nullptr, seen.data());
            threaded.observe(nullptr, seen_threaded.data());
            CHECK(seen == seen_threaded);
        }
        const std::string bytes = alone.to_bytes();
        CHECK(bytes == threaded.to_bytes());
        CHECK(Batch::from_bytes(tables, bytes, 4).to_bytes() == bytes);
    }
}

}  // namespace

int main() {
    test_kernels();
    test_threads();
    return check::report();
}
