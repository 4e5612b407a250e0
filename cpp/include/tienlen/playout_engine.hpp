// The inner loop of playouts: plays one hand to its end by uniformly random legal plays.
//
// It follows the same rules as state.cpp, a trick at a time instead of a ply at a time:
//
//   * Most plies answer what nobody can chop. Then the three seats that come next are asked all at once: one random
//     word decides who of them plays, and what.
//   * Hands only shrink, so a hand without a quad or double sequence at the start never gets one. `may_chop_` keeps, for
//     each seat, the classes of chops that its hand may still hold; mostly none, and then the chop table costs nothing.
//   * Whether benched seats are ever asked is a template parameter, since it changes what a trick is.
//
// Random plays are drawn by pick.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "tienlen/chop_classes.hpp"
#include "tienlen/pick.hpp"
#include "tienlen/playout.hpp"
#include "tienlen/turn.hpp"

namespace tienlen {

template <typename Isa, bool AsksBenched>
class PlayoutEngine {
public:
    TIENLEN_INLINE PlayoutEngine(const RuleTables& tables, Rng rng, PlayoutCounts& counts) noexcept
        : tables_(tables), rng_(rng), counts_(counts) {}

    // Plays the state to its end; what lies on the table then is not kept.
    TIENLEN_INLINE void play(State& state) noexcept {
        // A card that is owed is a matter of the first plies; they go by the book.
        while (!state.over && state.opening_card != NO_CARD) step(state);
        if (state.over) return;
        load(state);
        if (!table_.is_pass()) play_trick();
        while (!over_) {
            if (lead()) play_trick();
        }
        store(state);
    }

private:
    TIENLEN_NOINLINE void step(State& state) noexcept {
        const Play play = Picker<Isa>::pick(tables_, state, rng_);
        count_play(play, true);
        apply(tables_, state, play);
    }

    TIENLEN_INLINE void load(const State& state) noexcept {
        next_ = &turn::NEXT[state.players];
        players_ = state.players;
        in_play_ = state.in_play;
        lead_passed_ = state.lead_passed;
        places_ = state.places;
        out_ = state.out;
        over_ = false;
        table_ = state.table;
        led_bomb_ = state.led_bomb;
        seat_ = state.to_move;
        if (!state.leading()) {
            // In a trick, the turn is told by the seat before: whoever was to be asked is next in line from there.
            owner_ = state.owner;
            seat_ = before(state.to_move);
            benched_ = state.benched;
            counted_ = benched_;
        }
        for (std::size_t s = 0; s < MAX_PLAYERS; ++s) {
            hands_[s] = state.hands[s].mask();
            may_chop_[s] = possible_classes(hands_[s], tables_.choppers());
            any_may_chop_ |= may_chop_[s];
        }
    }
    [[nodiscard]] TIENLEN_INLINE Seat before(Seat seat) const noexcept {
        return static_cast<Seat>((seat + players_ - 1) % players_);
    }

    TIENLEN_INLINE void store(State& state) const noexcept {
        for (std::size_t s = 0; s < MAX_PLAYERS; ++s) state.hands[s] = CardSet{hands_[s]};
        state.in_play = in_play_;
        state.places = places_;
        state.out = out_;
        state.over = true;
    }

    // --- counting ----------------------------------------------------------------------------------------------------

    [[nodiscard]] static TIENLEN_INLINE bool is_ordinary(Play play, Play table) noexcept {
        return play.same_shape(table) && play.cards().mask() > table.cards().mask();
    }
    TIENLEN_INLINE void count_play(Play play, bool ordinary) noexcept {
        const auto kind = static_cast<std::size_t>(play.kind());
        ++counts_.plays[kind];
        counts_.chops[kind] += !ordinary && !play.is_pass() ? 1 : 0;
    }
    TIENLEN_INLINE void count_passes(SeatSet seats) noexcept {
        counts_.plays[static_cast<std::size_t>(Kind::Pass)] += static_cast<std::uint64_t>(Isa::popcount(seats));
    }

    // --- turns -------------------------------------------------------------------------------------------------------

    [[nodiscard]] TIENLEN_INLINE Seat next_of(Seat seat, SeatSet seats) const noexcept { return (*next_)[seat][seats]; }
    [[nodiscard]] TIENLEN_INLINE SeatSet active() const noexcept { return in_play_ & static_cast<SeatSet>(~benched_); }

    // The seat has played its last card. True if that ends the hand.
    TIENLEN_NOINLINE bool go_out(Seat seat) noexcept {
        const auto give = [this](Seat who) {
            const int shift = 4 * out_++;
            places_ = static_cast<std::uint16_t>((places_ & ~(0xFU << shift)) | static_cast<unsigned>(who) << shift);
        };
        give(seat);
        in_play_ &= static_cast<SeatSet>(~seat_bit(seat));
        // A benched seat that went out by a chop had passed before.
        if (AsksBenched) count_passes(benched_ & static_cast<SeatSet>(~counted_) & seat_bit(seat));
        benched_ &= in_play_;
        if ((in_play_ & (in_play_ - 1)) != 0) return false;
        give(static_cast<Seat>(std::countr_zero(unsigned{in_play_})));
        over_ = true;
        return true;
    }

    TIENLEN_INLINE void clear_trick() noexcept {
        seat_ = (in_play_ & seat_bit(owner_)) != 0 ? owner_ : next_of(owner_, in_play_);
    }

    // --- leads -------------------------------------------------------------------------------------------------------

