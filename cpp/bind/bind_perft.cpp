// Perft.
#include <pybind11/pybind11.h>

#include "background.hpp"
#include "py_state.hpp"
#include "tienlen/perft.hpp"

namespace tienlen::bind {

namespace {

constexpr int MAX_DEPTH = 64;

struct Work {
    int depth;
    int threads;
};
Work read_work(const PyState& state, const py::object& depth, std::uint64_t least, const py::object& threads) {
    const Work work{static_cast<int>(to_count(depth, "depth", least, MAX_DEPTH)), to_threads(threads)};
    for (const CardSet hand : state.state.hands) check_listable(hand);
    return work;
}

[[nodiscard]] std::uint64_t perft_leaves(const PyState& state, const py::object& plies, const py::object& on,
                                         const py::object& progress) {
    const auto [depth, threads] = read_work(state, plies, 0, on);
    // What is done in less than a millisecond is not worth a thread, which takes as long to start as a thousand plays.
    constexpr std::uint64_t FEW = std::uint64_t{1} << 14, ANY = ~std::uint64_t{0};
    if (depth <= 2 || progress.is_none()) {
        const auto leaves = perft_at_once(state.tables(), state.state, depth, depth <= 2 ? ANY : FEW);
        if (leaves) return *leaves;
    }
    return run_in_background(
        [&, depth = depth, threads = threads](RunControl& control) {
            return perft(state.tables(), state.state, depth, threads, control);
        },
        progress, 0);
}

[[nodiscard]] py::dict perft_by_play(const PyState& state, const py::object& plies, const py::object& on,
                                     const py::object& progress) {
    const auto [depth, threads] = read_work(state, plies, 1, on);
    const std::vector<Divided> divided = run_in_background(
        [&, depth = depth, threads = threads](RunControl& control) {
            return perft_divide(state.tables(), state.state, depth, threads, control);
        },
        progress, 0);
    py::dict leaves;
    for (const Divided& branch : divided) leaves[py::cast(branch.play)] = branch.leaves;
    return leaves;
}

}  // namespace

void bind_perft(py::module_& m) {
    m.def("perft", perft_leaves, py::arg("state"), py::arg("depth"), py::kw_only(), py::arg("threads") = 1,
          py::arg("progress") = py::none(), "Count the ways to play on for exactly `depth` plies.");
    m.def("perft_divide", perft_by_play, py::arg("state"), py::arg("depth"), py::kw_only(), py::arg("threads") = 1,
          py::arg("progress") = py::none(), "Count as `perft` does, for each first play, ascending.");
}

}  // namespace tienlen::bind
