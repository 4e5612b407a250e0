"""Which plays are legal: listed, and counted."""

from __future__ import annotations

from collections.abc import Callable

from tienlen.reference.beating import Shape, is_open_to_benched, shape_beats, shape_of
from tienlen.reference.cards import CardSet
from tienlen.reference.combinations import all_combinations
from tienlen.reference.counting import count_shapes
from tienlen.reference.plays import BOMBS, PASS, Play
from tienlen.reference.position import Position
from tienlen.reference.turns import mover


def legal_plays(position: Position) -> list[Play]:
    """All legal plays of the seat to move, in ascending order of their masks; a pass comes first.

    The list is empty when the hand is over, and never before.
    """
    if position.is_over:
        return []
    hand = position.hands[mover(position)]
    plays: list[Play] = []
    if position.table is None:
        if may_lead(position):
            owed = position.opening_card
            leads = all_combinations(hand, position.rules)
            plays = [play for play in leads if owed is None or owed in play.cards]
    else:
        is_answer = answers_to_table(position)
        answers = all_combinations(hand, position.rules)
        plays = [play for play in answers if is_answer(shape_of(play))]
    if may_pass(position):
        plays.append(PASS)
    return sorted(plays, key=int)


def count_legal(position: Position) -> int:
    """How many legal plays there are, without listing them.

    Leads that contain the card owed are all leads less those of the hand without this card.
    """
    if position.is_over:
        return 0
    rules = position.rules
    hand = position.hands[mover(position)]
    count = 1 if may_pass(position) else 0
    if position.table is not None:
        is_answer = answers_to_table(position)
        shapes = count_shapes(hand, rules)
        return count + sum(number for shape, number in shapes.items() if is_answer(shape))
    if may_lead(position):
        count += count_shapes(hand, rules).total()
        if position.opening_card is not None:
            count -= count_shapes(hand - CardSet([position.opening_card]), rules).total()
    return count


def may_pass(position: Position) -> bool:
    """Whether the seat to move may pass."""
    return not position.is_over and not position.must_lead


def may_lead(position: Position) -> bool:
    """Whether the seat to move has any lead: not so while another seat owes the opening card."""
    return position.opener in (None, position.to_move)


def answers_to_table(position: Position) -> Callable[[Shape], bool]:
    """The test whether a play of the seat to move, of a given shape, answers the table.

    A benched player who is asked may only chop: with a quad or a double sequence, in the ordinary
    way or by the chop table.
    """
    assert position.table is not None
    table, rules = shape_of(position.table), position.rules
    benched = position.to_move in position.passed
    if benched and not is_open_to_benched(position.table, rules):
        return lambda _: False
    chops_count = not position.led_bomb

    def is_answer(answer: Shape) -> bool:
        if benched and answer.kind not in BOMBS:
            return False
        return shape_beats(answer, table, rules, chops_count=chops_count)

    return is_answer
