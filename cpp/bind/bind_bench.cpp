// Benchmarks: loops that stay in C++, so that what is timed is the core and not the call; and how the module was built.
//
// Private to tienlen.benchmarks. They return how much was done; the caller holds the watch.
#include <algorithm>
#include <string>
#include <vector>

#include <pybind11/stl.h>

#include "background.hpp"
#include "py_batch.hpp"
#include "py_state.hpp"
#include "tienlen/cpu.hpp"
#include "tienlen/legal_kernel.hpp"
#include "tienlen/policy.hpp"
#include "tienlen/shortest.hpp"

// What CMake knows about the build; other build systems may leave it out.
#ifndef TIENLEN_BUILD_TYPE
#define TIENLEN_BUILD_TYPE ""
#endif
#ifndef TIENLEN_BUILD_FLAGS
#define TIENLEN_BUILD_FLAGS ""
#endif

namespace tienlen::bind {

namespace {

constexpr long long MAX_REPEATS = 1'000'000'000;

// Lists every lead of every hand, as often as asked; returns how many plays were listed.
[[nodiscard]] std::uint64_t bench_leads(const py::array& hands, long long repeats, bool twos_in_sequences) {
    check_range("repeats", repeats, 0, MAX_REPEATS);
    const auto count = static_cast<std::size_t>(hands.size());
    const Numbers numbers = to_numbers(hands, count, "hands");
    std::uint64_t most = 0;
    std::vector<CardSet> sets;
    sets.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto mask = static_cast<Mask>(numbers.data[i]);
        if ((mask & ~ALL_CARDS) != 0) throw PositionError("hand " + std::to_string(i) + ": expected a mask of 52 bits");
        sets.emplace_back(mask);
        check_listable(sets.back());
        most = std::max(most, count_leads(sets.back(), true));
    }
    std::vector<Mask> list(most + LIST_SLACK);
    const py::gil_scoped_release release;
    std::uint64_t listed = 0;
    for (long long r = 0; r < repeats; ++r) {
        for (const CardSet hand : sets) listed += list_leads(hand, twos_in_sequences, list.data());
    }
    return listed;
}

template <typename List>
TIENLEN_INLINE std::uint64_t list_all(const AlignedArray<State>& states, long long repeats, List list_one) noexcept {
    std::uint64_t listed = 0;
    for (long long r = 0; r < repeats; ++r) {
        for (std::size_t i = 0; i < states.size(); ++i) {
            if (!states[i].over) listed += list_one(states[i]);
        }
    }
    return listed;
}

using ListStates = std::uint64_t (*)(const RuleTables&, const AlignedArray<State>&, long long, Mask*);

std::uint64_t list_states(const RuleTables& tables, const AlignedArray<State>& states, long long repeats,
                          Mask* out) noexcept {
    return list_all(states, repeats, [&](const State& state) { return list_legal(tables, state, out); });
}

template <typename Isa>
TIENLEN_INLINE std::uint64_t list_states_fast(const RuleTables& tables, const AlignedArray<State>& states,
                                              long long repeats, Mask* out) noexcept {
    return list_all(states, repeats, [&](const State& state) {
        return static_cast<std::uint64_t>(legal::list<Isa>(tables, state, out) - out);
    });
}

std::uint64_t list_states_portable(const RuleTables& tables, const AlignedArray<State>& states, long long repeats,
                                   Mask* out) noexcept {
    return list_states_fast<Portable>(tables, states, repeats, out);
}

#if TIENLEN_X86_64
TIENLEN_TARGET_BMI2 std::uint64_t list_states_bmi2(const RuleTables& tables, const AlignedArray<State>& states,
                                                   long long repeats, Mask* out) noexcept {
    return list_states_fast<Bmi2>(tables, states, repeats, out);
}
#endif

[[nodiscard]] ListStates state_lister(bool in_batch) noexcept {
    if (!in_batch) return list_states;
#if TIENLEN_X86_64
    if (detected_cpu() == Cpu::Bmi2) return list_states_bmi2;
#endif
    return list_states_portable;
}

// Lists the legal plays of every hand of a batch, as often as asked; returns how many were listed.
[[nodiscard]] std::uint64_t bench_legal(PyBatch& batch, long long repeats, bool in_batch) {
    check_range("repeats", repeats, 0, MAX_REPEATS);
    const Use use{batch};
    const RuleTables& tables = batch.batch.tables();
    const AlignedArray<State>& states = batch.batch.hands().states;
    std::size_t room = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        check_listable(states[i].hand());
        room = std::max(room, list_capacity(tables, states[i]));
    }
    std::vector<Mask> list(room + LIST_SLACK);
    const py::gil_scoped_release release;
    return state_lister(in_batch)(tables, states, repeats, list.data());
}

