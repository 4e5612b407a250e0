"""Hands side by side from Python: ragged legal plays out, a random policy in numpy, a step back in.

    pytest bench/bench_batch.py
    python bench/bench_batch.py    # decisions a second, as plain text

The script takes the ways to write the same loop apart: by position in the list, by index in the
hand, by masks, and by the built-in policy.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tienlen import AutoresetMode, Batch, Rules


@pytest.mark.parametrize("name", ["batch.1024", "batch.64", "batch.observed", "batch.policy"])
def test_decisions(workload: Callable[[str], float], name: str) -> None:
    assert not workload(name) <= 0


# --- as a script ----------------------------------------------------------------------------------


def by_position(batch: Batch, rng: np.random.Generator) -> int:
    offsets, _ = batch.legal()
    counts = np.diff(offsets)
    return batch.step_flat(offsets[:-1] + (rng.random(len(batch)) * counts).astype(np.int64))


def by_index(batch: Batch, rng: np.random.Generator) -> int:
    batch.legal()
    return batch.step_index((rng.random(len(batch)) * batch.legal_counts).astype(np.int64))


def by_masks(batch: Batch, rng: np.random.Generator) -> int:
    offsets, masks = batch.legal()
    counts = np.diff(offsets)
    return batch.step(masks[offsets[:-1] + (rng.random(len(batch)) * counts).astype(np.int64)])


def listed_policy(batch: Batch, _rng: np.random.Generator) -> int:
    batch.legal()
    return batch.step_policy()


def policy(batch: Batch, _rng: np.random.Generator) -> int:
    return batch.step_policy()


Step = Callable[[Batch, np.random.Generator], int]
WAYS: tuple[Step, ...] = (by_position, by_index, by_masks, listed_policy, policy)


def rate(
    step: Step, n: int, observed: bool = False, decisions: int = 1_500_000, **options: Any
) -> float:
    """Decisions a second of this thread's CPU time (of the clock with several threads)."""
    timer = time.thread_time if options.get("threads", 1) == 1 else time.perf_counter
    preset = options.pop("preset", "southern")
    batch = Batch(Rules.preset(preset), n, 1, autoreset=AutoresetMode.SAME_STEP, **options)
    rng = np.random.default_rng(1)
    seen = np.empty((n, 4, 52), np.uint8)
    for _ in range(200):  # until the hands are at all stages
        batch.step_policy()
    steps = max(decisions // n, 10)
    best = 0.0
    for _ in range(3):
        moved, start = 0, timer()
        for _ in range(steps):
            moved += step(batch, rng)
            if observed:
                batch.observe(seen)
        best = max(best, moved / (timer() - start))
    return best


def main() -> None:
    sys.stdout.write("million decisions a second, one core, southern, 4 players\n")
    for n in (64, 1024, 65536):
        for step in WAYS:
            plain, observed = rate(step, n) / 1e6, rate(step, n, observed=True) / 1e6
            sys.stdout.write(f"{n:6} {step.__name__:14} {plain:6.1f}   observed {observed:6.1f}\n")
    for preset in ("southern", "xiii", "zipi", "strict", "pagat"):
        plain = rate(by_position, 1024, preset=preset) / 1e6
        sys.stdout.write(f"  1024 by_position    {plain:6.1f}   {preset}\n")
    for threads in (1, 2):
        by_clock = rate(policy, 2**20, threads=threads) / 1e6
        sys.stdout.write(
            f" 2**20 policy        {by_clock:6.1f}   by the clock, threads: {threads}\n"
        )


if __name__ == "__main__":
    main()
