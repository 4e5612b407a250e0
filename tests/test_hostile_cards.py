"""Cards, sets of cards, plays and numbers that should not be: an error comes out, and no more.

Run under AddressSanitizer, too, where a wrong read ends the process.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from hostile import (
    BAD_TEXT,
    HUGE,
    WRONG_TYPES,
    XIII,
    Flags,
    IndexOf,
    Mutates,
    Number,
    Raises,
    Suit,
    Text,
    mid_trick,
    named,
    refused,
    unchanged,
)
from tienlen import (
    PASS,
    Card,
    CardSet,
    IllegalPlayError,
    Play,
    PositionError,
    Reason,
    State,
    perft,
    perft_divide,
    playouts,
)


@pytest.fixture(autouse=True)
def state() -> Iterator[State]:
    """Mid-trick, three seats, with a past; after every test it is as it was."""
    state = mid_trick()
    with unchanged(state):
        yield state


@pytest.mark.parametrize("value", WRONG_TYPES, ids=named)
@pytest.mark.parametrize("make", [Card, Play], ids=["Card", "Play"])
def test_wrong_types(make: Callable[[Any], object], value: Any) -> None:
    with refused():
        make(value)


@pytest.mark.parametrize(
    "value", [v for v in WRONG_TYPES if not isinstance(v, bytes | bytearray)], ids=named
)
def test_wrong_types_as_cards(value: Any) -> None:
    with refused():
        CardSet(value)
    with refused():
        CardSet([value])


def test_bytes_are_numbers_as_everywhere_in_python() -> None:
    assert CardSet(b"\x00\x01") == CardSet("3s 3c")
    with refused():
        CardSet(b"3s")


@pytest.mark.parametrize("text", BAD_TEXT, ids=lambda text: ascii(text)[:20])
def test_bad_text(text: str, state: State) -> None:
    with refused():
        Card(text)
    with refused():
        Play(text)
    if text:
        with refused():
            CardSet(text)
    assert state.check(text) in {Reason.UNKNOWN_CARD, Reason.CARD_TWICE, Reason.EMPTY_PLAY}
    assert state.explain(text)
    with refused():
        state.play(text)
    with refused():
        State.from_text(text, XIII)
    with refused():
        State.from_text(f"3s | {text}; turn 0", XIII)
    with refused():
        State.from_text(f"3s | 4s; turn {text}", XIII)


@pytest.mark.parametrize("number", HUGE, ids=lambda n: f"{n:x}"[:12])
def test_numbers_out_of_range(number: int, state: State) -> None:
    for make in (Card, CardSet, Play):
        with refused():
            make(number)
        with refused():
            make(IndexOf(number))
    assert state.check(number) is Reason.UNKNOWN_CARD
    assert state.check(IndexOf(number)) is Reason.UNKNOWN_CARD
    assert state.explain(number)
    with pytest.raises(IllegalPlayError):
        state.play(number)
    with refused():
        state.play_unchecked(number)
    for ask in (state.check, state.play, state.is_legal, state.explain):
        with pytest.raises(PositionError):
            ask("pass", number)
    for act in (state.fold, state.resign, state.place_of):
        with pytest.raises(PositionError):
            act(number)
    with refused():
        State.deal(XIII, seed=1, players=number)
    with refused():
        State.deal(XIII, seed=1, leader=number)
    with refused():
        State.from_hands(XIII, ["3s", "4s"], leader=number)
    with refused():
        State.from_hands(XIII, ["3s", number])
    for call in (
        lambda: perft(state, number),
        lambda: perft_divide(state, number),
        lambda: perft(state, 3, threads=number),
        lambda: playouts(XIII, 1, seed=1, threads=number),
        lambda: playouts(XIII, 1, seed=1, players=number),
    ):
        with pytest.raises(PositionError):
            call()
    if number < 0 or number >= 2**63:
        with pytest.raises(PositionError):
            playouts(XIII, number, seed=1)
    if not 0 <= number < 2**64:
        with refused():
            State.deal(XIII, seed=number)
        with refused():
            State.deal(XIII, seed=1, hand=number)
        with refused():
            playouts(XIII, 1, seed=number)
        with refused():
            state.random_play(number)


def test_numbers_that_are_not_quite_ints(state: State) -> None:
    """Subclasses, enums and numpy's scalars are the numbers they are, or are refused; no more."""
    assert Card(Number(3)) == 3
    assert Card(Suit.SPADES) == Card("3s")
    assert CardSet(Suit.SPADES) == CardSet()
    assert state.check(Suit.SPADES) is None  # 0 is the pass
    assert state.check(Number(2**60)) is Reason.UNKNOWN_CARD
    with pytest.raises(IllegalPlayError):
        state.play(Number(3))
    for kind in (np.int8, np.uint8, np.int16, np.int64, np.uint64):
        assert Card(kind(31)) == Card("Th")
        assert CardSet([kind(31)]) == CardSet("Th")
        assert state.check(kind(0)) is None
        assert state.place_of(kind(1)) is None
    five = np.uint64(1 << 11)
    assert state.play(five) == state.play("5h") if "5h" in state.hands[2] else state.check(five)
    assert state.play_unchecked(np.uint64(int(CardSet("5d")))) == state.play("5d")
    assert State.deal(XIII, seed=np.uint64(7)) == State.deal(XIII, seed=7)
    assert perft(state, np.int32(2)) == perft(state, 2)
    counts = playouts(XIII, np.int64(5), seed=np.int64(3), threads=np.uint8(2))
    assert counts == playouts(XIII, 5, seed=3)
    assert Card(5) == np.int64(5)
    assert np.int64(5) == Card(5)
    assert Card(Text("3s")) == Card("3s")  # what it is, not what it says of itself


