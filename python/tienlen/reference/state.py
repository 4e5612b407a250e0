"""One hand in progress: the face that both engines show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from operator import index
from typing import TYPE_CHECKING, SupportsIndex

from tienlen.errors import (
    IllegalActionError,
    IllegalPlayError,
    PositionError,
    Reason,
    explain_reason,
    number_text,
)
from tienlen.reference import dealing, legal, scoring
from tienlen.reference.cards import Card, CardSet
from tienlen.reference.checking import Objection, PlayLike, named_cards, objection
from tienlen.reference.notation import read_position, write_position
from tienlen.reference.plays import PASS, Play
from tienlen.reference.position import Position
from tienlen.reference.rng import Rng
from tienlen.reference.trading import after_trade
from tienlen.reference.turns import after_fold, after_pass, after_play

if TYPE_CHECKING:
    from tienlen.rules import Rules

CardsLike = str | SupportsIndex | Iterable[Card | int | str]


@dataclass(frozen=True, kw_only=True, repr=False)
class State(Position):
    """One hand in progress. It never changes: every action returns a new state.

    States are equal if their rules and positions are, however they were reached. Set one up with
    `State.deal`, `State.from_hands` or `State.from_text`.

    Example:
        >>> from tienlen.rules import Rules
        >>> state = State.from_hands(
        ...     Rules.preset("southern"), ["2s 3d", "9s 9c 9d 9h Kc", "Ks", "Ac"], leader=0
        ... )
        >>> state = state.play("2s")
        >>> state.legal_plays()
        [Play('pass'), Play('9s 9c 9d 9h')]
        >>> state.explain("Kc")
        'Kc is too low: it must be higher than 2s'
        >>> state.play("9s9c9d9h").to_move
        2
    """

    # --- setting up ------------------------------------------------------------------------------

    @classmethod
    def deal(
        cls,
        rules: Rules,
        *,
        seed: int,
        players: int | None = None,
        leader: int | None = None,
        hand: int = 0,
    ) -> State:
        """Deal a hand.

        Args:
            rules: The rules.
            seed: Names the deal, 0 to 2⁶⁴ - 1; each seed has as many hands.
            players: The number of players; the largest that the rules allow if not given.
            leader: The seat that leads, anything it likes. If not given, the holder of the lowest
                card dealt leads and owes this card.
            hand: The number of the hand of this seed.

        Raises:
            PositionError: The rules do not allow so many players; no such leader; no such seed.
        """
        if players is None:
            players = max(rules.players)
        dealing.check_players(rules, players)
        try:
            rng = Rng(seed, hand)
        except ValueError as error:
            raise PositionError(str(error)) from None
        hands, spare = dealing.deal(rules, players, rng)
        return cls.from_hands(rules, hands, leader, spare=spare)

    @classmethod
    def from_hands(
        cls,
        rules: Rules,
        hands: Sequence[CardsLike],
        leader: int | None = None,
        *,
        spare: Card | str | int | None = None,
    ) -> State:
        """Set up the start of a hand, with hands of any sizes.

        Args:
            rules: The rules.
            hands: The cards of each seat, none empty.
            leader: As in `deal`.
            spare: The card that is left over from three hands of 17 and goes to the leader.

        Raises:
            NotationError: Cards that cannot be read.
            PositionError: Hands that there cannot be.
        """
        given = [CardSet(hand) for hand in hands]
        spare_card = None if spare is None else Card(spare)
        dealing.check_players(rules, len(given))
        if leader is not None:
            dealing.check_seat(leader, len(given))
        dealing.check_hands(rules, given)
        for seat, hand in enumerate(given):
            if not hand:
                raise PositionError(f"seat {seat} has no cards")
        if spare_card is not None:
            dealing.check_spare(rules, given, spare_card)
        return cls._at(dealing.start(rules, given, leader, spare_card))

    @classmethod
    def from_text(cls, text: str, rules: Rules) -> State:
        """Set up any position, from the text that `to_text` writes.

        Raises:
            NotationError: The text cannot be read.
            PositionError: There can be no such position.
        """
        return cls._at(read_position(text, rules))

    @classmethod
    def _at(cls, position: Position) -> State:
        return cls(**{field.name: getattr(position, field.name) for field in fields(Position)})

    # --- looking ---------------------------------------------------------------------------------

    def to_text(self) -> str:
        """The position as one line of text."""
        return write_position(self)

    def __repr__(self) -> str:
        return f"State.from_text({self.to_text()!r}, {self.rules!r})"

    @property
    def places(self) -> tuple[int, ...]:
        """The seats in order of their places, from the first on, without a gap."""
        return scoring.places(self)

    def place_of(self, seat: int) -> int | None:
        """The place of a seat, 0 for the first; None while it has none."""
        dealing.check_seat(seat, self.players)
        return scoring.place_of(self, seat)

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of each seat when the hand is over; None before."""
        return scoring.points(self)

    @property
    def instant_wins(self) -> tuple[tuple[int, str], ...]:
        """Every (seat, name) of an instant win, in turn order from the seat that would have led.

        The first of these seats has won.
        """
        if self.instant_winner is None:
            return ()
        # Starting from the winner gives the same order as starting from the leader: no seat between
        # the two has an instant win.
        return scoring.instant_wins(self.dealt_hands, self.instant_winner, self.rules)

    @property
    def undealt(self) -> CardSet:
        """The cards that are neither played nor in a hand."""
        known = self.played
        for hand in self.hands:
            known |= hand
        return ~known

    def legal_plays(self) -> list[Play]:
        """All legal plays, in ascending order of their masks; the pass comes first."""
        return legal.legal_plays(self)

    def legal_masks(self) -> list[int]:
        """The masks of all legal plays, ascending; 0 is the pass."""
        return [int(play) for play in self.legal_plays()]

    def count_legal(self) -> int:
        """The number of legal plays, counted without listing them."""
        return legal.count_legal(self)

    # --- asking ----------------------------------------------------------------------------------

    def check(self, play: PlayLike, seat: int | None = None) -> Reason | None:
        """Why a play is illegal; None if it is legal. Nothing changes, and no text is refused.

        Args:
            play: A play, its cards, text, or a mask.
            seat: Who would play; the seat to move if not given.
        """
        found = self._objection(play, seat)
        return None if found is None else found.reason

    def is_legal(self, play: PlayLike, seat: int | None = None) -> bool:
        """Whether a play is legal."""
        return self._objection(play, seat) is None

    def explain(self, play: PlayLike, seat: int | None = None) -> str | None:
        """Why a play is illegal, in a sentence; None if it is legal."""
        found = self._objection(play, seat)
        if found is None:
            return None
        return explain_reason(
            found.reason,
            play=_shown(play),
            seat=self._seat_shown(seat),
            card=None if found.card is None else str(found.card),
            size=found.size,
        )

    def _objection(self, play: PlayLike, seat: int | None) -> Objection | None:
        if seat is not None:
            dealing.check_seat(seat, self.players)
        return objection(self, play, seat)

    def _seat_shown(self, seat: int | None) -> int | None:
        """The seat an error is about; None when none was named and none is to move."""
        return self.to_move if seat is None else seat

    # --- acting ----------------------------------------------------------------------------------

    def play(self, play: PlayLike, seat: int | None = None) -> State:
        """Play cards, or pass.

        Raises:
            IllegalPlayError: The play is illegal; the error says why.
            PositionError: There is no such seat.
        """
        found = self._objection(play, seat)
        if found is not None:
            raise IllegalPlayError(
                found.reason,
                _shown(play),
                self._seat_shown(seat),
                self.to_text(),
                None if found.card is None else str(found.card),
                found.size,
            )
        cards = named_cards(play)
        assert isinstance(cards, CardSet)
        return after_play(self, Play(cards)) if cards else after_pass(self)

    def fold(self, seat: int | None = None) -> State:
        """Quit this hand, on one's turn or not, where the rules allow it.

        Args:
            seat: Who folds; the seat to move if not given.

        Raises:
            IllegalActionError: The rules have no folding, the hand is over, the seat has left it.
            PositionError: There is no such seat.
        """
        quitter = self._quitter(seat)
        if not self.rules.folding:
            raise IllegalActionError(
                f"these rules have no folding: a player can only resign [{self.to_text()}]"
            )
        return after_fold(self, quitter)

    def resign(self, seat: int) -> State:
        """Quit this hand under any rules, as a server may have to make a player do.

        Raises:
            IllegalActionError: The hand is over, or the seat has left it.
            PositionError: There is no such seat.
        """
        dealing.check_seat(seat, self.players)
        return after_fold(self, self._quitter(seat))

    def _quitter(self, seat: int | None) -> int:
        if seat is not None:
            dealing.check_seat(seat, self.players)
        if self.to_move is None:
            raise IllegalActionError(f"the hand is over [{self.to_text()}]")
        quitter = self.to_move if seat is None else seat
        if quitter not in self.in_play:
            raise IllegalActionError(f"seat {quitter} is no longer in play [{self.to_text()}]")
        return quitter

    def trade(self, a: int, cards_a: CardsLike, b: int, cards_b: CardsLike) -> State:
        """Swap equal numbers of cards between two seats, before the first lead.

        Raises:
            IllegalActionError: The rules have no trading, or not this trade.
            PositionError: There is no such seat.
        """
        for seat in (a, b):
            dealing.check_seat(seat, self.players)
        try:
            return after_trade(self, a, CardSet(cards_a), b, CardSet(cards_b))
        except IllegalActionError as error:
            raise IllegalActionError(f"{error} [{self.to_text()}]") from None


def _shown(play: PlayLike) -> str:
    """A play as it was given, for an error."""
    if isinstance(play, str):
        return play
    if isinstance(play, (Play, CardSet, Card)):
        return str(play)
    mask = index(play)
    if mask == 0:
        return str(PASS)
    return str(CardSet(mask)) if 0 < mask < 2**52 else number_text(mask)
