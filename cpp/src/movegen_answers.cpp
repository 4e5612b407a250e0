// Answers: what beats the table, shape by shape.
#include <algorithm>

#include "tienlen/classify.hpp"
#include "tienlen/count_kernel.hpp"
#include "tienlen/legal_kernel.hpp"
#include "tienlen/rank_tables.hpp"

namespace tienlen {

namespace {

using rank_tables::Choices;

[[nodiscard]] const Choices& choices_at(CardSet hand, int per_rank, int rank) noexcept {
    return rank_tables::OF_SIZE[static_cast<std::size_t>(per_rank)][hand.suits(rank)];
}

[[nodiscard]] std::uint64_t count_below(CardSet hand, int per_rank, int rank, int length) noexcept {
    std::uint64_t count = 1;
    for (int r = rank - length; r < rank; ++r) count *= choices_at(hand, per_rank, r).count;
    return count;
}

// Lists the ways to choose from `length` ranks below `rank`, ascending; one empty choice for length 0.
std::size_t list_below(CardSet hand, int per_rank, int rank, int length, Mask* out) noexcept {
    // Counted first, so that a rank without a choice stops the listing before it outgrows the buffer.
    if (count_below(hand, per_rank, rank, length) == 0) return 0;
    std::size_t count = 1;
    out[0] = 0;
    for (int r = rank - length; r < rank; ++r) {
        const auto& choices = choices_at(hand, per_rank, r);
        // The choice of this rank is the most significant so far; the lowest goes last, over the base it is built on.
        for (unsigned i = choices.count; i-- > 0;) {
            const Mask chosen = Mask{choices.suits[i]} << (SUITS * r);
            for (std::size_t k = 0; k < count; ++k) out[i * count + k] = out[k] | chosen;
        }
        count *= choices.count;
    }
    return count;
}

}  // namespace

std::uint64_t count_shape(CardSet hand, Shape shape, CardSet tops) noexcept {
    const auto per_rank = static_cast<std::size_t>(shape.cards_per_rank());
    const int below = shape.ranks_below_top();
    std::uint64_t count = 0;
    for (Mask rest = ranks_present((hand & tops).mask()); rest != 0; rest &= rest - 1) {
        const int rank = std::countr_zero(rest) / SUITS;
        if (rank < below) continue;
        const std::uint64_t topped = rank_tables::TOPPED[per_rank][hand.suits(rank)][tops.suits(rank)];
        if (topped != 0) count += topped * count_below(hand, static_cast<int>(per_rank), rank, below);
    }
    return count;
}

std::size_t list_shape(CardSet hand, Shape shape, CardSet tops, Mask* const out) noexcept {
    const int per_rank = shape.cards_per_rank(), below = shape.ranks_below_top();
    Mask* end = out;
    for (Mask rest = ranks_present((hand & tops).mask()); rest != 0; rest &= rest - 1) {
        const int rank = std::countr_zero(rest) / SUITS;
        if (rank < below) continue;
        const auto& choices = choices_at(hand, per_rank, rank);
        const unsigned allowed = tops.suits(rank);
        const Mask* body = nullptr;  // the ways to fill the ranks below, listed once for the rank's first top
        std::size_t bodies = 0;
        Mask body_top = 0;
        for (unsigned i = 0; i < choices.count; ++i) {
            if ((std::bit_floor(unsigned{choices.suits[i]}) & allowed) == 0) continue;
            const Mask top = Mask{choices.suits[i]} << (SUITS * rank);
            if (body == nullptr) {
                bodies = list_below(hand, per_rank, rank, below, end);
                if (bodies == 0) break;
                for (std::size_t k = 0; k < bodies; ++k) end[k] |= top;
                body = end;
                body_top = top;
            } else {
                for (std::size_t k = 0; k < bodies; ++k) end[k] = body[k] ^ body_top ^ top;
            }
            end += bodies;
        }
    }
    return static_cast<std::size_t>(end - out);
}

std::uint64_t count_answers(const RuleTables& tables, CardSet hand, Play table, Demand demand) noexcept {
    std::uint64_t count = 0;
    for_each_part(tables, table, demand, [&](Shape shape, CardSet tops) { count += count_shape(hand, shape, tops); });
    return count;
}

std::size_t list_answers(const RuleTables& tables, CardSet hand, Play table, Demand demand, Mask* out) noexcept {
    std::size_t count = 0;
    int parts = 0;
    for_each_part(tables, table, demand, [&](Shape shape, CardSet tops) {
        const std::size_t added = list_shape(hand, shape, tops, out + count);
        parts += added != 0 ? 1 : 0;
        count += added;
    });
    if (parts > 1) std::sort(out, out + count);
    return count;
}

std::uint64_t count_legal(const RuleTables& tables, const State& state) noexcept {
    return state.over ? 0 : legal::count<Portable>(tables, state);
}

std::size_t list_legal(const RuleTables& tables, const State& state, Mask* const out) noexcept {
    return state.over ? 0 : static_cast<std::size_t>(legal::list<Portable>(tables, state, out) - out);
}

std::size_t list_capacity(const RuleTables& tables, const State& state) noexcept {
    const bool leads = !state.over && state.leading();
    const std::uint64_t listed =
        leads ? count_leads(state.hand(), tables.rules().twos_in_sequences) + 1 : count_legal(tables, state);
    return static_cast<std::size_t>(listed) + LIST_SLACK;
}

std::size_t list_bound(int cards) noexcept {
    // The most legal plays in so many cards, found by going through all numbers of cards by rank: 486 in 13 cards,
    // 4,851 in 18; then the pass, and what listing may write past the end.
    constexpr int DEALT = 13, DEALT_MOST = 18;
    constexpr std::size_t BOUND = 512, BOUND_MOST = 5120;
    return cards <= DEALT ? BOUND : cards <= DEALT_MOST ? BOUND_MOST : 0;
}

std::vector<Mask> legal_masks(const RuleTables& tables, const State& state) {
    std::vector<Mask> masks(list_capacity(tables, state));
    masks.resize(list_legal(tables, state, masks.data()));
    return masks;
}

// NOLINTNEXTLINE(bugprone-unchecked-optional-access): the mask is one of a list of plays
Play play_of(Mask mask) noexcept { return mask == 0 ? PASS : *classify(CardSet{mask}); }

}  // namespace tienlen
