"""Exact figures of the game, from both engines.

How many leads a hand has depends only on how many cards it holds of each rank, and no play reaches
across a rank of which it holds none. So the leads of a hand are the sum of those of its *blocks*:
cards of consecutive ranks, with an empty rank (or the end) on either side. There are few blocks, so
that each engine can be asked about every one, and sums over all C(52, 13) hands become exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
import pytest

import tienlen
from engines import Engine, both_engines
from tienlen.reference import CardSet
from tienlen.reference.counting import count_shapes
from tienlen.rules import Rules

PLAIN = Rules(name="plain", players=(2, 3, 4))
TWOS = PLAIN.replace(twos_in_sequences=True)
DECK = 2**52 - 1

Block = tuple[int, ...]  # numbers of cards of consecutive ranks, none of them 0


def blocks(cards: int, ranks: int) -> Iterator[Block]:
    """All blocks of so many cards in at most so many ranks."""
    if cards == 0:
        yield ()
    elif ranks > 0:
        for number in range(1, min(4, cards) + 1):
            for rest in blocks(cards - number, ranks - 1):
                yield (number, *rest)


def cards_of(block: Block, first: int = 0) -> int:
    """A hand that is this block, from rank `first` on, as a mask."""
    return sum((1 << number) - 1 << 4 * (first + i) for i, number in enumerate(block))


def count_leads(engine: Any, hand: int, rules: Rules) -> int:
    """What an engine says: the leads of a hand, which somebody else's card does not change."""
    other = next(card for card in range(51, -1, -1) if not hand >> card & 1)
    state = engine.State.from_hands(rules, [hand, 1 << other], 0)
    count: int = state.count_legal()
    return count


# --- the mean number of leads ------------------------------------------------------------------


def placed_blocks(size: int) -> Iterator[tuple[int, Block, bool]]:
    """All blocks with their numbers of cards: below the 2s, and with 2s at their upper end."""
    for cards in range(1, size + 1):
        for block in blocks(cards, 12):
            yield cards, block, False
        for block in blocks(cards, 13):
            yield cards, block, True


def leads_of_block(engine: Any, block: Block, with_twos: bool, rules: Rules) -> int:
    """What an engine says about a block at the lower end, or at the upper one, where 2s are."""
    if with_twos and len(block) > 1 and not rules.twos_in_sequences:
        twos = block[-1:]  # they go with nothing else
        below = leads_of_block(engine, block[:-1], False, rules)
        return below + leads_of_block(engine, twos, True, rules)
    return count_leads(engine, cards_of(block, 13 - len(block) if with_twos else 0), rules)


def leads_of_all_hands(engine: Any, size: int, rules: Rules) -> int:
    """The number of leads of all hands of a size, added up."""
    total = 0
    for cards, block, with_twos in placed_blocks(size):
        leads = leads_of_block(engine, block, with_twos, rules)
        ways = leads * prod(comb(4, number) for number in block)
        for first in [13 - len(block)] if with_twos else range(13 - len(block)):
            empty = (first > 0) + (first + len(block) < 13)
            total += ways * comb(52 - 4 * (len(block) + empty), size - cards)
    return total


def leads_by_linearity(size: int, rules: Rules) -> int:
    """The same another way: a play of k cards lies in C(52 - k, size - k) hands."""
    total = 0
    for shape, number in count_shapes(~CardSet(), rules).items():
        cards = shape.size * (2 if shape.kind.name == "DOUBLE_SEQUENCE" else 1)
        if cards <= size:
            total += number * comb(52 - cards, size - cards)
    return total


@pytest.mark.slow
@both_engines
def test_mean_number_of_leads(engine: Engine) -> None:
    mean = Fraction(leads_of_all_hands(engine, 13, PLAIN), comb(52, 13))
    assert mean == Fraction(96_730_451_732, 2_334_608_675)
    assert round(float(mean), 2) == 41.43


@pytest.mark.slow
@pytest.mark.parametrize(("size", "rules"), [(13, TWOS), (17, PLAIN)], ids=["13, 2s", "17"])
def test_other_means(size: int, rules: Rules) -> None:
    assert leads_of_all_hands(tienlen, size, rules) == leads_by_linearity(size, rules)


# --- the largest numbers of leads ---------------------------------------------------------------


