"""Objects without a value or with two, pickles that lie, rules that nobody checked.

Run under AddressSanitizer, too, where a wrong read ends the process.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from hostile import XIII, mid_trick, named, refused, unchanged
from tienlen import (
    Card,
    CardSet,
    IllegalPlayError,
    Kind,
    NotationError,
    Play,
    Rules,
    State,
    TienlenError,
    _core,
    playouts,
)


@pytest.fixture(autouse=True)
def state() -> Iterator[State]:
    """Mid-trick, three seats, with a past; after every test it is as it was."""
    state = mid_trick()
    with unchanged(state):
        yield state


CLASSES = [
    cls
    for cls in vars(_core).values()
    if isinstance(cls, type) and cls.__module__ == "tienlen._core" and cls is not Kind
]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_no_object_without_a_value(cls: type[Any]) -> None:
    for make in (cls.__new__, object.__new__, cls.__mro__[1].__new__):
        with pytest.raises(TypeError):
            make(cls)
    with pytest.raises(TypeError):
        type("Sub", (cls,), {})
    with pytest.raises(TypeError):
        cls(1, 2, 3, 4, 5)
    with pytest.raises(TypeError):
        cls(nonsense=1)


def test_values_cannot_be_made_again(state: State) -> None:
    card, cards, play = Card("3s"), CardSet("3s"), Play("3s")
    for value in (card, cards, play):
        with contextlib.suppress(TypeError, TienlenError):
            value.__init__("9h")
        assert str(value) == "3s"
    for value in (card, cards, play, state):
        with pytest.raises(AttributeError):
            value.anything = 1
        with pytest.raises(AttributeError):
            value.rank = 1
        assert not hasattr(value, "__setstate__")


MEMBERS = [
    (cls, name)
    for cls in CLASSES
    for name, member in vars(cls).items()
    if isinstance(member, property) or type(member).__name__ == "instancemethod"
]


@pytest.mark.parametrize(
    ("cls", "name"), MEMBERS, ids=lambda value: getattr(value, "__name__", value)
)
def test_methods_of_other_objects(cls: type[Any], name: str) -> None:
    """None is no null pointer, and no other object is taken for one of the class."""
    member = vars(cls)[name]
    function = member.fget if isinstance(member, property) else member
    for stranger in (None, 1, "3s", object(), Rules, XIII):
        for count in range(4):
            try:
                answer = function(stranger, *[None] * count)
            except (TypeError, RuntimeError):
                continue
            # Operators leave it to the other side, and what needs no value looks at none.
            assert answer is NotImplemented or answer is stranger


def test_pickles_that_lie(state: State) -> None:
    cls, (rules, text, plies) = state.__reduce__()
    assert cls(rules, text, plies) == state
    wrong: list[tuple[Any, ...]] = [
        (),
        (rules,),
        (rules, text),
        (rules, text, plies, 1),
        (None, text, plies),
        (rules, None, plies),
        (rules, "nonsense", plies),
        (rules, text, None),
        (rules, text, 3),
        (rules, text, (3,)),
        (rules, text, ((99, 1),)),
        (rules, text, ((0, 1 << 60),)),
        (rules, text, ((0, 3, 4),)),
        (rules, text, (("a", "b"),)),
        (rules, text, ((0, 5 << 40 | 1),)),
    ]
    for args in wrong:
        with pytest.raises((TienlenError, TypeError, RuntimeError)):
            cls(*args)
    with pytest.raises(TienlenError):
        cls(rules, text, ((0, 0),) * 300_000)
    made, (players, counters) = playouts(XIII, 3, seed=1).__reduce__()
    for args in (
        (),
        (players,),
        (9, counters),
        (players, b""),
        (players, counters + b"x"),
        (None, counters),
        (0, counters),
    ):
        with pytest.raises((TienlenError, TypeError, RuntimeError)):
            made(*args)


# --- rules that nobody checked --------------------------------------------------------------------


def unchecked(**values: Any) -> Any:
    """Rules whose fields were changed behind their back."""
    rules = XIII.replace()
    for name, value in values.items():
        object.__setattr__(rules, name, value)
    return rules


@pytest.mark.parametrize(
    "fields",
    [
        {"hand_size": 1000},
        {"hand_size": 0},
        {"hand_size": -1},
        {"hand_size": "13"},
        {"hand_size": 26, "players": (2, 3)},
        {"hand_size": 17, "players": (4,)},
        {"players": (1000,)},
        {"players": (0,)},
        {"players": (-5,)},
        {"players": ()},
        {"players": None},
        {"players": (10**30,)},
        {"chops": {"S99": ["quad"]}},
        {"chops": {"quad": ["DS99"]}},
        {"chops": {"": []}},
        {"chops": {"DS": []}},
        {"chops": {"S-3": []}},
        {"chops": {"quad": [None]}},
        {"chops": None},
        {"points": (1,)},
        {"points": (10**9, 0, 0, 0)},
        {"points": None},
        {"instant_wins": 3},
        {"led_bombs": "yes"},
        {"_compiled": None},
        {"_compiled": 3},
    ],
    ids=named,
)
def test_rules_changed_behind_their_back(fields: dict[str, Any]) -> None:
    rules = unchecked(**fields)
    for call in (lambda: State.deal(rules, seed=1), lambda: playouts(rules, 5, seed=1)):
        with pytest.raises((TienlenError, TypeError, ValueError, RuntimeError, AttributeError)):
            call()


@pytest.mark.parametrize("players", [(0, 1), (1,), (5, 6)])
def test_numbers_of_hands_behind_their_back(players: tuple[int, ...]) -> None:
    rules = unchecked(players=players)
    for count in range(7):
        hands = [CardSet([card]) for card in range(count)]
        if count not in range(2, 5):
            with pytest.raises((TienlenError, TypeError)):
                State.from_hands(rules, hands)


def test_things_that_look_like_rules() -> None:
    for lookalike in (SimpleNamespace(**XIII.to_dict()), XIII.to_dict(), Rules, "xiii"):
        with pytest.raises(TypeError):
            State.deal(lookalike, seed=1)
    for nothing in (None, 3, object(), SimpleNamespace()):
        with pytest.raises((TypeError, AttributeError)):
            _core.RuleTables(nothing)
    for question in (XIII.classify, lambda cards: XIII.beats(cards, "3s")):
        for value in ("xx", 2**60, None, 1.5):
            with refused():
                question(value)


def test_errors_do_not_leak_references(state: State) -> None:
    text = "not cards at all, " + "x" * 50
    before = sys.getrefcount(text)
    for _ in range(100):
        with contextlib.suppress(NotationError):
            CardSet(text)
        with contextlib.suppress(IllegalPlayError):
            state.play(text)
        state.check(text)
    assert sys.getrefcount(text) <= before + 2
