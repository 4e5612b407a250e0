"""Setting up, folding, trading, hands that win at once, and perft, on both engines."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compare import Both, same
from strategies import (
    CARDS,
    broken_texts,
    card_texts,
    deals,
    hands,
    mask_text,
    positions,
    random_hands,
    random_rules,
    rules,
    starts,
)
from tienlen.rules import INSTANT_WINS, PRESETS, Rules

PAGAT = Rules.preset("pagat")
SPARE = PAGAT.replace(players=(2, 3), hand_size=17, spare_card="leader")
ALL_INSTANT = PAGAT.replace(instant_wins=INSTANT_WINS)
REFUSED = (("IllegalActionError",), ("PositionError",), ("TypeError",))

any_seat = st.sampled_from([0, 1, 2, 3, 4, -1, 2**70, None, True, "0", 1.0])


@given(positions(), any_seat)
def test_folding_and_resigning(both: Both, seat: Any) -> None:
    for name in ("fold", "resign"):
        found = both.same(lambda state, name=name: getattr(state, name)(seat))
        assert isinstance(found, str) or found in REFUSED
        if not isinstance(found, str):
            continue
        after = both.then(lambda state, name=name: getattr(state, name)(seat))
        after.compare_legal()
    found = both.same(lambda state: state.fold())
    assert isinstance(found, str) == (both.twin.rules.folding and not both.twin.is_over)


def test_folding_at_every_ply(hands: int) -> None:
    """Each seat in play quits at each ply, and the hand is played to its end from there."""
    for seed in range(1 + hands // 100):
        chance = random.Random(seed)
        game, players = random_rules(chance), chance.randint(2, 4)
        held = random_hands(chance, players, largest=5)
        both = Both.make(lambda e, a=(game, held): e.State.from_hands(*a))
        while not both.twin.is_over:
            for seat in both.twin.in_play:
                after = both.then(lambda state, seat=seat: state.resign(seat))
                while not after.twin.is_over:
                    play = chance.choice(after.compare_legal())
                    after = after.then(lambda state, play=play: state.play(play))
            play = chance.choice(both.twin.legal_masks())
            both = both.then(lambda state, play=play: state.play(play))


@given(rules() | rules(players=(2, 3)), st.data())
def test_setting_up(game: Rules, data: st.DataObject) -> None:
    """Any hands, wrong ones too, with any leader and any spare card."""
    card = st.sampled_from(CARDS)
    one = st.sets(card, max_size=6).map(" ".join) | card_texts() | broken_texts()
    given_hands = data.draw(st.lists(one, max_size=6) | hands(3, 17) | hands(2, 13))
    leader = data.draw(any_seat)
    spare = data.draw(st.none() | card | st.sampled_from(["", "zz", 52, 3, "3s 4s", True]))
    same(lambda e: e.State.from_hands(game, given_hands, leader))
    same(lambda e: e.State.from_hands(game, given_hands, leader, spare=spare))


@given(starts(largest=5), st.data())
def test_trading(both: Both, data: st.DataObject) -> None:
    a, b = data.draw(st.tuples(any_seat, any_seat) | st.permutations(range(2)))

    def some_of(seat: Any) -> st.SearchStrategy[Any]:
        held = both.twin.hands[seat] if type(seat) is int and 0 <= seat < both.twin.players else ()
        own = st.sets(st.sampled_from([str(card) for card in held] or ["3s"]), max_size=3)
        return own.map(" ".join) | card_texts() | broken_texts() | st.sampled_from([None, 2**52])

    given_a, given_b = data.draw(some_of(a)), data.draw(some_of(b))
    trading = data.draw(st.booleans())
    again = Both.make(
        lambda e: e.State.from_hands(
            both.twin.rules.replace(trading=trading), [int(hand) for hand in both.twin.hands]
        )
    )
    found = again.same(lambda state: state.trade(a, given_a, b, given_b))
    assert isinstance(found, str) or found[0] in ("NotationError", *(name for (name,) in REFUSED))
    if isinstance(found, str):
        after = again.then(lambda state: state.trade(a, given_a, b, given_b))
        after.compare_legal()
        after.then(lambda state: state.trade(b, given_a, a, given_b))


def test_trades_that_are_legal(hands: int) -> None:
    """Random legal trades one after the other, with and without a spare card, then the hand."""
    moved = 0
    for seed in range(1 + hands // 25):
        chance = random.Random(seed)
        game = chance.choice((SPARE, PAGAT)).replace(trading=True)
        players = 3 if game.hand_size == 17 else chance.randint(2, 4)
        leader = chance.choice((None, 1))
        both = Both.make(
            lambda e, a=(game, seed, players, leader): e.State.deal(
                a[0], seed=a[1], players=a[2], leader=a[3]
            )
        )
        for _ in range(chance.randint(1, 4)):
            a, b = chance.sample(range(players), 2)
            count = chance.randint(1, 6)
            # The spare card, and sometimes a card too many, are refused by both.
            hand_a, hand_b = ([1 << card for card in both.twin.hands[seat]] for seat in (a, b))
            given_a, given_b = (sum(chance.sample(hand, count)) for hand in (hand_a, hand_b))
            found = both.same(lambda state, x=(a, given_a, b, given_b): state.trade(*x))
            if isinstance(found, str):
                owed = both.twin.opener
                both = both.then(lambda state, x=(a, given_a, b, given_b): state.trade(*x))
                moved += both.twin.opener != owed
        for _ in range(6):
            if not both.twin.is_over:
                play = chance.choice(both.compare_legal())
                both = both.then(lambda state, play=play: state.play(play))
        both.same(lambda state: state.trade(0, "3s", 1, "3c"))
    assert moved > 0


WINNERS = {
    "four_twos": "3s 4s 5s 7s 8s 9s Ts Qs Ks 2s 2c 2d 2h",
    "dragon": "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As Ac",
    "six_pairs": "3s 3c 4s 4c 6s 6c 8s 8c Ts Tc 2s 2c Ah",
    "five_consecutive_pairs": "3s 3c 4s 4c 5s 5c 6s 6c 7s 7c 9s Js Ks",
    "a quad as two pairs": "3s 3c 3d 3h 5s 5c 7s 7c 9s 9c Js Jc Ah",
    "two quads and two pairs": "3s 3c 3d 3h 5s 5c 5d 5h 9s 9c Js Jc Ah",
    "triples are one pair": "3s 3c 3d 5s 5c 5d 7s 7c 7d 9s 9c 9d Ah",
    "pairs of 2s do not run on": "Js Jc Qs Qc Ks Kc As Ac 2s 2c 3d 5d 7d",
    "five pairs with a 2": "3d 3h 5d 5h 7d 7h 9d 9h 2d 2h Jd Kd Ad",
}


@pytest.mark.parametrize("quad_is_two_pairs", [True, False])
@pytest.mark.parametrize("name", WINNERS)
def test_instant_wins(name: str, quad_is_two_pairs: bool) -> None:
    for wins in ((), *((win,) for win in INSTANT_WINS), INSTANT_WINS):
        game = ALL_INSTANT.replace(instant_wins=wins, quad_is_two_pairs=quad_is_two_pairs)
        rest = [card for card in CARDS if card not in WINNERS[name].split()]
        other = [" ".join(rest[start::3][:13]) for start in range(3)]
        for players in (2, 3, 4):
            for leader in (None, *range(players)):
                held = [*other[: players - 1], WINNERS[name]]
                both = Both.make(lambda e, a=(game, held, leader): e.State.from_hands(*a))
                both.compare_legal()
                if name in wins:
                    assert (players - 1, name) in both.core.instant_wins
                    assert both.core.in_play == tuple(range(players))
                    assert both.core.places[:1] == (both.core.instant_wins[0][0],)


def test_instant_wins_of_random_hands(hands: int) -> None:
    """Hands of many pairs, so that several seats win at once; with a spare card too."""
    winners: dict[int, int] = {}
    for seed in range(hands // 4):
        chance = random.Random(seed)
        seventeen = chance.random() < 0.4
        game = (SPARE if seventeen else PAGAT).replace(
            instant_wins=tuple(win for win in INSTANT_WINS if chance.random() < 0.7),
            quad_is_two_pairs=chance.random() < 0.5,
            points=(7, 3, 1, -4),
        )
        players = 3 if seventeen else chance.randint(2, 4)
        size = game.hand_size
        pairs = [[4 * rank + s for s in suits] for rank in range(13) for suits in ((0, 1), (2, 3))]
        chance.shuffle(pairs)
        deck = [card for pair in pairs for card in pair]
        held = [sum(1 << c for c in deck[size * s : size * (s + 1)]) for s in range(players)]
        spare = deck[size * players] if seventeen and chance.random() < 0.8 else None
        leader = chance.choice((None, *range(players)))
        both = Both.make(
            lambda e, a=(game, held, leader, spare): e.State.from_hands(*a[:3], spare=a[3])
        )
        both.compare_legal()
        both.same(lambda state: state.resign(0))
        number = len({seat for seat, _ in both.twin.instant_wins})
        winners[number] = winners.get(number, 0) + 1
    assert set(winners) >= {0, 1, 2, 3}


@given(positions(largest=5, plies=12), st.integers(0, 2))
@settings(max_examples=40)
def test_perft(both: Both, depth: int) -> None:
    same(lambda e: e.perft(both.core if e.__name__ == "tienlen" else both.twin, depth))
    if depth:
        same(lambda e: e.perft_divide(both.core if e.__name__ == "tienlen" else both.twin, depth))


@pytest.mark.parametrize("depth", [-1, 1.5, "1", None])
def test_wrong_depths(depth: Any) -> None:
    both = Both.make(lambda e: e.State.deal(Rules.preset("zipi"), seed=1))
    for name in ("perft", "perft_divide"):
        found = same(
            lambda e, name=name: getattr(e, name)(
                both.core if e.__name__ == "tienlen" else both.twin, depth
            )
        )
        assert found in (("PositionError",), ("TypeError",))


@given(deals())
@settings(max_examples=25)
def test_perft_of_deals(both: Both) -> None:
    same(lambda e: e.perft_divide(both.core if e.__name__ == "tienlen" else both.twin, 1))


def test_masks_are_texts() -> None:
    """The helper that writes masks as text is right, so that the tests above test what they say."""
    for name in PRESETS:
        both = Both.make(lambda e, n=name: e.State.deal(Rules.preset(n), seed=5))
        assert [mask_text(int(hand)) for hand in both.core.hands] == list(map(str, both.twin.hands))
