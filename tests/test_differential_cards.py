"""Cards, sets of cards and plays on both engines: made, shown, compared, refused."""

from __future__ import annotations

import operator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from compare import plain, same
from strategies import CARDS, broken_texts, card_texts, chop_tables, mask_text
from tienlen import PASS, Card, CardSet, Play, reference
from tienlen.rules import PRESETS, Rules

masks = st.integers(0, 2**52 - 1)
small_masks = st.sets(st.integers(0, 51), max_size=8).map(lambda cards: sum(1 << c for c in cards))
runs = st.builds(
    lambda first, suits: sum(1 << (4 * (first + step) + suit) for step, suit in enumerate(suits)),
    st.integers(0, 9),
    st.lists(st.integers(0, 3), min_size=3, max_size=4),
)
double_runs = st.builds(
    lambda first, pairs: sum(
        sum(1 << (4 * (first + i) + s) for s in p) for i, p in enumerate(pairs)
    ),
    st.integers(0, 7),
    st.lists(st.sets(st.integers(0, 3), min_size=2, max_size=2), min_size=3, max_size=5),
)
equal_cards = st.builds(
    lambda rank, suits: suits << 4 * rank, st.integers(0, 12), st.integers(1, 15)
)
plays = runs | double_runs | equal_cards
anything = st.one_of(
    masks,
    small_masks,
    plays,
    card_texts(),
    broken_texts(),
    st.lists(st.integers(-1, 52) | st.sampled_from(CARDS), max_size=6),
    st.sampled_from([-1, 2**52, 2**64, -(2**5000), True, None, 1.0, b"3s", "", "pass", object()]),
)


@given(anything)
@example("3s3s")
@example("3s 4s")
def test_making_them(value: Any) -> None:
    same(lambda e: e.CardSet(value))
    same(lambda e: e.Card(value))
    same(lambda e: e.Play(value))


@given(plays)
def test_plays(mask: int) -> None:
    play = same(lambda e: e.Play(mask))
    for form in (lambda e: e.CardSet(mask), lambda e: str(e.CardSet(mask)), lambda e: e.Play(mask)):
        assert same(lambda e, form=form: e.Play(form(e))) == play
        assert same(lambda e, form=form: e.CardSet(form(e)))[2] == mask
    same(lambda e: repr(e.Play(mask)))
    same(lambda e: [operator.index(e.Play(mask)), len(e.Play(mask)), bool(e.Play(mask))])
    same(lambda e: e.Play(list(e.CardSet(mask))))


@pytest.mark.parametrize("text", CARDS)
def test_cards(text: str) -> None:
    assert same(lambda e: e.Card(text)) == ("Card", text, CARDS.index(text))
    same(lambda e: [repr(e.Card(text)), e.Card(text).rank, e.Card(text).suit, hash(e.Card(text))])
    same(lambda e: [e.Play(e.Card(text)), e.CardSet(e.Card(text)), e.Card(e.Card(text))])
    for other in (0, 17, 51, 99, -1, True, 2**70, -(2**70), "3s", None):
        for compare in (
            operator.eq,
            operator.ne,
            operator.lt,
            operator.le,
            operator.gt,
            operator.ge,
        ):
            same(lambda e, c=compare, o=other: [c(e.Card(text), o), c(o, e.Card(text))])


@given(masks, masks | small_masks)
def test_set_algebra(a: int, b: int) -> None:
    for op in (
        *(operator.or_, operator.and_, operator.xor, operator.sub),
        *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
    ):
        same(lambda e, op=op: [op(e.CardSet(a), e.CardSet(b)), op(e.CardSet(a & b), e.CardSet(b))])
    same(lambda e: ~e.CardSet(a))
    same(lambda e: [list(e.CardSet(a)), len(e.CardSet(a)), bool(e.CardSet(a)), int(e.CardSet(a))])
    same(lambda e: [repr(e.CardSet(a)), str(e.CardSet(a)), operator.index(e.CardSet(a))])
    same(lambda e: [e.CardSet(a).isdisjoint(e.CardSet(b)), e.CardSet(a).isdisjoint(mask_text(b))])
    same(lambda e: [card in e.CardSet(a) for card in (0, "3s", e.Card("2h"), 51)])


@pytest.mark.parametrize("card", [99, -1, "xx", "", "3s 4s", None, 1.0, True])
def test_what_cannot_be_in_a_set(card: Any) -> None:
    assert same(lambda e: card in e.CardSet("3s 4s"))[0] in ("NotationError", "TypeError")


@given(st.sampled_from(PRESETS), chop_tables(), st.booleans(), plays | small_masks, plays, anything)
def test_classify_and_beats(name: str, table: Any, twos: bool, a: int, b: int, value: Any) -> None:
    def check(rules: Rules, x: Any, y: Any) -> None:
        core, twin = rules.classify, lambda cards: reference.classify(cards, rules)
        same(lambda e: (twin if e is reference else core)(x))
        same(lambda e: reference.beats(x, y, rules) if e is reference else rules.beats(x, y))

    rules = Rules.preset(name)
    check(rules, a, b)
    custom = rules.replace(chops=table, twos_in_sequences=twos)
    check(custom, a, b)
    check(custom, b, a)
    check(custom, a, a)
    check(custom, value, b)
    check(custom, "pass", a)


def test_every_pair_of_classes() -> None:
    """Under every preset, one play of each class and size against another, low and high."""
    low = ["4s", "4s4c", "4s4c4d", "4s4c4d4h", "2s", "2s2c", "2s2c2d", "2s2c2d2h"]
    ranks = "3456789TJQKA2"
    for length in range(3, 13):
        low.append("".join(f"{rank}s" for rank in ranks[:length]))
        low.append("".join(f"{rank}s{rank}c" for rank in ranks[:length]))
        low.append("".join(f"{rank}h" for rank in ranks[12 - length : 12]))
        low.append("".join(f"{rank}h" for rank in ranks[13 - length :]))
    for name in PRESETS:
        rules = Rules.preset(name).replace(twos_in_sequences=True)
        for a in low:
            for b in low:
                expected = reference.beats(a, b, rules)
                assert rules.beats(a, b) == expected, (name, a, b)


def test_the_pass() -> None:
    assert plain(PASS) == plain(reference.PASS) == plain(Play("pass")) == plain(Play(0))
    assert same(lambda e: e.Play(e.PASS)) == plain(PASS)
    assert same(lambda e: e.Play(e.CardSet()))[0] == "NotationError"
    assert Play("3s") != PASS
    assert PASS.cards == CardSet()
    assert Play(Card("3s")).top == Card("3s")
