"""The arena: how strong bots are, measured on the same deals.

Each deal is played in all seatings, so that every entrant gets every hand of it; intervals take the
deal as the unit. See `play` and `versus`; `Arena` can be watched, saved and continued.

Example:
    >>> from tienlen import Rules
    >>> standing = versus(Rules.preset("southern"), "rules", "lowest", deals=30)
    >>> standing.pair("rules", "lowest").difference.excludes_zero
    True
"""

from tienlen.arena.running import Arena, play, versus
from tienlen.arena.sequential import Sequential, Stop
from tienlen.arena.settings import Entrant, Settings, seatings
from tienlen.arena.standing import Estimate, Pair, Row, Standing

__all__ = [
    "Arena",
    "Entrant",
    "Estimate",
    "Pair",
    "Row",
    "Sequential",
    "Settings",
    "Standing",
    "Stop",
    "play",
    "seatings",
    "versus",
]
