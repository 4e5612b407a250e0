"""Records: the transcript of a hand or of a match as text that a person can read.

A record says the rules, the deal, every play, and the result. It is checked as a whole when it is
made: the plays are played again, so there is no record of a game that cannot have happened. Text
and JSON round-trip exactly.

    format: tienlen-record 1
    kind: hand
    rules: southern
    players: 4

    hand 1
    seat 0: 3s 2h
    seat 1: 4s 5s
    seat 2: 6s 7s
    seat 3: 9s Ah
    leader: 0, owes 3s
    1. 0: 3s, 1: 4s, 2: 6s, 3: 9s, 0: 2h, 1: pass, 2: pass, 3: pass
    9. 1: 5s, 2: 7s
    places: 0 1 2 3
    points: 3 2 1 0

A line of plays is one trick; the number before it is that of its first ply. Lines that begin with
`#` are remarks and are not kept.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from tienlen._core import CardSet, State
from tienlen.errors import RecordError, TienlenError, check_type
from tienlen.match import HandResult, Match
from tienlen.rules import Rules

__all__ = ["FOLD", "RESIGN", "HandRecord", "Ply", "Record", "Trade", "inside"]

FOLD = "fold"
RESIGN = "resign"
MAX_HANDS = 2000
MAX_NAME = 64
MAX_COMMENT = 64 * 1024


class Ply(NamedTuple):
    """What a seat did: the cards it played, as text, or `pass`, `fold` or `resign`."""

    seat: int
    action: str


class Trade(NamedTuple):
    """A swap before the first play: seat `a` gives `cards_a`, seat `b` gives `cards_b`."""

    a: int
    cards_a: str
    b: int
    cards_b: str


@dataclass(frozen=True, kw_only=True)
class HandRecord:
    """The transcript of one hand.

    Attributes:
        hands: The cards of each seat as dealt, as text; () if the record begins in the middle.
        leader: The seat that leads anything; None if the holder of the lowest card leads it.
        spare: The card left over that the leader got, if any.
        position: The position with which the record begins, as text, instead of a deal.
        trades: The swaps before the first play.
        plies: What was done, in order.

    Raises:
        RecordError: Text that does not name cards, or neither a deal nor a position.

    Example:
        >>> HandRecord(hands=("4D 3s", "5s"), plies=(Ply(0, "3S"),)).hands
        ('3s 4d', '5s')
    """

    hands: tuple[str, ...] = ()
    leader: int | None = None
    spare: str | None = None
    position: str | None = None
    trades: tuple[Trade, ...] = ()
    plies: tuple[Ply, ...] = ()

    def __post_init__(self) -> None:
        if (self.position is None) == (not self.hands):
            raise RecordError("a hand begins either with the cards dealt or with a position")
        if self.position is not None and (self.spare is not None or self.leader is not None):
            raise RecordError(
                "a hand that begins with a position names no leader and no spare card"
            )
        with inside("spare"):
            spare = None if self.spare is None else _cards(self.spare)
        hands, trades, plies = [], [], []
        for seat, hand in enumerate(self.hands):
            with inside(f"hands[{seat}]"):
                hands.append(_cards(hand))
        for number, trade in enumerate(self.trades):
            with inside(f"trades[{number}]"):
                trades.append(Trade(trade[0], _cards(trade[1]), trade[2], _cards(trade[3])))
        for number, (seat, action) in enumerate(self.plies):
            try:
                plies.append(Ply(seat, _action(action)))
            except TienlenError as error:
                raise RecordError(str(error), where=f"plies[{number}]") from None
        self._set(hands=tuple(hands), spare=spare, trades=tuple(trades), plies=tuple(plies))

    def _set(self, **values: object) -> None:
        """Put the normal forms of fields in place, in `__post_init__` only."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands) if self.position is None else self.position.count("|") + 1

    def start(self, rules: Rules) -> State:
        """Set up the position with which the hand begins, before any trade."""
        if self.position is not None:
            with inside("position"):
                return State.from_text(self.position, rules)
        with inside("hands"):
            return State.from_hands(rules, self.hands, self.leader, spare=self.spare)

    def states(self, rules: Rules) -> Iterator[State]:
        """Yield the position before the first ply and after each one.

        Raises:
            RecordError: A ply or trade that is not legal; it says which and why.
        """
        state = self.start(rules)
        for number, trade in enumerate(self.trades):
            with inside(f"trades[{number}]"):
                state = state.trade(*trade)
        yield state
        for number, ply in enumerate(self.plies):
            try:
                state = _after(state, ply)
            except TienlenError as error:
                raise RecordError(str(error), where=f"plies[{number}]") from None
            yield state


