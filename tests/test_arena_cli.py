"""`tienlen arena` and `tienlen hint`: tables, JSON, files, Ctrl-C, and how they fail."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tienlen import Record, Rules, State
from tienlen.arena import play, versus
from tienlen.bots import hint
from tienlen.cli import arena as command
from tienlen.cli import main


class Result:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "path", [*sys.path])

    def call(*args: object) -> Result:
        try:
            code = main([str(arg) for arg in args])
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return call


def without_times(told: dict[str, Any]) -> dict[str, Any]:
    del told["seconds"]
    for entrant in told["entrants"]:
        assert entrant.pop("microseconds") > 0
    return told


FOUR = ("rules", "greedy", "random", "random")


# --- what it prints ------------------------------------------------------------------------------


def test_the_table(run: Any) -> None:
    result = run("arena", *FOUR, "--deals", 30, "--seed", 2)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "southern, 4 players, seed 2: 30 deals in 12 seatings"
    for words in ("points (even 1.5)", "won %", "Elo", "µs a decision", "95 % interval", "ahead %"):
        assert words in result.out
    standing = play(Rules.preset("southern"), FOUR, deals=30, seed=2)
    for row in standing.rows:
        line = next(line for line in lines if line.strip().startswith(row.label + " "))
        assert f"{row.points.value:.3f} ± {row.points.half_width:.3f}" in line
        assert f"{100 * row.wins.value:.1f} ±" in line
    pair = standing.pair("rules", "greedy")
    line = next(line for line in lines if line.strip().startswith("rules - greedy "))
    assert f"{pair.difference.value:+.3f}" in line


def test_json(run: Any) -> None:
    told = run("arena", *FOUR, "--deals", 30, "--seed", 2, "--threads", 1, "--json").json
    again = run("arena", *FOUR, "--deals", 30, "--seed", 2, "--threads", 3, "--json").json
    assert without_times(told) == without_times(again)
    standing = play(Rules.preset("southern"), FOUR, deals=30, seed=2)
    assert (told["deals"], told["hands"], told["even"]) == (30, 360, 1.5)
    assert (told["mode"], told["interrupted"], told["sequential"]) == ("seatings", False, None)
    for entrant, row in zip(told["entrants"], standing.rows, strict=True):
        assert entrant["label"] == entrant["bot"] == row.label
        assert entrant["points"]["value"] == row.points.value
        assert entrant["points"]["half_width"] == row.points.half_width
        assert entrant["elo"]["value"] == row.elo.value
        assert [place["value"] for place in entrant["places"]] == [p.value for p in row.places]
    assert [(pair["a"], pair["b"]) for pair in told["pairs"]] == [
        ("rules", "greedy"),
        ("rules", "random"),
        ("greedy", "random"),
    ]


def test_one_deal_has_no_interval(run: Any) -> None:
    told = run("arena", *FOUR, "--deals", 1, "--json").json
    assert told["entrants"][0]["points"]["half_width"] is None
    assert "±" not in run("arena", *FOUR, "--deals", 1).out


def test_versus(run: Any) -> None:
    args = ("arena", "--versus", "greedy", "lowest", "--rules", "pagat", "--deals", 25)
    told = run(*args, "--players", 3, "--json").json
    assert (told["mode"], told["players"], told["hands"]) == ("versus", 3, 150)
    standing = versus(Rules.preset("pagat"), "greedy", "lowest", deals=25, players=3)
    assert told["pairs"][0]["difference"]["value"] == standing.pairs[0].difference.value
    assert "greedy - lowest" in run(*args).out


def test_rules_from_a_file_and_labels(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('base = "pagat"\nname = "ours"\nplayers = 2\n', encoding="utf-8")
    told = run("arena", "a=greedy", "b=flat:20", "--rules", path, "--deals", 3, "--json").json
    assert told["rules"] == "ours"
    assert [(e["label"], e["bot"]) for e in told["entrants"]] == [("a", "greedy"), ("b", "flat:20")]


def test_stop(run: Any) -> None:
    args = ("arena", "--versus", "rules", "lowest", "--deals", 5000, "--stop")
    told = run(*args, "--json").json
    assert told["deals"] < 5000
    found = told["sequential"]
    assert found["verdict"] == "a"
    assert found["difference"] - found["half_width"] > 0
    assert "rules is stronger than lowest" in run(*args).out
    out = run("arena", "--versus", "a=random", "b=random", "--deals", 50, "--stop").out
    assert "a and b are not told apart yet" in out
    same = (
        "arena",
        "--versus",
        "a=greedy",
        "b=greedy",
        "--deals",
        500,
        "--stop",
        "--margin",
        "0.1",
    )
    assert "less than 0.1 points apart" in run(*same).out


def test_a_bot_from_the_folder_where_one_stands(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine_for_the_test.py").write_text(
        "class Mine:\n    def choose(self, view, seed):\n        return view.legal_plays()[0]\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    entrants = ("mine_for_the_test:Mine", "greedy")
    result = run("arena", *entrants, "--rules", "pagat", "--deals", 2, "--threads", 1, "--json")
    assert result.json["entrants"][0]["bot"] == "mine_for_the_test:Mine"


# --- files ---------------------------------------------------------------------------------------


def test_resume(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "arena.json"
    args = ("arena", *FOUR, "--seed", 3)
    whole = run(*args, "--deals", 40, "--json").json
    run(*args, "--deals", 15, "--save", path)
    assert run("arena", "--resume", path, "--deals", 20, "--json").json["deals"] == 20
    kept = tmp_path / "kept.json"
    rest = run(*args, "--resume", path, "--deals", 40, "--save", kept, "--json").json
    assert without_times(rest) == without_times(whole)
    assert run("arena", "--resume", path, "--deals", 20, "--json").json["deals"] == 20
    assert run("arena", "--resume", kept, "--deals", 40, "--json").json["deals"] == 40


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--seed", "4"], "played with another seed: 3"),
        (["--rules", "zipi"], "played by other rules: southern"),
        (["greedy", "rules", "random", "random"], "holds other entrants: rules, greedy, random"),
        (["--versus", "rules", "greedy"], "holds other entrants"),
        (["--stop"], "stops by another rule: none"),
        (["--deals", "3"], "holds 5 already"),
        (["--records", "hands.jsonl"], "--records does not go with --resume"),
    ],
)
def test_resume_refuses_another_setting(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    run("arena", *FOUR, "--seed", 3, "--deals", 5, "--save", "arena.json")
    result = run("arena", "--resume", "arena.json", *args)
    assert result.code == 2
    assert words in result.err


def test_records_replay(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    args = ("arena", "rules", "greedy", "--rules", "pagat", "--deals", 4, "--seed", 9)
    told = run(*args, "--records", path, "--threads", 1, "--json").json
    assert without_times(told) == without_times(run(*args, "--json").json)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == told["hands"] == 8
    for number in (1, 8):
        record = Record.from_json(lines[number - 1])
        shown = run("replay", path, "--record", number)
        assert shown.code == 0
        assert Record.parse(shown.out) == record
        assert set(record.names) == {"rules", "greedy"}
    result = run("replay", path, "--record", 9)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "has 8 lines" in result.err


def test_replay_a_record_from_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    state = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4s 5s"]).play("3s")
    line = Record.from_state(state).to_json() + "\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((line * 3).encode())))
    assert "1. 0: 3♠" in run("replay", "-", "--record", 2).out


# --- Ctrl-C --------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals to send to a process")
@pytest.mark.parametrize("form", ["--json", None])
def test_interrupted(run: Any, tmp_path: Path, form: str | None) -> None:
    path = tmp_path / "arena.json"
    timer = threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    result = run("arena", *FOUR, "--deals", 10**12, "--save", path, *([form] if form else []))
    timer.join()
    assert result.code == 130
    if form:
        assert result.json["interrupted"]
        deals = result.json["deals"]
        assert 0 < deals < 10**12
        assert run("arena", "--resume", path, "--deals", deals, "--json").json["deals"] == deals
    else:
        assert "interrupted: 1,000,000,000,000 deals were wanted" in result.out


def test_interrupted_at_once(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tienlen.arena.running.playing.play_compiled", interrupted)
    result = run("arena", *FOUR, "--json")
    assert (result.code, result.out) == (130, "")
    assert "before a deal was finished" in result.err


def test_the_bar_shows_the_standing(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(command, "_SAVE_EVERY", 0.0)
    assert run("arena", *FOUR, "--deals", 30, "--json").code == 0
    assert "deals" in terminal.getvalue()


# --- wrong input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["arena"], "name the entrants"),
        (["arena", "rules", "greedy"], "2 entrants, but southern is played by 4"),
        (["arena", *FOUR, "rules"], "5 entrants"),
        (["arena", "rules", "fast", "random", "random"], "'fast' is unknown: expected a level"),
        (["arena", "rules", "flat:x", "random", "random"], "neither a whole number nor one of"),
        (["arena", "a=rules", "a=greedy", "random", "random"], "two different bots are called a"),
        (["arena", "nowhere:Bot", "rules", "rules", "rules"], "no module 'nowhere'"),
        (["arena", *FOUR, "--versus", "rules", "greedy"], "takes the place of the entrants"),
        (["arena", "--versus", "rules"], "expected 2 arguments"),
        (["arena", "--versus", "rules", "rules"], "against itself"),
        (["arena", "--versus", "rules", "greedy", "--players", "3"], "southern is played by 4"),
        (["arena", *FOUR, "--players", "4"], "--players only goes with --versus"),
        (["arena", *FOUR, "--margin", "1"], "--margin only goes with --stop"),
        (["arena", *FOUR, "--stop", "--margin", "-1"], "points above 0"),
        (["arena", *FOUR, "--stop", "--margin", "nan"], "points above 0"),
        (["arena", *(["rules"] * 4), "--stop"], "two different entrants"),
        (["arena", *FOUR, "--deals", "0"], "whole number from 1"),
        (["arena", *FOUR, "--deals", "many"], "whole number from 1"),
        (["arena", *FOUR, "--seed", "-1"], "--seed"),
        (["arena", *FOUR, "--threads", "0"], "whole number from 1"),
        (["arena", *FOUR, "--rules", "zipo"], "none of the presets"),
        (["arena", "--resume", "none.json"], "none.json: No such file"),
        (["arena", "--resume", "bad.json"], "bad.json: this is no JSON"),
        (["arena", *FOUR, "--save", "nowhere/arena.json"], "nowhere"),
        (["arena", *FOUR, "--records", "nowhere/hands"], "nowhere"),
        (["hint"], "--position --view is required"),
        (["hint", "--position", "3s | 4x; turn 0", "--rules", "pagat"], "unknown card '4x'"),
        (["hint", "--position", "3s | 4s; turn 0", "--rules", "pagat", "--level", "x"], "unknown"),
        (["hint", "--view", "nothing", "--rules", "pagat"], "seat"),
    ],
)
def test_wrong_input_is_one_line_and_code_2(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text("{", encoding="utf-8")
    result = run(*args)
    assert result.code == 2
    assert result.out == ""
    assert words in result.err
    assert result.err.count("\n") == 1


def test_a_bot_that_fails_is_one_line(run: Any) -> None:
    entrants = ("some_bots:Broken", "greedy")
    result = run("arena", *entrants, "--rules", "pagat", "--deals", 2, "--threads", 1)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "Broken: 2" in result.err
    assert "[seat" in result.err


# --- hint ----------------------------------------------------------------------------------------

POSITION = "5s 5c 9h | Th 3c; turn 0"


def test_hint(run: Any) -> None:
    args = ("hint", "--rules", "xiii", "--position", POSITION, "--level", "flat:200", "--seed", 1)
    told = run(*args, "--json").json
    state = State.from_text(POSITION, Rules.preset("xiii"))
    result = hint(state.view(0), "flat:200", 1)
    assert [play["play"] for play in told["plays"]] == [str(v.play) for v in result.plays]
    assert [play["points"] for play in told["plays"]] == [v.mean for v in result.plays]
    assert told["plays"][0]["play"] == "5s 5c"
    text = run("hint", "--rules", "xiii", "--view", told["view"], "--level", "flat:200").out
    assert "seat 0 to move" in text
    assert "5♠ 5♣" in text
    assert "and 3 more" in run(*args, "--top", 1).out


def test_hint_where_there_is_no_choice(run: Any) -> None:
    args = ("hint", "--rules", "xiii", "--position", "9h | Th 3c; turn 0")
    told = run(*args, "--json").json
    assert told["plays"] == [{"play": "9h", "points": None, "half_width": None, "visits": 0}]
    assert "9♥" in run(*args).out
