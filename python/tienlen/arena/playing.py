"""Playing deals: in the compiled core, or here where somebody else's bot takes part."""

from __future__ import annotations

import contextlib
import itertools
import pickle
import signal
import time
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tienlen import _core
from tienlen._core import State
from tienlen.arena.seeds import decision_seed, hand_seed
from tienlen.arena.settings import Settings
from tienlen.arena.tally import Deals
from tienlen.bots import Bot, Cheater, PolicyBot, SearchBot, decide_seeing
from tienlen.errors import ArenaError
from tienlen.record import Record
from tienlen.recorder import Recorder

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

__all__ = ["Played", "compiled", "is_built_in", "payoffs", "play_compiled", "play_here"]

_BUILT_IN = (PolicyBot, SearchBot, Cheater)
_SECONDS = 0.5  # of work between two looks at the clock, at the progress bar and at Ctrl-C
_MOST_HANDS = 1 << 16


class Played(NamedTuple):
    """Deals in a row, and the records of their hands if they were asked for."""

    deals: Deals
    records: tuple[str, ...] = ()


def is_built_in(settings: Settings) -> bool:
    """Tell whether the compiled core knows all entrants.

    Example:
        >>> from tienlen.rules import Rules
        >>> is_built_in(Settings.of(Rules.preset("pagat"), ["rules", "expert"]))
        True
    """
    return all(type(entrant.bot) in _BUILT_IN for entrant in settings.entrants)


def payoffs(settings: Settings) -> tuple[int, ...]:
    """Return what the places are worth: the points of the rules.

    Where all places score the same (rules that count places only) it is one point for each seat
    that comes behind.

    Example:
        >>> from tienlen.rules import Rules
        >>> payoffs(Settings.of(Rules.preset("xiii"), ["rules", "greedy", "random"]))
        (2, 1, 0)
    """
    points = settings.rules.points_by_place(settings.players)
    return points if len(set(points)) > 1 else tuple(range(settings.players - 1, -1, -1))


# --- in the compiled core ------------------------------------------------------------------------


def compiled(settings: Settings, first: int, count: int, threads: int) -> Deals:
    """Play deals between built-in bots on any number of threads."""
    bots = [_description(entrant.bot) for entrant in settings.entrants]
    arrays = _core._play_deals(
        settings.rules,
        bots,
        [list(seating) for seating in settings.seatings],
        players=settings.players,
        deals=count,
        seed=settings.seed,
        first_deal=first,
        threads=threads,
    )
    return Deals(*arrays)


def _description(bot: Bot) -> dict[str, Any]:
    assert isinstance(bot, _BUILT_IN)
    return bot.options | ({"open_hands": True} if type(bot) is Cheater else {})


def play_compiled(settings: Settings, first: int, end: int, threads: int) -> Iterator[Played]:
    """Yield deals in a row, in portions of about half a second."""
    count = 1
    while first < end:
        count = min(count, end - first)
        began = time.perf_counter()
        yield Played(compiled(settings, first, count, threads))
        took = max(time.perf_counter() - began, 1e-6)
        first += count
        wanted = int(count * min(_SECONDS / took, 8))
        count = max(1, min(wanted, _MOST_HANDS // len(settings.seatings)))


# --- here ----------------------------------------------------------------------------------------


def play_deal(settings: Settings, deal: int, with_records: bool) -> Played:
    """Play one deal in all seatings, in this thread."""
    entrants, players = len(settings.entrants), settings.players
    points = np.zeros((1, entrants), dtype=np.int64)
    places = np.zeros((1, entrants, players), dtype=np.int64)
    ahead = np.zeros((1, entrants, entrants), dtype=np.int64)
    decisions, nanoseconds = np.zeros_like(points), np.zeros_like(points)
    worth = payoffs(settings)
    dealt = State.deal(settings.rules, seed=settings.seed, players=players, hand=deal)
    records = []
    for number, seating in enumerate(settings.seatings):
        seed = hand_seed(settings.seed, deal, number)
        state = dealt
        for ply in itertools.count():
            if state.is_over:
                break
            assert state.to_move is not None
            entrant = seating[state.to_move]
            began = time.perf_counter_ns()
            play = decide_seeing(settings.entrants[entrant].bot, state, decision_seed(seed, ply))
            nanoseconds[0, entrant] += time.perf_counter_ns() - began
            decisions[0, entrant] += 1
            state = state.play(play)
        by_seat = [state.place_of(seat) for seat in range(players)]
        for seat, place in enumerate(by_seat):
            # After an instant win the others have no place and score as the last.
            points[0, seating[seat]] += worth[-1 if place is None else place]
            if place is None:
                continue
            places[0, seating[seat], place] += 1
            for other, behind in enumerate(by_seat):
                if behind is None or behind > place:
                    ahead[0, seating[seat], seating[other]] += 1
        if with_records:
            records.append(_record(settings, state, deal, number))
    return Played(Deals(points, places, ahead, decisions, nanoseconds), tuple(records))


def _record(settings: Settings, state: State, deal: int, seating: int) -> str:
    names = tuple(settings.labels[entrant] for entrant in settings.seatings[seating])
    record: Record = Recorder(state).record(
        names=names, seed=settings.seed, deal=deal, comment=f"seating {seating}"
    )
    return record.to_json()


def play_here(
    settings: Settings, first: int, end: int, threads: int, with_records: bool
) -> Iterator[Played]:
    """Yield deals in a row, one by one, played by processes of their own if there are several."""
    if threads == 1 or end - first <= 1:
        for deal in range(first, end):
            yield play_deal(settings, deal, with_records)
        return
    import multiprocessing
    from concurrent.futures import Future, ProcessPoolExecutor

    _check_pickles(settings)
    workers = min(threads, end - first)
    context = multiprocessing.get_context("spawn")  # the one way that all platforms have
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_ctrl_c_alone)
    waiting: deque[Future[Played]] = deque()
    try:
        upcoming = iter(range(first, end))
        for deal in itertools.islice(upcoming, 2 * workers):
            waiting.append(pool.submit(play_deal, settings, deal, with_records))
        while waiting:
            yield waiting.popleft().result()
            for deal in itertools.islice(upcoming, 1):
                waiting.append(pool.submit(play_deal, settings, deal, with_records))
    except BaseException:  # Ctrl-C, a bot that failed, a reader who has enough
        _give_up(pool)
        raise
    pool.shutdown()


def _give_up(pool: ProcessPoolExecutor) -> None:
    """End the processes at once: nobody wants the deals any more that they are thinking about."""
    if hasattr(pool, "terminate_workers"):  # since Python 3.14
        pool.terminate_workers()
        return
    for process in list((pool._processes or {}).values()):
        process.terminate()
    pool.shutdown(cancel_futures=True)


def _check_pickles(settings: Settings) -> None:
    for entrant in settings.entrants:
        try:
            pickle.loads(pickle.dumps(entrant.bot))
        except Exception as error:
            raise ArenaError(
                f"{entrant.label} cannot be sent to other processes ({error!r:.120}): give its "
                "description package.module:ClassName, or play with one thread"
            ) from error


def _leave_ctrl_c_alone() -> None:
    """Let Ctrl-C, which reaches all processes of a terminal, be dealt with by the first of them."""
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
