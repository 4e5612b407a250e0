"""The script that measures the ladder, and the tables made of what it writes."""

from __future__ import annotations

import json
import runpy
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tienlen.cli import main

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "bench" / "strength.py"

pytestmark = pytest.mark.skipif(
    not (ROOT / "CONTRIBUTING.md").exists(), reason="only README and tests are here"
)


@pytest.fixture
def measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    out = tmp_path / "strength.json"
    script = runpy.run_path(str(SCRIPT))

    def call(*args: str) -> dict[str, Any]:
        words = [str(SCRIPT), "--scale", "0.001", "--threads", "2", "--out", str(out), *args]
        monkeypatch.setattr(sys, "argv", words)
        assert script["main"]() == 0
        told: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return told

    call.out = out  # type: ignore[attr-defined]
    return call


def test_it_goes_on_where_it_ended(measure: Any, capsys: pytest.CaptureFixture[str]) -> None:
    measure("--only", "pagat/ladder/casual")
    told = measure("--only", "pagat/against/rules")
    assert list(told["results"]) == [
        "pagat/ladder/casual/beginner",
        "pagat/against/rules/random",
        "pagat/against/rules/greedy",
    ]
    capsys.readouterr()
    assert measure("--only", "pagat/against/rules")["results"] == told["results"]
    assert capsys.readouterr().out == ""
    again = measure("--only", "pagat/against/rules", "--again")
    assert "pagat/against/rules/random" in capsys.readouterr().out
    for name, one in told["results"].items():
        assert again["results"][name]["pairs"] == one["pairs"]
    other = measure("--only", "pagat/against/rules", "--scale", "0.002")
    assert other["results"]["pagat/against/rules/random"]["deals"] == 8


def test_the_command_beside_a_figure_gives_it(
    measure: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    measure("--only", "xiii/ladder/club")
    told = measure("--only", "xiii/against/cheater/greedy")
    for one in told["results"].values():
        capsys.readouterr()
        assert main([*one["arguments"], "--json"]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert shown["pairs"] == one["pairs"]
        assert shown["hands"] == one["hands"]


def test_the_tables(measure: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    measure("--only", "southern/ladder/c")
    measure("--only", "southern/against/greedy")
    told = measure("--only", "southern/against/rules")
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    tables = runpy.run_path(str(ROOT / "docs" / "strength_tables.py"))
    monkeypatch.setitem(tables["tables"].__globals__, "RESULTS", measure.out)
    lines = list(tables["tables"]())
    assert lines[2] == "### southern"
    for name, one in told["results"].items():
        (command,) = [line for line in lines if shlex.join(one["arguments"]) in line]
        estimate = one["pairs"][0]["difference"]
        if "/against/" in name:
            estimate = one["entrants"][0]["points"]
        assert f"{estimate['value']:.3f} ± {estimate['half_width']:.3f}" in command
        assert command.count("|") == lines[lines.index(command) - 1].count("|")
    assert any("| 2.65, 2.75 |" in line for line in lines)
    monkeypatch.setitem(tables["tables"].__globals__, "RESULTS", measure.out.with_name("none"))
    assert len(list(tables["tables"]())) == 1
