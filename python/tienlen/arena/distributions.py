"""Quantiles, without another package."""

from __future__ import annotations

import math
from statistics import NormalDist

__all__ = ["student_t"]


def student_t(degrees: int, probability: float = 0.975) -> float:
    """Return a quantile of Student's t distribution, 0.5 < probability < 1.

    It is found by bisection in the distribution function, which has a finite form for whole numbers
    of degrees of freedom; for many degrees the series in 1 / degrees is exact enough.

    Example:
        >>> [round(student_t(degrees), 3) for degrees in (1, 2, 10, 100, 10_000)]
        [12.706, 4.303, 2.228, 1.984, 1.96]
    """
    z = NormalDist().inv_cdf(probability)
    if degrees > 60:
        n = float(degrees)
        return (
            z
            + (z**3 + z) / (4 * n)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        )
    low, high = 0.0, 1.0
    while _within(high, degrees) < 2 * probability - 1:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        if _within(middle, degrees) < 2 * probability - 1:
            low = middle
        else:
            high = middle
    return high


def _within(t: float, degrees: int) -> float:
    """The probability of -t … t (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = math.atan(t / math.sqrt(degrees))
    cos2 = math.cos(angle) ** 2
    odd = degrees % 2 == 1
    term = math.cos(angle) if odd else 1.0
    total = term if degrees > 1 else 0.0
    for k in range(3 if odd else 2, degrees - 1, 2):
        term *= cos2 * (k - 1) / k
        total += term
    if odd:
        return 2 / math.pi * (angle + (math.sin(angle) * total if degrees > 1 else 0.0))
    return math.sin(angle) * total
