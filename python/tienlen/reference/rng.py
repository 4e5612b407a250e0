"""Random numbers that are the same everywhere: the SplitMix64 generator, and the deal.

Both engines follow this description to the letter, so that a seed names the same cards in both, on
every platform.
"""

from __future__ import annotations

_WORD = 2**64
_STEP = 0x9E3779B97F4A7C15

_DRAWS_PER_WORD = 5


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
            if not 0 <= number < _WORD:
                raise ValueError(f"{name} {number}: 0 to 2**64 - 1 wanted")
        self._state = _mix((_mix((seed + _STEP) % _WORD) + stream) % _WORD)

    def next(self) -> int:
        """The next word, 0 to 2⁶⁴ - 1."""
        self._state = (self._state + _STEP) % _WORD
        return _mix(self._state)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, from one word."""
        return self.next() * n // _WORD


def shuffle_start(deck: list[int], places: int, rng: Rng) -> None:
    """Shuffle a deck until so many of its first places are settled.

    For each place one of the cards not yet settled is drawn. Five draws come out of each random
    word: multiplied by the number of cards to choose from, the whole part of the word (read as a
    fraction of 2⁶⁴) is the draw, and what is left behind the point serves the next draw.
    """
    fraction = 0
    for place in range(places):
        if place % _DRAWS_PER_WORD == 0:
            fraction = rng.next()
        draw, fraction = divmod(fraction * (len(deck) - place), _WORD)
        chosen = place + draw
        deck[place], deck[chosen] = deck[chosen], deck[place]
