#include "tienlen/solver.hpp"

#include <algorithm>

#include "solver_table.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/shortest.hpp"
#include "tienlen/turn.hpp"

namespace tienlen {

namespace {

// Moves the live cards of each rank down to its lowest suits, in their order, in `live` and the hands alike. Which suits
// are gone cannot matter any more; so positions that play alike become equal.
void close_gaps(Mask& live, std::array<CardSet, MAX_PLAYERS>& hands) noexcept {
    constexpr Mask EVERY_RANK = 0x1111111111111;
    std::array<Mask, MAX_PLAYERS> masks{};
    for (std::size_t s = 0; s < MAX_PLAYERS; ++s) masks[s] = hands[s].mask();
    // Suit 1 to 0, 2 to 1, 3 to 2, and again, and once more: a bubble sort of empty places.
    for (int round = 3; round > 0; --round) {
        for (int suit = 0; suit < round; ++suit) {
            const Mask down = ~live & live >> 1 & EVERY_RANK << suit;  // a live card above a free place
            const Mask moved = down << 1;
            live = (live & ~moved) | down;
            for (Mask& mask : masks) mask = (mask & ~moved) | (mask >> 1 & down);
        }
    }
    for (std::size_t s = 0; s < MAX_PLAYERS; ++s) hands[s] = CardSet{masks[s]};
}

// Leaves of a position what its future depends on.
void normalize(State& state) noexcept {
    for (Seat s = 0; s < MAX_PLAYERS; ++s) {
        if ((state.in_play & seat_bit(s)) == 0) state.hands[s] = CardSet{};
    }
    state.played = CardSet{};
    state.spare = NO_CARD;
    if (state.opening_card != NO_CARD) return;  // an owed card must stay what it is
    Mask live = state.held().mask();
    if (state.leading()) {
        close_gaps(live, state.hands);
        return;
    }
    // Of the table only kind, size and top matter, and of its top only which cards are higher.
    const Mask top = Mask{1} << state.table.top();
    live |= top;
    const Mask below = (top - 1) & live & Mask{0xF} << (SUITS * rank_of(state.table.top()));
    close_gaps(live, state.hands);
    const int place = SUITS * rank_of(state.table.top()) + std::popcount(below);
    state.table = Play{state.table.kind(), state.table.size(), CardSet::of(place)};
}

// Cards whose next lower neighbour of the same rank is in the same hand, with no other seat's card and not the table's
// top between: nothing that can happen tells the two apart. In a normalized position neighbours are adjacent bits.
[[nodiscard]] Mask twins_of_lower(const State& state) noexcept {
    constexpr Mask ABOVE_LOWEST_SUIT = 0xEEEEEEEEEEEEE;
    if (state.opening_card != NO_CARD) return 0;
    const Mask hand = state.hand().mask();
    return hand & hand << 1 & ABOVE_LOWEST_SUIT;
}

}  // namespace

class Solver::Search {
public:
    Search(const RuleTables& tables, std::size_t table_bytes) : tables_(tables), results_(table_bytes) {}

    Solution solve(const State& state, const SolveLimits& limits, const RunControl* control) {
        limits_ = limits;
        control_ = control;
        nodes_ = 0;
        stopped_ = false;
        start_ = std::chrono::steady_clock::now();
        last_place_ = state.players - state.folds;
        Solution solution;
        State end = state;
        if (!state.over) {
            const Order order = root(state, solution.best);
            solution.nodes = nodes_;
            if (stopped_) return solution;
            give_places(end, order);
        }
        solution.exact = true;
        solution.nodes = nodes_;
        for (Seat s = 0; s < state.players; ++s) {
            solution.places[s] = static_cast<std::int8_t>(place_of(end, s));
            solution.points[s] = static_cast<std::int16_t>(points(tables_, end, s));
        }
        return solution;
    }

private:
    // The plays worth trying at a node, in the order in which they are tried.
    struct Choice {
        std::uint32_t rank;  // low first
        Mask mask;
    };
    using Choices = std::vector<Choice>;

    [[nodiscard]] static Seat first_of(Order order) noexcept { return order & 3; }

    [[nodiscard]] static int seats_left(const State& state) noexcept { return std::popcount(state.in_play); }

    // How many of the seats left finish before this one.
    [[nodiscard]] static int seats_before(Order order, Seat seat) noexcept {
        int before = 0;
        for (; first_of(order) != seat; ++before) order = static_cast<Order>(order >> 2);
        return before;
    }

    void give_places(State& end, Order order) const noexcept {
        for (int place = end.out; place < last_place_; ++place, order = static_cast<Order>(order >> 2)) {
            const int shift = 4 * place;
            end.places = static_cast<std::uint16_t>((end.places & ~(0xFU << shift)) |
                                                    static_cast<unsigned>(first_of(order)) << shift);
        }
        end.over = true;
    }

