// Card and CardSet.
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include "bind.hpp"
#include "construct.hpp"
#include "show.hpp"

namespace tienlen::bind {

namespace {

[[noreturn]] void wrong_type(const char* expected, py::handle value) {
    throw py::type_error(std::string("expected ") + expected + ", got " + Py_TYPE(value.ptr())->tp_name);
}

[[noreturn]] void refuse_number(const char* what, py::handle number, const char* expected) {
    const std::string text = number_text(number);
    constexpr std::size_t LONGEST = 40;
    const std::string shown = text.size() <= LONGEST ? text : text.substr(0, LONGEST) + "…";
    throw NotationError(what + shown + ": expected " + expected, NotationError::NO_OFFSET, text);
}

// The whole number in anything that has __index__, but not in a bool; nothing if it is outside 0 … 2^64 - 1.
[[nodiscard]] std::optional<std::uint64_t> to_unsigned(py::handle number) {
    const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(number.ptr()));
    if (!index) throw py::error_already_set();
    const unsigned long long value = PyLong_AsUnsignedLongLong(index.ptr());
    if (value == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        return std::nullopt;
    }
    return value;
}

[[nodiscard]] bool is_number(py::handle value) { return PyIndex_Check(value.ptr()) != 0 && !PyBool_Check(value.ptr()); }

// An array of numpy has __index__ whatever its shape; only the shape () is a number.
[[nodiscard]] bool is_array(py::handle value) {
    if (PyLong_Check(value.ptr()) || !py::hasattr(value, "ndim") || !py::hasattr(value, "__iter__")) return false;
    return !py::object(value.attr("ndim")).equal(py::int_(0));
}

[[nodiscard]] CardSet from_iterable(py::handle cards) {
    CardSet set;
    for (const py::handle item : py::iter(cards)) {
        const Card card = to_card(item);
        if (set.contains(card)) {
            throw NotationError("card " + card_text(card) + " is named twice", NotationError::NO_OFFSET,
                                card_text(card));
        }
        set |= CardSet::of(card);
    }
    return set;
}

// Walks a set; as Python's iterators do, it is its own iterable.
struct CardIterator {
    CardSet rest;
};

[[nodiscard]] py::object new_card(PyObject* args, PyObject* kwargs) {
    return py::cast(PyCard{to_card(only_argument(args, kwargs, "O:Card", "card"))});
}

[[nodiscard]] py::object new_card_set(PyObject* args, PyObject* kwargs) {
    PyObject* const cards = only_argument(args, kwargs, "|O:CardSet", "cards");
    return py::cast(cards == nullptr ? CardSet{} : to_card_set(cards));
}

}  // namespace

TextView::TextView(py::handle text) {
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (data == nullptr) {
        if (PyErr_ExceptionMatches(PyExc_UnicodeError) == 0) throw py::error_already_set();
        PyErr_Clear();
        encoded_ = py::reinterpret_steal<py::object>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
        if (!encoded_) throw py::error_already_set();
        data = PyBytes_AS_STRING(encoded_.ptr());
        size = PyBytes_GET_SIZE(encoded_.ptr());
    }
    view_ = {data, static_cast<std::size_t>(size)};
}

std::optional<Mask> to_mask(py::handle number) {
    const auto mask = to_unsigned(number);
    return mask && *mask <= ALL_CARDS ? mask : std::nullopt;
}

std::string number_text(py::handle number) {
    const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(number.ptr()));
    if (!index) throw py::error_already_set();
    int overflow = 0;
    (void)PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    const bool decimal = overflow == 0 || to_unsigned(index).has_value();
    return py::str(py::reinterpret_steal<py::object>(PyNumber_ToBase(index.ptr(), decimal ? 10 : 16)));
}

Card to_card(py::handle value) {
    if (is<PyCard>(value)) return value_in<PyCard>(value.ptr()).index;
    if (PyUnicode_Check(value.ptr())) return parse_card(TextView{value}.view());
    // A set's number is a mask, which is no card's.
    const bool set = is<CardSet>(value) || is<Play>(value);
    if (set || !is_number(value)) wrong_type("a Card, text such as '3s', or a number from 0 to 51", value);
    const auto index = to_unsigned(value);
    if (!index || *index >= CARDS) refuse_number("unknown card ", value, "0 to 51");
    return static_cast<Card>(*index);
}

CardSet to_card_set(py::handle value) {
    if (is<CardSet>(value)) return value_in<CardSet>(value.ptr());
    if (is<Play>(value)) return value_in<Play>(value.ptr()).cards();
    if (is<PyCard>(value)) return CardSet::of(value_in<PyCard>(value.ptr()).index);
    if (PyUnicode_Check(value.ptr())) return parse_cards(TextView{value}.view());
    if (is_number(value) && !is_array(value)) {
        const auto mask = to_mask(value);
        if (!mask) refuse_number("unknown cards in mask ", value, "0 to 2**52 - 1");
        return CardSet{*mask};
    }
    if (PyBool_Check(value.ptr()) || !py::hasattr(value, "__iter__")) {
        wrong_type("a CardSet, a Play, text, a mask or an iterable of cards", value);
    }
    return from_iterable(value);
}

py::object card_object(Card card) { return card == NO_CARD ? py::object(py::none()) : py::cast(PyCard{card}); }

