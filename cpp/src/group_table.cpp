#include "tienlen/group_table.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <vector>

namespace tienlen {

namespace {

constexpr int FAMILIES = 2;  // sequences, double sequences
constexpr int AGES = 3;      // an open run's ranks so far: 1, 2, 3 or more
constexpr int NEVER = 0x7F;

// How many runs of each family and age are open. Only runs of age 3 may end; younger ones must go on.
struct Open {
    std::array<std::array<int, AGES>, FAMILIES> runs{};

    [[nodiscard]] int of(int family) const noexcept {
        const auto& f = runs[static_cast<std::size_t>(family)];
        return f[0] + f[1] + f[2];
    }
    [[nodiscard]] int young() const noexcept { return runs[0][0] + runs[0][1] + runs[1][0] + runs[1][1]; }
    [[nodiscard]] bool fits() const noexcept { return of(0) + 2 * of(1) <= SUITS; }
    [[nodiscard]] bool operator<(const Open& other) const noexcept { return runs < other.runs; }
};

using Costs = std::vector<int>;  // by open set; NEVER where it cannot or need not be

[[nodiscard]] std::vector<Open> open_sets() {
    std::vector<Open> sets;
    for (int code = 0; code < 5 * 5 * 5 * 3 * 3 * 3; ++code) {
        Open open;
        int rest = code;
        for (int& runs : open.runs[0]) runs = rest % 5, rest /= 5;
        for (int& runs : open.runs[1]) runs = rest % 3, rest /= 3;
        if (open.fits()) sets.push_back(open);
    }
    return sets;
}

// What it costs at most to do with the runs `few` whatever could be done with the runs `many`; NEVER if `few` wants
// cards that `many` does not. A run that is missing is made up for by two plays: its next cards, if they are three or
// more, are a run of their own, and else at most two singles (or pairs). A young run cannot stand in for an older one.
[[nodiscard]] int cost_of_replacing(const Open& many, const Open& few) {
    int cost = 0;
    for (int f = 0; f < FAMILIES; ++f) {
        const auto& m = many.runs[static_cast<std::size_t>(f)];
        const auto& w = few.runs[static_cast<std::size_t>(f)];
        if (w[0] > m[0] || w[0] + w[1] > m[0] + m[1]) return NEVER;
        const int left = m[0] + m[1] + m[2] - w[0] - w[1];
        cost += 2 * (left - std::min(left, w[2]));
    }
    return cost;
}

class Builder {
public:
    Builder() {
        for (std::size_t i = 0; i < sets_.size(); ++i) index_[sets_[i]] = i;
        const std::size_t n = sets_.size();
        replace_.assign(n, Costs(n));
        joined_.assign(n, Costs(n));
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                replace_[i][j] = cost_of_replacing(sets_[i], sets_[j]);
                joined_[i][j] = joined(sets_[i], sets_[j]);
            }
        }
        Costs start(n, NEVER);
        start[index_.at(Open{})] = 0;
        find(std::move(start));
    }

    // State, and cost, after reading a rank of `cards` cards.
    [[nodiscard]] std::pair<std::size_t, int> read(std::size_t state, int cards) {
        Costs costs(sets_.size(), NEVER);
        for (const std::size_t i : possible_[state]) go_on(sets_[i], states_[state][i], cards, costs);
        drop_replaceable(costs);
        const int least = *std::min_element(costs.begin(), costs.end());
        for (int& cost : costs) cost -= cost == NEVER ? 0 : least;
        return {find(std::move(costs)), least};
    }

    // Open runs from below are continued by open runs from above; one play less for each that is joined. What is joined
    // must be three ranks long; what is not joined must be old enough to end.
    [[nodiscard]] int meet(std::size_t below, std::size_t above) const {
        int best = NEVER;
        for (const std::size_t b : possible_[below]) {
            for (const std::size_t a : possible_[above]) {
                const int saved = joined_[b][a];
                if (saved >= 0) best = std::min(best, states_[below][b] + states_[above][a] - saved);
            }
        }
        return best;
    }

