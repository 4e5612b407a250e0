"""Rule cases that public engines got wrong, with the right answers, on both engines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engines import Engine, both_engines
from tienlen.rules import Rules

CASES = json.loads((Path(__file__).parent / "cases" / "rules.json").read_text("utf-8"))["cases"]


def test_there_are_forty_cases() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES) == 40


@both_engines
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(engine: Engine, case: dict[str, Any]) -> None:
    state = engine.State.from_hands(Rules.preset(case["rules"]), case["hands"], case["leader"])
    for seat, play in case["plays"]:
        assert state.to_move == seat
        state = state.play(play, seat)

    expect = case["expect"]
    assert state.is_over == expect["is_over"]
    assert list(state.places) == expect["places"]
    assert state.to_move == expect["to_move"]
    assert (None if state.table is None else str(state.table)) == expect["table"]
    assert state.table_owner == expect["owner"]
    legal = state.legal_plays()
    assert sorted(map(str, legal)) == sorted(expect["legal"])
    assert state.count_legal() == len(legal)
    assert [int(play) for play in legal] == list(state.legal_masks()) == sorted(map(int, legal))
    for play in expect["legal"]:
        assert state.check(play) is None
    for play in expect.get("illegal", []):
        assert state.check(play) is not None
