"""What beats what.

Two things can beat the play on the table:

- an *ordinary answer*: the same kind and the same size, with a higher top card;
- a *chop*: the chop table of the rules names, for each class of play on the table, the classes that
  beat it, whatever their top cards.

The table is data. This module knows how to read it, and no preset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tienlen.errors import NotationError
from tienlen.reference.cards import TWO, Card
from tienlen.reference.plays import BOMBS, Kind, Play, is_combination_under

if TYPE_CHECKING:
    from tienlen.rules import Rules


class Shape(NamedTuple):
    """All about a play that matters for beating."""

    kind: Kind
    size: int
    top: Card


def shape_of(play: Play) -> Shape:
    """The shape of a play that is not a pass."""
    assert play.top is not None
    return Shape(play.kind, play.size, play.top)


def chop_class(shape: Shape) -> str | None:
    """The name of a play's class in the chop table.

    Plays of 2s are classes of their own, but for four 2s, which are a quad like any other. A
    sequence that ends in a 2 has no class: it is an ordinary play, which chops nothing and is never
    chopped. The dragon, 3 to ace, is `S12`; twelve cards from 4 to 2 are not a dragon.
    """
    of_twos = shape.top.rank == TWO
    match shape.kind:
        case Kind.SINGLE:
            return "single_2" if of_twos else "single"
        case Kind.PAIR:
            return "pair_of_2s" if of_twos else "pair"
        case Kind.TRIPLE:
            return "triple_of_2s" if of_twos else "triple"
        case Kind.QUAD:
            return "quad"
        case Kind.SEQUENCE:
            return None if of_twos else f"S{shape.size}"
        case Kind.DOUBLE_SEQUENCE:
            return f"DS{shape.size}"
        case Kind.PASS:
            return None


def is_ordinary_answer(answer: Shape, table: Shape) -> bool:
    """Same kind, same size, higher top card."""
    return answer.kind is table.kind and answer.size == table.size and answer.top > table.top


def is_chop(answer: Shape, table: Shape, rules: Rules) -> bool:
    """Whether the chop table lets the one beat the other."""
    target = chop_class(table)
    return target is not None and chop_class(answer) in rules.chops[target]


def shape_beats(answer: Shape, table: Shape, rules: Rules, *, chops_count: bool = True) -> bool:
    """Whether one play beats another that lies on the table.

    Args:
        answer: The play that would beat it.
        table: The play on the table.
        rules: The rules, for their chop table.
        chops_count: False in a trick in which only ordinary answers count: one that was led with a
            quad or a double sequence where the rules say that a bomb led is an ordinary play.
    """
    return is_ordinary_answer(answer, table) or (chops_count and is_chop(answer, table, rules))


def beats(a: Play | str | int, b: Play | str | int, rules: Rules) -> bool:
    """Whether play `a` beats play `b` that lies on the table, in a trick where chops count.

    A pass beats nothing, and there is nothing in a pass to beat.

    Raises:
        NotationError: One of them cannot be read, or is no combination under the rules.

    Example:
        >>> from tienlen.rules import Rules
        >>> beats("6s 6c 6d 6h", "2s", Rules.preset("southern"))
        True
        >>> beats("6s 6c 6d 6h", "As", Rules.preset("southern"))
        False
    """
    answer, table = Play(a), Play(b)
    for play in (answer, table):
        if not is_combination_under(play, rules):
            raise NotationError(f"'{play}' is no combination under these rules", str(play))
    if answer.is_pass or table.is_pass:
        return False
    return shape_beats(shape_of(answer), shape_of(table), rules)


def is_open_to_benched(table: Play, rules: Rules) -> bool:
    """Whether players who have passed may still chop this play.

    Two rule sets make that exception to "who passes is out until the trick is cleared":

    - `twos`: against a single 2, a pair of 2s or a triple of 2s. Four 2s are a quad, so not these.
    - `twos_and_bombs`: against those, and against every quad and double sequence, led or answering.
      Reading: this is so even where a bomb that was led counts as an ordinary play. It then is
      still a quad or double sequence, and asking about it costs nothing.

    It depends on the table alone, never on a hand, so that whose turn it is tells nothing.
    """
    two_on_top = table.top is not None and table.top.rank == TWO
    is_twos = two_on_top and table.kind in (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE)
    match rules.benched_may_chop:
        case "twos":
            return is_twos
        case "twos_and_bombs":
            return is_twos or table.kind in BOMBS
        case _:
            return False
