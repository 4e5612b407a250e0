// View: what one seat may know.
#include <utility>

#include <pybind11/stl.h>

#include "attempt.hpp"
#include "background.hpp"
#include "construct.hpp"
#include "py_view.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/sample.hpp"

namespace tienlen::bind {

namespace {

[[nodiscard]] PyView view_from_state(const PyState& state, py::handle seat) {
    const Seat who = to_seat(seat, state.state.players);
    const State& start = state.setting->start;
    std::vector<PublicPly> plies = state.past.plies();
    const View now = view_of(state.tables(), start, plies, state.state, who);
    return {{now, view_of(state.tables(), start, who), std::move(plies)}, state.rules()};
}

[[nodiscard]] PyView view_from_text(const py::str& text, const py::object& rules) {
    const PyRules compiled = to_rules(rules);
    const ViewWithPast seen = parse_view(*compiled.tables, TextView(text).view());
    (void)choose_players(compiled, py::int_(seen.now.players));
    return {seen, compiled};
}

[[nodiscard]] bool equal(const PyView& a, const PyView& b) {
    return a.seen == b.seen && (a.rules.rules.is(b.rules.rules) || a.rules.rules.equal(b.rules.rules));
}

[[nodiscard]] py::ssize_t hash(const PyView& self) {
    std::uint64_t mixed = Rng::mix(self.now().hand.mask() ^ std::uint64_t{self.now().seat} << 56);
    for (const std::uint8_t count : self.now().counts) mixed = Rng::mix(mixed + count);
    for (const PublicPly& ply : self.seen.plies) mixed = Rng::mix(mixed ^ ply.play.word() ^ ply.seat);
    return static_cast<py::ssize_t>(Rng::mix(mixed ^ self.now().played.mask()) >> 1);
}

[[nodiscard]] py::tuple card_sets(const std::array<CardSet, MAX_PLAYERS>& sets, int players) {
    py::tuple tuple(players);
    for (std::size_t s = 0; s < static_cast<std::size_t>(players); ++s) tuple[s] = py::cast(sets[s]);
    return tuple;
}

[[nodiscard]] py::tuple counts(const View& view) {
    py::tuple tuple(view.players);
    for (std::size_t s = 0; s < view.players; ++s) tuple[s] = py::int_(view.counts[s]);
    return tuple;
}

// --- worlds ----------------------------------------------------------------------------------------------------------

struct Drawing {
    std::uint64_t worlds = 0;
    std::uint64_t seed = 0;
    int candidates = 1;
};

[[nodiscard]] Drawing to_drawing(const PyView& self, long long n, const py::int_& seed, long long candidates) {
    constexpr long long MAX_WORLDS = 100'000'000, MAX_CANDIDATES = 4096;
    if (self.now().over) throw PositionError("sample_worlds: the hand is over, so there is nothing to guess");
    check_range("n", n, 0, MAX_WORLDS);
    check_range("candidates", candidates, 1, MAX_CANDIDATES);
    return {static_cast<std::uint64_t>(n), to_seed(seed, "seed"), static_cast<int>(candidates)};
}

// Calls take(i, world); world i comes from stream i of the seed.
template <typename Take>
void draw_worlds(const PyView& self, const Drawing& drawing, Take take) {
    const WorldSampler sampler{self.tables(), self.now()};
    const Evidence evidence = drawing.candidates > 1 ? Evidence{self.now(), self.seen.plies} : Evidence{};
    for (std::uint64_t i = 0; i < drawing.worlds; ++i) {
        Rng rng{drawing.seed, i};
        take(i, sample_weighted(sampler, evidence, drawing.candidates, rng));
    }
}

[[nodiscard]] py::list sample_worlds(const PyView& self, long long n, const py::int_& seed, long long candidates) {
    const Drawing drawing = to_drawing(self, n, seed, candidates);
    // All worlds have the public past in common; where it starts, each has its own hands.
    Past past;
    for (const PublicPly& ply : self.seen.plies) past = past.and_then(ply);
    const State known_start = known_state(self.seen.start);
    py::list worlds(drawing.worlds);
    draw_worlds(self, drawing, [&](std::uint64_t i, const State& world) {
        State start = known_start;
        start.hands = world.hands;
        for (std::size_t s = 0; s < start.hands.size(); ++s) start.hands[s] |= self.now().played_by[s];
        start.spare = world.spare;
        worlds[i] = py::cast(PyState{world, std::make_shared<const Setting>(Setting{self.rules, start}), past});
    });
    return worlds;
}

[[nodiscard]] py::array_t<std::uint64_t> sample_hands(const PyView& self, long long n, const py::int_& seed,
                                                      long long candidates) {
    const Drawing drawing = to_drawing(self, n, seed, candidates);
    const std::size_t players = self.now().players;
    py::array_t<std::uint64_t> hands({static_cast<py::ssize_t>(drawing.worlds), static_cast<py::ssize_t>(players)});
    std::uint64_t* const out = hands.mutable_data();
    const py::gil_scoped_release release;
    draw_worlds(self, drawing, [&](std::uint64_t i, const State& world) {
        for (std::size_t s = 0; s < players; ++s) out[i * players + s] = world.hands[s].mask();
    });
    return hands;
}

void bind_facts(py::class_<PyView>& cls) {
    const auto property = [&cls](const char* name, auto get, const char* doc) {
        cls.def_property_readonly(name, [get](const PyView& self) { return get(self.now()); }, doc);
    };
    const auto derived = [&cls](const char* name, auto get, const char* doc) {
        cls.def_property_readonly(name, [get](const PyView& self) { return get(self, self.state()); }, doc);
    };
    cls.def_property_readonly(
           "rules", [](const PyView& self) { return self.rules.rules; }, "The rules the hand is played by.")
        .def_property_readonly(
            "history", [](const PyView& self) { return history_tuple(self.seen.plies); },
            "What was done since the position was set up: (seat, play), None in place of a fold.");
    property("seat", [](const View& v) { return int{v.seat}; }, "Whose view it is.");
    property("hand", [](const View& v) { return v.hand; }, "The cards of this seat.");
    property("players", [](const View& v) { return int{v.players}; }, "How many seats there are.");
    property(
        "to_move", [](const View& v) { return seat_or_none(v.over ? NO_SEAT : v.to_move); },
        "The seat whose turn it is; None when the hand is over.");
    property("is_own_turn", [](const View& v) { return v.own_turn(); }, "Whether it is the turn of this seat.");
    property(
        "table", [](const View& v) { return v.leading() ? py::object(py::none()) : py::cast(v.table); },
        "The play to beat; None when the seat to move leads.");
    property(
        "table_owner", [](const View& v) { return seat_or_none(v.owner); }, "The seat whose play lies on the table.");
    property(
        "passed", [](const View& v) { return seat_tuple(v.benched); },
        "The seats benched until the trick is cleared, ascending.");
    property(
        "lead_passed", [](const View& v) { return seat_tuple(v.lead_passed); },
        "The seats that passed over this empty table, ascending.");
    property(
        "in_play", [](const View& v) { return seat_tuple(v.in_play); },
        "The seats that have neither gone out nor folded, ascending.");
    property("is_over", [](const View& v) { return v.over; }, "Whether the hand is over.");
    property("counts", counts, "How many cards each seat holds.");
    property("played", [](const View& v) { return v.played; }, "All cards played so far, those on the table included.");
    property(
        "played_by", [](const View& v) { return card_sets(v.played_by, v.players); },
        "The cards each seat has played since the position was set up.");
    property(
        "unseen", [](const View& v) { return v.unseen(); },
        "The cards this seat has never seen: in other hands, or not dealt.");
    property(
        "known", [](const View& v) { return card_sets(v.known, v.players); },
        "Cards that other seats are known to hold.");
    property("absent", [](const View& v) { return v.absent; }, "Cards that are known not to have been dealt.");
    property(
        "opening_card", [](const View& v) { return card_object(v.opening_card); },
        "The card that the first play must contain, while it is owed.");
    property(
        "opener", [](const View& v) { return seat_or_none(known_state(v).opener()); },
        "The seat that owes the opening card.");
    property(
        "spare", [](const View& v) { return card_object(v.spare); },
        "The card that was left over and given to the leader, if this seat knows it.");
    property(
        "spare_holder", [](const View& v) { return seat_or_none(v.spare_seat); },
        "The seat that was given a spare card.");
    derived(
        "places", [](const PyView&, const State& s) { return places_tuple(s); },
        "The seats in order of their places, from the first, as far as they are given.");
    derived(
        "folded", [](const PyView&, const State& s) { return folded_tuple(s); },
        "The seats that quit, in the order in which they did.");
    derived(
        "points", [](const PyView& self, const State& s) { return points_object(self.tables(), s); },
        "The points of each seat; None until the hand is over.");
    derived(
        "must_lead", [](const PyView& self, const State& s) { return !s.over && must_lead(self.tables(), s); },
        "Whether the seat to move leads and may not pass.");
    derived(
        "instant_wins",
        [](const PyView& self, const State& s) { return instant_win_events(s, self.now().instant_wins); },
        "Who was dealt a hand that wins at once, and which: (seat, name) in turn order.");
}

[[nodiscard]] py::object place_of_seat(const PyView& self, py::handle seat) {
    const int place = place_of(self.state(), to_seat(seat, self.now().players));
    return place < 0 ? py::object(py::none()) : py::object(py::int_(place));
}

[[nodiscard]] Reason reason_of(const PyView& self, py::handle play) {
    return check_attempt(self.tables(), self.state(), to_attempt(play), self.now().seat);
}

[[nodiscard]] py::list legal_plays(const PyView& self) {
    return self.now().own_turn() ? legal_list(self.tables(), self.state()) : py::list();
}

[[nodiscard]] py::array_t<std::uint64_t> legal_masks_array(const PyView& self) {
    return self.now().own_turn() ? legal_array(self.tables(), self.state()) : py::array_t<std::uint64_t>(0);
}

void bind_questions(py::class_<PyView>& cls) {
    cls.def("place_of", place_of_seat, py::arg("seat"),
            "Tell the place of a seat, 0 for the first; None while it has none.")
        .def(
            "check", [](const PyView& self, py::handle play) { return reason_object(reason_of(self, play)); },
            py::arg("play"), "Tell why a play of this seat is illegal: the first reason that fits.")
        .def(
            "is_legal", [](const PyView& self, py::handle play) { return reason_of(self, play) == Reason::None; },
            py::arg("play"), "Tell whether this seat may make a play now.")
        .def(
            "explain",
            [](const PyView& self, py::handle play) {
                return explain_attempt(self.tables(), self.state(), play, self.now().seat);
            },
            py::arg("play"), "Say in a sentence why a play of this seat is illegal; None if it is legal.")
        .def("legal_plays", legal_plays, "List the legal plays of this seat; none when it is not its turn.")
        .def("legal_masks", legal_masks_array, "List them as card masks: the fast form of `legal_plays`.")
        .def(
            "count_legal",
            [](const PyView& self) {
                return self.now().own_turn() ? count_legal(self.tables(), self.state()) : std::uint64_t{0};
            },
            "Count the legal plays of this seat without listing them.")
        .def("sample_worlds", sample_worlds, py::arg("n"), py::arg("seed"), py::kw_only(), py::arg("candidates") = 1,
             "Draw states that this seat cannot tell from the true one.")
        .def("sample_hands", sample_hands, py::arg("n"), py::arg("seed"), py::kw_only(), py::arg("candidates") = 1,
             "Draw the same worlds as hands alone: the fast form of `sample_worlds`.");
}

py::object new_view(PyObject* args, PyObject* kwargs) {
    const auto given = py::reinterpret_borrow<py::tuple>(args);
    if (given.size() != 2 || kwargs != nullptr) throw py::type_error("a View is made by State.view or View.from_text");
    return py::cast(view_from_text(given[0], given[1]));
}

}  // namespace

void bind_view(py::module_& m) {
    py::class_<PyView> cls(m, "View", py::is_final());
    bind_facts(cls);
    bind_questions(cls);
    cls.def_static("from_text", view_from_text, py::arg("text"), py::arg("rules"),
                   "Read a view as `to_text` writes it.")
        .def(
            "to_text", [](const PyView& self) { return self.text(); },
            "Write the view, its history included, as one line. The rules are not in it.")
        .def("__str__", [](const PyView& self) { return to_text(self.now()); })
        .def("__repr__",
             [](const PyView& self) {
                 return "View.from_text('" + self.text() + "', " + std::string(py::repr(self.rules.rules)) + ")";
             })
        .def("__bytes__", [](const PyView& self) { return py::bytes(self.text()); })
        .def("__eq__", equal, py::arg("other"), py::is_operator())
        .def("__hash__", hash)
        .def("__reduce__",
             [](const PyView& self) {
                 return py::make_tuple(py::type::of<PyView>(), py::make_tuple(self.text(), self.rules.rules));
             })
        .def("__copy__", [](const py::object& self) { return self; })
        .def("__deepcopy__", [](const py::object& self, py::handle) { return self; }, py::arg("memo"));
    make_in_new<new_view>(cls);
    const py::object state = m.attr("State");
    state.attr("view") = py::cpp_function(view_from_state, py::name("view"), py::is_method(state), py::arg("seat"),
                                          "Show what a seat may know of this state, and nothing else.");
}

}  // namespace tienlen::bind
