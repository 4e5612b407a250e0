"""What must hold under any rules in any hand, on the twin."""

from __future__ import annotations

import copy
import pickle
import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tienlen import chops
from tienlen.errors import IllegalActionError, Reason
from tienlen.reference import CardSet, Play, Rng, State, perft, perft_divide, random_playout
from tienlen.rules import INSTANT_WINS, PRESETS, Rules

cards_by_closeness = [4 * rank + suit for rank in (12, 11, 10, 9, 0, 1, 2, 3) for suit in range(4)]


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """A preset with some of its options changed, sometimes with a chop table of its own."""
    changes = {
        "players": st.just((2, 3, 4)),
        "twos_in_sequences": st.booleans(),
        "led_bombs": st.booleans(),
        "leader_may_pass": st.booleans(),
        "benched_may_chop": st.sampled_from(("never", "twos", "twos_and_bombs")),
        "folding": st.booleans(),
        "trading": st.booleans(),
        "instant_wins": st.sampled_from(((), INSTANT_WINS)),
        "chops": st.dictionaries(
            st.sampled_from(chops.CLASSES), st.lists(st.sampled_from(chops.CLASSES), max_size=4)
        ).map(chops.ChopTable),
    }
    base = Rules.preset(draw(st.sampled_from(PRESETS)))
    # Points that tell the places apart for any number of players, so that no match is endless.
    plain = base.replace(players=(2, 3, 4), points=(3, 2, 1, 0))
    chosen = draw(st.sets(st.sampled_from(sorted(changes)), max_size=5))
    return plain.replace(**{name: draw(changes[name]) for name in sorted(chosen)})


@st.composite
def small_states(draw: st.DrawFn) -> State:
    """The start of a hand of few cards, of few ranks, so that many combinations come up."""
    rules = draw(any_rules())
    players = draw(st.integers(2, 4))
    cards = draw(st.permutations(cards_by_closeness))
    sizes = draw(st.lists(st.integers(1, 8), min_size=players, max_size=players))
    hands = []
    for size in sizes:
        hands.append(CardSet(cards[:size]))
        cards = cards[size:]
    return State.from_hands(rules, hands, draw(st.none() | st.integers(0, players - 1)))


def walk(state: State, seed: int, *, folds: bool = False) -> list[State]:
    """The states of a random hand, from the first to the last."""
    chance = random.Random(seed)
    states = [state]
    while not state.is_over:
        if folds and chance.random() < 0.05:
            state = state.resign(chance.choice(state.in_play))
        else:
            state = state.play(chance.choice(state.legal_plays()))
        states.append(state)
        assert len(states) < 1000
    return states


def check_invariants(state: State) -> None:
    cards = [*state.played, *state.undealt, *(card for hand in state.hands for card in hand)]
    assert sorted(cards) == list(range(52))
    assert len(state.places) + (len(state.in_play) if not state.is_over else 0) <= state.players
    assert set(state.passed) | set(state.lead_passed) <= set(state.in_play)
    if state.is_over:
        assert state.to_move is None
        assert (state.legal_plays(), state.count_legal()) == ([], 0)
        if not state.instant_wins:
            assert sorted(state.places) == list(range(state.players))
            assert [state.place_of(seat) for seat in state.places] == list(range(state.players))
        assert state.points is not None
        return
    assert state.to_move in state.in_play
    assert state.points is None
    assert state.hands[state.to_move]
    assert state.must_lead == (not state.is_legal("pass"))
    masks = state.legal_masks()
    assert masks
    assert masks == sorted(set(masks))
    assert state.count_legal() == len(masks)
    assert (state.table is None) == (state.table_owner is None)
    if state.table is not None:
        assert state.table.cards <= state.played
        assert state.table_owner != state.to_move
    else:
        assert not state.passed


