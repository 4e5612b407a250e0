"""Trading: before the first lead, two players may swap equal numbers of cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from tienlen.errors import IllegalActionError
from tienlen.reference.cards import CardSet
from tienlen.reference.dealing import holder, with_spare
from tienlen.reference.position import Position
from tienlen.reference.turns import nothing_has_happened

P = TypeVar("P", bound=Position)


def after_trade(position: P, a: int, cards_a: CardSet, b: int, cards_b: CardSet) -> P:
    """Seat `a` gives `cards_a` to seat `b` and gets `cards_b`.

    If the opening card is owed, whoever holds it after trading leads and owes it. The spare card
    follows the leader, and so is nobody's to trade. A leader who was named stays the leader.
    Whether a hand wins at once was decided by the hands as dealt.

    Reading: trading ends when anything has happened, and be it that somebody passed or folded.

    Raises:
        IllegalActionError: There is no such trade here.
    """
    if not position.rules.trading:
        raise IllegalActionError("these rules have no trading")
    if position.is_over:
        raise IllegalActionError("the hand is over")
    if not nothing_has_happened(position):
        raise IllegalActionError("cards are traded before the first lead only")
    if a == b:
        raise IllegalActionError("two different seats trade")
    if not cards_a or len(cards_a) != len(cards_b):
        raise IllegalActionError(f"equal numbers of cards are traded, not {cards_a} for {cards_b}")
    hands = list(position.dealt_hands)
    for seat, cards in ((a, cards_a), (b, cards_b)):
        if not cards <= hands[seat]:
            raise IllegalActionError(f"seat {seat} has no {cards - hands[seat]} to trade")
    hands[a] = hands[a] - cards_a | cards_b
    hands[b] = hands[b] - cards_b | cards_a

    assert position.to_move is not None
    leader = position.to_move
    if position.opening_card is not None:
        leader = holder(hands, position.opening_card)
    return replace(position, hands=with_spare(hands, leader, position.spare), to_move=leader)
