"""Games that the tests of views play, and what is attempted in them at every ply."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tienlen import Rules, State
from tienlen.rules import INSTANT_WINS, PRESETS

SEVENTEEN = Rules.preset("pagat").replace(name="17", players=(3,), hand_size=17)
GAMES = {
    **{
        f"{name}, {players} players": (Rules.preset(name), players)
        for name in PRESETS
        for players in Rules.preset(name).players
    },
    "the leader gets the spare card": (SEVENTEEN.replace(spare_card="leader"), 3),
    "spare card, instant wins": (
        SEVENTEEN.replace(spare_card="leader", instant_wins=("four_twos",)),
        3,
    ),
    "led bombs are plain, folding": (
        Rules.preset("xiii").replace(led_bombs=False, instant_wins=INSTANT_WINS),
        3,
    ),
}
ATTEMPTS = ["", "pass", "3s", "2h", "Kd Kh", "zz", "3s 3s", 0, 1, 1 << 60, "5s 6c 7d", "8s 9s"]


def plies(state: State, chance: random.Random, folds: float = 0.0) -> Iterator[State]:
    """The state and all that follow it in a random hand."""
    yield state
    while not state.is_over:
        if chance.random() < folds:
            state = state.resign(chance.choice(state.in_play))
        else:
            state = state.play(int(chance.choice(state.legal_masks())))
        yield state
