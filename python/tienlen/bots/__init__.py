"""Bots: players that decide by a view and a seed, and nothing else.

| name | what it is |
|---|---|
| `random` | any legal play, each as likely |
| `lowest` | the lowest that beats the table |
| `greedy` | sheds by the shortest way out, keeps 2s and bombs |
| `rules` | weighs control, blocking, chops and what a play leaves |
| `flat:N` | tries its plays in N hands played on, in worlds that fit what was seen |
| `ismcts:N` | the same by information-set Monte Carlo tree search |
| `cheater:N` | searches with open hands: a yardstick, for the arena only |

`LEVELS` are names for people: beginner, casual, club, strong, expert. `make` turns a name into a
bot, `decide` asks one and checks its answer, and `hint` ranks the plays of a position. A bot of
your own is a class with one method; see `Bot`.

Example:
    >>> from tienlen import Rules, State
    >>> state = State.deal(Rules.preset("southern"), seed=7)
    >>> while not state.is_over:
    ...     state = state.play(decide("club", state.view(state.to_move)))
    >>> state.places
    (1, 3, 2, 0)
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
