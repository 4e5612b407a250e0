"""Holding the two engines against each other.

Whatever both can be asked is asked of both, and the answers are brought into plain values that do
not tell which engine gave them: `plain`. Errors are answers too: the same class, carrying the same.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

import tienlen
from tienlen import reference
from tienlen.errors import IllegalPlayError, NotationError, TienlenError

FACTS = (
    *("players", "hands", "to_move", "table", "table_owner", "passed", "lead_passed", "must_lead"),
    *("opening_card", "opener", "places", "folded", "in_play", "is_over", "points"),
    *("instant_wins", "played", "undealt", "spare", "rules"),
)
"""Every property that both states have."""


def plain(value: Any) -> Any:
    """A value of either engine as one that can be compared across them."""
    match type(value).__name__:
        case "Card" | "CardSet":
            return type(value).__name__, str(value), int(value)
        case "Play":
            kind, top = plain(value.kind), plain(value.top)
            return str(value), int(value), kind, value.size, top, len(value), value.is_pass
        case "State":
            return value.to_text()
    if isinstance(value, enum.Enum):
        return type(value).__name__, value.name
    if isinstance(value, np.ndarray):
        assert value.dtype == np.uint64
        return [int(item) for item in value]
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def answer(call: Callable[[], Any]) -> Any:
    """What a call gives, in plain values: what it returns, or what it raises.

    Only errors on purpose count, and `TypeError` for what is of no type that could be meant.
    """
    try:
        return plain(call())
    except IllegalPlayError as error:
        about = error.reason, error.play, error.seat, error.position, error.card, error.size
        return "IllegalPlayError", about, str(error)
    except NotationError as error:
        return "NotationError", error.text, error.offset
    except TienlenError as error:
        return (type(error).__name__,)
    except TypeError:
        return ("TypeError",)


def same(call: Callable[[ModuleType], Any]) -> Any:
    """Make a call with both engines, which have to agree; return their answer."""
    core, twin = answer(lambda: call(tienlen)), answer(lambda: call(reference))
    assert core == twin, f"core {core}, twin {twin}"
    return twin


@dataclass(frozen=True)
class Both:
    """One state in both engines."""

    core: tienlen.State
    twin: reference.State

    @classmethod
    def make(cls, call: Callable[[ModuleType], Any]) -> Both:
        """Set up a state with both engines, which have to give the same one."""
        both = cls(call(tienlen), call(reference))
        both.compare_facts()
        return both

    def same(self, call: Callable[[Any], Any]) -> Any:
        """Ask both states for something, on which they have to agree; return their answer."""
        core, twin = answer(lambda: call(self.core)), answer(lambda: call(self.twin))
        assert core == twin, f"{self.twin!r}: core {core}, twin {twin}"
        return twin

    def then(self, call: Callable[[Any], Any]) -> Both:
        """Act on both states, which has to lead to the same state."""
        after = Both(call(self.core), call(self.twin))
        after.compare_facts()
        return after

    def compare_facts(self) -> None:
        """Look at everything about the position."""
        core = {name: plain(getattr(self.core, name)) for name in FACTS}
        twin = {name: plain(getattr(self.twin, name)) for name in FACTS}
        assert core == twin, f"{self.twin!r}: {differences(core, twin)}"
        for seat in range(self.twin.players):
            self.same(lambda state, seat=seat: state.place_of(seat))
        self.same(lambda state: state.to_text())

    def compare_legal(self) -> list[int]:
        """Look at what is legal, and return it."""
        masks: list[int] = self.same(lambda state: state.legal_masks())
        self.same(lambda state: state.legal_plays())
        assert self.same(lambda state: state.count_legal()) == len(masks)
        return masks


def differences(core: dict[str, Any], twin: dict[str, Any]) -> str:
    """The entries that differ, for a message."""
    return "; ".join(f"{k}: core {core[k]}, twin {twin[k]}" for k in twin if core[k] != twin[k])


def attempts_at(engine: ModuleType, mask: int) -> Iterable[Any]:
    """All forms in which the cards of a mask can be given as a play."""
    cards = engine.CardSet(mask)
    yield mask
    yield cards
    yield str(cards)
    if len(cards) == 1:
        yield next(iter(cards))
    if mask == 0 or engine.classify_any(cards) is not None:
        yield engine.Play(mask)
