"""The jobs that are measured.

A workload prepares what it needs once and gives back a function that does the job `amount` times
and returns how much was done in the workload's unit. All of them are seeded: the same amount is the
same work everywhere.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from tienlen.benchmarks import deciding
from tienlen.benchmarks.goals import GOALS, Goal
from tienlen.rules import PRESETS, Rules

if TYPE_CHECKING:
    from tienlen._core import Batch, State

__all__ = ["GOALS", "RATIOS", "WORKLOADS", "Goal", "Job", "Ratio", "Workload"]

Job = Callable[[int], int]
"""Does something so many times; returns how much was done."""

_SEED = 20_24


class Workload(NamedTuple):
    """One job, and how its speed is told."""

    name: str
    what: str
    unit: str
    """One of what is counted: `"hand"`, `"play"`, …"""

    prepare: Callable[[], Job]
    per_unit: bool = False
    """Told as nanoseconds a unit rather than as units a second."""

    wall: bool = False
    """Told by the clock on the wall rather than by CPU time: for several threads."""

    times: int = 1
    """How many times as long as usual a sample takes. What two threads share must be long: systems
    spread threads over the cores only when they have run for some tens of milliseconds."""

    in_child: bool = False
    """Measured in a process of its own, on the portable path."""

    @property
    def goal(self) -> Goal | None:
        """What it must reach, if anything."""
        return GOALS.get(self.name)

    @property
    def told_in(self) -> str:
        """The unit of the figure."""
        return f"ns a {self.unit}" if self.per_unit else f"{_PLURALS.get(self.unit, self.unit)}/s"


_PLURALS = {
    "hand": "hands",
    "play": "plays",
    "ply": "plies",
    "leaf": "leaves",
    "decision": "decisions",
    "iteration": "iterations",
    "world": "worlds",
    "node": "nodes",
}


# --- move generation ------------------------------------------------------------------------------


@functools.cache
def _deals(count: int) -> list[State]:
    from tienlen._core import State

    rules = Rules.preset("southern")
    return [State.deal(rules, seed=_SEED, hand=i) for i in range(count)]


@functools.cache
def _games(count: int, preset: str = "southern") -> list[tuple[State, list[int]]]:
    """Deals and the random plays that end them, as masks."""
    from tienlen._core import State

    rules = Rules.preset(preset)
    games = []
    for i in range(count):
        start = state = State.deal(rules, seed=_SEED, hand=i)
        plays: list[int] = []
        while not state.is_over:
            play = state.random_play(_SEED, 1_000 * i + len(plays))
            plays.append(int(play))
            state = state.play(play)
        games.append((start, plays))
    return games


def _positions(count: int) -> Batch:
    """All positions of so many random hands."""
    from tienlen._core import Batch

    states = []
    for state, plays in _games(count):
        for play in plays:
            states.append(state)
            state = state.play(play)  # noqa: PLW2901
    return Batch.from_states(states, seed=0)


def _leads() -> Job:
    import numpy as np

    from tienlen._core import _bench_leads

    hands = np.array([int(hand) for state in _deals(1000) for hand in state.hands], np.uint64)
    return lambda amount: _bench_leads(hands, amount)


def _listed(*, in_batch: bool) -> Job:
    from tienlen._core import _bench_legal

    positions = _positions(250)
    return lambda amount: _bench_legal(positions, amount, in_batch=in_batch)


# --- one state at a time, from Python -------------------------------------------------------------


def _replay(amount: int) -> int:
    games = _games(250)
    plies = 0
    for i in range(amount):
        state, plays = games[i % len(games)]
        for play in plays:
            state.legal_masks()
            state = state.play(play)
        plies += len(plays)
    return plies


def _replay_unchecked(amount: int) -> int:
    games = _games(250)
    plies = 0
    for i in range(amount):
        state, plays = games[i % len(games)]
        for play in plays:
            state.legal_masks()
            state = state.play_unchecked(play)
        plies += len(plays)
    return plies


def _choose(amount: int) -> int:
    """The loop of a program that chooses: at random, here."""
    import random

    draw = random.Random(_SEED).random
    deals = _deals(1000)
    plies = 0
    for i in range(amount):
        state = deals[i % len(deals)]
        while not state.is_over:
            masks = state.legal_masks()
            state = state.play(masks[int(draw() * len(masks))])
            plies += 1
    return plies


def _prepared(job: Job) -> Callable[[], Job]:
    """A job that makes what it needs when it is first run."""

    def prepare() -> Job:
        job(1)
        return job

    return prepare


# --- counting and playing in bulk -----------------------------------------------------------------


def _perft() -> Job:
    from tienlen._core import perft

    starts = _deals(4)
    return lambda amount: sum(perft(starts[i % len(starts)], 4) for i in range(amount))


def _playouts(preset: str, threads: int = 1) -> Job:
    from tienlen._core import playouts

    rules = Rules.preset(preset)

    def run(amount: int) -> int:
        return playouts(rules, amount, seed=_SEED, threads=threads).hands

    return run


def _plies() -> Job:
    """Playouts counted by plies: for instructions a ply."""
    from tienlen._core import playouts

    rules = Rules.preset("southern")
    return lambda amount: playouts(rules, amount, seed=_SEED).plies


# --- batches --------------------------------------------------------------------------------------


def _batch(n: int, *, observe: bool = False) -> Job:
    """Legal plays out, one of each hand chosen by numpy, a step; new hands are dealt."""
    import numpy as np

    from tienlen import AutoresetMode
    from tienlen._core import Batch

    batch = Batch(Rules.preset("southern"), n, _SEED, autoreset=AutoresetMode.SAME_STEP)
    draws, picks = np.empty(n), np.empty(n, np.int64)
    seen = np.empty((n, 4, 52), np.uint8)
    random = np.random.default_rng(_SEED).random

    def run(amount: int) -> int:
        for _ in range(amount):
            offsets, _ = batch.legal()
            if observe:
                batch.observe(seen)
            random(out=draws)
            np.multiply(draws, offsets[1:] - offsets[:-1], out=draws)
            np.add(draws.astype(np.int64), offsets[:-1], out=picks)
            batch.step_flat(picks)
        return amount * n

    return run


def _batch_policy(n: int) -> Job:
    from tienlen import AutoresetMode
    from tienlen._core import Batch

    batch = Batch(Rules.preset("southern"), n, _SEED, autoreset=AutoresetMode.SAME_STEP)

    def run(amount: int) -> int:
        for _ in range(amount):
            batch.step_policy("random")
        return amount * n

    return run


# --- the portable path ----------------------------------------------------------------------------


def _in_portable_child(name: str) -> Job:
    """Not timed from here: `measuring` asks the child for its own times."""

    def run(amount: int) -> int:
        return int(child_sample(name, amount)["work"])

    return run


def child_sample(name: str, amount: int, *, cpu: str = "portable") -> dict[str, float]:
    """Run a workload in a new process, on another path of the core.

    Returns:
        `work`, and the child's own `wall` and `cpu` seconds for it.
    """
    command = [sys.executable, "-m", "tienlen.benchmarks.job", name, str(amount), "--warm"]
    environ = os.environ | {"TIENLEN_CPU": cpu}
    done = subprocess.run(command, env=environ, stdout=subprocess.PIPE, check=True, text=True)
    told: dict[str, float] = json.loads(done.stdout)
    return told


# --- deciding: see deciding.py --------------------------------------------------------------------


def _searching(
    name: str, what: str, rollout: str, *, first: bool, method: str = "flat"
) -> Workload:
    plies = deciding.FIRST if first else deciding.MIDDLE
    prepare = functools.partial(deciding.searching, plies, rollout, method)
    return Workload(f"search.{name}", what, "iteration", prepare)


_LONG = 10


def _long_search(name: str, what: str, threads: int) -> Workload:
    prepare = functools.partial(
        deciding.searching, deciding.FIRST, "rules", threads=threads, work=20_000_000
    )
    return Workload(f"search.{name}", what, "iteration", prepare, wall=threads > 1, times=_LONG)


_DECIDING = [
    _searching("random.first", "first decisions of a hand, uniform rollouts", "random", first=True),
    _searching("random.middle", "the same later in a hand", "random", first=False),
    _searching("rules.first", "first decisions, rollouts by rules", "rules", first=True),
    _searching("rules.middle", "the same later in a hand", "rules", first=False),
    _searching("tree.first", "the same by a tree", "random", first=True, method="tree"),
    _searching("tree.middle", "the same later in a hand", "random", first=False, method="tree"),
    _long_search("long", "twenty million plays weighed a decision, rollouts by rules", 1),
    _long_search("two_threads", "the same on two threads, by the wall", 2),
    Workload(
        "sampling.first",
        "worlds of a first decision, as an array",
        "world",
        functools.partial(deciding.worlds, deciding.FIRST),
    ),
    Workload(
        "sampling.middle",
        "the same later in a hand",
        "world",
        functools.partial(deciding.worlds, deciding.MIDDLE),
    ),
    Workload(
        "sampling.weighted",
        "the same, each the best suited of eight",
        "world",
        functools.partial(deciding.worlds, deciding.MIDDLE, 8),
    ),
    Workload(
        "shortest", "shortest way out of dealt hands", "hand", deciding.shortest, per_unit=True
    ),
    *(
        Workload(
            f"choose.{policy}",
            "decisions from all of a hand",
            "decision",
            functools.partial(deciding.choosing, policy),
            per_unit=True,
        )
        for policy in ("greedy", "rules")
    ),
    Workload("solver", "hands of two, nine cards each", "node", deciding.solving),
]

# --- the list -------------------------------------------------------------------------------------

_LISTED = [
    Workload("leads", "all leads of fresh 13-card hands", "play", _leads, per_unit=True),
    Workload(
        "positions",
        "legal plays in positions of random play",
        "play",
        lambda: _listed(in_batch=True),
        per_unit=True,
    ),
    Workload(
        "positions.single",
        "the same by the function behind State.legal_masks()",
        "play",
        lambda: _listed(in_batch=False),
        per_unit=True,
    ),
    Workload(
        "state", "State.play and legal_masks(), a known hand again", "ply", _prepared(_replay)
    ),
    Workload(
        "state.unchecked", "the same with play_unchecked", "ply", _prepared(_replay_unchecked)
    ),
    Workload(
        "state.random", "the same, choosing each play by random.random", "ply", _prepared(_choose)
    ),
    Workload("perft", "perft(deal, 4)", "leaf", _perft),
    *(
        Workload(
            f"playouts.{preset}",
            "random hands to the end",
            "hand",
            functools.partial(_playouts, preset),
        )
        for preset in PRESETS
    ),
    Workload(
        "playouts.long",
        "southern for ten times as long",
        "hand",
        functools.partial(_playouts, "southern"),
        times=_LONG,
    ),
    Workload(
        "playouts.two_threads",
        "the same on two threads, by the wall",
        "hand",
        functools.partial(_playouts, "southern", 2),
        wall=True,
        times=_LONG,
    ),
    Workload(
        "playouts.portable",
        "southern with TIENLEN_CPU=portable",
        "hand",
        functools.partial(_in_portable_child, "playouts.southern"),
        in_child=True,
    ),
    Workload(
        "batch.1024",
        "1024 hands side by side, random policy in numpy",
        "decision",
        functools.partial(_batch, 1024),
    ),
    Workload("batch.64", "64 hands side by side", "decision", functools.partial(_batch, 64)),
    Workload(
        "batch.observed",
        "1024 hands with an observation of 208 bytes",
        "decision",
        functools.partial(_batch, 1024, observe=True),
    ),
    Workload(
        "batch.policy",
        "1024 hands by the built-in random policy",
        "decision",
        functools.partial(_batch_policy, 1024),
    ),
    Workload("playouts.plies", "southern, counted by plies", "ply", _plies),
    *_DECIDING,
]

WORKLOADS: dict[str, Workload] = {workload.name: workload for workload in _LISTED}
"""All workloads by name, in the order in which they are told."""


class Ratio(NamedTuple):
    """A figure that divides one speed by another, measured in the same rounds.

    With several on top, the lowest counts.
    """

    name: str
    top: tuple[str, ...]
    bottom: str
    wall: bool = False

    @property
    def goal(self) -> Goal | None:
        """What it must reach."""
        return GOALS.get(self.name)


RATIOS: tuple[Ratio, ...] = (
    Ratio(
        "slowest preset over southern",
        tuple(f"playouts.{preset}" for preset in PRESETS if preset != "southern"),
        "playouts.southern",
    ),
    Ratio("two threads over one", ("playouts.two_threads",), "playouts.long", wall=True),
    Ratio("two threads over one, search", ("search.two_threads",), "search.long", wall=True),
    Ratio("portable over bmi2", ("playouts.portable",), "playouts.southern"),
)


def batch_bytes(n: int = 1024) -> float:
    """Memory of a hand in a batch, lists apart.

    Example:
        >>> 64 <= batch_bytes() <= 128
        True
    """
    from tienlen._core import Batch

    return Batch(Rules.preset("southern"), n, _SEED).nbytes / n
