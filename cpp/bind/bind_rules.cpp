// RuleTables: what is compiled from a Rules value, and the questions that need no state.
#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include <pybind11/stl.h>

#include "bind.hpp"
#include "construct.hpp"
#include "py_state.hpp"
#include "tienlen/classify.hpp"

namespace tienlen::bind {

namespace {

constexpr std::array<const char*, INSTANT_WINS> INSTANT_WIN_NAMES{"four_twos", "dragon", "six_pairs",
                                                                  "five_consecutive_pairs"};

[[noreturn]] void refuse(const char* field) {
    throw py::value_error(std::string("rules that were not checked: ") + field + " is out of range");
}

[[nodiscard]] PlayClass class_named(const std::string& name) {
    constexpr std::array<std::string_view, 7> GROUPS{"single", "single_2",     "pair", "pair_of_2s",
                                                     "triple", "triple_of_2s", "quad"};
    for (std::size_t i = 0; i < GROUPS.size(); ++i) {
        if (name == GROUPS[i]) return static_cast<PlayClass>(i);
    }
    const bool pairs = name.starts_with("DS");
    const std::string_view digits = std::string_view(name).substr(std::min<std::size_t>(name.size(), pairs ? 2 : 1));
    int length = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), length);
    if (length < MIN_RUN || length > DRAGON_LENGTH) refuse("chops");
    return pairs ? play_class::double_sequence(length) : play_class::sequence(length);
}

[[nodiscard]] BenchedMayChop benched_named(const std::string& name) {
    if (name == "twos") return BenchedMayChop::Twos;
    return name == "twos_and_bombs" ? BenchedMayChop::TwosAndBombs : BenchedMayChop::Never;
}

// The Python class has checked every value. Still, what the engine's memory depends on is looked at again: a subclass can
// say anything.
[[nodiscard]] Rules read_rules(py::handle from) {
    Rules rules;
    rules.hand_size = from.attr("hand_size").cast<int>();
    if (rules.hand_size < 1 || 2 * rules.hand_size > CARDS) refuse("hand_size");
    rules.spare_to_leader = from.attr("spare_card").cast<std::string>() == "leader";
    rules.twos_in_sequences = from.attr("twos_in_sequences").cast<bool>();
    for (const auto& item : py::dict(from.attr("chops"))) {
        ClassSet choppers = 0;
        for (const py::handle chopper : item.second)
            choppers |= play_class::bit(class_named(chopper.cast<std::string>()));
        rules.chops[class_named(item.first.cast<std::string>())] = choppers;
    }
    rules.led_bombs = from.attr("led_bombs").cast<bool>();
    rules.leader_may_pass = from.attr("leader_may_pass").cast<bool>();
    rules.benched_may_chop = benched_named(from.attr("benched_may_chop").cast<std::string>());
    rules.folding = from.attr("folding").cast<bool>();
    rules.trading = from.attr("trading").cast<bool>();
    for (const py::handle win : from.attr("instant_wins")) {
        for (std::size_t i = 0; i < INSTANT_WIN_NAMES.size(); ++i) {
            if (win.cast<std::string>() == INSTANT_WIN_NAMES[i])
                rules.instant_wins |= static_cast<std::uint8_t>(1U << i);
        }
    }
    rules.quad_is_two_pairs = from.attr("quad_is_two_pairs").cast<bool>();
    rules.points = from.attr("points").cast<std::array<std::int16_t, MAX_PLAYERS>>();
    return rules;
}

[[nodiscard]] py::object new_tables(PyObject* args, PyObject* kwargs) {
    return py::cast(std::make_shared<RuleTables>(read_rules(only_argument(args, kwargs, "O:RuleTables", "rules"))));
}

[[nodiscard]] Play combination(const RuleTables& tables, py::handle value) {
    const Play play = to_play(value);
    if (!play.is_pass() && !classify(play.cards(), tables.rules().twos_in_sequences)) {
        throw NotationError(to_text(play) + " is not a combination under these rules", NotationError::NO_OFFSET,
                            to_text(play));
    }
    return play;
}

}  // namespace

PyRules to_rules(py::handle rules) {
    if (!py::isinstance(rules, py::module_::import("tienlen.rules").attr("Rules"))) {
        throw py::type_error(std::string("expected Rules, got ") + Py_TYPE(rules.ptr())->tp_name);
    }
    auto tables = rules.attr("_compiled").cast<std::shared_ptr<const RuleTables>>();
    if (!tables) throw py::type_error("expected Rules with their tables, got None for those");
    return {py::reinterpret_borrow<py::object>(rules), std::move(tables)};
}

py::tuple instant_win_events(const RuleTables& tables, const State& state) {
    std::array<std::uint8_t, MAX_PLAYERS> wins{};
    for (Seat s = 0; s < state.players; ++s) wins[s] = dealt_instant_wins(tables, state, s);
    return instant_win_events(state, wins);
}

py::tuple instant_win_events(const State& state, const std::array<std::uint8_t, MAX_PLAYERS>& wins_by_seat) {
    py::list events;
    for (int step = 0; state.instant_win && step < state.players; ++step) {
        const auto seat = static_cast<Seat>((state.place(0) + step) % state.players);
        const std::uint8_t wins = wins_by_seat[seat];
        for (std::size_t w = 0; w < INSTANT_WIN_NAMES.size(); ++w) {
            if ((wins >> w & 1) != 0) events.append(py::make_tuple(seat, INSTANT_WIN_NAMES[w]));
        }
    }
    return py::tuple(events);
}

void bind_rules(py::module_& m) {
    py::class_<RuleTables, std::shared_ptr<RuleTables>> cls(
        m, "RuleTables", py::is_final(),
        "What the engine compiles from a `Rules` value, once. `Rules` keeps it and asks it.");
    cls.def(py::init([](const py::object& rules) { return std::make_shared<RuleTables>(read_rules(rules)); }),
            py::arg("rules"))
        .def(
            "classify",
            [](const RuleTables& tables, py::handle cards) {
                return classify(to_card_set(cards), tables.rules().twos_in_sequences);
            },
            py::arg("cards"), "Return the combination that the cards are under the rules. See `Rules.classify`.")
        .def(
            "beats",
            [](const RuleTables& tables, py::handle a, py::handle b) {
                const Play play = combination(tables, a), table = combination(tables, b);
                return !play.is_pass() && !table.is_pass() && tables.beats(play, table);
            },
            py::arg("a"), py::arg("b"), "Tell whether `a` beats `b` lying on the table. See `Rules.beats`.");
    make_in_new<new_tables>(cls);
}

}  // namespace tienlen::bind
