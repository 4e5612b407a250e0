// Positions as one line of text:
//
//   3s 4d | 5s | - | 9s Ah; turn 1; table Kh by 0; led; passed 3; lead-passed 0; owes 3s; out 2; folded 3;
//   played Kh; spare 7d; instant 0
//
// Hands by seat, then sections in this order; those that say nothing are left out.
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "tienlen/classify.hpp"
#include "tienlen/notation.hpp"

namespace tienlen {

namespace {

std::string seats_text(SeatSet seats) {
    std::string text;
    for (int s = 0; s < MAX_PLAYERS; ++s) {
        if ((seats & seat_bit(s)) != 0) text += " " + std::to_string(s);
    }
    return text;
}

std::string places_text(const State& state, int first, int last, int step) {
    std::string text;
    for (int p = first; p != last; p += step) text += " " + std::to_string(state.place(p));
    return text;
}

// How many seats went out by playing their last card: of a hand that ended, the last place given is not one of them.
int seats_out(const State& state) noexcept {
    if (state.instant_win) return 0;
    return state.over ? state.out - 1 : state.out;
}

// The sections of a position's text, each "name rest", in their fixed order.
class Sections {
public:
    explicit Sections(std::string_view text) : rest_(text) {}

    // Takes the next section if it has this name.
    std::optional<std::string_view> take(std::string_view name) {
        const std::string_view section = peek();
        if (!section.starts_with(name)) return std::nullopt;
        if (section.size() > name.size() && section[name.size()] != ' ') return std::nullopt;
        drop();
        return trim(section.substr(name.size()));
    }

    std::string_view take_first() {
        const std::string_view section = peek();
        drop();
        return section;
    }

    void expect_end() const {
        if (!done_) {
            throw NotationError("position: did not expect '" + std::string(peek().substr(0, 24)) +
                                    "' here; the sections are turn, table, led, passed, lead-passed, owes, out, folded, "
                                    "played, spare and instant, in this order",
                                0);
        }
    }

    static std::string_view trim(std::string_view text) noexcept {
        while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
        while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
        return text;
    }

private:
    [[nodiscard]] std::string_view peek() const { return done_ ? std::string_view{} : trim(rest_.substr(0, rest_.find(';'))); }
    void drop() {
        const std::size_t end = rest_.find(';');
        if (end == std::string_view::npos) {
            done_ = true;
        } else {
            rest_.remove_prefix(end + 1);
        }
    }