@dataclass(frozen=True, kw_only=True)
class Record:
    """The transcript of a hand or of a match.

    Attributes:
        rules: The rules.
        hands: The hands, in order; exactly one if it is not a match. Only the last may be
            unfinished.
        is_match: Whether this is a match, so that the hands follow from each other.
        seed: The seed of the deals, if they were dealt by one. Then the cards must be its cards.
        deal: The number of the hand among the deals of the seed; 0 in a match, which begins there.
        names: The name of each seat, "" where it has none; () if none has.
        date: A date or a date and time in ISO 8601, or "".
        comment: Anything, of printable characters and line feeds.

    Raises:
        RecordError: The record contradicts itself or the rules.

    Example:
        >>> hand = HandRecord(hands=("3s 2h", "4s 5s"), plies=(Ply(0, "3s"), Ply(1, "4s")))
        >>> record = Record(rules=Rules.preset("pagat"), hands=(hand,), names=("An", "Binh"))
        >>> Record.parse(str(record)) == record == Record.from_json(record.to_json())
        True
        >>> [state.to_move for state in record.states()]
        [0, 1, 0]
    """

    rules: Rules
    hands: tuple[HandRecord, ...]
    is_match: bool = False
    seed: int | None = None
    deal: int = 0
    names: tuple[str, ...] = ()
    date: str = ""
    comment: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", tuple(self.hands))
        _check_header(self)
        names = tuple(self.names)
        object.__setattr__(self, "names", names if any(names) else ())
        _ = self.finals  # plays everything again

    # --- questions -------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """The number of players."""
        return self.hands[0].players

    @functools.cached_property
    def finals(self) -> tuple[State, ...]:
        """The last position of each hand."""
        finals: list[State] = []
        match: Match | None = None
        for number, hand in enumerate(self.hands):
            with inside(f"hands[{number}]"):
                start = hand.start(self.rules)
                if self.is_match:
                    with inside("hands"):
                        match = match or Match(self.rules, players=start.players)
                    _check_in_match(hand, match)
                _check_seed(self, number, start)
                *_, last = hand.states(self.rules)
                finals.append(last)
                if match is not None and (last.is_over or number < len(self.hands) - 1):
                    match = match.finish(last)
        return tuple(finals)

    @property
    def final(self) -> State:
        """The position at the end of the record."""
        return self.finals[-1]

    @property
    def results(self) -> tuple[HandResult, ...]:
        """The results of the hands that are over."""
        return tuple(HandResult.of(state) for state in self.finals if state.is_over)

    @property
    def match(self) -> Match | None:
        """The match after the hands that are over; None if this is the record of one hand."""
        if not self.is_match:
            return None
        return Match(self.rules, seed=self.seed, players=self.players, results=self.results)

    def states(self, hand: int | None = None) -> Iterator[State]:
        """Yield the position before the first ply and after each one.

        Args:
            hand: The number of one hand, from 0; all hands in a row if not given.
        """
        for chosen in self.hands if hand is None else (self._hand(hand),):
            yield from chosen.states(self.rules)

    def position(self, ply: int, hand: int = 0) -> State:
        """Return the position after a number of plies; 0 is the position before the first.

        Raises:
            RecordError: There are not so many plies, or hands.
        """
        chosen = self._hand(hand)
        if type(ply) is not int or not 0 <= ply <= len(chosen.plies):
            raise RecordError(f"ply: expected 0 to {len(chosen.plies)}, not {ply!r:.80}")
        *_, state = replace(chosen, plies=chosen.plies[:ply]).states(self.rules)
        return state

    def _hand(self, hand: int) -> HandRecord:
        if type(hand) is not int or not 0 <= hand < len(self.hands):
            raise RecordError(f"hand: expected 0 to {len(self.hands) - 1}, not {hand!r:.80}")
        return self.hands[hand]

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    # --- text ------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record from the text that `str(record)` gives.

        Raises:
            RecordError: It names the line at fault and what was expected.
        """
        from tienlen.record_text import parse  # here, since that module builds on this one

        return parse(text)

    def __str__(self) -> str:
        from tienlen.record_text import write

        return write(self)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record from the JSON that `to_json` gives.

        Raises:
            RecordError: It names the entry at fault and what was expected.
        """
        from tienlen.record_json import parse

        return parse(text)

    def to_json(self) -> str:
        """Return the record as JSON, the results included."""
        from tienlen.record_json import write

        return write(self)

    @classmethod
    def from_state(cls, state: State, **header: Any) -> Record:
        """Make the record of a hand from a state, with the plays that led to it.

        Args:
            state: Any state. If the plays it remembers do not lead back to a deal, the record
                consists of its position alone.
            header: `names`, `date` and `comment`.

        Example:
            >>> state = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4s 5s"]).play("3s")
            >>> Record.from_state(state, names=("An", "Binh")).hands[0].plies
            (Ply(seat=0, action='3s'),)
        """
        check_type("state", state, State, "a ")
        for hand in _possible_pasts(state):
            with contextlib.suppress(TienlenError):
                *_, last = hand.states(state.rules)
                if last == state:
                    break
        else:
            hand = HandRecord(position=state.to_text())
        return cls(rules=state.rules, hands=(hand,), **header)


