"""Observations: what one seat knows, byte by byte, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from batches import play_on
from tienlen import Batch, BatchError, PositionError, Rules, State

SOUTHERN, ZIPI, XIII = (Rules.preset(name) for name in ("southern", "zipi", "xiii"))


def expected_planes(state: State, seat: int) -> np.ndarray[Any, Any]:
    planes = np.zeros((4, 52), np.uint8)
    for plane, cards in enumerate(
        (state.hands[seat], state.table.cards if state.table else (), state.played)
    ):
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
