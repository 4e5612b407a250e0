"""The corners of a hand, on the twin: who is asked, who leads, how a hand ends."""

from __future__ import annotations

import pytest

from tienlen.errors import (
    IllegalActionError,
    IllegalPlayError,
    NotationError,
    PositionError,
    Reason,
)
from tienlen.reference import PASS, CardSet, Play, State
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


def legal(state: State) -> list[str]:
    assert state.count_legal() == len(state.legal_plays())
    return [str(play) for play in state.legal_plays()]


# --- benched players -----------------------------------------------------------------------------

CHOPPERS = ("5s 2s 3s", "6s 7c 7d 7h 7s 3c", "2d 8s 8c 8d 8h 4s", "4h 5h")


def test_benched_chopper_is_overtaken_and_benched_again() -> None:
    state = play_on(hand(PAGAT, *CHOPPERS), "5s", "pass", "pass", "pass")
    assert (state.table, state.to_move) == (None, 0)  # 5s stood: three passes cleared it
    state = play_on(hand(PAGAT, *CHOPPERS), "5s", "pass", "2d", "pass", "pass")
    assert (state.to_move, state.passed) == (1, (0, 1, 3))
    assert legal(state) == ["pass", "7s 7c 7d 7h"]
    assert state.check("6s") is Reason.BENCHED
    state = state.play("7s 7c 7d 7h")
    assert (state.table_owner, state.passed, state.to_move) == (1, (0, 1, 3), 2)
    state = state.play("8s 8c 8d 8h")  # 2 had not passed
    # Now every benched player is asked about the bomb, the one overtaken among them.
    assert (state.table_owner, state.to_move, state.passed) == (2, 3, (0, 1, 3))
    state = play_on(state, "pass", "pass")
    assert state.to_move == 1
    assert legal(state) == ["pass"]
    assert state.check("6s") is Reason.BENCHED
    state = state.play("pass")
    assert (state.to_move, state.table, state.passed) == (2, None, ())


def test_benched_chopper_who_is_not_overtaken_leads() -> None:
    state = play_on(hand(STRICT, *CHOPPERS), "5s", "pass", "2d", "pass", "pass", "7s 7c 7d 7h")
    # In these rules a bomb on the table is answered by those who have not passed only.
    assert (state.to_move, state.passed) == (2, (0, 1, 3))
    assert legal(state) == ["pass", "8s 8c 8d 8h"]
    state = state.play("pass")
    assert (state.to_move, state.table, state.passed) == (1, None, ())
    assert legal(state) == ["3c", "6s"]


def test_strict_a_bomb_clears_when_all_others_are_benched() -> None:
    state = play_on(hand(STRICT, "5s 3s", "7s 7c 7d 7h 3c", "2d 4s", "4h 5h"), "5s", "pass")
    state = play_on(state, "2d", "pass", "pass", "7s 7c 7d 7h", "pass")
    assert (state.table, state.to_move) == (None, 1)


def test_benched_chopper_who_goes_out_is_no_longer_benched() -> None:
    state = play_on(hand(PAGAT, "5s 3s", "7s 7c 7d 7h", "2d 4s", "4h 5h"), "5s", "pass", "2d")
    state = play_on(state, "pass", "pass", "7s 7c 7d 7h")
    assert state.places == (1,)
    assert state.passed == (0, 3)
    assert (state.table_owner, state.to_move) == (1, 2)
    state = play_on(state, "pass", "pass", "pass")  # all three are asked about the bomb
    assert (state.table, state.to_move) == (None, 2)  # the next seat after the owner leads


@pytest.mark.parametrize("twos", ["2d", "2c 2d", "2s 2c 2d"])
@pytest.mark.parametrize("rules", [STRICT, PAGAT, SOUTHERN], ids=lambda rules: rules.name)
def test_twos_are_open_to_the_benched(rules: Rules, twos: str) -> None:
    number = len(CardSet(twos))
    low = {1: "5s", 2: "5s 5c", 3: "5s 5c 5d"}[number]
    state = play_on(hand(rules, f"{low} 3s", "6s 9s", f"{twos} 4s", "4h 5h"), low, "pass", twos)
    state = play_on(state, "pass", "pass")
    if rules is SOUTHERN:
        assert (state.table, state.to_move) == (None, 2)
    else:
        assert (state.table, state.to_move) == (Play(twos), 1)  # asked, though he holds two cards
        assert legal(state) == ["pass"]


