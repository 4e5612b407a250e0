"""Comparing two runs: what differs beyond the noise.

The rounds of two runs are not paired (they were minutes or months apart), so each workload is
compared by a test that does not pair them:

* the change is the ratio of the medians, with a 95 % interval by the bootstrap (both sides are
  resampled 2,000 times; the generator is seeded, so the same files give the same words);
* whether it is more than noise is decided by the Wilcoxon-Mann-Whitney rank test, two-sided and
  exact up to 30 values, with the p-values of all workloads corrected together after Holm, at 5 %;
* and the change must be at least as large as `least` (1 % by default): two runs of the same program
  on the same machine differ by that much for reasons that no test inside a run can see.

Instructions repeat to a thousandth; they differ when they differ by more.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Sequence
from typing import Any, NamedTuple

__all__ = ["Change", "bootstrap_interval", "compare", "holm", "rank_test"]

_EXACT_UP_TO = 30
_RESAMPLES = 2_000
_INSTRUCTIONS_REPEAT_TO = 0.001

_CONDITIONS = (
    "cpu",
    "cores",
    "system",
    "path",
    "compiler",
    "build_type",
    "flags",
    "python",
    "numpy",
)


class Change(NamedTuple):
    """What became of one figure."""

    name: str
    unit: str
    before: float
    after: float
    faster: float
    """How many times as fast: above 1 is better, whatever the unit."""

    low: float
    high: float
    """The 95 % interval of `faster`."""

    p: float
    """Of the rank test, corrected for the number of workloads."""

    differs: bool
    enough: bool
    """Whether there were enough rounds for the test to find anything."""


def compare(a: dict[str, Any], b: dict[str, Any], *, least: float = 0.01) -> list[Change]:
    """Compare the results that both runs have.

    Args:
        a: Results before, as `tienlen bench --json` prints them.
        b: Results after.
        least: The smallest change that is told as one.
    """
    names = [name for name in a["results"] if name in b["results"]]
    raw = []
    for name in names:
        before, after = a["results"][name], b["results"][name]
        # Compared as speeds, of which more is better.
        x, y = _speeds(before), _speeds(after)
        raw.append((rank_test(x, y), bootstrap_interval(x, y), len(x), len(y)))
    corrected = holm([p for p, *_ in raw])
    changes = []
    for name, (_, (low, high), n, m), p in zip(names, raw, corrected, strict=True):
        before, after = a["results"][name], b["results"][name]
        old, new = (statistics.median(one["values"]) for one in (before, after))
        faster = statistics.median(_speeds(after)) / statistics.median(_speeds(before))
        differs = p < 0.05 and abs(math.log(faster)) >= math.log1p(least) and not low <= 1 <= high
        enough = len(names) * 2 / math.comb(n + m, n) < 0.05
        changes.append(
            Change(name, before["unit"], old, new, faster, low, high, p, differs, enough)
        )
    return changes


def _speeds(result: dict[str, Any]) -> list[float]:
    values = result["values"]
    return [1 / value for value in values] if result["lower_is_better"] else list(values)


def compare_instructions(
    a: dict[str, Any], b: dict[str, Any]
) -> list[tuple[str, float, float, bool]]:
    """Compare the instructions that both runs counted: name, before, after, whether they differ."""
    before, after = a.get("instructions", {}), b.get("instructions", {})
    return [
        (name, old, after[name], abs(after[name] / old - 1) > _INSTRUCTIONS_REPEAT_TO)
        for name, old in before.items()
        if name in after
    ]


def conditions(a: dict[str, Any], b: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What differs about the machines and builds, other than what was to be compared."""
    x, y = a["machine"], b["machine"]
    return [
        (name, str(x.get(name)), str(y.get(name)))
        for name in _CONDITIONS
        if x.get(name) != y.get(name)
    ]


def rank_test(x: Sequence[float], y: Sequence[float]) -> float:
    """The two-sided p-value of the Wilcoxon-Mann-Whitney test.

    Exact, ties included, for up to 30 values; by the normal distribution beyond.

    Example:
        >>> rank_test([1, 2, 3, 4], [5, 6, 7, 8])  # 2 of the 70 ways to choose 4 of 8
        0.02857142857142857
        >>> rank_test([1, 3, 5], [2, 4, 6])
        0.7
    """
    ranks = _doubled_midranks([*x, *y])
    n, total = len(x), len(x) + len(y)
    observed, mean = sum(ranks[:n]), n * (total + 1)
    if total > _EXACT_UP_TO:
        middle = total + 1
        variance = n * len(y) * sum((r - middle) ** 2 for r in ranks) / (total * (total - 1))
        if variance == 0:
            return 1.0
        z = max(0.0, abs(observed - mean) - 1) / math.sqrt(variance)
        return math.erfc(z / math.sqrt(2))
    # ways[k][s]: how many choices of k values have ranks that add up to s
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(n))]
    for rank in ranks:
        for k in range(n - 1, -1, -1):
            for s, number in ways[k].items():
                ways[k + 1][s + rank] = ways[k + 1].get(s + rank, 0) + number
    off = abs(observed - mean)
    extreme = sum(number for s, number in ways[n].items() if abs(s - mean) >= off)
    return extreme / math.comb(total, n)


def _doubled_midranks(values: Sequence[float]) -> list[int]:
    """Twice the rank of each value, equal values sharing theirs: whole numbers."""
    order = sorted(values)
    first: dict[float, int] = {}
    last: dict[float, int] = {}
    for rank, value in enumerate(order, 1):
        first.setdefault(value, rank)
        last[value] = rank
    return [first[value] + last[value] for value in values]


def bootstrap_interval(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of median(y) / median(x), by resampling both.

    Example:
        >>> low, high = bootstrap_interval([99, 100, 101, 100, 99], [109, 110, 111, 110, 112])
        >>> 1.07 < low < 1.10 < high < 1.14
        True
    """
    draw = random.Random(f"{len(x)} {len(y)}")
    ratios = sorted(
        statistics.median(draw.choices(y, k=len(y))) / statistics.median(draw.choices(x, k=len(x)))
        for _ in range(_RESAMPLES)
    )
    cut = _RESAMPLES // 40
    return ratios[cut], ratios[-cut - 1]


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct p-values for their number, after Holm (1979).

    Example:
        >>> holm([0.01, 0.04, 0.03])
        [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, worst = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        worst = max(worst, min(1.0, p_values[index] * (len(p_values) - rank)))
        corrected[index] = worst
    return corrected
