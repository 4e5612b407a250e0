// Policies and search.
#include <cmath>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

#include "attempt.hpp"
#include "background.hpp"
#include "compare.hpp"
#include "py_view.hpp"
#include "search_options.hpp"

namespace tienlen::bind {

namespace {

struct PySearch {
    SearchResult result;
};

// An option that is one of a few words.
template <typename Value, std::size_t N>
[[nodiscard]] Value to_choice(const char* name, std::string_view text,
                              const std::array<std::pair<std::string_view, Value>, N>& choices) {
    std::string expected;
    for (const auto& [word, value] : choices) {
        if (word == text) return value;
        expected += (expected.empty() ? "" : ", ") + std::string(word);
    }
    throw PositionError(std::string(name) + " " + std::string(py::repr(py::str(std::string(text)))) +
                        " is unknown: expected one of " + expected);
}

}  // namespace

Policy to_policy(const py::str& text) {
    constexpr std::array<std::pair<std::string_view, Policy>, 4> POLICIES{
        {{"random", Policy::Random}, {"lowest", Policy::Lowest}, {"greedy", Policy::Greedy}, {"rules", Policy::Rules}}};
    return to_choice("policy", TextView{text}.view(), POLICIES);
}

namespace {

void check_turn(const PyView& view) {
    if (view.now().over) throw PositionError("the hand is over: there is nothing to decide");
    if (view.now().own_turn()) return;
    throw PositionError("it is the turn of seat " + std::to_string(view.now().to_move) + ", not of the view's seat " +
                        std::to_string(view.now().seat));
}

[[nodiscard]] Play choose_play(const PyView& view, const py::str& policy, const py::int_& seed) {
    check_turn(view);
    Rng rng{to_seed(seed, "seed")};
    return choose(to_policy(policy), view.tables(), see(view.tables(), view.now()), rng);
}

}  // namespace

SearchOptions to_options(const GivenOptions& given) {
    constexpr std::array<std::pair<std::string_view, SearchMethod>, 2> METHODS{
        {{"flat", SearchMethod::Flat}, {"tree", SearchMethod::Tree}}};
    constexpr std::array<std::pair<std::string_view, Policy>, 2> ROLLOUTS{
        {{"random", Policy::Random}, {"rules", Policy::Rules}}};
    constexpr std::uint64_t MOST = std::uint64_t{1} << 40;
    constexpr double MAX_MILLISECONDS = 1e9;
    constexpr long long MAX_CHAIN = 100'000'000;
    if ((given.iterations && given.milliseconds) || (given.work && (given.iterations || given.milliseconds)))
        throw PositionError("give one of iterations, milliseconds and work, not more");
    SearchOptions options;
    options.method = to_choice("method", TextView{given.method}.view(), METHODS);
    options.rollout = to_choice("rollout", TextView{given.rollout}.view(), ROLLOUTS);
    const auto budget = [&](const char* name, const std::optional<std::uint64_t>& asked, std::uint64_t& into) {
        if (!asked) return;
        if (*asked < 1 || *asked > MOST) throw PositionError(std::string(name) + " must be 1 to 2**40");
        into = *asked;
    };
    budget("iterations", given.iterations, options.iterations);
    budget("work", given.work, options.work);
    if (given.milliseconds) {
        if (!(*given.milliseconds > 0 && *given.milliseconds <= MAX_MILLISECONDS))
            throw PositionError("milliseconds must be above 0 and at most 1e9");
        options.microseconds = std::max<std::int64_t>(static_cast<std::int64_t>(*given.milliseconds * 1000), 1);
    }
    // A budget of work has a share for the chain; past some point, more of it is not known to help.
    constexpr long long MOST_OF_WORK = 40'000;
    const long long usual = given.work ? MOST_OF_WORK : options.chain_steps;
    const long long chain_steps = given.chain_steps.value_or(usual);
    check_range("chain_steps", chain_steps, 0, MAX_CHAIN);
    options.chain_steps = static_cast<int>(chain_steps);
    options.threads = to_threads(given.threads);
    options.seed = to_seed(given.seed, "seed");
    return options;
}

namespace {

// For a view: by what it knows. For a state: with all hands seen, as a yardstick.
[[nodiscard]] PySearch run_search(const py::object& position, const py::str& method,
                                  std::optional<std::uint64_t> iterations, std::optional<double> milliseconds,
                                  std::optional<std::uint64_t> work, const py::object& threads, const py::object& seed,
                                  const py::str& rollout, std::optional<long long> chain_steps,
                                  const py::object& progress) {
    const SearchOptions options =
        to_options({method, iterations, milliseconds, work, threads, seed, rollout, chain_steps});
    const std::uint64_t total = milliseconds ? 0 : work ? *work : options.iterations;
    if (py::isinstance<PyState>(position)) {
        const auto& state = position.cast<const PyState&>();
        if (state.state.over) throw PositionError("the hand is over: there is nothing to decide");
        check_listable(state.state.hand());
        const std::vector<Observation> past = observations(state.tables(), state.setting->start, state.past.plies());
        return {run_in_background(
            [&](RunControl& control) { return search_seeing(state.tables(), state.state, past, options, control); },
            progress, total)};
    }
    if (!py::isinstance<PyView>(position))
        throw py::type_error("search() takes a View, or a State to search it with open hands");
    const auto& view = position.cast<const PyView&>();
    check_turn(view);
    check_listable(view.now().hand);
    return {run_in_background(
        [&](RunControl& control) {
            const Knowledge knowledge = knowledge_of(view.tables(), view.now(), view.seen.start, view.seen.plies);
            return search(view.tables(), knowledge, options, control);
        },
        progress, total)};
}

[[nodiscard]] py::list plays_of(const PySearch& self) {
    py::list plays;
    for (const PlayValue& value : self.result.plays) plays.append(py::cast(value));
    return plays;
}

[[nodiscard]] std::string repr_value(const PlayValue& value) {
    return "<PlayValue " + to_text(value.play) + ": " + std::string(py::str(py::float_(value.mean()))) + " points in " +
           std::to_string(value.visits) + " visits>";
}

[[nodiscard]] std::string repr(const PySearch& self) {
    return "<SearchResult: best " + to_text(self.result.plays.front().play) + " of " +
           std::to_string(self.result.plays.size()) + ", " + std::to_string(self.result.iterations) + " iterations>";
}

[[nodiscard]] py::tuple parts_of_value(const PlayValue& value) {
    return py::make_tuple(value.play, value.opinion, value.visits, value.points, value.squares);
}

[[nodiscard]] py::tuple parts(const PySearch& self) {
    const SearchResult& result = self.result;
    return py::make_tuple(plays_of(self), result.iterations, result.work, result.nodes, result.solved);
}

[[nodiscard]] PlayValue value_from_pickle(const py::tuple& pickled) {
    return {py::cast<Play>(pickled[0]), py::cast<double>(pickled[1]), py::cast<std::int64_t>(pickled[2]),
            py::cast<std::int64_t>(pickled[3]), py::cast<std::int64_t>(pickled[4])};
}

[[nodiscard]] PySearch from_pickle(const py::tuple& pickled) {
    PySearch self{{py::cast<std::vector<PlayValue>>(pickled[0]), py::cast<std::uint64_t>(pickled[1]),
                   py::cast<std::uint64_t>(pickled[2]), py::cast<std::uint64_t>(pickled[3]),
                   py::cast<bool>(pickled[4])}};
    if (self.result.plays.empty()) throw PositionError("a SearchResult has one play or more");
    return self;
}

}  // namespace

void bind_search(py::module_& m) {
    py::class_<PlayValue> value(m, "PlayValue", py::is_final());
    value.def_property_readonly(
             "play", [](const PlayValue& self) { return self.play; }, "The play, or the pass.")
        .def_property_readonly(
            "visits", [](const PlayValue& self) { return self.visits; }, "How often it was tried.")
        .def_property_readonly(
            "mean", [](const PlayValue& self) { return self.mean(); },
            "The points it brought on average; 0 if it was not tried.")
        .def_property_readonly(
            "half_width", [](const PlayValue& self) { return self.half_width(); },
            "Half the width of the 95 % interval of the mean.")
        .def_property_readonly(
            "prior", [](const PlayValue& self) { return std::exp(self.opinion); },
            "How likely the `\"rules\"` policy finds the play; the shares of all plays sum to about 1.")
        .def("__repr__", repr_value);
    compare_and_pickle(value, parts_of_value);
    make_in_new<from_parts<value_from_pickle, 5>>(value);
    py::class_<PySearch> cls(m, "SearchResult", py::is_final());
    cls.def_property_readonly(
           "best", [](const PySearch& self) { return self.result.plays.front().play; }, "The play to make.")
        .def_property_readonly("plays", plays_of, "What each play is worth, the best first.")
        .def_property_readonly(
            "iterations", [](const PySearch& self) { return self.result.iterations; },
            "How many hands were played on; 0 where there was nothing to choose.")
        .def_property_readonly(
            "work", [](const PySearch& self) { return self.result.work; },
            "How many plays were weighed by policies, three more counted for each decision.")
        .def_property_readonly(
            "solved", [](const PySearch& self) { return self.result.solved; },
            "Whether the points are exact, as the solver finds them: two seats left, both hands known.")
        .def_property_readonly(
            "nodes", [](const PySearch& self) { return self.result.nodes; },
            "How many positions were looked into below the plays, or how many nodes trees have.")
        .def("__repr__", repr);
    compare_and_pickle(cls, parts);
    make_in_new<from_parts<from_pickle, 5>>(cls);
    m.def("choose", choose_play, py::arg("view"), py::arg("policy"), py::kw_only(), py::arg("seed") = 0,
          "Decide at once, by rules of thumb.");
    m.def("search", run_search, py::arg("position"), py::kw_only(), py::arg("method") = "flat",
          py::arg("iterations") = py::none(), py::arg("milliseconds") = py::none(), py::arg("work") = py::none(),
          py::arg("threads") = 1, py::arg("seed") = 0, py::arg("rollout") = "rules",
          py::arg("chain_steps") = py::none(), py::arg("progress") = py::none(),
          "Find what each play is worth, by playing on from it in many worlds.");
}

}  // namespace tienlen::bind
