"""Writes what the pages do not say by hand: the tables of the presets, and the pictures.

    python docs/generate.py

writes the tables between the `<!-- generated: … -->` and `<!-- end -->` lines of `rules.md`, and the
files in `pictures/`. The tests check that this has been done.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

import pictures

from tienlen import PRESETS, Rules
from tienlen.chops import CLASSES, range_name

_PLACE = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def chops() -> Iterator[str]:
    """The chop tables side by side; neighbouring classes with the same rows are one line."""
    tables = [Rules.preset(name).chops for name in PRESETS]
    said: dict[tuple[str, ...], list[str]] = {}
    for name in CLASSES:
        cells = [_chop_cell(table, name) for table in tables]
        group = next((key for key in said if key[-1][:1] == name[:1] and said[key] == cells), None)
        # Only lengths of one family that follow each other are put together.
        together = group is not None and group == list(said)[-1] and name[-1].isdigit()
        if together and group is not None:
            said[(*group, name)] = said.pop(group)
        else:
            said[(name,)] = cells
    yield f"| on the table | {' | '.join(PRESETS)} |"
    yield f"|---|{'---|' * len(PRESETS)}"
    for names, cells in said.items():
        yield f"| `{range_name(names)}` | {' | '.join(cells)} |"


def _chop_cell(table: object, name: str) -> str:
    row = table.to_dict()  # type: ignore[attr-defined]
    for key, short in row.items():
        if name in _expand(key):
            return " ".join(f"`{token}`" for token in short)
    return "–"


def _expand(key: str) -> list[str]:
    """The classes that a range names."""
    first, _, last = key.replace("+", "-end").partition("-")
    if not last:
        return [first]
    family = first.rstrip("0123456789")
    end = f"{family}12" if last == "end" else last
    return list(CLASSES[CLASSES.index(first) : CLASSES.index(end) + 1])


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
    tables = {"chops": chops, "presets": presets}
    return _PLACE.sub(
        lambda found: found[1] + "\n" + "\n".join(tables[found[2]]()) + "\n\n" + found[3], text
    )


def files() -> dict[Path, str]:
    """Every file that is written, and what must stand in it."""
    rules = HERE / "rules.md"
    return {rules: page(rules.read_text(encoding="utf-8"))} | {
        HERE / "pictures" / f"{name}.svg": picture() for name, picture in pictures.ALL.items()
    }


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
