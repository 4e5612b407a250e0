// Several things to be worked on by several threads, each by one thread at a time.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "tienlen/parallel.hpp"

namespace tienlen::search_detail {

// Calls slice(i) for those of the things 0 … count - 1 that want more, the one that is furthest behind first, until
// none does or all that do are being worked on. What is done to a thing goes by that thing alone, so it does not depend
// on the number of threads; wants(i) and progress(i) are asked while nobody works on it.
template <typename Progress, typename Wants, typename Slice>
void take_turns(int threads, std::size_t count, Progress progress, Wants wants, Slice slice) {
    std::mutex mutex;
    std::vector<char> busy(count, 0);
    run_on_threads(threads, [&](std::size_t /*thread*/) {
        std::unique_lock lock{mutex};
        for (;;) {
            std::size_t next = count;
            for (std::size_t i = 0; i < count; ++i) {
                if (busy[i] == 0 && (next == count || progress(i) < progress(next)) && wants(i)) next = i;
            }
            if (next == count) return;
            busy[next] = 1;
            lock.unlock();
            slice(next);
            lock.lock();
            busy[next] = 0;
        }
    });
}

}  // namespace tienlen::search_detail
