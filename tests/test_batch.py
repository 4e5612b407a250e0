"""A batch of hands: which hand is which, steps, and what it refuses."""

from __future__ import annotations

import pickle
import threading
from typing import Any

import numpy as np
import pytest

import tienlen
from batches import choose, play_on, snapshot
from tienlen import (
    Batch,
    BatchError,
    IllegalPlayError,
    PositionError,
    Reason,
    Rules,
    State,
)

SOUTHERN, ZIPI, XIII = (Rules.preset(name) for name in ("southern", "zipi", "xiii"))


# --- which hand is which --------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [SOUTHERN, ZIPI, XIII], ids=lambda r: r.name)
def test_slots_are_the_hands_of_the_seed(rules: Rules) -> None:
    batch = Batch(rules, 50, seed=9, first_hand=1000)
    for i in range(50):
        assert batch.state(i) == State.deal(rules, seed=9, hand=1000 + i)
    batch.reset()
    assert batch.state(3) == State.deal(rules, seed=9, hand=1003 + 2**32)


def test_a_hand_is_the_same_in_any_batch_on_any_number_of_threads() -> None:
    n = 20_000
    whole = Batch(SOUTHERN, n, seed=3, autoreset="same_step")
    threaded = Batch(SOUTHERN, n, seed=3, autoreset="same_step", threads=4)
    part = Batch(SOUTHERN, 100, seed=3, first_hand=5000, autoreset="same_step")
    rng = np.random.default_rng(1)
    for step in range(150):
        assert whole.step_policy() == threaded.step_policy() == n
        part.step_policy()
        if step % 10 == 0:
            offsets, masks = whole.legal()
            other_offsets, other_masks = threaded.legal()
            assert np.array_equal(offsets, other_offsets)
            assert np.array_equal(masks, other_masks)
            choice = (rng.random(n) * np.diff(offsets)).astype(np.int64)
            assert whole.step_index(choice) == threaded.step_index(choice)
            part.step_index(choice[5000:5100])
            assert np.array_equal(whole.observe(), threaded.observe())
    assert whole.to_bytes() == threaded.to_bytes()
    assert whole.take(slice(5000, 5100)).to_bytes() == part.to_bytes()
    assert whole.episodes.max() >= 1


@pytest.mark.parametrize("name", tienlen.PRESETS)
def test_random_play_is_as_long_as_in_playouts(name: str) -> None:
    """Within four standard errors of the difference; plies a hand, and points of each seat."""
    rules = Rules.preset(name)
    n = 4000
    batch = Batch(rules, n, seed=8)
    lengths = np.zeros(n)
    while not batch.over.all():
        lengths += ~batch.over
        batch.step_policy()
    expected = tienlen.playouts(rules, 40_000, seed=9)
    error = lengths.std() * np.sqrt(1 / n + 1 / 40_000)
    assert abs(lengths.mean() - expected.plies / 40_000) < 4 * error
    means = expected.points_sum / 40_000
    spread = np.sqrt(expected.points_sum_squares / 40_000 - means**2)
    assert (
        abs(batch.points.mean(axis=0) - means) <= 4 * spread * np.sqrt(1 / n + 1 / 40_000)
    ).all()


@pytest.mark.parametrize("plies", [0, 1, 2, 3, 7, 12])
def test_random_play_is_uniform(plies: int) -> None:
    """Chi-square over the legal plays of one position, each drawn on its own stream."""
    state = State.deal(SOUTHERN, seed=21)
    for _ in range(plies):
        state = state.play(int(state.legal_masks()[-1]))
    legal = state.legal_masks()
    n = 500 * len(legal)
    batch = Batch.from_states([state], seed=1).take([0] * n, seed=77)
    batch.step_policy()
    passed = batch.table_owner != state.to_move
    plays = np.where(passed, 0, batch.table)
    counts = np.array([(plays == mask).sum() for mask in legal])
    assert counts.sum() == n
    degrees = len(legal) - 1
    chi_square = ((counts - 500) ** 2 / 500).sum()
    assert chi_square < degrees + 5 * np.sqrt(2 * degrees) + 10


