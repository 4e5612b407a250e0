"""`tienlen bench`, and how two of its results are compared."""

from __future__ import annotations

import functools
import itertools
import json
import math
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tienlen
from tienlen import _core
from tienlen.benchmarks import GOALS, RATIOS, WORKLOADS, Sample, Series, measure
from tienlen.benchmarks.comparing import (
    bootstrap_interval,
    compare,
    compare_instructions,
    conditions,
    holm,
    rank_test,
)
from tienlen.benchmarks.measuring import ratio_values
from tienlen.benchmarks.results import FORMAT, check
from tienlen.cli import main

QUICK = ("--rounds", "2", "--milliseconds", "1")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*args: object) -> tuple[int, str, str]:
        try:
            code = main(["bench", *map(str, args)])
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return call


def results(**values: list[float]) -> dict[str, Any]:
    """Results as `tienlen bench --json` tells them; names that end in `_ns` are times."""
    return {
        "format": FORMAT,
        "machine": {"cpu": "a", "compiler": "gcc", "path": "bmi2"},
        "results": {
            name: {"values": v, "unit": "u", "lower_is_better": name.endswith("_ns")}
            for name, v in values.items()
        },
    }


def noisy(median: float, *, rounds: int = 9, seed: int = 1) -> list[float]:
    draw = random.Random(seed)
    return [median * (1 + draw.uniform(-0.01, 0.01)) for _ in range(rounds)]


# --- workloads -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, w in WORKLOADS.items() if not w.in_child])
def test_a_workload_does_what_it_is_told(name: str) -> None:
    job = WORKLOADS[name].prepare()
    once = job(1)
    assert once > 0
    if name.startswith(("leads", "positions", "batch")):
        assert job(3) == 3 * once
    if name.startswith("playouts.") and name != "playouts.plies":
        assert (once, job(7)) == (1, 7)


def test_the_portable_path_is_measured_in_a_child() -> None:
    told = WORKLOADS["playouts.portable"].prepare()(3)
    assert told == 3


def test_plies_are_those_of_playouts() -> None:
    rules = tienlen.Rules.preset("southern")
    assert (
        WORKLOADS["playouts.plies"].prepare()(20) == tienlen.playouts(rules, 20, seed=20_24).plies
    )


@pytest.mark.parametrize("twos", [False, True])
def test_benched_leads_are_those_of_the_hands(twos: bool) -> None:
    rules = tienlen.Rules.preset("pagat").replace(twos_in_sequences=twos)
    states = [tienlen.State.deal(rules, seed=3, hand=i, leader=0) for i in range(20)]
    hands = np.array([int(state.hands[0]) for state in states], np.uint64)
    # A leader who owes nothing and may not pass plays any combination.
    rules = rules.replace(leader_may_pass=False)
    wanted = sum(tienlen.State.from_hands(rules, state.hands, 0).count_legal() for state in states)
    assert _core._bench_leads(hands, 3, twos_in_sequences=twos) == 3 * wanted


@pytest.mark.parametrize("preset", tienlen.PRESETS)
@pytest.mark.parametrize("in_batch", [False, True])
def test_benched_positions_are_those_of_the_hands(preset: str, in_batch: bool) -> None:
    state = tienlen.State.deal(tienlen.Rules.preset(preset), seed=8)
    states = [state]
    while not state.is_over:
        state = state.play(state.random_play(8, len(states)))
        states.append(state)
    batch = tienlen.Batch.from_states(states, seed=0)
    wanted = sum(state.count_legal() for state in states)
    assert _core._bench_legal(batch, 2, in_batch=in_batch) == 2 * wanted


def test_benchmarks_refuse_what_is_no_hand() -> None:
    with pytest.raises(tienlen.PositionError, match="hand 1: expected a mask of 52 bits"):
        _core._bench_leads(np.array([1, 1 << 52], np.uint64), 1)
    with pytest.raises(tienlen.PositionError, match="repeats -1 is out of range"):
        _core._bench_leads(np.array([1], np.uint64), -1)