    std::string_view rest_;
    bool done_ = false;
};

Seat read_seat(std::string_view text, int players, std::string_view section) {
    const std::string_view trimmed = Sections::trim(text);
    if (trimmed.size() != 1 || trimmed[0] < '0' || trimmed[0] >= '0' + players) {
        throw NotationError("position: '" + std::string(trimmed.substr(0, 24)) + "' in section '" + std::string(section) +
                                "' is no seat: expected 0 to " + std::to_string(players - 1),
                            0);
    }
    return static_cast<Seat>(trimmed[0] - '0');
}

struct SeatList {
    std::array<Seat, MAX_PLAYERS> seats{};
    int count = 0;
    SeatSet set = 0;
};

SeatList read_seats(std::string_view text, int players, std::string_view section) {
    SeatList list;
    while (!text.empty()) {
        const std::size_t end = text.find(' ');
        const Seat seat = read_seat(text.substr(0, end), players, section);
        if ((list.set & seat_bit(seat)) != 0) {
            throw NotationError("position: seat " + std::to_string(seat) + " stands twice in section '" +
                                    std::string(section) + "'", 0);
        }
        list.seats[static_cast<std::size_t>(list.count++)] = seat;
        list.set |= seat_bit(seat);
        text = end == std::string_view::npos ? std::string_view{} : Sections::trim(text.substr(end));
    }
    return list;
}

int read_hands(std::string_view text, State& state) {
    int players = 0;
    for (bool more = true; more;) {
        const std::size_t bar = text.find('|');
        more = bar != std::string_view::npos;
        const std::string_view hand = Sections::trim(text.substr(0, bar));
        if (more) text.remove_prefix(bar + 1);
        if (players == MAX_PLAYERS) throw NotationError("position: more than 4 hands", 0);
        if (hand.empty()) {
            throw NotationError("position: hand " + std::to_string(players) + " is missing; an empty hand is written -", 0);
        }
        const CardSet cards = hand == "-" ? CardSet{} : parse_cards(hand);
        const CardSet twice = cards & state.held();
        if (!twice.empty()) throw PositionError("position: two seats hold " + to_text(twice));
        state.hands[static_cast<std::size_t>(players++)] = cards;
    }
    return players;
}

void read_table(std::string_view text, int players, const RuleTables& tables, State& state) {
    const std::size_t by = text.find(" by ");
    if (by == std::string_view::npos) throw NotationError("position: section 'table' is written 'table CARDS by SEAT'", 0);
    const CardSet cards = parse_cards(text.substr(0, by));
    const auto play = classify(cards, tables.rules().twos_in_sequences);
    if (!play) throw PositionError("position: the table " + to_text(cards) + " is not a combination");
    state.table = *play;
    state.owner = read_seat(text.substr(by + 4), players, "table");
}

// Places from those who went out, those who folded, and how the hand ended.
void give_places(State& state, const SeatList& out, const SeatList& folded, std::optional<Seat> instant) {
    const auto give = [&state](Seat seat, int place) {
        const unsigned shift = 4U * static_cast<unsigned>(place);
        state.places = static_cast<std::uint16_t>((state.places & ~(0xFU << shift)) | static_cast<unsigned>(seat) << shift);
    };
    const auto all = static_cast<SeatSet>((1U << state.players) - 1);
    if ((out.set & folded.set) != 0) throw PositionError("position: a seat cannot have gone out and have folded");
    state.in_play = static_cast<SeatSet>(all & ~out.set & ~folded.set);
    for (int i = 0; i < out.count; ++i) give(out.seats[static_cast<std::size_t>(i)], state.out++);
    for (int i = 0; i < folded.count; ++i) {
        give(folded.seats[static_cast<std::size_t>(i)], state.players - 1 - state.folds++);
    }
    if (instant) {
        if (state.in_play != all) throw PositionError("position: an instant win ends the hand before anybody goes out or folds");
        give(*instant, state.out++);
        state.over = state.instant_win = true;
    } else if (std::popcount(state.in_play) == 1) {
        give(static_cast<Seat>(std::countr_zero(state.in_play)), state.out++);
        state.over = true;
    } else if (state.in_play == 0) {
        throw PositionError("position: no seat is left in play; the last one never goes out");
    }
}

}  // namespace

std::string to_text(const State& state) {
    std::string text;
    for (std::size_t s = 0; s < state.players; ++s) {
        if (s != 0) text += " | ";
        text += state.hands[s].empty() ? "-" : to_text(state.hands[s]);
    }
    const auto add = [&text](const std::string& section) { text += "; " + section; };
    if (!state.over) add("turn " + std::to_string(state.to_move));
    if (!state.table.is_pass()) add("table " + to_text(state.table) + " by " + std::to_string(state.owner));
    if (state.led_bomb) add("led");
    if (state.benched != 0) add("passed" + seats_text(state.benched));
    if (state.lead_passed != 0) add("lead-passed" + seats_text(state.lead_passed));
    if (state.opening_card != NO_CARD) add("owes " + card_text(state.opening_card));
    if (seats_out(state) != 0) add("out" + places_text(state, 0, seats_out(state), 1));
    if (state.folds != 0) add("folded" + places_text(state, state.players - 1, state.players - 1 - state.folds, -1));
    if (!state.played.empty()) add("played " + to_text(state.played));
    if (state.spare != NO_CARD) add("spare " + card_text(state.spare));
    if (state.instant_win) add("instant " + std::to_string(state.place(0)));
    return text;
}

State parse_position(const RuleTables& tables, std::string_view text) {
    constexpr std::size_t MAX_TEXT = 4096;
    if (text.size() > MAX_TEXT) throw NotationError("position: text of more than 4096 bytes", MAX_TEXT);
    State state;
    Sections sections{text};
    const int players = read_hands(sections.take_first(), state);
    if (players < 2) throw PositionError("position: one hand; expected 2 to 4, separated by |");
    state.players = static_cast<std::uint8_t>(players);

    const auto turn = sections.take("turn");
    if (turn) state.to_move = read_seat(*turn, players, "turn");
    if (const auto table = sections.take("table")) read_table(*table, players, tables, state);
    if (const auto led = sections.take("led")) {
        if (!led->empty()) throw NotationError("position: section 'led' stands alone", 0);
        state.led_bomb = true;
    }
    if (const auto seats = sections.take("passed")) state.benched = read_seats(*seats, players, "passed").set;
    if (const auto seats = sections.take("lead-passed")) state.lead_passed = read_seats(*seats, players, "lead-passed").set;
    if (const auto card = sections.take("owes")) state.opening_card = parse_card(*card);
    SeatList out, folded;
    if (const auto seats = sections.take("out")) out = read_seats(*seats, players, "out");
    if (const auto seats = sections.take("folded")) folded = read_seats(*seats, players, "folded");
    if (const auto cards = sections.take("played")) state.played = parse_cards(*cards);
    if (const auto card = sections.take("spare")) state.spare = parse_card(*card);
    std::optional<Seat> instant;
    if (const auto seat = sections.take("instant")) instant = read_seat(*seat, players, "instant");
    sections.expect_end();

    give_places(state, out, folded, instant);
    if (turn.has_value() == state.over) {
        throw PositionError(state.over ? "position: the hand is over, so nobody is to move; drop the section 'turn'"
                                       : "position: nobody is to move; expected a section 'turn SEAT'");
    }
    validate(tables, state);
    return state;
}

}  // namespace tienlen
