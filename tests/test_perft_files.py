"""The core counts the leaves that stand in the perft files, and the twin the smaller numbers."""

from __future__ import annotations

import pytest

import tienlen
from perft_files import FOLDER, Entry, read
from tienlen import reference
from tienlen.rules import PRESETS

ENTRIES = {
    f"{path.stem}: {entry.title}": entry
    for path in sorted(FOLDER.glob("*.perft"))
    for entry in read(path)
}


def divided(state: tienlen.State, depth: int) -> str:
    """The count by first play, to be looked at where a number is wrong."""
    lines = [f"{play}: {number}" for play, number in tienlen.perft_divide(state, depth).items()]
    return "\n".join([repr(state), f"depth {depth}", *lines])


@pytest.mark.parametrize("name", ENTRIES)
def test_core(name: str) -> None:
    entry = ENTRIES[name]
    state = tienlen.State.from_text(entry.position, entry.rules)
    for depth, leaves in entry.leaves.items():
        assert tienlen.perft(state, depth) == leaves, divided(state, depth)
    deepest = max(entry.leaves)
    assert sum(tienlen.perft_divide(state, deepest).values()) == entry.leaves[deepest]
    assert tienlen.perft(state, deepest, threads=2) == entry.leaves[deepest]


@pytest.mark.parametrize("name", ENTRIES)
def test_twin(name: str) -> None:
    entry = ENTRIES[name]
    state = reference.State.from_text(entry.position, entry.rules)
    for depth, leaves in entry.leaves.items():
        if leaves <= 400:
            assert depth <= entry.twin_depth
            assert reference.perft(state, depth) == leaves


def test_every_kind_of_position_is_there() -> None:
    assert {path.stem for path in FOLDER.glob("*.perft")} == {*PRESETS, "custom"}
    for name in PRESETS:
        entries = [entry for title, entry in ENTRIES.items() if title.startswith(f"{name}: ")]
        for players in entries[0].rules.players:
            own = [entry for entry in entries if entry.title.startswith(f"{players} players")]
            assert len(own) >= 5
    texts = [entry.position for entry in ENTRIES.values()]
    for word in ("table", "led", "passed", "lead-passed", "owes", "out", "folded", "spare"):
        assert any(f"; {word}" in text for text in texts), word
    deepest = [max(entry.leaves.values()) for entry in ENTRIES.values()]
    assert sum(number > 100_000 for number in deepest) > len(deepest) // 3
    assert all(isinstance(entry, Entry) and entry.twin_depth >= 1 for entry in ENTRIES.values())