def test_goals_belong_to_something() -> None:
    named = {*WORKLOADS, *(ratio.name for ratio in RATIOS), "batch.bytes"}
    assert {name for name in GOALS if not name.startswith("peers.")} <= named
    for name, goal in GOALS.items():
        lower = name == "batch.bytes" or (name in WORKLOADS and WORKLOADS[name].per_unit)
        assert (goal.aim < goal.must) == lower
        assert goal.verdict(goal.must, lower_is_better=lower) == "must"
        assert goal.verdict(goal.aim, lower_is_better=lower) == "aim"
        short = goal.must * (1.01 if lower else 0.99)
        assert goal.verdict(short, lower_is_better=lower) == "short"


# --- measuring -----------------------------------------------------------------------------------


def test_rounds_are_interleaved() -> None:
    order: list[str] = []

    def job(name: str, seconds: float) -> Any:
        def run(amount: int) -> int:
            order.append(name)
            end = _cpu() + amount * seconds
            while _cpu() < end:
                pass
            return amount

        return run

    workloads = [
        WORKLOADS["leads"]._replace(name=name, prepare=functools.partial(job, name, s))
        for name, s in (("a", 1e-4), ("b", 5e-4))
    ]
    a, b = measure(workloads, rounds=3, seconds=0.004)
    assert order[-6:] == ["a", "b"] * 3
    assert [len(a.samples), len(b.samples)] == [3, 3]
    assert a.amount > b.amount


def _cpu() -> float:
    import time

    return time.process_time()


def test_figures_of_a_series() -> None:
    samples = [Sample(work=100, wall=4.0, cpu=2.0)]
    hands = Series(WORKLOADS["playouts.southern"], 1, samples)
    assert (hands.values(), hands.values(wall=True)) == ([50.0], [25.0])
    plays = Series(WORKLOADS["leads"], 1, samples)
    assert plays.values() == [pytest.approx(2e7)]
    two = Series(WORKLOADS["playouts.two_threads"], 1, [Sample(100, 2.1, 4.0)])
    threads = next(ratio for ratio in RATIOS if ratio.wall)
    one = Series(WORKLOADS[threads.bottom], 1, samples)
    assert ratio_values([one, two], threads) == [pytest.approx(4.0 / 2.1)]
    assert ratio_values([one], threads) is None


def test_threads_are_measured_for_longer() -> None:
    threaded = [ratio for ratio in RATIOS if ratio.wall]
    assert threaded
    for ratio in threaded:
        assert {WORKLOADS[name].times for name in (ratio.bottom, *ratio.top)} == {10}


def test_the_slowest_preset_counts() -> None:
    presets = next(ratio for ratio in RATIOS if len(ratio.top) > 1)
    series = [
        Series(WORKLOADS[name], 1, [Sample(speed, 1.0, 1.0)] * 2)
        for name, speed in zip((presets.bottom, *presets.top), (100, 90, 70, 120, 95), strict=True)
    ]
    assert ratio_values(series, presets) == [0.7, 0.7]


# --- the command ---------------------------------------------------------------------------------


def test_bench_json(run: Any) -> None:
    code, out, err = run(*QUICK, "--only", "leads", "--only", "playouts.southern", "--json")
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert check(told) is None
    assert list(told["results"]) == ["leads", "playouts.southern"]
    assert told["machine"]["tienlen"] == tienlen.__version__
    assert told["machine"]["path"] == tienlen.cpu()
    assert told["machine"]["compiler"].split()[0] in ("gcc", "clang", "msvc")
    leads = told["results"]["leads"]
    assert len(leads["values"]) == len(leads["samples"]) == 2
    assert leads["min"] <= leads["median"] <= leads["max"]
    assert (leads["best"], leads["must"]) == (leads["min"], GOALS["leads"].must)
    assert told["bytes_a_hand_in_a_batch"] <= GOALS["batch.bytes"].must


