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
    1. 0: 3s, 1: 4s, 2: 6s, 3: pass, 0: 2h, 1: pass, 2: pass
    8. 1: 5s, 2: 7s
    places: 0 1 2 3
    points: 3 2 1 0

A line of plays is one trick; the number before it is that of its first ply. Lines that begin with
`#` are remarks and are not kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from tienlen._core import CardSet, State
from tienlen.errors import RecordError, TienlenError
from tienlen.match import HandResult, Match
from tienlen.rules import Rules

__all__ = ["FOLD", "RESIGN", "HandRecord", "Ply", "Record", "Trade"]

FOLD = "fold"
RESIGN = "resign"
MAX_HANDS = 2000
MAX_NAME = 64
MAX_COMMENT = 64 * 1024


class Ply(NamedTuple):
    """What a seat did: cards played, as text, or `pass`, `fold` or `resign`."""

    seat: int
    action: str


class Trade(NamedTuple):
    """A swap of cards before the first play: seat `a` gives `cards_a`, seat `b` `cards_b`."""

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
        NotationError: Text that does not name cards.

    Example:
        >>> HandRecord(hands=("4D 3s", "5s"), plies=((0, "3s"),)).hands
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
            raise RecordError("a hand that begins with a position has no leader or spare card")
        trades = (Trade(a, _cards(x), b, _cards(y)) for a, x, b, y in self.trades)
        for name, value in (
            ("hands", tuple(_cards(hand) for hand in self.hands)),
            ("spare", None if self.spare is None else _cards(self.spare)),
            ("trades", tuple(trades)),
            ("plies", tuple(Ply(seat, _action(action)) for seat, action in self.plies)),
        ):
            object.__setattr__(self, name, value)

    def start(self, rules: Rules) -> State:
        """Set up the position with which the hand begins, before any trade."""
        if self.position is not None:
            return State.from_text(self.position, rules)
        return State.from_hands(rules, self.hands, self.leader, spare=self.spare)

    def states(self, rules: Rules) -> Iterator[State]:
        """Yield the position before the first ply and after each one.

        Raises:
            RecordError: A ply or trade that is not legal; it says which and why.
        """
        state = self.start(rules)
        for number, trade in enumerate(self.trades, 1):
            state = traded(state, trade, f"trade {number}")
        yield state
        for number, ply in enumerate(self.plies, 1):
            state = played(state, ply, f"ply {number}")
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
        deal: The number of the first hand among the deals of the seed.
        names: The name of each seat, "" where it has none; () if none has.
        date: A date or a date and time in ISO 8601, or "".
        comment: Anything, of printable characters and line feeds.

    Raises:
        RecordError: The record contradicts itself or the rules.

    Example:
        >>> hand = HandRecord(hands=("3s 2h", "4s 5s"), plies=((0, "3s"), (1, "4s")))
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
    _final: State = field(init=False, repr=False, compare=False)
    _match: Match | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_header(self)
        hands = tuple(self.hands)
        match = Match(self.rules, players=_players(self)) if self.is_match else None
        final: State | None = None
        for number, hand in enumerate(hands):
            try:
                if match is not None and final is not None:
                    match = match.finish(final)
                final = _replay(self, number, match)
            except TienlenError as error:
                raise _in_hand(error, number, len(hands)) from None
        assert final is not None
        if match is not None and final.is_over:
            match = match.finish(final)
        for name, value in (("_final", final), ("_match", match), ("hands", hands)):
            object.__setattr__(self, name, value)

    # --- questions -------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """The number of players."""
        return self._final.players

    @property
    def final(self) -> State:
        """The position at the end of the record."""
        return self._final

    @property
    def match(self) -> Match | None:
        """The match after the hands that are over; None if this is the record of a hand."""
        return self._match

    @property
    def results(self) -> tuple[HandResult, ...]:
        """The results of the hands that are over."""
        if self._match is not None:
            return self._match.results
        return (HandResult.of(self._final),) if self._final.is_over else ()

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
            raise RecordError(f"ply {ply}: this hand has plies 0 to {len(chosen.plies)}")
        shortened = replace(chosen, plies=chosen.plies[:ply])
        *_, state = shortened.states(self.rules)
        return state

    def _hand(self, hand: int) -> HandRecord:
        if type(hand) is not int or not 0 <= hand < len(self.hands):
            raise RecordError(f"hand {hand}: this record has hands 0 to {len(self.hands) - 1}")
        return self.hands[hand]

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
        """Read a record from JSON.

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
        """Make the record of a hand from a state, with the plays that led to it where it knows.

        Args:
            state: Any state. If its plays cannot be traced back to the deal (since a player
                folded, say), the record begins and ends with its position.
            header: `names`, `date` and `comment`.

        Example:
            >>> state = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4s 5s"]).play("3s")
            >>> Record.from_state(state).hands[0].plies
            (Ply(seat=0, action='3s'),)
        """
        for hand in _possible_pasts(state):
            try:
                record = cls(rules=state.rules, hands=(hand,), **header)
            except TienlenError:
                continue
            if record.final == state:
                return record
        hand = HandRecord(position=state.to_text())
        return cls(rules=state.rules, hands=(hand,), **header)


def traded(state: State, trade: Trade, what: str) -> State:
    """Carry out a trade; `what` names it in the error."""
    try:
        return state.trade(*trade)
    except TienlenError as error:
        raise RecordError(f"{what}: {error}") from None


def played(state: State, ply: Ply, what: str) -> State:
    """Carry out a ply; `what` names it in the error."""
    try:
        if ply.action == FOLD:
            return state.fold(ply.seat)
        if ply.action == RESIGN:
            return state.resign(ply.seat)
        return state.play(ply.action, ply.seat)
    except TienlenError as error:
        raise RecordError(f"{what}: {error}") from None


def _replay(record: Record, number: int, match: Match | None) -> State:
    """Play a hand of a record again, check that it may stand there, return its last state."""
    hand = record.hands[number]
    start = hand.start(record.rules)
    if match is not None:
        if hand.position is not None:
            raise RecordError("a hand of a match begins with a deal, not with a position")
        if match.is_over:
            raise RecordError(f"the match was over before: {match.winners} won")
        if hand.leader != match.next_leader:
            leads = "the lowest card" if match.next_leader is None else f"seat {match.next_leader}"
            given = "the lowest card" if hand.leader is None else f"seat {hand.leader}"
            raise RecordError(f"in this match {leads} leads, not {given}")
    if record.seed is not None:
        if hand.position is not None:
            raise RecordError("a hand that begins with a position has no seed")
        dealt = State.deal(
            record.rules,
            seed=record.seed,
            players=start.players,
            leader=hand.leader,
            hand=record.deal + number,
        )
        if dealt != start:
            deal = record.deal + number
            raise RecordError(f"these are not the cards of deal {deal} of seed {record.seed}")
    state = start
    for state in hand.states(record.rules):  # noqa: B007 - the last one is wanted
        pass
    return state


def _check_header(record: Record) -> None:
    if not isinstance(record.rules, Rules):
        raise RecordError(f"rules: expected Rules, not {record.rules!r:.80}")
    if not 1 <= len(record.hands) <= MAX_HANDS:
        raise RecordError(f"hands: expected 1 to {MAX_HANDS}, not {len(record.hands)}")
    if not record.is_match and len(record.hands) != 1:
        raise RecordError(f"hands: expected one, since it is no match, not {len(record.hands)}")
    for name, value in (("seed", record.seed), ("deal", record.deal)):
        if value is not None and (type(value) is not int or not 0 <= value < 2**64):
            raise RecordError(f"{name}: expected 0 to 2**64 - 1, not {value!r:.80}")
    if record.deal and (record.seed is None or record.is_match):
        raise RecordError("deal: only with a seed, and not in a match, whose deals begin with 0")
    names = tuple(record.names)
    if names and len(names) != _players(record):
        raise RecordError(f"names: expected one for each of {_players(record)} seats, or none")
    for name in names:
        if len(name) > MAX_NAME or not name.isprintable() or name != name.strip():
            raise RecordError(f"names: expected up to {MAX_NAME} printable characters: {name!r:.80}")
    object.__setattr__(record, "names", names if any(names) else ())
    if record.date:
        _check_date(record.date)
    if len(record.comment) > MAX_COMMENT:
        raise RecordError(f"comment: expected at most {MAX_COMMENT} characters")
    if not record.comment.replace("\n", "").isprintable():
        raise RecordError("comment: expected printable characters and line feeds")


def _check_date(date: str) -> None:
    try:
        datetime.fromisoformat(date)
    except ValueError:
        raise RecordError(f"date: expected one like 2026-01-31, not {date!r:.80}") from None
    if not date.isprintable():
        raise RecordError(f"date: expected printable characters, not {date!r:.80}")


def _players(record: Record) -> int:
    hand = record.hands[0]
    return len(hand.hands) if hand.position is None else hand.position.count("|") + 1


def _in_hand(error: TienlenError, number: int, hands: int) -> RecordError:
    """Say in which hand an error is, where there are several."""
    return RecordError(str(error) if hands == 1 else f"hand {number + 1}: {error}")


def _possible_pasts(state: State) -> Iterator[HandRecord]:
    """Yield the hands that may have led to a state, put together from the plies it remembers."""
    plies = tuple(Ply(seat, str(play)) for seat, play in state.history)
    masks = [int(hand) for hand in state.hands]
    for seat, play in state.history:
        masks[seat] |= int(play)
    spare = None if state.spare is None else str(state.spare)
    if spare is not None:
        masks = [mask & ~int(CardSet(spare)) for mask in masks]
    if not all(masks):
        return
    hands = tuple(str(CardSet(mask)) for mask in masks)
    for leader in (None, *range(state.players)):
        yield HandRecord(hands=hands, leader=leader, spare=spare, plies=plies)


def _cards(text: str) -> str:
    """The normal form of cards."""
    if not isinstance(text, str):
        raise RecordError(f"expected cards, not {text!r:.80}")
    return str(CardSet(text))


def _action(text: str) -> str:
    """The normal form of an action."""
    if not isinstance(text, str):
        raise RecordError(f"expected cards, pass, fold or resign, not {text!r:.80}")
    word = text.strip().lower()
    return word if word in ("pass", FOLD, RESIGN) else _cards(text)
