// What a player knows, in the form that search works from, and worlds that agree with it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tienlen/group_table.hpp"
#include "tienlen/policy.hpp"
#include "tienlen/rng.hpp"
#include "tienlen/seen.hpp"
#include "tienlen/view.hpp"

namespace tienlen {

struct Knowledge {
    Seen seen{};
    std::array<CardSet, MAX_PLAYERS> known{};  // cards that other seats are known to hold
    CardSet absent{};                          // known to lie with nobody
    std::vector<Observation> past;             // decisions of all seats since the hand began
};

// What the seat of a view knows; it must be its turn. `start` and `plies` are the past, as in ViewWithPast.
[[nodiscard]] Knowledge knowledge_of(const RuleTables& tables, const View& now, const View& start,
                                     std::span<const PublicPly> plies);
// The decisions among the plies that came after `state`, whose hands hold at least what was played.
[[nodiscard]] std::vector<Observation> observations(const RuleTables& tables, State state,
                                                    std::span<const PublicPly> plies);
// The present alone.
[[nodiscard]] Seen see(const RuleTables& tables, const View& view) noexcept;

// How surprising the past of a seat is, in sixteenths of a nat. A seat is taken to play as the model that explains its
// past best, the first of two that do so equally. Faults are what it did otherwise than the model would, in halves: to
// pass where the model plays or the other way round is a whole one, another play a half. Who has made one may make
// more: the first costs most.
struct Surprise {
    std::array<Policy, 2> models{Policy::Rules, Policy::Greedy};
    std::size_t model_count = 2;
    int first = 96;    // sixteenths for the first whole fault …
    int further = 24;  // … and for each after it

    [[nodiscard]] constexpr int of(int halves) const noexcept {
        return halves <= 2 ? first * halves / 2 : first + further * (halves - 2) / 2;
    }
    // The most halves with which it is at most `limit`, at least 0.
    [[nodiscard]] constexpr int most_within(int limit) const noexcept {
        int halves = 0;
        while (halves < 4 * CARDS && of(halves + 1) <= limit) ++halves;
        return halves;
    }
};

// Draws hands for the others. Uniform over what is possible; a chain of swaps (Metropolis) leans it towards hands with
// which the others would have done what they did.
class Belief {
public:
    Belief(const RuleTables& tables, const Knowledge& knowledge, const Surprise& surprise);

    using Hands = std::array<CardSet, MAX_PLAYERS>;

    // Uniform over hands of the right sizes.
    [[nodiscard]] Hands uniform(Rng& rng) const noexcept;
    [[nodiscard]] State world(const Hands& hands) const noexcept { return with_hands(knowledge_->seen, hands); }
    // Whether anything was seen that tells one world from another.
    [[nodiscard]] bool informed() const noexcept { return informed_; }
    // Whether all hands are known.
    [[nodiscard]] bool certain() const noexcept { return nobody_ == 0 && (hidden_ & (hidden_ - 1)) == 0; }
    // How surprising the past of a seat is if it holds this hand now.
    struct Verdict {
        int surprise = 0;
        std::uint8_t model = 0;
    };
    [[nodiscard]] Verdict judge(Seat seat, CardSet hand) const;

    // In which order the deeds of each seat are looked at, model by model: those that spoke against a hand of late come
    // first, so that most hands are refused at the first look. No verdict depends on it.
    class Order {
    public:
        explicit Order(const Belief& belief);
        [[nodiscard]] std::uint64_t work() const noexcept { return work_; }

    private:
        friend class Belief;
        std::uint64_t work_ = 0;                                                    // that the verdicts took
        std::array<std::array<std::vector<std::uint16_t>, MAX_PLAYERS>, 2> deeds_;  // [model][seat]
    };
    // If it is more than `limit`, that is all that is told.
    [[nodiscard]] Verdict judge(Seat seat, CardSet hand, int limit, Order& order) const noexcept;
    static constexpr int NO_LIMIT = 1 << 20;

    class Chain {
    public:
        Chain(const Belief& belief, Rng& rng);
        // `patience` times the surprise is taken as usual, which helps a young chain to find its way.
        void step(Rng& rng, int patience = 1) noexcept;
        [[nodiscard]] const Hands& hands() const noexcept { return hands_; }
        // The work that was done: a step takes about as long as a decision, and there are those that it looks at.
        [[nodiscard]] std::uint64_t work() const noexcept { return WORK_OF_DECISION * steps_ + order_.work(); }
        [[nodiscard]] const std::array<Verdict, MAX_PLAYERS>& verdicts() const noexcept { return verdicts_; }

    private:
        // What was found of a hand of late; late in a hand of cards the same ones are met again and again.
        struct Known {
            std::uint64_t key = 0;  // the hand, and its seat above the cards
            int surprise = 0;       // or, if model is TOO_MUCH, it is more than this
            std::uint8_t model = 0;
        };
        static constexpr std::size_t REMEMBERED = 2048;
        static constexpr std::uint8_t TOO_MUCH = 0xFF;

        [[nodiscard]] Verdict judge(Seat seat, CardSet hand, int limit) noexcept;

        const Belief* belief_;
        Order order_;
        std::vector<Known> known_ = std::vector<Known>(REMEMBERED);
        std::uint64_t steps_ = 0;
        Hands hands_;
        CardSet nobody_{};
        std::array<Verdict, MAX_PLAYERS> verdicts_{};
    };

    struct Deed {
        Observation observation;
        CardSet since;  // what the seat has played from this decision on
    };

private:
    // Half faults of the seat; more than `most` if there are more than `most`.
    [[nodiscard]] int faults(std::size_t model, Seat seat, CardSet hand, int most, Order& order) const noexcept;

    const RuleTables* tables_;
    const Knowledge* knowledge_;
    Surprise model_;
    std::array<std::vector<Deed>, MAX_PLAYERS> deeds_;
    std::array<int, MAX_PLAYERS> wanted_{};  // cards to deal to each seat, beyond those known
    CardSet pool_{};
    SeatSet hidden_ = 0;  // seats with cards to deal
    int nobody_ = 0;      // cards of the pool that are dealt to nobody
    bool informed_ = false;
};

}  // namespace tienlen
