// Kind and Play.
#include <array>

#include <pybind11/gil_safe_call_once.h>
#include <pybind11/native_enum.h>
#include <pybind11/operators.h>

#include "bind.hpp"
#include "construct.hpp"
#include "show.hpp"
#include "tienlen/classify.hpp"

namespace tienlen::bind {

namespace {

using KindMembers = std::array<py::object, KINDS>;

constexpr std::array<const char*, KINDS> KIND_NAMES{"PASS", "SINGLE",   "PAIR",           "TRIPLE",
                                                    "QUAD", "SEQUENCE", "DOUBLE_SEQUENCE"};

[[nodiscard]] py::object new_play(PyObject* args, PyObject* kwargs) {
    return py::cast(to_play(only_argument(args, kwargs, "O:Play", "cards")));
}

[[nodiscard]] std::string repr(Play play) { return "Play('" + to_text(play) + "')"; }

}  // namespace

// Looking an enum member up costs several times as much as everything else a property does, so they are kept.
py::object kind_object(Kind kind) {
    PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<KindMembers> storage;
    return storage
        .call_once_and_store_result([] {
            KindMembers members;
            const py::object kinds = py::module_::import("tienlen._core").attr("Kind");
            for (std::size_t i = 0; i < members.size(); ++i) members[i] = kinds.attr(KIND_NAMES[i]);
            return members;
        })
        .get_stored()[static_cast<std::size_t>(kind)];
}

Attempt to_attempt(py::handle value) {
    Attempt attempt;
    if (PyLong_Check(value.ptr()) && !PyBool_Check(value.ptr())) {
        const auto mask = to_mask(value);
        attempt.pass = mask == Mask{0};
        attempt.cards = CardSet{mask.value_or(0)};
        attempt.fault = mask ? Reason::None : Reason::UnknownCard;
    } else if (is<Play>(value)) {
        const Play play = value_in<Play>(value.ptr());
        attempt.pass = play.is_pass();
        attempt.cards = play.cards();
    } else if (PyUnicode_Check(value.ptr())) {
        const TextView encoded{value};
        const std::string_view text = encoded.view();
        attempt.pass = is_pass_text(text);
        if (attempt.pass) return attempt;
        const CardsText read = read_cards(text);
        attempt.cards = read.cards;
        attempt.fault = read.fault;
        attempt.repeated = read.repeated;
    } else if (is<CardSet>(value) || is<PyCard>(value)) {
        attempt.cards = to_card_set(value);
    } else if (PyIndex_Check(value.ptr()) != 0 && !PyBool_Check(value.ptr())) {
        const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));  // numpy's integers
        if (!number) throw py::error_already_set();
        return to_attempt(number);
    } else {
        throw py::type_error(std::string("expected a Play, a CardSet, text or a card mask, got ") +
                             Py_TYPE(value.ptr())->tp_name);
    }
    return attempt;
}

// Cards one by one are read as a set here; whoever tries to play them must be exact.
Play to_play(py::handle value) {
    const bool one_by_one = py::hasattr(value, "__iter__") && !is<CardSet>(value) && !PyUnicode_Check(value.ptr());
    const Attempt attempt = one_by_one ? Attempt{.cards = to_card_set(value)} : to_attempt(value);
    if (attempt.pass) return PASS;
    if (attempt.fault != Reason::None) (void)to_card_set(value);  // throws with the position
    const auto play = classify(attempt.cards);
    if (!play) {
        const std::string text = to_text(attempt.cards);
        throw NotationError(text.empty() ? "an empty play is no pass; say 'pass'" : text + " is not a combination",
                            NotationError::NO_OFFSET, text);
    }
    return *play;
}

void bind_plays(py::module_& m) {
    py::native_enum<Kind>(m, "Kind", "enum.Enum", "The kinds of plays.")
        .value("PASS", Kind::Pass)
        .value("SINGLE", Kind::Single)
        .value("PAIR", Kind::Pair)
        .value("TRIPLE", Kind::Triple)
        .value("QUAD", Kind::Quad)
        .value("SEQUENCE", Kind::Sequence)
        .value("DOUBLE_SEQUENCE", Kind::DoubleSequence)
        .finalize();

    py::class_<Play> cls(m, "Play", py::is_final(), "One combination of cards, or the pass.");
    store_inline(cls);
    cls.def(py::init([](py::handle cards) { return to_play(cards); }), py::arg("cards"))
        .def_property_readonly(
            "kind", [](Play play) { return kind_object(play.kind()); }, "Which kind of combination it is.")
        .def_property_readonly(
            "size", [](Play play) { return play.size(); },
            "How many cards; for a double sequence how many pairs; 0 for the pass.")
        .def_property_readonly(
            "top", [](Play play) { return card_object(play.is_pass() ? NO_CARD : play.top()); },
            "The highest card, which is the strength of the play; None for the pass.")
        .def_property_readonly(
            "cards", [](Play play) { return play.cards(); }, "The cards, none for the pass.")
        .def_property_readonly(
            "is_pass", [](Play play) { return play.is_pass(); }, "Whether it is the pass.")
        .def_property_readonly(
            "is_bomb", [](Play play) { return play.is_bomb(); }, "Whether it is a quad or a double sequence.")
        .def("__int__", [](Play play) { return play.cards().mask(); })
        .def("__index__", [](Play play) { return play.cards().mask(); })
        .def("__len__", [](Play play) { return play.cards().size(); })
        .def("__bool__", [](Play) { return true; })  // the pass is a play too, though it holds no card
        .def(py::self == py::self)
        .def("__hash__", [](Play play) { return py::hash(py::int_(play.cards().mask())); })
        .def("__str__", [](Play play) { return to_text(play); })
        .def("__repr__", repr)
        .def("__reduce__",
             [](const py::object& self) {
                 return py::make_tuple(py::type::of(self), py::make_tuple(self.cast<Play>().cards().mask()));
             })
        .def("__copy__", [](const py::object& self) { return self; })
        .def("__deepcopy__", [](const py::object& self, py::handle) { return self; }, py::arg("memo"));
    format_as_text(cls);
    show_in_notebooks(cls, "play_html");
    make_in_new<new_play>(cls);
    m.attr("PASS") = PASS;
}

}  // namespace tienlen::bind
