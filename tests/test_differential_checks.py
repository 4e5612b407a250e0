"""Why a play is illegal: every kind of attempt, by every seat, on both engines."""

from __future__ import annotations

import random
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tienlen
from compare import Both, answer, same
from strategies import Attempt, attempts, mask_text, positions, random_hands, random_rules
from tienlen import reference
from tienlen.errors import Reason
from tienlen.rules import Rules

seats = st.sampled_from([None, 0, 1, 2, 3, 4, -1, 2**70, True, 1.0, "0"])


def try_it(both: Both, attempt: Attempt, seat: Any) -> Any:
    """Ask both engines all they can say about an attempt; return the reason."""
    made = {tienlen.State: attempt.made(tienlen), reference.State: attempt.made(reference)}

    def ask(name: str) -> Any:
        return both.same(lambda state: getattr(state, name)(made[type(state)], seat))

    before = both.core.to_text(), both.twin.to_text()
    reason = ask("check")
    legal = ask("is_legal")
    explained = ask("explain")
    after = ask("play")
    assert (both.core.to_text(), both.twin.to_text()) == before
    if reason is None:
        assert legal
        assert explained is None
        assert isinstance(after, str)  # a position
    elif reason[0] == "Reason":
        assert not legal
        assert isinstance(explained, str)
        assert after[0] == "IllegalPlayError"
        assert after[1][0] is Reason[reason[1]]
        assert after[2].startswith(explained)
    else:  # nothing that could be a play, or no such seat
        assert legal == explained == after == reason
    return reason


@given(st.data())
def test_attempts(data: st.DataObject) -> None:
    both = data.draw(positions())
    hand = 0 if both.twin.to_move is None else int(both.twin.hands[both.twin.to_move])
    everything = sum(map(int, both.twin.hands))
    for _ in range(8):
        attempt = data.draw(attempts(hand) | attempts(everything))
        try_it(both, attempt, data.draw(seats))
        try_it(both, attempt, None)


