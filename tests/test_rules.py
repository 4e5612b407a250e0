"""`Rules`: the published games, text and back, and every wrong value refused by name."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tienlen.rules
from tienlen.chops import CLASSES, ChopTable
from tienlen.errors import RulesError
from tienlen.rules import INSTANT_WINS, PRESETS, Rules

FIELDS = set(Rules().to_dict())
PRESET_FILES = Path(tienlen.rules.__file__).parent / "presets"

tables = st.dictionaries(
    st.sampled_from(CLASSES), st.lists(st.sampled_from(CLASSES), unique=True)
).map(ChopTable)
printable = st.text(
    st.characters(exclude_categories=("C", "Z")) | st.just(" "), min_size=1, max_size=64
)


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Any rules at all that are allowed."""
    hand_size = draw(st.sampled_from([13, 17]))
    counts = [2, 3, 4] if hand_size == 13 else [2, 3]
    players = draw(st.lists(st.sampled_from(counts), min_size=1, unique=True).map(sorted))
    points = sorted(draw(st.lists(st.integers(-1000, 1000), min_size=4, max_size=4)), reverse=True)
    uneven = all(points[-n] > points[-1] for n in players)
    winnable = uneven and all(points[-n] > 0 for n in players)
    target = draw(st.integers(1, 1_000_000)) if winnable and draw(st.booleans()) else None
    return Rules(
        name=draw(printable),
        players=tuple(players),
        hand_size=hand_size,
        spare_card=draw(st.sampled_from(["out", "leader"])),
        twos_in_sequences=draw(st.booleans()),
        chops=draw(tables),
        led_bombs=draw(st.booleans()),
        leader_may_pass=draw(st.booleans()),
        benched_may_chop=draw(st.sampled_from(["never", "twos", "twos_and_bombs"])),
        folding=draw(st.booleans()),
        trading=draw(st.booleans()),
        instant_wins=tuple(draw(st.lists(st.sampled_from(INSTANT_WINS), unique=True))),
        quad_is_two_pairs=draw(st.booleans()),
        points=tuple(points),
        next_leader=draw(st.sampled_from(["winner", "lowest_card"])),
        loser_deals=draw(st.booleans()),
        match_hands=draw(st.integers(1, 1000)) if target is None else None,
        match_target=target,
        match_tiebreak=uneven and draw(st.booleans()),
    )


# --- the published games -------------------------------------------------------------------------

ALL_WINS = ("four_twos", "dragon", "six_pairs", "five_consecutive_pairs")
# name: players, leader may pass, benched may chop, folding, instant wins, points, next leader,
#       loser deals, hands, target, tiebreak
PUBLISHED: dict[str, tuple[Any, ...]] = {
    "southern": ((4,), False, "never", False, (), (3, 2, 1, 0), "winner", False, None, 10, True),
    "xiii": (
        *((2, 3, 4), True, "never", True, (), (0, 0, 0, 0), "lowest_card"),
        *(False, 1, None, False),
    ),
    "zipi": (
        *((4,), False, "never", False, ALL_WINS, (3, 2, 1, 0), "winner"),
        *(False, 3, None, False),
    ),
    "strict": ((4,), False, "twos", False, (), (3, 2, 1, 0), "winner", False, 4, None, True),
    "pagat": (
        *((2, 3, 4), False, "twos_and_bombs", False, (), (0, 0, 0, -1), "winner"),
        *(True, 1, None, False),
    ),
}


@pytest.mark.parametrize("name", PRESETS)
def test_published_values(name: str) -> None:
    rules = Rules.preset(name)
    assert rules.name == name
    assert PUBLISHED[name] == (
        rules.players,
        rules.leader_may_pass,
        rules.benched_may_chop,
        rules.folding,
        rules.instant_wins,
        rules.points,
        rules.next_leader,
        rules.loser_deals,
        rules.match_hands,
        rules.match_target,
        rules.match_tiebreak,
    )
    assert (rules.decks, rules.hand_size, rules.spare_card) == (1, 13, "out")
    assert rules.led_bombs
    assert rules.quad_is_two_pairs
    assert not rules.twos_in_sequences
    assert not rules.trading


