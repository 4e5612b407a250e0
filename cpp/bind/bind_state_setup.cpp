// State: making one - by dealing, from hands, from text, from a pickle.
#include <pybind11/stl.h>

#include "construct.hpp"
#include "py_state.hpp"
#include "tienlen/rng.hpp"

namespace tienlen::bind {

namespace {

[[nodiscard]] std::string allowed_players(const py::tuple& players) {
    std::string text;
    for (const py::handle count : players) text += (text.empty() ? "" : ", ") + std::to_string(count.cast<int>());
    return text;
}

// The Python class has checked this too; but a subclass can say anything, and the engine's memory depends on it.
void check_seats(const PyRules& rules, int players) {
    if (players < 2 || players > MAX_PLAYERS || players * rules.tables->rules().hand_size > CARDS) {
        throw PositionError(std::to_string(players) + " players are too few or too many for these rules");
    }
}

void check_players(const PyRules& rules, const py::int_& players) {
    const py::tuple allowed = rules.rules.attr("players");
    if (!allowed.contains(players)) {
        throw PositionError(number_text(players).substr(0, 24) +
                            " players are not allowed by these rules; allowed: " + allowed_players(allowed));
    }
    check_seats(rules, players.cast<int>());
}

PyState deal_state(const py::object& rules, const py::object& seed, const std::optional<py::int_>& players,
                   const py::object& leader, const py::object& hand) {
    const PyRules compiled = to_rules(rules);
    const int count = choose_players(compiled, players);
    Rng rng{to_seed(seed, "seed"), to_seed(hand, "hand")};
    return PyState::at_start(deal(*compiled.tables, count, rng, to_seat(leader, count, NO_SEAT)), compiled);
}

PyState state_from_hands(const py::object& rules, const py::iterable& hands, const py::object& leader,
                         const py::object& spare) {
    constexpr int MOST_PLAYERS = 8;
    const PyRules compiled = to_rules(rules);
    std::array<CardSet, MAX_PLAYERS> sets{};
    int count = 0;
    for (const py::handle hand : hands) {
        const CardSet cards = to_card_set(hand);
        if (count < MAX_PLAYERS) sets[static_cast<std::size_t>(count)] = cards;
        if (++count > MOST_PLAYERS) break;  // wrong under any rules; the rest need not be looked at, if it ever ends
    }
    const Card extra = spare.is_none() ? NO_CARD : to_card(spare);
    check_players(compiled, count);
    const Seat leading = to_seat(leader, count, NO_SEAT);
    return PyState::at_start(from_hands(*compiled.tables, sets, count, leading, extra), compiled);
}

PyState state_from_text(const py::str& text, const py::object& rules) {
    const PyRules compiled = to_rules(rules);
    const State state = parse_position(*compiled.tables, TextView{text}.view());
    check_players(compiled, state.players);
    return PyState::at_start(state, compiled);
}

// A pickle calls State with rules, the position where the past starts, and the plies since as (seat, mask), -1 for a
// fold.
py::tuple to_pickle(const PyState& state) {
    py::list plies;
    for (const PublicPly& ply : state.past.plies()) {
        plies.append(py::make_tuple(ply.seat, ply.folded ? py::int_(-1) : py::int_(ply.play.cards().mask())));
    }
    return py::make_tuple(py::type::of<PyState>(),
                          py::make_tuple(state.rules().rules, to_text(state.setting->start), py::tuple(plies)));
}

py::object from_pickle(PyObject* args, PyObject* kwargs) {
    const auto pickled = py::reinterpret_borrow<py::tuple>(args);
    if (pickled.size() != 3 || kwargs != nullptr) {
        throw py::type_error("a State is made by State.deal, State.from_hands or State.from_text");
    }
    PyState state = state_from_text(pickled[1], pickled[0]);
    for (const py::handle item : py::tuple(pickled[2])) {
        const auto [seat, mask] = item.cast<std::pair<int, std::int64_t>>();
        const Seat who = to_seat(py::int_(seat), state.state.players);
        const Play play = mask < 0 ? PASS : to_play(py::int_(mask));
        const bool possible = mask < 0 ? (state.state.in_play & seat_bit(who)) != 0
                                       : who == state.state.to_move && state.state.hand().contains(play.cards());
        if (state.state.over || !possible)
            throw PositionError("a pickled State whose plies do not follow from its start");
        state = mask < 0 ? state.after_fold(who) : state.after(play);
    }
    return py::cast(std::move(state));
}

}  // namespace

int choose_players(const PyRules& rules, const std::optional<py::int_>& players) {
    if (players) {
        check_players(rules, *players);
        return players->cast<int>();
    }
    const py::tuple allowed = rules.rules.attr("players");
    const int most = allowed.empty() ? 0 : allowed[allowed.size() - 1].cast<int>();
    check_seats(rules, most);
    return most;
}

std::uint64_t to_count(py::handle value, const char* name, std::uint64_t low, std::uint64_t high) {
    if (PyIndex_Check(value.ptr()) == 0 || PyBool_Check(value.ptr())) {
        throw py::type_error(std::string(name) + ": expected a whole number, got " + Py_TYPE(value.ptr())->tp_name);
    }
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!number) throw py::error_already_set();
    const unsigned long long count = PyLong_AsUnsignedLongLong(number.ptr());
    const bool outside = count == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr;
    if (outside) PyErr_Clear();
    if (outside || count < low || count > high) {
        const std::string most = high == ANY_WORD ? "2**64 - 1" : std::to_string(high);
        throw PositionError(std::string(name) + " " + number_text(number).substr(0, 24) +
                            " is out of range: expected " + std::to_string(low) + " to " + most);
    }
    return count;
}

void bind_state_setup(py::class_<PyState>& cls) {
    cls.def_static("deal", deal_state, py::arg("rules"), py::kw_only(), py::arg("seed"),
                   py::arg("players") = py::none(), py::arg("leader") = py::none(), py::arg("hand") = 0,
                   "Shuffle and deal a hand.")
        .def_static("from_hands", state_from_hands, py::arg("rules"), py::arg("hands"), py::arg("leader") = py::none(),
                    py::kw_only(), py::arg("spare") = py::none(), "Set up any hands.")
        .def_static("from_text", state_from_text, py::arg("text"), py::arg("rules"),
                    "Read a position as `to_text` writes it.")
        .def(
            "to_text", [](const PyState& self) { return to_text(self.state); },
            "Write the position as one line, which `from_text` reads. The rules are not in it.")
        .def("__str__", [](const PyState& self) { return to_text(self.state); })
        .def("__repr__",
             [](const PyState& self) {
                 return "State.from_text('" + to_text(self.state) + "', " + std::string(py::repr(self.rules().rules)) +
                        ")";
             })
        .def("__reduce__", to_pickle)
        .def("__copy__", [](const py::object& self) { return self; })
        .def("__deepcopy__", [](const py::object& self, py::handle) { return self; }, py::arg("memo"));
    make_in_new<from_pickle>(cls);
}

}  // namespace tienlen::bind
