// The State that Python sees: a position, its rules, and how it came about.
#pragma once

#include <memory>
#include <vector>

#include "bind.hpp"
#include "past.hpp"

namespace tienlen::bind {

// What the positions of a hand have in common: the rules, and where the hand starts.
struct Setting {
    PyRules rules;
    State start;
};

// Immutable: all that acts makes a new one.
struct PyState {
    State state;
    std::shared_ptr<const Setting> setting;
    Past past{};  // not part of equality: a position is what can happen next

    [[nodiscard]] static PyState at_start(const State& state, const PyRules& rules) {
        return {state, std::make_shared<const Setting>(Setting{rules, state})};
    }
    [[nodiscard]] const RuleTables& tables() const noexcept { return *setting->rules.tables; }
    [[nodiscard]] const PyRules& rules() const noexcept { return setting->rules; }
    [[nodiscard]] PyState after(Play play) const {
        PyState next{state, setting, past.and_then(public_ply(state, play))};
        apply(tables(), next.state, play);
        return next;
    }
    [[nodiscard]] PyState after_fold(Seat seat) const {
        PyState next{state, setting, past.and_then(public_fold(state, seat))};
        fold(tables(), next.state, seat);
        return next;
    }
};

// (seat, play) in order, None for a fold.
[[nodiscard]] py::tuple history_tuple(const std::vector<PublicPly>& plies);
// Places given so far from the first down; those of folded seats when the hand is over.
[[nodiscard]] py::tuple places_tuple(const State& state);
[[nodiscard]] py::tuple folded_tuple(const State& state);                              // in order of folding
[[nodiscard]] py::object points_object(const RuleTables& tables, const State& state);  // None before the end
[[nodiscard]] py::object seat_or_none(Seat seat);                                      // None for NO_SEAT

// Seats as a tuple, ascending.
[[nodiscard]] py::tuple seat_tuple(SeatSet seats);
// A seat argument; PositionError if there is no such seat. Where None is allowed, it is `otherwise`.
[[nodiscard]] Seat to_seat(py::handle seat, int players);
[[nodiscard]] Seat to_seat(py::handle seat, int players, Seat otherwise);
// Events of an instant win: (seat, name) in turn order from the leader.
[[nodiscard]] py::tuple instant_win_events(const RuleTables& tables, const State& state);
[[nodiscard]] py::tuple instant_win_events(const State& state, const std::array<std::uint8_t, MAX_PLAYERS>& wins);

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

template <>
struct pybind11::detail::type_caster<tienlen::bind::PyState> : tienlen::bind::InlineCaster<tienlen::bind::PyState> {};