@pytest.mark.parametrize("name", PRESETS)
def test_preset_files_state_every_field(name: str) -> None:
    stated = tomllib.loads((PRESET_FILES / f"{name}.toml").read_text(encoding="utf-8"))
    unset = "match_hands" if stated.get("match_hands") is None else "match_target"
    assert set(stated) == FIELDS - {unset}
    # The rows stand in the file as `to_dict` writes them, so a table can be compared by eye.
    assert stated["chops"] == Rules.preset(name).chops.to_dict()


def test_presets_are_the_files() -> None:
    assert {path.stem for path in PRESET_FILES.glob("*.toml")} == set(PRESETS)
    assert Rules.preset("zipi") is Rules.preset("zipi")
    assert len({Rules.preset(name) for name in PRESETS}) == len(PRESETS)


def test_options_of_the_pages() -> None:
    pagat = Rules.preset("pagat")
    wide = pagat.replace(hand_size=17, players=(2, 3), spare_card="leader", trading=True)
    assert wide.hand_size == 17
    assert pagat.replace(instant_wins=["four_twos"]).instant_wins == ("four_twos",)
    assert Rules.preset("zipi").replace(instant_wins=()).instant_wins == ()
    assert Rules.preset("strict").replace(match_hands=1).match_hands == 1
    quad_too = pagat.replace(chops=pagat.chops.with_row("pair_of_2s", ["quad", "DS4"]))
    assert quad_too.chops["pair_of_2s"] == {"quad", "DS4"}


# --- text and back -------------------------------------------------------------------------------


@given(any_rules())
@settings(deadline=None)
def test_round_trips(rules: Rules) -> None:
    for again in (
        Rules.from_toml(rules.to_toml()),
        Rules.from_json(rules.to_json()),
        Rules.from_dict(rules.to_dict()),
        eval(repr(rules)),
        pickle.loads(pickle.dumps(rules)),
        copy.copy(rules),
        copy.deepcopy(rules),
        rules.replace(),
    ):
        assert again == rules
        assert hash(again) == hash(rules)
    assert json.loads(rules.to_json()) == rules.to_dict()


@given(any_rules(), any_rules())
@settings(deadline=None)
def test_equal_means_all_fields_are(a: Rules, b: Rules) -> None:
    assert (a == b) == (a.to_dict() == b.to_dict())


@pytest.mark.parametrize("name", PRESETS)
def test_repr_of_a_preset_is_short(name: str) -> None:
    rules = Rules.preset(name)
    assert repr(rules) == f"Rules.preset({name!r})"
    assert eval(repr(rules)) == rules
    changed = rules.replace(twos_in_sequences=True)
    assert repr(changed) != repr(rules)
    assert eval(repr(changed)) == changed


def test_the_defaults_are_the_plain_game() -> None:
    assert repr(Rules()) == "Rules(name='custom')"
    assert Rules.from_toml("") == Rules.from_dict({}) == Rules()
    assert not any(Rules().chops.values())


def test_base() -> None:
    zipi = Rules.preset("zipi")
    text = (
        'base = "zipi"\nname = "ours"\nmatch_target = 12\n[chops]\nsingle_2 = []\n"DS3+" = ["S12"]'
    )
    rules = Rules.from_toml(text)
    assert rules == zipi.replace(
        name="ours",
        match_target=12,
        chops=zipi.chops.with_rows({"single_2": [], "DS3+": ["S12"]}),
    )
    assert rules.match_hands is None
    assert rules.instant_wins == zipi.instant_wins
    assert rules.chops["quad"] == zipi.chops["quad"]
    assert Rules.from_json('{"base": "zipi"}') == zipi