def test_taking_hands() -> None:
    batch = Batch(SOUTHERN, 10, seed=1)
    play_on(batch, 8)
    assert [s == batch.state(i) for i, s in enumerate(batch)] == [True] * 10  # type: ignore[arg-type]
    marked = np.arange(10) % 3 == 0
    for subscript, places in [
        (slice(None, None, -2), [9, 7, 5, 3, 1]),
        ([3, 3, -1], [3, 3, 9]),
        (np.array([0, 9], np.uint8), [0, 9]),
        (marked, [0, 3, 6, 9]),
        ([], []),
    ]:
        part = batch[subscript]
        assert [part.state(i) for i in range(len(part))] == [batch.state(i) for i in places]
        assert np.array_equal(part.hand_numbers, batch.hand_numbers[places])
    first, second = batch.take([4, 4]), batch.take([4, 4], seed=3)
    for _ in range(30):
        first.step_policy()
        second.step_policy()
    assert first.state(0) == first.state(1)
    assert second.state(0) != second.state(1)
    for wrong in ([10], [-11], np.array([2**63], np.uint64)):
        with pytest.raises(IndexError, match="out of range"):
            batch[wrong]
    with pytest.raises(IndexError):
        batch[10]
    with pytest.raises(BatchError, match="shape"):
        batch[np.zeros((2, 2), np.int64)]
    with pytest.raises(BatchError, match="shape"):
        batch[np.zeros(9, bool)]
    with pytest.raises(TypeError):
        batch[[1.5]]  # type: ignore[list-item]


def test_from_states() -> None:
    states = [State.deal(XIII, seed=s, players=3) for s in range(5)]
    batch = Batch.from_states(states, seed=4)
    assert [batch.state(i) for i in range(5)] == states
    assert batch.players == 3
    with pytest.raises(BatchError, match="hand 1 has other rules"):
        Batch.from_states([states[0], State.deal(SOUTHERN, seed=1)], seed=1)
    with pytest.raises(BatchError, match="hand 1 has 4 players"):
        Batch.from_states([states[0], State.deal(XIII, seed=1)], seed=1)
    with pytest.raises(BatchError, match="one state"):
        Batch.from_states([], seed=1)
    with pytest.raises(TypeError, match="expected States"):
        Batch.from_states([states[0].to_text()], seed=1)  # type: ignore[list-item]


def test_hands_too_large_to_list_are_refused() -> None:
    state = State.from_hands(Rules.preset("xiii"), [(1 << 48) - 1, 3 << 50], 0)
    with pytest.raises(PositionError, match="too large to list"):
        Batch.from_states([state], seed=1)


def test_large_hands_have_room() -> None:
    """Hands far larger than any deal: lists are counted before they are made."""
    masks = [(1 << 20) - 1, ((1 << 40) - 1) ^ ((1 << 20) - 1), 3 << 50]
    states = [State.from_hands(XIII, masks, leader) for leader in range(3)]
    batch = Batch.from_states(states, seed=1)
    offsets, plays = batch.legal()
    for i, state in enumerate(states):
        assert np.array_equal(plays[offsets[i] : offsets[i + 1]], state.legal_masks())


# --- steps ----------------------------------------------------------------------------------------


def test_three_ways_to_say_the_same() -> None:
    one, two, three = (Batch(SOUTHERN, 64, seed=2) for _ in range(3))
    rng = np.random.default_rng(0)
    while not one.over.all():
        offsets, masks = one.legal()
        index = choose(one, rng)
        flat = offsets[:-1] + index
        plays = masks[np.minimum(flat, len(masks) - 1)]
        live = int((~one.over).sum())
        assert two.step_index(index.astype(np.int32)) == live
        assert three.step_flat(flat) == live
        assert one.step(plays) == live
        assert one.to_bytes() == two.to_bytes() == three.to_bytes()
    assert one.step(np.full(64, 2**64 - 1, np.uint64)) == 0
    assert one.step_index(np.full(64, -7)) == 0


def test_views_are_read_only_and_outlive_the_batch() -> None:
    batch = Batch(SOUTHERN, 100, seed=2)
    offsets, masks = batch.legal()
    kept = masks.copy(), offsets.copy()
    for view in (offsets, masks):
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 1
        with pytest.raises(ValueError, match="WRITEABLE"):
            view.flags.writeable = True
    batch.take(slice(None)).step_policy()
    del batch
    assert np.array_equal(masks, kept[0])
    assert np.array_equal(offsets, kept[1])


