"""Bots: players that decide by a view and a seed, and nothing else.

`make` turns a name into a bot, `decide` asks one and checks its answer, and `hint` ranks the plays
of a position. `LEVELS` are names for people, `POLICIES` and `SEARCHES` what they stand for. A bot
of your own is a class with one method; see `Bot`.

Example:
    >>> from tienlen import Rules, State
    >>> state = State.deal(Rules.preset("southern"), seed=7)
    >>> while not state.is_over:
    ...     state = state.play(decide("club", state.view(state.to_move)))
    >>> sorted(state.places)
    [0, 1, 2, 3]
"""

from tienlen.bots.builtin import Cheater, PolicyBot, SearchBot
from tienlen.bots.deciding import decide, decide_seeing, hint
from tienlen.bots.levels import BUDGETS, LEVELS, POLICIES, SEARCHES
from tienlen.bots.making import Bot, allowed, make, name_of

__all__ = [
    "BUDGETS",
    "LEVELS",
    "POLICIES",
    "SEARCHES",
    "Bot",
    "Cheater",
    "PolicyBot",
    "SearchBot",
    "allowed",
    "decide",
    "decide_seeing",
    "hint",
    "make",
    "name_of",
]
