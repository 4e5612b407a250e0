// Batch: what it shows, as arrays made for the caller.
#include "py_batch.hpp"
#include "py_state.hpp"

namespace tienlen::bind {

namespace {

// A new array with one value a hand.
template <typename T, typename Get>
[[nodiscard]] py::array_t<T> by_hand(PyBatch& self, Get get) {
    const std::size_t n = self.batch.size();
    py::array_t<T> array(static_cast<py::ssize_t>(n));
    T* const out = array.mutable_data();
    const Use use{self};
    without_gil(n, [&] {
        for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<T>(get(self.batch, i));
    });
    return array;
}

// … and one for each seat of a hand.
template <typename T, typename Get>
[[nodiscard]] py::array_t<T> by_seat(PyBatch& self, Get get) {
    const std::size_t n = self.batch.size();
    const int players = self.batch.setup().players;
    py::array_t<T> array({static_cast<py::ssize_t>(n), static_cast<py::ssize_t>(players)});
    T* out = array.mutable_data();
    const Use use{self};
    without_gil(n, [&] {
        for (std::size_t i = 0; i < n; ++i) {
            for (Seat s = 0; s < players; ++s) *out++ = static_cast<T>(get(self.batch, i, s));
        }
    });
    return array;
}

[[nodiscard]] int number_or(bool known, int value) noexcept { return known ? value : -1; }

// The last result of a slot, as a state that answers for its places and points.
[[nodiscard]] State final_state(const Batch& batch, std::size_t i) noexcept {
    State state;
    state.players = static_cast<std::uint8_t>(batch.setup().players);
    state.places = batch.hands().final_places[i];
    return state;
}

[[nodiscard]] int final_points(const Batch& batch, std::size_t i, Seat seat) noexcept {
    return batch.hands().final[i] == Final::None ? 0 : points(batch.tables(), final_state(batch, i), seat);
}

[[nodiscard]] py::array_t<std::int64_t> legal_counts(PyBatch& self) {
    const std::size_t n = self.batch.size();
    py::array_t<std::int64_t> array(static_cast<py::ssize_t>(n));
    std::int64_t* const out = array.mutable_data();
    const Use use{self};
    without_gil(n, [&] {
        self.batch.list();
        const std::int64_t* const offsets = self.batch.offsets();
        for (std::size_t i = 0; i < n; ++i) out[i] = offsets[i + 1] - offsets[i];
    });
    return array;
}

// One seat for all hands, or one for each; the vector is empty for the seat to move.
[[nodiscard]] std::vector<std::uint8_t> to_seats(const PyBatch& self, py::handle seat) {
    const std::size_t n = self.batch.size();
    const int players = self.batch.setup().players;
    if (seat.is_none()) return {};
    if (PyIndex_Check(seat.ptr()) != 0 && !py::isinstance<py::array>(seat)) {
        return std::vector<std::uint8_t>(n, to_seat(seat, players, NO_SEAT));
    }
    const Numbers numbers = to_numbers(seat, n, "seat");
    std::vector<std::uint8_t> seats(n);
    for (std::size_t i = 0; i < n; ++i) {
        if (numbers.data[i] < 0 || numbers.data[i] >= players) {
            raise_batch("hand " + std::to_string(i) + ": seat " + std::to_string(numbers.data[i]) +
                            " does not exist: expected 0 to " + std::to_string(players - 1),
                        py::int_(i));
        }
        seats[i] = static_cast<std::uint8_t>(numbers.data[i]);
    }
    return seats;
}

[[nodiscard]] py::object observe(PyBatch& self, py::object out, py::handle seat) {
    const std::size_t n = self.batch.size();
    if (out.is_none()) {
        out = py::array_t<std::uint8_t>({static_cast<py::ssize_t>(n), py::ssize_t{4}, py::ssize_t{CARDS}});
    }
    if (check_target(out, py::dtype::of<std::uint8_t>(), "out") != n * OBSERVATION_SIZE) {
        raise_batch("out: expected 208 bytes for each of " + std::to_string(n) +
                    " hands, shape (n, 4, 52) or (n, 208)");
    }
    auto array = py::reinterpret_borrow<py::array>(out);
    const std::vector<std::uint8_t> seats = to_seats(self, seat);
    const Use use{self};
    auto* const to = static_cast<std::uint8_t*>(array.mutable_data());
    without_gil(n, [&] { self.batch.observe(seats.empty() ? nullptr : seats.data(), to); });
    return out;
}

}  // namespace

void bind_batch_arrays(py::class_<PyBatch>& cls) {
    const auto hand = [&cls]<typename T>(const char* name, T, auto get, const char* doc) {
        cls.def_property_readonly(name, [get](PyBatch& self) { return by_hand<T>(self, get); }, doc);
    };
    const auto seat = [&cls]<typename T>(const char* name, T, auto get, const char* doc) {
        cls.def_property_readonly(name, [get](PyBatch& self) { return by_seat<T>(self, get); }, doc);
    };
    using Int8 = std::int8_t;
    using Uint64 = std::uint64_t;
    const auto state = [](auto get) {
        return [get](const Batch& batch, std::size_t i, auto... s) { return get(batch.hands().states[i], s...); };
    };
    hand("to_move", Int8{}, state([](const State& s) { return number_or(!s.over, s.to_move); }),
         "The seat to move; -1 where the hand is over.");
    hand("table", Uint64{}, state([](const State& s) { return s.table.cards().mask(); }),
         "The play to beat, as a mask of cards; 0 where the table is empty.");
    hand("table_owner", Int8{}, state([](const State& s) { return number_or(s.owner != NO_SEAT, s.owner); }),
         "The seat that made the play on the table; -1 where the table is empty.");
    hand("played", Uint64{}, state([](const State& s) { return s.played.mask(); }),
         "The cards played so far, face up.");
    hand("opening_card", Int8{},
         state([](const State& s) { return number_or(s.opening_card != NO_CARD, s.opening_card); }),
         "The card that the first play must contain; -1 where none is owed.");
    hand("over", bool{}, state([](const State& s) { return s.over; }),
         "Whether the hand is over: it has no legal plays.");
    hand("instant_win", bool{}, state([](const State& s) { return s.instant_win; }),
         "Whether the hand was won at the deal.");
    seat("hands", Uint64{}, state([](const State& s, Seat p) { return s.hands[p].mask(); }), "The cards of each seat.");
    seat("card_counts", std::uint8_t{}, state([](const State& s, Seat p) { return s.hands[p].size(); }),
         "How many cards each seat holds.");
    seat("passed", bool{}, state([](const State& s, Seat p) { return (s.benched & seat_bit(p)) != 0; }),
         "Which seats passed over a play of this trick.");
    seat("lead_passed", bool{}, state([](const State& s, Seat p) { return (s.lead_passed & seat_bit(p)) != 0; }),
         "Which seats passed over this empty table.");
    seat("in_play", bool{}, state([](const State& s, Seat p) { return (s.in_play & seat_bit(p)) != 0; }),
         "Which seats have neither gone out nor folded.");
    seat("places", Int8{}, state([](const State& s, Seat p) { return place_of(s, p); }),
         "The place of each seat, 0 for the first; -1 while it has none.");
    seat(
        "points", std::int16_t{},
        [](const Batch& batch, std::size_t i, Seat p) {
            const State& s = batch.hands().states[i];
            return s.over ? points(batch.tables(), s, p) : 0;
        },
        "The points of each seat where the hand is over, else 0.");
    hand(
        "done", bool{}, [](const Batch& batch, std::size_t i) { return batch.hands().done[i]; },
        "Whether the last step ended the hand of this slot.");
    hand(
        "has_final", bool{}, [](const Batch& batch, std::size_t i) { return batch.hands().final[i] != Final::None; },
        "Whether a hand of this slot has ended.");
    hand(
        "final_instant_win", bool{},
        [](const Batch& batch, std::size_t i) { return batch.hands().final[i] == Final::InstantWin; },
        "Whether the last hand that ended on this slot was won at the deal.");
    seat(
        "final_places", Int8{},
        [](const Batch& batch, std::size_t i, Seat p) { return place_of(final_state(batch, i), p); },
        "The places in the last hand that ended on this slot.");
    seat("final_points", std::int16_t{}, final_points, "The points of the last hand that ended on this slot.");
    hand(
        "episodes", std::uint32_t{},
        [](const Batch& batch, std::size_t i) { return batch.hands().numbers[i] / EPISODE; },
        "How many hands the slot dealt before the one it plays.");
    hand(
        "hand_numbers", Uint64{}, [](const Batch& batch, std::size_t i) { return batch.hands().numbers[i]; },
        "Which hand of the seed the slot plays.");
    cls.def_property_readonly("legal_counts", legal_counts, "How many legal plays each hand has.")
        .def_property_readonly(
            "nbytes", [](const PyBatch& self) { return self.batch.memory(); }, "Bytes that the batch takes.")
        .def("observe", observe, py::arg("out") = py::none(), py::kw_only(), py::arg("seat") = py::none(),
             "Write what one seat of each hand knows.");
}

}  // namespace tienlen::bind
