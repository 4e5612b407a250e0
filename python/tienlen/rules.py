"""The rules of a game of Thirteen as one frozen value.

A `Rules` value says everything that differs between the ways the game is played: who may play what
on what, who may pass, how a hand opens and ends, and how a match is scored. It is data only: the
engines compile it, this module merely makes sure that it makes sense.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tienlen import rules_text
from tienlen.chops import ChopTable
from tienlen.errors import RulesError

if TYPE_CHECKING:
    from tienlen import _core

__all__ = ["INSTANT_WINS", "PRESETS", "Rules"]

PRESETS: tuple[str, ...] = ("southern", "xiii", "zipi", "strict", "pagat")
"""The names that `Rules.preset` knows, one for each published rule page that was compared."""

INSTANT_WINS: tuple[str, ...] = ("four_twos", "dragon", "six_pairs", "five_consecutive_pairs")
"""The hands that may win as soon as they are dealt, in the order in which they are reported."""

_SPARE_CARD = ("out", "leader")
_BENCHED_MAY_CHOP = ("never", "twos", "twos_and_bombs")
_NEXT_LEADER = ("winner", "lowest_card")
_MAX_NAME = 64
_MAX_POINTS = 1000
_MAX_HANDS = 1000
_MAX_TARGET = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a game: immutable, hashable, comparable.

    The defaults are the plain game: four players, nothing is chopped, one hand. The published
    games are `Rules.preset(name)`; a house rule is a preset with `replace`.

    Attributes:
        name: What the rules are called, 1 to 64 printable characters.
        players: The numbers of players that may play, out of 2, 3 and 4, ascending.
        decks: Always 1.
        hand_size: Cards dealt to each, 13 or 17 (17 with 2 or 3 players).
        spare_card: Where the 52nd card of 3 x 17 goes: `"out"` (face down) or `"leader"`.
        twos_in_sequences: Whether a sequence may end in a 2, as in Q-K-A-2.
        chops: Which classes of play beat which, whatever their top cards.
        led_bombs: Whether a quad or double sequence that is *led* is already a bomb. If not, only
            the same kind and size answers it until the trick is cleared.
        leader_may_pass: Whether the leader may pass the lead on.
        benched_may_chop: What a player who passed may still do in the trick: nothing (`"never"`),
            chop 2s with a quad or double sequence (`"twos"`), or that and answer any quad or
            double sequence (`"twos_and_bombs"`).
        folding: Whether a player may fold, that is quit the hand for the worst place still free.
        trading: Whether two players may swap cards before the first lead.
        instant_wins: The hands that win as soon as they are dealt, a subset of `INSTANT_WINS`.
        quad_is_two_pairs: Whether a quad counts as two pairs in `six_pairs`.
        points: Points for places 1 to 4. With n players the last n of them are used.
        next_leader: Who leads the later hands of a match: the `"winner"` of the hand before, or,
            as in a first hand, the holder of the `"lowest_card"`, who must play it.
        loser_deals: Whether the player in last place deals the next hand.
        match_hands: Hands in a match, or None when a target ends it.
        match_target: Points that end a match, or None when a number of hands does.
        match_tiebreak: Whether another hand is played while the top score is shared.

    Raises:
        RulesError: A value that is not allowed; it names the field and what is.

    Example:
        >>> rules = Rules.preset("southern")
        >>> rules.points, rules.match_target
        ((3, 2, 1, 0), 10)
        >>> house = rules.replace(
        ...     name="our table", chops=rules.chops.with_row("pair_of_2s", ["quad", "DS4+"])
        ... )
        >>> house == rules, Rules.from_toml(house.to_toml()) == house
        (False, True)
    """

    name: str = "custom"
    players: tuple[int, ...] = (4,)
    decks: int = 1
    hand_size: int = 13
    spare_card: str = "out"
    twos_in_sequences: bool = False
    chops: ChopTable = field(default_factory=ChopTable)
    led_bombs: bool = True
    leader_may_pass: bool = False
    benched_may_chop: str = "never"
    folding: bool = False
    trading: bool = False
    instant_wins: tuple[str, ...] = ()
    quad_is_two_pairs: bool = True
    points: tuple[int, ...] = (3, 2, 1, 0)
    next_leader: str = "winner"
    loser_deals: bool = False
    match_hands: int | None = 1
    match_target: int | None = None
    match_tiebreak: bool = False

    def __post_init__(self) -> None:
        _check_name(self.name)
        self._set("players", _players(self.players))
        if _whole_number("decks", self.decks, 1, 2, "1") == 2:
            raise RulesError("decks", 2, "1 (a game with two decks is not supported yet)")
        if self.hand_size not in (13, 17) or type(self.hand_size) is not int:
            raise RulesError("hand_size", self.hand_size, "13 or 17")
        if self.hand_size == 17 and self.players[-1] == 4:
            raise RulesError("hand_size", 17, "13 where 4 may play; 17 needs players of 2 and 3")
        _one_of("spare_card", self.spare_card, _SPARE_CARD)
        self._set("chops", _chops(self.chops))
        _one_of("benched_may_chop", self.benched_may_chop, _BENCHED_MAY_CHOP)
        self._set("instant_wins", _instant_wins(self.instant_wins))
        self._set("points", _points(self.points))
        _one_of("next_leader", self.next_leader, _NEXT_LEADER)
        for name in _SWITCHES:
            if type(value := getattr(self, name)) is not bool:
                raise RulesError(name, value, "true or false")
        _check_match(self)

    def _set(self, name: str, value: object) -> None:
        """Put the normal form of a field in place, in `__post_init__` only."""
        object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        if self.name in PRESETS and self == Rules.preset(self.name):
            return f"Rules.preset({self.name!r})"
        shown = (f"{k}={v!r}" for k, v in self._values().items() if k == "name" or v != _DEFAULT[k])
        return f"Rules({', '.join(shown)})"

    def __getstate__(self) -> dict[str, Any]:
        return self._values()  # not the compiled tables, which live in __dict__ beside the fields

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _FIELDS}

    # --- where rules come from -------------------------------------------------------------------

    @classmethod
    def preset(cls, name: str) -> Rules:
        """Return the rules of a published game, one of `PRESETS`.

        Example:
            >>> Rules.preset("zipi").match_hands
            3
        """
        _one_of("preset", name, PRESETS)
        return _read_preset(name)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Rules:
        """Build rules from plain values.

        Args:
            data: Fields by name. With `base`, the name of a preset, the fields left out come from
                that preset, and so do the rows left out of `chops`; without it they are those of
                the plain game. One of `match_hands` and `match_target` takes the other's place.

        Example:
            >>> Rules.from_dict({"base": "strict", "match_target": 20}).match_hands is None
            True
        """
        if not isinstance(data, Mapping):
            raise RulesError("rules", data, "a table of fields by name")
        changes = dict(data)
        base = changes.pop("base", None)
        start = _DEFAULTS if base is None else Rules.preset(_one_of("base", base, PRESETS))
        if isinstance(changes.get("chops"), Mapping):
            changes["chops"] = start.chops.with_rows(changes["chops"])
        return start.replace(**changes)

    @classmethod
    def from_toml(cls, text: str) -> Rules:
        r"""Read rules from TOML, as written by `to_toml` or by hand (see `from_dict` for `base`).

        Example:
            >>> text = 'base = "zipi"\nname = "ours"\n[chops]\npair_of_2s = ["quad", "DS4+"]'
            >>> sorted(Rules.from_toml(text).chops["pair_of_2s"])[-1]
            'quad'
        """
        return cls.from_dict(rules_text.parse_toml(text))

    @classmethod
    def from_json(cls, text: str) -> Rules:
        """Read rules from JSON, as written by `to_json` or by hand (see `from_dict` for `base`)."""
        return cls.from_dict(rules_text.parse_json(text))

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Rules:
        """Read rules from a file: JSON if its name ends in `.json`, else TOML.

        Raises:
            OSError: The file cannot be read.
            RulesError: What it says are no rules.
        """
        text = rules_text.read_file(Path(path))
        return cls.from_json(text) if Path(path).suffix == ".json" else cls.from_toml(text)

    # --- where rules go --------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain values (lists, dicts, None), the chop table in short form."""
        return {
            name: value.to_dict()
            if isinstance(value, ChopTable)
            else list(value)
            if isinstance(value, tuple)
            else value
            for name, value in self._values().items()
        }

    def to_toml(self) -> str:
        """Return the rules as TOML, every field written out."""
        return rules_text.write_toml(self.to_dict())

    def to_json(self) -> str:
        """Return the rules as JSON, every field written out."""
        return rules_text.write_json(self.to_dict())

    def replace(self, **changes: Any) -> Rules:
        """Return rules with some fields changed.

        Setting one of `match_hands` and `match_target` unsets the other.

        Example:
            >>> Rules.preset("southern").replace(match_hands=5).match_target is None
            True
        """
        for name, value in changes.items():
            if name not in _FIELDS:
                raise RulesError(str(name), value, _known_fields(name))
        ways = ("match_hands", "match_target")
        for one, other in (ways, ways[::-1]):
            if changes.get(one) is not None and other not in changes:
                changes[other] = None
        return Rules(**{**self._values(), **changes})

    # --- questions -------------------------------------------------------------------------------

    def points_by_place(self, players: int) -> tuple[int, ...]:
        """Return the points for each place, first to last, in a hand of so many players.

        Example:
            >>> Rules.preset("pagat").points_by_place(3)
            (0, 0, -1)
        """
        if type(players) is not int or players not in self.players:
            raise RulesError("players", players, _either(self.players))
        return self.points[-players:]

    def classify(self, cards: Any) -> _core.Play | None:
        """Return the combination that some cards make under these rules, or None.

        Args:
            cards: Text, a mask, a `CardSet` or a `Play`.
        """
        return self._compiled.classify(cards)

    def beats(self, a: Any, b: Any) -> bool:
        """Tell whether play `a` beats play `b` lying on the table.

        Args:
            a: The answer: text, a mask, a `CardSet` or a `Play`.
            b: The play on the table, not led where that matters (`led_bombs`).
        """
        return self._compiled.beats(a, b)

    @functools.cached_property
    def _compiled(self) -> _core.RuleTables:
        # Imported here, so that reading and checking rules needs no compiled module.
        from tienlen import _core

        return _core.RuleTables(self)


