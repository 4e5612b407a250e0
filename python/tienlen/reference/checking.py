"""Why a play is illegal: every illegal input has one name.

The reasons are looked for in a fixed order, that of the enumeration `tienlen.errors.Reason`, and
the first that fits is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import SupportsIndex, TypeAlias

from tienlen.errors import NotationError, Reason
from tienlen.reference.beating import is_open_to_benched, shape_beats, shape_of
from tienlen.reference.cards import Card, CardSet, card_named_twice, read_cards, whole_number
from tienlen.reference.plays import BOMBS, Play, classify, is_pass_word
from tienlen.reference.position import Position

PlayLike: TypeAlias = Play | CardSet | Card | str | SupportsIndex
"""What a play may be given as: the play, its cards, its one card, text, or a mask.

0 and "pass" are the pass.
"""


@dataclass(frozen=True)
class Objection:
    """Why a play is illegal.

    Attributes:
        reason: The name of the reason.
        card: The card it is about: named twice, not in the hand, owed, or the card to beat.
        size: The size wanted, where the size is wrong.
    """

    reason: Reason
    card: Card | None = None
    size: int | None = None


def objection(position: Position, given: PlayLike, seat: int | None) -> Objection | None:
    """The first reason why a seat may not play this; None if it may.

    Raises:
        TypeError: Something that cannot be a play at all, whoever would play it.
    """
    cards = named_cards(given)
    if position.to_move is None:
        return Objection(Reason.HAND_OVER)
    if seat is not None and seat != position.to_move:
        return Objection(Reason.NOT_YOUR_TURN)
    if isinstance(cards, Objection):
        return cards
    if not cards:
        return Objection(Reason.MUST_LEAD) if position.must_lead else None

    hand = position.hands[position.to_move]
    missing = list(cards - hand)
    if missing:
        return Objection(Reason.NOT_IN_HAND, card=missing[0])
    play = classify(cards, position.rules)
    if play is None:
        return Objection(Reason.NOT_A_COMBINATION)
    if position.table is None:
        return _objection_to_lead(position, play)
    return _objection_to_answer(position, play, position.table)


def named_cards(given: PlayLike) -> CardSet | Objection:
    """The cards that were given, none for a pass; or what is wrong with the way they were given.

    No cards are not a pass: a text without cards and an empty set are an empty play. Yet the mask 0
    is the pass, as everywhere.

    Raises:
        TypeError: Something that is not a play at all.
    """
    if isinstance(given, Play):
        return given.cards
    if isinstance(given, str):
        if is_pass_word(given):
            return CardSet()
        try:
            named = read_cards(given)
        except NotationError:
            return Objection(Reason.UNKNOWN_CARD)
        twice = card_named_twice(named)
        if twice is not None:
            return Objection(Reason.CARD_TWICE, card=twice)
        given = CardSet(named)
    if isinstance(given, Card):
        return CardSet(given)
    if isinstance(given, CardSet):
        return given or Objection(Reason.EMPTY_PLAY)
    mask = whole_number(given, "a play is a Play, a CardSet, a Card, text or a mask")
    try:
        return CardSet(mask)
    except NotationError:
        return Objection(Reason.UNKNOWN_CARD)


def _objection_to_lead(position: Position, lead: Play) -> Objection | None:
    # The same for the seats that do not owe the card: no lead of theirs can contain it.
    owed = position.opening_card
    if owed is not None and owed not in lead.cards:
        return Objection(Reason.OPENING_CARD, card=owed)
    return None


def _objection_to_answer(position: Position, answer: Play, table: Play) -> Objection | None:
    rules = position.rules
    beats_table = shape_beats(
        shape_of(answer), shape_of(table), rules, chops_count=not position.led_bomb
    )
    if position.to_move in position.passed:
        may_chop = is_open_to_benched(table, rules) and answer.kind in BOMBS
        return None if may_chop and beats_table else Objection(Reason.BENCHED)
    if beats_table:
        return None
    if answer.kind is table.kind:
        if answer.size != table.size:
            return Objection(Reason.WRONG_SIZE, size=table.size)
        return Objection(Reason.TOO_LOW, card=table.top)
    if answer.kind in BOMBS:
        return Objection(Reason.BOMB_DOES_NOT_BEAT)
    return Objection(Reason.WRONG_KIND)
