"""Where each decision's chance comes from: the same in the compiled arena and in the one in Python.

Hand *s* of deal *d* (its seating number *s*) has the seed `Rng(Rng(~seed, d).next(), s).next()`;
its ply *p* the exclusive or of the first two words of `Rng(that, p)`. A bot is given the last, from
which nobody computes backwards to the seed of the arena, which says how the cards lie.
"""

from __future__ import annotations

from typing import Final

__all__ = ["decision_seed", "hand_seed"]

_STEP: Final = 0x9E3779B97F4A7C15
_WORD: Final = 2**64


def _mix(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % _WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB % _WORD
    return z ^ z >> 31


def _words(seed: int, stream: int, count: int) -> list[int]:
    """The first words of a stream of the generator that the whole package uses."""
    state = _mix((_mix((seed + _STEP) % _WORD) + stream) % _WORD)
    return [_mix((state + (i + 1) * _STEP) % _WORD) for i in range(count)]


def hand_seed(seed: int, deal: int, seating: int) -> int:
    """Return the seed of a hand, from that of the arena.

    Example:
        >>> hand_seed(1, 0, 0) != hand_seed(1, 0, 1)
        True
    """
    return _words(_words(_WORD - 1 - seed, deal, 1)[0], seating, 1)[0]


def decision_seed(of_hand: int, ply: int) -> int:
    """Return the seed of a decision, from that of its hand.

    Example:
        >>> 0 <= decision_seed(hand_seed(1, 0, 0), ply=5) < 2**64
        True
    """
    first, second = _words(of_hand, ply, 2)
    return first ^ second
