"""`tienlen rules`: list the presets, show rules, compare several side by side."""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path
from typing import Any

from tienlen.chops import CLASSES, range_name
from tienlen.cli.common import CliError, load_rules, need_rich, print_json, print_table, print_toml
from tienlen.rules import PRESETS, Rules

SUMMARY = "List the presets, show rules, or compare several side by side."

_FIELDS = [name for name in Rules().to_dict() if name not in ("name", "chops")]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "rules",
        nargs="*",
        metavar="NAME|FILE",
        help=f"any of {', '.join(PRESETS)}, or TOML or JSON files; none: list the presets",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--toml", action="store_true", help="print one set of rules as TOML")
    form.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    chosen = [load_rules(name) for name in args.rules]
    if args.toml:
        if len(chosen) != 1:
            raise CliError("--toml wants one set of rules")
        print_toml(chosen[0].to_toml())
    elif args.json:
        shown = chosen or [Rules.preset(name) for name in PRESETS]
        values = [rules.to_dict() for rules in shown]
        print_json(json.dumps(values[0] if len(chosen) == 1 else values, ensure_ascii=False))
    elif chosen:
        need_rich("--toml or --json")
        _compare(chosen)
    else:
        need_rich("--json")
        print_table("presets", ("name", "what it is"), [(name, _about(name)) for name in PRESETS])
    return 0


def _compare(chosen: list[Rules]) -> None:
    """One column for each set of rules; where several differ, the line is marked."""
    several = len(chosen) > 1
    lines = [(name, [_words(rules.to_dict()[name]) for rules in chosen]) for name in _FIELDS]
    lines += [(f"{name} is chopped by", rows) for name, rows in _chops(chosen) if any(rows)]
    rows = [
        (
            name,
            *(["≠" if len(set(words)) > 1 else ""] if several else []),
            *(w or "-" for w in words),
        )
        for name, words in lines
    ]
    title = "rules side by side" if several else "rules"
    print_table(title, ["", *([""] if several else []), *(rules.name for rules in chosen)], rows)


def _chops(chosen: list[Rules]) -> list[tuple[str, list[str]]]:
    """The rows of the chop tables; neighbouring classes are one line if they are in every table."""
    words: dict[str, list[str]] = {name: [] for name in CLASSES}
    groups: dict[str, list[tuple[str, ...]]] = {name: [] for name in CLASSES}
    for rules in chosen:
        for group, row in rules.chops.grouped():
            for name in group:
                words[name].append(", ".join(row))
                groups[name].append(group)
    together = [list(names) for _, names in itertools.groupby(CLASSES, key=groups.__getitem__)]
    return [(range_name(names), words[names[0]]) for names in together]


def _words(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _about(name: str) -> str:
    """The first line of a preset's file, which says what it is."""
    path = Path(__file__).parent.parent / "presets" / f"{name}.toml"
    first, _, _ = path.read_text(encoding="utf-8").partition("\n")
    return first.removeprefix("# ").partition(": ")[2]
