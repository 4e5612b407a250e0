"""The tables of measurements, from the files that the benchmarks left in `bench/`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

BENCH = Path(__file__).parent.parent / "bench"
MEASURED = BENCH / "measured.json"
PEERS = BENCH / "peers" / "results.md"


def layers() -> Iterator[str]:
    """What was measured of each layer, with its goal."""
    told = json.loads(MEASURED.read_text(encoding="utf-8"))
    yield "| what | measured | must | aim |"
    yield "|---|--:|--:|--:|"
    for name, figure in told["results"].items():
        goals = [_figure(figure[goal]) if goal in figure else "" for goal in ("must", "aim")]
        measured = f"{_figure(figure['median'])} {figure['unit']}"
        yield f"| `{name}`: {figure['what']} | {measured} | {' | '.join(goals)} |"
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
        shown = " | ".join(f"{told[key]:.1f}" if key in told else "" for key in keys)
        yield f"| {name} | {shown} |"


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