// Finds the shortest way out of every hand, as often as asked; returns how many hands were read. The plays of all ways
// are added up as well, so that nothing can be left out.
[[nodiscard]] std::pair<std::uint64_t, std::uint64_t> bench_shortest(const py::array& hands, long long repeats) {
    check_range("repeats", repeats, 0, MAX_REPEATS);
    const auto count = static_cast<std::size_t>(hands.size());
    const Numbers numbers = to_numbers(hands, count, "hands");
    std::vector<CardSet> sets;
    sets.reserve(count);
    for (std::size_t i = 0; i < count; ++i) sets.emplace_back(static_cast<Mask>(numbers.data[i]) & ALL_CARDS);
    const py::gil_scoped_release release;
    std::uint64_t plays = 0;
    for (long long r = 0; r < repeats; ++r) {
        for (const CardSet hand : sets) plays += static_cast<std::uint64_t>(shortest_way_out(hand, false).count);
    }
    return {count * static_cast<std::uint64_t>(repeats), plays};
}

// Decides in every hand of a batch that is not over, as often as asked; returns how many decisions and how many passes.
[[nodiscard]] std::pair<std::uint64_t, std::uint64_t> bench_choose(PyBatch& batch, const std::string& policy,
                                                                   long long repeats) {
    check_range("repeats", repeats, 0, MAX_REPEATS);
    if (policy != "greedy" && policy != "rules") throw PositionError("policy: expected greedy or rules");
    const Use use{batch};
    const RuleTables& tables = batch.batch.tables();
    std::vector<Seen> positions;
    const AlignedArray<State>& states = batch.batch.hands().states;
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (!states[i].over) positions.push_back(see(tables, states[i]));
    }
    const py::gil_scoped_release release;
    Rng rng{0};
    std::uint64_t passes = 0;
    for (long long r = 0; r < repeats; ++r) {
        for (const Seen& seen : positions) {
            passes += choose(policy == "greedy" ? Policy::Greedy : Policy::Rules, tables, seen, rng).is_pass() ? 1 : 0;
        }
    }
    return {positions.size() * static_cast<std::uint64_t>(repeats), passes};
}

[[nodiscard]] std::string compiler() {
#if defined(__clang__)
    return std::string("clang ") + __clang_version__;
#elif defined(__GNUC__)
    return std::string("gcc ") + __VERSION__;
#elif defined(_MSC_VER)
    return "msvc " + std::to_string(_MSC_FULL_VER);
#else
    return "unknown";
#endif
}

[[nodiscard]] py::dict build() {
    py::dict told;
    told["compiler"] = compiler();
    told["build_type"] = TIENLEN_BUILD_TYPE;
    told["flags"] = TIENLEN_BUILD_FLAGS;
    return told;
}

}  // namespace

void bind_bench(py::module_& m) {
    m.def("_bench_leads", bench_leads, py::arg("hands"), py::arg("repeats"), py::kw_only(),
          py::arg("twos_in_sequences") = false, "List all leads of some hands, again and again.");
    m.def("_bench_legal", bench_legal, py::arg("batch"), py::arg("repeats"), py::kw_only(), py::arg("in_batch") = false,
          "List the legal plays of the hands of a batch, again and again.");
    m.def("_bench_shortest", bench_shortest, py::arg("hands"), py::arg("repeats"),
          "Find the shortest way out of some hands, again and again.");
    m.def("_bench_choose", bench_choose, py::arg("batch"), py::arg("policy"), py::arg("repeats"),
          "Decide by a policy in the hands of a batch, again and again.");
    m.def("_build", build, "Tell how the module was compiled.");
}

}  // namespace tienlen::bind
