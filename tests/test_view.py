"""Views: what a seat may know, and that it knows no more."""

from __future__ import annotations

import gc
import pickle
import random

import pytest

from tienlen import Card, CardSet, PositionError, Reason, Rules, State, View
from view_games import ATTEMPTS, GAMES, plies


def assert_indistinguishable(one: View, other: View) -> None:
    assert one == other
    assert hash(one) == hash(other)
    assert bytes(one) == bytes(other)
    assert repr(one) == repr(other)
    assert str(one) == str(other)
    assert pickle.dumps(one) == pickle.dumps(other)
    for attempt in ATTEMPTS:
        assert one.check(attempt) == other.check(attempt)
        assert one.explain(attempt) == other.explain(attempt)
    assert one.legal_plays() == other.legal_plays()
    facts = [name for name, member in vars(View).items() if isinstance(member, property)]
    assert len(facts) > 25
    for name in facts:
        assert getattr(one, name) == getattr(other, name), name


# --- what it shows ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_it_shows_what_the_state_shows(game: str) -> None:
    rules, players = GAMES[game]
    chance = random.Random(game)
    for seed in range(6):
        for state in plies(State.deal(rules, seed=seed, players=players), chance, 0.01):
            for seat in range(players):
                view = state.view(seat)
                assert (view.seat, view.hand) == (seat, state.hands[seat])
                assert view.counts == tuple(map(len, state.hands))
                assert view.unseen == ~(state.hands[seat] | state.played)
                own_turn = state.to_move == seat
                assert view.is_own_turn == own_turn
                assert view.legal_plays() == (state.legal_plays() if own_turn else [])
                assert view.legal_masks().tolist() == [int(play) for play in view.legal_plays()]
                assert view.count_legal() == len(view.legal_plays())
                for attempt in ATTEMPTS:
                    assert view.check(attempt) == state.check(attempt, seat)
                    assert view.explain(attempt) == state.explain(attempt, seat)
                    assert view.is_legal(attempt) == state.is_legal(attempt, seat)
                for fact in [
                    "rules",
                    "players",
                    "to_move",
                    "table",
                    "table_owner",
                    "passed",
                    "lead_passed",
                    "in_play",
                    "is_over",
                    "played",
                    "places",
                    "folded",
                    "points",
                    "history",
                    "must_lead",
                    "opening_card",
                    "opener",
                    "instant_wins",
                ]:
                    assert getattr(view, fact) == getattr(state, fact), fact
                assert [view.place_of(s) for s in range(players)] == [
                    state.place_of(s) for s in range(players)
                ]


def test_the_opening_card_tells_what_was_not_dealt() -> None:
    state = State.from_hands(Rules.preset("xiii"), ["3d 9d", "4c Kh", "5c 6c"])
    for later in (state, state.play("3d"), state.play("pass"), state.fold(0)):
        view = later.view(1)
        assert view.absent == CardSet("3s 3c")
        assert view.known[0] == (CardSet() if view.played else CardSet("3d"))
        for world in view.sample_worlds(50, seed=3):
            assert "3d" in world.hands[0] | world.played
            assert not (world.played | world.hands[0] | world.hands[2]) & CardSet("3s 3c")


def test_a_named_leader_tells_nothing() -> None:
    view = State.from_hands(Rules.preset("xiii"), ["3d 9d", "4c Kh"], leader=0).view(1)
    assert view.absent == CardSet()
    assert view.known == (CardSet(), CardSet())


def test_the_spare_card_is_known_to_its_holder() -> None:
    rules, _ = GAMES["the leader gets the spare card"]
    hidden = 0
    for seed in range(40):
        state = State.deal(rules, seed=seed)
        leader = state.opener
        assert leader is not None
        assert state.spare is not None
        for seat in range(3):
            view = state.view(seat)
            assert view.spare_holder == leader
            told = state.spare < Card("3c")  # it is the one card below the opening card
            assert view.spare == (state.spare if told or seat == leader else None)
            hidden += view.spare is None
            if view.spare is None:
                spares = {world.spare for world in view.sample_worlds(60, seed)}
                assert len(spares) > 5
                assert state.opening_card not in spares
    assert hidden > 50


