"""Hands that are over, what comes after them, and copies that go on: in memory and as bytes."""

from __future__ import annotations

import copy
import enum
import pickle
from typing import Any

import numpy as np
import pytest

from batches import play_on, snapshot
from tienlen import AutoresetMode, Batch, BatchError, PositionError, Reason, Rules, State

SOUTHERN, ZIPI, XIII = (Rules.preset(name) for name in ("southern", "zipi", "xiii"))


# --- hands that are over --------------------------------------------------------------------------


def finish(batch: Batch) -> np.ndarray[Any, Any]:
    """Step until some hand ends; which."""
    while not batch.done.any():
        batch.step_policy()
    return batch.done


def test_disabled_keeps_hands_until_reset() -> None:
    batch = Batch(SOUTHERN, 30, seed=1)
    done = finish(batch)
    assert np.array_equal(done, batch.over)
    before = [batch.state(i) for i in np.flatnonzero(done)]
    assert batch.step_policy() == 30 - done.sum()
    assert [batch.state(i) for i in np.flatnonzero(done)] == before
    assert (batch.legal_counts[done] == 0).all()
    assert (batch.points[done].sum(axis=1) == 6).all()
    assert np.array_equal(batch.final_places[done], batch.places[done])
    points = batch.points.copy()
    batch.reset(done)
    assert not batch.over[done].any()
    assert np.array_equal(batch.final_points[done], points[done])
    assert np.array_equal(batch.episodes, done.astype(np.uint32))
    assert (batch.points[done] == 0).all()
    for wrong in (np.zeros(30, np.int64), [1] * 30):
        with pytest.raises(TypeError):
            batch.reset(wrong)  # type: ignore[arg-type]
    with pytest.raises(BatchError):
        batch.reset(done[:-1])
    with pytest.raises(BatchError):
        batch.reset(done, seed=3)
    batch.reset(seed=1)
    assert snapshot(batch) == snapshot(Batch(SOUTHERN, 30, seed=1))


def test_next_step_deals_in_the_step_after() -> None:
    batch = Batch(SOUTHERN, 30, seed=1, autoreset=AutoresetMode.NEXT_STEP)
    done = finish(batch)
    assert np.array_equal(done, batch.over)
    points = batch.points.copy()
    assert batch.step_index(np.where(done, -5, 0)) == 30 - done.sum()
    assert not batch.done[done].any()
    assert np.array_equal(batch.episodes, done.astype(np.uint32))
    assert np.array_equal(batch.final_points[done], points[done])
    for i in np.flatnonzero(done):
        assert batch.state(i) == State.deal(SOUTHERN, seed=1, hand=int(i) + 2**32)


def test_same_step_deals_in_the_step_that_ends() -> None:
    batch = Batch(SOUTHERN, 30, seed=1, autoreset="SameStep")
    other = Batch(SOUTHERN, 30, seed=1)
    done = finish(batch)
    finish(other)
    assert not batch.over.any()
    assert np.array_equal(batch.has_final, done)
    assert np.array_equal(batch.final_places[done], other.places[done])
    assert np.array_equal(batch.final_points[done], other.points[done])
    assert (batch.legal_counts > 0).all()
    for i in np.flatnonzero(done):
        assert batch.state(i) == State.deal(SOUTHERN, seed=1, hand=int(i) + 2**32)
    batch.step_policy()
    assert not batch.done[done].any()


@pytest.mark.parametrize("autoreset", list(AutoresetMode), ids=lambda m: m.name)
def test_every_episode_ends_once(autoreset: AutoresetMode) -> None:
    """Wins at the deal too: with zipi's four of them, one hand in thirty."""
    n, steps = 200, 400
    batch = Batch(ZIPI, n, seed=2, autoreset=autoreset)
    ends: list[list[tuple[int, ...]]] = [[] for _ in range(n)]

    def note() -> None:
        for i in np.flatnonzero(batch.done):
            ends[i].append(tuple(batch.final_points[i].tolist()))

    if autoreset is not AutoresetMode.SAME_STEP:
        note()  # what was won at the deal
    for _ in range(steps):
        batch.step_policy()
        if autoreset is AutoresetMode.DISABLED:
            note()
            batch.reset(batch.over)
            while batch.over.any():
                note()
                batch.reset(batch.over)
        else:
            note()
    for i in range(n):
        assert len(ends[i]) >= 2
        for episode, points in enumerate(ends[i]):
            alone = Batch(ZIPI, 1, seed=2, first_hand=i)
            for _ in range(episode):
                alone.reset()
            while alone.step_policy():
                pass
            assert tuple(alone.points[0].tolist()) == points
        if i == 20:
            break


