// What search() and bots are told by Python, checked.
#pragma once

#include <optional>

#include "bind.hpp"
#include "tienlen/policy.hpp"
#include "tienlen/search.hpp"

namespace tienlen::bind {

// PositionError for a policy of another name.
[[nodiscard]] Policy to_policy(const py::str& text);
// The keyword arguments of search().
struct GivenOptions {
    py::str method;
    std::optional<std::uint64_t> iterations;
    std::optional<double> milliseconds;
    std::optional<std::uint64_t> work;
    py::object threads, seed;
    py::str rollout;
    std::optional<long long> chain_steps;
};
// PositionError for words that are unknown, numbers out of range, and more budgets than one.
[[nodiscard]] SearchOptions to_options(const GivenOptions& given);

}  // namespace tienlen::bind
