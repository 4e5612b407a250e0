// State: asking why and whether, listing, and acting.
#include "attempt.hpp"
#include "fast_method.hpp"
#include "py_state.hpp"
#include "tienlen/classify.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/playout.hpp"

namespace tienlen::bind {

namespace {

// The seat that is asked about; NO_SEAT if none was named and none is to move.
[[nodiscard]] Seat asked_seat(const PyState& self, py::handle seat) {
    const Seat otherwise = self.state.over ? NO_SEAT : self.state.to_move;
    return seat ? to_seat(seat, self.state.players, otherwise) : otherwise;
}

[[noreturn]] void raise_illegal(const PyState& self, py::handle value, const Attempt& attempt, Seat seat,
                                Reason reason) {
    const Fault fault = fault_of(self.state, attempt, reason);
    const py::object type = error_class("IllegalPlayError");
    const py::object error = type(reason_object(reason), attempt_text(value, attempt), seat_or_none(seat),
                                  to_text(self.state), fault.card, fault.size);
    PyErr_SetObject(type.ptr(), error.ptr());
    throw py::error_already_set();
}

// --- asking and acting: called by loops, so without a dispatcher (fast_method.hpp); `seat` is null if left out ---------

[[nodiscard]] Reason reason_against(const PyState& self, PyObject* play, PyObject* seat) {
    const Seat who = asked_seat(self, seat);
    return check_attempt(self.tables(), self.state, to_attempt(play), who);
}

[[nodiscard]] PyObject* check(const PyState& self, PyObject* play, PyObject* seat) {
    return reason_object(reason_against(self, play, seat)).release().ptr();
}

[[nodiscard]] py::object explain(const PyState& self, py::handle play, py::handle seat) {
    return explain_attempt(self.tables(), self.state, play, asked_seat(self, seat));
}

[[nodiscard]] PyObject* is_legal(const PyState& self, PyObject* play, PyObject* seat) {
    return PyBool_FromLong(reason_against(self, play, seat) == Reason::None ? 1 : 0);
}

[[nodiscard]] PyObject* play(const PyState& self, PyObject* value, PyObject* seat) {
    const Seat who = asked_seat(self, seat);
    const Attempt attempt = to_attempt(value);
    const Reason reason = check_attempt(self.tables(), self.state, attempt, who);
    if (reason != Reason::None) raise_illegal(self, value, attempt, who, reason);
    return make_object(self.after(attempt.pass ? PASS : play_of(attempt.cards.mask())));
}

// Legal plays are not checked for, but nothing that is passed in can break a state apart: what is no combination of the
// hand is refused.
[[nodiscard]] PyObject* play_unchecked(const PyState& self, PyObject* value) {
    const auto mask = to_mask(value);
    const CardSet cards{mask.value_or(0)};
    const auto combination = classify(cards);
    if (self.state.over || !mask || (*mask != 0 && !combination) || !self.state.hand().contains(cards)) {
        throw PositionError("play_unchecked: a mask that is no combination in the hand of the seat to move");
    }
    return make_object(self.after(combination.value_or(PASS)));
}

[[nodiscard]] PyObject* legal_plays(const PyState& self) {
    return legal_list(self.tables(), self.state).release().ptr();
}
[[nodiscard]] PyObject* legal_mask_array(const PyState& self) {
    return legal_array(self.tables(), self.state).release().ptr();
}
[[nodiscard]] PyObject* legal_count(const PyState& self) {
    return PyLong_FromUnsignedLongLong(count_legal(self.tables(), self.state));
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
    return self.after_fold(seat);
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
    State next = self.state;
    const int players = self.state.players;
    const Seat seat_a = to_seat(a, players), seat_b = to_seat(b, players);
    const CardSet from_a = to_card_set(cards_a), from_b = to_card_set(cards_b);
    trade(self.tables(), next, seat_a, from_a, seat_b, from_b);
    return PyState::at_start(next, self.rules());  // nothing was played yet
}

}  // namespace

void bind_state_actions(py::class_<PyState>& cls) {
    static const std::array METHODS{
        method<PyState, check, "check", "play", "seat">(
            "check($self, play, seat=None)\n--\n\n"
            "Tell why a play is illegal: the first reason that fits, in the order of `Reason`."),
        method<PyState, is_legal, "is_legal", "play", "seat">(
            "is_legal($self, play, seat=None)\n--\n\n"
            "Tell whether a play is legal. Arguments and errors are those of `check`."),
        method<PyState, play, "play", "play", "seat">("play($self, play, seat=None)\n--\n\nPlay cards, or pass."),
        method<PyState, play_unchecked, "play_unchecked", "mask">(
            "play_unchecked($self, mask)\n--\n\n"
            "Play a mask that came from `legal_masks`, without asking again whether it is legal."),
        method<PyState, legal_plays, "legal_plays">(
            "legal_plays($self)\n--\n\n"
            "List the legal plays of the seat to move: the pass first, where it is legal."),
        method<PyState, legal_mask_array, "legal_masks">(
            "legal_masks($self)\n--\n\n"
            "List all legal plays as card masks: the fast form of `legal_plays`."),
        method<PyState, legal_count, "count_legal">(
            "count_legal($self)\n--\n\nCount the legal plays without listing them."),
    };
    for (const PyMethodDef& described : METHODS) add_method(cls, described);
    cls.def("explain", explain, py::arg("play"), py::arg("seat") = py::none(),
            "Say in a sentence why a play is illegal; None if it is legal. Otherwise as `check`.")
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
