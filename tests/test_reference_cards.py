"""The twin's cards, sets of cards, plays and random numbers."""

from __future__ import annotations

import copy
import pickle

import pytest

from tienlen.errors import NotationError
from tienlen.reference import PASS, Card, CardSet, Kind, Play, Rng, State, beats, classify
from tienlen.rules import Rules

SOUTHERN = Rules.preset("southern")


def test_order_of_cards() -> None:
    names = [rank + suit for rank in "3456789TJQKA2" for suit in "scdh"]
    assert [str(Card(number)) for number in range(52)] == names
    assert [int(Card(name)) for name in names] == list(range(52))
    assert Card("2h") == 51
    assert (Card("Th").rank, Card("Th").suit) == (7, 3)


@pytest.mark.parametrize("text", ["Th", "th", "tH", "10h", "10H", "T♥", "10♡", " Th "])
def test_ways_to_write_a_card(text: str) -> None:
    assert Card(text) == 31


@pytest.mark.parametrize(
    "text",
    ["", "1h", "T", "h", "Thh", "3s 4s", "hT", "0h", "10", "pass", "3 s", "\u212as", "3\u017f"],
)
def test_no_card(text: str) -> None:
    with pytest.raises(NotationError):
        Card(text)


@pytest.mark.parametrize("number", [-1, 52, 2**70])
def test_no_card_number(number: int) -> None:
    with pytest.raises(NotationError):
        Card(number)


@pytest.mark.parametrize("text", ["3s 10h 2d", "2D,th,3S", "3sTh2d", "3♠ T♥,2♦", " 3s  10♥ ,2d "])
def test_ways_to_write_a_set(text: str) -> None:
    cards = CardSet(text)
    assert str(cards) == "3s Th 2d"
    assert cards == CardSet([0, "Th", Card("2d")]) == CardSet(1 | 1 << 31 | 1 << 50)
    assert list(cards) == [0, 31, 50]
    assert len(cards) == 3


@pytest.mark.parametrize("cards", ["3s 3s", "3s3S", [0, 0], "3s x", "3s;4s", -1, 2**52])
def test_no_set(cards: object) -> None:
    with pytest.raises(NotationError):
        CardSet(cards)  # type: ignore[arg-type]


def test_a_card_is_no_mask() -> None:
    """Given as a play or as a set it means itself, though it counts as a number."""
    assert CardSet(Card("4s")) == CardSet(["4s"]) == CardSet("4s") != CardSet(int(Card("4s")))
    assert Play(Card("4s")) == Play("4s")
    state = State.from_hands(SOUTHERN, ["3s 4s", "5s", "6s", "7s"])
    assert state.play(Card("3s")) == state.play("3s")
    assert state.explain(Card("4s")) == state.explain("4s")


def test_set_algebra() -> None:
    a, b = CardSet("3s 4s 5s"), CardSet("4s 5s 6s")
    assert str(a | b) == "3s 4s 5s 6s"
    assert str(a & b) == "4s 5s"
    assert str(a - b) == "3s"
    assert str(a ^ b) == "3s 6s"
    assert len(~a) == 49
    assert not ~a & a
    assert "4s" in a
    assert Card("6s") not in a


KINDS = {
    "3s": (Kind.SINGLE, 1),
    "2s 2h": (Kind.PAIR, 2),
    "7s 7d 7h": (Kind.TRIPLE, 3),
    "2s 2c 2d 2h": (Kind.QUAD, 4),
    "3s 4d 5h": (Kind.SEQUENCE, 3),
    "Qs Ks As 2s": (Kind.SEQUENCE, 4),
    "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As": (Kind.SEQUENCE, 12),
    "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s": (Kind.SEQUENCE, 13),
    "3s 3c 4s 4c 5s 5c": (Kind.DOUBLE_SEQUENCE, 3),
    "Qs Qc Ks Kc As Ac": (Kind.DOUBLE_SEQUENCE, 3),
}


