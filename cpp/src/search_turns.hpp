// Several things to be worked on by several threads, each by one thread at a time.
#pragma once

#include <barrier>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace tienlen::search_detail {

// Who works on what. What is done to a thing goes by that thing alone, so it does not depend on the number of threads.
class Turns {
public:
    explicit Turns(std::size_t things) : busy_(things, 0) {}

    // For each thread to call. Calls slice(i) for those of the things 0 … count - 1 that want more, the one that is
    // furthest behind first, until none does or all that do are being worked on. wants(i) and progress(i) are asked
    // while nobody works on i.
    template <typename Progress, typename Wants, typename Slice>
    void take(std::size_t count, Progress progress, Wants wants, Slice slice) {
        std::unique_lock lock{mutex_};
        for (;;) {
            std::size_t next = count;
            for (std::size_t i = 0; i < count; ++i) {
                if (busy_[i] == 0 && (next == count || progress(i) < progress(next)) && wants(i)) next = i;
            }
            if (next == count) return;
            busy_[next] = 1;
            lock.unlock();
            slice(next);
            lock.lock();
            busy_[next] = 0;
        }
    }

private:
    std::mutex mutex_;
    std::vector<char> busy_;
};

// Calls round() on every thread, then finish() on one of them, and so on until finish() says that it was the last round.
// Threads are started once: where the system gives fewer than asked for, those that run do the work. The first exception
// ends it, and is thrown again when all have ended.
template <typename Round, typename Finish>
void in_rounds(int threads, Round round, Finish finish) {
    std::exception_ptr failure;
    std::mutex mutex;
    bool more = true;
    std::barrier all_done(threads, [&]() noexcept { more = finish() && !failure; });
    const auto work = [&]() noexcept {
        while (more) {
            try {
                round();
            } catch (...) {
                const std::scoped_lock lock(mutex);
                if (!failure) failure = std::current_exception();
            }
            all_done.arrive_and_wait();
        }
    };
    std::vector<std::thread> others;
    others.reserve(static_cast<std::size_t>(threads));
    int started = 1;
    try {
        for (; started < threads; ++started) others.emplace_back(work);
    } catch (const std::system_error&) {
        for (; started < threads; ++started) all_done.arrive_and_drop();
    }
    work();
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace tienlen::search_detail