def test_reasons_when_it_is_not_the_turn() -> None:
    state = State.deal(Rules.preset("southern"), seed=3)
    assert state.to_move is not None
    other = (state.to_move + 1) % 4
    view = state.view(other)
    assert view.check("3s") is Reason.NOT_YOUR_TURN
    assert view.count_legal() == 0


# --- what it does not know ----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_states_that_differ_in_hidden_cards_alone(game: str) -> None:
    """At every ply: the true state and worlds that differ from it in nothing but hidden cards."""
    rules, players = GAMES[game]
    chance = random.Random(game)
    different = 0
    for seed in range(4):
        for state in plies(State.deal(rules, seed=seed, players=players), chance, 0.01):
            seat = chance.randrange(players)
            view = state.view(seat)
            if state.is_over:
                continue
            for world in view.sample_worlds(2, seed):
                different += world != state
                assert_indistinguishable(view, world.view(seat))
                assert State.from_text(world.to_text(), rules) == world
                assert pickle.loads(pickle.dumps(world)) == world
                assert pickle.loads(pickle.dumps(world)).view(seat) == view
    assert different > 100


@pytest.mark.parametrize("game", GAMES)
def test_hands_played_alike_to_their_end(game: str) -> None:
    """Two deals that differ in hidden cards, the same plays, and the same views after the end."""
    rules, players = GAMES[game]
    chance = random.Random(game)
    ended = 0
    for seed in range(12):
        *past, state = plies(State.deal(rules, seed=seed, players=players), chance, 0.01)
        if not past:
            continue  # an instant win
        watcher = chance.randrange(players)
        for world in past[-1].view(watcher).sample_worlds(3, seed):
            seat, play = state.history[-1]
            if play is None:
                end = world.resign(seat)
            elif world.is_legal(play):
                end = world.play(play)
            else:
                continue
            ended += 1
            assert end.is_over == state.is_over
            hidden_seats_hold_the_same = all(
                len(a) == len(b) for a, b in zip(end.hands, state.hands, strict=True)
            )
            assert hidden_seats_hold_the_same
            assert_indistinguishable(end.view(watcher), state.view(watcher))
    assert ended >= 8


def test_instant_wins_tell_the_event_and_no_card() -> None:
    rules = Rules.preset("zipi")
    hands = ["3s 3c 4s 4c 5s 5c 6s 6c 7s 7c 8s 8c 9s"]
    rest = [c for c in map(Card, range(52)) if c not in CardSet(hands[0])]
    won = State.from_hands(rules, [CardSet(hands[0]), *_deal(rest[::-1])], leader=0)
    rest[-1], rest[-5] = rest[-5], rest[-1]
    other = State.from_hands(rules, [CardSet(hands[0]), *_deal(rest[::-1])], leader=0)
    assert won.is_over
    assert won != other
    if won.instant_wins == other.instant_wins:
        assert_indistinguishable(won.view(0), other.view(0))
    for seat in range(4):
        view = won.view(seat)
        assert view.instant_wins == won.instant_wins
        assert View.from_text(view.to_text(), rules) == view
        with pytest.raises(PositionError, match="over"):
            view.sample_worlds(1, 1)


def _deal(cards: list[Card]) -> list[CardSet]:
    return [CardSet(cards[i::3]) for i in range(3)]


def test_it_refers_to_nothing() -> None:
    state = State.deal(Rules.preset("southern"), seed=5)
    view = state.view(0)
    assert not [thing for thing in gc.get_referents(view) if isinstance(thing, State)]
    assert not hasattr(view, "hands")
    assert not hasattr(view, "undealt")
    assert not hasattr(view, "__dict__")
    hidden = ~(view.hand | view.played | CardSet("3s"))
    shown = CardSet(
        view.to_text().partition(";")[2].partition(";")[0].replace("|", " ").split("+")[0]
    )
    assert not shown & hidden
