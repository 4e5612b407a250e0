"""What the tests of batches share."""

from __future__ import annotations

from typing import Any

import numpy as np

from tienlen import Batch


def choose(batch: Batch, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Random indices, as a numpy program makes them."""
    return (rng.random(len(batch)) * batch.legal_counts).astype(np.int64)


def snapshot(batch: Batch) -> bytes:
    """All that makes a batch what it is."""
    return batch.to_bytes()


def play_on(batch: Batch, steps: int, seed: int = 1) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        batch.step_index(choose(batch, rng))
