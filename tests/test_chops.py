"""The chop table: expansion, the short form, and the rows of the five published games."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tienlen.chops import CLASSES, ChopTable
from tienlen.errors import RulesError
from tienlen.rules import PRESETS, Rules

tables = st.dictionaries(
    st.sampled_from(CLASSES), st.lists(st.sampled_from(CLASSES), unique=True)
).map(ChopTable)

# The published tables typed out in full, apart from the preset files and from any short form.
ALL_DS = {"DS3", "DS4", "DS5", "DS6", "DS7", "DS8", "DS9", "DS10", "DS11", "DS12"}
DS4_UP = {"DS4", "DS5", "DS6", "DS7", "DS8", "DS9", "DS10", "DS11", "DS12"}
DS5_UP = {"DS5", "DS6", "DS7", "DS8", "DS9", "DS10", "DS11", "DS12"}
LONGER_DS: dict[str, set[str]] = {
    "DS4": {"DS5", "DS6", "DS7", "DS8", "DS9", "DS10", "DS11", "DS12"},
    "DS5": {"DS6", "DS7", "DS8", "DS9", "DS10", "DS11", "DS12"},
    "DS6": {"DS7", "DS8", "DS9", "DS10", "DS11", "DS12"},
    "DS7": {"DS8", "DS9", "DS10", "DS11", "DS12"},
    "DS8": {"DS9", "DS10", "DS11", "DS12"},
    "DS9": {"DS10", "DS11", "DS12"},
    "DS10": {"DS11", "DS12"},
    "DS11": {"DS12"},
    "DS12": set(),
}
PUBLISHED: dict[str, dict[str, set[str]]] = {
    "southern": {
        "single_2": {"quad"} | ALL_DS,
        "pair_of_2s": DS4_UP,
        "triple_of_2s": DS5_UP,
        "DS3": DS4_UP,
        **LONGER_DS,
    },
    "xiii": {
        "single": {"pair_of_2s", "triple_of_2s", "quad", "S12"} | ALL_DS,
        "single_2": {"pair_of_2s", "triple_of_2s", "quad", "S12"} | ALL_DS,
        "pair": {"S12"},
        "triple": {"S12"},
        "S3": {"S12"},
        "S4": {"S12"},
        "S5": {"S12"},
        "S6": {"S12"},
        "S7": {"S12"},
        "S8": {"S12"},
        "S9": {"S12"},
        "S10": {"S12"},
        "S11": {"S12"},
        "pair_of_2s": {"triple_of_2s", "quad", "S12"} | ALL_DS,
        "triple_of_2s": {"S12"} | DS4_UP,
        "quad": {"S12"} | DS4_UP,
        "DS3": {"triple_of_2s", "quad", "S12"} | DS4_UP,
        **{name: longer | {"S12"} for name, longer in LONGER_DS.items()},
    },
    "zipi": {
        "single_2": {"quad"} | ALL_DS,
        "pair_of_2s": DS4_UP,
        "quad": DS4_UP,
        "DS3": {"quad"} | DS4_UP,
    },
    "strict": {
        "single_2": {"quad", "DS3"},
        "pair_of_2s": {"DS4"},
        "triple_of_2s": {"DS5"},
    },
    "pagat": {
        "single_2": {"quad", "DS3"},
        "pair_of_2s": {"DS4"},
        "triple_of_2s": {"DS5"},
    },
}


def test_there_are_27_classes() -> None:
    assert len(CLASSES) == len(set(CLASSES)) == 27
    assert set(ALL_DS) < set(CLASSES)
    assert {"S3", "S12", "quad", "single_2"} < set(CLASSES)


@pytest.mark.parametrize("name", PRESETS)
def test_published_table(name: str) -> None:
    table = Rules.preset(name).chops
    for target in CLASSES:
        assert table[target] == PUBLISHED[name].get(target, set()), target


def test_it_is_a_mapping_over_all_classes() -> None:
    table = ChopTable({"quad": ["DS4"]})
    assert isinstance(table, Mapping)
    assert tuple(table) == CLASSES
    assert len(table) == 27
    assert table["quad"] == {"DS4"}
    assert table["single"] == frozenset()
    with pytest.raises(KeyError):
        table["DS4+"]


@pytest.mark.parametrize(
    ("rows", "expanded"),
    [
        ({"S10+": ["quad"]}, {"S10": {"quad"}, "S11": {"quad"}, "S12": {"quad"}}),
        ({"S3-S4": ["quad"]}, {"S3": {"quad"}, "S4": {"quad"}}),
        ({"quad": ["DS11+"]}, {"quad": {"DS11", "DS12"}}),
        ({"quad": ["DS3-DS5", "S12"]}, {"quad": {"DS3", "DS4", "DS5", "S12"}}),
        ({"DS10+": ["longer"]}, {"DS10": {"DS11", "DS12"}, "DS11": {"DS12"}}),
        ({"S11": ["longer", "DS3"]}, {"S11": {"S12", "DS3"}}),
        ({"quad": ["quad"]}, {"quad": {"quad"}}),
        ({"quad": ()}, {}),
        ({"quad": {"DS3"}}, {"quad": {"DS3"}}),
    ],
)
def test_short_forms(rows: Any, expanded: dict[str, set[str]]) -> None:
    table = ChopTable(rows)
    assert {name: row for name, row in table.items() if row} == expanded


@pytest.mark.parametrize(
    ("rows", "short"),
    [
        ({"DS3+": ["longer"]}, {"DS3+": ["longer"]}),
        ({"DS3+": ["DS3+"]}, {"DS3+": ["DS3+"]}),
        ({"DS4+": ["longer", "quad"]}, {"DS4+": ["quad", "longer"]}),
        ({"DS3": ["DS4+"]}, {"DS3": ["DS4+"]}),
        ({"S3": ["S12"], "S4-S11": ["S12"]}, {"S3-S11": ["S12"]}),
        ({"S3": ["S12"], "S5": ["S12"]}, {"S3": ["S12"], "S5": ["S12"]}),
        ({"single": ["DS4", "quad", "DS3", "DS6"]}, {"single": ["quad", "DS3-DS4", "DS6"]}),
        ({"single": []}, {}),
    ],
)
def test_to_dict_gives_the_short_form(rows: Any, short: dict[str, list[str]]) -> None:
    assert ChopTable(rows).to_dict() == short


@given(tables)
@settings(deadline=None)
def test_round_trips(table: ChopTable) -> None:
    for again in (
        ChopTable(table.to_dict()),
        ChopTable(dict(table)),
        pickle.loads(pickle.dumps(table)),
        eval(repr(table)),
    ):
        assert again == table
        assert hash(again) == hash(table)


@given(tables, st.sampled_from(CLASSES), st.sets(st.sampled_from(CLASSES)))
@settings(deadline=None)
def test_with_row_replaces_that_row_only(
    table: ChopTable, target: str, attackers: set[str]
) -> None:
    before = dict(table)
    changed = table.with_row(target, attackers)
    assert changed[target] == attackers
    assert {k: v for k, v in changed.items() if k != target} == {
        k: v for k, v in before.items() if k != target
    }
    assert dict(table) == before


def test_with_rows_reads_ranges() -> None:
    table = ChopTable({"DS3+": ["longer"]}).with_rows({"DS4+": []})
    assert table.to_dict() == {"DS3": ["DS4+"]}


def test_equality_is_between_tables_only() -> None:
    assert ChopTable() == ChopTable({})
    assert ChopTable() != ChopTable({"quad": ["S12"]})
    assert ChopTable() != {}


@pytest.mark.parametrize(
    ("rows", "field", "words"),
    [
        ({"quads": ["S12"]}, "chops", "did you mean quad"),
        ({"quad": ["DS2"]}, "chops.quad", "DS3 to DS12"),
        ({"quad": ["DS13"]}, "chops.quad", "DS3 to DS12"),
        ({"quad": ["DS5-DS4"]}, "chops.quad", "DS4+"),
        ({"quad": ["DS5-S6"]}, "chops.quad", "DS4+"),
        ({"quad": ["ds3"]}, "chops.quad", "did you mean DS3"),
        ({"quad": ["longer"]}, "chops.quad", "only in rows of S3"),
        ({"longer": ["quad"]}, "chops", "DS3 to DS12"),
        ({"DS3+": [], "DS4": []}, "chops.DS4", "stated before"),
        ({"quad": "DS4+"}, "chops.quad", "a list of classes"),
        ({"quad": 4}, "chops.quad", "a list of classes"),
        ({"quad": {"S12": True}}, "chops.quad", "a list of classes"),
        ({"quad": [4]}, "chops.quad", "DS4+"),
        ({4: ["quad"]}, "chops", "DS4+"),
        (["quad"], "chops", "a table of rows"),
        ("quad", "chops", "a table of rows"),
    ],
)
def test_wrong_tables_are_refused(rows: Any, field: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        ChopTable(rows)
    assert caught.value.field == field
    assert words in str(caught.value)
    assert words in caught.value.allowed or words in field
