// Leads: every combination in a hand, in ascending order.
#include "tienlen/group_list.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/play.hpp"
#include "tienlen/rank_sets.hpp"
#include "tienlen/rank_tables.hpp"

namespace tienlen {

namespace {

constexpr std::size_t STEP = 4;  // plays are written in steps, up to three of them too many (LIST_SLACK)

// Copies `count` plays, each with the bits of `change` flipped. The first step is taken without asking.
TIENLEN_INLINE Mask* copy_changed(const Mask* from, std::size_t count, Mask change, Mask* to) noexcept {
    std::size_t i = 0;
    do {
        copy_four_changed(from + i, change, to + i);
        i += STEP;
    } while (i < count);
    return to + count;
}

// Appends `count` choices within a rank.
TIENLEN_INLINE Mask* write_groups(const Mask* groups, std::size_t count, int shift, Mask* out) noexcept {
    std::size_t i = 0;
    do {
        for (std::size_t k = 0; k < STEP; ++k) out[i + k] = groups[i + k] << shift;
        i += STEP;
    } while (i < count);
    return out + count;
}

[[nodiscard]] TIENLEN_INLINE Mask lowest(Mask cards) noexcept { return cards & (~cards + 1); }

// Runs with a top at one rank, in the output: all that longer runs need to know of them.
//
// Runs are built from the bottom up. Those with top cards c (rank r) and b (rank r-1) are c|b|x for every x that is a
// run of one or more ranks from r-2 down, so they form blocks of one length, and any block is another one with two
// cards exchanged. Likewise for double sequences, with pairs in the place of cards.
struct Runs {
    const Mask* block;       // the first block, whose plays hold `prefix`; anywhere in the output while length is 0
    std::size_t length = 0;  // of a block; 0: no run of three ranks ends here
    Mask prefix = 0;
};

// Appends the sequences topped by `top`: `seconds` and `thirds` are the cards of the two ranks below, `below` the
// sequences that end one rank down, and becomes those that end here.
TIENLEN_INLINE Mask* extend_sequences(Mask top, Mask seconds, Mask thirds, Runs& below, Mask* out) noexcept {
    const Mask second = lowest(seconds);
    Mask* const first = out;
    for (; thirds != 0; thirds &= thirds - 1) {
        const Mask play = top | second | lowest(thirds);
        *out++ = play;
        // below.prefix holds a card of the second rank and one of the third: exchange both.
        out = copy_changed(below.block, below.length, below.prefix ^ play, out);
    }
    below = {first, static_cast<std::size_t>(out - first), top | second};
    for (seconds ^= second; seconds != 0; seconds &= seconds - 1) {
        out = copy_changed(first, below.length, second ^ lowest(seconds), out);
    }
    return out;
}

// The same for double sequences topped by the pair `top`, with choices of pairs; these are rare.
Mask* extend_doubles(Mask top, Mask hand, int shift, const Runs& below, Runs& here, Mask* out) noexcept {
    const auto& seconds = rank_tables::PAIRS_OF[hand >> (shift - SUITS) & 0xF];
    const auto& thirds = rank_tables::PAIRS_OF[hand >> (shift - 2 * SUITS) & 0xF];
    const Mask second = Mask{seconds.suits[0]} << (shift - SUITS);
    Mask* const first = out;
    for (unsigned k = 0; k < thirds.count; ++k) {
        const Mask play = top | second | Mask{thirds.suits[k]} << (shift - 2 * SUITS);
        *out++ = play;
        out = copy_changed(below.block, below.length, below.prefix ^ play, out);
    }
    here = {first, static_cast<std::size_t>(out - first), top | second};
    for (unsigned j = 1; j < seconds.count; ++j) {
        out = copy_changed(first, here.length, second ^ Mask{seconds.suits[j]} << (shift - SUITS), out);
    }
    return out;
}

// All plays whose highest rank is this one, at which a run of three or more ends. A rank's subsets in ascending order are
// numbered in binary by its cards: 1, 2 and 4 and 8 are the single cards, and those between are the groups with the card
// before as their highest.
template <bool HasDoubles>
TIENLEN_INLINE Mask* list_top_rank(Mask cards, int shift, Runs& sequences, Runs& doubles, Mask* end) noexcept {
    Mask tops = cards & Mask{0xF} << shift;
    const Mask first_top = lowest(tops);
    *end++ = first_top;
    const Mask* const first = end;
    end = extend_sequences(first_top, cards & Mask{0xF} << (shift - SUITS), cards & Mask{0xF} << (shift - 2 * SUITS),
                           sequences, end);
    tops ^= first_top;
    Runs new_doubles{first};  // NOLINT(misc-const-correctness): changed where there are doubles
    if (tops != 0) {
        const auto length = static_cast<std::size_t>(end - first);
        const auto& subsets = rank_tables::SUBSETS[cards >> shift & 0xF];
        std::size_t groups = 1;  // subsets that do not hold the current top
        for (; tops != 0; tops &= tops - 1) {
            const Mask top = lowest(tops);
            *end++ = top;
            end = copy_changed(first, length, first_top ^ top, end);
            if constexpr (HasDoubles) {
                for (std::size_t i = groups + 1; i <= 2 * groups; ++i) {
                    const Mask chosen = subsets.masks[i] << shift;
                    *end++ = chosen;
                    if (Portable::popcount(subsets.masks[i]) == 2) {
                        end = extend_doubles(chosen, cards, shift, doubles, new_doubles, end);
                    }
                }
            } else {
                end = write_groups(&subsets.masks[groups + 1], groups, shift, end);
            }
            groups = 2 * groups + 1;
        }
    }
    doubles = new_doubles;
    return end;
}

// Stretch by stretch, as asking each rank whether a run ends there would be a guess each time. `double_tops` are among
// `sequence_tops`.
template <bool HasDoubles>
TIENLEN_INLINE Mask* list_leads(Mask cards, Mask sequence_tops, Mask double_tops, Mask* end) noexcept {
    int shift = 0;  // of the lowest rank that is not listed yet
    while (sequence_tops != 0) {
        const int next = std::countr_zero(sequence_tops);
        end = list_groups(cards & ((Mask{1} << next) - 1), shift, next, end);
        Runs sequences{end}, doubles{end};  // that end at the rank below
        for (shift = next; (sequence_tops >> shift & 1) != 0; shift += SUITS) {
            if (HasDoubles && (double_tops >> shift & 1) != 0) {
                end = list_top_rank<true>(cards, shift, sequences, doubles, end);
            } else {
                end = list_top_rank<false>(cards, shift, sequences, doubles, end);
            }
        }
        sequence_tops &= ~Mask{0} << shift;
    }
    return list_groups(cards, shift, CARDS, end);
}

// Runs of three ranks or more, of what each rank offers.
[[nodiscard]] std::uint64_t count_runs(Mask cards, const std::array<rank_tables::Choices, 16>& offers) noexcept {
    // Runs of one or more ranks that end at the last rank, and at the one before it.
    std::uint64_t before = 0, two_before = 0, width = 0, count = 0;
    for (int shift = 0; shift < CARDS; shift += SUITS) {
        const std::uint64_t here = offers[cards >> shift & 0xF].count;
        count += here * width * two_before;
        two_before = before;
        before = here * (1 + before);
        width = here;
    }
    return count;
}

}  // namespace

std::size_t list_leads(CardSet hand, bool twos_in_sequences, Mask* const out) noexcept {
    const Mask cards = hand.mask(), low_cards = cards & ~TWOS;
    const Mask sequence_tops = run_ends(ranks_present(twos_in_sequences ? cards : low_cards), MIN_RUN);
    const Mask double_tops = run_ends(ranks_with(low_cards, 2), MIN_RUN);
    const Mask* const end = double_tops == 0 ? list_leads<false>(cards, sequence_tops, double_tops, out)
                                             : list_leads<true>(cards, sequence_tops, double_tops, out);
    return static_cast<std::size_t>(end - out);
}

std::uint64_t count_leads(CardSet hand, bool twos_in_sequences) noexcept {
    const Mask cards = hand.mask(), low_cards = cards & ~TWOS;
    const Mask in_sequences = twos_in_sequences ? cards : low_cards;
    std::uint64_t count = 0;
    for (int byte = 0; byte < CARDS; byte += 8) count += rank_tables::SUBSETS_OF_TWO_RANKS[cards >> byte & 0xFF];
    if (run_ends(ranks_present(in_sequences), MIN_RUN) != 0) count += count_runs(in_sequences, rank_tables::CARDS_OF);
    if (run_ends(ranks_with(low_cards, 2), MIN_RUN) != 0) count += count_runs(low_cards, rank_tables::PAIRS_OF);
    return count;
}

}  // namespace tienlen