@given(small_states(), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_exactly_the_legal_subsets_are_legal(state: State, seed: int) -> None:
    for step in walk(state, seed, folds=True):
        check_invariants(step)
        if step.to_move is None:
            continue
        hand = list(step.hands[step.to_move])
        legal = {int(play): play for play in step.legal_plays()}
        before = step.to_text()
        for size in range(len(hand) + 1):
            for chosen in combinations(hand, size):
                mask = sum(1 << card for card in chosen)
                assert step.is_legal(mask) == (mask in legal), (before, chosen)
                if mask in legal:
                    after = step.play(mask)
                    assert after == step.play(legal[mask], step.to_move)
                    assert after.played == step.played | CardSet(mask)
        assert step.to_text() == before
        other = next(seat for seat in range(step.players) if seat != step.to_move)
        assert step.check(next(iter(legal)), other) is Reason.NOT_YOUR_TURN


@given(any_rules(), st.integers(2, 4), st.integers(0, 2**64 - 1))
@settings(max_examples=25, deadline=None)
def test_full_hands(rules: Rules, players: int, seed: int) -> None:
    for state in walk(State.deal(rules, seed=seed, players=players), seed, folds=True):
        check_invariants(state)
        assert State.from_text(state.to_text(), rules) == state
    for name in ("southern", "xiii", "zipi", "strict", "pagat"):
        start = State.deal(Rules.preset(name), seed=seed)
        end, plays = random_playout(start, Rng(seed))
        assert end.is_over
        for play in plays:
            start = start.play(play)
        assert start == end


@given(small_states(), st.integers(0, 2**32))
@settings(max_examples=80, deadline=None)
def test_text_and_pickle_round_trip(state: State, seed: int) -> None:
    for step in walk(state, seed, folds=True):
        again = State.from_text(step.to_text(), step.rules)
        assert again == step
        assert hash(again) == hash(step)
        assert again.to_text() == step.to_text()
        assert again.instant_wins == step.instant_wins
    assert eval(repr(step), {"State": State, "Rules": Rules, "ChopTable": chops.ChopTable}) == step
    assert pickle.loads(pickle.dumps(step)) == copy.deepcopy(step) == copy.copy(step) == step
    with pytest.raises(AttributeError):
        step.to_move = 0  # type: ignore[misc]


@given(small_states(), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_whose_turn_it_is_follows_from_public_facts(state: State, seed: int) -> None:
    """The cards that others hold make no difference to what a play leads to."""
    chance = random.Random(seed)
    for step, after in zip(walk(state, seed), walk(state, seed)[1:], strict=False):
        if step.opening_card is not None:
            continue
        others = [seat for seat in range(step.players) if seat != step.to_move]
        unseen = [card for seat in others for card in step.hands[seat]] + list(step.undealt)
        chance.shuffle(unseen)
        hands = list(step.hands)
        for seat in others:
            size = len(hands[seat])
            hands[seat], unseen = CardSet(unseen[:size]), unseen[size:]
        play = Play(int(after.played - step.played))
        shown = " | ".join(str(hand) or "-" for hand in hands)
        _, _, facts = step.to_text().partition(";")
        swapped = State.from_text(f"{shown};{facts}", step.rules).play(play)
        for fact in ("to_move", "table", "table_owner", "passed", "lead_passed", "places"):
            assert getattr(swapped, fact) == getattr(after, fact)


@given(small_states(), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_passes_over_an_empty_table_go_around_once(state: State, seed: int) -> None:
    state = State.from_hands(
        state.rules.replace(leader_may_pass=True, instant_wins=()), state.hands, None
    )
    chance = random.Random(seed)
    in_a_row = 0
    while not state.is_over:
        if state.is_legal("pass") and state.table is None:
            state = state.play("pass")
            in_a_row += 1
            assert in_a_row <= len(state.in_play)
            assert len(state.lead_passed) == in_a_row
            if in_a_row == len(state.in_play):
                assert state.must_lead
        else:
            state = state.play(chance.choice(state.legal_plays()))
            in_a_row = 0


@given(small_states(), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_folding(state: State, seed: int) -> None:
    """A fold changes nothing but the folder's standing, and the turn if it was his."""
    for step in walk(state, seed)[:-1]:
        for seat in step.in_play:
            after = step.resign(seat)
            assert after.in_play == tuple(other for other in step.in_play if other != seat)
            assert after.hands == step.hands
            assert after.played == step.played
            assert after.place_of(seat) == step.players - 1 - len(step.folded)
            if not after.is_over:
                assert after.opening_card == (None if step.opener == seat else step.opening_card)
                assert after.table in (step.table, None)
                if seat != step.to_move:
                    assert (after.to_move, after.table) == (step.to_move, step.table)
            with pytest.raises(IllegalActionError):
                after.resign(seat)
            if step.rules.folding:
                assert step.fold(seat) == after
            else:
                with pytest.raises(IllegalActionError):
                    step.fold(seat)


@given(small_states(), st.data())
@settings(max_examples=60, deadline=None)
def test_trading(state: State, data: st.DataObject) -> None:
    """Trading back gives the same hand; the debt goes with the card."""
    if state.is_over:
        return
    state = State.from_hands(
        state.rules.replace(trading=True), state.hands, None if state.opener is not None else 0
    )
    a, b = data.draw(st.permutations(range(state.players)))[:2]
    number = data.draw(st.integers(1, min(len(state.hands[a]), len(state.hands[b]))))
    cards_a, cards_b = (
        CardSet(data.draw(st.permutations(list(state.hands[seat])))[:number]) for seat in (a, b)
    )
    traded = state.trade(a, cards_a, b, cards_b)
    assert traded.hands[a] == state.hands[a] - cards_a | cards_b
    assert traded.hands[b] == state.hands[b] - cards_b | cards_a
    assert traded.trade(a, cards_b, b, cards_a) == state
    assert traded.opening_card == state.opening_card
    if state.opening_card is None:
        assert traded.to_move == state.to_move
    else:
        assert traded.to_move == traded.opener
        assert traded.opener is not None
        assert state.opening_card in traded.hands[traded.opener]
    assert State.from_text(traded.to_text(), traded.rules) == traded


@given(small_states())
@settings(max_examples=40, deadline=None)
def test_perft(state: State) -> None:
    assert perft(state, 0) == 1
    divided = perft_divide(state, 2)
    assert perft(state, 1) == len(divided) == state.count_legal()
    assert sum(divided.values()) == perft(state, 2)
    for play, number in divided.items():
        assert number == state.play(play).count_legal()