def test_lists_into_arrays_of_the_caller() -> None:
    batch = Batch(SOUTHERN, 100, seed=2)
    offsets, masks = np.zeros(101, np.int64), np.zeros(5000, np.uint64)
    given = batch.legal(offsets, masks)
    expected = batch.legal()
    assert given[0] is offsets
    assert np.shares_memory(given[1], masks)
    assert np.array_equal(given[0], expected[0])
    assert np.array_equal(given[1], expected[1])
    shared = np.zeros(6000, np.uint64)
    for wrong, words in [
        ((offsets, None), "both arrays"),
        ((offsets[:-1], masks), "expected 101 values"),
        ((offsets, masks[:50]), "do not fit"),
        ((offsets, masks[::2]), "contiguous"),
        ((shared[:101].view(np.int64), shared[100:]), "overlap"),
        ((shared[5800:5901].view(np.int64), shared[:5801]), "overlap"),
    ]:
        before = [a.copy() for a in wrong if a is not None]
        with pytest.raises(BatchError, match=words):
            batch.legal(*wrong)
        assert all(np.array_equal(a, b) for a, b in zip(before, wrong, strict=False))
    masks.flags.writeable = False
    with pytest.raises(BatchError, match="read-only"):
        batch.legal(offsets, masks)
    for bad in (np.zeros(101, np.int32), np.zeros(101), [0] * 101):
        with pytest.raises(TypeError, match="int64"):
            batch.legal(bad, np.zeros(5000, np.uint64))  # type: ignore[arg-type]


@pytest.mark.parametrize("listed", [False, True])
def test_an_illegal_play_changes_nothing(listed: bool) -> None:
    batch = Batch(SOUTHERN, 40, seed=5)
    play_on(batch, 9)
    offsets, masks = batch.legal()
    plays = masks[offsets[:-1]].copy()
    if not listed:
        batch = batch.copy()
    before = snapshot(batch)
    hand = 23
    state = batch.state(hand)
    for wrong in (3, 2**52, 2**64 - 1, int(batch.hands[hand].max()), *(1 << c for c in range(52))):
        reason = state.check(wrong)
        if reason is None:
            continue
        plays[hand] = wrong
        plays[30] = 2**60  # a later fault is not the one that is told
        with pytest.raises(IllegalPlayError, match="hand 23: ") as caught:
            batch.step(plays)
        assert caught.value.reason is reason
        assert caught.value.hand == hand
        assert caught.value.seat == state.to_move
        assert caught.value.position == state.to_text()
        assert pickle.loads(pickle.dumps(caught.value)).hand == hand
        with pytest.raises(IllegalPlayError) as single:
            state.play(wrong)
        assert (caught.value.card, caught.value.size) == (single.value.card, single.value.size)
        assert snapshot(batch) == before


def test_an_index_outside_the_list_changes_nothing() -> None:
    batch = Batch(SOUTHERN, 40, seed=5)
    play_on(batch, 9)
    offsets, _ = batch.legal()
    before = snapshot(batch)
    index = np.zeros(40, np.int64)
    for wrong in (-1, int(batch.legal_counts[7]), 2**63 - 1, -(2**63)):
        index[7] = wrong
        with pytest.raises(BatchError, match=f"hand 7: index {wrong} is out of range") as caught:
            batch.step_index(index)
        assert caught.value.hand == 7
        assert pickle.loads(pickle.dumps(caught.value)).hand == 7
    huge = np.zeros(40, np.uint64)
    huge[7] = 2**64 - 1
    with pytest.raises(BatchError, match=f"index {2**64 - 1}"):
        batch.step_index(huge)
    for wrong in (offsets[7] - 1, offsets[8], -1):
        flat = offsets[:-1].copy()
        flat[7] = wrong
        with pytest.raises(BatchError, match=f"hand 7: index {wrong} .* are {offsets[7]} to"):
            batch.step_flat(flat)
    assert snapshot(batch) == before


def test_a_fault_on_another_thread_changes_nothing() -> None:
    batch = Batch(SOUTHERN, 20_000, seed=5, threads=4)
    before = snapshot(batch)
    index = np.zeros(20_000, np.int64)
    index[[12_345, 19_000]] = 1000
    with pytest.raises(BatchError, match="hand 12345"):
        batch.step_index(index)
    plays = np.zeros(20_000, np.uint64)
    with pytest.raises(IllegalPlayError, match="hand 0") as caught:
        batch.step(plays)
    assert caught.value.reason is Reason.MUST_LEAD
    assert snapshot(batch) == before


