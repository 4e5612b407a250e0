// What has been done in a hand, shared between the positions that came of it.
//
// A position holds the last link of a chain that leads back to where the hand was set up; playing on adds a link and
// touches none. So a state costs one link, whatever lies behind it, and states that branch off share the rest.
#pragma once

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "tienlen/view.hpp"

namespace tienlen::bind {

class Past {
public:
    Past() noexcept = default;  // nothing was done yet
    Past(const Past& other) noexcept : last_(other.last_) {
        if (last_ != nullptr) last_->users.fetch_add(1, std::memory_order_relaxed);
    }
    Past(Past&& other) noexcept : last_(std::exchange(other.last_, nullptr)) {}
    Past& operator=(const Past& other) noexcept { return *this = Past(other); }
    Past& operator=(Past&& other) noexcept {
        std::swap(last_, other.last_);
        return *this;
    }
    // Link by link: left to themselves they would free each other, as deep in the stack as the chain is long.
    ~Past() {
        while (last_ != nullptr && last_->users.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            delete std::exchange(last_, last_->before);
        }
    }

    [[nodiscard]] Past and_then(const PublicPly& ply) const {
        Past longer;
        longer.last_ = new Link{ply, last_};
        if (last_ != nullptr) last_->users.fetch_add(1, std::memory_order_relaxed);
        return longer;
    }

    // In order.
    [[nodiscard]] std::vector<PublicPly> plies() const {
        std::vector<PublicPly> plies;
        for (const Link* link = last_; link != nullptr; link = link->before) plies.push_back(link->ply);
        std::reverse(plies.begin(), plies.end());
        return plies;
    }

private:
    struct Link {
        PublicPly ply;
        Link* before = nullptr;
        std::atomic<std::uint64_t> users{1};
    };
    Link* last_ = nullptr;
};

}  // namespace tienlen::bind
