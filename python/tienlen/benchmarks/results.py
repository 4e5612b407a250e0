"""The results of a run as plain values: what `tienlen bench --json` prints and `compare` reads."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

from tienlen.benchmarks.measuring import Series, all_ratios
from tienlen.benchmarks.workloads import RATIOS, Goal

__all__ = ["FORMAT", "check", "collect", "spread"]

FORMAT = "tienlen-bench 1"


def spread(values: Sequence[float]) -> float:
    """Half the distance between the quartiles, as a part of the median.

    Example:
        >>> spread([98, 99, 100, 101, 102])
        0.015
    """
    if len(values) < 2:
        return 0.0
    low, _, high = statistics.quantiles(values, n=4)
    return (high - low) / 2 / statistics.median(values)


def collect(series: Sequence[Series]) -> dict[str, Any]:
    """Return what was measured: `results` by workload, and `ratios`."""
    return {
        "results": {one.workload.name: _result(one) for one in series},
        "ratios": {
            ratio.name: _summary(found[ratio.name]) | _goal(ratio.goal)
            for found in [all_ratios(series)]
            for ratio in RATIOS
            if ratio.name in found
        },
    }


def _result(series: Series) -> dict[str, Any]:
    workload = series.workload
    return {
        "what": workload.what,
        "unit": workload.told_in,
        "lower_is_better": workload.per_unit,
        "clock": "wall" if workload.wall else "cpu",
        **_summary(series.values(), lower_is_better=workload.per_unit),
        **_goal(workload.goal),
        "samples": [sample._asdict() for sample in series.samples],
    }


def _summary(values: list[float], *, lower_is_better: bool = False) -> dict[str, Any]:
    return {
        "median": statistics.median(values),
        "best": min(values) if lower_is_better else max(values),
        "min": min(values),
        "max": max(values),
        "spread": spread(values),
        "values": values,
    }


def _goal(goal: Goal | None) -> dict[str, Any]:
    return {} if goal is None else {"must": goal.must, "aim": goal.aim}


def check(told: Any) -> str | None:
    """Say what keeps some JSON from being results of this format; None if it is.

    Example:
        >>> check({"format": "other"})
        "expected the format 'tienlen-bench 1', got 'other'"
    """
    if not isinstance(told, dict):
        return "expected the JSON object that `tienlen bench --json` prints"
    if told.get("format") != FORMAT:
        return f"expected the format {FORMAT!r}, got {told.get('format')!r:.60}"
    results = told.get("results")
    if not isinstance(results, dict) or not results or not isinstance(told.get("machine"), dict):
        return "no results in it"
    for name, result in results.items():
        values = result.get("values") if isinstance(result, dict) else None
        if not isinstance(values, list) or not values or not all(map(_positive, values)):
            return f"results of {name!r:.60}: expected a list of positive numbers as values"
        if not isinstance(result.get("unit"), str):
            return f"results of {name!r:.60}: no unit"
        if not isinstance(result.get("lower_is_better"), bool):
            return f"results of {name!r:.60}: lower_is_better is not true or false"
    counted = told.get("instructions", {})
    if not isinstance(counted, dict) or not all(map(_positive, counted.values())):
        return "instructions: expected positive numbers by name"
    return None


def _positive(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e300
