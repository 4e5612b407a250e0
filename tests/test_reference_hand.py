"""The corners of a hand, on the twin: who is asked, who leads, how a hand ends."""

from __future__ import annotations

import pytest

from tienlen.errors import (
    IllegalActionError,
    IllegalPlayError,
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
