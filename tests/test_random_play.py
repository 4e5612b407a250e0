"""The core's random choice is even over the legal plays, and its playouts are like the twin's."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compare import Both
from strategies import deals, positions
from tienlen import (
    IllegalActionError,
    PlayoutResult,
    Rules,
    State,
    playouts,
    reference,
)
from tienlen.rules import PRESETS

SOUTHERN, XIII, PAGAT = map(Rules.preset, ("southern", "xiii", "pagat"))

CHOPS_ITSELF = XIII.replace(chops={"pair": ["pair", "S3-S5"], "single": ["single", "triple"]})

# What is named "answer …" is completed by `position`: seat 1 has just played the table.
POSITIONS: dict[str, tuple[Rules, str, str]] = {
    "long runs": (PAGAT, "3s 3c 4s 4c 4d 5s 5h 6s 6c 7s 7c 8d 9s | 2h", "turn 0"),
    "many pairs in a row": (PAGAT, "8s 8c 8d 9s 9c 9h Ts Tc Js Jc Jd Qs Qc | 2h", "turn 0"),
    "the most leads": (PAGAT, "Js Jc Jd Qs Qc Qd Ks Kc Kd Kh As Ac Ad | 3h", "turn 0"),
    "sequences that end in a 2": (
        PAGAT.replace(twos_in_sequences=True),
        "9s 9c Ts Js Qs Qc Ks As Ac 2s 2c 2d | 3h",
        "turn 0",
    ),
    "groups only": (PAGAT, "3s 3c 3d 3h 5s 5c 7s 7c 7d 9s 2s 2c 2h | 4h", "turn 0"),
    "a card": (PAGAT, "9s | 4h", "turn 0"),
    "a card is owed": (PAGAT, "3s 3c 3h 4s 4d 5s 5c 6s 7s 7c | 8s | 9s", "turn 0; owes 3s"),
    "… and the leader may pass": (XIII, "3s 3c 3h 4s 4d 5s 5c 6s 7s 7c | 8s", "turn 0; owes 3s"),
    "… by somebody else": (XIII, "3s 3c | 8s 8c 8d", "turn 1; owes 3s"),
    "a leader who may pass": (XIII, "3s 5s 5c 5d 6s 7s 9s 9c | 8s", "turn 0"),
    "… and no more": (XIII, "3s 5s 5c 5d 6s 7s | 8s", "turn 0; lead-passed 0 1"),
    "a single": (PAGAT, "3s 5s 5c 5d 6s 7s 9s 2c | Ts", "table 4s"),
    "a single and a bomb": (XIII, "5s 5c 5d 5h 9s Ts Jc 2s 2c 2d | 3s", "table 8s"),
    "a 2": (SOUTHERN, "5s 5c 6s 6c 6d 7s 7c 8s 8c 9s 9c 9d 9h | 3s", "table 2c"),
    "a pair of 2s": (XIII, "5s 5c 6s 6c 6d 7s 7c 8s 8c 2h 9c 9d 9h | 3s", "table 2s 2c"),
    "a triple of 2s": (
        SOUTHERN,
        "4s 4c 5s 5c 6s 6c 6d 7s 7c 8s 8c 9s 9c | 3s",
        "table 2s 2c 2d",
    ),
    "a sequence": (XIII, "5s 5c 6s 6c 6d 7s 7c 8s 8c 9s Th Td Jc | 3s", "table 5d 6h 7d"),
    "a dragon": (XIII, "3s 4s 5s 6s 7s 8s 9s 9c Ts Js Qs Ks As Ac | 3h", "table Jc Qc Kc"),
    "a double sequence": (
        SOUTHERN,
        "5s 5c 6s 6c 6d 7s 7c 8s 8c 8d 9s 9c Tc | Jh",
        "table 3s 3c 4s 4h 5d 5h",
    ),
    "a quad": (XIII, "5s 5c 6s 6c 7s 7c 8s 8c 9s 9c 9d 9h Ts | 4c", "table 3s 3c 3d 3h"),
    "a benched player": (PAGAT, "4s 4c 4d 4h 5s 5c 6s 6c 6d 7s 7c 2h Ad | 3c", "table 2c; passed"),
    "… and a bomb": (PAGAT, "8s 8c 8d 8h 9s 9c 9d 9h Ts | 3c", "table 4s 4c 4d 4h; passed"),
    "… without a chop": (PAGAT, "3h 9s | 3c", "table 2c; passed"),
    "a class that chops itself": (
        CHOPS_ITSELF,
        "3s 3c 4s 4c 4d 5s 5c 6s 6c 2s 2c | 9c",
        "table 5d 5h",
    ),
    "… and another": (CHOPS_ITSELF, "3s 3c 3d 4s 4c 4d 5s | 9c", "table 8s"),
}


def position(name: str) -> State:
    """The position of this name, with as many further seats as the rules want."""
    rules, held, rest = POSITIONS[name]
    players = held.count("|") + 1
    wanted = max(players, min(rules.players))
    held += "".join([" | Qd", " | Kh"][: wanted - players])
    if rest.startswith("table"):
        table, _, passed = rest.removeprefix("table ").partition("; ")
        # Seat 1 played; those after him have passed, and so has seat 0 if it is benched.
        others = [str(seat) for seat in range(2, wanted)]
        benched = ["0", *others] if passed else others
        said = f"; passed {' '.join(benched)}" if benched else ""
        rest = f"turn 0; table {table} by 1{said}; played {table}"
    return State.from_text(f"{held}; {rest}", rules)


def too_far(counts: Counter[int], masks: list[int], draws: int) -> str | None:
    """The chi-square test of even counts, at about one in 100,000; None if they pass."""
    freedom = len(masks) - 1
    if set(counts) - set(masks):
        return "an illegal play was drawn"
    if freedom == 0:
        return None
    expected = draws / len(masks)
    assert expected >= 10, "too few draws for the test"
    square = sum((counts[mask] - expected) ** 2 / expected for mask in masks)
    # Wilson and Hilferty: the cube root of chi-square over its freedom is nearly normal.
    spread = sqrt(2 / (9 * freedom))
    z = ((square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / spread
    return f"chi-square {square:.1f} at {freedom}, {z:.1f} sigma" if abs(z) > 4.4 else None


@pytest.mark.parametrize("name", POSITIONS)
def test_choices_are_even(name: str) -> None:
    state = position(name)
    masks = state.legal_masks().tolist()
    draws = max(4000, 30 * len(masks))
    counts = Counter(int(state.random_play(7, stream)) for stream in range(draws))
    assert too_far(counts, masks, draws) is None


def test_the_test_of_evenness_can_fail() -> None:
    masks = list(range(50))
    even = Counter(dict.fromkeys(masks, 100))
    assert too_far(even, masks, 5000) is not None, "too even to be chance"
    skewed = Counter({mask: 100 + 20 * (-1) ** mask for mask in masks})
    assert too_far(skewed, masks, 5000) is not None
    assert too_far(Counter({99: 5000}), masks, 5000) is not None


def test_there_is_every_kind_of_position() -> None:
    """… among those above: what is drawn has every kind, passes among them."""
    drawn: Counter[Any] = Counter()
    for name in POSITIONS:
        state = position(name)
        for play in state.legal_plays():
            drawn[state.table is None, play.kind] += 1
    assert len({kind for leads, kind in drawn if leads}) == 7
    assert len({kind for leads, kind in drawn if not leads}) == 7


@given(positions(largest=9) | deals(), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_choices_are_legal_anywhere(both: Both, seed: int, stream: int) -> None:
    state = both.core
    if state.is_over:
        with pytest.raises(IllegalActionError):
            state.random_play(seed, stream)
        return
    play = state.random_play(seed, stream)
    assert state.is_legal(play)
    assert play == state.random_play(seed, stream)
    assert {int(state.random_play(seed, n)) for n in range(20)} <= set(state.legal_masks().tolist())


@given(positions(largest=4), st.integers(0, 2**32))
@settings(max_examples=25)
def test_choices_are_even_anywhere(both: Both, seed: int) -> None:
    state = both.core
    if state.is_over:
        return
    masks = state.legal_masks().tolist()
    draws = 40 * len(masks)
    counts = Counter(int(state.random_play(seed, stream)) for stream in range(draws))
    assert too_far(counts, masks, draws) is None


DRAWS = """
import tienlen, hashlib
digest = hashlib.sha256()
for name in tienlen.PRESETS:
    rules = tienlen.Rules.preset(name)
    for seed in range(40):
        state, ply = tienlen.State.deal(rules, seed=seed), 0
        while not state.is_over:
            play = state.random_play(seed, ply)
            digest.update(str(play).encode())
            state, ply = state.play(play), ply + 1
    result = tienlen.playouts(rules, games=2000, seed=5)
    digest.update(repr((result.plies, result.plays_by_kind, result.places.tolist())).encode())
