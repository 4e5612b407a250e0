"""Views: what a seat may know, that it knows no more, and the worlds that fit it."""

from __future__ import annotations

import collections
import gc
import itertools
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

import tienlen
from strategies import random_rules
from tienlen import Card, CardSet, PositionError, Reason, Rules, State, TienlenError, View
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


# --- text, pickles ------------------------------------------------------------------------------


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


# --- worlds -------------------------------------------------------------------------------------


def chi_square(
    observed: collections.Counter[tuple[int, ...]], expected: dict[tuple[int, ...], float]
) -> float:
    """The statistic in standard deviations from its mean; the degrees of freedom are many."""
    assert set(observed) <= set(expected)
    total = sum(observed.values())
    scale = total / sum(expected.values())
    statistic = sum(
        (observed[world] - scale * weight) ** 2 / (scale * weight)
        for world, weight in expected.items()
    )
    freedom = len(expected) - 1
    return float((statistic - freedom) / (2 * freedom) ** 0.5)


def all_worlds(view: View) -> dict[tuple[int, ...], float]:
    """Every way to deal the cards never seen to the other seats."""
    free = list(view.unseen & ~view.absent & ~CardSet(c for cards in view.known for c in cards))

    def fill(seat: int, free: list[Card]) -> Iterator[tuple[int, ...]]:
        if seat == view.players:
            yield ()
        elif seat == view.seat:
            yield from ((int(view.hand), *rest) for rest in fill(seat + 1, free))
        else:
            wanted = view.counts[seat] - len(view.known[seat])
            for chosen in itertools.combinations(free, wanted):
                left = [card for card in free if card not in chosen]
                hand = CardSet(chosen) | view.known[seat]
                yield from ((int(hand), *rest) for rest in fill(seat + 1, left))

    return dict.fromkeys(fill(0, free), 1.0)


def position(hands: list[str], more: str, rules: str = "xiii", unseen: int = 2) -> View:
    """A view by seat 0 of a position late in a hand; all but a few other cards are played."""
    held = CardSet(" ".join(hands))
    played = CardSet(list(~held)[unseen:])
    text = " | ".join(hands) + f"; {more}; played {played}"
    return State.from_text(text, Rules.preset(rules)).view(0)


@pytest.mark.parametrize(
    "view",
    [
        position(["3s 9d", "4c Kh 2s", "8d 8h 9s Ks"], "turn 1", unseen=1),
        position(["3s 9d", "4c Kh 2s 2h Js"], "turn 0", unseen=4),
        position(["3s", "4c", "8d 9s", "Jc Jd Js"], "turn 2; table Qs by 1", "southern", 0),
    ],
    ids=["3 seats", "2 seats", "4 seats"],
)
def test_all_worlds_are_equally_likely(view: View) -> None:
    expected = all_worlds(view)
    drawn = view.sample_hands(100 * len(expected), seed=11).tolist()
    observed = collections.Counter(map(tuple, drawn))
    assert len(expected) > 50
    assert abs(chi_square(observed, expected)) < 5


def test_worlds_with_an_opening_card_are_equally_likely() -> None:
    """Two hands of a card each, and one that starts with its lowest card: 48 x 47 worlds."""
    state = State.from_hands(Rules.preset("xiii"), ["9d", "3c Ks", "Qs"])
    view = state.view(0)
    expected = all_worlds(view)
    assert len(expected) == 49 * 48
    assert all(world[1] >> 1 & 1 for world in expected)
    observed = collections.Counter(map(tuple, view.sample_hands(200_000, seed=5).tolist()))
    assert abs(chi_square(observed, expected)) < 5


def test_no_world_was_won_at_the_deal() -> None:
    """Some hands would have won; no world has one of them."""
    rules = Rules.preset("zipi")
    state = State.deal(rules, seed=12, leader=0)
    view = state.view(0)
    everything = Rules.preset("zipi").replace(instant_wins=())
    free = State.from_hands(everything, state.hands, leader=0).view(0)
    seen = free.sample_hands(4000, seed=2).tolist()
    would_win = sum(
        State.from_hands(rules, map(CardSet, hands), leader=0).is_over for hands in seen
    )
    assert 40 < would_win < 400
    for hands in view.sample_hands(4000, seed=2).tolist():
        assert not State.from_hands(rules, map(CardSet, hands), leader=0).is_over


