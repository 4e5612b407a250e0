"""Positions as text, on the twin: written, read, and refused."""

from __future__ import annotations

import pytest

from tienlen.errors import NotationError, PositionError
from tienlen.reference import State
from tienlen.rules import Rules

SOUTHERN, XIII, PAGAT = map(Rules.preset, ("southern", "xiii", "pagat"))
PLAIN_BOMBS = SOUTHERN.replace(led_bombs=False)
SPARE = PAGAT.replace(players=(2, 3), hand_size=17, spare_card="leader")
FOUR_TWOS = PAGAT.replace(instant_wins=("four_twos",), players=(2,))
TWOS_HAND = "3s 4s 5s 6s 7s 8s 9s Ts Js 2s 2c 2d 2h"
OTHER_HAND = "3c 3d 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac"


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (SOUTHERN, "3s 4d | 5s | 6s 6c | 9s Ah; turn 0; owes 3s"),
        (SOUTHERN, "3s 4d | 5s | - | 9s Ah; turn 0; table Kh by 3; passed 1; out 2; played 8s Kh"),
        (SOUTHERN, "4d | 5s | - | 9s; turn 0; table Kh by 2; passed 3; out 2; played Kh"),
        (SOUTHERN, "- | 5s | - | -; table Kh by 3; passed 1; out 2 0 3; played 7s 8s Kh"),
        (PLAIN_BOMBS, "3s | 5s | 7s | 9s; turn 1; table 8s 8c 8d 8h by 0; led; played 8s 8c 8d 8h"),
        (PLAIN_BOMBS, "3s | 5s | 7s | 9s; turn 1; table 8s 8c 8d 8h by 0; played 8s 8c 8d 8h"),
        (XIII, "3s 9d | 5s | 7s; turn 2; lead-passed 0 1; owes 3s"),
        (XIII, "3s 9d | 5s | 7s; turn 1; lead-passed 0 1 2"),
        (XIII, "9d | 5s | 7s | 8s; turn 3; lead-passed 0 2; folded 1; played 3s"),
        (XIII, "9d | 5s | 7s | 8s; folded 1 0 2; played 3s"),
        (PAGAT, "9d | 5s | 7s; turn 0; table 6s 6c 6d 6h by 2; passed 1 2; played 6s 6c 6d 6h"),
        (SPARE, "3s 4s | 7h | 6s; turn 0; owes 4s; spare 3s"),
        (SPARE, "4s 5s | 7h | 6s; turn 1; played 3s; spare 3s"),
        (FOUR_TWOS, f"{OTHER_HAND} | {TWOS_HAND}; instant 1"),
    ],
)
def test_round_trip(rules: Rules, text: str) -> None:
    assert State.from_text(text, rules).to_text() == text


def test_text_is_read_generously() -> None:
    text = " 3S4d|5s | -|9♠,A♥ ;turn 0 ; table  Kh by 3; passed 1;out  2; played Kh 8s"
    state = State.from_text(text, SOUTHERN)
    expected = "3s 4d | 5s | - | 9s Ah; turn 0; table Kh by 3; passed 1; out 2; played 8s Kh"
    assert state.to_text() == expected
    assert State.from_text("4s|5s|6s|7s; turn 0; table 9s by 3;played 9s", SOUTHERN).passed == ()


def test_others_pass_while_a_card_is_owed_even_where_a_leader_may_not() -> None:
    state = State.from_text("3s | 4s | 5s | 6s; turn 1; owes 3s", SOUTHERN)
    assert not state.must_lead
    assert list(map(str, state.legal_plays())) == ["pass"]
    state = state.play("pass")
    assert state.to_text() == "3s | 4s | 5s | 6s; turn 2; lead-passed 1; owes 3s"
    state = state.resign(0)
    assert state.must_lead