_FIELDS = tuple(item.name for item in fields(Rules))
_SWITCHES = tuple(item.name for item in fields(Rules) if item.type == "bool")


@functools.cache
def _read_preset(name: str) -> Rules:
    """Read a preset's file, once."""
    return Rules.from_file(Path(__file__).parent / "presets" / f"{name}.toml")


# --- checks, one for each kind of field ----------------------------------------------------------


def _check_name(name: Any) -> None:
    if not isinstance(name, str) or not 1 <= len(name) <= _MAX_NAME or not name.isprintable():
        raise RulesError("name", name, f"a text of 1 to {_MAX_NAME} printable characters")


def _players(value: Any) -> tuple[int, ...]:
    counts = (value,) if type(value) is int else value
    allowed = "2, 3, 4, or several of them in ascending order"
    if not isinstance(counts, (tuple, list)) or not counts:
        raise RulesError("players", value, allowed)
    if any(type(n) is not int for n in counts) or list(counts) != sorted(set(counts)):
        raise RulesError("players", value, allowed)
    if any(5 <= n <= 8 for n in counts):
        raise RulesError("players", value, f"{allowed}; 5 to 8 need two decks, not supported yet")
    if not set(counts) <= {2, 3, 4}:
        raise RulesError("players", value, allowed)
    return tuple(counts)


