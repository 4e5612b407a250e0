"""Measuring workloads in interleaved rounds."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tienlen.benchmarks.workloads import RATIOS, Job, Ratio, Workload, child_sample

__all__ = ["Sample", "Series", "all_ratios", "fitting", "measure", "ratio_values", "take"]


class Sample(NamedTuple):
    """One timing: what was done, and how long it took."""

    work: float
    wall: float
    cpu: float
    """CPU seconds of the whole process."""


class Series(NamedTuple):
    """The samples of one workload, one a round."""

    workload: Workload
    amount: int
    samples: list[Sample]

    def values(self, *, wall: bool | None = None) -> list[float]:
        """The figure of each round, in the unit in which the workload is told.

        Args:
            wall: By the clock on the wall, or by CPU time; None for what the workload says.
        """
        by_wall = self.workload.wall if wall is None else wall
        rates = [s.work / max(s.wall if by_wall else s.cpu, 1e-9) for s in self.samples]
        return [1e9 / rate for rate in rates] if self.workload.per_unit else rates


def take(job: Job, amount: int) -> Sample:
    """Time a job once."""
    cpu, wall = time.process_time(), time.perf_counter()
    work = job(amount)
    return Sample(work, time.perf_counter() - wall, time.process_time() - cpu)


def measure(
    workloads: Sequence[Workload],
    *,
    rounds: int,
    seconds: float,
    progress: Callable[[int, int], object] | None = None,
) -> list[Series]:
    """Measure workloads: every round takes one sample of each.

    Before the first round each job is run until it takes `seconds` of CPU time, which also warms it
    up; all its samples then do that amount.

    Args:
        workloads: What to measure.
        rounds: Samples of each.
        seconds: CPU time of a sample; `Workload.times` as long for some.
        progress: Told how many samples are done, of how many.
    """
    jobs = [(w, w.prepare()) for w in workloads]
    series = [Series(w, fitting(w, job, seconds * w.times), []) for w, job in jobs]
    total = rounds * len(jobs)
    for number in range(total):
        (workload, job), into = jobs[number % len(jobs)], series[number % len(jobs)]
        into.samples.append(_sample(workload, job, into.amount))
        if progress is not None:
            progress(number + 1, total)
    return series


def _sample(workload: Workload, job: Job, amount: int) -> Sample:
    if not workload.in_child:
        return take(job, amount)
    told = child_sample("playouts.southern", amount)
    return Sample(told["work"], told["wall"], told["cpu"])


def fitting(workload: Workload, job: Job, seconds: float) -> int:
    """The amount of a job that takes so many seconds of CPU time; running it warms it up, too."""
    amount = 1
    while True:
        sample = _sample(workload, job, amount)
        if sample.cpu >= seconds / 2 or amount >= 1 << 40:
            return max(1, round(amount * seconds / max(sample.cpu, 1e-9)))
        # The clock is coarse where little was done: go on by small steps from there.
        amount *= min(64, max(2, int(seconds / max(sample.cpu, seconds / 64))))


def ratio_values(series: Sequence[Series], ratio: Ratio) -> list[float] | None:
    """The ratio in each round, or None where something for it was not measured.

    With several on top, the one with the lowest median counts.
    """
    by_name = {s.workload.name: s.values(wall=ratio.wall) for s in series}
    if ratio.bottom not in by_name or not all(name in by_name for name in ratio.top):
        return None
    under = by_name[ratio.bottom]
    over = [[a / b for a, b in zip(by_name[t], under, strict=True)] for t in ratio.top]
    return min(over, key=statistics.median)


def all_ratios(series: Sequence[Series]) -> dict[str, list[float]]:
    """All ratios for which everything was measured."""
    found = {ratio.name: ratio_values(series, ratio) for ratio in RATIOS}
    return {name: values for name, values in found.items() if values is not None}