@pytest.mark.parametrize(
    ("rules", "asked"), [(STRICT, False), (PAGAT, True)], ids=["strict", "pagat"]
)
def test_four_twos_are_a_quad(rules: Rules, asked: bool) -> None:
    hands = "5s 5c 5d 5h 3s", "6s 9s", "2s 2c 2d 2h 4s", "4h 6h"
    state = play_on(hand(rules, *hands), "5s 5c 5d 5h", "pass", "2s 2c 2d 2h", "pass", "pass")
    assert state.to_move == (1 if asked else 2)


def test_pagat_a_bomb_that_is_led_is_open_to_the_benched() -> None:
    hands = "4s 4c 5s 5c 6s 6c 3s", "9s 9c Ts Tc Js Jc 3c", "7s 7c 8s 8c 9d 9h 3d", "3h 4h"
    state = play_on(hand(PAGAT, *hands), "4s 4c 5s 5c 6s 6c", "pass", "7s 7c 8s 8c 9d 9h", "pass")
    assert state.to_move == 0
    state = state.play("pass")
    assert state.to_move == 1
    assert legal(state) == ["pass", "9s 9c Ts Tc Js Jc"]  # in the ordinary way


def test_not_every_play_is_open_to_the_benched() -> None:
    state = play_on(hand(PAGAT, "5s 3s", "6s 7s", "9s 4s", "Ts 5h"), "5s", "pass", "9s", "Ts")
    state = state.play("pass")
    assert state.to_move == 2
    assert state.play("pass").to_move == 3  # seat 1 is skipped: a ten is no 2


# --- out of play ---------------------------------------------------------------------------------


def test_out_owner_unbeaten_and_next_seat_out_too() -> None:
    state = play_on(hand(SOUTHERN, "5s", "6s", "4s 4c", "7s 3s"), "5s", "6s")
    assert (state.places, state.to_move, state.table_owner) == ((0, 1), 2, 1)
    state = play_on(state, "pass", "pass")
    assert (state.to_move, state.table) == (2, None)
    state = state.play("4s 4c")
    assert state.is_over
    assert state.places == (0, 1, 2, 3)
    assert state.points == (3, 2, 1, 0)


def test_hand_ends_while_a_trick_is_running() -> None:
    state = play_on(hand(PAGAT, "9s 8s 4c", "Th 4d", "3c Ac"), "8s", "Th", "pass", "pass", "4d")
    assert (state.places, state.to_move) == ((1,), 2)
    state = play_on(state, "Ac", "pass", "3c")
    assert state.is_over
    assert (state.to_move, state.table, state.table_owner) == (None, Play("3c"), 2)
    assert state.places == (1, 2, 0)
    assert state.points == (-1, 0, 0)
    assert state.legal_plays() == []
    assert state.legal_masks() == []
    assert state.count_legal() == 0
    assert state.check("pass") is Reason.HAND_OVER
    assert state.check("nonsense", 1) is Reason.HAND_OVER
    with pytest.raises(IllegalPlayError):
        state.play("9s")
    with pytest.raises(IllegalActionError):
        state.resign(0)


def test_two_players_end_at_once() -> None:
    state = play_on(hand(PAGAT, "9s", "Th 4d"), "9s")
    assert state.is_over
    assert state.places == (0, 1)


# --- the opening card ----------------------------------------------------------------------------


def test_opening_card_inside_a_bomb() -> None:
    state = hand(SOUTHERN, "3s 3c 3d 3h 4s", "5s", "6s", "7s", leader=None)
    assert (state.opening_card, state.opener, state.must_lead) == (0, 0, True)
    assert "3s 3c 3d 3h" in legal(state)
    assert all("3s" in play for play in legal(state))
    assert state.check("3c 3d") is Reason.OPENING_CARD
    assert state.check("pass") is Reason.MUST_LEAD
    after = state.play("3s 3c 3d 3h")
    assert (after.opening_card, after.opener) == (None, None)