@contextlib.contextmanager
def inside(where: str) -> Iterator[None]:
    """Let errors say in which entry they were found."""
    try:
        yield
    except RecordError as error:
        dot = "." if error.where else ""
        raise RecordError(error.message, error.line, f"{where}{dot}{error.where}") from None
    except TienlenError as error:
        raise RecordError(str(error), where=where) from None


def _after(state: State, ply: Ply) -> State:
    if ply.action == FOLD:
        return state.fold(ply.seat)
    if ply.action == RESIGN:
        return state.resign(ply.seat)
    return state.play(ply.action, ply.seat)


def _check_in_match(hand: HandRecord, match: Match) -> None:
    """Refuse a hand that does not follow from the hands before."""
    if hand.position is not None:
        raise RecordError("a hand of a match begins with a deal", where="position")
    if match.is_over:
        raise RecordError("there are no more hands: the match was over before")
    if hand.leader != match.next_leader:
        given, wanted = (
            "the lowest card" if leader is None else f"seat {leader}"
            for leader in (hand.leader, match.next_leader)
        )
        raise RecordError(f"in this match {wanted} leads, not {given}", where="leader")


def _check_seed(record: Record, number: int, start: State) -> None:
    """Refuse a hand whose cards are not those of the seed."""
    if record.seed is None:
        return
    hand, deal = record.hands[number], record.deal + number
    if hand.position is not None:
        raise RecordError("a hand of a seed begins with a deal", where="position")
    dealt = State.deal(
        record.rules, seed=record.seed, players=start.players, leader=hand.leader, hand=deal
    )
    if dealt != start:
        raise RecordError(f"expected the cards of deal {deal} of seed {record.seed}", where="hands")


def _check_header(record: Record) -> None:
    """Refuse wrong values beside the hands."""
    if not isinstance(record.rules, Rules):
        raise RecordError(f"expected Rules, not {record.rules!r:.80}", where="rules")
    allowed = f"1 to {MAX_HANDS} hands" if record.is_match else "one hand, since it is no match"
    if not 1 <= len(record.hands) <= (MAX_HANDS if record.is_match else 1):
        raise RecordError(f"expected {allowed}, not {len(record.hands)}", where="hands")
    for name, value in (("seed", record.seed), ("deal", record.deal)):
        if value is not None and (type(value) is not int or not 0 <= value < 2**64):
            raise RecordError(f"expected 0 to 2**64 - 1, not {value!r:.80}", where=name)
    if record.deal and (record.seed is None or record.is_match):
        raise RecordError("expected only with a seed, and not in a match", where="deal")
    seats = record.hands[0].players
    if record.names and len(record.names) != seats:
        raise RecordError(f"expected one for each of the {seats} seats", where="names")
    for seat, name in enumerate(record.names):
        _check_name(name, f"names[{seat}]")
    _check_date(record.date)
    comment: Any = record.comment
    if not isinstance(comment, str) or not comment.replace("\n", "").isprintable():
        raise RecordError("expected printable characters and line feeds", where="comment")
    if len(comment) > MAX_COMMENT:
        raise RecordError(f"expected at most {MAX_COMMENT} characters", where="comment")


def _check_name(name: Any, where: str) -> None:
    printable = isinstance(name, str) and name.isprintable() and name == name.strip()
    if not printable or len(name) > MAX_NAME:
        message = f"expected up to {MAX_NAME} printable characters, not {name!r:.80}"
        raise RecordError(message, where=where)


def _check_date(date: Any) -> None:
    if date == "":
        return
    try:
        datetime.fromisoformat(date)
    except (TypeError, ValueError):
        raise RecordError(f"expected one like 2026-01-31, not {date!r:.80}", where="date") from None
    if not date.isprintable() or date != date.strip():
        raise RecordError(f"expected printable characters, not {date!r:.80}", where="date")


def _possible_pasts(state: State) -> Iterator[HandRecord]:
    """Yield hands that may have led to a state, put together from the plies it remembers."""
    # A state remembers that a seat quit, not by which word; the outcome is the same.
    quit_word = FOLD if state.rules.folding else RESIGN
    plies = tuple(
        Ply(seat, quit_word if play is None else str(play)) for seat, play in state.history
    )
    masks = [int(hand) for hand in state.hands]
    for seat, play in state.history:
        masks[seat] |= 0 if play is None else int(play)
    spare = None if state.spare is None else str(state.spare)
    if spare is not None:
        masks = [mask & ~int(CardSet(spare)) for mask in masks]
    hands = tuple(str(CardSet(mask)) for mask in masks)
    if all(hands):
        for leader in (None, *range(state.players)):
            yield HandRecord(hands=hands, leader=leader, spare=spare, plies=plies)


def _cards(text: Any) -> str:
    """The normal form of cards."""
    if not isinstance(text, str):
        raise RecordError(f"expected cards as text, not {text!r:.80}")
    return str(CardSet(text))


def _action(text: Any) -> str:
    """The normal form of an action."""
    word = text.strip().lower() if isinstance(text, str) else ""
    return word if word in ("pass", FOLD, RESIGN) else _cards(text)
