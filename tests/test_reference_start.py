"""How a hand starts, on the twin: deals, the spare card, instant wins, trading."""

from __future__ import annotations

import pytest

from tienlen.errors import (
    IllegalActionError,
    NotationError,
    PositionError,
)
from tienlen.reference import CardSet, State
from tienlen.rules import Rules

SOUTHERN, XIII, ZIPI, STRICT, PAGAT = map(
    Rules.preset, ("southern", "xiii", "zipi", "strict", "pagat")
)
PAGAT_17 = PAGAT.replace(players=(2, 3), hand_size=17, spare_card="leader")


def hand(rules: Rules, *hands: str, leader: int | None = 0) -> State:
    return State.from_hands(rules, hands, leader)


def play_on(state: State, *plays: str) -> State:
    for play in plays:
        state = state.play(play)
    return state


# --- seventeen cards -----------------------------------------------------------------------------


def test_spare_card_goes_to_the_leader() -> None:
    for seed in range(30):
        state = State.deal(PAGAT_17, seed=seed)
        leader = state.to_move
        assert leader is not None
        assert state.spare is not None
        assert state.spare in state.hands[leader]
        assert sorted(map(len, state.hands)) == [17, 17, 18]
        assert not state.undealt
        # The lowest card *dealt* is owed: the spare may be lower.
        dealt = [card for seat in state.hands for card in seat if card != state.spare]
        assert state.opening_card == min(dealt)
    assert any(State.deal(PAGAT_17, seed=seed).spare == 0 for seed in range(300))
    named = State.deal(PAGAT_17, seed=1, leader=2)
    assert (len(named.hands[2]), named.opening_card) == (18, None)


def test_spare_card_out() -> None:
    state = State.deal(PAGAT_17.replace(spare_card="out"), seed=1)
    assert state.spare is None
    assert len(state.undealt) == 1
    assert State.deal(PAGAT_17, seed=1).spare in state.undealt  # the same deal
    two = State.deal(PAGAT_17, seed=1, players=2)
    assert (two.spare, len(two.undealt)) == (None, 18)


@pytest.mark.parametrize(
    ("rules", "hands", "spare", "error"),
    [
        (PAGAT, ["3s", "4s", "5s"], "7h", PositionError),
        (PAGAT_17, ["3s", "4s"], "7h", PositionError),
        (PAGAT_17, ["3s", "4s", "7h"], "7h", PositionError),
        (PAGAT_17, ["3s", "4s", "5s"], "7x", NotationError),
    ],
)
def test_refused_spares(rules: Rules, hands: list[str], spare: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        State.from_hands(rules, hands, 0, spare=spare)


# --- instant wins --------------------------------------------------------------------------------

DRAGON = "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 3h"
TWOS_QUAD = "2s 2c 2d 2h 4c 5c 6c 7c 8c 9c Tc Jc Qc"
SIX_PAIRS = "4d 4h 5d 5h 7d 7h 8d 8h Td Th Kd Kh Ah"
PLAIN = "3c 3d 6d 6h 9d 9h Jd Jh Qd Qh Kc Ac Ad"


def test_two_hands_qualify() -> None:
    rest = str(~CardSet(f"{DRAGON} {TWOS_QUAD} {SIX_PAIRS}"))
    assert rest == PLAIN  # six pairs: 3, 6, 9, J, Q, A
    state = hand(ZIPI, SIX_PAIRS, DRAGON, PLAIN, TWOS_QUAD, leader=3)
    assert state.is_over
    assert state.instant_wins == (
        (3, "four_twos"),
        (0, "six_pairs"),
        (1, "dragon"),
        (2, "six_pairs"),
    )
    assert state.places == (3,)
    assert [state.place_of(seat) for seat in range(4)] == [None, None, None, 0]
    assert state.points == (0, 0, 0, 3)
    assert (state.to_move, state.table, state.opening_card) == (None, None, None)
    assert State.from_text(state.to_text(), ZIPI) == state
    assert State.from_text(state.to_text(), ZIPI).instant_wins == state.instant_wins
    # Without a named leader, the holder of the 3s would have led.
    assert hand(ZIPI, SIX_PAIRS, DRAGON, PLAIN, TWOS_QUAD, leader=None).places == (1,)
    assert not hand(SOUTHERN, SIX_PAIRS, DRAGON, PLAIN, TWOS_QUAD).is_over


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("2s 2c 2d 2h 3s 5s 7s 9s Js Ks 4c 6c 8c", ["four_twos"]),
        ("3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s", ["dragon"]),
        ("3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks Kc 2s", []),
        ("3s 3c 3d 3h 5s 5c 7s 7c 9s 9c Js Jc Ks", ["six_pairs"]),
        ("2s 2c 2d 2h 5s 5c 7s 7c 9s 9c Js Jc Ks", ["four_twos", "six_pairs"]),
        ("3s 3c 3d 5s 5c 7s 7c 9s 9c Js Jc Ks As", []),
        ("3s 3c 3d 5s 5c 7s 7c 9s 9c Js Jc 2s 2d", ["six_pairs"]),
        ("3s 3c 4s 4c 5s 5c 5d 6s 6c 7s 7c 9s As", ["five_consecutive_pairs"]),
        ("Ts Tc Js Jc Qs Qc Ks Kc As Ac Ad Ah 3s", ["six_pairs", "five_consecutive_pairs"]),
        ("Js Jc Qs Qc Ks Kc As Ac 2s 2c 3s 5s 7s", []),  # a 2 is no neighbour of an ace
    ],
)
def test_each_instant_win(cards: str, wins: list[str]) -> None:
    rest = sorted(~CardSet(cards), key=lambda card: (card.suit, card.rank))
    others = [CardSet(rest[start : start + 13]) for start in (0, 13, 26)]
    state = State.from_hands(ZIPI, [cards, *others], 0)
    assert [name for seat, name in state.instant_wins if seat == 0] == wins
    reordered = ZIPI.replace(instant_wins=("six_pairs", "four_twos"), quad_is_two_pairs=False)
    state = State.from_hands(reordered, [cards, *others], 0)
    quads = "3s 3c 3d 3h" in cards or "2s 2c 2d 2h" in cards or "As Ac Ad Ah" in cards
    kept = [n for n in wins if n == "four_twos" or (n == "six_pairs" and not quads)]
    assert [name for seat, name in state.instant_wins if seat == 0] == kept