print(tienlen.cpu(), digest.hexdigest())
"""


def test_every_kind_of_processor_draws_the_same() -> None:
    said = []
    for cpu in ("portable", ""):
        environment = {**os.environ, "TIENLEN_CPU": cpu}
        run = [sys.executable, "-c", DRAWS]
        done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
        said.append(done.stdout.split())
    assert said[0][0] == "portable"
    assert said[0][1] == said[1][1]


# --- playouts ------------------------------------------------------------------------------------


def mean_and_error(values: list[int]) -> tuple[float, float]:
    """The mean, and its standard error."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(variance / len(values))


@pytest.mark.parametrize("name", PRESETS)
def test_hands_are_as_long_as_the_twins(name: str, hands: int) -> None:
    """Plies, passes and chops of random hands: the same on average within four standard errors."""
    rules = Rules.preset(name)
    for players in rules.players:
        number = max(60, hands // (12 * len(rules.players)))
        seen: dict[str, list[int]] = {"plies": [], "passes": [], "points": []}
        for hand in range(number):
            start = reference.State.deal(rules, seed=99, hand=hand, players=players)
            end, plays = reference.random_playout(start, reference.Rng(98, hand))
            assert end.points is not None
            seen["plies"].append(len(plays))
            seen["passes"].append(sum(play.is_pass for play in plays))
            seen["points"].append(end.points[0])
        core = playouts(rules, games=40_000, seed=3, players=players)
        means = {
            "plies": core.plies / core.hands,
            "passes": core.passes / core.hands,
            "points": core.points_sum[0] / core.hands,
        }
        for what, values in seen.items():
            mean, error = mean_and_error(values)
            assert abs(mean - means[what]) <= 4 * error * sqrt(1 + number / 40_000), what


def same_results(a: PlayoutResult, b: PlayoutResult) -> bool:
    """Whether two results agree in every number, and say so."""
    numbers = ("players", "hands", "plies", "passes", "instant_wins", "plays_by_kind", "chops")
    assert all(getattr(a, number) == getattr(b, number) for number in numbers) == (a == b)
    return a == b


@pytest.mark.parametrize("name", PRESETS)
def test_threads_and_parts_make_no_difference(name: str) -> None:
    rules = Rules.preset(name)
    for start in (rules, State.deal(rules, seed=11)):
        whole = playouts(start, games=3001, seed=2)
        for threads in (2, 3):
            assert same_results(playouts(start, games=3001, seed=2, threads=threads), whole)
        parts = [
            playouts(start, games=games, seed=2, first_hand=first, threads=2)
            for first, games in ((0, 1), (1, 999), (1000, 2000), (3000, 1))
        ]
        merged = parts[0]
        for part in parts[1:]:
            merged += part
        assert same_results(merged, whole)
        assert playouts(start, games=0, seed=2) + whole == whole
        assert playouts(start, games=3001, seed=3) != whole


@pytest.mark.parametrize("name", PRESETS)
def test_playouts_count_what_happens(name: str) -> None:
    rules = Rules.preset(name)
    for players in rules.players:
        result = playouts(rules, games=4000, seed=6, players=players)
        kinds = {kind.name: number for kind, number in result.plays_by_kind.items()}
        assert sum(kinds.values()) == result.plies
        assert kinds["PASS"] == result.passes
        assert sum(result.chops_by_kind.values()) == result.chops
        played_on = result.hands - result.instant_wins
        assert (result.places[:, 0].sum(), result.places[:, 1:].sum()) == (
            result.hands,
            played_on * (players - 1),
        )
        assert (result.places.sum(axis=0)[1:] == played_on).all()
        by_place = rules.points_by_place(players)
        shared = by_place[0] + by_place[-1] * (players - 1)
        expected = played_on * sum(by_place) + result.instant_wins * shared
        assert result.points_sum.sum() == expected


def chance_of_first(state: State) -> float:
    """The chance that seat 0 goes out first, all plays being equally likely: the whole tree."""
    if state.is_over:
        return float(state.places[0] == 0)
    after = [chance_of_first(state.play(play)) for play in state.legal_plays()]
    return sum(after) / len(after)


@pytest.mark.parametrize("held", ["3s 4s 5s | 2h", "3s 3c 5s | 4c 4h", "7s 8s 9s | 7c 8c | 9c"])
@pytest.mark.parametrize("name", PRESETS)
def test_places_come_with_their_chances(name: str, held: str) -> None:
    """Small hands, whose whole tree can be walked: who is first as often as it should be."""
    rules = Rules.preset(name).replace(players=(2, 3), match_hands=1, match_tiebreak=False)
    state = State.from_hands(rules, held.split(" | "), 0)
    first = chance_of_first(state)
    assert 0.05 < first < 0.95
    games = 30_000
    result = playouts(state, games=games, seed=1)
    assert abs(result.places[0, 0] / games - first) <= 4.5 * sqrt(first * (1 - first) / games)
