"""The arena: the same hands in C++ and in Python, in one run or in several; wrong input."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import some_bots
from tienlen import ArenaError, BotError, Record, Rules, TienlenError, _core
from tienlen.arena import Arena, Settings, Stop, play, running, seatings, versus
from tienlen.arena.playing import compiled, payoffs, play_compiled, play_deal, play_here
from tienlen.arena.seeds import decision_seed, hand_seed
from tienlen.arena.tally import Deals
from tienlen.reference.rng import Rng

SOUTHERN = Rules.preset("southern")
PAGAT = Rules.preset("pagat")


def joined(parts: list[Deals]) -> Deals:
    return Deals(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def same(a: Deals, b: Deals) -> bool:
    """Equal but for the time."""
    return all(np.array_equal(x, y) for x, y in zip(a[:-1], b[:-1], strict=True))


# --- seats ---------------------------------------------------------------------------------------


def test_seatings() -> None:
    assert seatings([0, 1]) == ((0, 1), (1, 0))
    assert len(seatings([0, 1, 2, 3])) == 24
    assert len(seatings([0, 1, 2, 2])) == 12
    assert len(seatings([0, 1, 1, 1])) == 4
    assert seatings([0, 0, 0]) == ((0, 0, 0),)


def test_entrants_named_twice_are_one() -> None:
    settings = Settings.of(SOUTHERN, ["rules", "greedy", "greedy", "rules"])
    assert settings.labels == ("rules", "greedy")
    assert len(settings.seatings) == 6
    twice = Settings.of(SOUTHERN, ["a=rules", "b=rules", "b=rules", "b=rules"])
    assert twice.labels == ("a", "b")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_versus_mixes_all_seats(players: int) -> None:
    settings = Settings.versus(PAGAT, "rules", "greedy", players=players)
    assert len(settings.seatings) == 2**players - 2
    assert all(set(seating) == {0, 1} for seating in settings.seatings)
    seats = np.array(settings.seatings)
    assert (seats == 0).sum() == (seats == 1).sum()


# --- the same hands in both loops ----------------------------------------------------------------

CASES = [
    (SOUTHERN, ["rules", "greedy", "random", "random"]),
    (SOUTHERN, ["flat:30,chain_steps=80", "lowest", "lowest", "lowest"]),
    (Rules.preset("zipi"), ["random", "greedy", "greedy", "rules"]),
    (Rules.preset("strict"), ["ismcts:25,chain_steps=80", "rules", "rules", "rules"]),
    (Rules.preset("xiii"), ["flat:30,chain_steps=80", "random", "ismcts:30"]),
    (PAGAT, ["flat:25,chain_steps=40", "cheater:25"]),
    (
        PAGAT.replace(hand_size=17, players=(2, 3), spare_card="leader"),
        ["flat:20,chain_steps=80", "rules", "rules"],
    ),
]


@pytest.mark.parametrize(("rules", "entrants"), CASES)
def test_the_loop_in_python_plays_the_same_hands(rules: Rules, entrants: list[str]) -> None:
    settings = Settings.of(rules, entrants, seed=4)
    deals = 2 if any(":" in entrant for entrant in entrants) else 12
    here = joined([play_deal(settings, deal, with_records=False).deals for deal in range(deals)])
    assert same(here, compiled(settings, 0, deals, threads=2))
    assert here.points.sum() == deals * len(settings.seatings) * sum(payoffs(settings))


def test_a_bot_in_disguise_plays_the_same_hands() -> None:
    built_in = Settings.of(SOUTHERN, ["Greedy=greedy", "Chance=random", "rules", "rules"], seed=2)
    foreign = Settings.of(
        SOUTHERN, [some_bots.Greedy(), some_bots.Chance(), "rules", "rules"], seed=2
    )
    one, other = Arena(built_in), Arena(foreign)
    one.run(6)
    other.run(6)
    tallies = [arena._tally.to_dict() for arena in (one, other)]
    for told in tallies:
        assert sum(told.pop("nanoseconds")) > 0
    assert tallies[0] == tallies[1]


@pytest.mark.slow
def test_processes_play_the_same_hands() -> None:
    entrants = ["some_bots:Highest", "some_bots:Chance", "rules", "flat:20,chain_steps=80"]
    settings = Settings.of(SOUTHERN, entrants, seed=3)
    alone = list(play_here(settings, 2, 6, threads=1, with_records=True))
    apart = list(play_here(settings, 2, 6, threads=2, with_records=True))
    assert len(alone) == len(apart) == 4
    for one, other in zip(alone, apart, strict=True):
        assert same(one.deals, other.deals)
        assert one.records == other.records


@pytest.mark.slow
def test_errors_come_from_other_processes() -> None:
    settings = Settings.of(PAGAT, ["some_bots:Broken", "rules"])
    with pytest.raises(BotError, match=r"Broken: 2[sh]") as caught:
        Arena(settings).run(4, threads=2)
    assert caught.value.position

    class Local:
        choose = print

    with pytest.raises(ArenaError, match="cannot be sent to other processes"):
        Arena(Settings.of(PAGAT, [Local(), "rules"])).run(4, threads=2)


def test_portions_and_threads_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings.of(SOUTHERN, ["rules", "greedy", "random", "lowest"], seed=8)
    whole = compiled(settings, 3, 20, threads=1)
    for seconds in (1e-9, 1e-4, 10.0):
        monkeypatch.setattr("tienlen.arena.playing._SECONDS", seconds)
        parts = [played.deals for played in play_compiled(settings, 3, 23, threads=3)]
        assert same(joined(parts), whole)
    assert len(parts) > 1


def test_seeds_are_as_documented() -> None:
    for seed, deal, seating, ply in [(1, 0, 0, 0), (2**64 - 1, 7, 3, 11), (0, 10**9, 23, 200)]:
        of_hand = Rng(Rng(2**64 - 1 - seed, deal).next(), seating).next()
        rng = Rng(of_hand, ply)
        assert hand_seed(seed, deal, seating) == of_hand
        assert decision_seed(of_hand, ply) == rng.next() ^ rng.next()


# --- one run or several --------------------------------------------------------------------------


def state_of(arena: Arena) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(arena.to_json())
    del told["tally"]["nanoseconds"]
    return told


def test_resuming_is_the_same_as_one_run(tmp_path: Path) -> None:
    settings = Settings.of(
        SOUTHERN, ["rules", "new=flat:10,chain_steps=0", "random", "random"], seed=5
    )
    whole, parts = Arena(settings), Arena(settings)
    whole.run(12)
    path = tmp_path / "arena.json"
    for deals in (1, 5, 12):
        parts.run(deals, threads=2)
        parts.save(path)
        parts = Arena.load(path)
        assert parts.deals == deals
    assert state_of(parts) == state_of(whole)
    assert parts.settings == whole.settings
    again, once = parts.standing, whole.standing
    assert [row.points for row in again.rows] == [row.points for row in once.rows]
    assert again.pairs == once.pairs
    assert parts.run(7) == again  # there are more already
    assert list(tmp_path.iterdir()) == [path]


def test_resuming_with_a_rule_for_stopping() -> None:
    settings = Settings.versus(SOUTHERN, "greedy", "lowest", seed=5)
    stop = Stop("greedy", "lowest")
    whole, parts = Arena(settings, stop), Arena(settings, stop)
    whole.run(2000)
    for deals in (10, 39, 41, 2000):
        parts.run(deals)
        parts = Arena.from_json(parts.to_json())
    assert state_of(parts) == state_of(whole)
    assert whole.is_decided
    assert stop.first_look <= whole.deals < 2000
    found = parts.sequential
    assert found is not None
    assert found.verdict == "a"
    assert found == whole.sequential


def test_progress_and_interruption() -> None:
    arena = Arena(Settings.of(SOUTHERN, ["greedy", "random", "random", "random"]))
    seen = []

    def progress(now: Arena) -> None:
        seen.append(now.deals)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena.run(10**9, progress=progress)
    assert seen == sorted(set(seen))
    assert arena.deals == seen[-1]
    assert arena.standing.deals == seen[-1]
    whole = Arena(arena.settings)
    whole.run(arena.deals)
    assert state_of(whole) == state_of(arena)


@pytest.mark.skipif(os.name == "nt", reason="os.kill would end the process")
@pytest.mark.parametrize("bot", ["flat:100000000", "some_bots:Thoughtful"])
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_does_not_wait_for_a_thought(bot: str, threads: int) -> None:
    arena = Arena(Settings.of(PAGAT, [bot, "rules"]))
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    began = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        arena.run(10, threads=threads)
    assert time.monotonic() - began < 30
    assert arena.deals == 0
    for process in multiprocessing.active_children():
        process.join(20)
    assert multiprocessing.active_children() == []


def test_bots_as_objects_cannot_be_saved() -> None:
    arena = Arena(Settings.of(PAGAT, [some_bots.Greedy(), "rules"]))
    with pytest.raises(ArenaError, match="Greedy is an object"):
        arena.to_json()
    kept = Arena(Settings.of(PAGAT, ["some_bots:Greedy", "mine=some_bots:Greedy"]))
    assert Arena.from_json(kept.to_json()).settings.labels == ("some_bots:Greedy", "mine")


# --- records -------------------------------------------------------------------------------------


def test_records_are_those_of_the_hands() -> None:
    settings = Settings.of(Rules.preset("zipi"), ["rules", "greedy", "random", "random"], seed=6)
    lines: list[str] = []
    standing = Arena(settings).run(3, records=lines.append)
    assert len(lines) == standing.hands == 36
    records = [Record.from_json(line) for line in lines]
    points = dict.fromkeys(settings.labels, 0)
    for number, record in enumerate(records):
        deal, seating = divmod(number, 12)
        assert (record.seed, record.deal) == (6, deal)
        assert record.comment == f"seating {seating}"
        assert record.names == tuple(settings.labels[e] for e in settings.seatings[seating])
        final = record.final.points
        assert final is not None
        for name, won in zip(record.names, final, strict=True):
            points[name] += won
    for row in standing.rows:
        assert row.points.value * row.seats == pytest.approx(points[row.label])


# --- wrong input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Settings.of(SOUTHERN, ["rules", "greedy"]), "2 entrants, but southern is .* by 4"),
        (lambda: Settings.of(PAGAT, ["rules"]), "1 entrant, but pagat is played by 2 or 3 or 4"),
        (lambda: Settings.of(PAGAT, []), "0 entrants"),
        (lambda: Settings.of(PAGAT, ["rules"] * 5), "5 entrants"),
        (lambda: Settings.of(PAGAT, ["rules", "x=lowest,x"]), "unknown"),
        (lambda: Settings.of(PAGAT, ["a=rules", "a=greedy"]), "two different bots are called a"),
        (lambda: Settings.of(PAGAT, ["=rules", "greedy"]), "a label has 1 to 64"),
        (lambda: Settings.of(PAGAT, ["a\x07=rules", "greedy"]), "a label has 1 to 64"),
        (lambda: Settings.of(PAGAT, ["x" * 65 + "=rules", "greedy"]), "a label has 1 to 64"),
        (lambda: Settings.of(PAGAT, ["rules", "greedy"], seed=-1), "seed -1"),
        (lambda: Settings.of(PAGAT, ["rules", "greedy"], seed=2**64), "seed 0x1"),
        (lambda: Settings.of(PAGAT, ["rules", "greedy"], seed=True), "seed True"),
        (lambda: Settings.of(PAGAT, ["rules", "greedy"], seed=1.0), "seed 1.0"),
        (lambda: Settings.versus(PAGAT, "rules", "rules"), "against itself"),
        (lambda: Settings.versus(PAGAT, "rules", "greedy", players=5), "5 players"),
        (
            lambda: Settings.versus(SOUTHERN, "rules", "greedy", players=3),
            "southern is played by 4",
        ),
        (lambda: play(PAGAT, ["rules", "greedy"], deals=0), "deals 0: expected 1 to"),
        (lambda: play(PAGAT, ["rules", "greedy"], deals=10**30), "deals 0x"),
        (lambda: play(PAGAT, ["rules", "greedy"], deals=1.5), "deals 1.5"),
        (lambda: play(PAGAT, ["rules", "greedy"], deals=5, threads=0), "threads 0"),
        (lambda: versus(PAGAT, "rules", "greedy", deals=5, threads=9999), "threads 9999"),
        (lambda: versus(PAGAT, "rules", "greedy", deals=5, stop=Stop("rules", "x")), "called 'x'"),
        (lambda: versus(PAGAT, "rules", "greedy", deals=5, stop=Stop("rules", "rules")), "itself"),
        (lambda: Stop("a", "b", error=0), "error 0"),
        (lambda: Stop("a", "b", error=float("nan")), "error nan"),
        (lambda: Stop("a", "b", error="x"), "error 'x'"),
        (lambda: Stop("a", "b", margin=-1), "margin -1"),
        (lambda: Stop("a", "b", margin=float("inf")), "margin inf"),
        (
            lambda: Arena(Settings.of(PAGAT, ["rules", "greedy"])).standing,
            "no deal has been played",
        ),
    ],
)
def test_wrong_input(call: Any, words: str) -> None:
    with pytest.raises(TienlenError, match=words) as caught:
        call()
    assert len(str(caught.value)) < 400


def test_rules_must_be_rules() -> None:
    with pytest.raises(TypeError, match="expected Rules"):
        play("southern", ["rules"] * 4, deals=1)  # type: ignore[arg-type]


def changed(told: dict[str, Any], path: str, value: Any) -> str:
    *steps, last = path.split(".")
    inner: Any = told
    for step in steps:
        inner = inner[int(step) if step.isdigit() else step]
    inner[int(last) if last.isdigit() else last] = value
    return json.dumps(told)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", "tienlen-arena 9"),
        ("version", "0.0"),
        ("settings", None),
        ("settings.mode", "other"),
        ("settings.seed", -1),
        ("settings.seed", "1"),
        ("settings.players", 3),
        ("settings.entrants", []),
        ("settings.entrants.0.bot", "grandmaster"),
        ("settings.entrants.0.label", "greedy"),
        ("settings.seatings", [[0, 0]]),
        ("settings.seatings", [[0, 5], [5, 0]]),
        ("settings.rules", {"players": 9}),
        ("stop", {"a": "rules"}),
        ("stop", {"a": "rules", "b": "nobody"}),
        ("stop", {"a": "rules", "b": "greedy", "error": "small"}),
        ("tally", None),
        ("tally.deals", -1),
        ("tally.deals", 2.0),
        ("tally.deals", 4),
        ("tally.sums", [1, 2]),
        ("tally.sums.0", "1"),
        ("tally.sums.0", 2**70),
        ("tally.sums.0", 10**6),
        ("tally.products", [[]]),
        ("tally.products.0.0", -5),
        ("tally.nanoseconds", {}),
        ("tally.more", 1),
    ],
)
def test_saved_arenas_are_checked(path: str, value: Any) -> None:
    arena = Arena(Settings.of(PAGAT, ["rules", "greedy"]))
    arena.run(3)
    text = arena.to_json()
    assert Arena.from_json(text).deals == 3
    with pytest.raises(TienlenError):
        Arena.from_json(changed(json.loads(text), path, value))


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "[" * 100_000, '{"format": 1}'])
def test_what_is_no_saved_arena(text: str, tmp_path: Path) -> None:
    path = tmp_path / "arena.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ArenaError, match=r"arena\.json: this is no"):
        Arena.load(path)


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "arena.json"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ArenaError, match="no text in UTF-8"):
        Arena.load(path)
    monkeypatch.setattr(running, "_MOST_BYTES", 100)
    path.write_bytes(b" " * 101)
    with pytest.raises(ArenaError, match="larger than"):
        Arena.load(path)
    with pytest.raises(FileNotFoundError):
        Arena.load(tmp_path / "none.json")


RULES_ARE = {"players": 2, "deals": 1, "seed": 1}


@pytest.mark.parametrize(
    ("bots", "orders", "words"),
    [
        ([], [[0, 0]], "1 to 4 bots"),
        ([{"policy": "rules"}] * 5, [[0, 0]], "1 to 4 bots"),
        ([{"policy": "deep"}], [[0, 0]], "expected one of random"),
        ([{"speed": 3}], [[0, 0]], "no option 'speed'"),
        ([{"iterations": 0}], [[0, 0]], "iterations"),
        ([{"policy": "rules"}], [], "seatings"),
        ([{"policy": "rules"}], [[0, 0]] * 1025, "seatings"),
        ([{"policy": "rules"}], [[0, 0, 0]], "a seating of 3 seats"),
        ([{"policy": "rules"}], [[0, 1]], "seating 1 is out of range"),
        ([{"policy": "rules"}], [[0, -1]], "seating -1 is out of range"),
    ],
)
def test_the_compiled_loop_checks_what_it_gets(bots: Any, orders: Any, words: str) -> None:
    with pytest.raises(TienlenError, match=words):
        _core._play_deals(PAGAT, bots, orders, **RULES_ARE)
