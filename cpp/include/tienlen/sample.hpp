// Worlds: positions that a view cannot tell from the true one, drawn at random.
//
// All are equally likely to be drawn: hands of the known sizes from the cards never seen, the opening card with its
// holder, no card below it in any hand, and no instant win among hands as they were dealt if one would have ended the
// hand. `Evidence` weighs them by what was done so far.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tienlen/dealing.hpp"
#include "tienlen/rng.hpp"
#include "tienlen/view.hpp"

namespace tienlen {

// Prepared once for a view; drawing allocates nothing and depends on the generator alone. The tables must outlive it.
class WorldSampler {
public:
    WorldSampler(const RuleTables& tables, const View& view) noexcept;

    // A position as the engine plays it; all that is public is as in the view. The same for every Isa.
    template <typename Isa>
    [[nodiscard]] TIENLEN_INLINE State sample(Rng& rng) const noexcept {
        State world = known_;
        fill<Isa>(rng, world);
        if (checks_deal_) {
            for (int tries = 1; !as_dealt(rng, world) && tries < MAX_DRAWS; ++tries) {
                world = known_;
                fill<Isa>(rng, world);
            }
        }
        return world;
    }
    // With the fastest Isa of this machine, chosen at each call: for those who draw few.
    [[nodiscard]] State sample(Rng& rng) const noexcept;

    // Where a hand dealt an instant win would have ended the hand, worlds are drawn until no hand was. That is one or
    // two draws for any hand that was truly dealt; a position set up by hand may allow no such world, so there is an end.
    static constexpr int MAX_DRAWS = 4096;

private:
    struct Group {
        Seat seat;
        std::uint8_t cards;
        std::uint8_t eighths;  // about what share of the cards left they are
    };

    template <typename Isa>
    TIENLEN_INLINE void fill(Rng& rng, State& world) const noexcept {
        CardSet left = pool_;
        for (std::size_t g = 0; g < drawn_; ++g) {
            const CardSet drawn = random_subset<Isa>(left, groups_[g].cards, groups_[g].eighths, rng);
            left -= drawn;
            world.hands[groups_[g].seat] |= drawn;
        }
        if (takes_rest_) world.hands[groups_[drawn_].seat] |= left;
    }
    // Chooses the spare card where that is hidden too, and checks that the deal did not end the hand.
    [[nodiscard]] bool as_dealt(Rng& rng, State& world) const noexcept;

    const RuleTables* tables_;
    State known_;
    CardSet pool_;  // cards that may be in the hands of others
    std::array<Group, MAX_PLAYERS> groups_{};
    std::array<CardSet, MAX_PLAYERS> played_by_{};
    std::size_t drawn_ = 0;    // groups to draw …
    bool takes_rest_ = false;  // … and one more that takes what they leave, when no card stays undealt
    bool checks_deal_ = false;
    bool no_instant_win_ = false;
    Seat own_ = NO_SEAT;
    Card opened_with_ = NO_CARD;
    Seat spare_seat_ = NO_SEAT;  // who got a spare card that the view does not know
};

// For a single world.
[[nodiscard]] State sample_world(const RuleTables& tables, const View& view, Rng& rng) noexcept;

// How much less likely a hand is by something its holder did, in 65536ths; 65536 says nothing.
struct Leanings {
    static constexpr std::uint32_t ONE = 1U << 16;
    std::uint32_t pass_cheap = ONE * 3 / 10;   // passed, though a whole group of the table's size beats it, no 2s
    std::uint32_t pass_any = ONE * 7 / 10;     // passed, though some play of the same shape beats it, no 2s
    std::uint32_t broke_group = ONE * 5 / 10;  // played a single or pair out of a larger group
    std::uint32_t skipped = ONE * 5 / 10;      // beat a single or pair, though a lower whole group would have done
};

// What the plies tell about hands, as factors; see `weight`. Deterministic, integers only.
class Evidence {
public:
    Evidence() = default;
    // Only the deeds of other seats count, and only those whose cards are still hidden.
    Evidence(const View& view, std::span<const PublicPly> plies, const Leanings& leanings = {});

    [[nodiscard]] bool empty() const noexcept { return deeds_.empty(); }
    // 1 … 2^32: the product of the factors of all deeds, each looked at with the hand as it was then: what the world
    // says the seat holds now and what it has played since.
    [[nodiscard]] std::uint64_t weight(const State& world) const noexcept;
    static constexpr std::uint64_t FULL_WEIGHT = std::uint64_t{1} << 32;

private:
    struct Deed {
        PublicPly ply;
        CardSet since;  // played by the seat from this ply on
    };
    std::vector<Deed> deeds_;
    Leanings leanings_;
};

// One of `candidates` uniform worlds, drawn in proportion to their weights. More candidates come closer to the
// distribution that the weights describe; one is uniform.
[[nodiscard]] State sample_weighted(const WorldSampler& sampler, const Evidence& evidence, int candidates,
                                    Rng& rng) noexcept;

}  // namespace tienlen
