"""Values that nobody should hand to the package, and what must hold when somebody does.

Shared by the `test_hostile_*` files.
"""

from __future__ import annotations

import contextlib
import enum
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tienlen import Rules, State, TienlenError

XIII = Rules.preset("xiii")
HUGE = [2**52, 2**63, 2**64 - 1, 2**64, 10**5000, -1, -(2**63), -(10**5000)]


class Raises:
    """An object every use of which fails."""

    def __index__(self) -> int:
        raise ZeroDivisionError

    def __iter__(self) -> Iterator[int]:
        raise ZeroDivisionError

    def __repr__(self) -> str:
        raise ZeroDivisionError

    def __hash__(self) -> int:
        raise ZeroDivisionError

    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError


class IndexOf:
    """Something that stands for a number, as numpy's integers do."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __index__(self) -> Any:
        return self.value


class Number(int):
    """A subclass that lies about itself."""

    def __index__(self) -> int:
        return 5

    def __repr__(self) -> str:
        return "\udc80" * 100


class Suit(enum.IntEnum):
    SPADES = 0


class Text(str):
    __slots__ = ()

    def __str__(self) -> str:
        return "As"


class Flags(int):
    """Compares with nothing."""

    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        return False


class Mutates:
    """Gives cards while it changes what it gives them from."""

    def __init__(self) -> None:
        self.cards: list[Any] = ["3s", "4s", "5s"]

    def __iter__(self) -> Iterator[Any]:
        for card in self.cards:
            self.cards.append(card)
            yield card


WRONG_TYPES: list[Any] = [
    None,
    True,
    1.0,
    float("nan"),
    1 + 0j,
    b"3s",
    bytearray(b"3s"),
    object(),
    type,
    len,
    Ellipsis,
    NotImplemented,
    np.float64(3.0),
    np.array([1.5]),
    IndexOf("3s"),
    IndexOf(None),
]
if np.lib.NumpyVersion(np.__version__) >= "2.0.0":  # before, it was a number still
    WRONG_TYPES.append(np.bool_(True))
BAD_TEXT = [
    "",
    "3",
    "xx",
    "1h",
    "0h",
    "3s 3s",
    "3s\0",
    "\0",
    "\udc80",
    "3\udfff",
    "♥",
    "3♥" * 2,
    "3" + "\N{COMBINING ACUTE ACCENT}" * 500,
    "\N{FULLWIDTH DIGIT THREE}s",
    "\U0001f0a1",
    "3s " * 100_000,
    "x" * 10_000_000,
    "pass pass",
]


def named(value: Any) -> str:
    """A name for a parameter that is the same in every process: no address in it."""
    text = ascii(value)
    return type(value).__name__ if " at 0x" in text else text


@contextlib.contextmanager
def refused(*also: type[BaseException]) -> Iterator[None]:
    """One of the family, or a TypeError, with a message that can be read."""
    with pytest.raises((TienlenError, TypeError, *also)) as caught:
        yield
    message = str(caught.value)
    assert message.isprintable() or "\udc80" in message or "\0" in message or len(message) > 0
    assert len(message) < 1000
    pickle.loads(pickle.dumps(caught.value))


def mid_trick() -> State:
    """A state of three seats, with a past."""
    start = State.from_hands(XIII, ["3s 9s Ts Js", "4c 5c 6c 7c", "5d 2h Kd"])
    return start.play("3s").play("4c")


@contextlib.contextmanager
def unchanged(state: State) -> Iterator[None]:
    """Whatever is tried, the state is as it was."""
    before = state.to_text(), state.history, hash(state), state.legal_masks().tolist()
    yield
    assert (state.to_text(), state.history, hash(state), state.legal_masks().tolist()) == before
