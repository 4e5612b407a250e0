"""What must hold under any rules in any hand, on the core."""

from __future__ import annotations

import contextlib
import copy
import pickle
import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tienlen
from strategies import Attempt, Both, attempts, deals, positions, random_hands, random_rules, starts
from tienlen import CardSet, ChopTable, IllegalPlayError, Play, Reason, Rules, State
from tienlen.errors import TienlenError

EVALUATED = {"State": State, "Rules": Rules, "ChopTable": ChopTable}


def walk(state: State, seed: int, *, folds: float = 0.0) -> list[State]:
    """The states of a random hand, from the first to the last."""
    chance = random.Random(seed)
    states = [state]
    while not state.is_over:
        if chance.random() < folds:
            state = state.resign(chance.choice(state.in_play))
        else:
            state = state.play(chance.choice(state.legal_masks()))
        states.append(state)
        assert len(states) < 2000, "every hand ends"
    return states


def everything(state: State) -> tuple[Any, ...]:
    """All that can be seen of a state, the past too: to tell whether anything changed."""
    return pickle.dumps(state), state.to_text(), hash(state), state.history, repr(state)


def check_invariants(state: State) -> None:
    cards = [*state.played, *state.undealt, *(card for hand in state.hands for card in hand)]
    assert sorted(map(int, cards)) == list(range(52)), "cards are conserved"
    assert set(state.passed) | set(state.lead_passed) <= set(state.in_play)
    assert (state.table is None) == (state.table_owner is None)
    if state.is_over:
        assert state.to_move is None
        assert (state.legal_plays(), len(state.legal_masks()), state.count_legal()) == ([], 0, 0)
        if not state.instant_wins:
            assert sorted(state.places) == list(range(state.players))
            assert [state.place_of(seat) for seat in state.places] == list(range(state.players))
        assert state.points is not None
        return
    assert state.points is None
    assert state.to_move in state.in_play
    assert state.hands[state.to_move], "the seat to move holds cards"
    masks = state.legal_masks().tolist()
    assert masks, "legal is never empty before the end"
    assert masks == sorted(set(masks))
    assert state.count_legal() == len(masks)
    assert [int(play) for play in state.legal_plays()] == masks
    assert state.must_lead == (0 not in masks)
    if state.table is None:
        assert not state.passed
    else:
        assert state.table.cards <= state.played
        assert state.table_owner != state.to_move


@given(starts(largest=6), st.integers(0, 2**32))
def test_exactly_the_legal_subsets_are_legal(both: Both, seed: int) -> None:
    for state in walk(both.core, seed, folds=0.03):
        check_invariants(state)
        if state.to_move is None:
            continue
        legal = set(state.legal_masks().tolist())
        bits = [1 << int(card) for card in state.hands[state.to_move]]
        before = everything(state)
        for size in range(len(bits) + 1):
            for chosen in combinations(bits, size):
                mask = sum(chosen)
                assert state.is_legal(mask) == (mask in legal)
                if mask in legal:
                    after = state.play(mask)
                    assert after == state.play_unchecked(mask) == state.play(Play(mask))
                    assert after.played == state.played | CardSet(mask)
                    assert after.history == (*state.history, (state.to_move, Play(mask)))
                else:
                    with pytest.raises(IllegalPlayError):
                        state.play(mask)
        assert everything(state) == before


def test_no_other_subset_of_thirteen_cards_is_legal(hands: int) -> None:
    """All 8,191 sets of cards of whole hands, leading and answering."""
    for seed in range(1 + hands // 700):
        for name in ("xiii", "pagat", "southern"):
            state = State.deal(Rules.preset(name), seed=seed)
            for _ in range(2):
                state = state.play(state.legal_masks()[-1])
                assert state.to_move is not None
                bits = [1 << int(card) for card in state.hands[state.to_move]]
                subsets = [0]
                for bit in bits:
                    subsets += [subset | bit for subset in subsets]
                legal = {mask for mask in subsets if state.is_legal(mask)}
                assert len(subsets) == 2 ** len(bits)
                assert legal == set(state.legal_masks().tolist())


def test_hands_of_any_size_end(hands: int) -> None:
    for seed in range(hands // 2):
        chance = random.Random(seed)
        rules, players = random_rules(chance), chance.randint(2, 4)
        held = random_hands(chance, players, largest=17)
        state = State.from_hands(rules, held, chance.choice((None, 0, 1)))
        last = walk(state, seed, folds=0.01)[-1]
        check_invariants(last)
        assert last.is_over


@given(deals(), st.integers(0, 2**32))
@settings(max_examples=30)
def test_whole_hands(both: Both, seed: int) -> None:
    for state in walk(both.core, seed, folds=0.01):
        check_invariants(state)
        assert State.from_text(state.to_text(), state.rules) == state


@given(st.data())
def test_illegal_input_changes_nothing(data: st.DataObject) -> None:
    state = data.draw(positions()).core
    before = everything(state)
    held = sum(map(int, state.hands))
    for _ in range(6):
        given_play: Attempt = data.draw(attempts(held))
        made = given_play.made(tienlen)
        seat = data.draw(st.sampled_from([None, 0, 1, 2, 3, 9, -1]))
        for act in (state.play, state.check, state.explain, state.is_legal):
            with contextlib.suppress(TienlenError, TypeError):
                act(made, seat)
        for refused in (
            lambda: state.play_unchecked(2**60),
            lambda: state.trade(0, "3s", 1, "3s"),
            lambda: state.trade(0, "", 0, ""),
            lambda: state.resign(17),
            lambda: State.from_text(state.to_text() + ";", state.rules),
        ):
            with pytest.raises(TienlenError):
                refused()
    assert everything(state) == before


@given(positions())
def test_values(both: Both) -> None:
    state = both.core
    again = eval(repr(state), dict(EVALUATED))
    assert again == state
    assert hash(again) == hash(state)
    assert copy.copy(state) is state
    assert copy.deepcopy(state) == state
    assert {state: 1}[again] == 1
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        loaded = pickle.loads(pickle.dumps(state, protocol))
        assert loaded == state
        assert hash(loaded) == hash(state)
        assert loaded.history == state.history
    for value in (*state.hands, *state.legal_plays()[:20], *list(state.played)[:5]):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
        assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
    with pytest.raises(AttributeError):
        state.to_move = 0  # type: ignore[misc]
    assert state != state.to_text()
    for other in (state.rules.replace(name="another"), state.rules.replace(points=(9, 8, 7, 6))):
        assert State.from_text(state.to_text(), other) != state


def test_states_tell_positions_apart() -> None:
    """All positions of many hands: equal only where their texts are, and hashes hardly ever."""
    seen: dict[State, str] = {}
    for seed in range(60):
        for state in walk(State.deal(Rules.preset("pagat"), seed=seed), seed, folds=0.01):
            text = seen.setdefault(state, state.to_text())
            assert text == state.to_text()
    assert len(set(seen.values())) == len(seen) > 3000
    assert len({hash(state) for state in seen}) > len(seen) - 3


def test_wrong_types() -> None:
    state = State.deal(Rules.preset("pagat"), seed=1)
    for wrong in (None, 1.5, [], {}, object()):
        with pytest.raises(TypeError):
            state.check(wrong)  # type: ignore[arg-type]
    for wrong in ("southern", None, 7):
        with pytest.raises(TypeError):
            State.deal(wrong, seed=1)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            State.from_text("3s | 4s; turn 0", wrong)  # type: ignore[arg-type]
    assert state.check("pass", state.to_move) is Reason.MUST_LEAD
