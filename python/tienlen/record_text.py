"""Records as text: writing them, and reading them with the line of every fault.

See `tienlen.record` for what the text looks like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from tienlen._core import CardSet
from tienlen.errors import RecordError, RulesError
from tienlen.match import HandResult, Match
from tienlen.record import HandRecord, Ply, Record, Trade, inside
from tienlen.rules import PRESETS, Rules

__all__ = ["MAX_TEXT", "parse", "write"]

MAX_TEXT = 4 * 1024 * 1024
"""The longest record that is read, in characters."""

_FORMAT = "tienlen-record 1"

# --- writing -------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """Write a record as text."""
    lines = list(_header(record))
    for number, hand in enumerate(record.hands):
        lines += ["", f"hand {number + 1}", *_setup(record, number), *_tricks(record.rules, hand)]
        lines += [f"{key}: {value}" for key, value in _outcome(record, number).items()]
    return "\n".join(lines) + "\n"


def _header(record: Record) -> Iterator[str]:
    yield f"format: {_FORMAT}"
    yield f"kind: {'match' if record.is_match else 'hand'}"
    name = record.rules.name
    if name in PRESETS and record.rules == Rules.preset(name):
        yield f"rules: {name}"
    else:
        yield "rules:"
        yield from (f"  {line}" for line in record.rules.to_toml().splitlines() if line)
    yield f"players: {record.players}"
    if record.seed is not None:
        yield f"seed: {record.seed}"
    if record.deal:
        yield f"deal: {record.deal}"
    yield from (f"name {seat}: {name}" for seat, name in enumerate(record.names) if name)
    if record.date:
        yield f"date: {record.date}"
    if record.comment:
        yield from (f"comment: {line}" for line in record.comment.split("\n"))


def _setup(record: Record, number: int) -> Iterator[str]:
    hand = record.hands[number]
    if hand.position is not None:
        yield f"position: {hand.position}"
    yield from (f"seat {seat}: {cards}" for seat, cards in enumerate(hand.hands))
    if hand.spare is not None:
        yield f"spare: {hand.spare}"
    yield from (f"trade: {a} gives {x}, {b} gives {y}" for a, x, b, y in hand.trades)
    if hand.position is None:
        yield f"leader: {_leader(record.rules, hand)}"


def _leader(rules: Rules, hand: HandRecord) -> str:
    if hand.leader is not None:
        return str(hand.leader)
    start = next(hand.states(rules))
    # A hand that an instant win ends as soon as it is dealt has nobody who owes a card.
    return "lowest card" if start.opener is None else f"{start.opener}, owes {start.opening_card}"


def _tricks(rules: Rules, hand: HandRecord) -> Iterator[str]:
    """One line for each trick; passes over an empty table stand with the lead they end in."""
    line: list[str] = []
    first = 1
    for number, (before, ply) in enumerate(zip(hand.states(rules), hand.plies, strict=False), 1):
        if line and before.table is None and not before.lead_passed:
            yield f"{first}. {', '.join(line)}"
            line, first = [], number
        line.append(f"{ply.seat}: {ply.action}")
    if line:
        yield f"{first}. {', '.join(line)}"


def _outcome(record: Record, number: int) -> dict[str, str]:
    """What is said at the end of a hand."""
    state = record.finals[number]
    if not state.is_over:
        return {"to move": str(state.to_move)}
    result = HandResult.of(state)
    said = {"places": _numbers(result.places), "points": _numbers(result.points)}
    if result.instant_wins:
        said["instant wins"] = ", ".join(f"{seat} {name}" for seat, name in result.instant_wins)
    if record.is_match:
        played = record.results[: number + 1]
        match = Match(record.rules, players=record.players, results=played)
        said["scores"] = _numbers(match.scores)
        if match.is_over:
            said["winners"] = _numbers(match.winners)
    return said


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


# --- reading -------------------------------------------------------------------------------------

_ENTRY = re.compile(r"(to move|instant wins|[a-z]+)(?: ([0-9]))?:(?: (.*))?")
_HAND = re.compile(r"hand ([0-9]{1,6})")
_TRICK = re.compile(r"([0-9]{1,9})\. (.*)")
_PLY = re.compile(r" *([0-9]): ([^:]*)")
_TRADE = re.compile(r"([0-9]) gives ([^,]*), ([0-9]) gives ([^,]*)")
_LEADER = re.compile(r"([0-9])|lowest card|([0-9], owes )(\S+)")
_NUMBER = re.compile(r"[0-9]{1,20}")

_HEADER = ("format", "kind", "rules", "players", "seed", "deal", "name", "date", "comment")
_SETUP = ("position", "seat", "spare", "trade", "leader")
_OUTCOME = ("to move", "places", "points", "instant wins", "scores", "winners")
_OF_A_SEAT = ("name", "seat")
_REPEATED = ("comment", "trade", *_OF_A_SEAT)


def parse(text: str) -> Record:
    """Read a record from text.

    Raises:
        RecordError: It names the line at fault and what was expected.
    """
    if not isinstance(text, str):
        raise RecordError(f"expected text, not {text!r:.80}")
    if len(text) > MAX_TEXT:
        raise RecordError(f"expected at most {MAX_TEXT} characters, not {len(text)}")
    return _Reader(text).record()


class _Entry(NamedTuple):
    """A line `key: value` or, about a seat, `key 3: value`, and its number."""

    key: str
    seat: int
    value: str
    line: int


class _Reader:
    """Reads a record: first all lines into plain values, which `Record` then checks.

    `Record` names the entry at fault, and the reader has noted on which line each entry stands.
    """

    def __init__(self, text: str) -> None:
        numbered = enumerate(text.removeprefix("\ufeff").split("\n"), 1)
        told = ((number, line.removesuffix("\r")) for number, line in numbered)
        self._lines = [(n, line) for n, line in told if line.strip() and not line.startswith("#")]
        self._lines.reverse()  # the next line is the last of the list
        self._line = 1  # the number of the line that was taken last
        self._noted: dict[str, int] = {}

    def record(self) -> Record:
        header, players = self._header()
        hands: list[HandRecord] = []
        leaders: list[_Entry | None] = []
        outcomes: list[list[_Entry]] = []
        try:
            while self._lines or not hands:
                where = f"hands[{len(hands)}]"
                self._title(len(hands) + 1)
                self._noted[where] = self._line
                setup, leader = self._setup(where)
                plies = self._plies(where)
                with inside(where):
                    hands.append(HandRecord(**setup, plies=tuple(plies)))
                leaders.append(leader)
                outcomes.append(self._entries(_OUTCOME))
                self._noted[f"{where}.end"] = self._line
            self._compare(players, str(hands[0].players), "players")
            record = Record(hands=tuple(hands), **header)
        except RecordError as error:
            self._point_out(error)
        for number, (leader, outcome) in enumerate(zip(leaders, outcomes, strict=True)):
            if leader is not None:
                self._compare(leader, _leader(record.rules, hands[number]), "leader")
            self._check_outcome(record, number, outcome)
        return record

    # --- parts -----------------------------------------------------------------------------------

    def _header(self) -> tuple[dict[str, Any], _Entry]:
        entries = self._entries(_HEADER)
        if not entries or entries[0].key != "format":
            self._fail(f"expected 'format: {_FORMAT}' first", 1)
        said = {entry.key: entry for entry in entries}
        for key in ("kind", "rules", "players"):
            if key not in said:
                self._expected(f"'{key}: …' in the header")
        for key, allowed in (("format", (_FORMAT,)), ("kind", ("hand", "match"))):
            if said[key].value not in allowed:
                wanted = " or ".join(allowed)
                self._fail(f"{key}: expected {wanted}, not {said[key].value!r:.80}", said[key].line)
        names = {entry.seat: entry.value for entry in entries if entry.key == "name"}
        for entry in entries:
            if entry.key == "name":
                self._note("names", entry.seat, entry.line)
            self._noted.setdefault(entry.key, entry.line)
        players = self._number(said["players"])
        if names and max(names) >= players:
            self._fail(f"expected names of seats 0 to {players - 1}")
        fields: dict[str, Any] = {
            "rules": self._rules(said["rules"]),
            "is_match": said["kind"].value == "match",
            "names": tuple(names.get(seat, "") for seat in range(players)) if names else (),
            "comment": "\n".join(entry.value for entry in entries if entry.key == "comment"),
        }
        fields |= {key: self._number(said[key]) for key in ("seed", "deal") if key in said}
        if "date" in said:
            fields["date"] = said["date"].value
        return fields, said["players"]

    def _rules(self, entry: _Entry) -> Rules:
        try:
            return (
                Rules.from_toml(entry.value) if "\n" in entry.value else Rules.preset(entry.value)
            )
        except RulesError as error:
            self._fail(f"rules: {error}", entry.line)

    def _title(self, number: int) -> None:
        if not self._lines or not _HAND.fullmatch(self._lines[-1][1]):
            self._expected(f"'hand {number}'" if number == 1 else f"'hand {number}' or the end")
        if int(self._take().removeprefix("hand ")) != number:
            self._fail(f"expected 'hand {number}'")

    def _setup(self, where: str) -> tuple[dict[str, Any], _Entry | None]:
        setup: dict[str, Any] = {"hands": [], "trades": []}
        leader = None
        for entry in self._entries(_SETUP):
            match entry.key:
                case "seat":
                    if entry.seat != len(setup["hands"]):
                        self._fail(f"expected seat {len(setup['hands'])}", entry.line)
                    self._note(f"{where}.hands", len(setup["hands"]), entry.line)
                    setup["hands"].append(entry.value)
                case "trade":
                    found = self._match(_TRADE, entry, "'0 gives CARDS, 1 gives CARDS'")
                    self._note(f"{where}.trades", len(setup["trades"]), entry.line)
                    setup["trades"].append(Trade(int(found[1]), found[2], int(found[3]), found[4]))
                case "leader":
                    found = self._match(_LEADER, entry, "'2', '2, owes 3s' or 'lowest card'")
                    setup["leader"] = None if found[1] is None else int(found[1])
                    self._noted[f"{where}.leader"] = entry.line
                    leader = entry
                    if found[3] is not None:
                        with inside(f"{where}.leader"):
                            leader = entry._replace(value=f"{found[2]}{CardSet(found[3])}")
                case key:
                    self._noted[f"{where}.{key}"] = entry.line
                    setup[key] = entry.value
        if setup["hands"] and leader is None:
            self._expected("'leader: …'")
        return setup, leader

    def _plies(self, where: str) -> list[Ply]:
        plies: list[Ply] = []
        while self._lines and (found := _TRICK.fullmatch(self._lines[-1][1])):
            self._take()
            if int(found[1]) != len(plies) + 1:
                self._fail(f"expected the plays from ply {len(plies) + 1} on")
            for text in found[2].split(","):
                ply = _PLY.fullmatch(text)
                if ply is None:
                    self._fail(f"expected 'SEAT: CARDS', not {text.strip()!r:.80}")
                self._note(f"{where}.plies", len(plies), self._line)
                plies.append(Ply(int(ply[1]), ply[2]))
        return plies

    def _check_outcome(self, record: Record, number: int, entries: list[_Entry]) -> None:
        wanted = _outcome(record, number)
        for entry in entries:
            if entry.key not in wanted:
                self._fail(f"expected no {entry.key!r} after these plays", entry.line)
            self._compare(entry, wanted.pop(entry.key), entry.key)
        for key, value in wanted.items():
            end = self._noted[f"hands[{number}].end"]
            self._fail(f"expected '{key}: {value}' at the end of the hand", end)

    # --- lines -----------------------------------------------------------------------------------

    def _take(self) -> str:
        self._line, text = self._lines.pop()
        return text

    def _entries(self, keys: tuple[str, ...]) -> list[_Entry]:
        """Take the entries that come next, as long as they have one of the keys."""
        entries: list[_Entry] = []
        seen: set[str] = set()
        while self._lines and (found := _ENTRY.fullmatch(self._lines[-1][1])) and found[1] in keys:
            key, seat, value = found.groups(default="")
            self._take()
            title = f"{key} {seat}".strip()
            if (seat != "") != (key in _OF_A_SEAT):
                self._fail(
                    f"expected {'SEAT after' if key in _OF_A_SEAT else 'no SEAT after'} {key!r}"
                )
            if title in seen and (key not in _REPEATED or seat):
                self._fail(f"expected {title!r} once")
            seen.add(title)
            entry = _Entry(key, int(seat or 0), value, self._line)
            if key == "rules" and value == "":
                entry = entry._replace(value=self._block())
            entries.append(entry)
        return entries

    def _block(self) -> str:
        """Take the indented lines that come next."""
        lines = []
        while self._lines and self._lines[-1][1].startswith(" "):
            lines.append(self._take().strip())
        return "\n".join([*lines, ""])

    def _match(self, pattern: re.Pattern[str], entry: _Entry, wanted: str) -> re.Match[str]:
        found = pattern.fullmatch(entry.value)
        if found is None:
            self._fail(f"{entry.key}: expected {wanted}, not {entry.value!r:.80}", entry.line)
        return found

    def _number(self, entry: _Entry) -> int:
        return int(self._match(_NUMBER, entry, "a number")[0])

    def _compare(self, entry: _Entry, wanted: str, what: str) -> None:
        if entry.value.split() != wanted.split():
            self._fail(f"{what}: expected {wanted!r}, not {entry.value!r:.80}", entry.line)

    # --- faults ----------------------------------------------------------------------------------

    def _note(self, entries: str, number: int, line: int) -> None:
        self._noted.setdefault(entries, line)
        self._noted[f"{entries}[{number}]"] = line

    def _fail(self, message: str, line: int = 0) -> NoReturn:
        raise RecordError(message, line or self._line)

    def _expected(self, wanted: str) -> NoReturn:
        if not self._lines:
            self._fail(f"expected {wanted}, not the end")
        line, text = self._lines[-1]
        self._fail(f"expected {wanted}, not {text!r:.80}", line)

    def _point_out(self, error: RecordError) -> NoReturn:
        """Raise an error about an entry again, with the line of the entry."""
        if error.line:
            raise error
        where = error.where
        while where and where not in self._noted:
            where = where[: max(where.rfind("."), where.rfind("["), 0)]
        what = error.where.partition("].")[2] or error.where
        raise RecordError(
            f"{what}: {error.message}", self._noted.get(where, 1), error.where
        ) from None
