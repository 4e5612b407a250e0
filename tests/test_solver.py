"""The endgame solver, against a plain search by the twin."""

from __future__ import annotations

import random
from typing import Any

import pytest

from strategies import random_rules
from tienlen import PASS, PositionError, Rules, State, reference, solve
from tienlen.rules import PRESETS

# Cards in the hands of the seats left in play, by their number: what the twin searches in a moment.
CARDS_LEFT = {2: 8, 3: 6, 4: 6}

Result = tuple[tuple[int | None, ...], Any]


def search(state: reference.State, known: dict[reference.State, Result]) -> Result:
    """The places of the seats, and the best play, by trying everything."""
    if state.is_over:
        return tuple(state.place_of(seat) for seat in range(state.players)), None
    if state in known:
        return known[state]
    mover = state.to_move
    assert mover is not None
    best: Result | None = None
    plays = sorted(state.legal_plays(), key=lambda play: (-len(play.cards), int(play)))
    for play in plays:
        places, _ = search(state.play(play), known)
        if best is None or _place(places, mover) < _place(best[0], mover):
            best = places, play
    assert best is not None
    known[state] = best
    return best


def _place(places: tuple[int | None, ...], seat: int) -> int:
    place = places[seat]
    assert place is not None
    return place


def small_position(chance: random.Random, rules: Rules) -> State | None:
    """Small hands of close cards, a few plies into the hand; None if it is over by then."""
    players = chance.choice(rules.players)
    ranks = chance.sample(range(13), chance.randint(4, 13))
    cards = [4 * rank + suit for rank in ranks for suit in range(4)]
    chance.shuffle(cards)
    size = {2: 7, 3: 4, 4: 3}[players]
    hands = [cards[i * size : i * size + chance.randint(1, size)] for i in range(players)]
    if not all(hands):
        return None
    state = State.from_hands(rules, hands, chance.choice([None, *range(players)]))
    more = chance.randint(0, 5)
    while not state.is_over and (more > 0 or _too_large(state)):
        more -= 1
        if rules.folding and chance.random() < 0.1:
            state = state.fold(chance.choice(state.in_play))
        else:
            state = state.play(int(chance.choice(state.legal_masks())))
    return None if state.is_over else state


def _too_large(state: State) -> bool:
    return sum(len(state.hands[s]) for s in state.in_play) > CARDS_LEFT[len(state.in_play)]


def compare(state: State) -> None:
    solution = solve(state)
    twin = reference.State.from_text(state.to_text(), state.rules)
    places, best = search(twin, {})
    assert solution.exact
    assert solution.places == places, state
    points = state.rules.points[4 - state.players :]
    assert solution.points == tuple(points[_place(places, s)] for s in range(state.players))
    assert solution.best is not None
    assert state.is_legal(solution.best)
    if len(state.in_play) > 2:
        assert int(solution.best) == int(best), state
    else:  # any play that does as well
        after = solve(state.play(solution.best)).places
        assert state.to_move is not None
        assert after is not None
        assert after[state.to_move] == places[state.to_move]


@pytest.mark.parametrize("name", PRESETS)
def test_small_positions_of_the_presets(name: str) -> None:
    chance = random.Random(name)
    rules = Rules.preset(name).replace(players=(2, 3, 4))
    left = {2: 0, 3: 0, 4: 0}
    while sum(left.values()) < 60 or min(left.values()) < 5:
        state = small_position(chance, rules)
        if state is not None:
            compare(state)
            left[len(state.in_play)] += 1


def test_small_positions_of_any_rules() -> None:
    chance = random.Random(4)
    solved = 0
    while solved < 150:
        rules = random_rules(chance)
        state = small_position(chance, rules)
        if state is not None:
            compare(state)
            solved += 1


def test_a_hand_that_is_over() -> None:
    state = State.from_hands(Rules.preset("xiii"), ["3s", "4s"]).play("3s")
    solution = solve(state)
    assert (solution.exact, solution.places, solution.best) == (True, (0, 1), None)


def test_limits() -> None:
    state = State.deal(Rules.preset("southern"), seed=3)
    solution = solve(state, nodes=1000)
    assert (solution.exact, solution.points, solution.places, solution.best) == (
        False,
        None,
        None,
        None,
    )
    assert solution.nodes <= 1001
    assert solve(state, nodes=1000).nodes == solution.nodes
    assert not solve(state, milliseconds=5).exact
    assert "not found" in repr(solution)
    for limits in (
        {"nodes": 0},
        {"milliseconds": 0},
        {"milliseconds": float("nan")},
        {"table_mb": 0},
    ):
        with pytest.raises(PositionError):
            solve(state, **limits)  # type: ignore[arg-type]


def test_a_small_table_changes_nothing_but_the_time() -> None:
    chance = random.Random(2)
    for _ in range(5):
        cards = chance.sample(range(52), 20)
        state = State.from_hands(Rules.preset("xiii"), [cards[:10], cards[10:]], leader=0)
        assert solve(state, table_mb=1).places == solve(state).places


def test_ten_cards_against_ten() -> None:
    """What the twin cannot do: full-sized endings, the play followed to its end."""
    chance = random.Random(6)
    for _ in range(5):
        cards = chance.sample(range(52), 20)
        state = State.from_hands(Rules.preset("xiii"), [cards[:10], cards[10:]], leader=0)
        places = solve(state).places
        while not state.is_over:
            best = solve(state).best
            assert best is not None
            state = state.play(best)
            assert solve(state).places == places
        assert PASS is not None
