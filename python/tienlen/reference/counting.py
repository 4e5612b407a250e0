"""How many combinations a hand holds, without listing them.

Where `combinations` chooses cards, this multiplies numbers of choices: three 9s hold three pairs
because two can be chosen of three in three ways, and a sequence can be had in as many ways as the
product of the cards held in each of its ranks. The two roads share no step, so that a fault in one
shows against the other.
"""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import TYPE_CHECKING

from tienlen.reference.beating import Shape
from tienlen.reference.cards import ACE, RANKS, TWO, CardSet
from tienlen.reference.plays import KIND_OF_EQUAL_CARDS, SHORTEST_RUN, Kind

if TYPE_CHECKING:
    from tienlen.rules import Rules


def count_shapes(hand: CardSet, rules: Rules) -> Counter[Shape]:
    """For each kind, size and top card, how many combinations in a hand are like that.

    Example:
        >>> from tienlen.rules import Rules
        >>> counts = count_shapes(CardSet("3s 3c 4s 5s 5c"), Rules.preset("southern"))
        >>> [number for shape, number in counts.items() if shape.kind is Kind.SEQUENCE]
        [2, 2]
    """
    held = [0] * len(RANKS)
    lower_held = {}  # for each card, how many lower cards of its rank are held
    for card in hand:
        lower_held[card] = held[card.rank]
        held[card.rank] += 1

    counts: Counter[Shape] = Counter()
    for top in hand:
        lower = lower_held[top]
        for number, kind in KIND_OF_EQUAL_CARDS.items():
            counts[Shape(kind, number, top)] = comb(lower, number - 1)

        # Runs that end in this card, longer by one rank at each step down.
        if top.rank <= (TWO if rules.twos_in_sequences else ACE):
            ways = 1
            for size in range(2, top.rank + 2):
                ways *= held[top.rank - size + 1]
                if size >= SHORTEST_RUN:
                    counts[Shape(Kind.SEQUENCE, size, top)] = ways
        if top.rank <= ACE:
            ways = lower
            for size in range(2, top.rank + 2):
                ways *= comb(held[top.rank - size + 1], 2)
                if size >= SHORTEST_RUN:
                    counts[Shape(Kind.DOUBLE_SEQUENCE, size, top)] = ways
    return +counts  # without the zeros
