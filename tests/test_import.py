"""`import tienlen` is light."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("numpy", "rich", "scipy", "multiprocessing", "asyncio", "tomllib")

SCRIPT = f"""
import time
start = time.perf_counter()
import tienlen
took = time.perf_counter() - start
import sys
print(took, *[name for name in {HEAVY!r} if name in sys.modules])
state = tienlen.State.deal(tienlen.Rules(), seed=1)
state = state.play(state.legal_plays()[-1])
print(*[name for name in {HEAVY!r} if name in sys.modules])
"""


def test_import() -> None:
    """No heavy module comes with it, not even numpy, and it takes well under 150 ms.

    The bound is wider, for machines that are busy with other things; the best of five counts.
    """
    times = []
    for _ in range(5):
        run = [sys.executable, "-c", SCRIPT]
        done = subprocess.run(run, capture_output=True, text=True, check=True)
        first, second = done.stdout.splitlines()
        took, *loaded = first.split()
        assert loaded == []
        assert second.split() == []
        times.append(float(took))
    assert min(times) < 0.3, times
