// How a caller watches and stops long work that runs on other threads.
#pragma once

#include <atomic>
#include <cstdint>

namespace tienlen {

// Owned by the caller, who may read `done` and set `stop` from any thread at any time. Work looks at `stop` at least
// every millisecond or so and then returns what it has.
struct RunControl {
    std::atomic<std::uint64_t> done{0};
    std::atomic<bool> stop{false};
    const RunControl* outer = nullptr;  // of the work that this is a part of: if that is stopped, so is this

    [[nodiscard]] bool stopped() const noexcept {
        return stop.load(std::memory_order_relaxed) || (outer != nullptr && outer->stopped());
    }
    void advance(std::uint64_t by) noexcept { done.fetch_add(by, std::memory_order_relaxed); }
};

}  // namespace tienlen
