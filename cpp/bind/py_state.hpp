// The State that Python sees: a position, its rules, and how it came about.
#pragma once

#include <memory>

#include "bind.hpp"

namespace tienlen::bind {

// One ply of the past. States share their past: each holds the last link of a chain that nobody changes.
struct Ply {
    mutable std::shared_ptr<const Ply> before;  // changed by the destructor alone
    Seat seat;
    bool folded;  // the seat quit the hand; `play` says nothing then
    Play play;

    Ply(std::shared_ptr<const Ply> past, Seat by, bool quits, Play what) noexcept
        : before(std::move(past)), seat(by), folded(quits), play(what) {}
    Ply(const Ply&) = delete;
    Ply& operator=(const Ply&) = delete;
    // Link by link: left to itself each would free the one before it, as deep in the stack as the chain is long.
    ~Ply() {
        while (before && before.use_count() == 1) before = std::move(before->before);
    }
};

// Immutable: all that acts makes a new one.
struct PyState {
    State state;
    PyRules rules;
    std::shared_ptr<const Ply> last;  // not part of equality: a position is what can happen next

    [[nodiscard]] const RuleTables& tables() const noexcept { return *rules.tables; }
    [[nodiscard]] PyState after(Play play) const {
        PyState next{state, rules, std::make_shared<const Ply>(last, state.to_move, false, play)};
        apply(tables(), next.state, play);
        return next;
    }
};

// Seats as a tuple, ascending.
[[nodiscard]] py::tuple seat_tuple(SeatSet seats);
// A seat argument; PositionError if there is no such seat. Where None is allowed, it is `otherwise`.
[[nodiscard]] Seat to_seat(py::handle seat, int players);
[[nodiscard]] Seat to_seat(py::handle seat, int players, Seat otherwise);
// Events of an instant win: (seat, name) in turn order from the leader.
[[nodiscard]] py::tuple instant_win_events(const RuleTables& tables, const State& state);

// How many play: what the rules allow, or the largest number they do. PositionError otherwise.
[[nodiscard]] int choose_players(const PyRules& rules, const std::optional<py::int_>& players);
// A whole number from low to high, else PositionError; TypeError for what is no number, as a bool.
[[nodiscard]] std::uint64_t to_count(py::handle value, const char* name, std::uint64_t low, std::uint64_t high);
inline constexpr std::uint64_t ANY_WORD = ~std::uint64_t{0};
[[nodiscard]] inline std::uint64_t to_seed(py::handle value, const char* name) {
    return to_count(value, name, 0, ANY_WORD);
}
[[nodiscard]] inline int to_threads(py::handle value) {
    constexpr std::uint64_t MOST = 1024;
    return static_cast<int>(to_count(value, "threads", 1, MOST));
}

// PositionError for a hand with too many combinations to list. Positions set up by hand may give one seat nearly the whole
// deck, and with it billions of double sequences.
void check_listable(CardSet hand);

void bind_state_setup(py::class_<PyState>& cls);
void bind_state_actions(py::class_<PyState>& cls);

}  // namespace tienlen::bind
