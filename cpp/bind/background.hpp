// Long work: the GIL released, progress told, Ctrl-C obeyed within a tenth of a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

#include <pybind11/pybind11.h>

#include "tienlen/errors.hpp"
#include "tienlen/run_control.hpp"

namespace tienlen::bind {

inline constexpr long long MAX_THREADS = 1024;

// PositionError unless low <= value <= high.
inline void check_range(const char* name, long long value, long long low, long long high) {
    if (value >= low && value <= high) return;
    throw PositionError(std::string(name) + " " + std::to_string(value) + " is out of range: expected " +
                        std::to_string(low) + " to " + std::to_string(high));
}

// Runs work(control) on this thread: for what takes less than a millisecond, as another thread takes some 30 µs to start.
template <typename Work>
auto run_at_once(Work work, const pybind11::object& progress, std::uint64_t total) {
    RunControl control;
    auto result = [&] {
        const pybind11::gil_scoped_release release;
        return work(control);
    }();
    if (!progress.is_none()) progress(control.done.load(std::memory_order_relaxed), total);
    return result;
}

// Runs work(control) on another thread while this one looks after Python: signals, and progress(done, total) if it is
// not None. If Python raises meanwhile, the work is stopped and waited for, and the exception goes on.
template <typename Work>
auto run_in_background(Work work, const pybind11::object& progress, std::uint64_t total) {
    namespace py = pybind11;
    using Result = decltype(work(std::declval<RunControl&>()));
    constexpr std::chrono::milliseconds LOOK_EVERY{50};
    RunControl control;
    Result result{};
    std::exception_ptr failure;
    std::mutex mutex;
    std::condition_variable finished;
    bool done = false;

    std::thread worker([&] {
        try {
            result = work(control);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::scoped_lock lock(mutex);
        done = true;
        finished.notify_one();
    });
    const auto wait = [&] {
        const py::gil_scoped_release release;
        std::unique_lock lock(mutex);
        return finished.wait_for(lock, LOOK_EVERY, [&] { return done; });
    };
    const auto join = [&] {
        const py::gil_scoped_release release;
        worker.join();
    };
    try {
        while (!wait()) {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            if (!progress.is_none()) progress(control.done.load(std::memory_order_relaxed), total);
        }
    } catch (...) {
        control.stop = true;
        join();
        throw;
    }
    join();
    if (failure) std::rethrow_exception(failure);
    if (!progress.is_none()) progress(control.done.load(std::memory_order_relaxed), total);
    return result;
}

}  // namespace tienlen::bind