def test_numpy_arrays(state: State) -> None:
    assert CardSet(np.array([0, 5])) == CardSet([0, 5])
    assert CardSet(np.array(5)) == CardSet(5)
    assert Card(np.array(5)) == Card(5)
    assert state.check(np.array(0)) is None
    for array in (
        np.array([1]),
        np.array([[1]]),
        np.zeros(0, dtype=np.uint64),
        np.zeros((2, 2), int),
    ):
        for ask in (state.check, state.play, state.is_legal, state.explain, Card):
            with refused():
                ask(array)
    with refused():
        CardSet(np.array([[1, 2]]))
    with refused():
        CardSet(np.array([1.0, 2.0]))
    assert CardSet(np.zeros(0, dtype=int)) == CardSet()


def test_iterables_that_misbehave(state: State) -> None:
    def stops() -> Iterator[str]:
        yield "3s"
        raise ZeroDivisionError

    for make in (lambda: CardSet(stops()), lambda: CardSet(Raises()), lambda: CardSet([Raises()])):
        with refused(ZeroDivisionError):
            make()
    for endless in (
        itertools.repeat("3s"),
        itertools.count(),
        Mutates(),
        itertools.cycle(range(52)),
    ):
        with refused():
            CardSet(endless)
        with refused():
            State.from_hands(XIII, itertools.repeat("3s"))
        with refused():
            State.from_hands(XIII, [endless, "4s"])
    with refused(ZeroDivisionError):
        State.from_hands(XIII, stops())
    deep: list[Any] = []
    deep.append(deep)
    with refused():
        CardSet(deep)
    with refused():
        state.check(deep)


def test_a_set_is_not_a_card() -> None:
    """Both are numbers, but a mask is no index."""
    for value in (CardSet("3s"), Play("3s"), PASS, CardSet()):
        with refused():
            Card(value)
        with refused():
            CardSet([value])
        assert Card(int(value) % 52) != value
        assert Card("3c") != value
    with refused():
        _ = CardSet("3s") in CardSet("3s 3c")


def test_comparisons_never_fail_on_strangers() -> None:
    for mine in (Card("3s"), CardSet("3s"), Play("3s")):
        for stranger in (None, "3s", 1.5, object(), [], b"", State):
            assert mine != stranger
            assert stranger != mine
            with pytest.raises(TypeError):
                mine < stranger  # noqa: B015
    for operator in ("__or__", "__and__", "__sub__", "__xor__"):
        assert getattr(CardSet("3s"), operator)(3) is NotImplemented
        assert getattr(CardSet, operator)(3, CardSet()) is NotImplemented


def test_an_index_that_lies(state: State) -> None:
    for value in (Raises(), IndexOf(Raises()), IndexOf(1.5)):
        for use in (Card, CardSet, Play, state.check, state.play, state.fold, state.place_of):
            with refused(ZeroDivisionError):
                use(value)
    for liar in (Flags(17), Number(17)):
        assert Card(3) != liar
        assert Card(liar) == Card(17)