def test_xiii_passes_while_the_card_is_owed() -> None:
    state = hand(XIII, "9s Td", "3s 9d", "8s Kd", leader=None)
    assert (state.to_move, state.opener) == (1, 1)
    assert legal(state) == ["pass", "3s"]
    state = state.play("pass")
    assert (state.to_move, state.lead_passed, state.must_lead) == (2, (1,), False)
    assert legal(state) == ["pass"]
    assert state.check("8s") is Reason.OPENING_CARD
    assert state.check("9s") is Reason.NOT_IN_HAND
    state = play_on(state, "pass", "pass")
    assert (state.to_move, state.must_lead) == (1, True)
    assert legal(state) == ["3s"]
    assert state.check("pass") is Reason.MUST_LEAD
    state = state.play("3s")
    assert (state.lead_passed, state.passed) == ((), ())


@pytest.mark.parametrize("rules", [SOUTHERN, XIII, ZIPI, STRICT, PAGAT], ids=lambda r: r.name)
def test_named_leader_owes_nothing(rules: Rules) -> None:
    state = hand(rules, "3s 5s", "6s", "7s", "8s", leader=0)
    assert state.opening_card is None
    assert "5s" in legal(state)


# --- folding -------------------------------------------------------------------------------------


def test_fold_of_the_table_owner() -> None:
    state = play_on(hand(XIII, "9s 3c", "7s 3d", "8s Th", "4s Jh"), "9s", "pass").fold(0)
    assert (state.to_move, state.table, state.table_owner) == (2, Play("9s"), 0)
    assert state.folded == (0,)
    assert state.places == ()
    assert state.place_of(0) == 3
    assert state.hands[0] == CardSet("3c")
    state = play_on(state, "pass", "pass")
    assert (state.to_move, state.table) == (1, None)  # the next seat after the owner


def test_fold_of_the_player_to_move() -> None:
    state = play_on(hand(XIII, "9s 3c", "7s 3d", "8s Th", "4s Jh"), "9s", "pass").fold()
    assert (state.to_move, state.passed, state.in_play) == (3, (1,), (0, 1, 3))
    state = state.fold()  # nobody is left to ask
    assert (state.to_move, state.table, state.passed) == (0, None, ())
    assert state.folded == (2, 3)
    state = state.fold(1)
    assert state.is_over
    assert state.places == (0, 1, 3, 2)
    assert state.points == (0, 0, 0, 0)


def test_fold_of_the_player_to_move_when_the_owner_is_out() -> None:
    state = play_on(hand(XIII, "9s", "7s 3d", "8s Th", "4s Jh"), "9s", "pass", "pass").fold()
    assert (state.to_move, state.table) == (1, None)
    assert state.places == (0,)
    assert state.place_of(3) == 3


def test_fold_of_a_benched_player() -> None:
    state = play_on(hand(XIII, "9s 3c", "7s 3d", "8s Th"), "9s", "pass").fold(1)
    assert (state.passed, state.to_move) == ((), 2)
    assert state.play("pass").to_move == 0


def test_fold_of_the_opener_on_his_turn_and_later() -> None:
    state = hand(XIII, "9s Td", "3s 9d", "8s Kd", leader=None).fold()
    assert (state.to_move, state.opening_card) == (2, None)
    assert legal(state) == ["pass", "8s", "Kd"]

    state = hand(XIII, "9s Td", "3s 9d", "8s Kd", leader=None).play("pass").fold(1)
    assert (state.to_move, state.opening_card, state.lead_passed) == (2, None, ())
    assert legal(state) == ["pass", "8s", "Kd"]

    state = play_on(hand(XIII, "9s Td", "3s 9d", "8s Kd", leader=None), "pass", "pass").fold(1)
    assert (state.to_move, state.lead_passed) == (0, (2,))
    state = state.play("pass")
    assert (state.to_move, legal(state)) == (2, ["8s", "Kd"])  # the circle counted on


def test_resignation_of_the_opener_where_a_leader_may_not_pass() -> None:
    state = hand(SOUTHERN, "3s 9d", "8s Kd", "9s Td", "5c", leader=None).resign(0)
    assert legal(state) == ["8s", "Kd"]
    assert state.must_lead


