// Positions as one line of text:
//
//   3s 4d | 5s | - | 9s Ah; turn 1; table Kh by 0; led; passed 3; lead-passed 0; owes 3s; out 2; folded 3;
//   played Kh; spare 7d; instant 0
//
// Hands by seat, then sections in this order; those that say nothing are left out.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "tienlen/classify.hpp"
#include "tienlen/notation.hpp"

namespace tienlen {

namespace {

constexpr std::size_t MAX_QUOTED = 24;  // of a text that could not be read, in messages

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

std::string_view trim(std::string_view text) noexcept {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

// Takes the part of `rest` before the separator, without the spaces around it; nothing is left after the last part.
std::string_view take_part(std::optional<std::string_view>& rest, char separator) {
    const std::string_view text = rest.value_or(std::string_view{});
    const std::size_t end = text.find(separator);
    if (end == std::string_view::npos) {
        rest.reset();
    } else {
        rest = text.substr(end + 1);
    }
    return trim(text.substr(0, end));
}

enum Section : std::size_t { Turn, Table, Led, Passed, LeadPassed, Owes, Out, Folded, Played, Spare, Instant };
constexpr std::array<std::string_view, Instant + 1> SECTION_NAMES{
    "turn", "table", "led", "passed", "lead-passed", "owes", "out", "folded", "played", "spare", "instant"};
using Sections = std::array<std::optional<std::string_view>, SECTION_NAMES.size()>;

// What stands behind the names of the sections, which come in their order.
Sections read_sections(std::optional<std::string_view> rest) {
    Sections sections;
    std::size_t next = 0;
    while (rest) {
        const std::string_view section = take_part(rest, ';');
        const std::string_view name = section.substr(0, section.find(' '));
        while (next < SECTION_NAMES.size() && SECTION_NAMES[next] != name) ++next;
        if (next == SECTION_NAMES.size()) {
            throw NotationError("position: did not expect '" + std::string(section.substr(0, MAX_QUOTED)) +
                                "' here; the sections are turn, table, led, passed, lead-passed, owes, out, folded, "
                                "played, spare and instant, in this order");
        }
        const std::string_view behind = trim(section.substr(name.size()));
        if (behind.empty() != (next == Led)) {
            throw NotationError("position: section '" + std::string(name) +
                                (next == Led ? "' stands alone" : "' has nothing in it"));
        }
        sections[next++] = behind;
    }
    return sections;
}

// A position text that can be read may still contradict itself. That is told when all of it has been read, so that what
// cannot be read is told first, wherever it stands.
class Doubts {
public:
    void add(const std::string& doubt) {
        if (first_.empty()) first_ = doubt;
    }
    void tell() const {
        if (!first_.empty()) throw PositionError("position: " + first_);
    }

private:
    std::string first_;
};

// What all readers need: the whole text, to tell places in it, the number of seats, and somewhere to put doubts.
struct Reading {
    std::string_view whole;
    int players = 0;
    Doubts doubts{};
};

// A seat that does not exist is doubted and read as seat 0.
Seat read_seat(std::string_view text, std::string_view section, Reading& reading) {
    const std::string_view trimmed = trim(text);
    const std::string where = " in section '" + std::string(section) + "'";
    if (trimmed.size() != 1 || trimmed[0] < '0' || trimmed[0] > '9') {
        throw NotationError("position: '" + std::string(trimmed.substr(0, MAX_QUOTED)) + "'" + where + " is no seat");
    }
    const int seat = trimmed[0] - '0';
    if (seat < reading.players) return static_cast<Seat>(seat);
    reading.doubts.add("there is no seat " + std::to_string(seat) + where + ": expected 0 to " +
                       std::to_string(reading.players - 1));
    return 0;
}

struct SeatList {
    std::array<Seat, MAX_PLAYERS> seats{};
    int count = 0;
    SeatSet set = 0;
};

SeatList read_seats(std::string_view text, std::string_view section, Reading& reading) {
    SeatList list;
    do {
        const std::size_t end = text.find(' ');
        const Seat seat = read_seat(text.substr(0, end), section, reading);
        if ((list.set & seat_bit(seat)) != 0) {
            reading.doubts.add("seat " + std::to_string(seat) + " stands twice in section '" + std::string(section) +
                               "'");
        } else {
            list.seats[static_cast<std::size_t>(list.count++)] = seat;
            list.set |= seat_bit(seat);
        }
        text = end == std::string_view::npos ? std::string_view{} : trim(text.substr(end));
    } while (!text.empty());
    return list;
}

void read_hands(std::string_view text, State& state, Reading& reading) {
    int players = 0;
    for (std::optional rest{text}; rest; ++players) {
        const std::string_view hand = take_part(rest, '|');
        if (hand.empty()) {
            throw NotationError("position: hand " + std::to_string(players) +
                                " is missing; an empty hand is written -");
        }
        const CardSet cards = hand == "-" ? CardSet{} : parse_cards(hand, reading.whole);
        const CardSet twice = cards & state.held();
        if (!twice.empty()) reading.doubts.add("two seats hold " + to_text(twice));
        if (players < MAX_PLAYERS) state.hands[static_cast<std::size_t>(players)] = cards;
    }
    if (players < 2 || players > MAX_PLAYERS) {
        reading.doubts.add(std::to_string(players) + " hands; expected 2 to 4, separated by |");
    }
    reading.players = std::min(players, MAX_PLAYERS);
    state.players = static_cast<std::uint8_t>(reading.players);
}

void read_table(std::string_view text, const RuleTables& tables, State& state, Reading& reading) {
    const std::size_t by = text.rfind(" by ");
    if (by == std::string_view::npos) throw NotationError("position: section 'table' is written 'table CARDS by SEAT'");
    const CardSet cards = parse_cards(text.substr(0, by), reading.whole);
    const auto play = classify(cards, tables.rules().twos_in_sequences);
    if (!play) reading.doubts.add("the table " + to_text(cards) + " is not a combination under these rules");
    state.table = play.value_or(PASS);
    state.owner = read_seat(text.substr(by + 4), "table", reading);
}

// Places from those who went out, those who folded, and how the hand ended.
void give_places(State& state, const SeatList& out, const SeatList& folded, std::optional<Seat> instant) {
    const auto give = [&state](Seat seat, int place) {
        const unsigned shift = 4U * static_cast<unsigned>(place);
        state.places =
            static_cast<std::uint16_t>((state.places & ~(0xFU << shift)) | static_cast<unsigned>(seat) << shift);
    };
    const auto all = static_cast<SeatSet>((1U << state.players) - 1);
    if ((out.set & folded.set) != 0) throw PositionError("position: a seat cannot have gone out and have folded");
    state.in_play = static_cast<SeatSet>(all & ~out.set & ~folded.set);
    if (state.in_play == 0) throw PositionError("position: no seat is left in play; the last one never goes out");
    for (int i = 0; i < out.count; ++i) give(out.seats[static_cast<std::size_t>(i)], state.out++);
    for (int i = 0; i < folded.count; ++i) {
        give(folded.seats[static_cast<std::size_t>(i)], state.players - 1 - state.folds++);
    }
    if (instant) {
        if (state.in_play != all)
            throw PositionError("position: an instant win ends the hand before anybody goes out or folds");
        give(*instant, state.out++);
        state.over = state.instant_win = true;
    } else if (std::popcount(state.in_play) == 1) {
        give(static_cast<Seat>(std::countr_zero(state.in_play)), state.out++);
        state.over = true;
    }
}

State read_position(const RuleTables& tables, std::string_view text) {
    State state;
    Reading reading{text};
    std::optional rest{text};
    read_hands(take_part(rest, ';'), state, reading);
    const Sections sections = read_sections(rest);
    const auto seats = [&](Section section) {
        const auto& said = sections[section];
        return said ? read_seats(*said, SECTION_NAMES[section], reading) : SeatList{};
    };
    const auto seat = [&](Section section) -> std::optional<Seat> {
        const auto& said = sections[section];
        return said ? std::optional{read_seat(*said, SECTION_NAMES[section], reading)} : std::nullopt;
    };
    const auto card = [&](Section section) {
        const auto& said = sections[section];
        return said ? parse_card(*said, text) : NO_CARD;
    };

    const auto turn = seat(Turn);
    if (turn) state.to_move = *turn;
    if (const auto& said = sections[Table]) read_table(*said, tables, state, reading);
    state.led_bomb = sections[Led].has_value();
    state.benched = seats(Passed).set;
    state.lead_passed = seats(LeadPassed).set;
    state.opening_card = card(Owes);
    const SeatList out = seats(Out), folded = seats(Folded);
    if (const auto& said = sections[Played]) state.played = parse_cards(*said, text);
    state.spare = card(Spare);
    const auto instant = seat(Instant);

    reading.doubts.tell();
    give_places(state, out, folded, instant);
    if (turn.has_value() == state.over) {
        throw PositionError(state.over ? "position: the hand is over, so nobody is to move; drop the section 'turn'"
                                       : "position: nobody is to move; expected a section 'turn SEAT'");
    }
    return state;
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
    try {
        if (text.size() > MAX_TEXT) throw NotationError("position: text of more than 4096 bytes");
        const State state = read_position(tables, text);
        validate(tables, state);
        return state;
    } catch (const NotationError& error) {
        if (!error.text().empty()) throw;
        throw NotationError(error.what(), error.offset(), std::string(text));
    }
}

}  // namespace tienlen