@pytest.mark.parametrize(
    ("array", "error"),
    [
        (np.zeros(9, np.int64), BatchError),
        (np.zeros((10, 1), np.int64), BatchError),
        (np.int64(0), BatchError),
        (np.zeros(10), TypeError),
        (np.zeros(10, bool), TypeError),
        (np.zeros(10, object), TypeError),
        (np.array(["3s"] * 10), TypeError),
        (None, TypeError),
        ("3s", TypeError),
        ([0.0] * 10, TypeError),
        ([0] * 9, BatchError),
    ],
)
def test_hostile_arrays_are_refused(array: Any, error: type[Exception]) -> None:
    batch = Batch(SOUTHERN, 10, seed=1)
    before = snapshot(batch)
    for step in (batch.step, batch.step_index, batch.step_flat):
        with pytest.raises(error):
            step(array)
    assert snapshot(batch) == before


def test_odd_arrays_are_read_as_they_are() -> None:
    index = np.array([1, 0, 1, 0], np.int64)
    wide = np.zeros(8, np.int64)
    wide[::2] = index
    frozen = index.copy()
    frozen.flags.writeable = False
    unaligned = np.frombuffer(b"\0" + index.tobytes(), np.int64, offset=1)
    results = set()
    for given in (
        index,
        wide[::2],
        index[::-1].copy()[::-1],
        frozen,
        unaligned,
        index.astype(">i8"),
        index.astype(np.uint8),
        index.tolist(),
    ):
        batch = Batch(SOUTHERN, 4, seed=1)
        batch.step_index(given)
        results.add(snapshot(batch))
    assert len(results) == 1


def test_a_step_by_the_list_itself() -> None:
    """What is stepped by may be a view of the memory that the step writes to."""
    one, two = Batch(SOUTHERN, 1, seed=1), Batch(SOUTHERN, 1, seed=1)
    for _ in range(5):
        _, masks = one.legal()
        copied = masks.copy()
        one.step(masks[-1:])
        two.step(copied[-1:])
    assert snapshot(one) == snapshot(two)


# --- the rest -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        {"n": -1},
        {"n": 2**31 + 1},
        {"seed": -1},
        {"seed": 2**64},
        {"players": 5},
        {"players": 3},
        {"threads": 0},
        {"first_hand": 2**32},
        {"first_hand": -1},
    ],
    ids=str,
)
def test_wrong_numbers(arguments: dict[str, Any]) -> None:
    with pytest.raises(PositionError):
        Batch(**({"rules": SOUTHERN, "n": 1, "seed": 1} | arguments))


@pytest.mark.parametrize(
    "arguments", [{"rules": "southern"}, {"n": 1.5}, {"seed": "7"}, {"threads": None}, {"size": 3}]
)
def test_wrong_types(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Batch(**({"rules": SOUTHERN, "n": 1, "seed": 1} | arguments))
    with pytest.raises(TypeError):
        Batch.__new__(Batch)  # type: ignore[call-arg]


def test_an_empty_batch() -> None:
    batch = Batch(SOUTHERN, 0, seed=1)
    offsets, masks = batch.legal()
    assert offsets.tolist() == [0]
    assert masks.size == 0
    assert batch.step([]) == batch.step_index([]) == batch.step_policy() == 0
    assert batch.observe().shape == (0, 4, 52)
    assert batch.places.shape == (0, 4)
    assert len(Batch.from_bytes(batch.to_bytes(), SOUTHERN)) == 0


def test_an_unknown_policy() -> None:
    with pytest.raises(BatchError, match="built-in policy is 'random'"):
        Batch(SOUTHERN, 1, seed=1).step_policy("best")


def test_two_threads_never_see_a_step_half_made() -> None:
    batch = Batch(SOUTHERN, 100_000, seed=1, autoreset="same_step")
    refusals: list[str] = []
    moved: list[int] = []

    def work() -> None:
        for _ in range(30):
            try:
                moved.append(batch.step_policy())
            except BatchError as error:
                refusals.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(moved) + len(refusals) == 90
    assert set(refusals) <= {"this batch is in use by another thread"}
    again = Batch(SOUTHERN, 100_000, seed=1, autoreset="same_step")
    for _ in moved:
        again.step_policy()
    assert snapshot(batch) == snapshot(again)
