// Hands between built-in bots, for tienlen.arena; what a bot's description says, for tienlen.bots.
#include <array>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "background.hpp"
#include "py_state.hpp"
#include "search_options.hpp"
#include "tienlen/bots.hpp"

namespace tienlen::bind {

namespace {

// {"policy": name}, or the keyword arguments of search() and perhaps "open_hands".
[[nodiscard]] BotSpec to_bot(const py::dict& given) {
    constexpr std::array KNOWN{"policy", "open_hands", "method", "iterations", "work", "rollout", "chain_steps"};
    for (const auto& [key, value] : given) {
        bool known = false;
        for (const char* name : KNOWN) known = known || py::str(key).equal(py::str(name));
        if (!known) throw PositionError("a bot has no option " + std::string(py::repr(key)));
    }
    const auto has = [&](const char* name) { return given.contains(name); };
    const auto text = [&](const char* name, const char* otherwise) {
        if (!has(name)) return py::str(otherwise);
        const py::object value = given[name];
        if (!py::isinstance<py::str>(value)) throw py::type_error(std::string(name) + " must be a str");
        return py::str(value);
    };
    const auto number = [&](const char* name, std::uint64_t otherwise) {
        constexpr std::uint64_t MOST = ~std::uint64_t{0} >> 1;
        return has(name) ? to_count(given[name], name, 0, MOST) : otherwise;
    };
    BotSpec spec;
    if (has("policy")) {
        spec.policy = to_policy(text("policy", ""));
        return spec;
    }
    const auto maybe = [&](const char* name) {
        return has(name) ? std::optional<std::uint64_t>{number(name, 0)} : std::nullopt;
    };
    const auto chain_steps = maybe("chain_steps");
    spec.search = to_options({text("method", "flat"),
                              maybe("iterations"),
                              {},
                              maybe("work"),
                              py::int_(1),
                              py::int_(0),
                              text("rollout", "rules"),
                              chain_steps ? std::optional{static_cast<long long>(*chain_steps)} : std::nullopt});
    spec.open_hands = has("open_hands");
    return spec;
}

[[nodiscard]] std::vector<Seating> to_seatings(const std::vector<std::vector<long long>>& given, std::size_t players,
                                               std::size_t bots) {
    constexpr std::size_t MOST_SEATINGS = 1024;
    if (given.empty() || given.size() > MOST_SEATINGS) throw PositionError("1 to 1024 seatings are expected");
    std::vector<Seating> seatings;
    for (const auto& seats : given) {
        if (seats.size() != players)
            throw PositionError("a seating of " + std::to_string(seats.size()) + " seats, where " +
                                std::to_string(players) + " play");
        Seating seating{};
        for (std::size_t s = 0; s < players; ++s) {
            check_range("seating", seats[s], 0, static_cast<long long>(bots) - 1);
            seating[s] = static_cast<std::uint8_t>(seats[s]);
        }
        seatings.push_back(seating);
    }
    return seatings;
}

// [deal, entrant], or [deal, entrant, place or entrant].
template <typename Get>
[[nodiscard]] py::array_t<std::int64_t> table(const std::vector<DealCounts>& deals, std::size_t entrants, Get get) {
    py::array_t<std::int64_t> array({deals.size(), entrants});
    auto view = array.mutable_unchecked<2>();
    for (std::size_t d = 0; d < deals.size(); ++d) {
        for (std::size_t e = 0; e < entrants; ++e)
            view(static_cast<py::ssize_t>(d), static_cast<py::ssize_t>(e)) = get(deals[d])[e];
    }
    return array;
}

template <typename Get>
[[nodiscard]] py::array_t<std::int64_t> cube(const std::vector<DealCounts>& deals, std::size_t entrants,
                                             std::size_t depth, Get get) {
    py::array_t<std::int64_t> array({deals.size(), entrants, depth});
    auto view = array.mutable_unchecked<3>();
    for (std::size_t d = 0; d < deals.size(); ++d) {
        for (std::size_t e = 0; e < entrants; ++e) {
            for (std::size_t k = 0; k < depth; ++k)
                view(static_cast<py::ssize_t>(d), static_cast<py::ssize_t>(e), static_cast<py::ssize_t>(k)) =
                    get(deals[d])[e][k];
        }
    }
    return array;
}

[[nodiscard]] py::tuple play(const py::object& rules, const std::vector<py::dict>& bots,
                             const std::vector<std::vector<long long>>& seatings, const py::int_& players,
                             const py::object& deals, const py::object& seed, const py::object& first_deal,
                             const py::object& threads, const py::object& progress) {
    constexpr std::uint64_t MOST_HANDS = std::uint64_t{1} << 22;  // in one call: each takes memory
    const PyRules compiled = to_rules(rules);
    ArenaRun run;
    run.players = choose_players(compiled, players);
    run.seed = to_seed(seed, "seed");
    run.first_deal = to_seed(first_deal, "first_deal");
    run.timed = true;
    if (bots.empty() || bots.size() > MAX_PLAYERS) throw PositionError("1 to 4 bots are expected");
    std::vector<BotSpec> specs;
    specs.reserve(bots.size());
    for (const py::dict& bot : bots) specs.push_back(to_bot(bot));
    const auto orders = to_seatings(seatings, static_cast<std::size_t>(run.players), specs.size());
    run.deals = to_count(deals, "deals", 0, MOST_HANDS / orders.size());
    const int workers = to_threads(threads);
    const auto played = run_in_background(
        [&](RunControl& control) { return play_deals(*compiled.tables, specs, orders, run, workers, control); },
        progress, run.deals * orders.size());
    const std::size_t n = specs.size(), places = static_cast<std::size_t>(run.players);
    return py::make_tuple(table(played, n, [](const DealCounts& d) -> const auto& { return d.points; }),
                          cube(played, n, places, [](const DealCounts& d) -> const auto& { return d.places; }),
                          cube(played, n, n, [](const DealCounts& d) -> const auto& { return d.ahead; }),
                          table(played, n, [](const DealCounts& d) -> const auto& { return d.decisions; }),
                          table(played, n, [](const DealCounts& d) -> const auto& { return d.nanoseconds; }));
}

}  // namespace

void bind_arena(py::module_& m) {
    m.def("_check_bot", [](const py::dict& bot) { (void)to_bot(bot); }, py::arg("bot"));
    m.def("_play_deals", play, py::arg("rules"), py::arg("bots"), py::arg("seatings"), py::kw_only(),
          py::arg("players"), py::arg("deals"), py::arg("seed"), py::arg("first_deal") = 0, py::arg("threads") = 1,
          py::arg("progress") = py::none());
}

}  // namespace tienlen::bind
