#include "attempt.hpp"

#include <array>
#include <cstring>
#include <string>

#include "tienlen/movegen.hpp"

namespace tienlen::bind {

Reason check_attempt(const RuleTables& tables, const State& state, const Attempt& attempt, Seat seat) noexcept {
    if (state.over) return Reason::HandOver;
    if (seat != state.to_move) return Reason::NotYourTurn;
    if (attempt.fault != Reason::None) return attempt.fault;
    return attempt.pass ? check_pass(tables, state) : check_cards(tables, state, attempt.cards);
}

Fault fault_of(const State& state, const Attempt& attempt, Reason reason) {
    Detail found = detail(state, reason, attempt.cards);
    if (reason == Reason::CardTwice) found.card = attempt.repeated;
    return {found.card == NO_CARD ? py::object(py::none()) : py::object(py::str(card_text(found.card))),
            found.size == 0 ? py::object(py::none()) : py::object(py::int_(found.size))};
}

py::str attempt_text(py::handle value, const Attempt& attempt) {
    if (PyUnicode_Check(value.ptr())) return py::reinterpret_borrow<py::str>(value);
    if (attempt.pass) return "pass";
    if (attempt.fault != Reason::None) return py::str(number_text(value));
    return to_text(attempt.cards);
}

py::object explain_attempt(const RuleTables& tables, const State& state, py::handle value, Seat seat) {
    const Attempt attempt = to_attempt(value);
    const Reason reason = check_attempt(tables, state, attempt, seat);
    if (reason == Reason::None) return py::none();
    const Fault fault = fault_of(state, attempt, reason);
    using py::literals::operator""_a;
    return error_class("explain_reason")(reason_object(reason), "play"_a = attempt_text(value, attempt),
                                         "seat"_a = seat_or_none(seat), "card"_a = fault.card, "size"_a = fault.size);
}

namespace {

// Lists the legal plays into memory of the stack, where they fit in for sure, and hands the list on.
template <typename Take>
auto with_legal(const RuleTables& tables, const State& state, Take take) {
    constexpr int DEALT_MOST = 18;       // cards; more are held only in positions set up by hand
    constexpr std::size_t BOUND = 5120;  // 18 cards hold 4,851 combinations at most; the pass; LIST_SLACK
    if (state.hand().size() <= DEALT_MOST) {
        std::array<Mask, BOUND> list;
        return take(list.data(), list_legal(tables, state, list.data()));
    }
    check_listable(state.hand());
    const std::vector<Mask> list = legal_masks(tables, state);
    return take(list.data(), list.size());
}

// As py::array_t, which takes twice as long: it works out strides that one dimension does not need.
[[nodiscard]] py::array_t<std::uint64_t> to_array(const Mask* masks, std::size_t count) {
    const auto& numpy = py::detail::npy_api::get();
    const auto size = static_cast<Py_intptr_t>(count);
    PyObject* const array = numpy.PyArray_NewFromDescr_(
        numpy.PyArray_Type_, py::dtype::of<std::uint64_t>().release().ptr(), 1, &size, nullptr, nullptr, 0, nullptr);
    if (array == nullptr) throw py::error_already_set();
    std::memcpy(py::detail::array_proxy(array)->data, masks, count * sizeof(Mask));
    return py::reinterpret_steal<py::array_t<std::uint64_t>>(array);
}

}  // namespace

py::array_t<std::uint64_t> legal_array(const RuleTables& tables, const State& state) {
    return with_legal(tables, state, to_array);
}

py::list legal_list(const RuleTables& tables, const State& state) {
    return with_legal(tables, state, [](const Mask* masks, std::size_t count) {
        py::list plays(count);
        for (std::size_t i = 0; i < count; ++i) plays[i] = py::cast(play_of(masks[i]));
        return plays;
    });
}

void check_listable(CardSet hand) {
    constexpr int HALF_THE_DECK = CARDS / 2;
    constexpr std::uint64_t MOST = std::uint64_t{1} << 24;
    if (hand.size() <= HALF_THE_DECK) return;
    const std::uint64_t count = count_leads(hand, true);
    if (count > MOST) {
        throw PositionError("a hand of " + std::to_string(hand.size()) + " cards with " + std::to_string(count) +
                            " combinations is too large to list plays from; count_legal() counts them");
    }
}

}  // namespace tienlen::bind
