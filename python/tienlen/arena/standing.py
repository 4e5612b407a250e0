"""The figures: points, shares of places, ratings and differences, each with its interval.

Seats and cards weigh more than skill, so that hands of one deal are anything but independent. Every
interval here takes the *deal* as the unit: what is measured is a sum over all seatings of a deal,
and its spread from deal to deal gives the interval, by Student's t.

Ratings are those of the model of Bradley and Terry, in the units of Elo: in each pair of seats of a
hand, entrant *a* finishes before *b* with probability 1 / (1 + 10^((R_b - R_a) / 400)). They are
the ratings under which what was counted is most likely, and sum to 0. Seats that share the last
place (after an instant win) count half, and one pair that is drawn is added for each two entrants,
so that who always won is not infinitely strong. Their intervals take the pairs of a deal together,
too ("sandwich" estimate of the covariance).
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tienlen.arena.distributions import student_t
from tienlen.arena.settings import Settings
from tienlen.arena.tally import Tally

__all__ = ["Estimate", "Pair", "Row", "Standing"]

Floats = npt.NDArray[np.float64]
_ELO = 400 / math.log(10)


@dataclass(frozen=True)
class Estimate:
    """A figure, and half the width of its 95 % interval.

    Attributes:
        value: The figure.
        half_width: None where one deal, or none, says nothing about the spread.

    Example:
        >>> Estimate(1.5, 0.25).interval
        (1.25, 1.75)
    """

    value: float
    half_width: float | None = None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval."""
        if self.half_width is None:
            return None
        return (self.value - self.half_width, self.value + self.half_width)

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval lies clear of 0."""
        return self.half_width is not None and abs(self.value) > self.half_width


@dataclass(frozen=True)
class Row:
    """How an entrant did.

    Attributes:
        label: What it is called.
        seats: Hands times the seats it had in them.
        points: Points a hand.
        places: The share of each place; after an instant win only the winner has one.
        elo: The rating; those of all entrants sum to 0.
        decisions: How often it decided.
        microseconds: The mean time of a decision; None if it made none.
    """

    label: str
    seats: int
    points: Estimate
    places: tuple[Estimate, ...]
    elo: Estimate
    decisions: int
    microseconds: float | None

    @property
    def wins(self) -> Estimate:
        """The share of first places."""
        return self.places[0]


@dataclass(frozen=True)
class Pair:
    """How two entrants compare.

    Attributes:
        a: The one.
        b: The other.
        difference: Points a hand of `a` less those of `b`, on the same deals.
        ahead: The share of pairs of seats in which `a` finished before `b`.
    """

    a: str
    b: str
    difference: Estimate
    ahead: Estimate


@dataclass(frozen=True)
class Standing:
    """All figures after some deals.

    Attributes:
        rules: The name of the rules.
        players: How many seats.
        seed: The seed of the deals.
        deals: How many deals were played.
        hands: How many hands: deals times seatings.
        even: The points a hand if all were equal.
        rows: The entrants, in their order.
        pairs: Each two of them.
    """

    rules: str
    players: int
    seed: int
    deals: int
    hands: int
    even: float
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]

    @classmethod
    def of(cls, settings: Settings, tally: Tally) -> Standing:
        """Compute the figures; at least one deal must have been played."""
        return _Computing(settings, tally).standing()

    def row(self, label: str) -> Row:
        """Return how an entrant did."""
        return next(row for row in self.rows if row.label == label)

    def pair(self, a: str, b: str) -> Pair:
        """Return how two entrants compare, in the order in which they entered."""
        return next(pair for pair in self.pairs if (pair.a, pair.b) == (a, b))

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return asdict(self)


class _Computing:
    def __init__(self, settings: Settings, tally: Tally) -> None:
        self.settings, self.tally, self.layout = settings, tally, tally.layout
        self.mean: Floats = tally.sums / tally.deals
        self.cov = tally.covariance() if tally.deals > 1 else None
        self.t = student_t(tally.deals - 1) if tally.deals > 1 else math.nan
        n = self.layout.entrants
        self.seats = [sum(seating.count(e) for seating in settings.seatings) for e in range(n)]
        self.meetings = np.array(
            [
                [
                    sum(s.count(a) * s.count(b) for s in settings.seatings) * (a != b)
                    for b in range(n)
                ]
                for a in range(n)
            ],
            dtype=np.float64,
        )

    def linear(self, weights: dict[int, float], constant: float = 0.0) -> Estimate:
        """A sum of numbers of the row with weights, with the interval of its mean."""
        at, by = list(weights), np.array(list(weights.values()))
        value = float(by @ self.mean[at]) + constant
        if self.cov is None:
            return Estimate(value)
        variance = float(by @ self.cov[np.ix_(at, at)] @ by)
        return Estimate(value, self.t * math.sqrt(max(variance, 0.0) / self.tally.deals))

    def standing(self) -> Standing:
        from tienlen.arena.playing import payoffs

        settings, tally, layout = self.settings, self.tally, self.layout
        labels = settings.labels
        elo = self.elo()
        rows = []
        for e, label in enumerate(labels):
            share = 1 / self.seats[e]
            decisions = int(tally.decisions[e])
            spent = float(tally.nanoseconds[e]) / 1000
            rows.append(
                Row(
                    label,
                    self.seats[e] * tally.deals,
                    self.linear({layout.points(e): share}),
                    tuple(
                        self.linear({layout.place(e, place): share})
                        for place in range(layout.players)
                    ),
                    elo[e],
                    decisions,
                    spent / decisions if decisions else None,
                )
            )
        pairs = [
            Pair(labels[a], labels[b], self.difference(a, b), self.ahead(a, b))
            for a in range(layout.entrants)
            for b in range(a + 1, layout.entrants)
        ]
        worth = payoffs(settings)
        return Standing(
            settings.rules.name,
            settings.players,
            settings.seed,
            tally.deals,
            tally.deals * len(settings.seatings),
            sum(worth) / len(worth),
            tuple(rows),
            tuple(pairs),
        )

    def difference(self, a: int, b: int) -> Estimate:
        weights = {
            self.layout.points(a): 1 / self.seats[a],
            self.layout.points(b): -1 / self.seats[b],
        }
        return self.linear(weights)

    def ahead(self, a: int, b: int) -> Estimate:
        half = 0.5 / self.meetings[a, b]  # whoever was not ahead of the other shares the place
        return self.linear({self.layout.ahead(a, b): half, self.layout.ahead(b, a): -half}, 0.5)

    def elo(self) -> list[Estimate]:
        n, deals = self.layout.entrants, self.tally.deals
        if n == 1:
            return [Estimate(0.0)]
        met = deals * self.meetings
        apart = np.ones((n, n)) - np.eye(n)
        score = met / 2  # of a against b: wins, and half of what is shared
        # How each entrant's score in a deal is made of the row.
        by_row = np.zeros((n, self.layout.width))
        for a in range(n):
            for b in range(n):
                if a != b:
                    here, there = self.layout.ahead(a, b), self.layout.ahead(b, a)
                    score[a, b] += (self.tally.sums[here] - self.tally.sums[there]) / 2
                    by_row[a, here] += 0.5
                    by_row[a, there] -= 0.5
        total = met + apart  # and the pair that is drawn
        won = (score + apart / 2).sum(axis=1)
        rating = np.zeros(n)
        for _ in range(100):
            expected = 1 / (1 + np.exp(rating[None, :] - rating[:, None]))
            weights = total * expected * (1 - expected) * apart
            information = np.diag(weights.sum(axis=1)) - weights
            step = np.linalg.pinv(information) @ (won - (total * expected * apart).sum(axis=1))
            rating += np.clip(step, -2, 2)
            if np.abs(step).max() < 1e-12:
                break
        rating -= rating.mean()
        if self.cov is None:
            return [Estimate(_ELO * float(value)) for value in rating]
        inverse = np.linalg.pinv(information)
        spread = inverse @ (deals * by_row @ self.cov @ by_row.T) @ inverse
        return [
            Estimate(_ELO * float(value), self.t * _ELO * math.sqrt(max(float(var), 0.0)))
            for value, var in zip(rating, spread.diagonal(), strict=True)
        ]
