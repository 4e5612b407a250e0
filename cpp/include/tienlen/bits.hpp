// Bit operations: the only header that knows compilers and instruction sets.
//
// Hot kernels are templates over an `Isa` policy. `Portable` needs nothing beyond the platform's baseline
// (x86-64-v1, armv8-a); `Bmi2` uses popcnt, lzcnt, pdep and pext, and is only ever instantiated inside functions
// marked TIENLEN_TARGET_BMI2, which are only called after cpu.hpp has seen those features at run time. As the policy
// is part of every instantiation's name, the linker can never fold a BMI2 body into portable code.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(__x86_64__) || (defined(_M_X64) && !defined(_M_ARM64EC))
#include <emmintrin.h>
#endif
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define TIENLEN_INLINE __forceinline
#define TIENLEN_NOINLINE __declspec(noinline)
#define TIENLEN_INLINE_LAMBDA
#else
#define TIENLEN_INLINE inline __attribute__((always_inline))
#define TIENLEN_NOINLINE __attribute__((noinline))
#define TIENLEN_INLINE_LAMBDA __attribute__((always_inline))  // stands after a lambda's parameters
#endif

#if defined(__x86_64__) || (defined(_M_X64) && !defined(_M_ARM64EC))
#define TIENLEN_X86_64 1
#else
#define TIENLEN_X86_64 0
#endif

// MSVC lets any function use any intrinsic; gcc and clang want the function marked.
#if TIENLEN_X86_64 && !(defined(_MSC_VER) && !defined(__clang__))
#define TIENLEN_TARGET_BMI2 __attribute__((target("popcnt,lzcnt,bmi,bmi2")))
#else
#define TIENLEN_TARGET_BMI2
#endif

namespace tienlen {

// The high 64 bits of a 64 × 64 bit product, and both halves at once.
struct Wide {
    std::uint64_t high;
    std::uint64_t low;
};

[[nodiscard]] constexpr TIENLEN_INLINE Wide multiply_wide(std::uint64_t a, std::uint64_t b) noexcept {
#if defined(__SIZEOF_INT128__)
    __extension__ using Uint128 = unsigned __int128;
    const Uint128 product = static_cast<Uint128>(a) * b;
    return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#else
#if defined(_M_X64)
    if (!std::is_constant_evaluated()) {
        Wide wide{};
        wide.low = _umul128(a, b, &wide.high);
        return wide;
    }
#endif
    const std::uint64_t a_low = a & 0xFFFFFFFF, a_high = a >> 32, b_low = b & 0xFFFFFFFF, b_high = b >> 32;
    const std::uint64_t low = a_low * b_low, mid_1 = a_high * b_low + (low >> 32);
    const std::uint64_t mid_2 = a_low * b_high + (mid_1 & 0xFFFFFFFF);
    return {a_high * b_high + (mid_1 >> 32) + (mid_2 >> 32), a * b};
#endif
}

// Copies four words with the bits of `change` flipped, from memory that may have been written a moment ago. The words are
// loaded one by one: 8 bytes come straight out of the queue of stores, but 16 that span two recent stores have to wait
// until both have reached the cache.
TIENLEN_INLINE void copy_four_changed(const std::uint64_t* from, std::uint64_t change, std::uint64_t* to) noexcept {
#if TIENLEN_X86_64
    const __m128i flip = _mm_set1_epi64x(static_cast<long long>(change));
    const auto load = [](const std::uint64_t* word) { return _mm_load_sd(reinterpret_cast<const double*>(word)); };
    for (int i = 0; i < 4; i += 2) {
        const __m128d two = _mm_loadh_pd(load(from + i), reinterpret_cast<const double*>(from + i + 1));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i), _mm_xor_si128(_mm_castpd_si128(two), flip));
    }
#else
    const std::array<std::uint64_t, 4> words{from[0], from[1], from[2], from[3]};
    for (std::size_t i = 0; i < words.size(); ++i) to[i] = words[i] ^ change;
#endif
}

namespace bit_tables {
// Position of the k-th set bit of a byte.
consteval std::array<std::array<std::uint8_t, 8>, 256> make_select_in_byte() {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (std::size_t byte = 0; byte < 256; ++byte) {
        std::size_t k = 0;
        for (std::uint8_t bit = 0; bit < 8; ++bit) {
            if ((byte >> bit & 1) != 0) table[byte][k++] = bit;
        }
    }
    return table;
}
inline constexpr std::array<std::array<std::uint8_t, 8>, 256> SELECT_IN_BYTE = make_select_in_byte();
}  // namespace bit_tables

// What every machine of the platform can do.
struct Portable {
    [[nodiscard]] static constexpr TIENLEN_INLINE int popcount(std::uint64_t x) noexcept {
#if TIENLEN_X86_64
        // Without the popcnt instruction std::popcount is a library call; this is inlined.
        x -= (x >> 1) & 0x5555555555555555;
        x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F;
        return static_cast<int>((x * 0x0101010101010101) >> 56);
#else
        return std::popcount(x);
#endif
    }

