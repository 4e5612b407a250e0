// How the engine of playouts answers a table: the second half of playout_engine.hpp, which includes it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tienlen {

template <typename Isa, bool AsksBenched>
template <typename Count>
TIENLEN_INLINE auto PlayoutEngine<Isa, AsksBenched>::draw_reply(SeatSet asked, Count count) noexcept -> Reply {
    Digits digits{rng_.next()};
    std::array<Mask, OTHERS> hands;
    std::array<unsigned, OTHERS> choices;
    unsigned playing = 0;
    for (unsigned i = 0; i < OTHERS; ++i) {
        hands[i] = hand_in_circle(i, asked);
        const unsigned answers = count(hands[i]);
        choices[i] = static_cast<unsigned>(digits.below(answers + 1));
        playing |= static_cast<unsigned>(choices[i] < answers) << i;
    }
    if (playing == 0) {
        benched_ |= asked;
        return {};
    }
    const auto i = static_cast<unsigned>(std::countr_zero(playing));
    const unsigned passing = ((1U << i) - 1) * 0x11 << (owner_ + 1) >> MAX_PLAYERS;  // i seats from the owner on
    benched_ |= static_cast<SeatSet>(passing & asked);
    seat_ = owner_ = static_cast<Seat>(seat_in_circle(i));
    const auto chosen = [i](const auto& of) TIENLEN_INLINE_LAMBDA { return i == 0 ? of[0] : i == 1 ? of[1] : of[2]; };
    return {true, chosen(hands), chosen(choices)};
}

// The single is kept as the bit of its card: what is higher in a hand is one AND.
template <typename Isa, bool AsksBenched>
TIENLEN_INLINE bool PlayoutEngine<Isa, AsksBenched>::answer_singles() noexcept {
    Mask top = table_.cards().mask();
    std::uint64_t singles = 0;
    bool going = false;
    for (;;) {
        const SeatSet asked = this->asked();
        const PlayClass table = top >= FIRST_TWO ? play_class::SINGLE_2 : play_class::SINGLE;
        if ((AsksBenched && tables_.asks_benched(table)) || (seats_that_chop(tables_.chops(table)) & asked) != 0) {
            table_ = Play{Kind::Single, 1, CardSet{top}};
            going = answer_by_the_book();
            break;
        }
        const Mask above = ~(2 * top - 1);
        const Reply reply = draw_reply(asked, [above](Mask hand) TIENLEN_INLINE_LAMBDA {
            return static_cast<unsigned>(Isa::popcount(hand & above));
        });
        if (!reply.any) break;
        top = Isa::select_bit(reply.hand & above, static_cast<int>(reply.k));
        hands_[owner_] ^= top;
        ++singles;
        if (reply.hand == top && go_out(owner_)) break;
    }
    counts_.plays[static_cast<std::size_t>(Kind::Single)] += singles;
    return going;
}

template <typename Isa, bool AsksBenched>
template <int Size>
TIENLEN_NOINLINE bool PlayoutEngine<Isa, AsksBenched>::answer_groups() noexcept {
    for (;;) {
        const SeatSet asked = this->asked();
        if (needs_the_book(asked)) return answer_by_the_book();
        const Mask above = ordinary_tops(tables_, table_).mask();
        const Reply reply = draw_reply(
            asked, [above](Mask hand) TIENLEN_INLINE_LAMBDA { return Groups<Isa>{hand, above}.count(Size); });
        if (!reply.any) return false;
        const Play play = Groups<Isa>{reply.hand, above}.select(Size, reply.k);
        count_play(play, true);
        if (!put_down(play)) return false;
    }
}

// Most hands have no answer to a sequence, which is told without counting; so each that may have one has a word of its
// own.
template <typename Isa, bool AsksBenched>
TIENLEN_NOINLINE bool PlayoutEngine<Isa, AsksBenched>::answer_sequences() noexcept {
    for (;;) {
        const SeatSet asked = this->asked();
        if (needs_the_book(asked)) return answer_by_the_book();
        const Mask above = ordinary_tops(tables_, table_).mask();
        std::array<Mask, OTHERS> ends;
        for (unsigned i = 0; i < OTHERS; ++i) {
            ends[i] = runs::Windows{hand_in_circle(i, asked), above, 1, table_.size()}.ends();
        }
        Play play = PASS;
        for (unsigned i = 0; i < OTHERS && play.is_pass(); ++i) {
            const auto seat = static_cast<Seat>(seat_in_circle(i));
            if (ends[i] != 0) {
                const runs::Windows windows{hands_[seat], above, 1, table_.size()};
                Digits digits{rng_.next()};
                const std::uint64_t count = windows.count(ends[i]), k = digits.below(count + 1);
                if (k < count) play = windows.select(ends[i], k, digits);
            }
            if (play.is_pass()) {
                benched_ |= static_cast<SeatSet>(seat_bit(seat) & asked);
            } else {
                seat_ = seat;
            }
        }
        if (play.is_pass()) return false;
        count_play(play, true);
        if (!put_down(play)) return false;
    }
}

template <typename Isa, bool AsksBenched>
TIENLEN_NOINLINE bool PlayoutEngine<Isa, AsksBenched>::answer_by_the_book() noexcept {
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

template <typename Isa, bool AsksBenched>
TIENLEN_INLINE bool PlayoutEngine<Isa, AsksBenched>::answer(Demand demand) noexcept {
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

}  // namespace tienlen
