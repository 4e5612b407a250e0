"""Move generation: lists of plays, made in C++."""

from collections.abc import Callable


def test_leads(workload: Callable[[str], float]) -> None:
    workload("leads")


def test_positions_of_random_play(workload: Callable[[str], float]) -> None:
    workload("positions")


def test_positions_one_by_one(workload: Callable[[str], float]) -> None:
    workload("positions.single")
