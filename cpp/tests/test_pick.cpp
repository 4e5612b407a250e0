// Random plays: each legal play equally likely, and the same play on every CPU path.
#include <cmath>
#include <map>

#include "check.hpp"
#include "support.hpp"
#include "tienlen/cpu.hpp"
#include "tienlen/pick.hpp"
#include "tienlen/playout.hpp"

using namespace support;

namespace {

// Chi-square of the plays drawn against the uniform distribution. It has mean `free` and variance 2 · free; six standard
// deviations above the mean is a fault, not luck (and the seeds are fixed).
template <typename Isa>
bool check_uniform(const RuleTables& tables, const State& state, Rng& rng) {
    const std::vector<Mask> legal = legal_masks(tables, state);
    const int draws = 60 * static_cast<int>(legal.size());
    std::map<Mask, int> drawn;
    for (int i = 0; i < draws; ++i) {
        const Play play = Picker<Isa>::pick(tables, state, rng);
        if (!CHECK(play == play_of(play.cards().mask()))) return false;
        ++drawn[play.cards().mask()];
    }
    double chi_square = 0;
    std::size_t found = 0;
    for (const Mask mask : legal) {
        const auto at = drawn.find(mask);
        const int n = at == drawn.end() ? 0 : at->second;
        found += n > 0 ? 1 : 0;
        chi_square += (n - 60.0) * (n - 60.0) / 60.0;
    }
    const auto free = static_cast<double>(legal.size() - 1);
    return CHECK_EQ(found, drawn.size()) && CHECK(chi_square <= free + 6 * std::sqrt(2 * free) + 6);
}

// Both paths are given the same words, so they must choose the same plays.
bool check_same(const RuleTables& tables, const State& state, std::uint64_t seed) {
#if TIENLEN_X86_64
    if (detected_cpu() == Cpu::Bmi2) {
        Rng a{seed}, b{seed};
        for (int i = 0; i < 20; ++i) {
            const Play play = Picker<Portable>::pick(tables, state, a);
            if (!CHECK(play == Picker<Bmi2>::pick(tables, state, b)) || !CHECK(a.state() == b.state())) return false;
        }
    }
#endif
    Rng a{seed}, b{seed};
    return CHECK(Picker<Portable>::pick(tables, state, a) == random_play(tables, state, b));
}

// Positions along random hands, under rules of all kinds, with a uniformity test at every one.
void test_positions() {
    Rng rng{13};
    for (int hand = 0; hand < 16; ++hand) {
        Rules rules = hand < 4 ? houses()[static_cast<std::size_t>(hand)] : random_rules(rng);
        if (hand % 5 == 4) rules.hand_size = 17;
        const RuleTables tables{rules};
        State state = deal(tables, rules.hand_size == 17 ? 3 : 4, rng);
        while (!state.over) {
            if (!check_uniform<Portable>(tables, state, rng) || !check_same(tables, state, rng.next())) {
                std::cerr << "    at " << to_text(state) << '\n';
                return;
            }
            apply(tables, state, Picker<Portable>::pick(tables, state, rng));
        }
    }
}

// Hands with as many runs as a deal can have, led and with the opening card owed.
void test_dense_hands() {
    Rng rng{14};
    for (int i = 0; i < 30; ++i) {
        const Rules rules = random_rules(rng);
        const RuleTables tables{rules};
        const CardSet hand = dense_hand(rng, 13), other = CardSet::of((~hand).highest());
        const State owing = from_hands(tables, {hand, other}, 2), leading = from_hands(tables, {hand, other}, 2, 0);
        for (const State& state : {owing, leading}) {
            check_uniform<Portable>(tables, state, rng);
#if TIENLEN_X86_64
            if (detected_cpu() == Cpu::Bmi2) check_uniform<Bmi2>(tables, state, rng);
#endif
            check_same(tables, state, rng.next());
        }
    }
}

// With half of the deck and more in one hand, digits no longer carry enough bits to be exact, but every play drawn must
// still be a legal one.
void test_huge_hands() {
    Rng rng{15};
    for (int size = 20; size <= 51; ++size) {
        const RuleTables tables{random_rules(rng)};
        const CardSet hand = random_hand(rng, size), other = CardSet::of((~hand).lowest());
        const State state = from_hands(tables, {hand, other}, 2, 0);
        for (int i = 0; i < 200; ++i) {
            const Play play = Picker<Portable>::pick(tables, state, rng);
            const bool legal =
                play.is_pass() ? may_pass(tables, state) : check_cards(tables, state, play.cards()) == Reason::None;
            if (!CHECK(legal && play == play_of(play.cards().mask()))) return;
        }
    }
}

}  // namespace

int main() {
    test_positions();
    test_dense_hands();
    test_huge_hands();
    return check::report();
}
