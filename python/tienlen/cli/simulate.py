"""`tienlen simulate`: play random hands and say what happened in them."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from typing import TYPE_CHECKING, Any, Self

from tienlen.cli.common import (
    add_rules,
    add_threads,
    console,
    load_rules,
    need_rich,
    print_json,
    print_table,
    whole_number,
)

if TYPE_CHECKING:
    from tienlen import PlayoutResult
    from tienlen.rules import Rules

SUMMARY = "Play hands to the end by uniformly random legal plays, and count what happens."

_CHUNK = 20_000  # hands a thread plays between two chances to stop: about a twentieth of a second
_ORDINALS = ("first", "second", "third", "fourth")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(parser)
    parser.add_argument(
        "--hands",
        type=whole_number(1, 10**12),
        default=100_000,
        metavar="N",
        help="how many hands (default: 100000)",
    )
    add_threads(parser)
    parser.add_argument(
        "--seed",
        type=whole_number(0, 2**64 - 1),
        default=1,
        metavar="S",
        help="the same seed gives the same hands, with any number of threads (default: 1)",
    )
    parser.add_argument(
        "--players", type=whole_number(2, 4), metavar="N", help="default: the most that may play"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    rules = load_rules(args.rules)
    if not args.json:
        need_rich()
    began = time.perf_counter()
    result, interrupted = _play(args, rules)
    seconds = time.perf_counter() - began
    if result is None:
        print("tienlen simulate: interrupted before a hand was finished", file=sys.stderr)
        return 130
    told = summary(result, rules, seconds) | {"seed": args.seed, "interrupted": interrupted}
    if args.json:
        print_json(json.dumps(told))
    else:
        _print(told, args.hands)
    return 130 if interrupted else 0


def _play(args: argparse.Namespace, rules: Rules) -> tuple[PlayoutResult | None, bool]:
    """Play hands in chunks, so that Ctrl-C keeps what is done.

    Returns:
        The sum over all finished chunks, and whether it was interrupted.
    """
    from tienlen import playouts

    players = args.players or max(rules.players)
    result: PlayoutResult | None = None
    try:
        with _Progress(args.hands) as progress:
            for first in range(0, args.hands, _CHUNK * args.threads):
                games = min(_CHUNK * args.threads, args.hands - first)
                chunk = playouts(
                    rules,
                    games=games,
                    seed=args.seed,
                    threads=args.threads,
                    players=players,
                    first_hand=first,
                )
                result = chunk if result is None else result + chunk
                progress.update(first + games)
    except KeyboardInterrupt:
        return result, True
    return result, False


class _Progress:
    """A progress bar on standard error; nothing where there is no terminal, or no rich."""

    def __init__(self, total: int) -> None:
        self._bar: Any = None
        if not sys.stderr.isatty():
            return
        try:
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
        except ImportError:
            return
        self._bar = Progress(
            "hands",
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console(sys.stderr),
            transient=True,
        )
        self._task = self._bar.add_task("hands", total=total)

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, done: int) -> None:
        """Say how many hands are done."""
        if self._bar is not None:
            self._bar.update(self._task, completed=done)


def summary(result: PlayoutResult, rules: Rules, seconds: float) -> dict[str, Any]:
    """Return what was counted as plain values, rates and intervals included."""
    hands = result.hands
    players = len(result.points_sum)
    return {
        "rules": rules.name,
        "players": players,
        "hands": hands,
        "seconds": round(seconds, 3),
        "hands_per_second": round(hands / seconds) if seconds > 0 else None,
        "plies": result.plies,
        "plies_per_hand": result.plies / hands,
        "passes": result.passes,
        "passes_per_hand": result.passes / hands,
        "plays_by_kind": {kind.name.lower(): n for kind, n in result.plays_by_kind.items()},
        "chops": result.chops,
        "chops_by_kind": {kind.name.lower(): n for kind, n in result.chops_by_kind.items()},
        "instant_wins": result.instant_wins,
        "seats": [_seat(result, seat, players) for seat in range(players)],
    }


def _seat(result: PlayoutResult, seat: int, players: int) -> dict[str, Any]:
    mean, half = mean_and_margin(
        int(result.points_sum[seat]), int(result.points_sum_squares[seat]), result.hands
    )
    return {
        "seat": seat,
        "points": mean,
        "interval": None if half is None else [mean - half, mean + half],
        "places": [int(count) for count in result.places[seat][:players]],
    }


def mean_and_margin(total: int, squares: int, count: int) -> tuple[float, float | None]:
    """Return the mean of some numbers and half its 95 % interval (None for a single number).

    Args:
        total: The sum of the numbers.
        squares: The sum of their squares.
        count: How many there are, at least 1.

    Example:
        >>> mean, margin = mean_and_margin(total=6, squares=14, count=3)  # 1, 2 and 3
        >>> mean, round(margin, 3)
        (2.0, 1.132)
    """
    mean = total / count
    if count < 2:
        return mean, None
    # In whole numbers, so that nothing is lost where the variance is small beside the mean.
    variance = (squares * count - total * total) / (count * (count - 1))
    return mean, 1.959964 * math.sqrt(variance / count)


def _print(told: dict[str, Any], wanted: int) -> None:
    """Print the summary as tables."""
    hands = told["hands"]
    stopped = f", interrupted: {hands:,} of {wanted:,} hands" if told["interrupted"] else ""
    print_table(
        f"{told['rules']}, {told['players']} players, seed {told['seed']}{stopped}",
        ("", "", "a hand"),
        [
            ("hands", f"{hands:,}", ""),
            ("seconds", f"{told['seconds']:,.2f}", ""),
            ("hands/s", f"{told['hands_per_second'] or 0:,}", ""),
            *_counts("plies", told["plies"], hands),
            *_counts("passes", told["passes"], hands),
            *_counts("instant wins", told["instant_wins"], hands),
            *_counts("chops", told["chops"], hands),
        ],
    )
    chops = told["chops_by_kind"]
    kinds = [
        (
            kind.replace("_", " "),
            count,
            count / hands,
            chops.get(kind, 0),
            chops.get(kind, 0) / hands,
        )
        for kind, count in told["plays_by_kind"].items()
        if kind != "pass"
    ]
    print()
    print_table("plays by kind", ("kind", "played", "a hand", "as a chop", "a hand"), kinds)
    print()
    places = [f"{name} %" for name in _ORDINALS[: told["players"]]]
    seats = [
        (
            str(seat["seat"]),
            seat["points"],
            "" if seat["interval"] is None else "{:+.4f} … {:+.4f}".format(*seat["interval"]),
            *(100 * count / hands for count in seat["places"]),
        )
        for seat in told["seats"]
    ]
    print_table("points a hand by seat", ("seat", "points", "95 % interval", *places), seats)


def _counts(name: str, count: int, hands: int) -> list[tuple[str, str, str]]:
    return [(name, f"{count:,}", f"{count / hands:,.3f}")]