def test_a_position_is_not_looked_through_for_instant_wins() -> None:
    state = State.from_text(f"{OTHER_HAND} | {TWOS_HAND}; turn 0", FOUR_TWOS)
    assert not state.is_over
    assert State.from_hands(FOUR_TWOS, [OTHER_HAND, TWOS_HAND], 0).is_over


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3s | 4s | 5s | 6x; turn 0",
        "3s | 4s | 5s 5s | 6s; turn 0",
        "3s | 4s | 5s | ; turn 0",
        "3s | 4s | 5s | 6s; turn",
        "3s | 4s | 5s | 6s; turn x",
        "3s | 4s | 5s | 6s; turn 0 1",
        "3s | 4s | 5s | 6s; turn -1",
        "3s | 4s | 5s | 6s; turn 0; turn 0",
        "3s | 4s | 5s | -; turn 0; played 8s Kh; out 3",  # in another order
        "3s | 4s | 5s | 6s; turn 0; ",
        "3s | 4s | 5s | 6s; turn 0; weather fine",
        "3s | 4s | 5s | 6s; turn 0; table 7s; played 7s",
        "3s | 4s | 5s | 6s; turn 0; table 7s by; played 7s",
        "3s | 4s | 5s | 6s; turn 0; table 7s by x; played 7s",
        "3s | 4s | 5s | 6s; turn 0; led 1",
        "3s | 4s | 5s | 6s; turn 0; owes 3s 4s",
        "3s | 4s | 5s | 6s; turn 0; played",
        "3s | 4s | 5s | 6s; turn 0; played 7s 7s",
    ],
)
def test_unreadable(text: str) -> None:
    with pytest.raises(NotationError):
        State.from_text(text, SOUTHERN)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (SOUTHERN, "3s | 4s | 5s; turn 0"),  # three players
        (SOUTHERN, "3s | 4s | 5s | 3s; turn 0"),  # one card twice
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; played 3s"),
        (SOUTHERN, "3s | 4s | 5s | 6s"),  # nobody to move
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 4"),
        (SOUTHERN, "3s | 4s | 5s | -; turn 0"),  # an empty hand that is not out
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; out 3; played 7s"),
        (SOUTHERN, "3s | 4s | 5s | -; turn 3; out 3; played 7s"),  # out and to move
        (SOUTHERN, "3s | 4s | 5s | -; turn 0; out 3"),  # out without a play
        (SOUTHERN, "3s | - | - | -; turn 0; out 3 2 1; played 7s 8s 9s"),  # over
        (SOUTHERN, "- | - | - | -; out 3 2 1 0; played 6s 7s 8s 9s"),  # nobody left
        (SOUTHERN, "3s | 4s | 5s | -; turn 0; out 3 3; played 7s 8s"),
        (SOUTHERN, "3s | 4s | 5s | -; turn 0; out 3; folded 3; played 7s 8s"),
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; folded 0"),
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; passed 1"),  # over an empty table
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; table 7s by 3"),  # not played
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 3; table 7s by 3; played 7s"),  # his own
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; table 7s by 4; played 7s"),
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; table 7s 8s by 3; played 7s 8s"),
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; table Ks As 2s by 3; played Ks As 2s"),
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 1; table 7s by 3; played 7s"),  # 0 was not asked
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; table 2s by 3; passed 0; played 2s"),  # benched
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; table 7s by 3; passed 3; played 7s"),
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; table 7s by 3; passed 1 1; played 7s"),
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; led"),
        (SOUTHERN, "3s | 5s | 7s | 9s; turn 1; table 8s 8c 8d 8h by 0; led; played 8s 8c 8d 8h"),
        (PLAIN_BOMBS, "3s | 5s | 7s | 9s; turn 1; table 8s by 0; led; played 8s"),
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; owes 4s"),  # not the lowest
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; owes 3c"),  # nobody's
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 0; owes 3s; played 7s"),
        (SOUTHERN, "3s | 4s | 5s | 6s; turn 1; owes 3s; folded 0"),
        (XIII, "3s | 4s | 5s | 6s; turn 0; lead-passed 2"),  # not in turn order
        (XIII, "3s | 4s | 5s | 6s; turn 0; lead-passed 0"),
        (XIII, "3s | 4s | 5s | 6s; turn 0; table 7s by 3; lead-passed 3; played 7s"),
        (PAGAT, "3s | 4s | 5s; turn 0; spare 3s"),
        (SPARE, "3s | 4s | 5s; turn 0; spare 7s"),
        (SPARE, "3c | 4s | 5s 3s; turn 0; owes 3c; spare 3s"),  # not the leader's
        (PAGAT, f"{OTHER_HAND} | {TWOS_HAND}; instant 1"),
        (FOUR_TWOS, f"{OTHER_HAND} | {TWOS_HAND}; instant 0"),
        (FOUR_TWOS, f"{OTHER_HAND} | {TWOS_HAND}; turn 0; instant 1"),
        (FOUR_TWOS, f"{OTHER_HAND} | {TWOS_HAND}; played Qd; instant 1"),
        (FOUR_TWOS, "3c | 2s 2c 2d 2h; instant 1"),
    ],
)
def test_contradictions(rules: Rules, text: str) -> None:
    with pytest.raises(PositionError):
        State.from_text(text, rules)
