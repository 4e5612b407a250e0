// Playouts and what they add up to.
#include <cstring>

#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include "background.hpp"
#include "construct.hpp"
#include "py_state.hpp"
#include "tienlen/cpu.hpp"
#include "tienlen/playout.hpp"

namespace tienlen::bind {

namespace {

// Sums over hands for a number of players; mergeable with +.
struct PyPlayouts {
    int players;
    PlayoutCounts counts;
    [[nodiscard]] bool operator==(const PyPlayouts&) const noexcept = default;
};

template <typename T>
[[nodiscard]] py::array_t<std::int64_t> by_seat(const PyPlayouts& self, const std::array<T, MAX_PLAYERS>& values) {
    py::array_t<std::int64_t> array(self.players);
    auto view = array.mutable_unchecked<1>();
    for (py::ssize_t s = 0; s < self.players; ++s)
        view(s) = static_cast<std::int64_t>(values[static_cast<std::size_t>(s)]);
    return array;
}

[[nodiscard]] py::array_t<std::int64_t> places(const PyPlayouts& self) {
    py::array_t<std::int64_t> array({self.players, self.players});
    auto view = array.mutable_unchecked<2>();
    for (py::ssize_t s = 0; s < self.players; ++s) {
        for (py::ssize_t p = 0; p < self.players; ++p) {
            view(s, p) =
                static_cast<std::int64_t>(self.counts.places[static_cast<std::size_t>(s)][static_cast<std::size_t>(p)]);
        }
    }
    return array;
}

[[nodiscard]] py::dict by_kind(const std::array<std::uint64_t, KINDS>& values, Kind first) {
    py::dict dict;
    for (auto k = static_cast<std::size_t>(first); k < values.size(); ++k)
        dict[kind_object(static_cast<Kind>(k))] = values[k];
    return dict;
}

[[nodiscard]] std::uint64_t chops(const PlayoutCounts& counts) {
    std::uint64_t sum = 0;
    for (const std::uint64_t of_kind : counts.chops) sum += of_kind;
    return sum;
}

[[nodiscard]] PyPlayouts add(const PyPlayouts& a, const PyPlayouts& b) {
    if (a.players != b.players)
        throw PositionError("playouts of " + std::to_string(a.players) + " and of " + std::to_string(b.players) +
                            " players cannot be added up");
    PyPlayouts sum = a;
    sum.counts += b.counts;
    return sum;
}

template <typename Work>
[[nodiscard]] PlayoutCounts play_out(Work work, const PlayoutRun& run, const py::object& progress) {
    constexpr std::uint64_t FEW = 512;
    return run.hands <= FEW ? run_at_once(work, progress, run.hands) : run_in_background(work, progress, run.hands);
}

[[nodiscard]] PyPlayouts run_playouts(const py::object& start, const py::object& games, const py::object& seed,
                                      const py::object& threads, const std::optional<py::int_>& players,
                                      const py::object& progress, const py::object& first) {
    constexpr std::uint64_t MOST_GAMES = ~std::uint64_t{0} >> 1;
    PlayoutRun run;
    run.hands = to_count(games, "games", 0, MOST_GAMES);
    run.seed = to_seed(seed, "seed");
    run.threads = to_threads(threads);
    run.first_hand = to_seed(first, "first_hand");
    if (py::isinstance<PyState>(start)) {
        const auto& position = start.cast<const PyState&>();
        run.players = position.state.players;
        if (players && !players->equal(py::int_(run.players)))
            throw PositionError("players: a position has its own number of players");
        return {run.players,
                play_out(
                    [&](RunControl& control) { return playouts_from(position.tables(), position.state, run, control); },
                    run, progress)};
    }
    const PyRules rules = to_rules(start);
    run.players = choose_players(rules, players);
    return {run.players,
            play_out([&](RunControl& control) { return playouts(*rules.tables, run, control); }, run, progress)};
}

// As plain numbers, for pickles: players, then every counter in order of declaration.
[[nodiscard]] py::bytes counter_bytes(const PlayoutCounts& counts) {
    static_assert(std::is_trivially_copyable_v<PlayoutCounts>);
    return {reinterpret_cast<const char*>(&counts), sizeof counts};
}

[[nodiscard]] py::object from_pickle(PyObject* args, PyObject* kwargs) {
    const auto pickled = py::reinterpret_borrow<py::tuple>(args);
    if (pickled.size() != 2 || kwargs != nullptr) throw py::type_error("a PlayoutResult is made by playouts()");
    const int players = pickled[0].cast<int>();
    const auto bytes = pickled[1].cast<py::bytes>();
    PyPlayouts result{players, {}};
    const std::string_view view = bytes;
    if (players < 2 || players > MAX_PLAYERS || view.size() != sizeof result.counts) {
        throw PositionError("playouts: a pickle that this version did not write");
    }
    std::memcpy(&result.counts, view.data(), view.size());
    return py::cast(result);
}

}  // namespace

void bind_playouts(py::module_& m) {
    py::class_<PyPlayouts> cls(m, "PlayoutResult", py::is_final(),
                               "What hands played to the end add up to. Results add up with `+`.");
    const auto counter = [&cls](const char* name, std::uint64_t PlayoutCounts::* field, const char* doc) {
        cls.def_property_readonly(name, [field](const PyPlayouts& self) { return self.counts.*field; }, doc);
    };
    counter("hands", &PlayoutCounts::hands, "How many hands were played.");
    counter("plies", &PlayoutCounts::plies, "Plays and passes in all hands; a hand won at the deal has none.");
    counter("passes", &PlayoutCounts::passes, "Passes in all hands.");
    counter("instant_wins", &PlayoutCounts::instant_wins, "Hands that were won at the deal.");
    cls.def_property_readonly(
           "players", [](const PyPlayouts& self) { return self.players; }, "How many seats.")
        .def_property_readonly(
            "plays_by_kind", [](const PyPlayouts& self) { return by_kind(self.counts.plays, Kind::Pass); },
            "How often each kind was played, the passes included.")
        .def_property_readonly(
            "chops_by_kind", [](const PyPlayouts& self) { return by_kind(self.counts.chops, Kind::Single); },
            "How often each kind chopped.")
        .def_property_readonly(
            "chops", [](const PyPlayouts& self) { return chops(self.counts); },
            "Plays that beat the table by the chop table rather than by a higher card.")
        .def_property_readonly("places", places, "How often each seat took each place.")
        .def_property_readonly(
            "points_sum", [](const PyPlayouts& self) { return by_seat(self, self.counts.points); },
            "Points of each seat, summed over the hands.")
        .def_property_readonly(
            "points_sum_squares", [](const PyPlayouts& self) { return by_seat(self, self.counts.points_squared); },
            "Squares of the points of each seat, summed over the hands: for standard errors.")
        .def("__add__", add, py::arg("other"), py::is_operator())
        .def(py::self == py::self)
        .def("__repr__",
             [](const PyPlayouts& self) {
                 return "<PlayoutResult of " + std::to_string(self.counts.hands) + " hands, " +
                        std::to_string(self.counts.plies) + " plies, " + std::to_string(self.players) + " players>";
             })
        .def("__reduce__", [](const PyPlayouts& self) {
            return py::make_tuple(py::type::of<PyPlayouts>(), py::make_tuple(self.players, counter_bytes(self.counts)));
        });
    make_in_new<from_pickle>(cls);
    cls.attr("__hash__") = py::none();
    m.def("playouts", run_playouts, py::arg("start"), py::arg("games"), py::kw_only(), py::arg("seed"),
          py::arg("threads") = 1, py::arg("players") = py::none(), py::arg("progress") = py::none(),
          py::arg("first_hand") = 0, "Play hands to the end by uniformly random legal plays.");
    m.def(
        "cpu", [] { return std::string(cpu_name(detected_cpu())); },
        R"(Name the instruction set that bulk work uses here: `"bmi2"` or `"portable"`.)");
}

}  // namespace tienlen::bind
