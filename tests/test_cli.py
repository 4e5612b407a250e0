"""The command line: what it prints, and how it fails."""

from __future__ import annotations

import io
import json
import os
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import tienlen
from tienlen import Record, Rules, State
from tienlen.cli import COMMANDS, main
from tienlen.cli.simulate import mean_and_margin
from tienlen.rules import PRESETS

RECORD = """\
format: tienlen-record 1
kind: hand
rules: pagat
players: 2
comment: the 3s in this comment stays as it is

hand 1
seat 0: 3s 2h
seat 1: 4d 5s
leader: 0, owes 3s
1. 0: 3s, 1: 4d, 0: 2h
places: 0 1
points: 0 -1
"""


class Result:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*args: object) -> Result:
        try:
            code = main([str(arg) for arg in args])
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return call


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    path = tmp_path / "hand.txt"
    path.write_text(RECORD, encoding="utf-8")
    return path


# --- the frame -----------------------------------------------------------------------------------


def test_module_and_version() -> None:
    command = [sys.executable, "-m", "tienlen", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"tienlen {tienlen.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help(run: Any, command: str) -> None:
    assert run(command, "--help").code == 0
    assert command in run("--help").out


def test_a_closed_pipe_is_no_error(record_file: Path) -> None:
    command = [sys.executable, "-m", "tienlen", "rules", *["southern"] * 300, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def shell(args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command line of `tienlen` by a shell, with redirections."""
    script = f"{shlex.quote(sys.executable)} -m tienlen {args}"
    env = os.environ | {"NO_COLOR": "1"} | environment
    return subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, encoding="utf-8", env=env, check=False
    )


SAYS_MUCH = [
    "--help",
    "perft --help",
    "rules",
    "rules southern zipi",
    "simulate --hands 10",
    "perft --depth 2 --divide",
    "arena rules greedy random random --deals 2",
]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "cp850"])
def test_any_encoding_will_do(encoding: str) -> None:
    """Pipes and files of Windows know few characters; the rest is written in ASCII."""
    for args in SAYS_MUCH:
        command = [sys.executable, "-m", "tienlen", *args.split()]
        env = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
        done = subprocess.run(command, capture_output=True, env=env, check=False)
        assert (done.returncode, done.stderr) == (0, b""), args
        assert "?" not in done.stdout.decode(encoding), args


def test_columns_stay_straight_in_ascii() -> None:
    command = [sys.executable, "-m", "tienlen", "rules", "southern", "zipi"]
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    shown = subprocess.run(command, capture_output=True, text=True, env=env, check=True).stdout
    assert len({line.index("|") for line in shown.splitlines() if "|" in line}) == 1
    assert " # " in shown


def test_data_is_escaped_where_it_cannot_be_shown(tmp_path: Path) -> None:
    rules = Rules.preset("southern").replace(name="Tiến lên ♥ 🂱")
    file = tmp_path / "ours.toml"
    file.write_text(rules.to_toml(), encoding="utf-8")
    for form, read in (("--toml", Rules.from_toml), ("--json", Rules.from_json)):
        command = [sys.executable, "-m", "tienlen", "rules", str(file), form]
        env = os.environ | {"PYTHONIOENCODING": "latin-1"}
        shown = subprocess.run(command, capture_output=True, env=env, check=True).stdout
        assert read(shown.decode("latin-1")) == rules


@pytest.mark.skipif(os.name != "posix", reason="a shell is wanted")
def test_streams_that_are_closed_or_full(record_file: Path) -> None:
    for args in ("rules", "perft --depth 2", "rules zipi --json"):
        closed = shell(f"{args} >&-")
        assert (closed.returncode, closed.stderr) == (0, ""), args
        assert shell(f"{args} 2>&- >/dev/null").returncode == 0
        if Path("/dev/full").exists():
            full = shell(f"{args} >/dev/full")
            assert full.returncode == 2
            assert full.stderr == f"tienlen {args.split()[0]}: No space left on device\n"
    wrong = shell("rules zipo 2>&-")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "standard input is closed" in shell("replay - <&-").stderr
    for args in ("--help", "rules", f"replay {record_file}"):
        assert shell(f"{args} | true").stderr == ""


def test_nothing_is_cut_in_a_narrow_terminal(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tienlen.cli.common._PIPE_WIDTH", 40)
    for args in SAYS_MUCH[2:]:
        shown = run(*args.split()).out
        cut = [word for word in shown.split() if len(word) > 1 and word.endswith("…")]
        assert cut == [], args
    assert "five_consecutive_pairs" in run("rules", "zipi", "southern", "pagat").out


def test_errors_in_files_name_the_file(run: Any, record_file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("hand_size = 12", encoding="utf-8")
    for args in (["rules", "zipi", bad], ["replay", bad], ["simulate", "--rules", bad]):
        assert f"{bad}: " in run(*args).err
    assert run("rules", record_file).err.count(str(record_file)) == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "required: COMMAND"),
        (["fly"], "invalid choice: 'fly'"),
        (["simulate", "--rules", "zipo"], "none of the presets southern, xiii"),
        (["simulate", "--rules", "none.toml"], "none.toml: No such file"),
        (["simulate", "--rules", "bad.toml"], "hand_size: 12 is not allowed; allowed: 13 or 17"),
        (["simulate", "--hands", "0"], "whole number from 1"),
        (["simulate", "--hands", "many"], "whole number from 1"),
        (["simulate", "--seed", "-1"], "--seed"),
        (["simulate", "--threads", "0"], "whole number from 1"),
        (["simulate", "--players", "3", "--hands", "5"], "3 players"),
        (["replay"], "required: FILE"),
        (["replay", "none.txt"], "none.txt: No such file"),
        (["replay", "bad.toml"], "line 1: expected 'format: tienlen-record 1'"),
        (["replay", "latin.txt"], "latin.txt: not a text in UTF-8"),
        (["replay", "hand.txt", "--ply", "5"], "--ply 5: expected 1 to 4 in hand 1"),
        (["replay", "hand.txt", "--ply", "0"], "whole number from 1"),
        (["replay", "hand.txt", "--ply", "1", "--hand", "2"], "--hand 2: this record has 1"),
        (["perft"], "required: --depth"),
        (["perft", "--depth", "65"], "whole number from 0 to 64"),
        (["perft", "--depth", "0", "--divide"], "--depth of 1 or more"),
        (["perft", "--depth", "1", "--hands", "3x | 4s"], "3x"),
        (["perft", "--depth", "1", "--hands", "3s | 4s"], "2 players"),
        (["perft", "--depth", "1", "--position", "3s | 4s"], "nobody is to move"),
        (["perft", "--depth", "1", "--hands", "3s|4s", "--players", "2"], "only goes with --seed"),
        (["perft", "--depth", "1", "--position", "3s|4s", "--leader", "1"], "does not go with"),
        (["perft", "--depth", "1", "--position", "3s|4s", "--seed", "1"], "not allowed with"),
        (["rules", "zipo"], "none of the presets"),
        (["rules", "--toml"], "--toml wants one set of rules"),
        (["rules", "zipi", "--toml", "--json"], "not allowed with"),
    ],
)
def test_wrong_input_is_one_line_and_code_2(
    run: Any, record_file: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], words: str
) -> None:
    monkeypatch.chdir(record_file.parent)
    Path("bad.toml").write_text("hand_size = 12", encoding="utf-8")
    Path("latin.txt").write_bytes(b"\xe9")
    result = run(*args)
    assert result.code == 2
    assert result.out == ""
    assert words in result.err
    assert result.err.count("\n") == 1
    assert result.err.startswith("tienlen")


def test_tables_without_rich(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich", None)
    for args in (["simulate", "--hands", "5"], ["rules"], ["rules", "zipi"]):
        result = run(*args)
        assert result.code == 2
        assert "pip install 'tienlen[cli]'" in result.err
    assert run("simulate", "--hands", "5", "--json").json["hands"] == 5
    assert run("rules", "--json").code == 0


# --- simulate ------------------------------------------------------------------------------------


def test_simulate_table(run: Any) -> None:
    result = run("simulate", "--rules", "zipi", "--hands", 500, "--seed", 7)
    assert result.code == 0
    for words in ("zipi, 4 players, seed 7", "hands/s", "plies", "instant wins", "95 % interval"):
        assert words in result.out
    for kind in ("single", "pair", "triple", "quad", "sequence", "double sequence"):
        assert f" {kind} " in result.out


@pytest.mark.parametrize("name", PRESETS)
def test_simulate_json(run: Any, name: str) -> None:
    rules = Rules.preset(name)
    for players in rules.players:
        args = ["--rules", name, "--players", players, "--hands", 300, "--seed", 3, "--json"]
        told = run("simulate", *args, "--threads", 1).json
        again = run("simulate", *args, "--threads", 2).json
        for key in ("seconds", "hands_per_second"):
            assert told.pop(key) is not None
            assert again.pop(key) is not None
        assert told == again
        assert (told["rules"], told["players"], told["hands"]) == (name, players, 300)
        assert not told["interrupted"]
        assert sum(told["plays_by_kind"].values()) == told["plies"]
        assert told["plays_by_kind"]["pass"] == told["passes"]
        assert sum(told["chops_by_kind"].values()) == told["chops"]
        assert len(told["seats"]) == players
        for seat in told["seats"]:
            low, high = seat["interval"]
            assert low <= seat["points"] <= high
        firsts = sum(seat["places"][0] for seat in told["seats"])
        assert firsts == 300


def test_simulate_agrees_with_playouts(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tienlen.cli.simulate._CHUNK", 7)
    told = run("simulate", "--hands", 100, "--seed", 3, "--threads", 2, "--json").json
    result = tienlen.playouts(Rules.preset("southern"), games=100, seed=3)
    assert told["plies"] == result.plies
    assert told["chops"] == result.chops
    assert [seat["places"] for seat in told["seats"]] == result.places.tolist()


def test_simulate_rules_from_a_file(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('base = "zipi"\nname = "ours"\ninstant_wins = []\n', encoding="utf-8")
    told = run("simulate", "--rules", path, "--hands", 200, "--json").json
    assert told["rules"] == "ours"
    assert told["instant_wins"] == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals to send to a process")
@pytest.mark.parametrize("form", ["--json", None])
def test_simulate_interrupted(run: Any, monkeypatch: pytest.MonkeyPatch, form: str | None) -> None:
    monkeypatch.setattr("tienlen.cli.simulate._CHUNK", 10)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    result = run("simulate", "--hands", 10**12, *([form] if form else []))
    timer.join()
    assert result.code == 130
    if form:
        assert result.json["interrupted"]
        assert 0 < result.json["hands"] < 10**12
    else:
        assert "interrupted: " in result.out
        assert "of 1,000,000,000,000 hands" in result.out


def test_simulate_interrupted_at_once(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tienlen, "playouts", interrupted)
    result = run("simulate", "--json")
    assert (result.code, result.out) == (130, "")
    assert "before a hand was finished" in result.err


def test_mean_and_margin() -> None:
    numbers = [3, 2, 2, 0, 1, 3]
    mean, margin = mean_and_margin(sum(numbers), sum(n * n for n in numbers), len(numbers))
    assert mean == pytest.approx(11 / 6)
    variance = sum((n - mean) ** 2 for n in numbers) / (len(numbers) - 1)
    assert margin == pytest.approx(1.959964 * (variance / len(numbers)) ** 0.5)
    assert mean_and_margin(3, 9, 1) == (3.0, None)
    assert mean_and_margin(0, 0, 10) == (0.0, 0.0)


# --- replay --------------------------------------------------------------------------------------


def test_replay(run: Any, record_file: Path) -> None:
    result = run("replay", record_file)
    assert result.code == 0
    assert "comment: the 3s in this comment stays as it is\n" in result.out
    assert "seat 0: 3♠ 2♥\n" in result.out
    assert "1. 0: 3♠, 1: 4♦, 0: 2♥\n" in result.out
    assert "\x1b" not in result.out
    # Symbols are read back like letters.
    assert Record.parse(result.out) == Record.parse(RECORD)


def test_replay_in_letters_where_symbols_cannot_be_shown(record_file: Path) -> None:
    command = [sys.executable, "-m", "tienlen", "replay", str(record_file)]
    environ = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(command, capture_output=True, env=environ, check=True)
    assert done.stdout.decode("ascii").replace("\r\n", "\n") == RECORD


def test_replay_before_a_ply(run: Any, record_file: Path) -> None:
    assert run("replay", record_file, "--ply", 2).out.splitlines() == [
        "hand 1, before ply 2",
        "  seat 0  2♥",
        "> seat 1  4♦ 5♠",
        "  table   3♠ by seat 0",
        "  next    1: 4♦",
        "  legal   pass · 4♦ · 5♠",
        "  text    2h | 4d 5s; turn 1; table 3s by 0; played 3s",
    ]
    assert run("replay", record_file, "--ply", 4).out.splitlines()[0] == "hand 1, after ply 3"


def test_replay_json(run: Any, record_file: Path) -> None:
    record = Record.parse(RECORD)
    text = run("replay", record_file, "--json").out
    assert Record.from_json(text) == record
    for ply in range(1, 5):
        told = run("replay", record_file, "--ply", ply, "--json").json
        state = State.from_text(told["position"], record.rules)
        assert state == record.position(ply - 1)
        assert told["to_move"] == state.to_move
        assert told["next"] == (list(record.hands[0].plies[ply - 1]) if ply < 4 else None)
        if not state.is_over:
            assert told["legal"] == [str(play) for play in state.legal_plays()]
    record_file.with_suffix(".json").write_text(text, encoding="utf-8")
    assert run("replay", record_file.with_suffix(".json")).out == run("replay", record_file).out


def test_replay_from_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(RECORD.encode())))
    assert "1. 0: 3♠" in run("replay", "-").out


# --- perft ---------------------------------------------------------------------------------------


def test_perft(run: Any) -> None:
    told = run("perft", "--rules", "zipi", "--seed", 5, "--depth", 3, "--json").json
    state = State.deal(Rules.preset("zipi"), seed=5)
    assert told["leaves"] == tienlen.perft(state, 3)
    assert told["position"] == state.to_text()
    text = run("perft", "--rules", "zipi", "--seed", 5, "--depth", 3).out
    assert f"{told['leaves']:,}  leaves at depth 3" in text


def test_perft_divide(run: Any) -> None:
    args = ["perft", "--rules", "xiii", "--seed", 5, "--players", 3, "--depth", 3, "--divide"]
    told = run(*args, "--json").json
    assert sum(told["divide"].values()) == told["leaves"]
    state = State.deal(Rules.preset("xiii"), seed=5, players=3)
    assert told["divide"] == {
        str(play): leaves for play, leaves in tienlen.perft_divide(state, 3).items()
    }
    assert len(run(*args).out.splitlines()) >= len(told["divide"]) + 1


@pytest.mark.parametrize(
    ("args", "leaves"),
    [
        (["--hands", "3s 2h | 4s 5s", "--depth", "1"], 1),
        (["--hands", "3s 2h | 4s 5s", "--leader", "1", "--depth", "1"], 2),
        (["--position", "2h | 4s 5s; turn 1; table 3s by 0; played 3s", "--depth", "1"], 3),
        (["--position", "2h | 4s 5s; turn 1; table 3s by 0; played 3s", "--depth", "0"], 1),
    ],
)
def test_perft_from_a_position(run: Any, args: list[str], leaves: int) -> None:
    assert run("perft", "--rules", "pagat", *args, "--json").json["leaves"] == leaves


# --- rules ---------------------------------------------------------------------------------------


def test_rules_lists_the_presets(run: Any) -> None:
    lines = run("rules").out.splitlines()
    for name in PRESETS:
        assert any(line.split()[:1] == [name] for line in lines)
    assert [rules["name"] for rules in run("rules", "--json").json] == list(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_rules_shows_one(run: Any, name: str) -> None:
    rules = Rules.preset(name)
    assert Rules.from_toml(run("rules", name, "--toml").out) == rules
    assert Rules.from_json(run("rules", name, "--json").out) == rules
    out = run("rules", name).out
    for field in rules.to_dict():
        assert field in ("name", "chops") or f" {field} " in out
    assert "≠" not in out
    for target, row in rules.chops.to_dict().items():
        assert any(
            f" {target} is chopped by" in li and ", ".join(row) in li for li in out.split("\n")
        )


def test_rules_side_by_side(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(Rules.preset("southern").replace(name="ours").to_toml(), encoding="utf-8")
    same = run("rules", "southern", path).out
    assert "ours" in same
    assert "≠" not in same
    lines = run("rules", "southern", "zipi", "pagat").out.splitlines()
    differing = {line.split()[0] for line in lines if "≠" in line}
    assert {"players", "instant_wins", "points", "match_hands", "DS3", "DS4+"} <= differing
    assert not {"decks", "hand_size", "folding"} & differing
