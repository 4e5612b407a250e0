// The inner loop of playouts: plays one hand to its end by uniformly random legal plays.
//
// It follows the same rules as state.cpp, a trick at a time instead of a ply at a time:
//
//   * Two thirds of all plies answer a single. Such a trick asks only seats that hold a higher card; the others will
//     pass, and are benched as the turn goes past them.
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
        between_ = &turn::BETWEEN[state.players];
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
        for (;;) {
            const bool going = table_.kind() == Kind::Single ? answer_singles() : answer_table();
            if (!going) break;
        }
        count_passes(benched_ & static_cast<SeatSet>(~counted_));
        counted_ = 0;
        if (!over_) clear_trick();
    }

    // Any table, a ply at a time, while its kind stays the same. True if the trick goes on with another kind of play.
    TIENLEN_NOINLINE bool answer_table() noexcept {
        const Kind kind = table_.kind();
        for (;;) {
            const bool asks_benched = AsksBenched && tables_.asks_benched(table_.play_class());
            const SeatSet may_answer = asks_benched ? in_play_ : active();
            const Seat next = next_of(seat_, may_answer | seat_bit(owner_));
            if (next == owner_) return false;
            seat_ = next;
            Demand demand{led_bomb_ ? 0 : tables_.chops(table_.play_class()) & may_chop_[seat_], true, false};
            if (AsksBenched && (benched_ & seat_bit(seat_)) != 0) {
                demand = {demand.chops & play_class::BOMBS, table_.is_bomb(), true};
            }
            if (!answer(demand)) {
                if (AsksBenched && demand.benched) count_passes(seat_bit(seat_));  // asked, and passing, once more
                benched_ |= seat_bit(seat_);
            } else if (over_) {
                return false;
            } else if (table_.kind() != kind) {
                return true;
            }
        }
    }

    // The seat asked plays or passes. True if it plays.
    TIENLEN_INLINE bool answer(Demand demand) noexcept {
        const Mask hand = hands_[seat_];
        if (demand.chops != 0) {
            // It may have lost what it could chop with since this was last looked at.
            may_chop_[seat_] = possible_classes(hand, tables_.choppers());
            demand.chops &= may_chop_[seat_];
        }
        Digits digits{rng_.next()};
        const Play play = Picker<Isa>::answer(tables_, hand, table_, demand, digits);
        if (play.is_pass()) return false;
        count_play(play, is_ordinary(play, table_));
        put_down(play);
        return true;
    }

    // A single: jumps from one seat that can do something to the next. True if the trick goes on otherwise, with a chop on
    // the table or a 2 about which benched seats are asked.
    //
    // The single is kept as the bit of its card: a hand holds a higher card if it is the larger number.
    TIENLEN_INLINE bool answer_singles() noexcept {
        Mask top = table_.cards().mask();
        SeatSet chop_seats = seats_that_chop(top);
        std::uint64_t singles = 0;
        bool going = false;
        for (;;) {
            if (AsksBenched && top >= FIRST_TWO && tables_.asks_benched(play_class::SINGLE_2)) {
                set_single(top);
                going = answer_table();
                break;
            }
            const SeatSet others = active() & static_cast<SeatSet>(~seat_bit(owner_));
            const SeatSet candidates = others & (seats_above(top) | chop_seats);
            if (candidates == 0) {
                benched_ |= others;
                break;
            }
            const Seat next = next_of(seat_, candidates);
            benched_ |= static_cast<SeatSet>((*between_)[seat_][next] & others);
            seat_ = next;
            if ((chop_seats & seat_bit(next)) != 0) {
                set_single(top);
                if (!answer({tables_.chops(table_.play_class()) & may_chop_[next], true, false})) {
                    benched_ |= seat_bit(next);
                } else if (over_) {
                    break;
                } else if (table_.kind() != Kind::Single) {
                    going = true;
                    break;
                } else {
                    top = table_.cards().mask();
                }
                chop_seats = seats_that_chop(top);
                continue;
            }
            const Mask hand = hands_[next], higher = hand & ~(2 * top - 1);
            const auto count = static_cast<unsigned>(Isa::popcount(higher));
            const auto k = static_cast<unsigned>(rng_.below(count + 1));
            if (k == count) {
                benched_ |= seat_bit(next);
                continue;
            }
            const Mask card = Isa::select_bit(higher, static_cast<int>(k));
            hands_[next] = hand ^ card;
            owner_ = next;
            ++singles;
            if (top < FIRST_TWO && card >= FIRST_TWO) chop_seats = seats_that_chop(card);
            top = card;
            if (hand == card && go_out(next)) break;
        }
        counts_.plays[static_cast<std::size_t>(Kind::Single)] += singles;
        return going;
    }

    static constexpr Mask FIRST_TWO = Mask{1} << (SUITS * TWO);

    TIENLEN_INLINE void set_single(Mask card) noexcept { table_ = Play{Kind::Single, 1, CardSet{card}}; }

    // Seats that hold a card above this one, which none of them holds.
    [[nodiscard]] TIENLEN_INLINE SeatSet seats_above(Mask card) const noexcept {
        return static_cast<SeatSet>(larger_ones(hands_, card));
    }

    // Seats whose hands may hold a chop of this single.
    [[nodiscard]] TIENLEN_INLINE SeatSet seats_that_chop(Mask single) const noexcept {
        const ClassSet chops = tables_.chops(single >= FIRST_TWO ? play_class::SINGLE_2 : play_class::SINGLE);
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
    const std::array<std::array<SeatSet, MAX_PLAYERS>, MAX_PLAYERS>* between_ = nullptr;

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
