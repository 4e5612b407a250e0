"""Cards and sets of cards.

There are 52 cards. Ranks run from 3, the lowest, up to ace and then 2, the highest; within a rank
the suits run spades, clubs, diamonds, hearts. So all cards stand in one order, numbered 0 (`3s`) to
51 (`2h`): card = 4 × rank + suit. A set of cards can be written as one number, its *mask*, in which
bit *i* stands for card *i*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import index
from typing import SupportsIndex, final

from tienlen.errors import NotationError

RANKS = "3456789TJQKA2"
SUITS = "scdh"

ACE = RANKS.index("A")
TWO = RANKS.index("2")

DECK_SIZE = len(RANKS) * len(SUITS)

# Suits may also be written as black or white symbols. A ten may be written 10. The letters are
# listed rather than matched "ignoring case", which in Unicode would let in a Kelvin sign for a K.
_SUIT_SYMBOLS = {"♠": "s", "♤": "s", "♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h"}
_CARD = re.compile(r"(10|[3-9TtJjQqKkAa2])([SsCcDdHh♠♤♣♧♦♢♥♡])")
_SEPARATORS = " ,\t\r\n"


@final
class Card(int):
    """One card, a number from 0 (`3s`, the lowest) to 51 (`2h`, the highest).

    Args:
        value: The number of the card, or its name: rank and suit, as in `Th`, `10h` or `T♥`.

    Raises:
        NotationError: There is no such card.

    Example:
        >>> Card("Th"), int(Card("Th")), str(Card(51))
        (Card('Th'), 31, '2h')
        >>> Card("Ah") < Card("2s")
        True
    """

    __slots__ = ()

    def __new__(cls, value: str | SupportsIndex) -> Card:
        """Find the card of this name or number."""
        if isinstance(value, str):
            named = read_cards(value)
            if len(named) != 1:
                raise NotationError(f"{value!r} is not one card", value)
            return named[0]
        number = index(value)
        if not 0 <= number < DECK_SIZE:
            raise NotationError(
                f"there is no card {number}: cards are numbered 0 to 51", str(number)
            )
        return super().__new__(cls, number)

    @property
    def rank(self) -> int:
        """0 for a 3 up to 11 for an ace and 12 for a 2."""
        return int(self) // len(SUITS)

    @property
    def suit(self) -> int:
        """0 spades, 1 clubs, 2 diamonds, 3 hearts."""
        return int(self) % len(SUITS)

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card('{self}')"


_CARDS = tuple(Card(number) for number in range(DECK_SIZE))
_CARD_OF_BIT = {1 << card: card for card in _CARDS}


def read_cards(text: str) -> list[Card]:
    """Read the cards that a text names, in its order; a card named twice is there twice.

    Cards are separated by spaces or commas, or simply follow each other.

    Raises:
        NotationError: Something in the text is not a card.

    Example:
        >>> read_cards("10♥, 3s3S")
        [Card('Th'), Card('3s'), Card('3s')]
    """
    cards = []
    position = 0
    while position < len(text):
        if text[position] in _SEPARATORS:
            position += 1
            continue
        found = _CARD.match(text, position)
        if found is None:
            raise NotationError(
                f"{text!r}: no card can be read at {text[position:]!r}", text, position
            )
        rank_name, suit_name = found.groups()
        rank = RANKS.index("T" if rank_name == "10" else rank_name.upper())
        suit = SUITS.index(_SUIT_SYMBOLS.get(suit_name, suit_name.lower()))
        cards.append(_CARDS[len(SUITS) * rank + suit])
        position = found.end()
    return cards


@final
class CardSet:
    """A set of cards that never changes.

    Args:
        cards: The names of the cards in a text, the cards one by one, or a mask.

    Raises:
        NotationError: An unreadable text, a card named twice, or a mask with bits beyond the deck.
        TypeError: A single `Card`, which as a number could be mistaken for a mask.

    Example:
        >>> hand = CardSet("4d 3s") | CardSet("2h")
        >>> hand, len(hand), Card("4d") in hand, int(CardSet("3s 4d"))
        (CardSet('3s 4d 2h'), 3, True, 65)
    """

    __slots__ = ("_mask",)

    _mask: int

    def __init__(self, cards: str | SupportsIndex | Iterable[Card | int | str] = ()) -> None:
        self._mask = _mask_of(cards)

    def __int__(self) -> int:
        return self._mask

    def __iter__(self) -> Iterator[Card]:
        rest = self._mask
        while rest:
            lowest = rest & -rest
            yield _CARD_OF_BIT[lowest]
            rest -= lowest

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):
            card = Card(card)
        return isinstance(card, int) and card >= 0 and bool(self._mask >> card & 1)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self._mask | other._mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self._mask & other._mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self._mask & ~other._mask)

    def __xor__(self, other: CardSet) -> CardSet:
        return CardSet(self._mask ^ other._mask)

    def __invert__(self) -> CardSet:
        """All other cards of the deck."""
        return CardSet(2**DECK_SIZE - 1 - self._mask)

    def __le__(self, other: CardSet) -> bool:
        """Whether each of these cards is among the others."""
        return self._mask & ~other._mask == 0

    def __eq__(self, other: object) -> bool:
        return self._mask == other._mask if isinstance(other, CardSet) else NotImplemented

    def __hash__(self) -> int:
        return hash((CardSet, self._mask))

    def __str__(self) -> str:
        return " ".join(str(card) for card in self)

    def __repr__(self) -> str:
        return f"CardSet('{self}')"


def _mask_of(cards: str | SupportsIndex | Iterable[Card | int | str]) -> int:
    if isinstance(cards, CardSet):
        return int(cards)
    if isinstance(cards, Card):
        raise TypeError(
            f"a Card is no mask: write CardSet(['{cards}']) for the set of this one card"
        )
    if isinstance(cards, (int, SupportsIndex)):
        mask = index(cards)
        if not 0 <= mask < 2**DECK_SIZE:
            raise NotationError(f"the mask {mask} names cards that do not exist", str(mask))
        return mask
    named = read_cards(cards) if isinstance(cards, str) else [Card(card) for card in cards]
    twice = card_named_twice(named)
    if twice is not None:
        raise NotationError(f"the card {twice} is named twice", " ".join(map(str, named)))
    return sum(1 << card for card in named)


def card_named_twice(cards: Iterable[Card]) -> Card | None:
    """The first card that was named before, if there is one."""
    seen = set()
    for card in cards:
        if card in seen:
            return card
        seen.add(card)
    return None


NO_CARDS = CardSet()