def test_every_subset_of_every_hand(hands: int) -> None:
    """All sets of cards of small hands, at every ply: the reason and what comes with it."""
    found: dict[Any, int] = {}
    for seed in range(1 + hands // 16):
        chance = random.Random(seed)
        rules, players = random_rules(chance), chance.randint(2, 4)
        held = random_hands(chance, players, largest=9)
        both = Both.make(lambda e, a=(rules, held): e.State.from_hands(*a))
        while not both.twin.is_over:
            mover = both.twin.to_move
            assert mover is not None
            cards = [1 << card for card in both.twin.hands[mover]]
            legal = set(both.twin.legal_masks())
            for chosen in chain.from_iterable(
                combinations(cards, n) for n in range(len(cards) + 1)
            ):
                mask = sum(chosen)
                core, twin = both.core.check(mask), both.twin.check(mask)
                assert core is twin, (both.twin, mask_text(mask))
                assert (twin is None) == (mask in legal)
                found[twin] = found.get(twin, 0) + 1
                if twin is not None and chance.random() < 0.05:
                    both.same(lambda state, mask=mask: state.play(mask))
            play = chance.choice(sorted(legal))
            both = Both(both.core.play(play), both.twin.play(play))
    reasons = {Reason.NOT_A_COMBINATION, Reason.MUST_LEAD, Reason.OPENING_CARD, Reason.BENCHED}
    reasons |= {Reason.WRONG_SIZE, Reason.TOO_LOW, Reason.BOMB_DOES_NOT_BEAT, Reason.WRONG_KIND}
    assert set(found) == reasons | {None} or hands < 1000


@pytest.mark.parametrize(
    ("form", "value", "reason", "card", "size"),
    [
        ("as it is", "Zz", Reason.UNKNOWN_CARD, None, None),
        ("as it is", "5s 5s", Reason.CARD_TWICE, "5s", None),
        ("as it is", "5s 5s Zz", Reason.UNKNOWN_CARD, None, None),
        ("as it is", "8s 5s 5s 8s", Reason.CARD_TWICE, "5s", None),
        ("as it is", "", Reason.EMPTY_PLAY, None, None),
        ("as it is", " , ", Reason.EMPTY_PLAY, None, None),
        ("CardSet", "", Reason.EMPTY_PLAY, None, None),
        ("as it is", 2**52, Reason.UNKNOWN_CARD, None, None),
        ("as it is", -1, Reason.UNKNOWN_CARD, None, None),
        ("as it is", "Kd 3h", Reason.NOT_IN_HAND, "3h", None),
        ("Card", "3h", Reason.NOT_IN_HAND, "3h", None),
        ("as it is", "8s 9s", Reason.NOT_A_COMBINATION, None, None),
        ("as it is", "5s 6s", Reason.NOT_A_COMBINATION, None, None),
        ("as it is", "8s 9s Ts Js", Reason.WRONG_SIZE, None, 3),
        ("as it is", "5s 6s 7s", Reason.TOO_LOW, "9c", None),
        ("as it is", "7s 8s 9s", Reason.TOO_LOW, "9c", None),
        ("as it is", "Ks Kc Kd Kh", Reason.BOMB_DOES_NOT_BEAT, None, None),
        ("as it is", "Ks Kc", Reason.WRONG_KIND, None, None),
        ("Card", "8s", Reason.WRONG_KIND, None, None),
        ("as it is", "8s 9s Ts", None, None, None),
        ("as it is", "pass", None, None, None),
        ("as it is", " PASS ", None, None, None),
        ("as it is", 0, None, None, None),
        ("Play", "pass", None, None, None),
    ],
)
def test_reasons_and_what_comes_with_them(
    form: str, value: Any, reason: Reason | None, card: str | None, size: int | None
) -> None:
    hands = ["3s 7c 8c 9c", "5s 6s 7s 8s 9s Ts Js Ks Kc Kd Kh", "4s", "4c"]
    both = Both.make(
        lambda e: e.State.from_hands(Rules.preset("southern"), hands, 0).play("7c8c9c")
    )
    try_it(both, Attempt(form, value), None)
    assert both.core.check(Attempt(form, value).made(tienlen)) is reason
    if reason is None:
        return
    found = answer(lambda: both.core.play(Attempt(form, value).made(tienlen)))
    assert found[1][0] is reason
    assert found[1][2:] == (1, both.core.to_text(), card, size)
    # Somebody else's turn, and no turn at all, come before everything that can be said of cards.
    assert try_it(both, Attempt(form, value), 2) == ("Reason", "NOT_YOUR_TURN")
    over = both.then(lambda state: state.resign(0).resign(1).resign(2))
    assert try_it(over, Attempt(form, value), 2) == ("Reason", "HAND_OVER")
    assert try_it(over, Attempt(form, value), None) == ("Reason", "HAND_OVER")


def test_no_seat_is_named_when_there_is_none() -> None:
    both = Both.make(lambda e: e.State.from_hands(Rules.preset("xiii"), ["3s", "4s"], 0).play("3s"))
    found = both.same(lambda state: state.play("4s"))
    assert found[1][:3] == (Reason.HAND_OVER, "4s", None)
    assert both.same(lambda state: state.play("4s", 1))[1][2] == 1


def test_numbers_of_numpy() -> None:
    """What `legal_masks` lists can be played as it is."""
    numpy = pytest.importorskip("numpy")
    both = Both.make(lambda e: e.State.deal(Rules.preset("xiii"), seed=3))
    for mask in both.core.legal_masks():
        assert isinstance(mask, numpy.uint64)
        both.then(lambda state, mask=mask: state.play(mask))
        same(lambda e, mask=mask: [e.CardSet(mask), e.Play(mask)])
    both.same(lambda state: state.play(numpy.uint64(2**60)))
    both.same(lambda state: state.play(numpy.float64(1)))
    both.same(lambda state: state.play(0, numpy.int8(both.twin.to_move)))
