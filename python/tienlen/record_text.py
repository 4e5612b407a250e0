"""Records as text: writing them, and reading them with the line of every fault.

See `tienlen.record` for what the text looks like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from tienlen._core import State
from tienlen.errors import RecordError, TienlenError
from tienlen.match import HandResult, Match
from tienlen.record import HandRecord, Ply, Record, Trade, played, traded
from tienlen.rules import PRESETS, Rules

__all__ = ["MAX_TEXT", "parse", "write"]

MAX_TEXT = 4 * 1024 * 1024
"""The longest record that is read, in characters."""

_FORMAT = "tienlen-record 1"

# --- writing -------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """Write a record as text."""
    lines = [*_header(record)]
    match = Match(record.rules, players=record.players) if record.is_match else None
    for number, hand in enumerate(record.hands):
        lines += ["", f"hand {number + 1}", *_setup(record.rules, hand)]
        *_, state = states = list(hand.states(record.rules))
        lines += _tricks(hand, states)
        if match is not None and state.is_over:
            match = match.finish(state)
        lines += _outcome(state, match)
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
        yield from (f"comment: {line}".rstrip(" ") if not line else f"comment: {line}"
                    for line in record.comment.split("\n"))


def _setup(rules: Rules, hand: HandRecord) -> Iterator[str]:
    if hand.position is not None:
        yield f"position: {hand.position}"
    yield from (f"seat {seat}: {cards}" for seat, cards in enumerate(hand.hands))
    if hand.spare is not None:
        yield f"spare: {hand.spare}"
    yield from (f"trade: {a} gives {x}, {b} gives {y}" for a, x, b, y in hand.trades)
    if hand.position is None:
        yield f"leader: {_leader(next(hand.states(rules)), hand.leader)}"


def _leader(start: State, leader: int | None) -> str:
    if leader is not None:
        return str(leader)
    # A hand that an instant win ends as soon as it is dealt has nobody who owes a card.
    owes = start.opening_card
    return "lowest card" if owes is None else f"{start.opener}, owes {owes}"


def _tricks(hand: HandRecord, states: list[State]) -> Iterator[str]:
    """One line for each trick, passes over an empty table together with the lead they end in."""
    line: list[str] = []
    first = 1
    for number, (before, ply) in enumerate(zip(states, hand.plies, strict=False), 1):
        if line and before.table is None and not before.lead_passed:
            yield f"{first}. {', '.join(line)}"
            line, first = [], number
        line.append(f"{ply.seat}: {ply.action}")
    if line:
        yield f"{first}. {', '.join(line)}"


def _outcome(state: State, match: Match | None) -> Iterator[str]:
    if not state.is_over:
        yield f"to move: {state.to_move}"
        return
    result = HandResult.of(state)
    if result.instant_wins:
        yield "instant wins: " + ", ".join(f"{seat} {name}" for seat, name in result.instant_wins)
    yield f"places: {_numbers(result.places)}"
    yield f"points: {_numbers(result.points)}"
    if match is not None:
        yield f"scores: {_numbers(match.scores)}"
        if match.is_over:
            yield f"winners: {_numbers(match.winners)}"


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


# --- reading -------------------------------------------------------------------------------------

_ENTRY = re.compile(r"([a-z]+(?: [a-z]+)?)(?: ([0-9]+))?:(?: (.*))?")
_TRICK = re.compile(r"([0-9]{1,9})\. (.*)")
_PLY = re.compile(r"([0-9]): (.*)")
_TRADE = re.compile(r"([0-9]) gives ([^,]*), ([0-9]) gives ([^,]*)")
_OWED = re.compile(r"([0-9]), owes (\S+)")
_NUMBER = re.compile(r"[0-9]{1,20}")

_HEADER = ("kind", "rules", "players", "seed", "deal", "name", "date", "comment")
_SETUP = ("position", "seat", "spare", "trade", "leader")
_OUTCOME = ("to move", "instant wins", "places", "points", "scores", "winners")


@dataclass
class _Line:
    """One line that says something: its number, and what it says."""

    number: int
    text: str

    def fail(self, message: str) -> NoReturn:
        raise RecordError(message, self.number)

    def entry(self) -> tuple[str, str | None, str] | None:
        """Split `key: value` or `key 3: value` into key, number and value."""
        found = _ENTRY.fullmatch(self.text)
        return None if found is None else (found[1], found[2], found[3] or "")

    def number_in(self, text: str, what: str) -> int:
        if not _NUMBER.fullmatch(text):
            self.fail(f"expected {what}, not {text!r:.80}")
        return int(text)


@dataclass
class _Hand:
    """A hand being read: the lines of its parts."""

    title: _Line
    setup: list[tuple[str, str | None, str, _Line]] = field(default_factory=list)
    tricks: list[_Line] = field(default_factory=list)
    outcome: dict[str, tuple[str, _Line]] = field(default_factory=dict)
    last: _Line = field(default_factory=lambda: _Line(0, ""))


def parse(text: str) -> Record:
    """Read a record from text.

    Raises:
        RecordError: It names the line at fault and what was expected.
    """
    if not isinstance(text, str):
        raise RecordError(f"expected text, not {text!r:.80}")
    if len(text) > MAX_TEXT:
        raise RecordError(f"expected at most {MAX_TEXT} characters, not {len(text)}")
    header, hands = _split(_lines(text))
    fields, players = _read_header(header)
    records = []
    match = Match(fields["rules"], players=players) if fields["is_match"] else None
    for number, hand in enumerate(hands, 1):
        record, match = _read_hand(hand, number, fields, players, match)
        records.append(record)
    try:
        return Record(hands=tuple(records), **fields)
    except TienlenError as error:
        raise RecordError(str(error)) from None
