"""Hands played on both engines in step, ply by ply: all facts, all legal plays, all texts."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tienlen
from compare import Both, same
from strategies import deals, random_hands, random_rules
from tienlen import reference
from tienlen.rules import PRESETS, Rules

SEVENTEEN = Rules.preset("pagat").replace(name="17 cards", players=(2, 3), hand_size=17)
GAMES = {
    **{
        f"{name}, {players} players": (Rules.preset(name), players)
        for name in PRESETS
        for players in Rules.preset(name).players
    },
    "17 cards, 2 players": (SEVENTEEN, 2),
    "17 cards, 3 players": (SEVENTEEN, 3),
    "the leader gets the spare card": (SEVENTEEN.replace(spare_card="leader"), 3),
    "sequences that end in a 2": (Rules.preset("southern").replace(twos_in_sequences=True), 4),
    "instant wins": (Rules.preset("zipi").replace(quad_is_two_pairs=False, players=(3,)), 3),
    "led bombs are plain": (Rules.preset("xiii").replace(led_bombs=False), 4),
}


def play_out(both: Both, chance: random.Random, *, look_every: int, folds: float = 0.0) -> int:
    """Play a hand to its end on both engines; return how many plies it took.

    At every ply the legal masks and the texts of the positions are compared, which tell all that a
    state holds; at one in `look_every` everything else that can be asked as well.
    """
    plies = 0
    while not both.twin.is_over:
        plies += 1
        assert plies < 2000
        if chance.random() < folds:
            seat = chance.choice(both.twin.in_play)
            both = Both(both.core.resign(seat), both.twin.resign(seat))
        else:
            masks = both.twin.legal_masks()
            assert masks == both.core.legal_masks().tolist(), both.twin
            play = chance.choice(masks)
            both = Both(both.core.play(play), both.twin.play(play))
        text = both.twin.to_text()
        assert both.core.to_text() == text
        if plies % look_every == 0:
            both.compare_facts()
            both.compare_legal()
            assert tienlen.State.from_text(text, both.twin.rules) == both.core
            assert reference.State.from_text(text, both.twin.rules) == both.twin
    both.compare_facts()
    both.compare_legal()
    return plies


@pytest.mark.parametrize("game", GAMES)
def test_hands_as_dealt(game: str, hands: int) -> None:
    rules, players = GAMES[game]
    for seed in range(1 + hands // (10 * len(GAMES))):
        both = Both.make(lambda e, s=seed: e.State.deal(rules, seed=s, players=players, hand=s % 3))
        both.compare_legal()
        play_out(both, random.Random(seed), look_every=9, folds=0.01 if seed % 3 == 0 else 0)


def test_small_hands_under_any_rules(hands: int) -> None:
    finished = 0
    for seed in range(hands):
        chance = random.Random(seed)
        rules, players = random_rules(chance), chance.randint(2, 4)
        held = random_hands(chance, players, largest=chance.choice((3, 7, 11)))
        leader = chance.choice((None, *range(players)))
        both = Both.make(lambda e, a=(rules, held, leader): e.State.from_hands(*a))
        play_out(both, chance, look_every=3, folds=0.02)
        finished += 1
    assert finished == hands


@given(deals(), st.integers(0, 2**32))
def test_deals_under_any_rules(both: Both, seed: int) -> None:
    both.compare_legal()
    play_out(both, random.Random(seed), look_every=20, folds=0.02)


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_deals(seed: int) -> None:
    for game, (rules, players) in GAMES.items():
        for hand in (0, 1, 2**64 - 1):
            for leader in (None, 1):
                facts = same(
                    lambda e, a=(rules, players, hand, leader): [
                        e.State.deal(a[0], seed=seed, players=a[1], hand=a[2], leader=a[3])
                    ]
                )
                assert facts, game


@pytest.mark.parametrize(
    "wrong",
    [
        *({"seed": seed} for seed in (-1, 2**64, 2**5000, 1.5, "7", None)),
        *({"hand": hand} for hand in (-1, 2**64, 1.5)),
        *({"players": players} for players in (0, 1, 5, -2, 2**70, "4", 2.0)),
        *({"leader": leader} for leader in (-1, 4, 2**70, -(2**5000), 1.0, "1", True)),
    ],
    ids=str,
)
def test_wrong_deals(wrong: dict[str, Any]) -> None:
    given = {"seed": 7, **wrong}
    found = same(lambda e: e.State.deal(Rules.preset("pagat"), **given))
    assert found in (("PositionError",), ("TypeError",))
