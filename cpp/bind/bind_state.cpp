// State: what it shows. Setting up is in bind_state_setup.cpp, asking and acting in bind_state_actions.cpp.
#include <array>
#include <bit>
#include <type_traits>

#include <pybind11/pybind11.h>

#include "fast_method.hpp"
#include "py_state.hpp"
#include "show.hpp"
#include "tienlen/rng.hpp"

namespace tienlen::bind {

namespace {

[[nodiscard]] py::object seat_object(bool known, Seat seat) {
    return known ? py::object(py::int_(seat)) : py::object(py::none());
}

[[nodiscard]] py::tuple hands(const PyState& self) {
    py::tuple hands(self.state.players);
    for (std::size_t s = 0; s < self.state.players; ++s) hands[s] = py::cast(self.state.hands[s]);
    return hands;
}

[[nodiscard]] bool equal(const PyState& a, const PyState& b) {
    return a.state == b.state && (a.rules().rules.is(b.rules().rules) || a.rules().rules.equal(b.rules().rules));
}

// Equal states have equal bytes, so all of them go into the hash; the rules, nearly always the same, do not.
[[nodiscard]] py::ssize_t hash(const PyState& self) {
    static_assert(std::has_unique_object_representations_v<State>);
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : std::bit_cast<std::array<std::uint64_t, sizeof(State) / 8>>(self.state)) {
        mixed = Rng::mix(mixed ^ word);
    }
    return static_cast<py::ssize_t>(mixed >> 1);
}

// --- what loops ask again and again (fast_method.hpp) ------------------------------------------------------------------

[[nodiscard]] PyObject* to_move(const PyState& self) {
    return seat_object(!self.state.over, self.state.to_move).release().ptr();
}
[[nodiscard]] PyObject* table(const PyState& self) {
    return self.state.leading() ? py::none().release().ptr() : make_object(self.state.table);
}
[[nodiscard]] PyObject* is_over(const PyState& self) { return PyBool_FromLong(self.state.over ? 1 : 0); }

void bind_properties(py::class_<PyState>& cls) {
    static const std::array FAST{
        property_of<PyState, to_move, "to_move">("The seat whose turn it is; None when the hand is over."),
        property_of<PyState, table, "table">("The play to beat; None when the seat to move leads."),
        property_of<PyState, is_over, "is_over">("Whether the hand is over."),
    };
    for (const PyGetSetDef& described : FAST) add_property(cls, described);
    const auto property = [&cls](const char* name, auto get, const char* doc) {
        cls.def_property_readonly(name, [get](const PyState& self) { return get(self.state); }, doc);
    };
    cls.def_property_readonly(
           "rules", [](const PyState& self) { return self.rules().rules; }, "The rules it is played by.")
        .def_property_readonly("hands", hands, "The cards of each seat.")
        .def_property_readonly(
            "points", [](const PyState& self) { return points_object(self.tables(), self.state); },
            "The points of each seat; None until the hand is over.")
        .def_property_readonly(
            "history", [](const PyState& self) { return history_tuple(self.past.plies()); },
            "What was done since the state was set up: (seat, play), None in place of a fold.")
        .def_property_readonly(
            "must_lead", [](const PyState& self) { return !self.state.over && must_lead(self.tables(), self.state); },
            "Whether the seat to move leads and may not pass.")
        .def_property_readonly(
            "instant_wins", [](const PyState& self) { return instant_win_events(self.tables(), self.state); },
            "Who was dealt a hand that wins at once, and which: (seat, name) in turn order.");
    property(
        "players", [](const State& s) { return int{s.players}; },
        "How many seats there are, those that went out or folded included.");
    property(
        "table_owner", [](const State& s) { return seat_object(s.owner != NO_SEAT, s.owner); },
        "The seat whose play lies on the table.");
    property(
        "passed", [](const State& s) { return seat_tuple(s.benched); },
        "The seats benched until the trick is cleared, ascending.");
    property(
        "lead_passed", [](const State& s) { return seat_tuple(s.lead_passed); },
        "The seats that passed over this empty table, ascending.");
    property(
        "in_play", [](const State& s) { return seat_tuple(s.in_play); },
        "The seats that have neither gone out nor folded, ascending.");
    property("places", places_tuple, "The seats in order of their places, from the first, as far as they are given.");
    property("folded", folded_tuple, "The seats that quit, in the order in which they did.");
    property(
        "opening_card", [](const State& s) { return card_object(s.opening_card); },
        "The card that the first play must contain, while it is owed.");
    property(
        "opener", [](const State& s) { return seat_object(s.opener() != NO_SEAT, s.opener()); },
        "The seat that owes the opening card.");
    property(
        "spare", [](const State& s) { return card_object(s.spare); },
        "The card that was left over and given to the leader.");
    property(
        "played", [](const State& s) { return s.played; }, "All cards played so far, those on the table included.");
    property(
        "undealt", [](const State& s) { return ~(s.held() | s.played); },
        "The cards that are neither in a hand nor played.");
}

}  // namespace

