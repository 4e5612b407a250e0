// Batch: making one, taking parts, dealing anew, bytes.
#include <array>

#include <pybind11/stl.h>

#include "construct.hpp"
#include "py_batch.hpp"
#include "py_state.hpp"

namespace tienlen::bind {

namespace {

using Made = std::unique_ptr<PyBatch>;

constexpr std::array<const char*, 3> AUTORESET_NAMES{"DISABLED", "NEXT_STEP", "SAME_STEP"};

[[nodiscard]] py::object autoreset_enum() { return py::module_::import("tienlen.autoreset").attr("AutoresetMode"); }

// A member of our enum or of Gymnasium's, or its name or value in any case.
[[nodiscard]] Autoreset to_autoreset(py::handle value) {
    const py::object given = PyUnicode_Check(value.ptr()) ? py::reinterpret_borrow<py::object>(value)
                                                          : py::getattr(value, "value", py::none());
    std::string name;
    if (PyUnicode_Check(given.ptr())) {
        const TextView encoded{given};
        for (const char c : encoded.view()) {
            if (c != '_') name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        }
    }
    if (name == "disabled") return Autoreset::Disabled;
    if (name == "nextstep") return Autoreset::NextStep;
    if (name == "samestep") return Autoreset::SameStep;
    raise_batch("autoreset: expected AutoresetMode.NEXT_STEP, SAME_STEP or DISABLED, got " +
                std::string(py::repr(value)).substr(0, 40));
}

[[nodiscard]] Made make(const py::object& rules, const py::object& n, const py::object& seed,
                        const std::optional<py::int_>& players, const py::object& first_hand,
                        const py::object& autoreset, const py::object& threads) {
    PyRules compiled = to_rules(rules);
    BatchSetup setup;
    const std::uint64_t count = to_count(n, "n", 0, MAX_BATCH);
    setup.players = choose_players(compiled, players);
    setup.seed = to_seed(seed, "seed");
    setup.first_hand = to_count(first_hand, "first_hand", 0, EPISODE - count);
    setup.autoreset = to_autoreset(autoreset);
    setup.threads = to_threads(threads);
    const auto tables = compiled.tables;
    auto dealt = without_gil(count, [&] { return Batch{tables, static_cast<std::size_t>(count), setup}; });
    return std::make_unique<PyBatch>(std::move(compiled), std::move(dealt));
}

// Batch(…), whose signature is that of `make`.
[[nodiscard]] py::object made_by_call(PyObject* args, PyObject* kwargs) {
    static constexpr std::array<const char*, 8> names{"rules",      "n",         "seed",    "players",
                                                      "first_hand", "autoreset", "threads", nullptr};
    const py::int_ zero(0), one(1);
    const py::str disabled("DISABLED");
    PyObject *rules = nullptr, *n = nullptr, *seed = nullptr, *players = Py_None;
    PyObject *first_hand = zero.ptr(), *autoreset = disabled.ptr(), *threads = one.ptr();
    // Before Python 3.13 the names are declared as changeable; nobody changes them.
    if (PyArg_ParseTupleAndKeywords(args, kwargs, "OOO|$OOOO:Batch", const_cast<char**>(names.data()), &rules, &n,
                                    &seed, &players, &first_hand, &autoreset, &threads) == 0) {
        throw py::error_already_set();
    }
    const auto object = [](PyObject* given) { return py::reinterpret_borrow<py::object>(given); };
    return py::cast(make(object(rules), object(n), object(seed), object(players).cast<std::optional<py::int_>>(),
                         object(first_hand), object(autoreset), object(threads)));
}

[[nodiscard]] Made make_from_states(const py::iterable& states, const py::object& seed, const py::object& autoreset,
                                    const py::object& threads) {
    std::vector<State> positions;
    PyRules rules;
    BatchSetup setup;
    setup.seed = to_seed(seed, "seed");
    setup.autoreset = to_autoreset(autoreset);
    setup.threads = to_threads(threads);
    for (const py::handle item : states) {
        if (!py::isinstance<PyState>(item)) {
            throw py::type_error(std::string("from_states: expected States, got ") + Py_TYPE(item.ptr())->tp_name);
        }
        const auto& state = item.cast<const PyState&>();
        const std::string hand = "hand " + std::to_string(positions.size());
        if (positions.empty()) {
            rules = state.rules();
            setup.players = state.state.players;
        }
        if (!rules.rules.is(state.rules().rules) && !rules.rules.equal(state.rules().rules)) {
            raise_batch(hand + " has other rules than hand 0: a batch is played under one set of rules",
                        py::int_(positions.size()));
        }
        if (setup.players != state.state.players) {
            raise_batch(hand + " has " + std::to_string(state.state.players) + " players, hand 0 has " +
                            std::to_string(setup.players),
                        py::int_(positions.size()));
        }
        for (const CardSet cards : state.state.hands) check_listable(cards);
        positions.push_back(state.state);
    }
    if (positions.empty()) raise_batch("from_states: expected one state at least, to know the rules by");
    return std::make_unique<PyBatch>(rules, Batch{rules.tables, positions, setup});
}

[[nodiscard]] Made take(PyBatch& self, py::handle subscript, const py::object& seed) {
    const std::vector<std::int64_t> places = to_places(subscript, self.batch.size());
    const bool reseed = !seed.is_none();
    const std::uint64_t new_seed = reseed ? to_seed(seed, "seed") : 0;
    const Use use{self};
    auto taken = without_gil(places.size(), [&] {
        Batch part = self.batch.take(places);
        if (reseed) part.reseed(new_seed);
        return part;
    });
    return std::make_unique<PyBatch>(self.rules, std::move(taken));
}

[[nodiscard]] Made copy(PyBatch& self) {
    const Use use{self};
    auto same = without_gil(self.batch.size(), [&] { return Batch{self.batch}; });
    return std::make_unique<PyBatch>(self.rules, std::move(same));
}

[[nodiscard]] PyState state_at(PyBatch& self, py::handle index) {
    if (PyIndex_Check(index.ptr()) == 0 || PyBool_Check(index.ptr())) {
        throw py::type_error(std::string("expected the number of a hand, got ") + Py_TYPE(index.ptr())->tp_name);
    }
    const Py_ssize_t number = PyNumber_AsSsize_t(index.ptr(), nullptr);  // clips what is too large
    if (number == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
    const auto size = static_cast<Py_ssize_t>(self.batch.size());
    if (number < -size || number >= size) {
        throw py::index_error("hand " + std::to_string(number) + " is out of range: this batch has " +
                              std::to_string(size));
    }
    const Use use{self};
    return PyState::at_start(self.batch.hands().states[static_cast<std::size_t>(number < 0 ? number + size : number)],
                             self.rules);
}

[[nodiscard]] py::object subscript(PyBatch& self, py::handle index) {
    const bool single = PyIndex_Check(index.ptr()) != 0 && !py::isinstance<py::array>(index);
    return single ? py::cast(state_at(self, index)) : py::cast(take(self, index, py::none()));
}

void reset(PyBatch& self, const py::object& which, const py::object& seed) {
    const std::size_t n = self.batch.size();
    if (!seed.is_none()) {
        if (!which.is_none()) raise_batch("reset: a new seed starts all hands again; give it without 'which'");
        const std::uint64_t new_seed = to_seed(seed, "seed");
        const Use use{self};
        without_gil(n, [&] { self.batch.restart(new_seed); });
        return;
    }
    py::array flags;
    if (!which.is_none()) flags = to_flags(which, n, "which");
    const Use use{self};
    const bool* const marked = which.is_none() ? nullptr : static_cast<const bool*>(flags.data());
    without_gil(n, [&] { self.batch.reset(marked); });
}

[[nodiscard]] py::bytes to_bytes(PyBatch& self) {
    const Use use{self};
    const std::string bytes = without_gil(self.batch.size(), [&] { return self.batch.to_bytes(); });
    return bytes;
}

[[nodiscard]] Made from_bytes(const py::bytes& data, const py::object& rules, const py::object& threads) {
    PyRules compiled = to_rules(rules);
    const std::string_view view = data;
    const auto tables = compiled.tables;
    const int count = to_threads(threads);
    auto loaded = without_gil(view.size(), [&] { return Batch::from_bytes(tables, view, count); });
    (void)choose_players(compiled, py::int_(loaded.setup().players));  // refuses what these rules do not allow
    for (std::size_t i = 0; i < loaded.size(); ++i) {
        for (const CardSet cards : loaded.hands().states[i].hands) check_listable(cards);
    }
    return std::make_unique<PyBatch>(std::move(compiled), std::move(loaded));
}

[[nodiscard]] std::string repr(const PyBatch& self) {
    const BatchSetup& setup = self.batch.setup();
    return "<Batch of " + std::to_string(self.batch.size()) + " hands, " + std::to_string(setup.players) +
           " players, rules '" + std::string(py::str(self.rules.rules.attr("name"))) + "', autoreset " +
           AUTORESET_NAMES[static_cast<std::size_t>(setup.autoreset)] + ">";
}

}  // namespace

void raise_batch(const std::string& message, const py::object& hand) {
    const py::object type = error_class("BatchError");
    const py::object error = type(message, hand);
    PyErr_SetObject(type.ptr(), error.ptr());
    throw py::error_already_set();
}

void bind_batch(py::module_& m) {
    py::class_<PyBatch> cls(m, "Batch", py::is_final());
    cls.def(py::init(&make), py::arg("rules"), py::arg("n"), py::arg("seed"), py::kw_only(),
            py::arg("players") = py::none(), py::arg("first_hand") = 0, py::arg("autoreset") = "DISABLED",
            py::arg("threads") = 1)
        .def_static("from_states", make_from_states, py::arg("states"), py::kw_only(), py::arg("seed"),
                    py::arg("autoreset") = "DISABLED", py::arg("threads") = 1, "Start from positions.")
        .def_static("from_bytes", from_bytes, py::arg("data"), py::arg("rules"), py::kw_only(), py::arg("threads") = 1,
                    "Load a batch that `to_bytes` saved.")
        .def("to_bytes", to_bytes, "Save the hands, their streams and their results.")
        .def("take", take, py::arg("hands"), py::kw_only(), py::arg("seed") = py::none(),
             "Make a batch of some of the hands.")
        .def("copy", copy, "Make a batch that goes on by itself.")
        .def("state", state_at, py::arg("hand"), "One hand as a `State`.")
        .def("reset", reset, py::arg("which") = py::none(), py::kw_only(), py::arg("seed") = py::none(),
             "Deal new hands.")
        .def("__len__", [](const PyBatch& self) { return self.batch.size(); })
        .def("__getitem__", subscript, py::arg("hands"))
        .def("__copy__", copy)
        .def(
            "__deepcopy__", [](PyBatch& self, py::handle) { return copy(self); }, py::arg("memo"))
        .def("__repr__", repr)
        .def("__reduce__",
             [](PyBatch& self) {
                 return py::make_tuple(py::object(py::module_::import("tienlen.autoreset").attr("_load_batch")),
                                       py::make_tuple(to_bytes(self), self.rules.rules, self.batch.setup().threads));
             })
        .def_property_readonly(
            "rules", [](const PyBatch& self) { return self.rules.rules; }, "The rules of all hands.")
        .def_property_readonly(
            "players", [](const PyBatch& self) { return self.batch.setup().players; }, "How many seats each hand has.")
        .def_property_readonly(
            "seed", [](const PyBatch& self) { return self.batch.setup().seed; }, "The seed of deals and policies.")
        .def_property_readonly(
            "autoreset",
            [](const PyBatch& self) -> py::object {
                return autoreset_enum().attr(AUTORESET_NAMES[static_cast<std::size_t>(self.batch.setup().autoreset)]);
            },
            "What happens to hands that are over.")
        .def_property_readonly(
            "threads", [](const PyBatch& self) { return self.batch.setup().threads; },
            "How many threads a step may use; results do not depend on it.");
    make_in_new<made_by_call>(cls);
    bind_batch_arrays(cls);
    bind_batch_steps(cls);
}

}  // namespace tienlen::bind