@pytest.mark.parametrize("text", KINDS)
def test_kind_and_size(text: str) -> None:
    play = Play(text)
    assert (play.kind, play.size) == KINDS[text]
    assert play.top == max(play.cards)
    assert eval(repr(play)) == play == pickle.loads(pickle.dumps(play)) == copy.deepcopy(play)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3s 4s",  # two ranks
        "3s 3c 4s 4c",  # two pairs
        "3s 4s 6s",  # a gap
        "As 2s 3s",  # around the corner
        "Ks As 2s 3s",
        "3s 3c 4s 4c 5s",  # a pair and a half
        "3s 3c 3d 4s 4c 5s",  # not two of each
        "3s 3c 3d 4s 4c 4d",  # triples are no double sequence
        "Ks Kc As Ac 2s 2c",  # 2s never are in one
        "3s 3c 4s 4c 6s 6c",
        "3s 3c 3d 3h 4s 4c",
    ],
)
def test_no_combination(text: str) -> None:
    assert classify(text, SOUTHERN) is None
    assert classify(text, SOUTHERN.replace(twos_in_sequences=True)) is None
    with pytest.raises(NotationError):
        Play(text)


def test_the_pass() -> None:
    assert Play("PASS") is Play(0) is PASS is pickle.loads(pickle.dumps(PASS))
    assert (str(PASS), int(PASS), PASS.size, PASS.top, len(PASS.cards)) == ("pass", 0, 0, None, 0)
    with pytest.raises(NotationError):
        Play(CardSet())


def test_a_sequence_that_ends_in_a_two_has_no_class() -> None:
    rules = Rules.preset("xiii").replace(twos_in_sequences=True)
    dragon = "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"
    no_dragon = "4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s"
    assert beats(no_dragon, dragon, rules)  # ordinarily: twelve cards each
    assert not beats(dragon, no_dragon, rules)
    assert not beats(dragon, "Ks As 2s", rules)
    assert beats(dragon, "Qs Ks As", rules)
    assert not beats(no_dragon, "Qs Ks As", rules)
    assert classify(no_dragon, Rules.preset("xiii")) is None


def test_a_pass_beats_nothing() -> None:
    assert not beats("pass", "3s", SOUTHERN)
    assert not beats("3s", "pass", SOUTHERN)


def test_generator() -> None:
    # The first words of SplitMix64 from a state of 0 are published with the algorithm.
    rng = Rng(0)
    rng._state = 0
    words = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]
    assert [rng.next() for _ in words] == words
    assert Rng(1).next() != Rng(1, 1).next() != Rng(2).next()
    assert all(Rng(seed).below(7) < 7 for seed in range(100))
    for bad in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            Rng(bad)
        with pytest.raises(ValueError, match="stream"):
            Rng(0, bad)


def test_a_deal_step_by_step() -> None:
    """Halves of the table by coin flips and corrections, then hands in each half."""
    rng = Rng(7, 3)

    def share(cards: set[int], size: int) -> set[int]:
        coins = rng.next()
        chosen = {card for card in cards if (coins >> card) % 2}
        while len(chosen) != size:
            pool = chosen if len(chosen) > size else cards - chosen
            card = sorted(pool)[rng.next() * len(pool) >> 64]
            chosen ^= {card}
        return chosen

    low = share(set(range(52)), 26)
    high = set(range(52)) - low
    first = share(low, 13)
    third = share(high, 13)
    expected = [CardSet(map(Card, hand)) for hand in (first, low - first, third, high - third)]
    assert list(State.deal(SOUTHERN, seed=7, hand=3).hands) == expected


def test_a_deal_that_never_changes() -> None:
    hands = [
        "3h 7c 7d 7h 8c 8d 8h 9s 9d Js Qc Qh 2s",
        "3s 4c 4d 6c 6h 8s Ts Td Qs Kc Kd 2d 2h",
        "3c 3d 5d 9c Tc Th Jc Jd Jh Qd Ks Kh Ac",
        "4s 4h 5s 5c 5h 6s 6d 7s 9h As Ad Ah 2c",
    ]
    expected = " | ".join(hands) + "; turn 1; owes 3s"
    assert State.deal(SOUTHERN, seed=7).to_text() == expected


def test_deals_are_fair_enough() -> None:
    """Each card comes to each seat about equally often."""
    holders = [[0] * 4 for _ in range(52)]
    for seed in range(800):
        for seat, hand in enumerate(State.deal(SOUTHERN, seed=seed).hands):
            for card in hand:
                holders[card][seat] += 1
    chi_squared = sum((number - 200) ** 2 / 200 for seats in holders for number in seats)
    assert chi_squared < 156 + 6 * (2 * 156) ** 0.5
