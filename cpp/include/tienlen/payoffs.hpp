// What bots play for.
#pragma once

#include <algorithm>
#include <array>

#include "tienlen/rules.hpp"

namespace tienlen {

// By place: the points of the rules; where all places score the same (a house that counts places only), one point for
// each seat that comes behind, 3 2 1 0 for four.
[[nodiscard]] inline std::array<int, MAX_PLAYERS> payoffs(const RuleTables& tables, int players) noexcept {
    std::array<int, MAX_PLAYERS> by_place{};
    bool same = true;
    for (int p = 0; p < players; ++p) {
        by_place[static_cast<std::size_t>(p)] = tables.points(p, players);
        same = same && tables.points(p, players) == tables.points(0, players);
    }
    for (int p = 0; same && p < players; ++p) by_place[static_cast<std::size_t>(p)] = players - 1 - p;
    return by_place;
}

// The least that a place is worth, and how much more than that the best is worth, at least 1.
struct Stakes {
    int least = 0;
    int spread = 1;
};

[[nodiscard]] inline Stakes stakes(const std::array<int, MAX_PLAYERS>& by_place, int players) noexcept {
    const auto [least, most] = std::minmax_element(by_place.begin(), by_place.begin() + players);
    return {*least, std::max(*most - *least, 1)};
}

}  // namespace tienlen
