"""The errors: they pickle, explain themselves, and stay short."""

from __future__ import annotations

import itertools
import pickle

import pytest

from tienlen.errors import (
    IllegalPlayError,
    MatchError,
    NotationError,
    PositionError,
    Reason,
    RecordError,
    RulesError,
    TienlenError,
    explain_reason,
)


@pytest.mark.parametrize(
    "error",
    [
        RulesError("decks", 2, "1"),
        NotationError("no card", "Xx", 1),
        PositionError("no hands"),
        RecordError("expected a deal", 3, "hands[0]"),
        MatchError("the match is over"),
        IllegalPlayError(Reason.TOO_LOW, "4s", 1, "4s | 5s", card="9d"),
        IllegalPlayError(Reason.WRONG_SIZE, "4s", 1, "4s | 5s", size=3),
    ],
)
def test_errors_pickle(error: TienlenError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
    assert isinstance(error, TienlenError)
    assert isinstance(error, ValueError)


def test_every_reason_has_its_own_sentence() -> None:
    told = {reason: explain_reason(reason, play="4s", seat=1) for reason in Reason}
    assert len(told) == 14
    for a, b in itertools.combinations(told.values(), 2):
        assert a != b
    assert [reason.value for reason in Reason] == [reason.name.lower() for reason in Reason]


def test_long_input_makes_no_long_message() -> None:
    assert len(explain_reason(Reason.UNKNOWN_CARD, play="x" * 10_000, seat=0)) < 250
    assert len(str(RulesError("name", ["x" * 10_000] * 100, "text"))) < 250
    assert "huge" not in str(RulesError("name", 10**6000, "text"))