def test_fold_of_another_while_the_card_is_owed() -> None:
    state = hand(XIII, "9s Td", "3s 9d", "8s Kd", leader=None).fold(2)
    assert (state.to_move, state.opener) == (1, 1)
    assert state.play("pass").to_move == 0


def test_fold_of_the_circles_beginner() -> None:
    state = play_on(hand(XIII, "9s", "7s", "8s", "4s"), "pass", "pass").fold(0)
    assert (state.to_move, state.lead_passed) == (2, (1,))
    state = play_on(state, "pass", "pass")
    assert (state.to_move, state.must_lead) == (1, True)


def test_fold_of_the_seat_that_must_lead_after_a_circle() -> None:
    state = play_on(hand(XIII, "9s", "7s", "8s", "4s"), "pass", "pass", "pass", "pass").fold()
    assert (state.to_move, state.must_lead) == (1, True)  # he too has passed


def test_folds_fill_the_worst_places_and_going_out_the_best() -> None:
    state = hand(XIII, "9s Ts", "7s", "8s 3s", "4s 5s", leader=1).fold(2)
    state = state.play("7s")
    assert (state.place_of(1), state.place_of(2), state.places) == (0, 3, (1,))
    state = state.fold(3)
    assert state.is_over
    assert state.places == (1, 0, 3, 2)


def test_hand_that_ends_by_a_fold_forgets_debt_and_circle() -> None:
    state = hand(XIII, "3s 9d", "8s Kd", leader=None).fold(1)
    assert state.is_over
    assert (state.to_move, state.opening_card, state.opener, state.must_lead) == (
        *(None, None, None),
        False,
    )
    assert state.places == (0, 1)
    state = hand(XIII, "3s 9d", "8s Kd").play("pass").fold()
    assert (state.is_over, state.lead_passed) == (True, ())


def test_refused_folds() -> None:
    state = hand(SOUTHERN, "9s", "7s 3s", "8s", "4s")
    with pytest.raises(IllegalActionError, match="folding"):
        state.fold()
    with pytest.raises(PositionError):
        state.fold(4)
    with pytest.raises(PositionError):
        state.resign(-1)
    with pytest.raises(IllegalActionError, match="no longer in play"):
        state.resign(2).resign(2)
    with pytest.raises(IllegalActionError, match="no longer in play"):
        state.play("9s").resign(0)


# --- bombs that are led --------------------------------------------------------------------------


def test_led_bomb_is_an_ordinary_play_where_the_rules_say_so() -> None:
    hands = (
        "4s 4c 5s 5c 6s 6c 3s",
        "7s 7c 8s 8c 9s 9c Ts Tc 3c",
        "7d 7h 8d 8h 9d 9h 3d",
        "2h 6d",
    )
    bombs = hand(SOUTHERN, *hands).play("4s 4c 5s 5c 6s 6c")
    assert "7s 7c 8s 8c 9s 9c Ts Tc" in legal(bombs)
    plain = hand(SOUTHERN.replace(led_bombs=False), *hands).play("4s 4c 5s 5c 6s 6c")
    assert legal(plain) == ["pass", "7s 7c 8s 8c 9s 9c", "8s 8c 9s 9c Ts Tc"]
    assert plain.check("7s 7c 8s 8c 9s 9c Ts Tc") is Reason.WRONG_SIZE
    answered = play_on(plain, "pass", "7d 7h 8d 8h 9d 9h")
    assert "; led;" in answered.to_text()  # until the trick is cleared
    assert "led" not in play_on(answered, "pass", "pass").to_text()
    # A bomb that answers a 2 is a bomb.
    chopped = play_on(
        hand(SOUTHERN.replace(led_bombs=False), "2s 3s", hands[2], hands[1], "3h"),
        "2s",
        "7d 7h 8d 8h 9d 9h",
    )
    assert "7s 7c 8s 8c 9s 9c Ts Tc" in legal(chopped)


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


# --- reasons -------------------------------------------------------------------------------------