def test_one_end_of_a_match_replaces_the_other() -> None:
    southern = Rules.preset("southern")
    assert southern.replace(match_hands=2).match_target is None
    assert Rules.preset("zipi").replace(match_target=9).match_hands is None
    assert Rules.from_toml("match_target = 5").match_hands is None


def test_from_file(tmp_path: Path) -> None:
    rules = Rules.preset("pagat").replace(name="Tiến lên ♠")
    (tmp_path / "r.toml").write_text(rules.to_toml(), encoding="utf-8")
    (tmp_path / "r.json").write_text(rules.to_json(), encoding="utf-8")
    (tmp_path / "bom.toml").write_text(rules.to_toml(), encoding="utf-8-sig")
    assert Rules.from_file(tmp_path / "r.toml") == rules
    assert Rules.from_file(str(tmp_path / "r.json")) == rules
    assert Rules.from_file(tmp_path / "bom.toml") == rules
    with pytest.raises(FileNotFoundError):
        Rules.from_file(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes('name = "Tiên"'.encode("latin-1"))
    with pytest.raises(RulesError, match="UTF-8"):
        Rules.from_file(tmp_path / "latin.toml")
    (tmp_path / "big.toml").write_text("#" * 70_000)
    with pytest.raises(RulesError, match="at most 65536 bytes"):
        Rules.from_file(tmp_path / "big.toml")


def test_normal_forms() -> None:
    assert Rules(players=3).players == (3,)  # type: ignore[arg-type]
    assert Rules.from_dict({"players": [2, 4]}).players == (2, 4)
    assert Rules(instant_wins=("dragon", "four_twos")).instant_wins == ("four_twos", "dragon")
    assert Rules.from_dict({"chops": ChopTable({"quad": ["S12"]})}).chops["quad"] == {"S12"}


@pytest.mark.parametrize(
    ("name", "players", "points"),
    [
        ("southern", 4, (3, 2, 1, 0)),
        ("pagat", 2, (0, -1)),
        ("pagat", 3, (0, 0, -1)),
        ("pagat", 4, (0, 0, 0, -1)),
        ("xiii", 3, (0, 0, 0)),
    ],
)
def test_points_by_place(name: str, players: int, points: tuple[int, ...]) -> None:
    assert Rules.preset(name).points_by_place(players) == points


@pytest.mark.parametrize("players", [1, 2, 5, True, "4"])
def test_points_by_place_for_other_numbers(players: Any) -> None:
    with pytest.raises(RulesError, match="allowed: 4"):
        Rules.preset("southern").points_by_place(players)


def test_rules_are_immutable() -> None:
    with pytest.raises(AttributeError):
        Rules().name = "other"  # type: ignore[misc]


# --- refusals ------------------------------------------------------------------------------------

SWITCHES = [
    *("twos_in_sequences", "led_bombs", "leader_may_pass", "folding", "trading"),
    *("quad_is_two_pairs", "loser_deals", "match_tiebreak"),
]


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "1 to 64 printable"),
        ("name", "x" * 65, "1 to 64 printable"),
        ("name", "two\nlines", "1 to 64 printable"),
        ("name", 7, "1 to 64 printable"),
        ("name", None, "1 to 64 printable"),
        ("players", (), "2, 3, 4"),
        ("players", 1, "2, 3, 4"),
        ("players", (1, 2), "2, 3, 4"),
        ("players", 5, "two decks"),
        ("players", (4, 8), "two decks"),
        ("players", 9, "2, 3, 4"),
        ("players", (3, 2), "ascending"),
        ("players", (3, 3), "ascending"),
        ("players", (2, True), "2, 3, 4"),
        ("players", (2, 3.0), "2, 3, 4"),
        ("players", True, "2, 3, 4"),
        ("players", {2, 3}, "2, 3, 4"),
        ("players", "4", "2, 3, 4"),
        ("decks", 2, "not supported yet"),
        ("decks", 0, "allowed: 1"),
        ("decks", True, "allowed: 1"),
        ("decks", "1", "allowed: 1"),
        ("hand_size", 12, "13 or 17"),
        ("hand_size", 13.0, "13 or 17"),
        ("hand_size", "13", "13 or 17"),
        ("hand_size", 17, "17 needs players of 2 and 3"),
        ("spare_card", "leade", "did you mean leader"),
        ("spare_card", None, "out, leader"),
        ("benched_may_chop", "always", "never, twos, twos_and_bombs"),
        ("benched_may_chop", False, "never, twos, twos_and_bombs"),
        ("next_leader", "loser", "winner, lowest_card"),
        ("next_leader", 0, "winner, lowest_card"),
        ("instant_wins", ("four_two",), "did you mean four_twos"),
        ("instant_wins", ("dragon", "dragon"), "each name once"),
        ("instant_wins", "dragon", "a list out of"),
        ("instant_wins", {"dragon"}, "a list out of"),
        ("instant_wins", (3,), "four_twos, dragon"),
        ("points", (3, 2, 1), "4 whole numbers"),
        ("points", (3, 2, 1, 0, 0), "4 whole numbers"),
        ("points", (0, 1, 2, 3), "none higher"),
        ("points", (1001, 0, 0, 0), "1000"),
        ("points", (0, 0, 0, -1001), "1000"),
        ("points", (3.0, 2, 1, 0), "4 whole numbers"),
        ("points", (True, False, False, False), "4 whole numbers"),
        ("points", 3, "4 whole numbers"),
        ("points", "3210", "4 whole numbers"),
        ("match_hands", 0, "1 to 1000"),
        ("match_hands", 1001, "1 to 1000"),
        ("match_hands", True, "1 to 1000"),
        ("match_hands", 3.0, "1 to 1000"),
        ("match_hands", None, "unless match_target"),
        ("match_target", 0, "1 to 1000000"),
        ("match_target", 1_000_001, "1 to 1000000"),
        ("match_target", "10", "1 to 1000000"),
        ("chops", ["quad"], "a table of rows"),
        ("chops", None, "a table of rows"),
        *((switch, wrong, "true or false") for switch in SWITCHES for wrong in (1, "true", None)),
    ],
)
def test_wrong_values_are_refused(field: str, value: Any, words: str) -> None:
    for build in (
        lambda: Rules().replace(**{field: value}),
        lambda: Rules.from_dict({field: value}),
    ):
        with pytest.raises(RulesError) as caught:
            build()
        assert caught.value.field == field
        assert str(caught.value).startswith(f"{field}: ")
        assert words in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"match_hands": 1, "match_target": 10}, "match_target", "one of them ends it"),
        ({"match_hands": None, "match_target": None}, "match_hands", "unless match_target"),
        ({"match_target": 10, "points": (0, 0, 0, -1)}, "match_target", "cannot decide"),
        ({"match_target": 10, "points": (1, 1, 1, 1)}, "match_target", "cannot decide"),
        (
            {"match_target": 10, "points": (3, 2, 0, 0), "players": (2, 4)},
            "match_target",
            "for 2 players",
        ),
        ({"match_tiebreak": True, "points": (0, 0, 0, 0)}, "match_tiebreak", "for ever"),
        (
            {"match_tiebreak": True, "points": (1, 0, 0, 0), "players": (3, 4)},
            "match_tiebreak",
            "for 3 players",
        ),
        ({"hand_size": 17, "players": (2, 3, 4)}, "hand_size", "players of 2 and 3"),
    ],
)
def test_fields_that_do_not_go_together(changes: Any, field: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules().replace(**changes)
    assert caught.value.field == field
    assert words in str(caught.value)


def test_the_constructor_wants_one_end_of_a_match() -> None:
    with pytest.raises(RulesError, match="one of them ends it"):
        Rules(match_target=10)
    assert Rules(match_hands=None, match_target=10).match_target == 10


@pytest.mark.parametrize("build", [Rules.from_dict, lambda d: Rules().replace(**d)])
def test_unknown_fields(build: Any) -> None:
    with pytest.raises(RulesError, match="did you mean hand_size") as caught:
        build({"handsize": 13})
    assert caught.value.field == "handsize"
    with pytest.raises(RulesError, match="a field of the rules"):
        build({"zzz": 13})


@pytest.mark.parametrize(
    ("name", "words"),
    [("sothern", "did you mean southern"), ("", "southern, xiii"), (3, "southern, xiii")],
)
def test_unknown_presets(name: Any, words: str) -> None:
    with pytest.raises(RulesError, match=words) as caught:
        Rules.preset(name)
    assert caught.value.field == "preset"
    with pytest.raises(RulesError, match=words) as caught:
        Rules.from_dict({"base": name})
    assert caught.value.field == "base"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name =", "valid TOML"),
        ("name = 'a'\nname = 'b'", "valid TOML"),
        ("x = " + "[" * 30_000, "valid TOML"),
        ("x = " + "9" * 60_000, "valid TOML"),
        ("x" + ".x" * 2_000 + " = 1", "a field of the rules"),
        ("points = [0x" + "f" * 60_000 + ", 0, 0, 0]", "4 whole numbers"),
        ("#" * 65_537, "at most 65536"),
        ("match_target = inf", "1 to 1000000"),
        ("name = 1979-05-27", "printable"),
    ],
)
def test_wrong_toml(text: str, words: str) -> None:
    with pytest.raises(RulesError, match=words) as caught:
        Rules.from_toml(text)
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "valid JSON"),
        ("", "valid JSON"),
        ("[]", "an object"),
        ("3", "an object"),
        ('{"name": "a", "name": "b"}', "twice"),
        ('{"chops": {"quad": [], "quad": []}}', "twice"),
        ("[" * 60_000, "valid JSON"),
        ('{"match_target": ' + "9" * 60_000 + "}", "valid JSON"),
        (" " * 65_537, "at most 65536"),
        ('{"match_target": NaN}', "1 to 1000000"),
        ('{"name": "\\ud800"}', "printable"),
    ],
)
def test_wrong_json(text: str, words: str) -> None:
    with pytest.raises(RulesError, match=words) as caught:
        Rules.from_json(text)
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize("data", [None, [], "southern", 3])
def test_rules_from_no_table(data: Any) -> None:
    with pytest.raises(RulesError, match="a table of fields"):
        Rules.from_dict(data)
    for read in (Rules.from_toml, Rules.from_json):
        if not isinstance(data, str):
            with pytest.raises(RulesError, match="allowed: text"):
                read(data)


# --- loading ------------------------------------------------------------------------------------


def test_reading_rules_loads_no_more_than_it_needs() -> None:
    code = (
        "import sys; from tienlen.rules import Rules; Rules.preset('zipi');"
        "print([m for m in ('numpy', 'rich', 'difflib') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- questions that the compiled tables answer ---------------------------------------------------


def test_classify_and_beats() -> None:
    southern = Rules.preset("southern")
    play = southern.classify("4s 4c 5s 5c 6s 6c")
    assert play is not None
    assert str(play) == "4s 4c 5s 5c 6s 6c"
    assert southern.classify("4s 5s") is None
    assert southern.beats("4s 4c 5s 5c 6s 6c", "2h")
    assert not Rules.preset("xiii").replace(chops={}).beats("4s 4c 5s 5c 6s 6c", "2h")


def test_compiled_tables_are_no_part_of_the_value() -> None:
    rules = Rules.preset("southern").replace(name="ours")
    before = repr(rules), hash(rules), pickle.dumps(rules)
    assert rules.beats("4s", "3s")
    assert before == (repr(rules), hash(rules), pickle.dumps(rules))
    assert rules == Rules.preset("southern").replace(name="ours")
