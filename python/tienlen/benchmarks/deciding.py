"""Jobs that decide: search, worlds, rules of thumb, the shortest way out, the solver."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from tienlen.rules import Rules

if TYPE_CHECKING:
    from tienlen._core import Batch, State, View

Job = Callable[[int], int]

__all__ = ["choosing", "searching", "shortest", "solving", "worlds"]

_SEED = 20_24


def _view(state: State) -> View:
    """What the seat to move knows."""
    assert state.to_move is not None
    return state.view(state.to_move)


@functools.cache
def _positions(plies: tuple[int, ...], count: int) -> list[State]:
    """Positions of hands between `rules`, so many plies after the deal, where there is a choice."""
    from tienlen._core import State, choose

    rules = Rules.preset("southern")
    found = []
    for i in range(count):
        state = State.deal(rules, seed=_SEED, hand=i)
        ply, wanted = 0, plies[i % len(plies)]
        while not state.is_over and (ply < wanted or state.count_legal() < 2):
            state = state.play(choose(_view(state), "rules"))
            ply += 1
        if not state.is_over:
            found.append(state)
    return found


FIRST = (0, 1, 2, 3)
MIDDLE = (14, 18, 22, 26)


def searching(
    plies: tuple[int, ...],
    rollout: str,
    method: str = "flat",
    threads: int = 1,
    work: int | None = None,
) -> Job:
    """Search in one position after the other: 4,000 hands, or so much work. Counts the hands."""
    from tienlen._core import search

    views = [_view(state) for state in _positions(plies, 16)]

    def run(amount: int) -> int:
        done = 0
        for i in range(amount):
            view = views[i % len(views)]
            done += search(
                view,
                method=method,
                rollout=rollout,
                iterations=None if work else 4000,
                work=work,
                threads=threads,
                seed=i,
            ).iterations
        return done

    return run


def worlds(plies: tuple[int, ...], candidates: int = 1) -> Job:
    """Draw worlds as arrays of hands."""
    states = _positions(plies, 16)
    views = [_view(state) for state in states]
    each = 4096

    def run(amount: int) -> int:
        for i in range(amount):
            views[i % len(views)].sample_hands(each, seed=i, candidates=candidates)
        return amount * each

    return run


def choosing(policy: str) -> Job:
    """Decide by rules of thumb, in positions from all of a hand."""
    from tienlen._core import Batch, _bench_choose

    batch: Batch = Batch.from_states(_positions(tuple(range(0, 40, 2)), 400), seed=0)
    return lambda amount: _bench_choose(batch, policy, amount)[0]


def shortest() -> Job:
    """The shortest way out of hands as they are dealt."""
    import numpy as np

    from tienlen._core import State, _bench_shortest

    rules = Rules.preset("southern")
    deals = [State.deal(rules, seed=_SEED, hand=i) for i in range(1000)]
    hands = np.array([int(hand) for state in deals for hand in state.hands], np.uint64)
    return lambda amount: _bench_shortest(hands, amount)[0]


def solving() -> Job:
    """Solve hands of two, nine cards each; counts the positions looked at."""
    from tienlen._core import State, solve

    rules = Rules.preset("pagat")
    starts = []
    for i in range(32):
        dealt = State.deal(rules, players=2, seed=_SEED, hand=i)
        short = [sorted(hand)[i % 5 : i % 5 + 9] for hand in dealt.hands]
        starts.append(State.from_hands(rules, short, leader=0))

    def run(amount: int) -> int:
        return sum(solve(starts[i % len(starts)]).nodes for i in range(amount))

    return run