WEIGHTS = {"pass_cheap": 0.3, "pass_any": 0.7, "broke_group": 0.5, "skipped": 0.5}


def weigh_pass_over_5s(hand: CardSet) -> float:
    """The model of the weights for a pass over the single 5 of spades, written again."""
    per_rank = collections.Counter(card.rank for card in hand)
    higher = [card for card in hand if Card("5s") < card < Card("2s")]
    if any(per_rank[card.rank] == 1 for card in higher):
        return WEIGHTS["pass_cheap"]
    return WEIGHTS["pass_any"] if higher else 1.0


def weigh_8d_on_5s(hand: CardSet) -> float:
    """The same for the 8 of diamonds, played on the 5 of spades."""
    per_rank = collections.Counter(card.rank for card in hand)
    weight = 1.0 if per_rank[Card("8d").rank] == 1 else WEIGHTS["broke_group"]
    if any(per_rank[c.rank] == 1 and Card("5s") < c < Card("8s") for c in hand):
        weight *= WEIGHTS["skipped"]
    return weight


@pytest.mark.parametrize(
    ("play", "weigh"), [("pass", weigh_pass_over_5s), ("8d", weigh_8d_on_5s)], ids=["pass", "play"]
)
def test_worlds_weighed_by_what_was_done(play: str, weigh: Callable[[CardSet], float]) -> None:
    hands = ["5s 9d 9h", "8d 2c 2d"]
    held = CardSet(" ".join(hands) + " 6s 6c 8s Qs 3d")
    text = f"{' | '.join(hands)}; turn 0; played {~held}"
    view = State.from_text(text, Rules.preset("xiii")).play("5s").play(play).view(0)
    since = CardSet() if play == "pass" else CardSet(play)
    expected = {world: weigh(CardSet(world[1]) | since) for world in all_worlds(view)}
    assert len(set(expected.values())) > 2
    drawn = view.sample_hands(300 * len(expected), seed=3, candidates=400).tolist()
    assert abs(chi_square(collections.Counter(map(tuple, drawn)), expected)) < 5
    uniform = view.sample_hands(300 * len(expected), seed=3).tolist()
    assert chi_square(collections.Counter(map(tuple, uniform)), expected) > 20


def test_the_same_seed_gives_the_same_worlds() -> None:
    view = State.deal(Rules.preset("southern"), seed=3).view(1)
    worlds = view.sample_worlds(20, seed=9)
    assert worlds == view.sample_worlds(20, seed=9)
    assert worlds[:5] == view.sample_worlds(5, seed=9)
    assert worlds != view.sample_worlds(20, seed=10)
    hands = [[int(hand) for hand in world.hands] for world in worlds]
    assert view.sample_hands(20, seed=9).tolist() == hands
    assert view.sample_worlds(20, seed=9, candidates=8) != worlds or not view.history


SAMPLES = """
import tienlen
for name in ("southern", "zipi", "pagat"):
    state = tienlen.State.deal(tienlen.Rules.preset(name), seed=4, players=4)
    for _ in range(20):
        state = state.play(state.legal_plays()[-1])
    print(state.view(state.to_move).sample_hands(50, seed=6, candidates=3).tolist())
"""


def test_every_machine_draws_the_same_worlds() -> None:
    def run(cpu: str) -> str:
        path = os.pathsep.join(sys.path)
        environment = os.environ | {"TIENLEN_CPU": cpu, "PYTHONPATH": path}
        command = [sys.executable, "-c", SAMPLES]
        return subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True
        ).stdout

    assert run("portable") == run("any")
    state = State.deal(Rules.preset("southern"), seed=3)
    assert [int(hand) for hand in state.view(1).sample_hands(1, seed=9)[0]] == GOLDEN


GOLDEN = [
    0x24B0450240034,
    0x480092403B00A,
    0x0003202584AC1,
    0x934C089800500,
]


def test_reasons_when_it_is_not_the_turn() -> None:
    state = State.deal(Rules.preset("southern"), seed=3)
    assert state.to_move is not None
    other = (state.to_move + 1) % 4
    view = state.view(other)
    assert view.check("3s") is Reason.NOT_YOUR_TURN
    assert view.count_legal() == 0
