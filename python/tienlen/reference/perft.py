"""Walking the tree of plays: counting it, and going down it at random."""

from __future__ import annotations

from tienlen.errors import PositionError
from tienlen.reference.cards import whole_number
from tienlen.reference.plays import Play
from tienlen.reference.rng import Rng
from tienlen.reference.state import State


def perft(state: State, depth: int) -> int:
    """The number of ways to make so many plays in a row, passes counted as plays.

    Hands that end earlier do not count. Depth 0 is one way.

    Example:
        >>> from tienlen.rules import Rules
        >>> perft(State.from_hands(Rules.preset("xiii"), ["5s 6s", "7s 8s"], leader=0), 2)
        9
    """
    if whole_number(depth, "a depth is a number") < 0:
        raise PositionError(f"depth {depth}: 0 or more wanted")
    if depth == 0:
        return 1
    return sum(perft(state.play(play), depth - 1) for play in state.legal_plays())


def perft_divide(state: State, depth: int) -> dict[Play, int]:
    """`perft`, told apart by the first play."""
    if whole_number(depth, "a depth is a number") < 1:
        raise PositionError(f"depth {depth}: 1 or more wanted")
    return {play: perft(state.play(play), depth - 1) for play in state.legal_plays()}


def random_playout(state: State, rng: Rng) -> tuple[State, list[Play]]:
    """Play a hand to its end, each play drawn evenly from the legal ones, one random word each.

    Returns:
        The last state, and the plays made.
    """
    plays = []
    while not state.is_over:
        legal = state.legal_plays()
        play = legal[rng.below(len(legal))]
        state = state.play(play)
        plays.append(play)
    return state, plays