    [[nodiscard]] std::size_t states() const noexcept { return states_.size(); }

private:
    void go_on(const Open& open, int cost, int cards, Costs& costs) const {
        for (int s = 0; s <= open.runs[0][2]; ++s) {
            for (int d = 0; d <= open.runs[1][2]; ++d) {  // old runs that go on; the others end
                const int rest =
                    cards - open.runs[0][0] - open.runs[0][1] - s - 2 * (open.runs[1][0] + open.runs[1][1] + d);
                for (int new_d = 0; 2 * new_d <= rest; ++new_d) {
                    for (int new_s = 0; new_s + 2 * new_d <= rest; ++new_s) {
                        Open next;
                        next.runs[0] = {new_s, open.runs[0][0], open.runs[0][1] + s};
                        next.runs[1] = {new_d, open.runs[1][0], open.runs[1][1] + d};
                        const int group = rest > new_s + 2 * new_d ? 1 : 0;
                        int& least = costs[index_.at(next)];
                        least = std::min(least, cost + new_s + new_d + group);
                    }
                }
            }
        }
    }

    void drop_replaceable(Costs& costs) const {
        const Costs all = costs;
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t j = 0; j < all.size() && all[i] != NEVER; ++j) {
                if (i == j || all[j] == NEVER || replace_[i][j] == NEVER) continue;
                if (all[j] + replace_[i][j] <= all[i]) costs[i] = NEVER;
            }
        }
    }

    // How many plays joining saves, -1 if the two cannot be joined.
    [[nodiscard]] static int joined(const Open& below, const Open& above) {
        int saved = 0;
        for (int f = 0; f < FAMILIES; ++f) {
            auto b = below.runs[static_cast<std::size_t>(f)], a = above.runs[static_cast<std::size_t>(f)];
            // The young first, with the shortest partners that will do: 1 with 2, then with 3; 2 with 1, 2, 3.
            const auto join = [&](std::size_t x, std::size_t y) {
                const int n = std::min(b[x], a[y]);
                b[x] -= n;
                a[y] -= n;
                saved += n;
            };
            join(0, 1), join(1, 0), join(0, 2), join(2, 0), join(1, 1), join(1, 2), join(2, 1), join(2, 2);
            if (b[0] + b[1] + a[0] + a[1] != 0) return -1;
        }
        return saved;
    }

    std::size_t find(Costs costs) {
        const auto [place, is_new] = ids_.emplace(costs, states_.size());
        if (is_new) {
            auto& possible = possible_.emplace_back();
            for (std::size_t i = 0; i < costs.size(); ++i) {
                if (costs[i] != NEVER) possible.push_back(i);
            }
            states_.push_back(std::move(costs));
        }
        return place->second;
    }

    std::vector<Open> sets_ = open_sets();
    std::map<Open, std::size_t> index_;
    std::vector<Costs> replace_, joined_;  // [one open set][another]
    std::vector<Costs> states_;
    std::vector<std::vector<std::size_t>> possible_;  // the open sets of each state that have a cost
    std::map<Costs, std::size_t> ids_;
};

}  // namespace

GroupTable::GroupTable() {
    Builder builder;
    for (std::size_t state = 0; state < builder.states(); ++state) {
        if (state == MAX_STATES) throw std::logic_error("group table: more states than room");
        for (unsigned cards = 0; cards <= SUITS; ++cards) {
            const auto [next, cost] = builder.read(state, static_cast<int>(cards));
            next_[state][cards] = static_cast<Reading>(next | static_cast<unsigned>(cost) << 8);
        }
    }
    states_ = static_cast<int>(builder.states());
    for (std::size_t below = 0; below < builder.states(); ++below) {
        for (std::size_t above = 0; above < builder.states(); ++above) {
            meet_[below][above] = static_cast<std::int8_t>(builder.meet(below, above));
        }
    }
}

const GroupTable& group_table() {
    static const GroupTable table;
    return table;
}

}  // namespace tienlen