py::tuple places_tuple(const State& state) {
    const int count = state.over && !state.instant_win ? state.players : state.out;
    py::tuple places(count);
    for (int p = 0; p < count; ++p) places[static_cast<std::size_t>(p)] = py::int_(state.place(p));
    return places;
}

py::tuple folded_tuple(const State& state) {
    py::tuple seats(state.folds);
    for (int i = 0; i < state.folds; ++i) {
        seats[static_cast<std::size_t>(i)] = py::int_(state.place(state.players - 1 - i));
    }
    return seats;
}

py::object points_object(const RuleTables& tables, const State& state) {
    if (!state.over) return py::none();
    py::tuple won(state.players);
    for (Seat s = 0; s < state.players; ++s) won[s] = py::int_(points(tables, state, s));
    return won;
}

py::tuple history_tuple(const std::vector<PublicPly>& plies) {
    py::tuple history(plies.size());
    for (std::size_t i = 0; i < plies.size(); ++i) {
        history[i] = py::make_tuple(plies[i].seat, plies[i].folded ? py::object(py::none()) : py::cast(plies[i].play));
    }
    return history;
}

py::object seat_or_none(Seat seat) { return seat == NO_SEAT ? py::object(py::none()) : py::object(py::int_(seat)); }

py::tuple seat_tuple(SeatSet seats) {
    py::list list;
    for (int s = 0; s < MAX_PLAYERS; ++s) {
        if ((seats & seat_bit(s)) != 0) list.append(s);
    }
    return py::tuple(list);
}

Seat to_seat(py::handle seat, int players, Seat otherwise) {
    return seat.is_none() ? otherwise : to_seat(seat, players);
}

Seat to_seat(py::handle seat, int players) {
    if (PyIndex_Check(seat.ptr()) == 0 || PyBool_Check(seat.ptr())) {
        throw py::type_error(std::string("expected a seat number, got ") + Py_TYPE(seat.ptr())->tp_name);
    }
    const py::ssize_t number = PyNumber_AsSsize_t(seat.ptr(), nullptr);  // clips what is too large
    if (number == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
    if (number < 0 || number >= players) {
        throw PositionError("seat " + number_text(seat).substr(0, 24) + " does not exist: expected 0 to " +
                            std::to_string(players - 1));
    }
    return static_cast<Seat>(number);
}

void bind_state(py::module_& m) {
    py::class_<PyState> cls(m, "State", py::is_final(),
                            "One hand in progress: what each seat holds, what lies on the table, whose turn it is.");
    store_inline(cls);
    bind_properties(cls);
    bind_state_setup(cls);
    bind_state_actions(cls);
    show_in_notebooks(cls, "position_html");
    cls.def(
           "place_of",
           [](const PyState& self, py::handle seat) -> py::object {
               const int place = place_of(self.state, to_seat(seat, self.state.players));
               return place < 0 ? py::object(py::none()) : py::object(py::int_(place));
           },
           py::arg("seat"), "Return the place of a seat, 0 for the first; None while it has none.")
        .def("__eq__", equal, py::arg("other"), py::is_operator())
        .def("__hash__", hash);
}

}  // namespace tienlen::bind
