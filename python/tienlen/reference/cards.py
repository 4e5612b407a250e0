"""Cards and sets of cards.

There are 52 cards. Ranks run from 3, the lowest, up to ace and then 2, the highest; within a rank
the suits run spades, clubs, diamonds, hearts. So all cards stand in one order, numbered 0 (`3s`) to
51 (`2h`): card = 4 × rank + suit. A set of cards can be written as one number, its *mask*, in which
bit *i* stands for card *i*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sized
from operator import index
from typing import SupportsIndex, final

from tienlen.errors import NotationError, number_text

RANKS = "3456789TJQKA2"
SUITS = "scdh"

ACE = RANKS.index("A")
TWO = RANKS.index("2")

DECK_SIZE = len(RANKS) * len(SUITS)

# Suits may also be written as black or white symbols, a variation selector (text or emoji) behind
# them or not. A ten may be written 10. The letters are
# listed rather than matched "ignoring case", which in Unicode would let in a Kelvin sign for a K.
_SUIT_SYMBOLS = {"♠": "s", "♤": "s", "♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h"}
_CARD = re.compile(r"(10|[3-9TtJjQqKkAa2])(?:([SsCcDdHh])|([♠♤♣♧♦♢♥♡])[\ufe0e\ufe0f]?)")
SPACES = " \t\n\v\f\r"


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
            mask = _mask_of_text(value)  # which tells where a card is named again
            if mask.bit_count() != 1:
                raise NotationError(f"{value!r} is not one card", value)
            return super().__new__(cls, mask.bit_length() - 1)
        if isinstance(value, Sized):  # the number of a set or a play is a mask
            raise TypeError(f"a card is a name or a number, not {value!r}")
        number = whole_number(value, "a card is a name or a number")
        if not 0 <= number < DECK_SIZE:
            shown = number_text(number)
            raise NotationError(f"there is no card {shown}: cards are numbered 0 to 51", shown)
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

    def __format__(self, spec: str, /) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Card('{self}')"


def whole_number(value: SupportsIndex, wanted: str) -> int:
    """The value of an int or of what counts as one; a truth value does not."""
    if isinstance(value, bool) or not isinstance(value, (int, SupportsIndex)):
        raise TypeError(f"{wanted}, not {value!r}")
    return index(value)


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
    return [card for card, _ in _cards_and_places(text)]


def _cards_and_places(text: str) -> list[tuple[Card, int]]:
    """The cards that a text names, and where it names them."""
    cards = []
    position = 0
    while position < len(text):
        if text[position] in SPACES or text[position] == ",":
            position += 1
            continue
        found = _CARD.match(text, position)
        if found is None:
            raise NotationError(
                f"{text!r}: no card can be read at {text[position:]!r}", text, position
            )
        rank_name, suit_letter, suit_symbol = found.groups()
        rank = RANKS.index("T" if rank_name == "10" else rank_name.upper())
        suit = SUITS.index(suit_letter.lower() if suit_letter else _SUIT_SYMBOLS[suit_symbol])
        cards.append((_CARDS[len(SUITS) * rank + suit], position))
        position = found.end()
    return cards


@final
class CardSet:
    """A set of cards that never changes.

    Args:
        cards: The names of the cards in a text, the cards one by one, a single `Card`, a play (for
            its cards), or a mask.

    Raises:
        NotationError: An unreadable text, a card named twice, or a mask with bits beyond the deck.

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

    def __index__(self) -> int:
        return self._mask

    def __iter__(self) -> Iterator[Card]:
        rest = self._mask
        while rest:
            lowest = rest & -rest
            yield _CARD_OF_BIT[lowest]
            rest -= lowest

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __contains__(self, card: Card | str | int) -> bool:
        return bool(self._mask >> Card(card) & 1)

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

    def __lt__(self, other: CardSet) -> bool:
        return self <= other and self != other

    def __ge__(self, other: CardSet) -> bool:
        return other <= self

    def __gt__(self, other: CardSet) -> bool:
        return other < self

    def isdisjoint(self, other: str | SupportsIndex | Iterable[Card | int | str]) -> bool:
        """Whether these sets have no card in common."""
        return not self & CardSet(other)

    def __eq__(self, other: object) -> bool:
        return self._mask == other._mask if isinstance(other, CardSet) else NotImplemented

    def __hash__(self) -> int:
        return hash((CardSet, self._mask))

    def __str__(self) -> str:
        return " ".join(str(card) for card in self)

    def __format__(self, spec: str, /) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"CardSet('{self}')"


def _mask_of(cards: str | SupportsIndex | Iterable[Card | int | str]) -> int:
    if isinstance(cards, CardSet):
        return int(cards)
    if isinstance(cards, Card):
        return 1 << cards
    if isinstance(cards, (int, SupportsIndex)):
        mask = whole_number(cards, "a set of cards is a text, cards or a mask")
        if not 0 <= mask < 2**DECK_SIZE:
            shown = number_text(mask)
            raise NotationError(f"the mask {shown} names cards that do not exist", shown)
        return mask
    if isinstance(cards, str):
        return _mask_of_text(cards)
    mask = 0
    for card in map(Card, cards):
        if mask >> card & 1:
            raise NotationError(f"the card {card} is named twice", str(card))
        mask |= 1 << card
    return mask


def _mask_of_text(text: str) -> int:
    mask = 0
    for card, place in _cards_and_places(text):
        if mask >> card & 1:
            raise NotationError(f"{text!r}: {card} is named twice", text, place)
        mask |= 1 << card
    return mask


def card_named_twice(cards: Iterable[Card]) -> Card | None:
    """The first card that was named before, if there is one."""
    seen = set()
    for card in cards:
        if card in seen:
            return card
        seen.add(card)
    return None


NO_CARDS = CardSet()
