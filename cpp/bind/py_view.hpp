// The View that Python sees.
#pragma once

#include <string>

#include "py_state.hpp"

namespace tienlen::bind {

// Holds no reference to a state: `seen` is made of public things and the own cards alone.
struct PyView {
    ViewWithPast seen;
    PyRules rules;

    [[nodiscard]] const View& now() const noexcept { return seen.now; }
    [[nodiscard]] const RuleTables& tables() const noexcept { return *rules.tables; }
    [[nodiscard]] State state() const noexcept { return known_state(seen.now); }
    [[nodiscard]] std::string text() const { return to_text(seen.start, seen.now, seen.plies); }
};

}  // namespace tienlen::bind
