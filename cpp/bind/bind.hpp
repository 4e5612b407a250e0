// What the binding files share: one registration function a family, and the conversions between them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <pybind11/pybind11.h>

#include "inline_object.hpp"
#include "tienlen/notation.hpp"
#include "tienlen/state.hpp"

namespace tienlen::bind {

namespace py = pybind11;

void bind_errors(py::module_& m);
void bind_cards(py::module_& m);
void bind_plays(py::module_& m);
void bind_rules(py::module_& m);
void bind_state(py::module_& m);
void bind_view(py::module_& m);
void bind_solver(py::module_& m);
void bind_search(py::module_& m);
void bind_arena(py::module_& m);
void bind_perft(py::module_& m);
void bind_playouts(py::module_& m);
void bind_batch(py::module_& m);
void bind_bench(py::module_& m);

// A card on its own, so that Python can tell it from a number; never NO_CARD.
struct PyCard {
    Card index;
};

// --- from Python (cards.cpp, plays.cpp): each throws TypeError for what is of no such type -------------------------

[[nodiscard]] Card to_card(py::handle value);         // Card, text, 0 … 51
[[nodiscard]] CardSet to_card_set(py::handle value);  // CardSet, Play, Card, text, mask, iterable of cards
// The UTF-8 of a str, which must outlive it. A lone surrogate has none; it is written like a character that names no card.
class TextView {
public:
    explicit TextView(py::handle text);
    [[nodiscard]] std::string_view view() const noexcept { return view_; }

private:
    py::object encoded_;
    std::string_view view_;
};
// The number in an int (or anything with __index__, but not a bool), if it is a card mask.
[[nodiscard]] std::optional<Mask> to_mask(py::handle number);

// The number as text. Python refuses to write out huge numbers in decimal, so those beyond 64 bits are hexadecimal.
[[nodiscard]] std::string number_text(py::handle number);

// What somebody tried to play, as given: a reason instead of an exception where it cannot be read.
struct Attempt {
    bool pass = false;
    CardSet cards{};
    Reason fault = Reason::None;  // UnknownCard or CardTwice
    Card repeated = NO_CARD;
};
[[nodiscard]] Attempt to_attempt(py::handle value);
[[nodiscard]] Play to_play(py::handle value);  // a combination or the pass, else NotationError

// --- to Python -----------------------------------------------------------------------------------------------------

[[nodiscard]] py::object kind_object(Kind kind);
[[nodiscard]] py::object reason_object(Reason reason);  // None for Reason::None
[[nodiscard]] py::object card_object(Card card);        // None for NO_CARD
// A class of tienlen.errors.
[[nodiscard]] py::object error_class(const char* name);

// A Rules value of Python and what was compiled from it.
struct PyRules {
    py::object rules;
    std::shared_ptr<const RuleTables> tables;
};
[[nodiscard]] PyRules to_rules(py::handle rules);

}  // namespace tienlen::bind

template <>
struct pybind11::detail::type_caster<tienlen::bind::PyCard> : tienlen::bind::InlineCaster<tienlen::bind::PyCard> {};
template <>
struct pybind11::detail::type_caster<tienlen::CardSet> : tienlen::bind::InlineCaster<tienlen::CardSet> {};
template <>
struct pybind11::detail::type_caster<tienlen::Play> : tienlen::bind::InlineCaster<tienlen::Play> {};
