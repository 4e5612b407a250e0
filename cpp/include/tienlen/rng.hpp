// The generator behind every seeded result: SplitMix64 (Steele, Lea and Flood, 2014), a counter with a finaliser.
//
// Chosen because its state is one word (a batch of hands carries eight bytes each), its draws do not wait for each
// other, any number of independent streams is one mix away, and twenty lines of any language repeat it exactly.
#pragma once

#include <cstdint>

#include "tienlen/bits.hpp"

namespace tienlen {

class Rng {
public:
    // Stream `stream` of seed `seed`; hand i of a run is stream i.
    constexpr explicit Rng(std::uint64_t seed, std::uint64_t stream = 0) noexcept
        : state_(mix(mix(seed + GOLDEN) + stream)) {}

    [[nodiscard]] static constexpr Rng from_state(std::uint64_t state) noexcept {
        Rng rng{0};
        rng.state_ = state;
        return rng;
    }
    [[nodiscard]] constexpr std::uint64_t state() const noexcept { return state_; }

    constexpr TIENLEN_INLINE std::uint64_t next() noexcept {
        state_ += GOLDEN;
        return mix(state_);
    }

    // 0 … n-1, by the high half of a product: one draw always, bias below n / 2^64.
    constexpr TIENLEN_INLINE std::uint64_t below(std::uint64_t n) noexcept { return multiply_wide(next(), n).high; }

    [[nodiscard]] static constexpr TIENLEN_INLINE std::uint64_t mix(std::uint64_t z) noexcept {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

private:
    static constexpr std::uint64_t GOLDEN = 0x9E3779B97F4A7C15;
    std::uint64_t state_;
};

}  // namespace tienlen
