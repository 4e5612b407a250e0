// Bits, cards and sets of cards.
#include <bit>
#include <vector>

#include "check.hpp"
#include "support.hpp"
#include "tienlen/cpu.hpp"

using namespace support;

namespace {

void test_layout() {
    CHECK_EQ(int{card("3s")}, 0);
    CHECK_EQ(int{card("2h")}, 51);
    CHECK_EQ(rank_of(card("Th")), 7);
    CHECK_EQ(suit_of(card("Th")), 3);
    CHECK_EQ(std::popcount(ALL_CARDS), 52);
    CHECK(CardSet{TWOS} == cards("2s 2c 2d 2h"));
    CHECK_EQ(above(51), Mask{0});
    CHECK_EQ(above(0), ALL_CARDS - 1);
    static_assert(rank_of(51) == TWO && suit_of(50) == 2);
}

void test_algebra() {
    const CardSet a = cards("3s 5d 2h"), b = cards("5d 6c");
    CHECK((a | b) == cards("3s 5d 6c 2h"));
    CHECK((a & b) == cards("5d"));
    CHECK((a ^ b) == cards("3s 6c 2h"));
    CHECK((a - b) == cards("3s 2h"));
    CHECK_EQ((~a).size(), 49);
    CHECK((~CardSet{}).mask() == ALL_CARDS);
    CHECK(a.contains(a & b) && !a.contains(b) && a.contains(CardSet{}));
    CHECK(a.meets(b) && !a.meets(cards("6c")));
    CHECK_EQ(int{a.lowest()}, 0);
    CHECK_EQ(int{a.highest()}, 51);
    CHECK_EQ(a.suits(2), 4U);
    std::vector<Card> walked;
    for (const Card c : a) walked.push_back(c);
    CHECK(walked == (std::vector<Card>{0, 10, 51}));
}

template <typename Isa>
void check_select(Mask mask) {
    int k = 0;
    for (const Card c : CardSet{mask}) {
        if (!CHECK_EQ(Isa::select(mask, k), int{c})) return;
        ++k;
    }
    CHECK_EQ(Isa::popcount(mask), k);
}

void test_bits() {
    Rng rng{1};
    for (int i = 0; i < 2000; ++i) {
        const Mask mask = rng.next() & (i % 2 == 0 ? ~Mask{0} : rng.next() & rng.next());
        check_select<Portable>(mask);
#if TIENLEN_X86_64
        if (detected_cpu() == Cpu::Bmi2) check_select<Bmi2>(mask);
#endif
    }
    check_select<Portable>(~Mask{0});
    check_select<Portable>(Mask{1} << 63);
}

void test_multiply_wide() {
    // 0xFFFFFFFFFFFFFFFF squared is 2^128 - 2^65 + 1.
    constexpr Wide square = multiply_wide(~std::uint64_t{0}, ~std::uint64_t{0});
    static_assert(square.high == ~std::uint64_t{0} - 1 && square.low == 1);
    Rng rng{2};
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t a = rng.next(), b = rng.next();
        const Wide wide = multiply_wide(a, b);
        // Schoolbook, by halves, with the carries made explicit.
        const std::uint64_t al = a & 0xFFFFFFFF, ah = a >> 32, bl = b & 0xFFFFFFFF, bh = b >> 32;
        const std::uint64_t low = al * bl, m1 = ah * bl, m2 = al * bh;
        const std::uint64_t middle = (low >> 32) + (m1 & 0xFFFFFFFF) + (m2 & 0xFFFFFFFF);
        CHECK_EQ(wide.low, a * b);
        CHECK_EQ(wide.high, ah * bh + (m1 >> 32) + (m2 >> 32) + (middle >> 32));
    }
}

}  // namespace

int main() {
    test_layout();
    test_algebra();
    test_bits();
    test_multiply_wide();
    return check::report();
}
