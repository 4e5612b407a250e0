"""The combinations that can be played, and how to tell which one a set of cards is.

- single, pair, triple, quad: one to four cards of one rank. Four 2s are a quad like any other.
- sequence: three or more cards of consecutive ranks, one of each, suits free. It does not go around
  the corner, and holds no 2 unless the rules let a sequence end in one.
- double sequence: three or more consecutive pairs, exactly two cards of each rank, never a 2.

A combination is as strong as its highest card, and nothing else about it counts. Yet a play is a
*set of cards*: sets that differ in any card, and be it in the middle of a sequence, are different
plays.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, SupportsIndex, final

from tienlen.errors import NotationError
from tienlen.reference.cards import SPACES, TWO, Card, CardSet

if TYPE_CHECKING:
    from tienlen.rules import Rules

SHORTEST_RUN = 3


class Kind(enum.Enum):
    """The kinds of play, the pass among them."""

    PASS = "pass"
    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    QUAD = "quad"
    SEQUENCE = "sequence"
    DOUBLE_SEQUENCE = "double_sequence"


KIND_OF_EQUAL_CARDS = {1: Kind.SINGLE, 2: Kind.PAIR, 3: Kind.TRIPLE, 4: Kind.QUAD}

BOMBS = (Kind.QUAD, Kind.DOUBLE_SEQUENCE)
"""The kinds called bombs: all that a benched player may still play, where the rules let him."""


@final
class Play:
    """One combination of cards, or the pass.

    Args:
        cards: The cards: text, a mask, a `CardSet` or the cards one by one. `"pass"` and the mask 0
            are the pass. A sequence may end in a 2 here; whether it may be played, the rules say.

    Raises:
        NotationError: The cards cannot be read, or are no combination.

    Example:
        >>> play = Play("6c 6s 5s 5h 4c 4d")
        >>> play.kind, play.size, play.top
        (<Kind.DOUBLE_SEQUENCE: 'double_sequence'>, 3, Card('6c'))
        >>> Play("pass") == PASS, PASS.is_pass
        (True, True)
    """

    __slots__ = ("_cards", "_kind", "_size", "_top")

    _cards: CardSet
    _kind: Kind
    _size: int
    _top: Card | None

    def __new__(cls, cards: str | SupportsIndex | Iterable[Card | int | str] | Play) -> Play:
        """Find the combination that these cards make."""
        if isinstance(cards, Play):
            return cards
        if isinstance(cards, str) and is_pass_word(cards):
            return PASS
        card_set = CardSet(cards)
        if not card_set and isinstance(cards, SupportsIndex) and not isinstance(cards, CardSet):
            return PASS
        play = combination(card_set)
        if play is None:
            raise NotationError(f"'{card_set}' is no combination", str(card_set))
        return play

    @classmethod
    def _made_of(cls, cards: CardSet, kind: Kind, size: int, top: Card | None) -> Play:
        """A play whose kind is known, without looking at the cards again."""
        play = super().__new__(cls)
        play._cards, play._kind, play._size, play._top = cards, kind, size, top
        return play

    @property
    def kind(self) -> Kind:
        """What combination it is."""
        return self._kind

    @property
    def size(self) -> int:
        """The number of cards; of pairs in a double sequence; 0 in a pass."""
        return self._size

    @property
    def top(self) -> Card | None:
        """The highest card, which is all that its strength depends on."""
        return self._top

    @property
    def cards(self) -> CardSet:
        """The cards."""
        return self._cards

    @property
    def is_pass(self) -> bool:
        """Whether it is the pass."""
        return self._kind is Kind.PASS

    def __int__(self) -> int:
        return int(self._cards)

    def __index__(self) -> int:
        return int(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __bool__(self) -> bool:
        return True  # a pass has no cards, but it is a play all the same

    def __eq__(self, other: object) -> bool:
        return self._cards == other._cards if isinstance(other, Play) else NotImplemented

    def __hash__(self) -> int:
        return hash((Play, int(self._cards)))

    def __str__(self) -> str:
        return "pass" if self.is_pass else str(self._cards)

    def __format__(self, spec: str, /) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Play('{self}')"

    def __reduce__(self) -> tuple[type[Play], tuple[int]]:
        return Play, (int(self),)


PASS = Play._made_of(CardSet(), Kind.PASS, 0, None)
"""The pass, which is a play without cards."""


def is_pass_word(text: str) -> bool:
    """Whether a text says to pass."""
    return text.strip(SPACES).lower() == "pass"


def made_of(cards: Iterable[Card], kind: Kind, size: int) -> Play:
    """A play whose kind and size are known; its cards are given from the lowest to the highest."""
    cards = tuple(cards)
    return Play._made_of(CardSet(sum(1 << card for card in cards)), kind, size, cards[-1])


def combination(cards: CardSet) -> Play | None:
    """The combination that some cards make, under any rules; None if they make none."""
    in_order = list(cards)
    if not in_order:
        return None
    ranks = [card.rank for card in in_order]
    if len(set(ranks)) == 1:
        return made_of(in_order, KIND_OF_EQUAL_CARDS[len(ranks)], len(ranks))
    if len(ranks) >= SHORTEST_RUN and _are_consecutive(ranks):
        return made_of(in_order, Kind.SEQUENCE, len(ranks))
    lower, upper = ranks[::2], ranks[1::2]  # of each pair, the first card and the second
    if (
        lower == upper
        and len(lower) >= SHORTEST_RUN
        and _are_consecutive(lower)
        and TWO not in lower
    ):
        return made_of(in_order, Kind.DOUBLE_SEQUENCE, len(lower))
    return None


def _are_consecutive(ranks: list[int]) -> bool:
    return all(higher == lower + 1 for lower, higher in pairwise(ranks))


def is_combination_under(play: Play, rules: Rules) -> bool:
    """Whether the rules know this combination: it is about sequences that end in a 2 alone."""
    return rules.twos_in_sequences or not ends_in_two(play)


def ends_in_two(play: Play) -> bool:
    """Whether it is a sequence with a 2 on top."""
    return play.kind is Kind.SEQUENCE and play.top is not None and play.top.rank == TWO


def classify(
    cards: str | SupportsIndex | Iterable[Card | int | str] | Play, rules: Rules
) -> Play | None:
    """The combination that some cards make under the rules; None if they make none, as a pass.

    Example:
        >>> from tienlen.rules import Rules
        >>> classify("Qs Ks As 2s", Rules.preset("pagat")) is None
        True
        >>> classify("Qs Ks As 2s", Rules.preset("pagat").replace(twos_in_sequences=True)).size
        4
    """
    play = combination(cards.cards if isinstance(cards, Play) else CardSet(cards))
    return play if play is not None and is_combination_under(play, rules) else None
