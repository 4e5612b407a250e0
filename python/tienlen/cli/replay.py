"""`tienlen replay`: print a record, or the position before one of its plies."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from tienlen.cli.common import CliError, counted, print_json, whole_number
from tienlen.errors import TienlenError
from tienlen.render import Style, cards_text, play_text, position_text, style_for

if TYPE_CHECKING:
    from tienlen.record import Record

SUMMARY = "Check and print a record, or the position before any of its plies."

_CARD = re.compile(r"\b[3-9TJQKA2][scdh]\b")
_MAX_BYTES = 16 * 1024 * 1024  # more than the longest record of either form


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a record as text or JSON; - reads stdin")
    parser.add_argument(
        "--record",
        type=whole_number(1, 10**12),
        metavar="N",
        help="line N of a file of records, as `tienlen arena --records` writes it",
    )
    parser.add_argument(
        "--ply",
        type=whole_number(1, 10**9),
        metavar="N",
        help="show the position before ply N instead (one more than there are: the last position)",
    )
    parser.add_argument(
        "--hand",
        type=whole_number(1, 10**9),
        default=1,
        metavar="H",
        help="the hand that --ply is about, in a match (default: 1)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    record = _read(args.file, args.record)
    if args.ply is None:
        if args.json:
            print_json(record.to_json())
        else:
            print(_pretty(record, style_for(sys.stdout)))
        return 0
    if args.hand > len(record.hands):
        raise CliError(f"--hand {args.hand}: this record has {counted(len(record.hands), 'hand')}")
    plies = record.hands[args.hand - 1].plies
    if args.ply > len(plies) + 1:
        raise CliError(f"--ply {args.ply}: expected 1 to {len(plies) + 1} in hand {args.hand}")
    state = record.position(args.ply - 1, args.hand - 1)
    next_ply = plies[args.ply - 1] if args.ply <= len(plies) else None
    if args.json:
        print_json(json.dumps(_position(args, state, next_ply), ensure_ascii=False))
        return 0
    style = style_for(sys.stdout)
    when = f"before ply {args.ply}" if next_ply else f"after ply {len(plies)}"
    print(f"hand {args.hand}, {when}")
    print(position_text(state, style))
    if next_ply:
        print(f"  next    {_with_symbols(f'{next_ply.seat}: {next_ply.action}', style)}")
    if not state.is_over:
        legal = " · ".join(play_text(play, style) for play in state.legal_plays())
        print(f"  legal   {legal}")
    print(f"  text    {state.to_text()}")
    return 0


def _read(name: str, number: int | None) -> Record:
    from tienlen.record import Record  # here, since it loads the engine

    if name == "-":
        if sys.stdin is None:
            raise CliError("standard input is closed")
        data = _data(name, sys.stdin.buffer, number)
    else:
        with Path(name).open("rb") as file:
            data = _data(name, file, number)
    if len(data) > _MAX_BYTES:
        raise CliError(f"{name}: larger than {_MAX_BYTES} bytes, the limit for records")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CliError(f"{name}: not a text in UTF-8") from None
    try:
        return Record.from_json(text) if text.lstrip().startswith("{") else Record.parse(text)
    except TienlenError as error:
        raise CliError(f"{name}: {error}") from None


def _data(name: str, file: BinaryIO, number: int | None) -> bytes:
    if number is None:
        return file.read(_MAX_BYTES + 1)
    count = 0
    while line := file.readline(_MAX_BYTES + 1):
        count += 1
        if count == number or len(line) > _MAX_BYTES:
            return line
    raise CliError(f"--record {number}: {name} has {counted(count, 'line')}")


def _pretty(record: Record, style: Style) -> str:
    """The text of a record, with the cards of its hands as symbols."""
    header, title, hands = str(record).rstrip("\n").partition("\nhand 1\n")
    return header + title + _with_symbols(hands, style)


def _with_symbols(text: str, style: Style) -> str:
    return _CARD.sub(lambda found: cards_text(found[0], style), text)


def _position(args: argparse.Namespace, state: Any, next_ply: Any) -> dict[str, Any]:
    return {
        "hand": args.hand,
        "ply": args.ply,
        "position": state.to_text(),
        "to_move": state.to_move,
        "next": None if next_ply is None else list(next_ply),
        "legal": [] if state.is_over else [str(play) for play in state.legal_plays()],
    }