def test_instant_wins_only_of_full_hands() -> None:
    state = hand(ZIPI, SIX_PAIRS, DRAGON, PLAIN, TWOS_QUAD.removesuffix(" Qc"))
    assert not state.is_over


def test_instant_win_is_decided_before_the_spare_is_given() -> None:
    rules = PAGAT_17.replace(instant_wins=("four_twos",))
    pool = [str(card) for card in ~CardSet("2s 2c 2d 2h")]
    hands = [["2s", "2c", "2d", *pool[0:14]], pool[14:31], pool[31:48]]
    texts = [" ".join(cards) for cards in hands]
    assert not State.from_hands(rules, texts, 0, spare="2h").is_over
    texts[0] = texts[0].replace(pool[0], "2h")
    state = State.from_hands(rules, texts, 1, spare=pool[0])
    assert state.instant_wins == ((0, "four_twos"),)
    assert pool[0] in state.hands[1]
    assert State.from_text(state.to_text(), rules) == state


# --- trading -------------------------------------------------------------------------------------

TRADING = PAGAT.replace(trading=True)


def test_trade_moves_the_debt() -> None:
    state = hand(TRADING, "3s 9d", "8s Kd", "4c 5c", leader=None)
    traded = state.trade(0, "3s", 2, "5c")
    assert [str(cards) for cards in traded.hands] == ["5c 9d", "8s Kd", "3s 4c"]
    assert (traded.to_move, traded.opener, traded.opening_card) == (2, 2, 0)
    assert traded.trade(2, "3s", 0, "5c") == state
    named = hand(TRADING, "3s 9d", "8s Kd", "4c 5c", leader=1).trade(0, "3s", 2, "5c")
    assert (named.to_move, named.opening_card) == (1, None)


def test_spare_follows_the_leader() -> None:
    rules = PAGAT_17.replace(trading=True)
    state = State.from_hands(rules, ["3s 9d", "8s Kd", "4c 5c"], spare="Ah")
    traded = state.trade(0, "3s", 2, "5c")
    assert [str(cards) for cards in traded.hands] == ["5c 9d", "8s Kd", "3s 4c Ah"]
    with pytest.raises(IllegalActionError):
        state.trade(0, "Ah", 2, "5c")


def test_refused_trades() -> None:
    state = hand(TRADING, "3s 9d", "8s Kd", "4c 5c", leader=0)
    for a, cards_a, b, cards_b in [
        (0, "3s", 0, "9d"),
        (0, "3s", 2, "4c 5c"),
        (0, "", 2, ""),
        (0, "8s", 2, "4c"),
    ]:
        with pytest.raises(IllegalActionError):
            state.trade(a, cards_a, b, cards_b)
    with pytest.raises(PositionError):
        state.trade(0, "3s", 3, "4c")
    with pytest.raises(NotationError):
        state.trade(0, "3s 3s", 2, "4c 5c")
    for later in (state.play("3s"), state.resign(1)):
        with pytest.raises(IllegalActionError):
            later.trade(0, "9d", 2, "4c")
    with pytest.raises(IllegalActionError):
        hand(PAGAT, "3s 9d", "8s Kd").trade(0, "3s", 1, "8s")


def test_no_instant_win_by_trading() -> None:
    rules = TRADING.replace(instant_wins=("four_twos",), players=(2,))
    a, b = "2s 2c 2d 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc", "2h 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad"
    state = State.from_hands(rules, [a, b], 0).trade(0, "3c", 1, "2h")
    assert not state.is_over
    assert not State.from_text(state.to_text(), rules).is_over


# --- setting up ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "leader"),
    [
        (["3s", "4s", "5s"], 0),
        (["3s", "4s", "5s", ""], 0),
        (["3s", "4s", "5s", "3s"], 0),
        (["3s", "4s", "5s", "6s"], 4),
        (["3s", "4s", "5s", "6s"], -1),
        ([], None),
    ],
)
def test_refused_hands(hands: list[str], leader: int | None) -> None:
    with pytest.raises(PositionError):
        State.from_hands(SOUTHERN, hands, leader)


@pytest.mark.parametrize(
    "arguments", [{"players": 3}, {"leader": 4}, {"seed": -1}, {"hand": 2**64}]
)
def test_refused_deals(arguments: dict[str, int]) -> None:
    with pytest.raises(PositionError):
        State.deal(SOUTHERN, **{"seed": 1, **arguments})


def test_deals_are_named_by_seed_and_hand() -> None:
    assert State.deal(XIII, seed=5) == State.deal(XIII, seed=5, players=4, hand=0)
    assert State.deal(XIII, seed=5).hands != State.deal(XIII, seed=5, hand=1).hands
    for rules, players, size in [(XIII, 2, 13), (XIII, 3, 13), (XIII, 4, 13), (PAGAT_17, 3, 17)]:
        state = State.deal(rules, seed=3, players=players, leader=0)
        assert len(state.hands) == players
        assert len(state.hands[1]) == size
