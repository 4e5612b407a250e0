"""Random numbers that are the same everywhere: the SplitMix64 generator, and the deal.

Both engines follow this description to the letter, so that a seed names the same cards in both, on
every platform.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

from tienlen.errors import number_text

_WORD = 2**64
_STEP = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 % _WORD
    z ^= z >> 27
    z = z * 0x94D049BB133111EB % _WORD
    return z ^ z >> 31


class Rng:
    """SplitMix64: a stream of 64-bit words, named by a seed and the number of the stream.

    Args:
        seed: 0 to 2⁶⁴ - 1.
        stream: 0 to 2⁶⁴ - 1; streams of one seed have nothing to do with each other.

    Example:
        >>> rng = Rng(7)
        >>> rng.next() == Rng(7).next(), rng.below(6) < 6
        (True, True)
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        for name, number in (("seed", seed), ("stream", stream)):
            if not 0 <= index(number) < _WORD:
                raise ValueError(f"{name} {number_text(number)}: 0 to 2**64 - 1 wanted")
        self._state = _mix((_mix((seed + _STEP) % _WORD) + stream) % _WORD)

    def next(self) -> int:
        """The next word, 0 to 2⁶⁴ - 1."""
        self._state = (self._state + _STEP) % _WORD
        return _mix(self._state)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, from one word."""
        return self.next() * n // _WORD


def random_subset(cards: Sequence[int], size: int, rng: Rng) -> list[int]:
    """Draw so many of these cards, every choice equally likely.

    One random word flips a coin for each card (bit c of it for card c). Then, while too many are
    chosen, one of them is drawn and put back; while too few are, one of the others is drawn and
    added. Cards are numbered from the lowest for each draw.

    Args:
        cards: The cards to choose from, ascending.
        size: How many are wanted.
        rng: Where the coins and draws come from.

    Returns:
        The chosen cards, ascending.
    """
    coins = rng.next()
    chosen = [card for card in cards if coins >> card & 1]
    while len(chosen) > size:
        del chosen[rng.below(len(chosen))]
    while len(chosen) < size:
        others = [card for card in cards if card not in chosen]
        chosen = sorted([*chosen, others[rng.below(len(others))]])
    return chosen
