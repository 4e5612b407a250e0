// Work shared out over threads.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace tienlen {

// Calls work(0) on this thread and work(1) … work(threads - 1) on others, and waits for all of them. Where the system
// gives fewer threads than asked for, fewer calls are made: work must take its pieces from a shared counter. The first
// exception is thrown again when all have ended.
template <typename Work>
void run_on_threads(int threads, Work work) {
    std::exception_ptr failure;
    std::mutex mutex;
    const auto guarded = [&](std::size_t part) noexcept {
        try {
            work(part);
        } catch (...) {
            const std::scoped_lock lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    try {
        for (int t = 1; t < threads; ++t) others.emplace_back(guarded, static_cast<std::size_t>(t));
    } catch (const std::system_error&) {
        // No more threads to be had: those that run, and this one, do the work.
    } catch (...) {
        const std::scoped_lock lock(mutex);
        if (!failure) failure = std::current_exception();
    }
    guarded(0);
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace tienlen
