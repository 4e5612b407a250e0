"""The goals, in one place: what each figure must reach, and what it aims at.

Absolute figures are meant for one core of an AMD EPYC of 2023 (Zen 4, 2.6 GHz) with nothing else to
do; ratios, which come from one run, hold anywhere. A goal is shown beside what was measured and
nothing fails for it: a timing is no test.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["GOALS", "Goal"]


class Goal(NamedTuple):
    """What a figure must reach, and what it aims at."""

    must: float
    aim: float

    def verdict(self, value: float, *, lower_is_better: bool) -> str:
        """Say where a value stands: `"aim"`, `"must"` or `"short"`.

        Example:
            >>> Goal(must=2.2, aim=1.7).verdict(2.0, lower_is_better=True)
            'must'
        """
        sign = -1 if lower_is_better else 1
        if sign * value >= sign * self.aim:
            return "aim"
        return "must" if sign * value >= sign * self.must else "short"


# The speed of OpenSpiel's dou_dizhu, played from Python, that the goals were set by: 8,300 hands
# and 0.52 million decisions a second. bench/peers measures it anew.
_SPIEL_HANDS = 8_300
_SPIEL_DECISIONS = 520_000

GOALS: dict[str, Goal] = {
    "leads": Goal(2.2, 1.7),
    "positions": Goal(6.0, 5.0),
    "state": Goal(1.5e6, 3.0e6),
    "playouts.southern": Goal(90 * _SPIEL_HANDS, 120 * _SPIEL_HANDS),
    "batch.1024": Goal(35 * _SPIEL_DECISIONS, 55 * _SPIEL_DECISIONS),
    "batch.64": Goal(15 * _SPIEL_DECISIONS, 25 * _SPIEL_DECISIONS),
    "batch.observed": Goal(28 * _SPIEL_DECISIONS, 45 * _SPIEL_DECISIONS),
    "search.random.first": Goal(1e5, 4e5),
    "search.random.middle": Goal(2e5, 6e5),
    "search.tree.first": Goal(1e5, 2e5),
    "search.tree.middle": Goal(2e5, 3e5),
    "search.rules.first": Goal(5e4, 1e5),
    "search.rules.middle": Goal(5e4, 2e5),
    "sampling.first": Goal(3e6, 5e6),
    "sampling.middle": Goal(3e6, 5e6),
    "shortest": Goal(3_000, 500),
    "choose.greedy": Goal(5_000, 1_000),
    "choose.rules": Goal(5_000, 2_000),
    "two threads over one, search": Goal(1.8, 1.95),
    "batch.bytes": Goal(128, 64),
    "slowest preset over southern": Goal(0.7, 0.85),
    "two threads over one": Goal(1.9, 1.97),
    "portable over bmi2": Goal(0.6, 0.8),
    # bench/peers: over OpenSpiel's loop, measured in the same minute
    "peers.hands": Goal(90, 120),
    "peers.batch.1024": Goal(35, 55),
    "peers.batch.64": Goal(15, 25),
    "peers.batch.observed": Goal(28, 45),
}
