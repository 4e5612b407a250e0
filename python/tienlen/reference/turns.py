"""What an action does, and whose turn it is then.

After each play the other seats are asked about it once, in turn. Those who pass are benched until
the trick is cleared. When nobody is left to ask, the trick is cleared: the table is empty, every
pass is forgotten, and the owner of the last play leads. The last play of a player who went out can
still be beaten.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from tienlen.reference.beating import is_open_to_benched
from tienlen.reference.cards import CardSet
from tienlen.reference.plays import BOMBS, Play
from tienlen.reference.position import Position

P = TypeVar("P", bound=Position)


def seats_after(seat: int, players: int) -> Iterator[int]:
    """The other seats in turn order."""
    for step in range(1, players):
        yield (seat + step) % players


def with_seat(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """A set of seats, kept in ascending order, and one more."""
    return tuple(sorted({*seats, seat}))


def without_seat(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """A list of seats without one of them."""
    return tuple(other for other in seats if other != seat)


def after_play(position: P, play: Play) -> P:
    """The seat to move plays cards.

    A benched player who chops owns the table but stays benched: if he is overtaken, the trick is
    closed to him as before. Reading: a seat that is no longer in play is not counted as benched.
    """
    seat = mover(position)
    hand = position.hands[seat] - play.cards
    hands = (*position.hands[:seat], hand, *position.hands[seat + 1 :])
    goes_out = not hand
    if position.table is None:
        led_bomb = play.kind in BOMBS and not position.rules.led_bombs
    else:
        led_bomb = position.led_bomb
    played = replace(
        position,
        hands=hands,
        table=play,
        table_owner=seat,
        led_bomb=led_bomb,
        passed=without_seat(position.passed, seat) if goes_out else position.passed,
        lead_passed=(),
        opening_card=None,
        out=(*position.out, seat) if goes_out else position.out,
        played=position.played | play.cards,
    )
    return turn_moves_on(played, seat)


def after_pass(position: P) -> P:
    """The seat to move passes.

    Over a play, that benches it. Over an empty table it benches nobody: the next seat may lead.
    """
    seat = mover(position)
    if position.table is None:
        passed = replace(position, lead_passed=with_seat(position.lead_passed, seat))
    else:
        passed = replace(position, passed=with_seat(position.passed, seat))
    return turn_moves_on(passed, seat)


def after_fold(position: P, seat: int) -> P:
    """A seat in play quits, on its turn or not.

    A play of his on the table stands. A debt of his is void: whoever is to move then leads what he
    likes. He drops out of a circle of passes, which counts on with the seats that remain: it is
    full when each of them has passed.
    """
    owed_by_him = position.opener == seat
    folded = replace(
        position,
        folded=(*position.folded, seat),
        passed=without_seat(position.passed, seat),
        lead_passed=without_seat(position.lead_passed, seat),
        opening_card=None if owed_by_him else position.opening_card,
    )
    if seat == position.to_move or folded.is_over:
        return turn_moves_on(folded, seat)
    return folded


def turn_moves_on(position: P, seat: int) -> P:
    """Find whose turn it is after an action of `seat`; clear the trick if nobody is left to ask."""
    if position.is_over:
        return replace(position, to_move=None, opening_card=None, lead_passed=())
    if position.table is None:
        return replace(position, to_move=next_in_play(position, seat))

    assert position.table_owner is not None
    for other in seats_after(seat, position.players):
        if other == position.table_owner:
            break
        if is_asked(position, other):
            return replace(position, to_move=other)
    return cleared(position)


def cleared(position: P) -> P:
    """Clear the trick. Its owner leads, or if he is no longer in play, the next seat that is.

    It does not matter whether the seat that leads had passed.
    """
    owner = position.table_owner
    assert owner is not None
    return replace(
        position,
        to_move=owner if owner in position.in_play else next_in_play(position, owner),
        table=None,
        table_owner=None,
        led_bomb=False,
        passed=(),
    )


def is_asked(position: Position, seat: int) -> bool:
    """Whether a seat is asked about the play on the table when its turn comes.

    This must follow from what all can see. So a player is asked even if his hand holds no answer,
    and a benched player is asked about every play that is open to benched players.
    """
    assert position.table is not None
    if seat not in position.in_play:
        return False
    return seat not in position.passed or is_open_to_benched(position.table, position.rules)


def next_in_play(position: Position, seat: int) -> int:
    """The next seat in play after `seat`."""
    return next(other for other in seats_after(seat, position.players) if other in position.in_play)


def mover(position: Position) -> int:
    """The seat to move in a hand that is not over."""
    assert position.to_move is not None
    return position.to_move


def nothing_has_happened(position: Position) -> bool:
    """Whether the hand is still as it was dealt: nobody has played, passed or folded."""
    return position.played == CardSet() and not position.lead_passed and not position.folded
