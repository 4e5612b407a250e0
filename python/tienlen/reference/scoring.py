"""Places, points, and hands that win at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tienlen.reference.cards import ACE, TWO, CardSet
from tienlen.reference.combinations import cards_by_rank
from tienlen.reference.position import Position

if TYPE_CHECKING:
    from tienlen.rules import Rules

PAIRS_WANTED = 6
CONSECUTIVE_PAIRS_WANTED = 5


def place_of(position: Position, seat: int) -> int | None:
    """The place of a seat, 0 for the first; None while it has none.

    Players who go out take the best place that is free, those who fold the worst. The last one in
    play takes what remains, and the hand is over. After an instant win only the winner has a place.
    """
    if position.instant_winner is not None:
        return 0 if seat == position.instant_winner else None
    if seat in position.out:
        return position.out.index(seat)
    if seat in position.folded:
        return position.players - 1 - position.folded.index(seat)
    return len(position.out) if position.is_over else None


def places(position: Position) -> tuple[int, ...]:
    """The seats that have a place, from the first place on, as far as there is no gap.

    So a seat that folded is listed only when the hand is over.
    """
    seat_at = {place_of(position, seat): seat for seat in range(position.players)}
    listed: list[int] = []
    while len(listed) in seat_at:
        listed.append(seat_at[len(listed)])
    return tuple(listed)


def points(position: Position) -> tuple[int, ...] | None:
    """The points of each seat when the hand is over; None before.

    After an instant win, the others share the points of the last place.
    """
    if not position.is_over:
        return None
    by_place = position.rules.points_by_place(position.players)
    last = position.players - 1
    taken = [place_of(position, seat) for seat in range(position.players)]
    return tuple(by_place[last if place is None else place] for place in taken)


def instant_wins_of(hand: CardSet, rules: Rules) -> list[str]:
    """The names of the instant wins that a hand holds, of those that the rules know.

    - `four_twos`: all four 2s.
    - `dragon`: a card of every rank from 3 to ace.
    - `six_pairs`: six pairs, 2s among them if need be. A triple is one pair; a quad is two, unless
      the rules count it as one.
    - `five_consecutive_pairs`: two or more cards of each of five consecutive ranks from 3 to ace.

    Example:
        >>> from tienlen.rules import Rules
        >>> instant_wins_of(CardSet("3s3c 4s4c 5s5c 6s6c 7s7c 2s2c Ah"), Rules.preset("zipi"))
        ['six_pairs', 'five_consecutive_pairs']
    """
    held = [len(cards) for cards in cards_by_rank(hand)]
    pairs_in = {0: 0, 1: 0, 2: 1, 3: 1, 4: 2 if rules.quad_is_two_pairs else 1}
    pairs = sum(pairs_in[number] for number in held)
    neighbours = (
        held[first : first + CONSECUTIVE_PAIRS_WANTED]
        for first in range(ACE - CONSECUTIVE_PAIRS_WANTED + 2)
    )
    holds = {
        "four_twos": held[TWO] == 4,
        "dragon": all(held[: ACE + 1]),
        "six_pairs": pairs >= PAIRS_WANTED,
        "five_consecutive_pairs": any(min(numbers) >= 2 for numbers in neighbours),
    }
    return [name for name in rules.instant_wins if holds[name]]


def instant_wins(dealt: Sequence[CardSet], first: int, rules: Rules) -> tuple[tuple[int, str], ...]:
    """Every (seat, name of an instant win) among the hands as dealt.

    The seats come in turn order from seat `first`. The first one listed has won.
    """
    in_turn = [(first + step) % len(dealt) for step in range(len(dealt))]
    return tuple((seat, name) for seat in in_turn for name in instant_wins_of(dealt[seat], rules))
