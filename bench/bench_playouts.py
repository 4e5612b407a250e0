"""Playouts of every preset, on two threads, and on the portable path of the core.

The ratios at the end divide medians of one run of this file; `tienlen bench` interleaves the rounds
and is the better judge of them.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

import pytest

import tienlen
from tienlen.benchmarks import WORKLOADS
from tienlen.benchmarks.measuring import fitting
from tienlen.benchmarks.workloads import child_sample


@pytest.mark.parametrize("preset", tienlen.PRESETS)
def test_preset(workload: Callable[[str], float], figures: Any, preset: str) -> None:
    value = workload(f"playouts.{preset}")
    southern = figures.by_name.get("playouts.southern")
    if preset == tienlen.PRESETS[-1] and southern is not None:
        slowest = min(figures.by_name.get(f"playouts.{name}", value) for name in tienlen.PRESETS)
        figures.add("slowest preset over southern", slowest / southern, "")


@pytest.mark.skipif(tienlen.cpu() == "portable", reason="there is no other path here")
def test_portable_over_bmi2(figures: Any) -> None:
    amount = fitting(WORKLOADS["playouts.southern"], WORKLOADS["playouts.southern"].prepare(), 0.05)
    ratios = []
    for _ in range(7):
        told = [child_sample("playouts.southern", amount, cpu=cpu) for cpu in ("portable", "")]
        ratios.append(told[1]["cpu"] / told[0]["cpu"])
    figures.add("portable over bmi2", statistics.median(ratios), "")


def test_two_threads_over_one(figures: Any) -> None:
    """By the clock on the wall: says nothing where something else wants the cores."""
    from tienlen.benchmarks import take

    one, two = (WORKLOADS[f"playouts.{name}"].prepare() for name in ("southern", "two_threads"))
    amount = fitting(WORKLOADS["playouts.southern"], one, 1.0)
    ratios = [take(one, amount).wall / take(two, amount).wall for _ in range(7)]
    figures.add("two threads over one", statistics.median(ratios), "")
