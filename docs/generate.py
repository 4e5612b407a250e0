"""Writes what the pages do not say by hand: tables of the presets and of measurements, pictures.

    python docs/generate.py

writes the tables between the lines `<!-- generated: … -->` and `<!-- end -->` of the pages and of
the README, and the files in `pictures/`. The tests check that this has been done. Measurements come
from files in `bench/`; `bench/README.md` says how they are made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import drawings
import measured_tables
import strength_tables

from tienlen import PRESETS, Rules
from tienlen.chops import CLASSES, ChopTable, range_name

HERE = Path(__file__).parent

_PLACE = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def chops() -> Iterator[str]:
    """The chop tables side by side; neighbouring classes with the same rows are one line."""
    tables = [Rules.preset(name).chops for name in PRESETS]
    said: dict[tuple[str, ...], list[str]] = {}
    for name in CLASSES:
        cells = [_chop_cell(table, name) for table in tables]
        before = list(said)[-1] if said else ()
        family = name.rstrip("0123456789")  # lengths of one family are put together
        if family != name and before and before[-1].startswith(family) and said[before] == cells:
            said[(*before, name)] = said.pop(before)
        else:
            said[(name,)] = cells
    yield f"| on the table | {' | '.join(PRESETS)} |"
    yield f"|---|{'---|' * len(PRESETS)}"
    for names, cells in said.items():
        yield f"| `{range_name(names)}` | {' | '.join(cells)} |"


def _chop_cell(table: ChopTable, name: str) -> str:
    row = next(row for classes, row in table.grouped() if name in classes)
    return " ".join(f"`{token}`" for token in row) or "–"


def presets() -> Iterator[str]:
    """Every other field of the rules, with its value in each preset."""
    values = [Rules.preset(name).to_dict() for name in PRESETS]
    yield f"| field | {' | '.join(PRESETS)} |"
    yield f"|---|{'---|' * len(PRESETS)}"
    for field in values[0]:
        if field not in ("name", "chops"):
            yield f"| `{field}` | {' | '.join(_cell(value[field]) for value in values)} |"


def _cell(value: object) -> str:
    if value is None or value == []:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        separator = " " if isinstance(value[0], int) else ", "
        return separator.join(str(item).replace("-", "−") for item in value)
    return str(value)


def page(text: str) -> str:
    """A page with its tables written anew."""
    tables = {
        "chops": chops,
        "presets": presets,
        "layers": measured_tables.layers,
        "instructions": measured_tables.instructions,
        "peers": measured_tables.peers,
        "strength": strength_tables.tables,
    }
    return _PLACE.sub(
        lambda found: found[1] + "\n" + "\n".join(tables[found[2]]()) + "\n\n" + found[3], text
    )


def files() -> dict[Path, str]:
    """Every file that is written, and what must stand in it."""
    named = ("docs/rules.md", "docs/performance.md", "docs/strength.md", "README.md")
    pages = [HERE.parent / name for name in named]
    return {path: page(path.read_text(encoding="utf-8")) for path in pages} | {
        HERE / "pictures" / f"{name}.svg": picture() for name, picture in drawings.ALL.items()
    }


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
