// Leads: every combination in a hand, in ascending order.
#include <algorithm>
#include <array>
#include <cstring>

#include "tienlen/chop_classes.hpp"
#include "tienlen/classify.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/rank_tables.hpp"

namespace tienlen {

namespace {

// Copies `count` plays, each with the bits of `change` flipped, in steps of four: may write three words too many.
TIENLEN_INLINE void copy_changed(const Mask* from, std::size_t count, Mask change, Mask* to) noexcept {
    for (std::size_t i = 0; i < count; i += 4) {
        std::array<Mask, 4> four;
        std::memcpy(four.data(), from + i, sizeof four);
        for (Mask& mask : four) mask ^= change;
        std::memcpy(to + i, four.data(), sizeof four);
    }
}

// Runs with a top at one rank, in the output: all that longer runs need to know of it.
//
// Runs are built from the bottom up. Those with top cards c (rank r) and b (rank r-1) are c|b|x for every x that is a
// run of one or more ranks from r-2 down, so they form blocks of one length, and any block is another one with two
// cards exchanged. Likewise for double sequences, with pairs in the place of cards.
struct Runs {
    const Mask* block = nullptr;  // the first block, whose plays hold `prefix`
    std::size_t length = 0;       // of a block; 0: no run of three ranks ends here
    Mask prefix = 0;
};

// Appends the runs of three or more ranks that are topped by `top` and returns the new end. `second` and `third` are
// the choices in the two ranks below, `below` the runs that end one rank down.
template <typename Choices>
TIENLEN_INLINE Mask* extend_runs(Mask top, const Choices& second, const Choices& third, int rank, const Runs& below,
                                 Runs& here, Mask* out) noexcept {
    const Mask b0 = Mask{second.suits[0]} << (SUITS * (rank - 1));
    Mask* const first = out;
    for (unsigned k = 0; k < third.count; ++k) {
        const Mask play = top | b0 | Mask{third.suits[k]} << (SUITS * (rank - 2));
        *out++ = play;
        // below.prefix holds a choice in this `second` rank and one in the `third`: exchange both.
        copy_changed(below.block, below.length, below.prefix ^ play, out);
        out += below.length;
    }
    here = {first, static_cast<std::size_t>(out - first), top | b0};
    for (unsigned j = 1; j < second.count; ++j) {
        copy_changed(first, here.length, b0 ^ Mask{second.suits[j]} << (SUITS * (rank - 1)), out);
        out += here.length;
    }
    return out;
}

// Ranks (as nibbles' lowest bits) at which a run of three ends, given the ranks that can take part.
[[nodiscard]] constexpr Mask run_tops(Mask ranks) noexcept {
    return ranks & ranks << SUITS & ranks << (2 * SUITS);
}

}  // namespace

std::size_t list_leads(CardSet hand, bool twos_in_sequences, Mask* const out) noexcept {
    const Mask cards = hand.mask();
    const Mask low_cards = cards & ~TWOS;
    const Mask sequence_tops = run_tops(ranks_present(twos_in_sequences ? cards : low_cards));
    const Mask double_tops = run_tops(ranks_with_pairs(low_cards));
    Mask* end = out;
    Runs sequences, doubles;  // that end at the rank below

    for (Mask rest = ranks_present(cards); rest != 0; rest &= rest - 1) {
        const int shift = std::countr_zero(rest), rank = shift / SUITS;
        const auto& subsets = rank_tables::SUBSETS[cards >> shift & 0xF];
        const Mask here = rest & (~rest + 1);
        if (((sequence_tops | double_tops) & here) == 0) {
            // Nothing but groups: most ranks hold one or two cards, so four are written before anyone asks.
            for (unsigned i = 0; i < 4; ++i) end[i] = Mask{subsets.suits[i]} << shift;
            for (unsigned i = 4; i < subsets.count; ++i) end[i] = Mask{subsets.suits[i]} << shift;
            end += subsets.count;
            sequences = doubles = Runs{};
            continue;
        }
        const bool has_sequences = (sequence_tops & here) != 0, has_doubles = (double_tops & here) != 0;
        const unsigned below = static_cast<unsigned>(cards >> (shift - SUITS)) & 0xF;
        const unsigned two_below = static_cast<unsigned>(cards >> (shift - 2 * SUITS)) & 0xF;
        Runs new_sequences, new_doubles;
        const Mask* copied_sequences = nullptr;
        std::size_t all_sequences = 0;
        Mask first_top = 0;
        for (unsigned i = 0; i < subsets.count; ++i) {
            const Mask chosen = Mask{subsets.suits[i]} << shift;
            *end++ = chosen;
            if ((chosen & (chosen - 1)) == 0) {
                if (!has_sequences) continue;
                if (copied_sequences == nullptr) {
                    copied_sequences = end;
                    first_top = chosen;
                    end = extend_runs(chosen, rank_tables::CARDS_OF[below], rank_tables::CARDS_OF[two_below], rank,
                                      sequences, new_sequences, end);
                    all_sequences = static_cast<std::size_t>(end - copied_sequences);
                } else {
                    copy_changed(copied_sequences, all_sequences, first_top ^ chosen, end);
                    end += all_sequences;
                }
            } else if (has_doubles && std::popcount(subsets.suits[i]) == 2) {
                end = extend_runs(chosen, rank_tables::PAIRS_OF[below], rank_tables::PAIRS_OF[two_below], rank, doubles,
                                  new_doubles, end);
            }
        }
        sequences = new_sequences;
        doubles = new_doubles;
    }
    return static_cast<std::size_t>(end - out);
}

std::uint64_t count_leads(CardSet hand, bool twos_in_sequences) noexcept {
    const Mask cards = hand.mask();
    std::uint64_t count = 0;
    for (int byte = 0; byte < CARDS; byte += 8) count += rank_tables::SUBSETS_OF_TWO_RANKS[cards >> byte & 0xFF];
    const Mask low_cards = cards & ~TWOS;
    const Mask in_sequences = twos_in_sequences ? cards : low_cards;
    // one, two: runs of one or more ranks that end at the last rank, and at the one before it.
    if (run_tops(ranks_present(in_sequences)) != 0) {
        std::uint64_t before = 0, two_before = 0, width = 0;
        for (int shift = 0; shift < CARDS; shift += SUITS) {
            const std::uint64_t here = rank_tables::CARDS_OF[in_sequences >> shift & 0xF].count;
            count += here * width * two_before;
            two_before = before;
            before = here * (1 + before);
            width = here;
        }
    }
    if (run_tops(ranks_with_pairs(low_cards)) != 0) {
        std::uint64_t before = 0, two_before = 0, width = 0;
        for (int shift = 0; shift < CARDS; shift += SUITS) {
            const std::uint64_t here = rank_tables::PAIRS_OF[low_cards >> shift & 0xF].count;
            count += here * width * two_before;
            two_before = before;
            before = here * (1 + before);
            width = here;
        }
    }
    return count;
}

}  // namespace tienlen
