// What somebody tries to play, judged: shared by State and View.
#pragma once

#include <pybind11/numpy.h>

#include "py_state.hpp"

namespace tienlen::bind {

// What is wrong with an attempt, in the order of the enum.
[[nodiscard]] Reason check_attempt(const RuleTables& tables, const State& state, const Attempt& attempt,
                                   Seat seat) noexcept;

struct Fault {
    py::object card;  // text or None
    py::object size;  // int or None
};
[[nodiscard]] Fault fault_of(const State& state, const Attempt& attempt, Reason reason);

// What somebody tried, in words.
[[nodiscard]] py::str attempt_text(py::handle value, const Attempt& attempt);
// The fault in a sentence; None if there is none.
[[nodiscard]] py::object explain_attempt(const RuleTables& tables, const State& state, py::handle value, Seat seat);

[[nodiscard]] py::array_t<std::uint64_t> legal_array(const RuleTables& tables, const State& state);
[[nodiscard]] py::list legal_list(const RuleTables& tables, const State& state);

}  // namespace tienlen::bind
