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

py::array_t<std::uint64_t> legal_array(const RuleTables& tables, const State& state) {
    // Most positions have few plays: they are listed on the stack and copied into an array of the right size.
    constexpr std::size_t USUAL = 512;
    std::array<Mask, USUAL> usual;
    if (list_capacity(tables, state) <= USUAL) {
        const std::size_t count = list_legal(tables, state, usual.data());
        py::array_t<std::uint64_t> array(static_cast<py::ssize_t>(count));
        std::memcpy(array.mutable_data(), usual.data(), count * sizeof(Mask));
        return array;
    }
    check_listable(state.hand());
    const std::vector<Mask> masks = legal_masks(tables, state);
    return py::array_t<std::uint64_t>(static_cast<py::ssize_t>(masks.size()), masks.data());
}

py::list legal_list(const RuleTables& tables, const State& state) {
    check_listable(state.hand());
    const std::vector<Mask> masks = legal_masks(tables, state);
    py::list plays(masks.size());
    for (std::size_t i = 0; i < masks.size(); ++i) plays[i] = py::cast(play_of(masks[i]));
    return plays;
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
