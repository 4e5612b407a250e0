"""Playouts by the million: memory stays flat, Ctrl-C is obeyed, and a run can be taken up again."""

from __future__ import annotations

import pickle
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from tienlen import PlayoutResult, Rules, playouts

SOUTHERN = Rules.preset("southern")


def resident_kilobytes() -> int:
    """What the process holds in memory now."""
    with Path("/proc/self/statm").open(encoding="ascii") as statm:
        return int(statm.read().split()[1]) * 4


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads Linux's own figures")
def test_ten_million_playouts_in_flat_memory() -> None:
    playouts(SOUTHERN, 20_000, seed=1, threads=2)
    before = resident_kilobytes()
    seen: list[int] = []
    result = playouts(
        SOUTHERN,
        10_000_000,
        seed=2,
        threads=2,
        progress=lambda *_: seen.append(resident_kilobytes()),
    )
    assert result.hands == 10_000_000
    assert len(seen) > 10
    assert max(seen) - before < 4_096


def interrupted(games: int, after: float) -> float:
    """Press Ctrl-C some seconds into a run that is too long; say how long it took to obey."""
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.perf_counter())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(after, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        playouts(SOUTHERN, games, seed=1, threads=2)
    obeyed = time.perf_counter()
    timer.join()
    return obeyed - pressed[0]


@pytest.mark.skipif(sys.platform == "win32", reason="a raised signal is no Ctrl-C there")
def test_control_c_is_obeyed_at_once() -> None:
    # Others may take the processor away: the best try counts.
    assert min(interrupted(10**12, 0.1) for _ in range(5)) < 0.2


def test_an_interrupted_run_is_taken_up_again() -> None:
    """In parts, one of which is broken off and done again, with what stands kept in a pickle."""
    whole = playouts(SOUTHERN, 6_000, seed=4)
    kept = pickle.dumps(playouts(SOUTHERN, 2_500, seed=4))

    def break_off(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        playouts(SOUTHERN, 10**9, seed=4, first_hand=2_500, progress=break_off)

    first: PlayoutResult = pickle.loads(kept)
    rest = playouts(SOUTHERN, 6_000 - first.hands, seed=4, first_hand=first.hands, threads=2)
    assert first + rest == whole