    // Position of the k-th set bit (k = 0: the lowest); k < popcount(x).
    [[nodiscard]] static constexpr TIENLEN_INLINE int select(std::uint64_t x, int k) noexcept {
        // Prefix sums of the bytes' counts find the byte (broadword select after Vigna, 2008), a table the bit in it.
        std::uint64_t sums = x - ((x >> 1) & 0x5555555555555555);
        sums = (sums & 0x3333333333333333) + ((sums >> 2) & 0x3333333333333333);
        sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101;
        constexpr std::uint64_t EVERY_BYTE = 0x0101010101010101, HIGH_BITS = 0x8080808080808080;
        const std::uint64_t not_above = (((static_cast<std::uint64_t>(k) * EVERY_BYTE) | HIGH_BITS) - sums) & HIGH_BITS;
        const int shift = 8 * static_cast<int>(((not_above >> 7) * EVERY_BYTE) >> 56);
        const int before = static_cast<int>(((sums << 8) >> shift) & 0xFF);
        return shift + bit_tables::SELECT_IN_BYTE[(x >> shift) & 0xFF][static_cast<std::size_t>(k - before)];
    }

    // The same as a bit.
    [[nodiscard]] static constexpr TIENLEN_INLINE std::uint64_t select_bit(std::uint64_t x, int k) noexcept {
        return std::uint64_t{1} << select(x, k);
    }

    // The lowest `count` bits, a multiple of 16, as bytes of 0 and 1.
    static TIENLEN_INLINE void expand(std::uint64_t bits, int count, std::uint8_t* out) noexcept {
#if TIENLEN_X86_64
        // SSE2 is part of the baseline: each byte is laid under eight lanes, and each lane keeps its bit.
        const __m128i lanes = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201U));
        for (int i = 0; i < count; i += 16) {
            __m128i bytes = _mm_cvtsi32_si128(static_cast<int>(bits >> i & 0xFFFF));
            bytes = _mm_unpacklo_epi8(bytes, bytes);
            bytes = _mm_shufflelo_epi16(bytes, 0x50);
            bytes = _mm_unpacklo_epi32(bytes, bytes);
            const __m128i ones = _mm_min_epu8(_mm_and_si128(bytes, lanes), _mm_set1_epi8(1));
            _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), ones);
        }
#else
        // Seven bits lie seven apart after the product, one in each byte's lowest place; the eighth is put in by hand.
        for (int i = 0; i < count; i += 8) {
            const std::uint64_t byte = bits >> i & 0xFF;
            const std::uint64_t spread = ((byte & 0x7F) * 0x0002040810204081 & 0x0101010101010101) | (byte >> 7) << 56;
            std::memcpy(out + i, &spread, sizeof spread);
        }
#endif
    }
};

#if TIENLEN_X86_64
// x86-64 with popcnt, lzcnt, BMI1 and a fast BMI2. The leaves are assembly, because an intrinsic may not be named in a
// function without the target attribute, and the kernels between the entry points and the leaves are shared by all
// policies.
struct Bmi2 {
    [[nodiscard]] static TIENLEN_INLINE int popcount(std::uint64_t x) noexcept {
#if defined(_MSC_VER) && !defined(__clang__)
        return static_cast<int>(__popcnt64(x));
#else
        std::uint64_t result;
        __asm__("popcntq %1, %0" : "=r"(result) : "r"(x) : "cc");
        return static_cast<int>(result);
#endif
    }

    [[nodiscard]] static TIENLEN_INLINE std::uint64_t pdep(std::uint64_t x, std::uint64_t mask) noexcept {
#if defined(_MSC_VER) && !defined(__clang__)
        return _pdep_u64(x, mask);
#else
        std::uint64_t result;
        __asm__("pdepq %2, %1, %0" : "=r"(result) : "r"(x), "r"(mask));
        return result;
#endif
    }

    [[nodiscard]] static TIENLEN_INLINE int select(std::uint64_t x, int k) noexcept {
        return std::countr_zero(select_bit(x, k));
    }
    [[nodiscard]] static TIENLEN_INLINE std::uint64_t select_bit(std::uint64_t x, int k) noexcept {
        return pdep(std::uint64_t{1} << k, x);
    }

    // Every machine with BMI2 has SSSE3, whose byte shuffle lays a byte under eight lanes in one step.
    static TIENLEN_INLINE void expand(std::uint64_t bits, int count, std::uint8_t* out) noexcept {
        const __m128i lanes = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201U));
        const __m128i word = _mm_cvtsi64_si128(static_cast<long long>(bits));
        for (int i = 0; i < count; i += 16) {
            const std::uint64_t low = static_cast<std::uint64_t>(i / 8) * 0x0101010101010101;
            const __m128i bytes = shuffle(
                word, _mm_set_epi64x(static_cast<long long>(low + 0x0101010101010101), static_cast<long long>(low)));
            const __m128i ones = _mm_min_epu8(_mm_and_si128(bytes, lanes), _mm_set1_epi8(1));
            _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), ones);
        }
    }

private:
    [[nodiscard]] static TIENLEN_INLINE __m128i shuffle(__m128i bytes, __m128i from) noexcept {
#if defined(_MSC_VER) && !defined(__clang__)
        return _mm_shuffle_epi8(bytes, from);
#else
        __asm__("pshufb %1, %0" : "+x"(bytes) : "x"(from));
        return bytes;
#endif
    }
};
#endif

}  // namespace tienlen
