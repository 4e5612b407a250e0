"""Views as text and as pickles, and what is no view."""

from __future__ import annotations

import itertools
import pickle
import random

import pytest

import tienlen
from strategies import random_rules
from tienlen import PositionError, Rules, State, TienlenError, View
from view_games import GAMES, plies


@pytest.mark.parametrize("game", GAMES)
def test_text_and_pickles_round_trip(game: str) -> None:
    rules, players = GAMES[game]
    chance = random.Random(game)
    names = vars(tienlen)
    for seed in range(4):
        for state in plies(State.deal(rules, seed=seed, players=players), chance, 0.02):
            view = state.view(chance.randrange(players))
            assert View.from_text(view.to_text(), rules) == view
            assert pickle.loads(pickle.dumps(view)) == view
            assert eval(repr(view), names) == view


def test_positions_set_up_by_text_round_trip() -> None:
    chance = random.Random(8)
    for _ in range(60):
        rules = random_rules(chance)
        players = chance.choice(rules.players)
        state = State.deal(rules, seed=chance.getrandbits(32), players=players)
        for later in plies(state, chance, 0.02):
            bare = State.from_text(later.to_text(), rules)  # the same position, without its past
            view = bare.view(chance.randrange(players))
            assert view.history == ()
            assert View.from_text(view.to_text(), rules) == view


FAULTS = {
    "": "seat N",
    "seat 9; 3s | 4s": "seat",
    "seat 1; 3s": "hand",
    "seat 0; 3s +1 | 4s; turn 0": "hides no cards",
    "seat 0; 3s | 4s +60; turn 0": "hidden cards",
    "seat 0; 3s | 4s +51; turn 0": "never seen",
    "seat 0; 3s | 4s +1; turn 0": "cards known",  # nobody can know of the 4 of spades
    "seat 0; 3s | +1": "turn",
    "seat 0; 3s | +1; turn 0; then 0 4s": "not legal",
    "seat 0; 3s | +1; turn 0; then 1 3s": "not legal",
    "seat 0; 3s | +1; turn 0; then 0 3s, 1 pass": "end of the hand",
    "seat 0; 3s 4s | +1; turn 0; then 7 3s": "seat",
    "seat 0; 3s 4s | +1; turn 0; then 0 3s; owes 3s": "stand last",
    "seat 0; 3s 4s | +1; turn 0; spare-holder 1": "spare",
    "seat 0; 3s 4s | +1; turn 0; wins 0 0": "instant win",
    "seat 0; 3s | +1; instant 0": "wins",
    "seat 0; 3s | +1; nonsense": "nonsense",
    "seat 0; 3s 3s | +1; turn 0": "twice",
}


@pytest.mark.parametrize("text", FAULTS)
def test_text_that_is_no_view(text: str) -> None:
    with pytest.raises(TienlenError, match=FAULTS[text]):
        View.from_text(text, Rules.preset("xiii"))


def test_spoilt_text_never_does_worse_than_raise() -> None:
    chance = random.Random(3)
    rules = Rules.preset("xiii")
    *_, state = itertools.islice(plies(State.deal(rules, seed=1), chance, 0.02), 30)
    text = state.view(2).to_text()
    read = 0
    for _ in range(3000):
        spoilt = list(text)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(spoilt))
            spoilt[at : at + chance.randint(0, 4)] = chance.choice(
                ["", "+", ";", "3s", "|", "0", " "]
            )
        try:
            view = View.from_text("".join(spoilt), rules)
        except TienlenError:
            continue
        read += 1
        assert View.from_text(view.to_text(), rules) == view
    assert read < 1500


def test_what_is_no_view_at_all() -> None:
    state = State.deal(Rules.preset("xiii"), seed=1)
    with pytest.raises(TypeError):
        View()
    with pytest.raises(TypeError):
        View.__new__(View)
    with pytest.raises(PositionError, match="seat 4"):
        state.view(4)
    with pytest.raises(TypeError):
        state.view(None)  # type: ignore[arg-type]
    for n, seed, candidates in ((-1, 0, 1), (1, -1, 1), (1, 2**64, 1), (1, 0, 0), (1, 0, 5000)):
        with pytest.raises(PositionError):
            state.view(0).sample_worlds(n, seed, candidates=candidates)
    assert state.view(0) != "view"