    // The seat to move leads or passes. True if there is a trick to play.
    TIENLEN_INLINE bool lead() noexcept {
        const bool or_pass = tables_.rules().leader_may_pass && (lead_passed_ & seat_bit(seat_)) == 0;
        Digits digits{rng_.next()};
        const Play play = Picker<Isa>::lead(hands_[seat_], tables_.run_cards(), or_pass, digits);
        count_play(play, true);
        if (play.is_pass()) {
            lead_passed_ |= seat_bit(seat_);
            seat_ = next_of(seat_, in_play_);
            return false;
        }
        lead_passed_ = 0;
        benched_ = 0;
        led_bomb_ = play.is_bomb() && !tables_.rules().led_bombs;
        return put_down(play);
    }

    // The seat to move plays these cards. False if that ends the hand.
    TIENLEN_INLINE bool put_down(Play play) noexcept {
        hands_[seat_] ^= play.cards().mask();
        table_ = play;
        owner_ = seat_;
        return hands_[seat_] != 0 || !go_out(seat_);
    }

    // --- tricks ------------------------------------------------------------------------------------------------------

    TIENLEN_INLINE void play_trick() noexcept {
        bool going = true;
        while (going) {
            switch (table_.kind()) {
                case Kind::Single: going = answer_singles(); break;
                case Kind::Pair: going = answer_groups<2>(); break;
                case Kind::Triple: going = answer_groups<3>(); break;
                case Kind::Sequence: going = answer_sequences(); break;
                default: going = answer_by_the_book();
            }
        }
        count_passes(benched_ & static_cast<SeatSet>(~counted_));
        counted_ = 0;
        if (!over_) clear_trick();
    }

    // The answers below take a whole circle in one step while nothing can happen but ordinary replies. Each returns true if
    // the trick goes on with another kind of play.

    // Who is asked about the table in an ordinary circle.
    [[nodiscard]] TIENLEN_INLINE SeatSet asked() const noexcept {
        return active() & static_cast<SeatSet>(~seat_bit(owner_));
    }
    // Whether one of them may chop the table, or benched seats are asked about it.
    [[nodiscard]] TIENLEN_INLINE bool needs_the_book(SeatSet asked) const noexcept {
        const PlayClass table = table_.play_class();
        if (AsksBenched && tables_.asks_benched(table)) return true;
        return !led_bomb_ && (seats_that_chop(tables_.chops(table)) & asked) != 0;
    }

    // The circle of those who come after the owner. Seats that do not exist, are out or benched are in it with an empty
    // hand, which has no answer, so that all are asked in the same way, without a branch.
    static constexpr unsigned OTHERS = MAX_PLAYERS - 1;
    [[nodiscard]] TIENLEN_INLINE unsigned seat_in_circle(unsigned i) const noexcept {
        return (owner_ + 1 + i) % MAX_PLAYERS;
    }
    [[nodiscard]] TIENLEN_INLINE Mask hand_in_circle(unsigned i, SeatSet asked) const noexcept {
        const unsigned seat = seat_in_circle(i);
        return hands_[seat] & (Mask{0} - (asked >> seat & 1U));
    }

    struct Reply {
        bool any = false;
        Mask hand = 0;
        unsigned k = 0;  // which of the answers
    };
    // One word of the generator decides who answers, and which of count(hand) answers it is; the passes go before it. If
    // there is a reply, its seat is the owner, with the cards still in its hand.
    template <typename Count>
    [[nodiscard]] Reply draw_reply(SeatSet asked, Count count) noexcept;

    bool answer_singles() noexcept;
    template <int Size>
    bool answer_groups() noexcept;
    bool answer_sequences() noexcept;
    // Any table, a ply at a time, while its kind stays the same.
    bool answer_by_the_book() noexcept;
    // The seat asked plays or passes. True if it plays.
    bool answer(Demand demand) noexcept;

    static constexpr Mask FIRST_TWO = Mask{1} << (SUITS * TWO);

    // Seats whose hands may hold one of these chops.
    [[nodiscard]] TIENLEN_INLINE SeatSet seats_that_chop(ClassSet chops) const noexcept {
        if ((chops & any_may_chop_) == 0) return 0;
        unsigned seats = 0;
        for (unsigned s = 0; s < MAX_PLAYERS; ++s) seats |= static_cast<unsigned>((may_chop_[s] & chops) != 0) << s;
        return static_cast<SeatSet>(seats);
    }

    const RuleTables& tables_;
    Rng rng_;
    PlayoutCounts& counts_;
    const std::array<std::array<Seat, 1 << MAX_PLAYERS>, MAX_PLAYERS>* next_ =
        nullptr;  // turn::NEXT of so many players

    std::array<Mask, MAX_PLAYERS> hands_{};
    std::array<ClassSet, MAX_PLAYERS> may_chop_{};
    ClassSet any_may_chop_ = 0;  // all of may_chop_ at the start
    Play table_{};
    std::uint16_t places_ = 0;
    std::uint8_t players_ = 0;
    std::uint8_t out_ = 0;
    SeatSet in_play_ = 0;
    SeatSet benched_ = 0;
    SeatSet counted_ = 0;  // benched before the playout began: their passes are not its own
    SeatSet lead_passed_ = 0;
    Seat seat_ = 0;   // to move; in a trick, the last to have played or passed
    Seat owner_ = 0;  // of the table
    bool led_bomb_ = false;
    bool over_ = false;
};

}  // namespace tienlen

#include "tienlen/playout_answers.hpp"
