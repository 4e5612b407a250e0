"""`tienlen rules`: list the presets, show rules, compare several side by side."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from tienlen.cli.common import CliError, load_rules, need_rich, print_table
from tienlen.rules import PRESETS, Rules

SUMMARY = "List the presets, show rules, or compare several side by side."


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
        print(chosen[0].to_toml(), end="")
    elif args.json:
        shown = chosen or [Rules.preset(name) for name in PRESETS]
        values = [rules.to_dict() for rules in shown]
        print(json.dumps(values[0] if len(chosen) == 1 else values, ensure_ascii=False))
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
    rows = []
    for group in (_fields, _chops):
        names = list(dict.fromkeys(name for rules in chosen for name in group(rules)))
        for name in names:
            values = [group(rules).get(name, "-") for rules in chosen]
            differs = "≠" if len(set(values)) > 1 else ""
            rows.append((name, *([differs] if several else []), *values))
    title = "rules" if several else f"rules {chosen[0].name}"
    marks = [""] if several else []
    print_table(title, ["", *marks, *(rules.name for rules in chosen)], rows)


def _fields(rules: Rules) -> dict[str, str]:
    fields = rules.to_dict()
    del fields["chops"], fields["name"]
    return {name: _words(value) for name, value in fields.items()}


def _chops(rules: Rules) -> dict[str, str]:
    """The chop table class by class, so that tables with different ranges can be compared."""
    rows = {}
    for target, row in rules.chops.items():
        short = type(rules.chops)({target: row}).to_dict().get(target, [])
        if short:
            rows[f"{target} chopped by"] = ", ".join(short)
    return rows


def _words(value: Any) -> str:
    if value is None or value == []:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _about(name: str) -> str:
    """The first line of a preset's file, which says what it is."""
    path = Path(__file__).parent.parent / "presets" / f"{name}.toml"
    first, _, _ = path.read_text(encoding="utf-8").partition("\n")
    return first.removeprefix("# ").partition(": ")[2]
