"""Records that are wrong: every contradiction is refused, by line or by entry."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tienlen import Record, RecordError, Rules
from tienlen.record import HandRecord

PAGAT = Rules.preset("pagat")

ENDED = """\
format: tienlen-record 1
kind: hand
rules: southern
players: 4
name 0: An
name 2: Chi
date: 2026-01-31
comment: two lines,
comment: this is the second

hand 1
seat 0: 3s 2h
seat 1: 4s 5s
seat 2: 6s 7s
seat 3: 9s Ah
leader: 0, owes 3s
1. 0: 3s, 1: 4s, 2: 6s, 3: 9s, 0: 2h, 1: pass, 2: pass, 3: pass
9. 1: 5s, 2: 7s
places: 0 1 2 3
points: 3 2 1 0
"""

# --- faults in text ------------------------------------------------------------------------------


def cut(start: str, end: str = "\n") -> Callable[[str], str]:
    """Take the line away that begins like this."""

    def change(text: str) -> str:
        at = text.index(start)
        return text[:at] + text[text.index(end, at) + 1 :]

    return change


def swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        (lambda _: "", 1, "expected 'format: tienlen-record 1' first"),
        (cut("format"), 1, "expected 'format: tienlen-record 1' first"),
        (swap("record 1", "record 2"), 1, "expected tienlen-record 1"),
        (swap("kind: hand", "kind: game"), 2, "expected hand or match"),
        (cut("kind"), 10, "expected 'kind: …' in the header"),
        (cut("players"), 10, "expected 'players: …' in the header"),
        (swap("rules: southern", "rules: sothern"), 3, "did you mean southern"),
        (swap("rules: southern", "rules:\n  points = 3"), 3, "4 whole numbers"),
        (swap("rules: southern", "rules:\n  points = "), 3, "valid TOML"),
        (swap("rules: southern", "rules:"), 3, "southern, xiii"),
        (swap("rules: southern", "rules: southern\nrules: zipi"), 4, "'rules' once"),
        (swap("players: 4", "players: 3"), 4, "expected '4'"),
        (swap("players: 4", "players: four"), 4, "expected a number"),
        (swap("players: 4", "players: 4\nseed: 7"), 13, "expected the cards of deal 0 of seed 7"),
        (swap("players: 4", "players: 4\nseed: 99999999999999999999"), 5, "0 to 2**64 - 1"),
        (swap("players: 4", "players: 4\ndeal: 2"), 5, "only with a seed"),
        (swap("name 2", "name 4"), 9, "names of seats 0 to 3"),
        (swap("name 2", "name"), 6, "expected SEAT after 'name'"),
        (swap("name 2", "name 0"), 6, "'name 0' once"),
        (swap("Chi", "x" * 65), 6, "64 printable"),
        (swap("2026-01-31", "yesterday"), 7, "expected one like 2026-01-31"),
        (swap("two lines", "two\tlines"), 8, "printable characters"),
        (swap("comment: two", "colour: two"), 8, "expected 'hand 1', not 'colour"),
        (swap("hand 1", "hand 2"), 11, "expected 'hand 1'"),
        (lambda text: text[: text.index("hand 1")], 9, "expected 'hand 1', not the end"),
        (swap("seat 3", "seat 5"), 15, "expected seat 3"),
        (swap("seat 2", "seat 1"), 14, "expected 'seat 1' once"),
        (cut("seat 3"), 4, "players: expected '3'"),
        (swap("4s 5s", "4s 5x"), 13, "unknown card"),
        (swap("4s 5s", "4s 4s"), 13, "twice"),
        (swap("4s 5s", "6s 5s"), 12, "6s"),
        (swap("4s 5s", ""), 12, "seat 1"),
        (swap("0, owes 3s", "1, owes 3s"), 16, "leader: expected '0, owes 3s'"),
        (swap("0, owes 3s", "0, owes 2h"), 16, "leader: expected '0, owes 3s'"),
        (swap("0, owes 3s", "0, owes 3x"), 16, "unknown card"),
        (swap("0, owes 3s", "7"), 12, "seat 7"),
        (swap("0, owes 3s", "nobody"), 16, "expected '2', '2, owes 3s' or 'lowest card'"),
        (swap("0, owes 3s", "1"), 17, "plies[0]: it is not the turn of seat 0"),
        (cut("leader"), 16, "expected 'leader: …'"),
        (swap("leader", "position: 3s | 4s\nleader"), 11, "either with the cards dealt or"),
        (swap("leader", "spare: 2s\nleader"), 12, "spare card"),
        (swap("leader", "trade: 0 gives 3s, 1 gives 4s\nleader"), 16, "trades[0]"),
        (swap("leader", "trade: 0 gives 3s\nleader"), 16, "'0 gives CARDS, 1 gives CARDS'"),
        (swap("1. 0", "2. 0"), 17, "expected the plays from ply 1 on"),
        (swap("9. 1", "8. 1"), 18, "expected the plays from ply 9 on"),
        (swap(", 2: 6s", ", 2: 2s"), 17, "plies[2]: 2s: seat 2 does not hold"),
        (swap(", 2: 6s", ", 2: 6s 6s"), 17, "plies[2]"),
        (swap(", 2: 6s", ", 2: "), 17, "not a pass"),
        (swap(", 2: 6s", ", 2; 6s"), 17, "expected 'SEAT: CARDS', not '2; 6s'"),
        (swap(", 2: 6s", ", 2: fold"), 17, "plies[2]: "),
        (swap("1: 5s", "1: pass"), 18, "plies[8]: seat 1 leads and must play"),
        (swap("2: 7s", "2: 7s, 3: Ah"), 18, "plies[10]: the hand is over"),
        (swap(", 2: 7s", ""), 19, "expected no 'places' after these plays"),
        (swap("0 1 2 3", "0 1 3 2"), 19, "places: expected '0 1 2 3', not '0 1 3 2'"),
        (swap("3 2 1 0", "3 2 1"), 20, "points: expected '3 2 1 0', not '3 2 1'"),
        (cut("points"), 19, "expected 'points: 3 2 1 0' at the end of the hand"),
        (lambda text: text[: text.index("places")], 18, "expected 'places: 0 1 2 3'"),
        (swap("places", "to move: 1\nplaces"), 19, "expected no 'to move'"),
        (swap("points", "winners: 0\npoints"), 20, "expected no 'winners'"),
        (swap("points", "places: 0 1 2 3\npoints"), 20, "expected 'places' once"),
        (lambda text: text + "\nhand 2\n", 22, "either with the cards dealt or"),
        (lambda text: text + "points: lots\n", 21, "expected 'points' once"),
        (lambda text: text + "the end\n", 21, "expected 'hand 2' or the end, not 'the end'"),
    ],
)
def test_faults_name_the_line(change: Any, line: int, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.parse(change(ENDED))
    assert words in str(caught.value)
    assert caught.value.line == line, str(caught.value)
    assert str(caught.value).startswith(f"line {line}: ")


def test_every_shortened_record_is_refused() -> None:
    lines = ENDED.splitlines(keepends=True)
    for count in range(len(lines)):
        with pytest.raises(RecordError):
            Record.parse("".join(lines[:count]))


@given(st.data())
@settings(deadline=None, max_examples=300)
def test_mutated_text_is_read_or_refused(data: st.DataObject) -> None:
    text = ENDED
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        insert = data.draw(st.text(max_size=3) | st.sampled_from(list(ENDED.splitlines())))
        text = text[:at] + insert + text[at + data.draw(st.integers(0, 8)) :]
    try:
        record = Record.parse(text)
    except RecordError:
        return
    assert Record.parse(str(record)) == record


def test_size_limits() -> None:
    with pytest.raises(RecordError, match="at most"):
        Record.parse("#" * (4 * 1024 * 1024 + 1))
    with pytest.raises(RecordError, match="at most"):
        Record.from_json(" " * (16 * 1024 * 1024 + 1))
    with pytest.raises(RecordError, match="at most 65536"):
        Record(rules=PAGAT, hands=(HandRecord(hands=("3s", "4s")),), comment="x" * 70_000)
    for junk in (None, 3, b"format"):
        with pytest.raises(RecordError, match="expected text"):
            Record.parse(junk)  # type: ignore[arg-type]
        with pytest.raises(RecordError, match="expected text"):
            Record.from_json(junk)  # type: ignore[arg-type]


# --- faults in JSON ------------------------------------------------------------------------------


def data_of(text: str) -> Any:
    return json.loads(Record.parse(text).to_json())


@pytest.mark.parametrize(
    ("path", "value", "where", "words"),
    [
        (("format",), "pgn", "format", "tienlen-record"),
        (("version",), 2, "version", "[1]"),
        (("version",), True, "version", "[1]"),
        (("kind",), "game", "kind", "match"),
        (("rules",), "sothern", "rules", "did you mean"),
        (("rules",), 3, "rules", "a table of fields"),
        (("rules",), {"base": "southern", "decks": 2}, "rules", "not supported yet"),
        (("players",), 3, "players", "expected 4"),
        (("players",), 4.0, "players", "expected 4"),
        (("seed",), -1, "seed", "0 to 2**64 - 1"),
        (("seed",), "7", "seed", "0 to 2**64 - 1"),
        (("seed",), 7, "hands[0].hands", "the cards of deal 0 of seed 7"),
        (("deal",), 1, "deal", "only with a seed"),
        (("deal",), None, "deal", "a whole number"),
        (("names",), ["An"], "names", "each of the 4 seats"),
        (("names",), [1, 2, 3, 4], "names[0]", "printable"),
        (("date",), "soon", "date", "2026-01-31"),
        (("date",), 3, "date", "a text"),
        (("comment",), "\x00", "comment", "printable"),
        (("comment",), None, "comment", "a text"),
        (("extra",), 1, "extra", "expected one of"),
        (("hands",), [], "hands", "one hand"),
        (("hands",), {}, "hands", "a list"),
        (("hands", 0), [], "hands[0]", "an object"),
        (("hands", 0, "extra"), 1, "hands[0].extra", "expected one of"),
        (("hands", 0, "hands"), ["3s", 4, "5s", "6s"], "hands[0].hands[1]", "cards as text"),
        (("hands", 0, "hands", 2), "7x", "hands[0].hands[2]", "7x"),
        (("hands", 0, "hands"), [], "hands[0]", "either with"),
        (("hands", 0, "leader"), True, "hands[0].leader", "a whole number"),
        (("hands", 0, "leader"), 9, "hands[0].hands", "seat 9"),
        (("hands", 0, "spare"), 3, "hands[0].spare", "a text"),
        (("hands", 0, "position"), "3s | 4s", "hands[0]", "either with"),
        (("hands", 0, "trades"), [[0, "3s", 1]], "hands[0].trades[0]", "a list of 4"),
        (("hands", 0, "trades"), [[0, "3s", 1, "4s"]], "hands[0].trades[0]", "trad"),
        (("hands", 0, "plies", 3), [3], "hands[0].plies[3]", "a list of 2"),
        (("hands", 0, "plies", 3), ["3", "9s"], "hands[0].plies[3]", "a whole number"),
        (("hands", 0, "plies", 3), [3, 9], "hands[0].plies[3]", "a text"),
        (("hands", 0, "plies", 3), [3, "9h"], "hands[0].plies[3]", "does not hold"),
        (("hands", 0, "plies", 3), [-1, "9s"], "hands[0].plies[3]", "seat"),
        (("hands", 0, "result", "places"), [0, 1, 3, 2], "hands[0].result", "by the plays"),
        (("hands", 0, "result"), None, "hands[0].result", "by the plays"),
        (("hands", 0, "to_move"), 1, "hands[0].to_move", "by the plays"),
    ],
)
def test_faults_name_the_entry(path: Any, value: Any, where: str, words: str) -> None:
    data = data_of(ENDED)
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(RecordError) as caught:
        Record.from_json(json.dumps(data))
    assert words in str(caught.value)
    assert caught.value.where == where
    assert str(caught.value).startswith(f"{where}: ")


@pytest.mark.parametrize("key", ["format", "version", "kind", "rules", "players", "hands"])
def test_missing_entries(key: str) -> None:
    data = data_of(ENDED)
    del data[key]
    with pytest.raises(RecordError, match=f"{key}: expected, but missing"):
        Record.from_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "[" * 100_000, "9" * 5_000])
def test_json_that_is_none(text: str) -> None:
    with pytest.raises(RecordError, match="expected"):
        Record.from_json(text)