void bind_cards(py::module_& m) {
    py::class_<PyCard> card(m, "Card", py::is_final(), "One of the 52 cards, a number that knows its name.");
    store_inline(card);
    card.def(py::init([](py::handle value) { return PyCard{to_card(value)}; }), py::arg("card"))
        .def_property_readonly(
            "rank", [](const PyCard& c) { return rank_of(c.index); }, "The rank, 0 for a 3 to 12 for a 2.")
        .def_property_readonly(
            "suit", [](const PyCard& c) { return suit_of(c.index); },
            "The suit: 0 spades, 1 clubs, 2 diamonds, 3 hearts.")
        .def("__index__", [](const PyCard& c) { return int{c.index}; })
        .def("__int__", [](const PyCard& c) { return int{c.index}; })
        .def("__hash__", [](const PyCard& c) { return int{c.index}; })
        .def("__str__", [](const PyCard& c) { return card_text(c.index); })
        .def("__repr__", [](const PyCard& c) { return "Card('" + card_text(c.index) + "')"; })
        .def("__reduce__",
             [](const py::object& self) {
                 return py::make_tuple(py::type::of(self), py::make_tuple(int{self.cast<const PyCard&>().index}));
             })
        .def("__copy__", [](const py::object& self) { return self; })
        .def("__deepcopy__", [](const py::object& self, py::handle) { return self; }, py::arg("memo"));
    // With other cards, and with whole numbers of any size.
    const auto compare = [&card](const char* name, int operation) {
        card.def(
            name,
            [operation](const PyCard& self, py::handle other) {
                py::object number = py::reinterpret_borrow<py::object>(Py_NotImplemented);
                if (is<PyCard>(other)) {
                    number = py::int_(int{value_in<PyCard>(other.ptr()).index});
                } else if (PyLong_Check(other.ptr())) {
                    number = py::reinterpret_borrow<py::object>(other);
                } else {
                    return number;
                }
                const py::int_ index{int{self.index}};
                return py::reinterpret_steal<py::object>(PyObject_RichCompare(index.ptr(), number.ptr(), operation));
            },
            py::arg("other"), py::pos_only());
    };
    compare("__eq__", Py_EQ);
    compare("__lt__", Py_LT);
    compare("__le__", Py_LE);
    compare("__gt__", Py_GT);
    compare("__ge__", Py_GE);

    format_as_text(card);
    show_in_notebooks(card, "card_html");
    make_in_new<new_card>(card);

    py::class_<CardIterator> iterator(m, "_CardIterator", py::is_final());
    iterator.def("__iter__", [](const py::object& self) { return self; }).def("__next__", [](CardIterator& it) {
        if (it.rest.empty()) throw py::stop_iteration();
        const Card lowest = it.rest.lowest();
        it.rest -= CardSet::of(lowest);
        return PyCard{lowest};
    });
    make_by_functions(iterator);

    py::class_<CardSet> card_set(m, "CardSet", py::is_final(), "An immutable set of cards, in one 64-bit word.");
    store_inline(card_set);
    card_set
        .def(py::init([](py::handle cards) { return to_card_set(cards); }), py::arg("cards") = py::tuple())
        // Lambdas on values, here and elsewhere: a method bound as &CardSet::size would take None for a null pointer.
        .def("__len__", [](CardSet set) { return set.size(); })
        .def("__bool__", [](CardSet set) { return !set.empty(); })
        .def("__int__", [](CardSet set) { return set.mask(); })
        .def("__index__", [](CardSet set) { return set.mask(); })
        .def("__iter__", [](CardSet set) { return CardIterator{set}; })
        .def(
            "__contains__", [](CardSet set, py::handle wanted) { return set.contains(int{to_card(wanted)}); },
            py::arg("card"), py::pos_only())
        .def(py::self | py::self)
        .def(py::self & py::self)
        .def(py::self ^ py::self)
        .def(py::self - py::self)
        .def(~py::self)
        .def(py::self == py::self)
        .def(
            "__le__", [](CardSet a, CardSet b) { return b.contains(a); }, py::arg("other"), py::is_operator())
        .def(
            "__lt__", [](CardSet a, CardSet b) { return b.contains(a) && a != b; }, py::arg("other"), py::is_operator())
        .def(
            "__ge__", [](CardSet a, CardSet b) { return a.contains(b); }, py::arg("other"), py::is_operator())
        .def(
            "__gt__", [](CardSet a, CardSet b) { return a.contains(b) && a != b; }, py::arg("other"), py::is_operator())
        .def(
            "isdisjoint", [](CardSet a, py::handle b) { return !a.meets(to_card_set(b)); }, py::arg("other"),
            "Tell whether the two sets have no card in common.")
        .def("__hash__", [](CardSet set) { return py::hash(py::int_(set.mask())); })
        .def("__str__", [](CardSet set) { return to_text(set); })
        .def("__repr__", [](CardSet set) { return "CardSet('" + to_text(set) + "')"; })
        .def("__reduce__",
             [](const py::object& self) {
                 return py::make_tuple(py::type::of(self), py::make_tuple(self.cast<CardSet>().mask()));
             })
        .def("__copy__", [](const py::object& self) { return self; })
        .def("__deepcopy__", [](const py::object& self, py::handle) { return self; }, py::arg("memo"));
    format_as_text(card_set);
    show_in_notebooks(card_set, "cards_html");
    make_in_new<new_card_set>(card_set);
}

}  // namespace tienlen::bind