def _chops(value: Any) -> ChopTable:
    if not isinstance(value, Mapping):
        raise RulesError("chops", value, "a table of rows, each `class = [classes that beat it]`")
    return value if isinstance(value, ChopTable) else ChopTable(value)


def _instant_wins(value: Any) -> tuple[str, ...]:
    if not isinstance(value, (tuple, list)):
        raise RulesError("instant_wins", value, f"a list out of {', '.join(INSTANT_WINS)}")
    for name in value:
        _one_of("instant_wins", name, INSTANT_WINS)
    if len(set(value)) != len(value):
        raise RulesError("instant_wins", value, "each name once")
    return tuple(name for name in INSTANT_WINS if name in value)


def _points(value: Any) -> tuple[int, ...]:
    allowed = (
        f"4 whole numbers from -{_MAX_POINTS} to {_MAX_POINTS}, none higher than the one before"
    )
    if not isinstance(value, (tuple, list)) or len(value) != 4:
        raise RulesError("points", value, allowed)
    for points in value:
        _whole_number("points", points, -_MAX_POINTS, _MAX_POINTS, allowed)
    if list(value) != sorted(value, reverse=True):
        raise RulesError("points", value, allowed)
    return tuple(value)


def _check_match(rules: Rules) -> None:
    """Refuse a match without an end, or with two."""
    hands, target = rules.match_hands, rules.match_target
    if hands is None and target is None:
        raise RulesError("match_hands", None, "a number of hands, unless match_target is set")
    if hands is not None and target is not None:
        raise RulesError(
            "match_target", target, "None where match_hands is set: one of them ends it"
        )
    if hands is not None:
        _whole_number("match_hands", hands, 1, _MAX_HANDS, f"1 to {_MAX_HANDS}, or None")
    if target is not None:
        _whole_number("match_target", target, 1, _MAX_TARGET, f"1 to {_MAX_TARGET}, or None")
    for players in rules.players:
        points = rules.points[-players:]
        endless = points[0] == points[-1]
        if target is not None and (endless or points[0] <= 0):
            reason = f"None: with points {points} for {players} players it cannot decide a match"
            raise RulesError("match_target", target, reason)
        if rules.match_tiebreak and endless:
            reason = f"false: with points {points} for {players} players a tie would last for ever"
            raise RulesError("match_tiebreak", True, reason)


def _whole_number(name: str, value: Any, low: int, high: int, allowed: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise RulesError(name, value, allowed)
    return value


def _one_of(name: str, value: Any, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise RulesError(name, value, _either(allowed) + _suggestion(value, allowed))
    return value


def _known_fields(name: Any) -> str:
    return f"a field of the rules{_suggestion(name, (*_FIELDS, 'base'))}"


def _either(values: tuple[object, ...]) -> str:
    return ", ".join(str(value) for value in values)


def _suggestion(value: Any, allowed: tuple[str, ...]) -> str:
    import difflib  # only needed on the way to an error

    near = difflib.get_close_matches(str(value)[:40], allowed, n=1) if type(value) is str else []
    return f" (did you mean {near[0]}?)" if near else ""


_DEFAULTS = Rules()
_DEFAULT = _DEFAULTS._values()
