"""Stopping early without fooling oneself.

Who looks at an interval again and again and stops when it excludes 0 finds differences where there
are none. A *confidence sequence* may be looked at after every deal: with probability 1 - error it
holds the true difference at all times together. Used here is the normal mixture of Robbins (1970)
in the form with an estimated variance (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
"Time-uniform central limit theory and asymptotic confidence sequences", 2021): after *n* deals,
whose differences have the mean m and the standard deviation s, it is

    m ± s √( (nρ² + 1) / (n²ρ²) · ln((nρ² + 1) / error²) )

ρ² says for which number of deals it is narrowest; here for 300. As the central limit theorem has to
speak for the sums, the first look is after 40 deals.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tienlen.arena.settings import Settings
from tienlen.arena.tally import Deals, Tally
from tienlen.errors import ArenaError

__all__ = ["Sequential", "Stop"]

_NARROWEST_AT: Final = 300
_FIRST_LOOK: Final = 40


@dataclass(frozen=True)
class Stop:
    """When to end before all deals are played.

    Attributes:
        a: The label of an entrant.
        b: The label of another: the run ends when the two are told apart.
        error: The probability of telling them apart although they are equally strong.
        margin: End, too, when it is clear that they are less than this apart, in points a hand.

    Raises:
        ArenaError: Numbers out of range.

    Example:
        >>> Stop("expert", "rules", error=0.01).first_look
        40
    """

    a: str
    b: str
    error: float = 0.05
    margin: float | None = None

    def __post_init__(self) -> None:
        for name in ("error", "margin"):
            value: Any = getattr(self, name)
            if name == "margin" and value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise ArenaError(f"{name} {value!r:.40}: expected a number")
        if not 0 < self.error < 1:
            raise ArenaError(f"error {self.error!r}: expected a probability between 0 and 1")
        if self.margin is not None and not 0 < self.margin < math.inf:
            raise ArenaError(f"margin {self.margin!r}: expected points above 0")

    @property
    def first_look(self) -> int:
        """How many deals are played in any case."""
        return _FIRST_LOOK

    def to_dict(self) -> dict[str, Any]:
        """Return the fields."""
        return asdict(self)


def half_widths(
    deals: npt.NDArray[np.float64], deviations: npt.NDArray[np.float64], error: float
) -> npt.NDArray[np.float64]:
    """Return half the width of the confidence sequence after so many deals.

    Example:
        >>> half_widths(np.array([100.0, 400.0]), np.array([1.0, 1.0]), 0.05).round(3)
        array([0.317, 0.152])
    """
    log = -2 * math.log(error)
    rho2 = (log + math.log(log + 1)) / _NARROWEST_AT
    scaled = deals * rho2 + 1
    inner = scaled / (deals**2 * rho2) * np.log(scaled / error**2)
    widths: npt.NDArray[np.float64] = deviations * np.sqrt(inner)
    return widths


@dataclass(frozen=True)
class Sequential:
    """What the sequential test says.

    Attributes:
        stop: What was asked.
        difference: Points a hand of `a` less those of `b`.
        half_width: Half the width of the confidence sequence; None before the first look.
        verdict: `"a"` or `"b"`, whichever is stronger; `"close"` if they are less than the margin
            apart; None while that is open.
    """

    stop: Stop
    difference: float
    half_width: float | None
    verdict: str | None

    def to_dict(self) -> dict[str, Any]:
        """Return what it says as plain values."""
        return asdict(self)


class Test:
    """The sequential test of two entrants of an arena."""

    def __init__(self, settings: Settings, stop: Stop) -> None:
        for label in (stop.a, stop.b):
            if label not in settings.labels:
                names = ", ".join(settings.labels)
                raise ArenaError(f"no entrant is called {label!r:.80}: expected one of {names}")
        if stop.a == stop.b:
            raise ArenaError(f"{stop.a} cannot be told from itself")
        self.stop = stop
        self.a, self.b = settings.labels.index(stop.a), settings.labels.index(stop.b)
        # Points of one times seats of the other: whole numbers, added in any order.
        self.seats_a = sum(seating.count(self.a) for seating in settings.seatings)
        self.seats_b = sum(seating.count(self.b) for seating in settings.seatings)

    def _so_far(self, tally: Tally) -> tuple[int, int, int]:
        """Deals, and the sums of the differences and of their squares."""
        a, b = tally.layout.points(self.a), tally.layout.points(self.b)
        by_a, by_b = self.seats_b, -self.seats_a
        total = by_a * int(tally.sums[a]) + by_b * int(tally.sums[b])
        products = tally.products
        squares = (
            by_a * by_a * int(products[a, a])
            + 2 * by_a * by_b * int(products[a, b])
            + by_b * by_b * int(products[b, b])
        )
        return tally.deals, total, squares

    def ends_after(self, tally: Tally, deals: Deals) -> int | None:
        """Return how many of these deals, which follow on those of the tally, are enough.

        None if all of them are not.
        """
        before, total, squares = self._so_far(tally)
        rows = self.seats_b * deals.points[:, self.a] - self.seats_a * deals.points[:, self.b]
        numbers = before + np.arange(1, len(rows) + 1)
        totals = total + np.cumsum(rows).astype(object)
        verdicts, _, _ = self._judge(numbers, totals, squares + np.cumsum(rows**2).astype(object))
        found = np.flatnonzero(verdicts)
        return int(found[0]) + 1 if len(found) else None

    def result(self, tally: Tally) -> Sequential:
        """Return what the test says after the deals of a tally."""
        deals, total, squares = self._so_far(tally)
        if deals < 2:
            return Sequential(self.stop, 0.0 if deals == 0 else self._mean(total), None, None)
        verdicts, means, widths = self._judge(
            np.array([deals]), np.array([total], dtype=object), np.array([squares], dtype=object)
        )
        looked = deals >= self.stop.first_look
        word = (None, "a", "b", "close")[int(verdicts[0])]
        return Sequential(self.stop, float(means[0]), float(widths[0]) if looked else None, word)

    def _mean(self, total: int) -> float:
        return total / (self.seats_a * self.seats_b)

    def _judge(
        self, numbers: npt.NDArray[Any], totals: npt.NDArray[Any], squares: npt.NDArray[Any]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """For each number of deals: 0 open, 1 a, 2 b, 3 close; the difference; half the width."""
        scale = float(self.seats_a * self.seats_b)
        n = numbers.astype(np.float64)
        means = totals.astype(np.float64) / n
        # n Σx² - (Σx)² in whole numbers of any size; it is 0 where all deals are alike.
        exact = numbers.astype(object) * squares.astype(object) - totals.astype(object) ** 2
        deviations = np.sqrt(exact.astype(np.float64)) / n
        widths = half_widths(n, deviations, self.stop.error) / scale
        means = means / scale
        verdicts = np.where(means > widths, 1, np.where(-means > widths, 2, 0))
        if self.stop.margin is not None:
            close = np.abs(means) + widths < self.stop.margin
            verdicts = np.where((verdicts == 0) & close, 3, verdicts)
        verdicts[n < self.stop.first_look] = 0
        return verdicts.astype(np.int64), means, widths
