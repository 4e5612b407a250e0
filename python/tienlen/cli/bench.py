"""`tienlen bench`: measure this machine, and compare two such measurements."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tienlen.cli.common import (
    CliError,
    console,
    need_rich,
    print_json,
    print_table,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tienlen.benchmarks.workloads import Workload

SUMMARY = "Measure the speed of the engine here, or compare two measurements."

_MAX_BYTES = 16 * 1024 * 1024
_VERDICTS = {"aim": "reached", "must": "enough", "short": "short"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.set_defaults(bench=_measure)
    parser.add_argument(
        "--only",
        action="append",
        metavar="NAME",
        help="a workload, or a family such as playouts; may be given again (default: all)",
    )
    parser.add_argument("--list", action="store_true", help="list the workloads and end")
    parser.add_argument(
        "--rounds",
        type=whole_number(1, 1000),
        default=9,
        metavar="N",
        help="samples of each workload, taken in turn (default: 9)",
    )
    parser.add_argument(
        "--milliseconds",
        type=whole_number(1, 100_000),
        default=100,
        metavar="MS",
        help="CPU time of a sample, ten times as much for threads (default: 100)",
    )
    parser.add_argument(
        "--instructions",
        action="store_true",
        help="count instructions, too: takes a minute or more, and valgrind",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    actions = parser.add_subparsers(dest="action", metavar="compare")
    about = "Say what differs between two measurements beyond the noise."
    compare = actions.add_parser("compare", help=about, description=about)
    compare.set_defaults(bench=_compare)
    compare.add_argument(
        "before", metavar="BEFORE.json", help="as `tienlen bench --json` prints it"
    )
    compare.add_argument("after", metavar="AFTER.json", help="the same, later or elsewhere")
    compare.add_argument(
        "--least",
        type=_percent,
        default=0.01,
        metavar="PERCENT",
        help="the smallest change that is told as one (default: 1)",
    )
    # Not into the same name: the default here would undo `bench --json compare`.
    compare.add_argument("--json", action="store_true", dest="json_out", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    act: Callable[[argparse.Namespace], int] = args.bench
    return act(args)


def _percent(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 100: {text!r:.80}")
    return value / 100


# --- measuring -----------------------------------------------------------------------------------


def _measure(args: argparse.Namespace) -> int:
    from tienlen.benchmarks import instructions

    if not args.json:
        need_rich()
    chosen = _chosen(args.only)
    if args.list:
        rows = [(w.name, w.told_in, w.what) for w in chosen]
        if args.json:
            print_json(json.dumps(_named(("name", "unit", "what"), rows)))
        else:
            print_table("workloads", ("name", "unit", "what it is"), rows)
        return 0
    if args.instructions and not instructions.available():
        raise CliError("--instructions needs valgrind, which was not found")
    told = _results(args, chosen)
    if args.json:
        print_json(json.dumps(told))
    else:
        _print_results(told)
    return 0


def _chosen(names: list[str] | None) -> list[Workload]:
    from tienlen.benchmarks.workloads import WORKLOADS

    if names is None:
        return [w for w in WORKLOADS.values() if w.name != "playouts.plies"]
    found = []
    for name in names:
        here = [w for w in WORKLOADS.values() if w.name == name or w.name.startswith(name + ".")]
        if not here:
            raise CliError(f"--only {name!r:.80}: none of {', '.join(WORKLOADS)}")
        found += here
    return list(dict.fromkeys(found))


def _results(args: argparse.Namespace, chosen: list[Workload]) -> dict[str, Any]:
    from tienlen.benchmarks import instructions
    from tienlen.benchmarks.machine import describe, load
    from tienlen.benchmarks.measuring import measure
    from tienlen.benchmarks.results import FORMAT, collect
    from tienlen.benchmarks.workloads import batch_bytes

    told: dict[str, Any] = {
        "format": FORMAT,
        "machine": describe(),
        "rounds": args.rounds,
        "milliseconds": args.milliseconds,
    }
    with _Counter() as say:
        series = measure(
            chosen,
            rounds=args.rounds,
            seconds=args.milliseconds / 1000,
            progress=lambda done, total: say(f"sample {done} of {total}"),
        )
        told |= collect(series) | {"bytes_a_hand_in_a_batch": batch_bytes()}
        told["machine"]["load_after"] = load()
        if args.instructions:
            told["instructions"] = {}
            for name in instructions.COUNTED:
                for cpu in dict.fromkeys((told["machine"]["path"], "portable")):
                    say(f"counting instructions: {name}, {cpu}")
                    told["instructions"][f"{name} ({cpu})"] = instructions.count(
                        name, cpu="portable" if cpu == "portable" else ""
                    )
    return told


class _Counter:
    """One line on standard error that says how far it is, where that is a terminal."""

    def __enter__(self) -> Callable[[str], None]:
        return self._say

    def __exit__(self, *_: object) -> None:
        self._say("")

    @staticmethod
    def _say(text: str) -> None:
        if sys.stderr.isatty():
            print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)


def _print_results(told: dict[str, Any]) -> None:
    from tienlen.benchmarks.machine import busy

    machine = told["machine"]
    out = console()
    for name in ("cpu", "compiler", "flags", "python"):
        out.print(f"{name:<9} {machine[name]}")
    built = f" at {machine['commit']}" if machine["commit"] else ""
    out.print(f"{'tienlen':<9} {machine['tienlen']}{built}, {machine['path']} path")
    print()
    rows = []
    for name, result in told["results"].items():
        rows.append(
            (
                name,
                _figure(result["median"]),
                result["unit"],
                f"± {100 * result['spread']:.1f} %",
                *_goal_cells(result, lower=result["lower_is_better"]),
                result["what"],
            )
        )
    columns = ("", "median", "", "quartiles", "must", "aim", "", "what it is")
    print_table(f"median of {told['rounds']} rounds, by CPU time", columns, rows)
    if told["ratios"]:
        print()
        ratios = [
            (
                name,
                f"{ratio['median']:.3f}",
                f"± {100 * ratio['spread']:.1f} %",
                *_goal_cells(ratio, lower=False),
            )
            for name, ratio in told["ratios"].items()
        ]
        print_table(
            "ratios, round by round", ("", "median", "quartiles", "must", "aim", ""), ratios
        )
    print()
    out.print(f"memory of a hand in a batch: {told['bytes_a_hand_in_a_batch']:.1f} bytes")
    if "instructions" in told:
        print()
        counted = [(name, f"{count:,.2f}") for name, count in told["instructions"].items()]
        print_table("instructions", ("for", "number"), counted)
    if busy(machine) or busy(machine | {"load": machine["load_after"]}):
        load = f"{machine['load']} to {machine['load_after']}"
        out.print(f"This machine was busy (load {load}): take the figures with salt.")


def _figure(value: float) -> str:
    return f"{value:,.2f}" if value < 1000 else f"{value:,.0f}"


def _goal_cells(result: dict[str, Any], *, lower: bool) -> tuple[str, str, str]:
    from tienlen.benchmarks.goals import Goal

    if "must" not in result:
        return ("", "", "")
    goal = Goal(result["must"], result["aim"])
    verdict = _VERDICTS[goal.verdict(result["median"], lower_is_better=lower)]
    return (_figure(goal.must), _figure(goal.aim), verdict)


# --- comparing -----------------------------------------------------------------------------------


def _compare(args: argparse.Namespace) -> int:
    from tienlen.benchmarks.comparing import compare, compare_instructions, conditions

    as_json = args.json or args.json_out
    if not as_json:
        need_rich()
    before, after = _read(args.before), _read(args.after)
    changes = compare(before, after, least=args.least)
    counted = compare_instructions(before, after)
    if not changes and not counted:
        raise CliError(f"{args.before} and {args.after} have no workload in common")
    for name, result in before["results"].items():
        other = after["results"].get(name)
        if other is not None and other["unit"] != result["unit"]:
            raise CliError(f"{name} is told in {result['unit']} before, in {other['unit']} after")
    differing = conditions(before, after)
    if as_json:
        told = {
            "conditions": [
                dict(zip(("name", "before", "after"), c, strict=True)) for c in differing
            ],
            "changes": [change._asdict() for change in changes],
            "instructions": _named(("name", "before", "after", "differs"), counted),
        }
        print_json(json.dumps(told))
        return 0
    for name, old, new in differing:
        print(f"{name} differs: {old} | {new}")
    rows = [
        (
            change.name,
            _figure(change.before),
            _figure(change.after),
            change.unit,
            f"{change.faster:.3f}×",
            f"{change.low:.3f} … {change.high:.3f}",
            f"{change.p:.2g}",
            _words(change.differs, change.faster, enough=change.enough),
        )
        for change in changes
    ]
    columns = ("", "before", "after", "", "speed", "95 % interval", "p", "")
    print_table("what differs beyond the noise", columns, rows)
    if counted:
        print()
        print_table(
            "instructions",
            ("for", "before", "after", "", ""),
            [
                (
                    name,
                    f"{old:,.2f}",
                    f"{new:,.2f}",
                    f"{100 * (new / old - 1):+.2f} %",
                    _words(differs, old / new, good="fewer", bad="more"),
                )
                for name, old, new, differs in counted
            ],
        )
    print()
    print("p: Wilcoxon-Mann-Whitney rank test over the rounds, corrected after Holm;")
    print("intervals: bootstrap of the medians' ratio. A change is told where p < 0.05, the")
    print(f"interval leaves out 1, and it is {100 * args.least:g} % or more.")
    return 0


def _named(names: tuple[str, ...], rows: Sequence[Sequence[object]]) -> list[dict[str, object]]:
    return [dict(zip(names, row, strict=True)) for row in rows]


def _words(
    differs: bool, ratio: float, *, enough: bool = True, good: str = "faster", bad: str = "slower"
) -> str:
    if not differs:
        return "same" if enough else "too few rounds to say"
    return good if ratio > 1 else bad


def _read(name: str) -> dict[str, Any]:
    from tienlen.benchmarks.results import check

    with Path(name).open("rb") as file:
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise CliError(f"{name}: larger than {_MAX_BYTES} bytes, the limit for results")
    try:
        told: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise CliError(f"{name}: no JSON") from None
    wrong = check(told)
    if wrong is not None:
        raise CliError(f"{name}: {wrong}")
    results: dict[str, Any] = told
    return results
