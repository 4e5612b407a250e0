// Move generation: which plays a hand holds, listed or only counted.
//
// Lists are ascending by card mask and free of duplicates by construction: a lead list walks the ranks upwards and
// emits, for each top card, everything below it in order. Counts come from products over ranks without a list.
// Listing functions write up to LIST_SLACK words past the last play, so buffers hold count + LIST_SLACK words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tienlen/answer_parts.hpp"
#include "tienlen/state.hpp"

namespace tienlen {

inline constexpr std::size_t LIST_SLACK = 16;

// --- leads: every combination in a hand ---------------------------------------------------------------------------

[[nodiscard]] std::uint64_t count_leads(CardSet hand, bool twos_in_sequences) noexcept;
// Returns how many were written.
std::size_t list_leads(CardSet hand, bool twos_in_sequences, Mask* out) noexcept;

// --- one shape: the combinations of one kind and size whose highest card is among `tops` ----------------------------

[[nodiscard]] std::uint64_t count_shape(CardSet hand, Shape shape, CardSet tops) noexcept;
std::size_t list_shape(CardSet hand, Shape shape, CardSet tops, Mask* out) noexcept;

// --- answers: everything in a hand that beats the table ------------------------------------------------------------

[[nodiscard]] std::uint64_t count_answers(const RuleTables& tables, CardSet hand, Play table, Demand demand) noexcept;
std::size_t list_answers(const RuleTables& tables, CardSet hand, Play table, Demand demand, Mask* out) noexcept;

// --- legal plays of the seat to move, the pass (0) first where it is legal; none when the hand is over ---------------

[[nodiscard]] std::uint64_t count_legal(const RuleTables& tables, const State& state) noexcept;
// Words that list_legal() may write to; more than count_legal(), as leads are listed before an owed card thins them out.
[[nodiscard]] std::size_t list_capacity(const RuleTables& tables, const State& state) noexcept;
// The same for any hand of so many cards; 0 for hands so large that they must be counted one by one.
[[nodiscard]] std::size_t list_bound(int cards) noexcept;
std::size_t list_legal(const RuleTables& tables, const State& state, Mask* out) noexcept;
[[nodiscard]] std::vector<Mask> legal_masks(const RuleTables& tables, const State& state);

// A legal mask as a play: what classify() finds, without asking whether it is legal.
[[nodiscard]] Play play_of(Mask mask) noexcept;

}  // namespace tienlen
