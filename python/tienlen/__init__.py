"""tienlen: the engine for the Vietnamese climbing card game Thirteen (Tiến lên).

Example:
    >>> import tienlen
    >>> state = tienlen.State.deal(tienlen.Rules.preset("southern"), seed=7)
    >>> while not state.is_over:
    ...     state = state.play(state.legal_plays()[-1])
    >>> len(state.places)
    4
"""

from tienlen._core import (
    PASS,
    Card,
    CardSet,
    Kind,
    Play,
    PlayoutResult,
    State,
    cpu,
    perft,
    perft_divide,
    playouts,
)
from tienlen._version import __version__
from tienlen.chops import ChopTable
from tienlen.errors import (
    IllegalActionError,
    IllegalPlayError,
    MatchError,
    NotationError,
    PositionError,
    Reason,
    RecordError,
    RulesError,
    TienlenError,
)
from tienlen.match import Match
from tienlen.record import Record
from tienlen.rules import PRESETS, Rules

__all__ = [
    "PASS",
    "PRESETS",
    "Card",
    "CardSet",
    "ChopTable",
    "IllegalActionError",
    "IllegalPlayError",
    "Kind",
    "Match",
    "MatchError",
    "NotationError",
    "Play",
    "PlayoutResult",
    "PositionError",
    "Reason",
    "Record",
    "RecordError",
    "Rules",
    "RulesError",
    "State",
    "TienlenError",
    "__version__",
    "cpu",
    "perft",
    "perft_divide",
    "playouts",
]
