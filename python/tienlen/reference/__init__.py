"""The rules of Thirteen written to be read: a plain Python twin of the engine.

This package knows one hand of the game, from the deal to the places. It is the yardstick for the
fast engine, which has to agree with it on every answer; so it shares nothing with it but the
`Rules` and the names of the errors, and is written for clarity and not for speed. Its modules are
the chapters of a rules page:

- `cards`: cards, sets of cards, their names
- `plays`, `combinations`, `counting`: what can be played; all of it in a hand, listed and counted
- `beating`: what beats what
- `dealing`, `rng`, `trading`: how a hand starts
- `turns`: what an action does, and whose turn it is then
- `legal`, `checking`: which plays are legal, and why others are not
- `scoring`: places, points, hands that win at once
- `position`, `validity`, `notation`: the facts of a hand, and the text that tells them
- `state`: all of it behind one face, that of the fast engine
- `perft`: walking the tree of plays

Where a rules page leaves something open, the reading chosen stands beside the rule it concerns.

Example:
    >>> from tienlen.rules import Rules
    >>> state = State.deal(Rules.preset("southern"), seed=7)
    >>> state.opening_card, len(state.hands[state.opener])
    (Card('3s'), 13)
"""

from tienlen.errors import Reason
from tienlen.reference.beating import beats
from tienlen.reference.cards import Card, CardSet
from tienlen.reference.perft import perft, perft_divide, random_playout
from tienlen.reference.plays import PASS, Kind, Play, classify
from tienlen.reference.rng import Rng
from tienlen.reference.state import State

__all__ = [
    "PASS",
    "Card",
    "CardSet",
    "Kind",
    "Play",
    "Reason",
    "Rng",
    "State",
    "beats",
    "classify",
    "perft",
    "perft_divide",
    "random_playout",
]
