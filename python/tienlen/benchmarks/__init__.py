"""What `tienlen bench` measures, and the suites in `bench/` too.

Each workload is one job that can be done in any amount; it says how much it did, and whoever calls
it holds the watch. Rounds of all workloads are interleaved, so that ratios compare neighbours in
time.
"""

from tienlen.benchmarks.measuring import Sample, Series, measure, take
from tienlen.benchmarks.workloads import GOALS, RATIOS, WORKLOADS, Goal, Ratio, Workload

__all__ = [
    "GOALS",
    "RATIOS",
    "WORKLOADS",
    "Goal",
    "Ratio",
    "Sample",
    "Series",
    "Workload",
    "measure",
    "take",
]