@cache
def most_leads(rules: Rules) -> dict[int, int]:
    """The most leads that a hand of up to 18 cards can have, by the core."""
    largest = 18
    best_block: Counter[tuple[int, int, bool]] = Counter()  # by cards, ranks, and whether with 2s
    for cards, block, with_twos in placed_blocks(largest):
        key = cards, len(block), with_twos
        leads = leads_of_block(tienlen, block, with_twos, rules)
        best_block[key] = max(best_block[key], leads)
    # From 3 upwards, each block but that with the 2s with an empty rank above it.
    best = {(0, 0): 0}  # by numbers of cards and of ranks used up
    for cards, used in product(range(1, largest + 1), range(1, 14)):
        for (in_block, width, with_twos), leads in best_block.items():
            left, room = cards - in_block, used - width - (not with_twos)
            rooms = range(room + 1) if with_twos and used == 13 else () if with_twos else (room,)
            for low in rooms:
                if (left, low) in best:
                    found = best[left, low] + leads
                    best[cards, used] = max(best.get((cards, used), 0), found)
    return {n: max(best.get((n, used), 0) for used in range(14)) for n in range(1, largest + 1)}


@pytest.mark.slow
@pytest.mark.parametrize("rules", [PLAIN, TWOS], ids=["plain", "sequences may end in a 2"])
@pytest.mark.parametrize(
    ("size", "most", "hand"),
    [
        (13, 486, "JsJcJd QsQcQd KsKcKdKh AsAcAd"),
        (17, 2_793, "TsTcTd JsJcJdJh QsQcQdQh KsKcKd AsAcAd"),
        (18, 4_851, "TsTcTd JsJcJdJh QsQcQdQh KsKcKdKh AsAcAd"),
    ],
)
def test_most_leads(rules: Rules, size: int, most: int, hand: str) -> None:
    """Double sequences are worth more than sequences that end in a 2."""
    assert most_leads(rules)[size] == most
    state = tienlen.State.from_hands(rules, [hand, "3h"], 0)
    assert len(state.hands[0]) == size
    assert state.count_legal() == len(state.legal_masks()) == most


# --- the whole deck -------------------------------------------------------------------------------


def test_plays_of_the_deck() -> None:
    """All plays: those without the 2 of hearts, and those of 2s that hold it."""
    with_2h = count_leads(tienlen, 15 << 48, PLAIN) - count_leads(tienlen, 7 << 48, PLAIN)
    total = count_leads(tienlen, DECK ^ 1 << 51, PLAIN) + with_2h
    groups = 52 + 78 + 52 + 13
    sequences = sum((13 - n) * 4**n for n in range(3, 13))
    short = sum((13 - n) * 6**n for n in range(3, 7))
    long = sum((13 - n) * 6**n for n in range(7, 13))
    assert groups + sequences + short == 30_228_739
    assert total == 30_228_739 + long


@pytest.mark.parametrize("suits", [1, 2, 3, 4])
def test_plays_by_the_ranks_they_span(suits: int) -> None:
    """Runs from one rank to another: those in between, less those that miss an end."""

    @cache
    def within(first: int, last: int) -> int:
        if first > last:
            return 0
        block = (suits,) * (last - first + 1)
        return count_leads(tienlen, cards_of(block, first), PLAIN)

    for first in range(12):
        assert within(first, first) == 2**suits - 1
        for last in range(first + 2, 12):
            exactly = within(first, last) - within(first + 1, last) - within(first, last - 1)
            exactly += within(first + 1, last - 1)
            length = last - first + 1
            assert exactly == suits**length + comb(suits, 2) ** length


@pytest.mark.parametrize("length", range(3, 13))
def test_answers_of_the_deck_by_kind_and_size(length: int) -> None:
    """All that beats the lowest sequence and the lowest double sequence of a length."""
    for per_rank in (1, 2):
        taken = (1 << per_rank) - 1
        table = sum(taken << 4 * rank for rank in range(length))
        hand = DECK ^ table
        left = [comb(4 - per_rank if rank < length else 4, per_rank) for rank in range(12)]
        shown = tienlen.CardSet(hand ^ 1 << 51), tienlen.CardSet(table)
        text = f"{shown[0]} | 2h; turn 0; table {shown[1]} by 1; played {shown[1]}"
        state = tienlen.State.from_text(text, PLAIN)
        # All choices of the top rank are higher than the lowest there is: it was taken.
        expected = sum(prod(left[top - length + 1 : top + 1]) for top in range(length - 1, 12))
        assert state.count_legal() == 1 + expected


def test_listing_a_third_of_the_deck() -> None:
    """Everything there is in eight ranks, listed: each play once, ascending, of a kind and size."""
    ranks = 8
    state = tienlen.State.from_hands(PLAIN, [2 ** (4 * ranks) - 1, 1 << 51], 0)
    masks = state.legal_masks()
    assert len(masks) == state.count_legal()
    assert (np.diff(masks.astype(np.int64)) > 0).all()
    cards = sum((masks >> np.uint64(bit)) & np.uint64(1) for bit in range(4 * ranks))
    held = [(masks >> np.uint64(4 * rank)) & np.uint64(15) for rank in range(ranks)]
    spread = sum((suits != 0).astype(np.uint64) for suits in held)
    sizes = Counter(zip(spread.tolist(), cards.tolist(), strict=True))
    expected = Counter({(1, n): ranks * comb(4, n) for n in range(1, 5)})
    for length in range(3, ranks + 1):
        expected[length, length] = (ranks + 1 - length) * 4**length
        expected[length, 2 * length] = (ranks + 1 - length) * 6**length
    assert sizes == expected


