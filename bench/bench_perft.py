"""Perft of the standard positions: the counts must be right, and the speed is told.

`perft.json` is for other engines, too: each entry gives rules, a position, and the number of leaves
at depths 1, 2, 3, …; passes are plies, and hands that end earlier are no leaves.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tienlen

POSITIONS = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("position", POSITIONS["positions"], ids=lambda position: position["name"])
def test_perft(benchmark: Any, figures: Any, position: dict[str, Any]) -> None:
    rules = tienlen.Rules.preset(position["rules"])
    state = tienlen.State.from_text(position["position"], rules)
    depth = len(position["leaves"])
    leaves = benchmark.pedantic(tienlen.perft, args=(state, depth), rounds=3)
    assert leaves == position["leaves"][-1]
    if not benchmark.disabled:
        rate = leaves / benchmark.stats.stats.median
        figures.add(f"perft {position['name']} {depth}", rate, "leaves/s")
