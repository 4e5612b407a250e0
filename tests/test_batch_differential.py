"""A batch against `State`, hand by hand and ply by ply, under random rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from strategies import random_hands, random_rules
from tienlen import PRESETS, Batch, Rules, State


def flags(seats: tuple[int, ...], players: int) -> list[bool]:
    return [seat in seats for seat in range(players)]


def or_minus(value: object) -> int:
    return -1 if value is None else int(value)  # type: ignore[call-overload, no-any-return]


def compare(batch: Batch, states: list[State]) -> None:
    """All that a batch shows is what the states say."""
    offsets, masks = batch.legal()
    arrays = {
        name: getattr(batch, name).tolist()
        for name in [
            "to_move",
            "table",
            "table_owner",
            "played",
            "opening_card",
            "over",
            "instant_win",
            "hands",
            "card_counts",
            "passed",
            "lead_passed",
            "in_play",
            "places",
            "points",
            "done",
            "legal_counts",
        ]
    }
    for i, state in enumerate(states):
        seats = range(state.players)
        expected = {
            "to_move": or_minus(state.to_move),
            "table": 0 if state.table is None else int(state.table),
            "table_owner": or_minus(state.table_owner),
            "played": int(state.played),
            "opening_card": or_minus(state.opening_card),
            "over": state.is_over,
            "done": state.is_over,
            "instant_win": bool(state.instant_wins),
            "hands": [int(hand) for hand in state.hands],
            "card_counts": [len(hand) for hand in state.hands],
            "passed": flags(state.passed, state.players),
            "lead_passed": flags(state.lead_passed, state.players),
            "in_play": flags(state.in_play, state.players),
            "places": [or_minus(state.place_of(seat)) for seat in seats],
            "points": list(state.points or [0] * state.players),
            "legal_counts": state.count_legal(),
        }
        assert {name: values[i] for name, values in arrays.items()} == expected
        assert masks[offsets[i] : offsets[i + 1]].tolist() == state.legal_masks().tolist()


def play_beside(batch: Batch, states: list[State], chance: random.Random) -> None:
    """Play to the end, each step in one of the three ways, comparing all along."""
    for step in range(1000):
        compare(batch, states)
        live = [i for i, state in enumerate(states) if not state.is_over]
        if not live:
            break
        offsets, masks = batch.legal()
        counts = np.diff(offsets)
        # Now and then the last of the list, which is a long or high play, else anything.
        index = np.array(
            [
                max(c - 1, 0) if chance.random() < 0.2 else chance.randrange(max(c, 1))
                for c in counts
            ]
        )
        plays = np.array(
            [masks[o + k] if c else 99 for o, k, c in zip(offsets, index, counts, strict=False)]
        )
        for i in live:
            states[i] = states[i].play(int(plays[i]))
        way = step % 4
        if way == 0:
            assert batch.step(plays.astype(np.uint64)) == len(live)
        elif way == 1:
            assert batch.step_index(index) == len(live)
        elif way == 2:
            assert batch.step_flat(offsets[:-1] + index) == len(live)
        else:  # without a list to look the plays up in
            batch = batch.copy()
            assert batch.step(plays.astype(np.uint64)) == len(live)
    assert all(state.is_over for state in states)


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str) -> None:
    rules = Rules.preset(name)
    chance = random.Random(name)
    for players in rules.players:
        batch = Batch(rules, 40, seed=3, players=players)
        states = [State.deal(rules, seed=3, players=players, hand=i) for i in range(40)]
        play_beside(batch, states, chance)


@pytest.mark.parametrize("seed", range(60))
def test_random_rules(seed: int) -> None:
    """Random options and chop tables; hands of any sizes, made to hold many combinations."""
    chance = random.Random(seed)
    rules = random_rules(chance)
    players = chance.randint(2, 4)
    states = [
        State.from_hands(
            rules, random_hands(chance, players, 10), chance.choice([None, *range(players)])
        )
        for _ in range(25)
    ]
    play_beside(Batch.from_states(states, seed=seed), states, chance)


@pytest.mark.parametrize("spare", ["out", "leader"])
def test_seventeen_cards(spare: str) -> None:
    rules = Rules.preset("pagat").replace(players=(2, 3), hand_size=17, spare_card=spare)
    for players in (2, 3):
        batch = Batch(rules, 20, seed=3, players=players)
        states = [State.deal(rules, seed=3, players=players, hand=i) for i in range(20)]
        play_beside(batch, states, random.Random(players))


def test_folded_seats_and_positions_under_way() -> None:
    rules = Rules.preset("xiii")
    chance = random.Random(5)
    states = []
    for i in range(30):
        state = State.deal(rules, seed=5, hand=i)
        for _ in range(chance.randint(0, 25)):
            state = state.play(int(chance.choice(state.legal_masks())))
        states.append(state.fold() if chance.random() < 0.5 else state)
    batch = Batch.from_states(states, seed=1)
    assert Batch.from_bytes(batch.to_bytes(), rules).to_bytes() == batch.to_bytes()
    play_beside(batch, states, chance)
