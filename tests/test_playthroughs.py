"""The golden playthroughs stay as they are, to the letter, on both engines.

If they are meant to change: `pytest tests/test_playthroughs.py --regenerate`, and read the diff.
"""

from __future__ import annotations

import pytest

from engines import Engine, both_engines
from playthroughs import FOLDER, GAMES, transcript
from tienlen import reference


@pytest.mark.parametrize("name", GAMES)
@both_engines
def test_playthrough(engine: Engine, name: str, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{name}.txt"
    if request.config.getoption("--regenerate"):
        path.write_text(transcript(reference, name), "utf-8")
    written = path.read_text("utf-8").split("\n\n")
    played = transcript(engine.module, name).split("\n\n")
    for expected, ply in zip(written, played, strict=False):
        assert ply == expected
    assert len(played) == len(written)


def test_they_show_what_matters() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
    everything = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.txt"))
    words = ("folds", "plays pass", "is_over: True", "must_lead: True", "owes", "spare")
    words += ("; led", "; lead-passed", "instant_wins: 0 | six_pairs", "benched", "wrong_size")
    for seen in words:
        assert seen in everything, seen
