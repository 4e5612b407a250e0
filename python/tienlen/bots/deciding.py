"""Asking bots: a decision that is checked, and a hint."""

from __future__ import annotations

import reprlib
from typing import Any

from tienlen import _core
from tienlen._core import Play, SearchResult, State, View
from tienlen.bots.builtin import Cheater, PolicyBot, SearchBot
from tienlen.bots.levels import LEVELS
from tienlen.bots.making import Bot, make, name_of
from tienlen.errors import BotError, NotationError

__all__ = ["decide", "decide_seeing", "hint"]

_BUILT_IN = (PolicyBot, SearchBot, Cheater)  # and no class derived from one


def decide(bot: str | Bot, view: View, seed: int = 0) -> Play:
    """Ask a bot for its play, and check it.

    Args:
        bot: A bot, or a description as for `make`.
        view: What the seat to move knows.
        seed: For the bot's own chances.

    Raises:
        BotError: What it returned is no legal play, or it failed; the error names the bot, the
            reason and the position, and what the bot raised is its cause.
        PositionError: It is not the turn of the view's seat, or the seed is none.

    Example:
        >>> from tienlen import Rules, State
        >>> class Stubborn:
        ...     def choose(self, view, seed):
        ...         return "2h"
        >>> state = State.from_hands(Rules.preset("xiii"), ["3s 4s", "4c 6h"], leader=0)
        >>> decide("lowest", state.view(0))
        Play('3s')
        >>> decide(Stubborn(), state.view(0))
        Traceback (most recent call last):
        tienlen.errors.BotError: Stubborn: 2h: seat 0 does not hold 2h [seat 0; 3s 4s | +2; turn 0]
    """
    player = make(bot)
    if isinstance(player, PolicyBot | SearchBot) and type(player) in _BUILT_IN:
        return player.choose(view, seed)  # legal by construction, as the tests see to
    _core.choose(view, "lowest", seed=seed)  # refuses a view and a seed that nobody can answer
    name = name_of(player)
    try:
        answer: Any = player.choose(view, seed)
    except BotError:
        raise
    except Exception as error:
        message = f"{name} raised {reprlib.repr(error)}"
        raise BotError(message, name, None, view.to_text()) from error
    return _legal(name, answer, view)


def decide_seeing(bot: Bot, state: State, seed: int) -> Play:
    """Ask a bot for its play in a state: by the view of the seat to move, unless it is a cheater.

    Example:
        >>> from tienlen import Rules
        >>> state = State.from_hands(Rules.preset("xiii"), ["3s 4s", "4c 6h"], leader=0)
        >>> decide_seeing(make("cheater:50"), state, seed=1) in state.legal_plays()
        True
    """
    if type(bot) is Cheater:
        return bot.choose_seeing(state, seed)
    assert state.to_move is not None
    return decide(bot, state.view(state.to_move), seed)


def _legal(name: str, answer: Any, view: View) -> Play:
    """What a bot answered as a play, if it is a legal one."""
    shown = reprlib.repr(answer) if not isinstance(answer, str | Play) else str(answer)
    try:
        reason = view.check(answer)
        if reason is None:
            return Play(answer)
        said = view.explain(answer)
    except (TypeError, NotationError) as error:
        message = f"{name} answered {shown}, which is no play: {error}"
        raise BotError(message, name, None, view.to_text()) from error
    raise BotError(f"{name}: {said}", name, reason, view.to_text())


def hint(
    view: View, level: str | SearchBot = "expert", seed: int = 0, *, threads: int = 1
) -> SearchResult:
    """Rank the plays of the seat to move, with the points each is expected to bring.

    The ranking is by search always. A level that searches hints as it plays, so that the first play
    is the one it would make; a level that plays by rules of thumb, and has no figures to give,
    hints by the weakest level that searches.

    Args:
        view: What the seat to move knows.
        level: A level, or a search such as `ismcts:2000`.
        seed: The same seed gives the same hint.
        threads: How many threads share the work; they do not change the hint.

    Returns:
        The plays, the best first, each with the mean of its points and the interval. Where there is
        nothing to choose, the one play, not tried.

    Raises:
        BotError: No such level.
        PositionError: It is not the turn of the view's seat.

    Example:
        >>> from tienlen import Rules, State
        >>> hands = ["3s 3c 9h", "4c 9s", "5d Kh", "8h"]
        >>> state = State.from_hands(Rules.preset("southern"), hands)
        >>> pair, single = hint(state.view(0)).plays
        >>> str(pair.play), str(single.play), pair.mean - single.mean > 1
        ('3s 3c', '3s', True)
    """
    bot = make(level)
    if isinstance(bot, PolicyBot):
        bot = next(other for other in LEVELS.values() if isinstance(other, SearchBot))
    if not isinstance(bot, SearchBot):
        raise BotError(f"{name_of(bot)} gives no hints: expected a level or a search", name_of(bot))
    return bot.search(view, seed, threads=threads)
