"""A batch of hands: its arrays, its steps, what it refuses, how it starts again."""

from __future__ import annotations

import copy
import enum
import pickle
import threading
from typing import Any

import numpy as np
import pytest

import tienlen
from tienlen import AutoresetMode, Batch, BatchError, IllegalPlayError, PositionError, Reason, Rules, State

SOUTHERN, ZIPI, XIII = (Rules.preset(name) for name in ("southern", "zipi", "xiii"))


def choose(batch: Batch, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Random indices, as a numpy program makes them."""
    return (rng.random(len(batch)) * batch.legal_counts).astype(np.int64)


def snapshot(batch: Batch) -> bytes:
    return batch.to_bytes()


def play_on(batch: Batch, steps: int, seed: int = 1) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        batch.step_index(choose(batch, rng))


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
    assert (abs(batch.points.mean(axis=0) - means) <= 4 * spread * np.sqrt(1 / n + 1 / 40_000)).all()


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


# --- observations ---------------------------------------------------------------------------------


def expected_planes(state: State, seat: int) -> np.ndarray[Any, Any]:
    planes = np.zeros((4, 52), np.uint8)
    for plane, cards in enumerate((state.hands[seat], state.table.cards if state.table else (), state.played)):
        for card in cards:
            planes[plane, int(card)] = 1
    for relative in range(state.players):
        other = (seat + relative) % state.players
        cells = planes[3, 13 * relative : 13 * relative + 13]
        cells[: min(10, len(state.hands[other])) if other in state.in_play else 0] = 1
        cells[10] = other in state.passed or other in state.lead_passed
        cells[11] = other == state.table_owner
        cells[12] = other == state.to_move
    return planes


@pytest.mark.parametrize(("rules", "players"), [(SOUTHERN, 4), (XIII, 2), (XIII, 3), (ZIPI, 4)])
def test_observations(rules: Rules, players: int) -> None:
    batch = Batch(rules, 30, seed=6, players=players)
    out = np.empty((30, 208), np.uint8)
    for _ in range(60):
        states = [batch.state(i) for i in range(30)]
        assert batch.observe(out) is out
        seats = np.arange(30) % players
        of_seats = batch.observe(seat=seats)
        for i, state in enumerate(states):
            mover = 0 if state.to_move is None else state.to_move
            assert np.array_equal(out[i].reshape(4, 52), expected_planes(state, mover))
            assert np.array_equal(of_seats[i], expected_planes(state, int(seats[i])))
        assert np.array_equal(batch.observe(seat=1)[seats == 1], of_seats[seats == 1])
        batch.step_policy()


def test_observations_do_not_tell_what_others_hold() -> None:
    batch = Batch(SOUTHERN, 50, seed=6)
    play_on(batch, 12)
    for i in range(50):
        state = batch.state(i)
        assert state.to_move is not None
        me = state.to_move
        left, right = ((me + 1) % 4, (me + 2) % 4)
        text = state.to_text()
        hands, _, rest = text.partition("; ")
        names = hands.split(" | ")
        if min(len(state.hands[left]), len(state.hands[right])) == 0:
            continue
        a, b = names[left].split(), names[right].split()
        a[0], b[0] = b[0], a[0]
        names[left], names[right] = " ".join(a), " ".join(b)
        swapped = State.from_text(" | ".join(names) + "; " + rest, SOUTHERN)
        pair = Batch.from_states([state, swapped], seed=1).observe()
        assert np.array_equal(pair[0], pair[1])


def test_observations_into_hostile_arrays() -> None:
    batch = Batch(SOUTHERN, 4, seed=6)
    frozen = np.zeros((4, 208), np.uint8)
    frozen.flags.writeable = False
    for out in (np.zeros((3, 208), np.uint8), np.zeros((4, 416), np.uint8)[:, ::2], frozen):
        with pytest.raises(BatchError):
            batch.observe(out)
        assert not out.any()
    for bad in (np.zeros((4, 208), np.int8), np.zeros((4, 208)), bytearray(832)):
        with pytest.raises(TypeError):
            batch.observe(bad)  # type: ignore[arg-type]
    with pytest.raises(PositionError):
        batch.observe(seat=4)
    with pytest.raises(BatchError, match="hand 2: seat 4"):
        batch.observe(seat=np.array([0, 1, 4, 5]))
    with pytest.raises(BatchError):
        batch.observe(seat=np.array([0, 1, 2]))


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