    [[nodiscard]] bool out_of_budget() noexcept {
        constexpr std::uint64_t LOOK_EVERY = 64;
        if (stopped_) return true;
        if (++nodes_ > limits_.nodes) stopped_ = true;
        if (nodes_ % LOOK_EVERY == 0) {
            if (control_ != nullptr && control_->stopped()) stopped_ = true;
            if (limits_.time != std::chrono::microseconds::max() &&
                std::chrono::steady_clock::now() - start_ >= limits_.time)
                stopped_ = true;
        }
        return stopped_;
    }

    // The plays of a node, without those that a twin stands for.
    [[nodiscard]] Choices& choices_at(const State& state, int depth) {
        const auto level = static_cast<std::size_t>(depth);
        if (lists_.size() <= level) {
            lists_.resize(level + 1);
            masks_.resize(level + 1);
        }
        std::vector<Mask>& masks = masks_[level];
        masks.resize(std::max(masks.size(), list_capacity(tables_, state)));
        const std::size_t count = list_legal(tables_, state, masks.data());
        const Mask twins = twins_of_lower(state);
        Choices& choices = lists_[level];
        choices.clear();
        for (std::size_t i = 0; i < count; ++i) {
            const Mask mask = masks[i];
            if (((mask & twins) >> 1 & ~mask) == 0) choices.push_back({0, mask});
        }
        return choices;
    }

    [[nodiscard]] static State after(const RuleTables& tables, const State& state, Mask mask) noexcept {
        State next = state;
        apply(tables, next, play_of(mask));
        return next;
    }

    // The order in which the seats left finish once `mask` has been played.
    [[nodiscard]] Order order_after(const State& state, Mask mask, int depth) {
        const Seat mover = state.to_move;
        State next = after(tables_, state, mask);
        const bool went_out = (next.in_play & seat_bit(mover)) == 0;
        if (next.over) return static_cast<Order>(mover | unsigned{next.place(next.out - 1)} << 2);
        normalize(next);
        const Order rest = order_of(next, depth + 1);
        return went_out ? static_cast<Order>(mover | static_cast<unsigned>(rest) << 2) : rest;
    }

    [[nodiscard]] Order order_of(const State& state, int depth) {
        if (seats_left(state) == 2) {
            const Seat mover = state.to_move, other = turn::next_of(state.players, mover, state.in_play);
            return static_cast<Order>(wins(state, depth) ? mover | other << 2 : other | mover << 2);
        }
        return max_n(state, depth);
    }

    // --- three and four seats --------------------------------------------------------------------------------------------

