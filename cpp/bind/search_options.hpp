// What search() and bots are told by Python, checked.
#pragma once

#include <optional>

#include "bind.hpp"
#include "tienlen/policy.hpp"
#include "tienlen/search.hpp"

namespace tienlen::bind {

// PositionError for a policy of another name.
[[nodiscard]] Policy to_policy(const py::str& text);
// PositionError for words that are unknown and numbers out of range.
[[nodiscard]] SearchOptions to_options(const py::str& method, std::optional<std::uint64_t> iterations,
                                       std::optional<double> milliseconds, const py::object& threads,
                                       const py::object& seed, const py::str& rollout, long long chain_steps);

}  // namespace tienlen::bind