def test_reasons_in_order() -> None:
    state = play_on(
        hand(SOUTHERN, "9s 3s", "6s 6c 6d 6h Td Jd Qd Kd 4s 4c 5s 5c", "3d", "3c"), "9s"
    )
    assert state.check("x", 0) is Reason.NOT_YOUR_TURN
    assert state.check("3s 3s x") is Reason.UNKNOWN_CARD
    assert state.check("As As") is Reason.CARD_TWICE
    for empty in ("", "  ", " , ", CardSet()):
        assert state.check(empty) is Reason.EMPTY_PLAY
    for masks in (-1, 2**52, 2**64):
        assert state.check(masks) is Reason.UNKNOWN_CARD
    assert state.check("As 3h") is Reason.NOT_IN_HAND
    assert state.check("4s 5s") is Reason.NOT_A_COMBINATION
    assert state.check("4s") is Reason.TOO_LOW
    assert state.check("6s 6c 6d 6h") is Reason.BOMB_DOES_NOT_BEAT
    assert state.check("4s 4c 5s 5c 6s 6c") is Reason.BOMB_DOES_NOT_BEAT
    assert state.check("6s 6c") is Reason.WRONG_KIND
    for passes in ("pass", "PASS", " Pass ", 0, PASS):
        assert state.check(passes) is None
    for tens in ("Td", Play("Td"), CardSet("Td"), int(CardSet("Td"))):
        assert state.check(tens) is None
    for seat in (-1, 4):
        with pytest.raises(PositionError):
            state.check("Td", seat)
    for nonsense in (None, 1.5, ["Td"]):
        with pytest.raises(TypeError):
            state.check(nonsense)  # type: ignore[arg-type]


def test_benched_and_wrong_size() -> None:
    state = play_on(hand(SOUTHERN, "4s 5s 6s", "5c 6c 7c 8c", "3s", "3c"), "4s 5s 6s")
    assert state.check("5c 6c 7c 8c") is Reason.WRONG_SIZE
    state = play_on(hand(PAGAT, "2s 3s", "6s 6c 6d 6h 4c 4d 5c 5d 7s", "2h 3d", "3c"), "2s")
    state = play_on(state, "pass", "2h", "pass", "pass")
    assert state.to_move == 1
    assert state.check("7s") is Reason.BENCHED
    assert state.check("4c 4d 5c 5d 6c 6d") is None
    no_double = SOUTHERN.replace(
        benched_may_chop="twos", chops=SOUTHERN.chops.with_rows({"single_2": ["DS3"]})
    )
    state = play_on(hand(no_double, "2s 3s", "6s 6c 6d 6h 7s", "2h 3d", "3c"), "2s", "pass")
    state = play_on(state, "2h", "pass", "pass")
    assert state.to_move == 1
    assert state.check("6s 6c 6d 6h") is Reason.BENCHED  # a bomb, but it does not beat a 2 here


def test_errors_carry_the_details() -> None:
    state = play_on(hand(SOUTHERN, "4s 5s 6s", "3h 4c 5c 6c 7c", "3s", "3c"), "4s 5s 6s")
    with pytest.raises(IllegalPlayError) as caught:
        state.play("3h 4c 5c")
    error = caught.value
    assert (error.reason, error.card, error.size) == (Reason.TOO_LOW, "6s", None)
    assert (error.play, error.seat, error.position) == ("3h 4c 5c", 1, state.to_text())
    with pytest.raises(IllegalPlayError) as caught:
        state.play("4c 5c 6c 7c")
    assert (caught.value.reason, caught.value.size) == (Reason.WRONG_SIZE, 3)
    with pytest.raises(IllegalPlayError) as caught:
        state.play(Play("Ah"))
    assert (caught.value.reason, caught.value.card) == (Reason.NOT_IN_HAND, "Ah")
    with pytest.raises(IllegalPlayError) as caught:
        hand(SOUTHERN, "3s 4s", "5s", "6s", "7s", leader=None).play("4s")
    assert (caught.value.reason, caught.value.card) == (Reason.OPENING_CARD, "3s")
    assert str(caught.value).startswith("4s may not be led: the first play must contain 3s")
    assert state.explain("pass") is None
    assert state.explain("6c 6c") == "6c 6c names 6c twice"


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
