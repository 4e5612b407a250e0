"""tienlen: the engine for the Vietnamese climbing card game Thirteen (Tiến lên).

Begin with `Rules.preset` and `State.deal`; a state lists its `legal_plays`, says by `explain` why a
play is none of them, and gives the next state by `play`. `Match` and `Recorder` go over whole
games; `playouts`, `perft` and `Batch` over many hands at once; `hint`, `search` and `solve` say
what is best. There is more in `tienlen.bots`, `tienlen.arena` (how strong are bots?),
`tienlen.render` (cards for the eye) and `tienlen.reference` (the rules in plain Python).

Example:
    >>> import tienlen
    >>> state = tienlen.State.deal(tienlen.Rules.preset("southern"), seed=7)
    >>> while not state.is_over:
    ...     state = state.play(state.legal_plays()[-1])
    >>> len(state.places)
    4
"""

from types import ModuleType as _ModuleType

from tienlen._core import (
    PASS,
    Batch,
    Card,
    CardSet,
    Kind,
    Play,
    PlayoutResult,
    PlayValue,
    SearchResult,
    Solution,
    State,
    View,
    choose,
    cpu,
    fewest_plays,
    perft,
    perft_divide,
    playouts,
    search,
    shortest_way_out,
    solve,
)
from tienlen._version import __version__
from tienlen.autoreset import AutoresetMode
from tienlen.bots import Bot, hint
from tienlen.chops import ChopTable
from tienlen.errors import (
    ArenaError,
    BatchError,
    BotError,
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
from tienlen.match import HandResult, Match
from tienlen.record import HandRecord, Record
from tienlen.recorder import Recorder
from tienlen.rules import PRESETS, Rules

__all__ = [
    "PASS",
    "PRESETS",
    "ArenaError",
    "AutoresetMode",
    "Batch",
    "BatchError",
    "Bot",
    "BotError",
    "Card",
    "CardSet",
    "ChopTable",
    "HandRecord",
    "HandResult",
    "IllegalActionError",
    "IllegalPlayError",
    "Kind",
    "Match",
    "MatchError",
    "NotationError",
    "Play",
    "PlayValue",
    "PlayoutResult",
    "PositionError",
    "Reason",
    "Record",
    "RecordError",
    "Recorder",
    "Rules",
    "RulesError",
    "SearchResult",
    "Solution",
    "State",
    "TienlenError",
    "View",
    "__version__",
    "choose",
    "cpu",
    "fewest_plays",
    "hint",
    "perft",
    "perft_divide",
    "playouts",
    "search",
    "shortest_way_out",
    "solve",
]


_LATER = ("arena", "reference", "render")  # loaded when first asked for: most programs never do


def __getattr__(name: str) -> _ModuleType:
    """Load a module that has waited."""
    if name in _LATER:
        import importlib

        return importlib.import_module(f"tienlen.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names, those that wait included."""
    return sorted({*globals(), *_LATER} - {"_LATER", "_ModuleType"})
