"""Counting: what each deal gave, and the sums from which every figure is computed.

A deal is a row of whole numbers: for each entrant its points, its places, and in how many pairs of
seats it finished before each other one. Kept are the sum of the rows and the sum of their products,
which say all about means, variances and covariances from deal to deal. They are whole numbers, so
that a run in parts is the same as a run in one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tienlen.arena.settings import Settings
from tienlen.errors import ArenaError

__all__ = ["Deals", "Layout", "Tally"]

Ints = npt.NDArray[np.int64]


class Deals(NamedTuple):
    """What some deals gave, one row each."""

    points: Ints  # [deal, entrant]
    places: Ints  # [deal, entrant, place]; after an instant win only the winner has one
    ahead: Ints  # [deal, a, b]: pairs of seats in which a's finished before b's
    decisions: Ints  # [deal, entrant]
    nanoseconds: Ints  # [deal, entrant]; the one part that no seed repeats

    def __len__(self) -> int:
        return len(self.points)

    def first(self, count: int) -> Deals:
        """Return the first so many of them."""
        return Deals(*(array[:count] for array in self))

    def rows(self) -> Ints:
        """Return the rows of whole numbers that are added up; `Layout` says what stands where."""
        n = len(self)
        parts = (self.points, self.places.reshape(n, -1), self.ahead.reshape(n, -1))
        return np.concatenate(parts, axis=1).astype(np.int64)


class Layout(NamedTuple):
    """What stands where in a row, for a number of entrants and of players."""

    entrants: int
    players: int

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        return self.entrants * (1 + self.players + self.entrants)

    def points(self, entrant: int) -> int:
        """Where the points of an entrant stand."""
        return entrant

    def place(self, entrant: int, place: int) -> int:
        """Where it stands how often an entrant took a place."""
        return self.entrants + entrant * self.players + place

    def ahead(self, a: int, b: int) -> int:
        """Where it stands how often a finished before b."""
        return self.entrants * (1 + self.players) + a * self.entrants + b


def _zeros(*shape: int) -> Ints:
    return np.zeros(shape, dtype=np.int64)


@dataclass
class Tally:
    """The sums over some deals. Unlike most things here it changes.

    Attributes:
        layout: What stands where in a row.
        deals: How many deals.
        sums: The sum of the rows.
        products: The sum over deals of each number times each other.
        decisions: Decisions of each entrant.
        nanoseconds: The time each entrant thought.
    """

    layout: Layout
    deals: int = 0
    sums: Ints = field(default_factory=lambda: _zeros(0))
    products: Ints = field(default_factory=lambda: _zeros(0, 0))
    decisions: Ints = field(default_factory=lambda: _zeros(0))
    nanoseconds: Ints = field(default_factory=lambda: _zeros(0))

    @classmethod
    def of(cls, settings: Settings) -> Tally:
        """Return the tally of no deals."""
        layout = Layout(len(settings.entrants), settings.players)
        width, entrants = layout.width, layout.entrants
        return cls(
            layout, 0, _zeros(width), _zeros(width, width), _zeros(entrants), _zeros(entrants)
        )

    def add(self, deals: Deals) -> None:
        """Add deals up."""
        rows = deals.rows()
        self.deals += len(deals)
        self.sums = self.sums + rows.sum(axis=0)
        self.products = self.products + rows.T @ rows
        self.decisions = self.decisions + deals.decisions.sum(axis=0)
        self.nanoseconds = self.nanoseconds + deals.nanoseconds.sum(axis=0)

    def covariance(self) -> npt.NDArray[np.float64]:
        """Return the covariances of the numbers in a row, from deal to deal; 2 deals at least."""
        n = self.deals
        sums = self.sums.astype(object)  # whole numbers of any size: nothing is lost in differences
        scaled = n * self.products.astype(object) - np.outer(sums, sums)
        return scaled.astype(np.float64) / (float(n) * (n - 1))

    def to_dict(self) -> dict[str, Any]:
        """Return the sums as plain values."""
        return {
            "deals": self.deals,
            "sums": self.sums.tolist(),
            "products": self.products.tolist(),
            "decisions": self.decisions.tolist(),
            "nanoseconds": self.nanoseconds.tolist(),
        }

    @classmethod
    def from_dict(cls, told: Any, settings: Settings) -> Tally:
        """Make a tally from what `to_dict` gives.

        Raises:
            ArenaError: Values that no deals add up to.
        """
        tally = cls.of(settings)
        wanted = tally.to_dict()
        wrong = ArenaError("these are no sums of an arena with such settings")
        if not isinstance(told, dict) or set(told) != set(wanted):
            raise wrong
        if type(told["deals"]) is not int or not 0 <= told["deals"] < 2**63:
            raise wrong
        tally.deals = told["deals"]
        for name in ("sums", "products", "decisions", "nanoseconds"):
            if not _whole_numbers(told[name], np.shape(wanted[name])):
                raise wrong
            setattr(tally, name, np.array(told[name], dtype=np.int64))
        layout, hands = tally.layout, tally.deals * len(settings.seatings)
        first = [tally.sums[layout.place(e, 0)] for e in range(layout.entrants)]
        squares = tally.products.diagonal().astype(object) * tally.deals
        if sum(map(int, first)) != hands or (squares < tally.sums.astype(object) ** 2).any():
            raise wrong
        return tally


def _whole_numbers(value: Any, shape: tuple[int, ...]) -> bool:
    if not shape:
        return type(value) is int and -(2**63) <= value < 2**63
    return (
        isinstance(value, list)
        and len(value) == shape[0]
        and all(_whole_numbers(item, shape[1:]) for item in value)
    )
