"""`tienlen arena`: let bots play each other on the same deals, and say how strong they are."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tienlen.cli.common import (
    CliError,
    add_rules,
    add_threads,
    console,
    counted,
    load_rules,
    need_rich,
    print_json,
    print_table,
    whole_number,
)

if TYPE_CHECKING:
    from tienlen.arena import Arena, Estimate, Settings, Standing, Stop

SUMMARY = "Let bots play each other on the same deals, and measure how strong they are."

_EPILOG = """\
entrants are levels (beginner, casual, club, expert), policies (random, lowest, greedy,
rules), searches with their iterations (flat:1000, ismcts:2000, and cheater:300, which sees all
hands), or classes of yours (package.module:ClassName), perhaps with a label (new=flat:2000).

  tienlen arena expert rules greedy random --deals 500 --rules southern
  tienlen arena expert greedy greedy greedy
  tienlen arena --versus flat:1000 ismcts:1000 --stop
"""
_SAVE_EVERY = 30.0  # seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument(
        "entrants",
        nargs="*",
        metavar="BOT",
        help="one for each seat; each deal is played in every seating",
    )
    parser.add_argument(
        "--versus",
        nargs=2,
        metavar=("A", "B"),
        help="instead: two bots in every mixture over the seats, and their difference",
    )
    add_rules(parser)
    parser.set_defaults(rules=None)
    parser.add_argument(
        "--deals",
        type=whole_number(1, 10**12),
        metavar="N",
        help="how many deals in all (default: 500)",
    )
    parser.add_argument(
        "--players",
        type=whole_number(2, 4),
        metavar="N",
        help="with --versus: how many play (default: the most that may)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, 2**64 - 1),
        metavar="S",
        help="the same seed gives the same hands, with any number of threads (default: 1)",
    )
    add_threads(parser)
    parser.add_argument(
        "--stop",
        action="store_true",
        help="end as soon as the first two entrants are told apart (error 5 %%, however often "
        "one looks)",
    )
    parser.add_argument(
        "--margin",
        type=_points,
        metavar="POINTS",
        help="with --stop: end, too, when they are less than this apart",
    )
    parser.add_argument("--save", metavar="FILE", help="keep the sums, to go on another time")
    parser.add_argument(
        "--resume", metavar="FILE", help="go on from there, up to --deals, and keep it there"
    )
    parser.add_argument(
        "--records",
        metavar="FILE",
        help="write the record of every hand, a line each (slower); "
        "`tienlen replay FILE --record N` shows one",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def _points(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected points above 0: {text!r:.80}")
    return value


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if not args.json:
        need_rich()
    if "" not in sys.path:
        sys.path.insert(0, "")  # so that package.module:ClassName is found where one stands
    arena = _arena(args)
    wanted = args.deals or max(500, arena.deals)
    if wanted < arena.deals:
        raise CliError(f"--deals {wanted}: {args.resume} holds {arena.deals} already")
    target = args.save or args.resume
    if target is not None:
        arena.save(target)  # so that what cannot be saved is said before hours of play
    began = time.perf_counter()
    interrupted = False
    with (
        _records(args) as records,
        _Bar(arena, wanted) as bar,
        _Saver(arena, target) as save,
    ):

        def look(_: Arena) -> None:
            bar.update()
            save.now_and_then()

        try:
            arena.run(wanted, threads=args.threads, progress=look, records=records)
        except KeyboardInterrupt:
            interrupted = True
    if arena.deals == 0:
        print("tienlen arena: interrupted before a deal was finished", file=sys.stderr)
        return 130
    told = summary(arena) | {
        "seconds": round(time.perf_counter() - began, 3),
        "interrupted": interrupted,
    }
    if args.json:
        print_json(json.dumps(told, ensure_ascii=False))
    else:
        _print(arena, wanted, interrupted)
    return 130 if interrupted else 0


# --- what is to be played ------------------------------------------------------------------------


def _arena(args: argparse.Namespace) -> Arena:
    from tienlen.arena import Arena

    if args.margin is not None and not args.stop:
        raise CliError("--margin only goes with --stop")
    if args.players is not None and args.versus is None:
        raise CliError("--players only goes with --versus: else there is one entrant for each seat")
    if args.versus is not None and args.entrants:
        raise CliError("--versus A B takes the place of the entrants")
    if args.resume is None:
        return Arena(settings := _settings(args), _stop(args, settings))
    if args.records is not None:
        raise CliError("--records does not go with --resume: the hands before are gone")
    arena = Arena.load(args.resume)
    if (args.entrants or args.versus) and _settings(args, arena.settings) != arena.settings:
        raise CliError(f"{args.resume} holds other entrants: {', '.join(arena.settings.labels)}")
    if args.rules is not None and load_rules(args.rules) != arena.settings.rules:
        raise CliError(f"{args.resume} is played by other rules: {arena.settings.rules.name}")
    if args.seed is not None and args.seed != arena.settings.seed:
        raise CliError(f"{args.resume} is played with another seed: {arena.settings.seed}")
    if args.stop and _stop(args, arena.settings) != arena.stop:
        raise CliError(f"{args.resume} stops by another rule: {arena.stop or 'none'}")
    return arena


def _settings(args: argparse.Namespace, otherwise: Settings | None = None) -> Settings:
    from tienlen.arena import Settings

    rules = load_rules(args.rules or "southern")
    seed = 1 if args.seed is None else args.seed
    if otherwise is not None:
        rules = otherwise.rules if args.rules is None else rules
        seed = otherwise.seed if args.seed is None else seed
    if args.versus is not None:
        players = args.players
        if otherwise is not None and players is None:
            players = otherwise.players
        return Settings.versus(rules, *args.versus, players=players, seed=seed)
    if not args.entrants:
        raise CliError("name the entrants, one for each seat, or --versus A B (see --help)")
    return Settings.of(rules, args.entrants, seed=seed)


def _stop(args: argparse.Namespace, settings: Settings) -> Stop | None:
    from tienlen.arena import Stop

    if not args.stop:
        return None
    if len(settings.labels) < 2:
        raise CliError("--stop wants two different entrants")
    return Stop(settings.labels[0], settings.labels[1], margin=args.margin)


@contextlib.contextmanager
def _records(args: argparse.Namespace) -> Iterator[Callable[[str], object] | None]:
    if args.records is None:
        yield None
        return
    with Path(args.records).open("w", encoding="utf-8", newline="\n") as file:
        yield lambda record: file.write(record + "\n")


class _Saver:
    """Keeps the sums now and then, and at the end, however it comes."""

    def __init__(self, arena: Arena, path: str | None) -> None:
        self._arena, self._path, self._last = arena, path, time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._path is not None:
            self._arena.save(self._path)

    def now_and_then(self) -> None:
        """Keep them if it is some time ago."""
        if self._path is not None and time.monotonic() - self._last > _SAVE_EVERY:
            self._arena.save(self._path)
            self._last = time.monotonic()


class _Bar:
    """A progress bar with the standing, on standard error, where that is a terminal with rich."""

    def __init__(self, arena: Arena, total: int) -> None:
        self._arena, self._bar = arena, None
        if not sys.stderr.isatty():
            return
        try:
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
        except ImportError:
            return
        self._bar = Progress(
            "deals",
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            "{task.fields[standing]}",
            console=console(sys.stderr),
            transient=True,
        )
        self._task = self._bar.add_task("deals", total=total, completed=arena.deals, standing="")

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self) -> None:
        """Show how it stands."""
        if self._bar is not None:
            rows = self._arena.standing.rows
            standing = " · ".join(f"{row.label} {_figure(row.points, 2)}" for row in rows)
            self._bar.update(self._task, completed=self._arena.deals, standing=standing)


# --- what came out -------------------------------------------------------------------------------


def summary(arena: Arena) -> dict[str, Any]:
    """Return the figures as plain values."""
    standing = arena.standing
    found = arena.sequential
    return {
        "rules": standing.rules,
        "players": standing.players,
        "seed": standing.seed,
        "mode": arena.settings.mode,
        "deals": standing.deals,
        "hands": standing.hands,
        "even": standing.even,
        "entrants": [
            {
                "label": row.label,
                "bot": entrant.spec,
                "seats": row.seats,
                "points": _json(row.points),
                "places": [_json(place) for place in row.places],
                "elo": _json(row.elo),
                "decisions": row.decisions,
                "microseconds": row.microseconds,
            }
            for row, entrant in zip(standing.rows, arena.settings.entrants, strict=True)
        ],
        "pairs": [
            {
                "a": pair.a,
                "b": pair.b,
                "difference": _json(pair.difference),
                "ahead": _json(pair.ahead),
            }
            for pair in standing.pairs
        ],
        "sequential": None if found is None else found.to_dict(),
    }


def _json(estimate: Estimate) -> dict[str, float | None]:
    return {"value": estimate.value, "half_width": estimate.half_width}


def _figure(estimate: Estimate, digits: int, scale: float = 1.0) -> str:
    value = f"{scale * estimate.value:,.{digits}f}"
    if estimate.half_width is None:
        return value
    return f"{value} ± {scale * estimate.half_width:,.{digits}f}"


def _print(arena: Arena, wanted: int, interrupted: bool) -> None:
    standing = arena.standing
    title = (
        f"{standing.rules}, {standing.players} players, seed {standing.seed}: "
        f"{counted(standing.deals, 'deal')} in {counted(len(arena.settings.seatings), 'seating')}"
    )
    if interrupted:
        title += f", interrupted: {wanted:,} deals were wanted"
    rows = [
        (
            row.label,
            _figure(row.points, 3),
            _figure(row.wins, 1, 100),
            " ".join(f"{100 * place.value:.0f}" for place in row.places),
            _figure(row.elo, 0),
            "" if row.microseconds is None else f"{row.microseconds:,.1f}",
        )
        for row in standing.rows
    ]
    columns = ("", f"points (even {standing.even:g})", "won %", "places %", "Elo", "µs a decision")
    print_table(title, columns, rows)
    if standing.pairs:
        print()
        print_pairs(standing)
    found = arena.sequential
    if found is not None:
        print()
        print(_verdict(arena))


def print_pairs(standing: Standing) -> None:
    """Print how each two entrants compare."""
    rows = [
        (
            f"{pair.a} - {pair.b}",
            f"{pair.difference.value:+.3f}",
            ""
            if pair.difference.interval is None
            else "{:+.3f} … {:+.3f}".format(*pair.difference.interval),
            _figure(pair.ahead, 1, 100),
        )
        for pair in standing.pairs
    ]
    print_table(
        "differences on the same deals",
        ("", "points a hand", "95 % interval", "ahead %"),
        rows,
    )


def _verdict(arena: Arena) -> str:
    found = arena.sequential
    assert found is not None
    stop = found.stop
    words = {
        "a": f"{stop.a} is stronger than {stop.b}",
        "b": f"{stop.b} is stronger than {stop.a}",
        "close": f"{stop.a} and {stop.b} are less than {stop.margin} points apart",
        None: f"{stop.a} and {stop.b} are not told apart yet",
    }
    width = "" if found.half_width is None else f" ± {found.half_width:.3f}"
    return (
        f"{words[found.verdict]}: {found.difference:+.3f}{width} points a hand "
        f"({100 - 100 * stop.error:g} % at all times together)"
    )