def test_autoreset_modes_by_any_name() -> None:
    class Foreign(enum.Enum):
        NEXT_STEP = "NextStep"

    for given in ("NEXT_STEP", "next_step", "NextStep", AutoresetMode.NEXT_STEP, Foreign.NEXT_STEP):
        assert Batch(SOUTHERN, 1, seed=1, autoreset=given).autoreset is AutoresetMode.NEXT_STEP
    for wrong in ("", "later", None, 1, Reason.TOO_LOW):
        with pytest.raises(BatchError, match="autoreset"):
            Batch(SOUTHERN, 1, seed=1, autoreset=wrong)  # type: ignore[arg-type]


# --- copies and bytes -----------------------------------------------------------------------------


@pytest.mark.parametrize("autoreset", list(AutoresetMode), ids=lambda m: m.name)
@pytest.mark.parametrize("rules", [SOUTHERN, ZIPI, XIII], ids=lambda r: r.name)
def test_copies_go_on_alike(rules: Rules, autoreset: AutoresetMode) -> None:
    batch = Batch(rules, 50, seed=4, autoreset=autoreset, threads=2)
    play_on(batch, 70)
    batches = [
        batch,
        copy.copy(batch),
        copy.deepcopy(batch),
        batch.copy(),
        pickle.loads(pickle.dumps(batch)),
        Batch.from_bytes(batch.to_bytes(), rules),
        batch[:],
    ]
    assert batches[4].threads == 2
    for other in batches:
        play_on(other, 30)
        other.step_policy()
    assert len({snapshot(other) for other in batches}) == 1


def test_broken_bytes_are_refused() -> None:
    batch = Batch(XIII, 12, seed=4, autoreset="next_step")
    play_on(batch, 60)
    data = batch.to_bytes()
    for wrong in (b"", b"tlbatch1", data[:-1], data + b"\0", b"x" + data[1:], data[:40]):
        with pytest.raises(PositionError, match="batch bytes"):
            Batch.from_bytes(wrong, XIII)
    with pytest.raises(PositionError, match="other rules"):
        Batch.from_bytes(data, SOUTHERN)
    with pytest.raises(TypeError):
        Batch.from_bytes("text", XIII)  # type: ignore[arg-type]


def test_no_flipped_bit_breaks_anything() -> None:
    """Each is refused, or makes a batch whose hands are positions and can be played to the end."""
    batch = Batch(XIII, 3, seed=4, players=3)
    play_on(batch, 12)
    data = batch.to_bytes()
    refused = 0
    for bit in range(8 * len(data)):
        broken = bytearray(data)
        broken[bit // 8] ^= 1 << bit % 8
        try:
            other = Batch.from_bytes(bytes(broken), XIII)
        except PositionError:
            refused += 1
            continue
        for i in range(3):
            assert State.from_text(other.state(i).to_text(), XIII) == other.state(i)
        for _ in range(300):
            other.step_policy()
        assert other.over.all() or other.autoreset is not AutoresetMode.DISABLED
    assert refused > 4 * len(data)


# --- memory ---------------------------------------------------------------------------------------


def test_memory_of_a_hand() -> None:
    assert Batch(SOUTHERN, 1000, seed=1).nbytes / 1000 <= 128


@pytest.mark.slow
def test_a_million_hands_in_flat_memory() -> None:
    resource = pytest.importorskip("resource")

    def peak() -> int:
        return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    n = 1_000_000
    batch = Batch(SOUTHERN, n, seed=1, autoreset="same_step", threads=2)
    rng = np.random.default_rng(1)
    random = np.empty(n)

    def step() -> None:
        offsets, _ = batch.legal()
        rng.random(out=random)
        np.multiply(random, np.diff(offsets), out=random)
        assert batch.step_index(random.astype(np.int64)) == n

    for _ in range(90):  # until every slot is somewhere in a hand
        step()
    held, before = batch.nbytes, peak()
    for _ in range(60):
        step()
    assert batch.nbytes <= 1.6 * held
    assert peak() <= before * 1.25
    assert batch.episodes.min() >= 0
    assert batch.has_final.mean() > 0.9
