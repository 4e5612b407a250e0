"""OpenSpiel's dou_dizhu: random play from Python, and by its own bots inside C++."""

from __future__ import annotations

import random

import pyspiel
from worker import Done, serve

GAME = pyspiel.load_game("dou_dizhu")


def check_that_chance_is_uniform() -> None:
    """The loop below draws chance like a play, which is quicker than by `chance_outcomes()`."""
    state = GAME.new_initial_state()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert [action for action, _ in outcomes] == state.legal_actions()
        assert max(p for _, p in outcomes) - min(p for _, p in outcomes) < 1e-12
        state.apply_action(outcomes[len(outcomes) // 2][0])


def from_python(amount: int) -> Done:
    draw = random.random
    new = GAME.new_initial_state
    decisions = legal = 0
    for _ in range(amount):
        state = new()
        while state.is_chance_node():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            decisions += 1
            legal += len(actions)
    return Done(amount, decisions, legal)


def inside(amount: int) -> Done:
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(GAME.num_players())]
    for i in range(amount):
        pyspiel.evaluate_bots(GAME.new_initial_state(), bots, i)
    return Done(amount, None, None)


if __name__ == "__main__":
    check_that_chance_is_uniform()
    random.seed(1)
    serve(
        {
            "OpenSpiel dou_dizhu, from Python": from_python,
            "OpenSpiel dou_dizhu, inside C++": inside,
        },
        ("open_spiel", "numpy"),
    )
