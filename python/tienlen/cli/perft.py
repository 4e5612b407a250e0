"""`tienlen perft`: count the positions at a depth, in all or for each first play."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING

from tienlen.cli.common import (
    CliError,
    add_rules,
    add_threads,
    load_rules,
    print_json,
    whole_number,
)
from tienlen.render import play_text, position_text, style_for

if TYPE_CHECKING:
    from tienlen._core import State
    from tienlen.rules import Rules

SUMMARY = "Count the ways to play on from a position to a depth (passes are plies)."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(parser)
    start = parser.add_mutually_exclusive_group()
    start.add_argument(
        "--seed", type=whole_number(0, 2**64 - 1), metavar="S", help="deal by a seed (default: 1)"
    )
    start.add_argument("--hands", metavar="'3s 4d | 5s | …'", help="set up hands")
    start.add_argument("--position", metavar="TEXT", help="set up a position")
    parser.add_argument(
        "--players", type=whole_number(2, 4), metavar="N", help="with --seed: how many play"
    )
    parser.add_argument(
        "--leader",
        type=whole_number(0, 3),
        metavar="SEAT",
        help="with --seed or --hands: who leads anything (default: the lowest card, which is owed)",
    )
    parser.add_argument(
        "--depth", type=whole_number(0, 64), required=True, metavar="D", help="plies to look ahead"
    )
    parser.add_argument("--divide", action="store_true", help="count for each first play")
    add_threads(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tienlen._core import perft, perft_divide

    state = _start(args, load_rules(args.rules))
    began = time.perf_counter()
    if args.divide:
        if args.depth == 0:
            raise CliError("--divide wants a --depth of 1 or more")
        by_play = perft_divide(state, args.depth, threads=args.threads)
        leaves = sum(by_play.values())
    else:
        by_play = {}
        leaves = perft(state, args.depth, threads=args.threads)
    seconds = time.perf_counter() - began

    if args.json:
        told = {"position": state.to_text(), "depth": args.depth, "leaves": leaves}
        if args.divide:
            told["divide"] = {str(play): count for play, count in by_play.items()}
        print_json(json.dumps(told | {"seconds": round(seconds, 6)}))
        return 0
    style = style_for(sys.stdout)
    print(position_text(state, style))
    for play, count in by_play.items():
        print(f"{count:>20,}  {play_text(play, style)}")
    rate = f", {leaves / seconds:,.0f} a second" if seconds > 0.01 else ""
    print(f"{leaves:>20,}  leaves at depth {args.depth} ({seconds:.3f} s{rate})")
    return 0


def _start(args: argparse.Namespace, rules: Rules) -> State:
    from tienlen._core import State

    if args.players is not None and (args.hands is not None or args.position is not None):
        raise CliError("--players only goes with --seed: hands and positions say how many play")
    if args.position is not None:
        if args.leader is not None:
            raise CliError("--leader does not go with --position, which says whose turn it is")
        return State.from_text(args.position, rules)
    if args.hands is not None:
        return State.from_hands(rules, args.hands.split("|"), args.leader)
    seed = 1 if args.seed is None else args.seed
    return State.deal(rules, seed=seed, players=args.players, leader=args.leader)
