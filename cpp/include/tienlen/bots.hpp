// Bots made from what search and policies offer, and an arena of them on any number of threads.
#pragma once

#include <memory>
#include <optional>

#include "tienlen/arena.hpp"
#include "tienlen/search.hpp"

namespace tienlen {

// What a bot is: rules of thumb, or a search of each decision.
struct BotSpec {
    Policy policy = Policy::Rules;
    std::optional<SearchOptions> search{};  // with the seed of each decision
    bool open_hands = false;                // a search that sees all cards: the yardstick
};

[[nodiscard]] std::unique_ptr<Bot> make_bot(const BotSpec& spec);

// As play_arena(), with bots of its own for each thread. The sums do not depend on the number of threads, as long as no
// bot's budget is a time.
[[nodiscard]] ArenaCounts play_arena(const RuleTables& tables, std::span<const BotSpec> bots,
                                     std::span<const std::uint8_t> entrants, const ArenaRun& run, int threads,
                                     RunControl& control);

}  // namespace tienlen
