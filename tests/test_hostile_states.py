"""States asked for what they cannot do: an error comes out, and the state is as it was.

Run under AddressSanitizer, too, where a wrong read ends the process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hostile import (
    WRONG_TYPES,
    XIII,
    mid_trick,
    named,
    refused,
    unchanged,
)
from tienlen import (
    CardSet,
    IllegalActionError,
    PositionError,
    Reason,
    Rules,
    State,
    perft,
    perft_divide,
    playouts,
)


@pytest.fixture(autouse=True)
def state() -> Iterator[State]:
    """Mid-trick, three seats, with a past; after every test it is as it was."""
    state = mid_trick()
    with unchanged(state):
        yield state


@pytest.mark.parametrize("value", [v for v in WRONG_TYPES if v is not None], ids=named)
def test_wrong_types_everywhere(value: Any, state: State) -> None:
    for ask in (state.check, state.play, state.is_legal, state.explain):
        with refused():
            ask(value)
        with refused():
            ask("pass", value)
    for act in (state.fold, state.resign, state.place_of, state.random_play, state.play_unchecked):
        with refused():
            act(value)
    calls: list[Callable[[], object]] = [
        lambda: State.deal(value, seed=1),
        lambda: State.deal(XIII, seed=value),
        lambda: State.deal(XIII, seed=1, leader=value),
        lambda: State.from_hands(value, ["3s", "4s"]),
        lambda: State.from_hands(XIII, value),
        lambda: State.from_hands(XIII, ["3s", value]),
        lambda: State.from_hands(XIII, ["3s", "4s"], leader=value),
        lambda: State.from_hands(XIII, ["3s", "4s"], spare=value),
        lambda: State.from_text(value, XIII),
        lambda: State.from_text("3s | 4s; turn 0", value),
        lambda: state.trade(0, value, 1, "4c"),
        lambda: state.trade(value, "3s", 1, "4c"),
        lambda: perft(value, 1),
        lambda: perft(state, value),
        lambda: perft(state, 1, threads=value),
        lambda: playouts(XIII, value, seed=1),
        lambda: playouts(XIII, 1, seed=1, threads=value),
        lambda: playouts(XIII, 1, seed=1, players=value),
        lambda: State.deal(XIII, seed=1, players=value),
        lambda: perft_divide(value, 1),
        lambda: playouts(value, 1, seed=1),
        lambda: playouts(XIII, 1, seed=value),
        lambda: playouts(XIII, 1, seed=1, first_hand=value),
        lambda: playouts(XIII, 1, seed=1, progress=value),
    ]
    for call in calls:
        with refused():
            call()


def test_none_is_no_seat(state: State) -> None:
    for call in (
        lambda: state.place_of(None),
        lambda: state.resign(None),
        lambda: state.trade(None, "3s", 1, "4c"),
        lambda: state.check(None),
        lambda: state.play(None),
    ):
        with refused():
            call()
    with pytest.raises(TypeError):
        state.check()
    with pytest.raises(TypeError):
        state.check("3s", 0, 0)
    with pytest.raises(TypeError):
        state.check(cards="3s")


def test_a_finished_hand() -> None:
    over = State.from_hands(XIII, ["3s", "4c 5c"]).play("3s")
    assert over.is_over
    assert over.check("4c") is Reason.HAND_OVER
    assert over.check("4c", 1) is Reason.HAND_OVER
    for act in (
        lambda: over.play("4c"),
        lambda: over.fold(1),
        lambda: over.resign(0),
        lambda: over.random_play(1),
    ):
        with pytest.raises(IllegalActionError):
            act()
    with refused():
        over.play_unchecked(0)
    assert over.legal_masks().shape == (0,)
    assert over.legal_plays() == []


def test_play_unchecked_checks_what_memory_depends_on(state: State) -> None:
    for mask in (1 << 50, (1 << 52) - 1, int(CardSet("4c 6c")), 1 << 52, 2**64 - 1):
        with refused():
            state.play_unchecked(mask)
    # Passes without end, legal or not: the past is long, and goes without deep recursion.
    passing = State.from_hands(Rules.preset("southern"), ["3s", "4s", "5s", "6s"])
    for _ in range(200_000):
        passing = passing.play_unchecked(0)
    assert len(passing.history) == 200_000
    del passing


def test_hands_of_nearly_the_whole_deck() -> None:
    """There are billions of double sequences in them: counted, but not listed."""
    most = State.from_hands(XIII, [~CardSet("2h 2d"), "2h 2d"], leader=0)
    assert most.count_legal() > 10**9
    for call in (
        most.legal_plays,
        most.legal_masks,
        lambda: perft(most, 2),
        lambda: perft_divide(most, 1),
    ):
        with pytest.raises(PositionError):
            call()
    assert most.is_legal(most.random_play(1))
    half = State.from_hands(XIII, [(1 << 26) - 1, ((1 << 26) - 1) << 26], leader=0)
    assert len(half.legal_masks()) == half.count_legal() > 50_000


def test_the_progress_of_long_work(state: State) -> None:
    def fails(done: int, total: int) -> None:
        raise ZeroDivisionError

    for call in (
        lambda: playouts(XIII, 10, seed=1, progress=fails),
        lambda: playouts(XIII, 10**12, seed=1, threads=2, progress=fails),
        lambda: perft(State.deal(XIII, seed=1), 60, threads=2, progress=fails),
        lambda: perft_divide(State.deal(XIII, seed=1), 60, progress=fails),
    ):
        with pytest.raises(ZeroDivisionError):
            call()
