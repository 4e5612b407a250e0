"""The facts of one hand at one moment, and what follows from them directly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tienlen.reference.cards import NO_CARDS, Card, CardSet
from tienlen.reference.plays import Play

if TYPE_CHECKING:
    from tienlen.rules import Rules


@dataclass(frozen=True, kw_only=True)
class Position:
    """Everything about a hand that its future depends on. Seats are numbered 0, 1, 2, …, clockwise.

    Attributes:
        rules: The rules it is played by.
        hands: The cards that each seat holds. The cards of a player who folded stay in his hand,
            unseen.
        to_move: The seat to move; None when the hand is over.
        table: The last play, if it has not been cleared away.
        table_owner: The seat that made it, in play or not.
        led_bomb: The trick was led with a quad or double sequence, and the rules take such a lead
            for an ordinary play: no chops until the trick is cleared.
        passed: The seats in play that have passed since the trick began. They are *benched*.
        lead_passed: The seats in play that passed instead of leading, since the table was cleared.
        opening_card: The card that the first play of the hand must contain, while it is owed.
        out: The seats that played all their cards, in that order.
        folded: The seats that folded or resigned, in that order.
        played: All cards that lie face up, those on the table too.
        spare: The card that was left over from three hands of 17 and given to the leader. It
            stays noted here after it has been played.
        instant_winner: The seat that won by its hand alone, right after the deal.

    When a hand is over, whether a trick was running or not, the last play stays on the table and
    the players who had passed over it stay marked: nothing cleared them away. But nobody is to
    move, no card is owed, and passes instead of a lead are forgotten.
    """

    rules: Rules
    hands: tuple[CardSet, ...]
    to_move: int | None
    table: Play | None = None
    table_owner: int | None = None
    led_bomb: bool = False
    passed: tuple[int, ...] = ()
    lead_passed: tuple[int, ...] = ()
    opening_card: Card | None = None
    out: tuple[int, ...] = ()
    folded: tuple[int, ...] = ()
    played: CardSet = NO_CARDS
    spare: Card | None = None
    instant_winner: int | None = None

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that have neither gone out nor folded."""
        return tuple(
            seat for seat in range(self.players) if seat not in self.out and seat not in self.folded
        )

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.instant_winner is not None or len(self.in_play) <= 1

    @property
    def opener(self) -> int | None:
        """The seat that owes the opening card, which is the seat that holds it."""
        if self.opening_card is None:
            return None
        return next(seat for seat, hand in enumerate(self.hands) if self.opening_card in hand)

    @property
    def must_lead(self) -> bool:
        """Whether the seat to move has to lead and may not pass.

        - With a play on the table there is nothing to lead.
        - While another seat owes the opening card, no one else can lead, so the others pass.
        - Otherwise a leader may not pass, unless the rules let him.
        - Where they do, the circle of passes is full when it comes back to a seat that has
          already passed over this empty table: that seat has to lead, so that every hand ends.
        """
        if self.to_move is None or self.table is not None:
            return False
        if self.opener not in (None, self.to_move):
            return False
        return not self.rules.leader_may_pass or self.to_move in self.lead_passed

    @property
    def dealt_hands(self) -> tuple[CardSet, ...]:
        """The hands without the spare card, which is given to the leader after all is decided."""
        spare = NO_CARDS if self.spare is None else CardSet([self.spare])
        return tuple(hand - spare for hand in self.hands)
