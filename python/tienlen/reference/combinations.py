"""Every combination that a hand holds, each exactly once.

No play can come up twice: plays of one kind are built from the ranks they use and a choice of cards
in each rank, and both can be read off the finished play. (`counting` arrives at the same number by
multiplying instead of listing.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from tienlen.reference.cards import ACE, RANKS, TWO, Card, CardSet
from tienlen.reference.plays import KIND_OF_EQUAL_CARDS, SHORTEST_RUN, Kind, Play, made_of

if TYPE_CHECKING:
    from tienlen.rules import Rules

Cards = tuple[Card, ...]


def all_combinations(hand: CardSet, rules: Rules) -> Iterator[Play]:
    """Every combination in a hand, in no special order.

    Example:
        >>> from tienlen.rules import Rules
        >>> plays = all_combinations(CardSet("9s 9c 9d"), Rules.preset("southern"))
        >>> [str(play) for play in plays]
        ['9s', '9c', '9d', '9s 9c', '9s 9d', '9c 9d', '9s 9c 9d']
    """
    by_rank = cards_by_rank(hand)
    for cards in by_rank:
        for number in range(1, len(cards) + 1):
            for chosen in combinations(cards, number):
                yield made_of(chosen, KIND_OF_EQUAL_CARDS[number], number)

    highest = TWO if rules.twos_in_sequences else ACE
    one_each = [[(card,) for card in cards] for cards in by_rank]
    for cards in _runs(one_each, highest):
        yield made_of(cards, Kind.SEQUENCE, len(cards))

    two_each = [list(combinations(cards, 2)) for cards in by_rank]
    for cards in _runs(two_each, ACE):
        yield made_of(cards, Kind.DOUBLE_SEQUENCE, len(cards) // 2)


def cards_by_rank(hand: CardSet) -> list[Cards]:
    """The cards of a hand, sorted into the thirteen ranks."""
    cards: list[list[Card]] = [[] for _ in RANKS]
    for card in hand:
        cards[card.rank].append(card)
    return [tuple(of_one_rank) for of_one_rank in cards]


def _runs(choices: Sequence[Sequence[Cards]], highest: int) -> Iterator[Cards]:
    """Every way to choose something in each of three or more consecutive ranks."""
    for first in range(highest + 1):
        begun: list[Cards] = [()]
        for rank in range(first, highest + 1):
            begun = [cards + chosen for cards in begun for chosen in choices[rank]]
            if not begun:
                break
            if rank - first + 1 >= SHORTEST_RUN:
                yield from begun
