"""The shortest way out, against a plain search over all ways to play a hand."""

from __future__ import annotations

import functools
import importlib.util
import random
import re
from pathlib import Path

import pytest

from tienlen import CardSet, NotationError, Rules, fewest_plays, shortest_way_out

ROOT = Path(__file__).parent.parent
ACE, TWO = 11, 12
TWOS = Rules.preset("southern").replace(twos_in_sequences=True)


@functools.cache
def fewest(counts: tuple[int, ...], last_of_sequences: int) -> int:
    """The fewest plays for so many cards of each rank, by trying every play with a lowest card."""
    lowest = next((rank for rank, count in enumerate(counts) if count), None)
    if lowest is None:
        return 0
    best = 99
    for cards in range(1, counts[lowest] + 1):
        best = min(best, 1 + _without(counts, lowest, 1, cards, last_of_sequences))
    for per_rank, last in ((1, last_of_sequences), (2, ACE)):
        length = 0
        while lowest + length <= last and counts[lowest + length] >= per_rank:
            length += 1
            if length >= 3:
                best = min(best, 1 + _without(counts, lowest, length, per_rank, last_of_sequences))
    return best


def _without(counts: tuple[int, ...], rank: int, length: int, per_rank: int, last: int) -> int:
    left = list(counts)
    for r in range(rank, rank + length):
        left[r] -= per_rank
    return fewest(tuple(left), last)


def counts_of(hand: CardSet) -> tuple[int, ...]:
    return tuple(sum(card.rank == rank for card in hand) for rank in range(13))


def random_hand(chance: random.Random, size: int) -> CardSet:
    ranks = chance.sample(range(13), chance.randint(max(3, -(-size // 4)), 13))
    cards = [4 * rank + suit for rank in ranks for suit in range(4)]
    return CardSet(chance.sample(cards, min(size, len(cards))))


@pytest.mark.parametrize("rules", [None, TWOS], ids=["plain", "2s in sequences"])
@pytest.mark.parametrize(
    ("size", "hands"), [(4, 500), (7, 1500), (10, 1500), (13, 1500), (18, 300)]
)
def test_the_number_is_exact_and_the_way_is_one(rules: Rules | None, size: int, hands: int) -> None:
    chance = random.Random(size)
    classify = (rules or Rules.preset("southern")).classify
    for _ in range(hands):
        hand = random_hand(chance, size)
        count = fewest_plays(hand, rules)
        assert count == fewest(counts_of(hand), TWO if rules else ACE), hand
        number, way = shortest_way_out(hand, rules)
        assert number == count == len(way)
        left = hand
        for play in way:
            assert classify(play.cards) == play
            assert play.cards & left == play.cards
            assert min(left) in play.cards
            left -= play.cards
        assert not left


def test_whole_decks() -> None:
    assert fewest_plays(CardSet()) == 0
    assert shortest_way_out("") == (0, [])
    # Four of each rank: four sequences of twelve, or twelve quads, or two long double sequences.
    assert fewest_plays(~CardSet()) == 3
    assert fewest_plays(~CardSet(), TWOS) == 3
    assert fewest_plays("Ks As 2s") == 3
    assert fewest_plays("Ks As 2s", TWOS) == 1
    with pytest.raises(NotationError):
        fewest_plays("3x")


def test_the_table_is_the_one_that_is_derived() -> None:
    path = ROOT / "scripts" / "make_fewest_plays.py"
    header = ROOT / "cpp" / "include" / "tienlen" / "shortest.hpp"
    if not header.exists():
        pytest.skip("the sources are not here")
    spec = importlib.util.spec_from_file_location("make_fewest_plays", path)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    written = re.findall(r"^ +\{\{\{\{.*$", header.read_text(encoding="utf-8"), re.MULTILINE)
    assert [line.strip() for line in written] == [line.strip() for line in script.rows()]
    assert len(written) == 42