# --- hands that win at once -----------------------------------------------------------------------

WINS = ("four_twos", "dragon", "six_pairs", "five_consecutive_pairs")


def instant_win_hands(size: int, quad_is_two_pairs: bool) -> dict[str, int]:
    """How many hands of a size win at once, by name and in all: rank by rank, from 3 to 2."""
    pairs_in = (0, 0, 1, 1, 2 if quad_is_two_pairs else 1)
    # (cards, pairs, neighbouring pairs up to here, five of them seen, every rank so far) -> hands
    ways: Counter[tuple[int, int, int, bool, bool]] = Counter({(0, 0, 0, False, True): 1})
    for _ in range(12):
        following: Counter[tuple[int, int, int, bool, bool]] = Counter()
        for (cards, pairs, run, five, every), number in ways.items():
            for held in range(min(4, size - cards) + 1):
                longer = run + 1 if held >= 2 else 0
                key = (
                    cards + held,
                    pairs + pairs_in[held],
                    longer,
                    five or longer >= 5,
                    every and held > 0,
                )
                following[key] += number * comb(4, held)
        ways = following
    wins: Counter[str] = Counter()
    for (cards, pairs, _, five, every), number in ways.items():
        held = size - cards
        if held > 4:
            continue
        hands = number * comb(4, held)
        has = (held == 4, every, pairs + pairs_in[held] >= 6, five)
        for name, win in zip(WINS, has, strict=True):
            wins[name] += hands * win
        wins["any"] += hands * any(has)
    return dict(wins)


def six_pairs_by_cases(quad_is_two_pairs: bool) -> int:
    """By how many ranks are held four, three, two times and once."""
    total = 0
    for quads, triples, pairs in product(range(4), range(5), range(7)):
        singles = 13 - 4 * quads - 3 * triples - 2 * pairs
        enough = pairs + triples + quads * (2 if quad_is_two_pairs else 1) >= 6
        if singles >= 0 and enough and quads + triples + pairs + singles <= 13:
            ranks, ways = 13, 6**pairs * 4**triples * 4**singles
            for number in (quads, triples, pairs, singles):
                ways *= comb(ranks, number)
                ranks -= number
            total += ways
    return total


def test_instant_win_odds() -> None:
    wins = instant_win_hands(13, quad_is_two_pairs=True)
    assert wins == {
        "four_twos": 1_677_106_640,
        "dragon": 369_098_752,
        "six_pairs": 2_856_863_152,
        "five_consecutive_pairs": 411_780_096,
        "any": 5_204_821_936,
    }
    plain_quads = instant_win_hands(13, quad_is_two_pairs=False)
    assert wins["four_twos"] == plain_quads["four_twos"] == comb(48, 9)
    assert wins["dragon"] == plain_quads["dragon"] == 4 * 4**12 + 12 * comb(4, 2) * 4**11
    assert wins["six_pairs"] == six_pairs_by_cases(quad_is_two_pairs=True)
    assert plain_quads["six_pairs"] == six_pairs_by_cases(quad_is_two_pairs=False)
    # The fewest cards there can be, and one more: a third of one rank, or any of another.
    few, more = (instant_win_hands(size, True)["five_consecutive_pairs"] for size in (10, 11))
    assert few == 8 * 6**5
    assert more == 8 * (5 * 4 * 6**4 + 8 * 4 * 6**5)


@both_engines
@pytest.mark.parametrize("quad_is_two_pairs", [True, False])
def test_instant_wins_as_dealt(engine: Engine, quad_is_two_pairs: bool, hands: int) -> None:
    """Deals hold them as often as they should: within five standard errors."""
    rules = PLAIN.replace(instant_wins=WINS, quad_is_two_pairs=quad_is_two_pairs)
    deals = hands * (40 if engine.name == "core" else 1)
    found: Counter[str] = Counter()
    for hand in range(deals):
        wins = engine.State.deal(rules, seed=1, hand=hand).instant_wins
        found.update(name for _, name in wins)
        found["any"] += len({seat for seat, _ in wins})
    for name, number in instant_win_hands(13, quad_is_two_pairs).items():
        expected = 4 * deals * number / comb(52, 13)
        assert abs(found[name] - expected) <= 5 * (expected + 1) ** 0.5, name
