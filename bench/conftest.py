"""Benchmarks with a goal beside each; nothing here fails for being slow.

Times are CPU times, so that other work on the machine tells less. What is measured is in
`tienlen.benchmarks`, which `tienlen bench` uses too.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tienlen.benchmarks import GOALS, WORKLOADS, Workload
from tienlen.benchmarks.measuring import fitting

HERE = Path(__file__).parent
MILLISECONDS = 50  # of CPU time a round
ROUNDS = 7

Figure = tuple[str, float, str, bool]


class Figures:
    """What was measured, for the table at the end."""

    def __init__(self) -> None:
        self.rows: list[Figure] = []
        self.by_name: dict[str, float] = {}

    def add(self, name: str, value: float, unit: str, *, lower_is_better: bool = False) -> None:
        self.rows.append((name, value, unit, lower_is_better))
        self.by_name[name] = value


FIGURES = pytest.StashKey[Figures]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FIGURES] = Figures()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.benchmark(timer=time.process_time))


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Figures:
    """Where to put a figure that comes from elsewhere."""
    return request.config.stash[FIGURES]


@pytest.fixture
def workload(benchmark: Any, figures: Figures) -> Callable[[str], float]:
    """Measure a workload by its name; returns its figure."""

    def run(name: str) -> float:
        return _run(benchmark, figures, WORKLOADS[name])

    return run


def _run(benchmark: Any, figures: Figures, workload: Workload) -> float:
    job = workload.prepare()
    amount = fitting(workload, job, MILLISECONDS / 1000)
    work = benchmark.pedantic(job, args=(amount,), rounds=ROUNDS, iterations=1)
    benchmark.group = workload.name.partition(".")[0]
    if benchmark.disabled:
        return float("nan")
    rate = work / statistics.median(benchmark.stats.stats.data)
    value = 1e9 / rate if workload.per_unit else rate
    figures.add(workload.name, value, workload.told_in, lower_is_better=workload.per_unit)
    goal = workload.goal
    benchmark.extra_info |= {"value": value, "unit": workload.told_in}
    benchmark.extra_info |= {} if goal is None else goal._asdict()
    return value


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    rows = config.stash[FIGURES].rows
    if not rows:
        return
    terminalreporter.section("figures and goals")
    line = "{:<32}{:>16}  {:<14}{:>14}{:>14}  {}"
    terminalreporter.write_line(line.format("", "median", "", "must", "aim", ""))
    for name, value, unit, lower in rows:
        goal = GOALS.get(name)
        cells = ("", "", "") if goal is None else (*map(_told, goal), "")
        if goal is not None:
            cells = (*cells[:2], goal.verdict(value, lower_is_better=lower))
        terminalreporter.write_line(line.format(name, _told(value), unit, *cells))


def _told(value: float) -> str:
    return f"{value:,.3f}" if value < 100 else f"{value:,.0f}"
