// State: asking why and whether, listing, and acting.
#include <cstring>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "py_state.hpp"
#include "tienlen/classify.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/playout.hpp"

namespace tienlen::bind {

namespace {

// What is wrong with an attempt, in the order of the enum.
[[nodiscard]] Reason check(const PyState& self, const Attempt& attempt, Seat seat) noexcept {
    const State& state = self.state;
    if (state.over) return Reason::HandOver;
    if (seat != state.to_move) return Reason::NotYourTurn;
    if (attempt.fault != Reason::None) return attempt.fault;
    return attempt.pass ? check_pass(self.tables(), state) : check_cards(self.tables(), state, attempt.cards);
}

struct Fault {
    py::object card;  // text or None
    py::object size;  // int or None
};

[[nodiscard]] Fault fault_of(const PyState& self, const Attempt& attempt, Reason reason) {
    Detail found = detail(self.state, reason, attempt.cards);
    if (reason == Reason::CardTwice) found.card = attempt.repeated;
    return {found.card == NO_CARD ? py::object(py::none()) : py::object(py::str(card_text(found.card))),
            found.size == 0 ? py::object(py::none()) : py::object(py::int_(found.size))};
}

// What somebody tried, in words.
[[nodiscard]] py::str attempt_text(py::handle value, const Attempt& attempt) {
    if (PyUnicode_Check(value.ptr())) return py::reinterpret_borrow<py::str>(value);
    if (attempt.pass) return "pass";
    if (attempt.fault != Reason::None) return py::str(number_text(value));
    return to_text(attempt.cards);
}

// The seat that is asked about; NO_SEAT if none was named and none is to move.
[[nodiscard]] Seat asked_seat(const PyState& self, py::handle seat) {
    return to_seat(seat, self.state.players, self.state.over ? NO_SEAT : self.state.to_move);
}

[[nodiscard]] py::object seat_or_none(Seat seat) {
    return seat == NO_SEAT ? py::object(py::none()) : py::object(py::int_(seat));
}

[[noreturn]] void raise_illegal(const PyState& self, py::handle value, const Attempt& attempt, Seat seat,
                                Reason reason) {
    const Fault fault = fault_of(self, attempt, reason);
    const py::object type = error_class("IllegalPlayError");
    const py::object error = type(reason_object(reason), attempt_text(value, attempt), seat_or_none(seat),
                                  to_text(self.state), fault.card, fault.size);
    PyErr_SetObject(type.ptr(), error.ptr());
    throw py::error_already_set();
}

[[nodiscard]] py::object check_object(const PyState& self, py::handle play, py::handle seat) {
    const Seat who = asked_seat(self, seat);
    return reason_object(check(self, to_attempt(play), who));
}

[[nodiscard]] bool is_legal(const PyState& self, py::handle play, py::handle seat) {
    const Seat who = asked_seat(self, seat);
    return check(self, to_attempt(play), who) == Reason::None;
}

[[nodiscard]] py::object explain(const PyState& self, py::handle play, py::handle seat) {
    const Seat who = asked_seat(self, seat);
    const Attempt attempt = to_attempt(play);
    const Reason reason = check(self, attempt, who);
    if (reason == Reason::None) return py::none();
    const Fault fault = fault_of(self, attempt, reason);
    using py::literals::operator""_a;
    return error_class("explain_reason")(reason_object(reason), "play"_a = attempt_text(play, attempt),
                                         "seat"_a = seat_or_none(who), "card"_a = fault.card, "size"_a = fault.size);
}

[[nodiscard]] PyState play(const PyState& self, py::handle value, py::handle seat) {
    const Seat who = asked_seat(self, seat);
    const Attempt attempt = to_attempt(value);
    const Reason reason = check(self, attempt, who);
    if (reason != Reason::None) raise_illegal(self, value, attempt, who, reason);
    return self.after(attempt.pass ? PASS : play_of(attempt.cards.mask()));
}

// Legal plays are not checked for, but nothing that is passed in can break a state apart: what is no combination of the
// hand is refused.
[[nodiscard]] PyState play_unchecked(const PyState& self, std::uint64_t mask) {
    const CardSet cards{mask & ALL_CARDS};
    const auto combination = classify(cards);
    if (self.state.over || (mask != 0 && !combination) || mask > ALL_CARDS || !self.state.hand().contains(cards)) {
        throw PositionError("play_unchecked: a mask that is no combination in the hand of the seat to move");
    }
    return self.after(combination.value_or(PASS));
}

[[nodiscard]] py::array_t<std::uint64_t> legal_array(const PyState& self) {
    // Most positions have few plays: they are listed on the stack and copied into an array of the right size.
    constexpr std::size_t USUAL = 512;
    std::array<Mask, USUAL> usual;
    const std::size_t capacity = list_capacity(self.tables(), self.state);
    if (capacity <= USUAL) {
        const std::size_t count = list_legal(self.tables(), self.state, usual.data());
        py::array_t<std::uint64_t> array(static_cast<py::ssize_t>(count));
        std::memcpy(array.mutable_data(), usual.data(), count * sizeof(Mask));
        return array;
    }
    check_listable(self.state.hand());
    const std::vector<Mask> masks = legal_masks(self.tables(), self.state);
    return py::array_t<std::uint64_t>(static_cast<py::ssize_t>(masks.size()), masks.data());
}

[[nodiscard]] py::list legal_plays(const PyState& self) {
    check_listable(self.state.hand());
    const std::vector<Mask> masks = legal_masks(self.tables(), self.state);
    py::list plays(masks.size());
    for (std::size_t i = 0; i < masks.size(); ++i) plays[i] = py::cast(play_of(masks[i]));
    return plays;
}

[[nodiscard]] Play drawn_play(const PyState& self, const py::object& seed, const py::object& stream) {
    Rng rng{to_seed(seed, "seed"), to_seed(stream, "stream")};
    if (self.state.over) throw IllegalActionError("no play can be drawn: the hand is over");
    return random_play(self.tables(), self.state, rng);
}

[[nodiscard]] PyState quit(const PyState& self, Seat seat) {
    if (self.state.over) throw IllegalActionError("fold refused: the hand is over");
    if ((self.state.in_play & seat_bit(seat)) == 0) {
        throw IllegalActionError("fold refused: seat " + std::to_string(seat) + " is not in play");
    }
    PyState next{self.state, self.rules, std::make_shared<const Ply>(self.last, seat, true, PASS)};
    fold(next.tables(), next.state, seat);
    return next;
}

[[nodiscard]] PyState fold_seat(const PyState& self, py::handle seat) {
    const Seat who = asked_seat(self, seat);
    if (!self.tables().rules().folding) {
        throw IllegalActionError("fold refused: these rules know no folding (folding = false)");
    }
    return quit(self, who);
}

[[nodiscard]] PyState trade_cards(const PyState& self, py::handle a, py::handle cards_a, py::handle b,
                                  py::handle cards_b) {
    PyState next = self;
    const int players = self.state.players;
    const Seat seat_a = to_seat(a, players), seat_b = to_seat(b, players);
    const CardSet from_a = to_card_set(cards_a), from_b = to_card_set(cards_b);
    trade(next.tables(), next.state, seat_a, from_a, seat_b, from_b);
    return next;
}

}  // namespace

void check_listable(CardSet hand) {
    constexpr int HALF_THE_DECK = CARDS / 2;
    constexpr std::uint64_t MOST = std::uint64_t{1} << 24;
    if (hand.size() <= HALF_THE_DECK) return;
    const std::uint64_t count = count_leads(hand, true);
    if (count > MOST) {
        throw PositionError("a hand of " + std::to_string(hand.size()) + " cards with " + std::to_string(count) +
                            " combinations is too large to list plays from; count_legal() counts them");
    }
}

void bind_state_actions(py::class_<PyState>& cls) {
    cls.def("check", check_object, py::arg("play"), py::arg("seat") = py::none(),
            "Tell why a play is illegal: the first reason that fits, in the order of `Reason`.")
        .def("is_legal", is_legal, py::arg("play"), py::arg("seat") = py::none(),
             "Tell whether a play is legal. Arguments and errors are those of `check`.")
        .def("explain", explain, py::arg("play"), py::arg("seat") = py::none(),
             "Say in a sentence why a play is illegal; None if it is legal. Otherwise as `check`.")
        .def("legal_plays", legal_plays, "List the legal plays of the seat to move: the pass first, where it is legal.")
        .def("legal_masks", legal_array, "List all legal plays as card masks: the fast form of `legal_plays`.")
        .def(
            "count_legal", [](const PyState& self) { return count_legal(self.tables(), self.state); },
            "Count the legal plays without listing them.")
        .def("play", play, py::arg("play"), py::arg("seat") = py::none(), "Play cards, or pass.")
        .def("play_unchecked", play_unchecked, py::arg("mask"),
             "Play a mask that came from `legal_masks`, without asking again whether it is legal.")
        .def("random_play", drawn_play, py::arg("seed"), py::arg("stream") = 0,
             "Draw one of the legal plays, each equally likely.")
        .def("fold", fold_seat, py::arg("seat") = py::none(),
             "Quit the hand for the worst place still free, where the rules have folding.")
        .def(
            "resign",
            [](const PyState& self, py::handle seat) { return quit(self, to_seat(seat, self.state.players)); },
            py::arg("seat"), "Quit the hand as `fold` does, under any rules: for servers, when a player leaves.")
        .def("trade", trade_cards, py::arg("a"), py::arg("cards_a"), py::arg("b"), py::arg("cards_b"),
             "Swap cards before the first play, where the rules have trading.");
}

}  // namespace tienlen::bind
