// The endgame solver and the shortest way out.
#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include <pybind11/stl.h>

#include "background.hpp"
#include "compare.hpp"
#include "py_state.hpp"
#include "tienlen/shortest.hpp"
#include "tienlen/solver.hpp"

namespace tienlen::bind {

namespace {

struct PySolution {
    Solution solution;
    int players;
    bool over;  // the hand was over already: there is no play
};

[[nodiscard]] py::object points(const PySolution& self) {
    if (!self.solution.exact) return py::none();
    py::tuple tuple(self.players);
    for (std::size_t s = 0; s < static_cast<std::size_t>(self.players); ++s)
        tuple[s] = py::int_(self.solution.points[s]);
    return tuple;
}

// Places of the seats, 0 = first; None for those who share the last place after an instant win.
[[nodiscard]] py::object places(const PySolution& self) {
    if (!self.solution.exact) return py::none();
    py::tuple tuple(self.players);
    for (std::size_t s = 0; s < static_cast<std::size_t>(self.players); ++s) {
        const int place = self.solution.places[s];
        tuple[s] = place < 0 ? py::object(py::none()) : py::object(py::int_(place));
    }
    return tuple;
}

[[nodiscard]] py::object best(const PySolution& self) {
    return self.solution.exact && !self.over ? py::cast(self.solution.best) : py::object(py::none());
}

[[nodiscard]] PySolution solve(const PyState& state, std::optional<long long> nodes, std::optional<double> milliseconds,
                               long long table_mb) {
    constexpr long long MAX_TABLE_MB = 1 << 20;
    constexpr double MAX_MILLISECONDS = 1e9;
    SolveLimits limits;
    if (nodes) {
        check_range("nodes", *nodes, 1, std::numeric_limits<std::int64_t>::max());
        limits.nodes = static_cast<std::uint64_t>(*nodes);
    }
    if (milliseconds) {
        if (!(*milliseconds > 0) || *milliseconds > MAX_MILLISECONDS) {
            throw PositionError("milliseconds " + std::to_string(*milliseconds) +
                                " is out of range: expected more than 0, at most 1e9");
        }
        limits.time = std::chrono::microseconds{static_cast<std::int64_t>(*milliseconds * 1000)};
    }
    check_range("table_mb", table_mb, 1, MAX_TABLE_MB);
    const Solution solution = run_in_background(
        [&](RunControl& control) {
            Solver solver{state.tables(), static_cast<std::size_t>(table_mb) << 20};
            return solver.solve(state.state, limits, &control);
        },
        py::none(), 0);
    return {solution, state.state.players, state.state.over};
}

[[nodiscard]] std::string repr(const PySolution& self) {
    const std::string nodes = std::to_string(self.solution.nodes) + " positions";
    if (!self.solution.exact) return "<Solution: not found within " + nodes + ">";
    return "<Solution: points " + std::string(py::str(points(self))) +
           (self.over ? "" : ", best " + to_text(self.solution.best)) + ", " + nodes + ">";
}

[[nodiscard]] bool twos_in_sequences(const py::object& rules) {
    return !rules.is_none() && to_rules(rules).tables->rules().twos_in_sequences;
}

[[nodiscard]] int fewest(py::handle hand, const py::object& rules) {
    return fewest_plays(to_card_set(hand), twos_in_sequences(rules));
}

[[nodiscard]] py::tuple way_out(py::handle hand, const py::object& rules) {
    const WayOut way = shortest_way_out(to_card_set(hand), twos_in_sequences(rules));
    const py::list plays(static_cast<std::size_t>(way.count));
    for (std::size_t i = 0; i < static_cast<std::size_t>(way.count); ++i) plays[i] = py::cast(way.plays[i]);
    return py::make_tuple(way.count, plays);
}

// For pickles and comparison: what the properties say.
[[nodiscard]] py::tuple parts(const PySolution& self) {
    return py::make_tuple(self.solution.exact, points(self), places(self), best(self), self.solution.nodes);
}

[[nodiscard]] PySolution from_pickle(const py::tuple& pickled) {
    PySolution self{{}, 0, pickled[3].is_none()};
    self.solution.exact = py::cast<bool>(pickled[0]);
    self.solution.nodes = py::cast<std::uint64_t>(pickled[4]);
    if (!self.over) self.solution.best = py::cast<Play>(pickled[3]);
    if (!self.solution.exact) return self;
    const auto points = py::cast<std::vector<std::int16_t>>(pickled[1]);
    const auto places = py::cast<std::vector<std::optional<std::int8_t>>>(pickled[2]);
    if (points.size() < 2 || points.size() > MAX_PLAYERS || places.size() != points.size())
        throw PositionError("a Solution is about 2 to 4 players");
    self.players = static_cast<int>(points.size());
    std::copy(points.begin(), points.end(), self.solution.points.begin());
    std::transform(places.begin(), places.end(), self.solution.places.begin(),
                   [](std::optional<std::int8_t> place) { return place.value_or(std::int8_t{-1}); });
    return self;
}

}  // namespace

void bind_solver(py::module_& m) {
    py::class_<PySolution> cls(m, "Solution", py::is_final());
    cls.def_property_readonly(
           "exact", [](const PySolution& self) { return self.solution.exact; },
           "Whether the result was found within the limits.")
        .def_property_readonly("points", points, "The points of each seat when all play their best.")
        .def_property_readonly("places", places, "The place of each seat, 0 for the first.")
        .def_property_readonly("best", best, "A play that leads there; None if the hand is over.")
        .def_property_readonly(
            "nodes", [](const PySolution& self) { return self.solution.nodes; }, "How many positions were looked at.")
        .def("__repr__", repr);
    compare_and_pickle(cls, parts);
    make_in_new<from_parts<from_pickle, 5>>(cls);
    m.def("solve", solve, py::arg("state"), py::kw_only(), py::arg("nodes") = py::none(),
          py::arg("milliseconds") = py::none(), py::arg("table_mb") = 64,
          "Find the exact result of a position in which all hands are known.");
    m.def("fewest_plays", fewest, py::arg("hand"), py::arg("rules") = py::none(),
          "Count the fewest plays that empty a hand when every one of them is a lead.");
    m.def("shortest_way_out", way_out, py::arg("hand"), py::arg("rules") = py::none(),
          "Find the fewest plays that empty a hand, and one such way.");
}

}  // namespace tienlen::bind
