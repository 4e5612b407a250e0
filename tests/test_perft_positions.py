"""The published perft counts of `bench/perft.json`, by both engines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tienlen
from tienlen import reference

FILE = Path(__file__).parent.parent / "bench" / "perft.json"
POSITIONS = json.loads(FILE.read_text(encoding="utf-8"))["positions"] if FILE.exists() else []
MOST = 2_000_000  # leaves the core counts here; bench/ counts all
MOST_OF_TWIN = 4_000

pytestmark = pytest.mark.skipif(not POSITIONS, reason="bench/ is not here")


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["name"])
def test_perft(position: dict[str, Any]) -> None:
    rules = tienlen.Rules.preset(position["rules"])
    state = tienlen.State.from_text(position["position"], rules)
    twin = reference.State.from_text(position["position"], rules)
    for depth, leaves in enumerate(position["leaves"], 1):
        if leaves <= MOST:
            assert tienlen.perft(state, depth) == leaves
        if leaves <= MOST_OF_TWIN:
            assert reference.perft(twin, depth) == leaves


def test_every_preset_has_a_position() -> None:
    assert {position["rules"] for position in POSITIONS} == set(tienlen.PRESETS)
    assert all(len(position["leaves"]) >= 3 for position in POSITIONS)
