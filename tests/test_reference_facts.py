"""Exact figures of the game, which the twin must give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

import pytest

from tienlen.reference import CardSet, Kind, State, classify
from tienlen.reference.combinations import all_combinations
from tienlen.reference.counting import count_shapes
from tienlen.rules import Rules

SOUTHERN = Rules.preset("southern")
TWOS = SOUTHERN.replace(twos_in_sequences=True)
DECK = ~CardSet()


def test_all_plays_of_the_deck() -> None:
    counts: Counter[Kind] = Counter()
    for shape, number in count_shapes(DECK, SOUTHERN).items():
        if shape.kind is not Kind.DOUBLE_SEQUENCE or shape.size <= 6:
            counts[shape.kind] += number
    assert counts == {
        Kind.SINGLE: 52,
        Kind.PAIR: 78,
        Kind.TRIPLE: 52,
        Kind.QUAD: 13,
        Kind.SEQUENCE: 29_825_920,
        Kind.DOUBLE_SEQUENCE: 402_624,
    }
    assert counts.total() == 30_228_739


def test_plays_of_the_deck_by_size() -> None:
    sizes: Counter[tuple[Kind, int]] = Counter()
    for shape, number in count_shapes(DECK, TWOS).items():
        sizes[shape.kind, shape.size] += number
    for size in range(3, 14):
        assert sizes[Kind.SEQUENCE, size] == (14 - size) * 4**size
    for pairs in range(3, 13):
        assert sizes[Kind.DOUBLE_SEQUENCE, pairs] == (13 - pairs) * 6**pairs


def test_mean_number_of_leads() -> None:
    """Over all C(52,13) hands, exactly: a play of k cards lies in C(52-k, 13-k) of them."""
    total = 0
    for shape, number in count_shapes(DECK, SOUTHERN).items():
        cards = shape.size * (2 if shape.kind is Kind.DOUBLE_SEQUENCE else 1)
        if cards <= 13:
            total += number * comb(52 - cards, 13 - cards)
    mean = Fraction(total, comb(52, 13))
    assert mean == Fraction(96_730_451_732, 2_334_608_675)
    assert f"{float(mean):.1f}" == "41.4"


# --- the largest numbers of leads ----------------------------------------------------------------
#
# How many leads a hand has depends only on how many cards it holds of each rank, and no play
# reaches across a rank of which it holds none. So the leads of a hand are the sum of those of its
# blocks of consecutive ranks, and the best hand is found by trying all blocks.


def leads_of_block(held: tuple[int, ...]) -> int:
    """The leads of cards of consecutive ranks below 2, straight from the definitions."""
    leads: int = sum((1 << number) - 1 for number in held)
    for first in range(len(held)):
        for end in range(first + 3, len(held) + 1):
            leads += prod(held[first:end])
            pairs = [comb(number, 2) for number in held[first:end]]
            leads += prod(pairs)
    return leads


def blocks(cards: int, ranks: int) -> Iterator[tuple[int, ...]]:
    """All ways to hold so many cards in consecutive ranks, at most so many of them, none empty."""
    if cards == 0:
        yield ()
    elif ranks > 0:
        for number in range(1, min(4, cards) + 1):
            for rest in blocks(cards - number, ranks - 1):
                yield (number, *rest)


@pytest.mark.parametrize(
    ("cards", "most", "hand"),
    [
        (13, 486, "Js Jc Jd Qs Qc Qd Ks Kc Kd Kh As Ac Ad"),
        (17, 2793, "Ts Tc Td Js Jc Jd Jh Qs Qc Qd Qh Ks Kc Kd As Ac Ad"),
    ],
)
def test_most_leads(cards: int, most: int, hand: str) -> None:
    best_block: Counter[tuple[int, int]] = Counter()  # by numbers of cards and of ranks
    for number in range(1, cards + 1):
        for block in blocks(number, 12):
            key = number, len(block)
            best_block[key] = max(best_block[key], leads_of_block(block))
    # From 3 up to ace, each block but the last with an empty rank above it; then the 2s.
    best = {(0, 0): 0}  # by numbers of cards and of ranks used up
    for number, ranks in product(range(1, cards + 1), range(1, 14)):
        for (block_cards, block_ranks), leads in best_block.items():
            before = best.get((number - block_cards, ranks - block_ranks - 1))
            if before is not None:
                best[number, ranks] = max(best.get((number, ranks), 0), before + leads)
    with_twos = [
        leads + 2**twos - 1
        for (number, _), leads in best.items()
        for twos in range(5)
        if number + twos == cards
    ]
    assert max(with_twos) == most

    listed = list(all_combinations(CardSet(hand), SOUTHERN))
    assert len(CardSet(hand)) == cards
    assert len(listed) == len(set(listed)) == most == count_shapes(CardSet(hand), SOUTHERN).total()


# --- listing, counting and classifying agree -----------------------------------------------------


@pytest.mark.parametrize("rules", [SOUTHERN, TWOS], ids=["plain", "twos in sequences"])
@pytest.mark.parametrize(
    "hand",
    [
        "3s 3c 3d 4s 4c 4h 5s 5c 5d 5h 6s 6c 7s",
        "3s 3c 4s 4c 5s 5c 6s 6c 7s 7c 8s 8c 9d",
        "Ts Js Jd Qs Qc Ks Kh As Ac Ad 2s 2c 2h",
        "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s",
        "As Ac Ad Ah 2s 2c 2d 2h 3s 3c 3d 3h 4s",
        "3s 5s 7s 9s Js Ks 2s",
    ],
)
def test_every_subset(hand: str, rules: Rules) -> None:
    """Of all sets of cards in a hand, exactly the combinations are listed, each once."""
    cards = list(CardSet(hand))
    subsets = (CardSet(c) for size in range(1, len(cards) + 1) for c in combinations(cards, size))
    found = [play for subset in subsets if (play := classify(subset, rules)) is not None]
    listed = list(all_combinations(CardSet(hand), rules))
    assert sorted(map(int, listed)) == sorted(map(int, found))
    by_mask = {int(play): play for play in found}
    for play in listed:
        twin = by_mask[int(play)]
        assert (play.kind, play.size, play.top) == (twin.kind, twin.size, twin.top)
    assert Counter((p.kind, p.size, p.top) for p in listed) == count_shapes(CardSet(hand), rules)


def test_the_three_of_spades() -> None:
    """It is not dealt in half of the hands of two players, and in a quarter of those of three."""
    rules = Rules.preset("pagat")
    for players, expected in ((2, 0.5), (3, 0.25), (4, 0.0)):
        deals = [State.deal(rules, seed=seed, players=players) for seed in range(1000)]
        missing = sum(state.opening_card != 0 for state in deals) / 1000
        assert missing == pytest.approx(expected, abs=0.08)
        for state in deals[:50]:
            assert state.opening_card == min(min(hand) for hand in state.hands)
            assert state.opener == state.to_move