def test_bench_tables(run: Any) -> None:
    code, out, _ = run(*QUICK, "--only", "playouts")
    assert code == 0
    for words in ("playouts.zipi", "hands/s", "slowest preset over southern", "portable over bmi2"):
        assert words in out


def test_bench_lists(run: Any) -> None:
    named = [entry["name"] for entry in json.loads(run("--list", "--json")[1])]
    assert "playouts.plies" not in named
    assert set(named) | {"playouts.plies"} == set(WORKLOADS)
    assert "leads" in run("--list", "--only", "leads")[1]


def test_bench_compares(run: Any, tmp_path: Path) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_text(json.dumps(results(a=noisy(100), b_ns=noisy(10))), encoding="utf-8")
    slower = results(a=noisy(90, seed=2), b_ns=noisy(10, seed=3))
    slower["machine"]["compiler"] = "clang"
    after.write_text(json.dumps(slower), encoding="utf-8")
    code, out, _ = run("compare", before, after)
    assert code == 0
    lines = {line.split()[0]: line.split() for line in out.splitlines() if line.strip()}
    assert lines["a"][-1] == "slower"
    assert lines["b_ns"][-1] == "same"
    assert "compiler differs: gcc | clang" in out
    told = json.loads(run("compare", before, after, "--json")[1])
    assert [change["differs"] for change in told["changes"]] == [True, False]
    assert told == json.loads(run("--json", "compare", before, after)[1])


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--only", "fly"), "--only 'fly': none of leads"),
        (("--rounds", "0"), "whole number from 1"),
        (("compare", "good.json"), "required: AFTER.json"),
        (("compare", "none.json", "good.json"), "none.json: No such file"),
        (("compare", "good.json", "bad.json"), "bad.json: no JSON"),
        (("compare", "good.json", "other.json"), "other.json: expected the format"),
        (("compare", "good.json", "zero.json"), "zero.json: results of 'a': expected a list"),
        (("compare", "good.json", "apart.json"), "no workload in common"),
        (("compare", "good.json", "unit.json"), "a is told in u before, in v after"),
        (("compare", "good.json", "good.json", "--least", "much"), "number from 0 to 100"),
    ],
)
def test_bench_refuses(
    run: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    args: tuple[str, ...],
    words: str,
) -> None:
    other_unit = results(a=[1.0])
    other_unit["results"]["a"]["unit"] = "v"
    files = {
        "good": json.dumps(results(a=[1.0])),
        "bad": "{",
        "other": "{}",
        "zero": json.dumps(results(a=[0])),
        "apart": json.dumps(results(b=[1.0])),
        "unit": json.dumps(other_unit),
    }
    monkeypatch.chdir(tmp_path)
    for name, text in files.items():
        Path(f"{name}.json").write_text(text, encoding="utf-8")
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_instructions_want_valgrind(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    code, _, err = run(*QUICK, "--only", "leads", "--instructions")
    assert code == 2
    assert "needs valgrind" in err


# --- comparing -----------------------------------------------------------------------------------


def brute_force(x: list[float], y: list[float]) -> float:
    """The rank test by its definition: all ways to choose which values are x's."""
    values = sorted([*x, *y])

    def rank(value: float) -> float:
        places = [i for i, v in enumerate(values, 1) if v == value]
        return sum(places) / len(places)

    ranks = [rank(value) for value in [*x, *y]]
    middle = len(x) * (len(ranks) + 1) / 2
    off = abs(sum(ranks[: len(x)]) - middle)
    ways = [abs(sum(chosen) - middle) for chosen in itertools.combinations(ranks, len(x))]
    return sum(way >= off for way in ways) / len(ways)


@pytest.mark.parametrize("seed", range(20))
def test_rank_test_is_exact(seed: int) -> None:
    draw = random.Random(seed)
    # Few different values, so that there are ties.
    x, y = ([float(draw.randint(1, 6)) for _ in range(draw.randint(2, 6))] for _ in range(2))
    assert rank_test(x, y) == pytest.approx(brute_force(x, y))
    assert rank_test(x, y) == pytest.approx(rank_test(y, x))


def test_rank_test_of_many_values() -> None:
    draw = random.Random(5)
    x, y = ([draw.gauss(shift, 1) for _ in range(60)] for shift in (0.0, 0.0))
    assert rank_test(x, y) > 0.05
    assert rank_test(x, [value + 1.5 for value in y]) < 1e-6
    assert rank_test([1.0] * 40, [1.0] * 40) == 1.0


def test_rank_test_finds_nothing_in_noise() -> None:
    """At 5 %, about one pair in twenty of equals is told apart, and no more."""
    draw = random.Random(11)
    found = 0
    for _ in range(300):
        x, y = ([draw.gauss(0, 1) for _ in range(7)] for _ in range(2))
        found += rank_test(x, y) < 0.05
    assert 1 <= found <= 28


def test_holm() -> None:
    assert holm([]) == []
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([0.04, 0.001, 0.03]) == pytest.approx([0.06, 0.003, 0.06])


def test_bootstrap_interval_repeats_and_covers() -> None:
    x, y = noisy(100, rounds=15), noisy(120, rounds=15, seed=2)
    assert bootstrap_interval(x, y) == bootstrap_interval(x, y)
    low, high = bootstrap_interval(x, y)
    assert 1.17 < low < 1.2 < high < 1.23


def test_compare_tells_speed_whatever_the_unit() -> None:
    before = results(rate=noisy(100), time_ns=noisy(10), gone=[1.0], same=noisy(5))
    after = results(rate=noisy(125, seed=2), time_ns=noisy(8, seed=2), new=[1.0], same=noisy(5))
    rate, time_ns, same = compare(before, after)
    assert [change.name for change in (rate, time_ns, same)] == ["rate", "time_ns", "same"]
    for change in (rate, time_ns):
        assert change.differs
        assert change.faster == pytest.approx(1.25, rel=0.02)
        assert change.low <= change.faster <= change.high
    assert (same.faster, same.differs, same.enough) == (1.0, False, True)


def test_compare_leaves_out_what_is_too_small() -> None:
    before = results(a=[100 + i / 1000 for i in range(9)])
    after = results(a=[100.5 + i / 1000 for i in range(9)])
    assert not compare(before, after)[0].differs
    assert compare(before, after, least=0.002)[0].differs


def test_compare_with_too_few_rounds_says_so() -> None:
    change = compare(results(a=[1.0, 1.0]), results(a=[2.0, 2.0]))[0]
    assert (change.differs, change.enough) == (False, False)


def test_compare_instructions() -> None:
    a = results(a=[1.0]) | {"instructions": {"x": 100.0, "y": 50.0, "z": 1.0}}
    b = results(a=[1.0]) | {"instructions": {"x": 100.05, "y": 51.0}}
    assert compare_instructions(a, b) == [("x", 100.0, 100.05, False), ("y", 50.0, 51.0, True)]


def test_conditions() -> None:
    a, b = results(a=[1.0]), results(a=[1.0])
    assert conditions(a, b) == []
    b["machine"]["cpu"] = "b"
    assert conditions(a, b) == [("cpu", "a", "b")]


@pytest.mark.parametrize(
    "told",
    [
        [],
        {"format": FORMAT},
        results(),
        results(a=[]),
        results(a=[1.0, math.inf]),
        results(a=[1.0]) | {"instructions": {"x": "many"}},
        results(a=[1.0]) | {"machine": None},
    ],
)
def test_check_refuses(told: Any) -> None:
    assert check(told)
    assert check(results(a=[1.0])) is None
