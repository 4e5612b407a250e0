"""`tienlen hint`: rank the plays of the seat to move."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from tienlen.cli.common import (
    CliError,
    add_rules,
    add_threads,
    load_rules,
    need_rich,
    print_json,
    whole_number,
)

if TYPE_CHECKING:
    from tienlen import View

SUMMARY = "Rank the plays of the seat to move, with the points each is expected to bring."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(parser)
    start = parser.add_mutually_exclusive_group(required=True)
    start.add_argument(
        "--position",
        metavar="TEXT",
        help="a position, of which the search sees what the seat to move knows",
    )
    start.add_argument(
        "--view", metavar="TEXT", help="what a seat knows, as View.to_text writes it"
    )
    parser.add_argument(
        "--level",
        default="expert",
        metavar="LEVEL",
        help="a level, or a search such as ismcts:2000 (default: expert)",
    )
    parser.add_argument(
        "--seed", type=whole_number(0, 2**64 - 1), default=0, metavar="S", help="default: 0"
    )
    parser.add_argument(
        "--top",
        type=whole_number(1, 10**6),
        default=10,
        metavar="N",
        help="how many plays to show (default: 10)",
    )
    add_threads(parser)
    parser.add_argument("--json", action="store_true", help="print JSON: all plays")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tienlen.bots import hint
    from tienlen.cli.common import print_table
    from tienlen.render import play_text, style_for

    if not args.json:
        need_rich()
    view = _view(args)
    result = hint(view, args.level, args.seed, threads=args.threads)
    if args.json:
        plays = [
            {
                "play": str(value.play),
                "points": value.mean if value.visits else None,
                "half_width": value.half_width if value.visits > 1 else None,
                "visits": value.visits,
            }
            for value in result.plays
        ]
        told = {"view": view.to_text(), "plays": plays, "iterations": result.iterations}
        print_json(json.dumps(told, ensure_ascii=False))
        return 0
    style = style_for(sys.stdout)
    rows = [
        (
            play_text(value.play, style),
            f"{value.mean:.2f}" if value.visits else "",
            f"± {value.half_width:.2f}" if value.visits > 1 else "",
            value.visits,
        )
        for value in result.plays[: args.top]
    ]
    more = len(result.plays) - len(rows)
    print_table(f"seat {view.seat} to move", ("play", "points", "", "tried"), rows)
    if more > 0:
        print(f"and {more} more")
    return 0


def _view(args: argparse.Namespace) -> View:
    from tienlen import State, View

    rules = load_rules(args.rules)
    if args.view is not None:
        return View.from_text(args.view, rules)
    state = State.from_text(args.position, rules)
    if state.to_move is None:
        raise CliError("the hand is over: there is nothing to decide")
    return state.view(state.to_move)
