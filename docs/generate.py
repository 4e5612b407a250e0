"""Writes what the pages do not say by hand: tables of the presets and of measurements, pictures.

    python docs/generate.py

writes the tables between the lines `<!-- generated: … -->` and `<!-- end -->` of the pages and of
the README, and the files in `pictures/`. The tests check that this has been done. Measurements come
from `bench/measured.json` and `bench/peers/results.json`; `bench/README.md` says how they are made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import drawings

from tienlen import PRESETS, Rules
from tienlen.chops import CLASSES, ChopTable, range_name

HERE = Path(__file__).parent
ROOT = HERE.parent
MEASURED = ROOT / "bench" / "measured.json"
PEERS = ROOT / "bench" / "peers" / "results.md"

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


def layers() -> Iterator[str]:
    """What was measured of each layer, with its goal."""
    told = json.loads(MEASURED.read_text(encoding="utf-8"))
    yield "| what | measured | must | aim |"
    yield "|---|--:|--:|--:|"
    for figure in told["results"].values():
        goals = [_figure(figure[goal]) if goal in figure else "" for goal in ("must", "aim")]
        measured = f"{_figure(figure['median'])} {figure['unit']}"
        yield f"| {figure['what']} | {measured} | {' | '.join(goals)} |"
    for what, ratio in told["ratios"].items():
        yield f"| {what} | {ratio['median']:.2f} | {ratio['must']:g} | {ratio['aim']:g} |"
    yield f"| memory of a hand in a batch | {told['bytes_a_hand_in_a_batch']:g} bytes | 128 | 64 |"
    yield ""
    yield _where(told["machine"]) + " Made by `tienlen bench --json --instructions`."


def instructions() -> Iterator[str]:
    """What valgrind counted."""
    told = json.loads(MEASURED.read_text(encoding="utf-8"))["instructions"]
    yield "| instructions | BMI2 | portable |"
    yield "|---|--:|--:|"
    for name in dict.fromkeys(key.partition(" (")[0] for key in told):
        keys = (f"{name} (bmi2)", f"{name} (portable)")
        yield f"| {name} | {' | '.join(f'{told[key]:.1f}' if key in told else '' for key in keys)} |"


def peers() -> Iterator[str]:
    """Other engines in the same minute, as `bench/peers/run.py` wrote it."""
    yield PEERS.read_text(encoding="utf-8").strip()


def _figure(value: float) -> str:
    if value >= 1e6:
        return f"{value / 1e6:.3g} M"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _where(machine: dict[str, str]) -> str:
    """The machine in a line."""
    return (
        f"{machine['cpu']}; {machine['compiler']}, {machine['flags']}, {machine['path']} path; "
        f"{machine['python']}; tienlen {machine['tienlen']} ({machine['commit']}); "
        f"{machine['when'][:10]}."
    )


def page(text: str) -> str:
    """A page with its tables written anew."""
    tables = {
        "chops": chops,
        "presets": presets,
        "layers": layers,
        "instructions": instructions,
        "peers": peers,
    }
    return _PLACE.sub(
        lambda found: found[1] + "\n" + "\n".join(tables[found[2]]()) + "\n\n" + found[3], text
    )


def files() -> dict[Path, str]:
    """Every file that is written, and what must stand in it."""
    pages = (HERE / "rules.md", HERE / "performance.md", ROOT / "README.md")
    return {path: page(path.read_text(encoding="utf-8")) for path in pages} | {
        HERE / "pictures" / f"{name}.svg": picture() for name, picture in drawings.ALL.items()
    }


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
