"""The tables of `strength.md`, from what `bench/strength.py` has measured."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent.parent / "bench" / "strength.json"

# What was asked for under southern rules, points a hand: (entrant, three others): must, aim.
GOALS = {
    ("greedy", "random"): (2.65, 2.75),
    ("rules", "random"): (2.75, 2.85),
    ("rules", "greedy"): (1.65, 1.8),
    ("expert", "greedy"): (2.1, 2.25),
    ("expert", "rules"): (1.85, 2.0),
}


def tables() -> Iterator[str]:
    """Every table, or a line that says that there is none yet."""
    if not RESULTS.exists():
        yield "No measurement is kept in this tree: `python bench/strength.py` makes one."
        return
    told: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    machine, results = told["machine"], told["results"]
    yield f"Measured on {machine['cpu']}, with {machine['compiler']}; tienlen {machine['tienlen']}."
    for preset in dict.fromkeys(name.partition("/")[0] for name in results):
        here = {n: found for n, found in results.items() if n.startswith(f"{preset}/")}
        yield ""
        yield f"### {preset}"
        yield from _ladder([found for n, found in here.items() if "/ladder/" in n])
        yield from _against(preset, [found for n, found in here.items() if "/against/" in n])


def _ladder(found: list[dict[str, Any]]) -> Iterator[str]:
    if not found:
        return
    yield ""
    yield from _head(
        "level", "is", "over the level below", "ahead %", "deals", "µs a decision", "command"
    )
    for one in found:
        upper, (pair,) = one["entrants"][0], one["pairs"]
        yield (
            f"| `{upper['label']}` | `{upper['bot']}` | {_figure(pair['difference'], '+.3f')} "
            f"(`{pair['b']}`) | {100 * pair['ahead']['value']:.1f} | {one['deals']} | "
            f"{upper['microseconds']:,.1f} | {_command(one)} |"
        )


def _against(preset: str, found: list[dict[str, Any]]) -> Iterator[str]:
    if not found:
        return
    even = found[0]["even"]
    yield ""
    figures = (f"points a hand (even {even:g})", "won %", "must, aim", "deals", "µs a decision")
    yield from _head("entrant", "against three", *figures, "command")
    points = {}
    for one in found:
        entrant, other = one["entrants"]
        names = (entrant["label"], other["label"])
        points[names] = entrant["points"]["value"]
        goals = GOALS.get(names) if preset == "southern" else None
        yield (
            f"| `{names[0]}` | `{names[1]}` | {_figure(entrant['points'], '.3f')} | "
            f"{100 * entrant['places'][0]['value']:.1f} | "
            f"{'' if goals is None else '{:g}, {:g}'.format(*goals)} | {one['deals']} | "
            f"{entrant['microseconds']:,.1f} | {_command(one)} |"
        )
    shares = [
        f"{100 * (points['expert', other] - even) / (points['cheater', other] - even):.0f} % "
        f"against three `{other}`"
        for other in ("greedy", "rules")
        if ("expert", other) in points and ("cheater", other) in points
    ]
    if shares:
        yield ""
        way = "Of the way from even to a `cheater` of the same budget"
        yield f"{way}, `expert` goes {', '.join(shares)}."


def _head(*columns: str) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield "|---" * len(columns) + "|"


def _figure(estimate: dict[str, float], form: str) -> str:
    return f"{estimate['value']:{form}} ± {estimate['half_width']:.3f}"


def _command(one: dict[str, Any]) -> str:
    return f"`tienlen {' '.join(one['arguments'])}`"