    // Most cards first, then the lowest mask; the pass last. Part of the result, see solver.hpp.
    static void sort_by_tie_rule(Choices& choices) {
        for (Choice& choice : choices) choice.rank = static_cast<std::uint32_t>(CARDS - std::popcount(choice.mask));
        std::sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
            return a.rank != b.rank ? a.rank < b.rank : a.mask < b.mask;
        });
    }

    [[nodiscard]] Order max_n(const State& state, int depth) {
        if (out_of_budget()) return 0;
        const bool keyed = state.opening_card == NO_CARD;
        const SolverKey key = SolverKey::of(state);
        const std::uint64_t hash = key.hash();
        if (keyed) {
            if (const int known = results_.find(key, hash); known != SolverTable::NONE)
                return static_cast<Order>(known);
        }
        sort_by_tie_rule(choices_at(state, depth));
        Mask best_mask = 0;
        const Order best = best_of(state, depth, best_mask);
        if (!stopped_ && keyed) results_.store(key, hash, best);
        return best;
    }

    // Tries the choices listed for this depth in order; only a better result replaces an earlier one.
    [[nodiscard]] Order best_of(const State& state, int depth, Mask& best_mask) {
        const auto level = static_cast<std::size_t>(depth);
        Order best = 0;
        int best_place = MAX_PLAYERS;
        for (std::size_t i = 0; i < lists_[level].size() && best_place > 0;
             ++i) {  // by index: deeper levels may move the lists
            const Mask mask = lists_[level][i].mask;
            const Order order = order_after(state, mask, depth);
            if (stopped_) return 0;
            const int place = seats_before(order, state.to_move);
            if (place < best_place) {
                best = order;
                best_place = place;
                best_mask = mask;
            }
        }
        return best;
    }

    // --- two seats ---------------------------------------------------------------------------------------------------------

    // Whether the seat to move goes out first.
    [[nodiscard]] bool wins(const State& state, int depth) {
        if (out_of_budget()) return false;
        const Seat mover = state.to_move, other = turn::next_of(state.players, mover, state.in_play);
        const bool keyed = state.opening_card == NO_CARD;
        const SolverKey key = SolverKey::of(state);
        const std::uint64_t hash = key.hash();
        if (keyed) {
            if (const int known = results_.find(key, hash); known != SolverTable::NONE) return known == mover;
        }
        const bool won = runs_out(state, other) || finds_win(state, depth);
        if (!stopped_ && keyed) results_.store(key, hash, won ? mover : other);
        return won;
    }

    // Whether the leader can play all his cards in a row: every play of one shortest way out but the last to be made
    // cannot be answered. A quick way to see what a search would find.
    [[nodiscard]] bool runs_out(const State& state, Seat other) const noexcept {
        if (!state.leading() || state.opening_card != NO_CARD) return false;
        const WayOut way = shortest_way_out(state.hand(), tables_.rules().twos_in_sequences);
        int answered = 0;
        for (int i = 0; i < way.count && answered < 2; ++i) {
            if (can_answer(state.hands[other], way.plays[static_cast<std::size_t>(i)])) ++answered;
        }
        return answered < 2;
    }

    [[nodiscard]] bool can_answer(CardSet hand, Play lead) const noexcept {
        const bool no_bomb = lead.is_bomb() && !tables_.rules().led_bombs;
        const Demand asked{no_bomb ? ClassSet{0} : tables_.chops(lead.play_class()), true, false};
        return count_answers(tables_, hand, lead, asked) != 0;
    }

    [[nodiscard]] bool finds_win(const State& state, int depth) {
        sort_by_promise(choices_at(state, depth), state);
        const auto level = static_cast<std::size_t>(depth);
        // NOLINTNEXTLINE(modernize-loop-convert): lists_ may move while deeper levels are searched
        for (std::size_t i = 0; i < lists_[level].size(); ++i) {
            if (wins_by(state, lists_[level][i].mask, depth)) return true;
            if (stopped_) return false;
        }
        return false;
    }

    [[nodiscard]] bool wins_by(const State& state, Mask mask, int depth) {
        const Seat mover = state.to_move;
        State next = after(tables_, state, mask);
        if (next.over) return true;
        normalize(next);
        const bool mover_again = next.to_move == mover;
        return wins(next, depth + 1) == mover_again && !stopped_;
    }

    // Plays of many cards that leave a short way out go first, the pass late; of equals the low one, which keeps high
    // cards. Measured: a third of the positions that "short way out, low card" alone looks at.
    void sort_by_promise(Choices& choices, const State& state) const {
        const bool twos = tables_.rules().twos_in_sequences;
        const CardSet hand = state.hand();
        for (Choice& choice : choices) {
            const CardSet cards{choice.mask};
            const int after = 2 * fewest_plays(hand - cards, twos) + CARDS - cards.size() + (cards.empty() ? 2 : 0);
            choice.rank = static_cast<std::uint32_t>(after << 6 | (cards.empty() ? 0 : cards.highest()));
        }
        std::sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
            return a.rank != b.rank ? a.rank < b.rank : a.mask < b.mask;
        });
    }

    // --- the root ------------------------------------------------------------------------------------------------------------

    // At the root the position is as it was given, so that the best play is one of its cards.
    [[nodiscard]] Order root(const State& state, Play& best) {
        if (out_of_budget()) return 0;
        const std::vector<Mask> masks = legal_masks(tables_, state);
        if (lists_.empty()) {
            lists_.resize(1);
            masks_.resize(1);
        }
        lists_[0].clear();
        for (const Mask mask : masks) lists_[0].push_back({0, mask});
        if (seats_left(state) == 2) {
            sort_by_promise(lists_[0], state);
        } else {
            sort_by_tie_rule(lists_[0]);
        }
        Mask best_mask = 0;
        const Order order = best_of(state, 0, best_mask);
        best = play_of(best_mask);
        return order;
    }

    const RuleTables& tables_;
    SolverTable results_;
    SolveLimits limits_;
    const RunControl* control_ = nullptr;
    std::chrono::steady_clock::time_point start_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    int last_place_ = 0;          // one past the worst place still free
    std::vector<Choices> lists_;  // by depth, so that nothing is allocated after the first descent
    std::vector<std::vector<Mask>> masks_;
};

Solver::Solver(const RuleTables& tables, std::size_t table_bytes)
    : search_(std::make_unique<Search>(tables, table_bytes)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Solution Solver::solve(const State& state, const SolveLimits& limits, const RunControl* control) {
    return search_->solve(state, limits, control);
}

}  // namespace tienlen
