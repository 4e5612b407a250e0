"""What every value can do: be shown, copied, pickled, compared. And wrong types are named."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import tienlen
import tienlen.arena
from engines import both_engines
from tienlen import (
    Card,
    CardSet,
    Match,
    Play,
    PlayValue,
    Record,
    Recorder,
    Rules,
    SearchResult,
    Solution,
    State,
    playouts,
    search,
    solve,
)

PAGAT = Rules.preset("pagat")
SMALL = State.from_hands(PAGAT, ["3s 9c 2h", "4d 5s Kd"])
OVER = SMALL.play("3s").play("4d").play("2h").play("pass").play("9c")


def result() -> SearchResult:
    return search(State.deal(PAGAT, seed=1, players=3, leader=0).view(0), iterations=20)


VALUES: dict[str, Callable[[], Any]] = {
    "card": lambda: Card("9h"),
    "set": lambda: CardSet("3s 9h"),
    "play": lambda: Play("9c 9h"),
    "rules": lambda: PAGAT.replace(name="ours", match_hands=3),
    "chops": lambda: PAGAT.chops,
    "state": lambda: SMALL.play("3s"),
    "state that is over": lambda: OVER,
    "view": lambda: SMALL.view(1),
    "match": lambda: Match(PAGAT, seed=1, players=2),
    "record": lambda: Record.from_state(OVER, names=("An", "Bình")),
    "playouts": lambda: playouts(PAGAT, 10, seed=1),
    "search": result,
    "value": lambda: result().plays[-1],
    "solution": lambda: solve(SMALL),
    "solution without result": lambda: solve(State.deal(PAGAT, seed=1), nodes=5),
    "solution of the end": lambda: solve(OVER),
    "settings": lambda: tienlen.arena.Settings.of(PAGAT, ["rules", "greedy"]),
    "standing": lambda: tienlen.arena.play(PAGAT, ["rules", "greedy"], deals=2),
}


@pytest.mark.parametrize("make", VALUES.values(), ids=VALUES)
def test_values_are_copied_and_pickled(make: Callable[[], Any]) -> None:
    value = make()
    others = [copy.copy(value), copy.deepcopy(value)]
    others += [pickle.loads(pickle.dumps(value, number)) for number in (2, pickle.HIGHEST_PROTOCOL)]
    for other in others:
        assert type(other) is type(value)
        assert other == value
        assert repr(other) == repr(value)
        if type(value).__hash__ is not None:
            assert hash(other) == hash(value)
    assert value != repr(value)
    assert value is not None


READ_BACK = [
    "card",
    "set",
    "play",
    "rules",
    "chops",
    "state",
    "state that is over",
    "view",
    "match",
]


@pytest.mark.parametrize("name", READ_BACK)
def test_what_repr_says_can_be_read(name: str) -> None:
    value = VALUES[name]()
    assert eval(repr(value), dict(vars(tienlen))) == value


def test_results_are_told_apart() -> None:
    one, other = result(), result()
    assert one == other
    other = search(State.deal(PAGAT, seed=2, players=3, leader=0).view(0), iterations=20)
    assert one != other
    assert one.plays[0] == result().plays[0] != one.plays[-1]
    assert solve(SMALL) != solve(OVER)
    for value in (one, one.plays[0], solve(SMALL)):
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)


@pytest.mark.parametrize(
    ("cls", "args"),
    [
        (SearchResult, ([], 1, 1, True)),
        (SearchResult, ([Play("3s")], 1, 1, True)),
        (SearchResult, (None, 1, 1, True)),
        (SearchResult, ([], -1, 1, True)),
        (PlayValue, ("3s", 1, 1, 1)),
        (PlayValue, (Play("3s"), 1 << 70, 1, 1)),
        (PlayValue, (Play("3s"), 1, 1)),
        (Solution, (True, (1,), (0,), None, 5)),
        (Solution, (True, (1, 2, 3, 4, 5), (0, 1, 2, 3, 4), None, 5)),
        (Solution, (True, (1, 0), (0,), None, 5)),
        (Solution, (True, (1, 1 << 20), (0, 1), None, 5)),
        (Solution, (True, (1, 0), (0, 1), "3s", 5)),
        (Solution, (True, None, None, None, 5)),
    ],
)
def test_results_are_not_made_of_anything(cls: type[Any], args: tuple[Any, ...]) -> None:
    with pytest.raises((TypeError, tienlen.PositionError)):
        cls(*args)


@both_engines
def test_values_in_columns(engine: Any) -> None:
    assert f"{engine.Card('9h'):>4}|{engine.Card('9h')}" == "  9h|9h"
    assert f"{engine.CardSet('9h 3s'):7}|" == "3s 9h  |"
    assert f"{engine.Play('pass'):^8}|" == "  pass  |"
    with pytest.raises(ValueError, match="format"):
        format(engine.Card("9h"), "d")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Match("southern"), "rules: expected Rules, got str"),
        (lambda: Match.run(None, max, seed=1), "rules: expected Rules, got NoneType"),
        (lambda: Match.run(PAGAT, None, seed=1), "policy: expected a function"),
        (lambda: Match.run(PAGAT, [max, 2], seed=1, players=2), "policy: expected a function"),
        (lambda: Match(PAGAT).finish(None), "state: expected a State that is over, got NoneType"),
        (lambda: Recorder("3s"), "state: expected a State, got str"),
        (lambda: Recorder.of_match(PAGAT), "match: expected a Match, got Rules"),
        (lambda: Record.from_state(None), "state: expected a State, got NoneType"),
        (lambda: State.deal("southern", seed=1), "expected Rules, got str"),
        (lambda: tienlen.Batch("southern", 3, seed=1), "expected Rules, got str"),
        (lambda: tienlen.arena.play("southern", ["rules"] * 4, deals=1), "expected Rules, not str"),
    ],
)
def test_wrong_types_are_named(call: Callable[[], object], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        call()


def test_the_package_lists_what_it_has() -> None:
    listed = dir(tienlen)
    assert set(tienlen.__all__) <= set(listed)
    assert {"arena", "bots", "reference", "render"} <= set(listed)
    assert not [name for name in listed if not name.startswith("_") and not hasattr(tienlen, name)]
    assert "Begin with" in (tienlen.__doc__ or "")
