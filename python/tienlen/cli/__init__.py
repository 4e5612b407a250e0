"""The command line: `tienlen COMMAND …`.

Each command is a module of this package with three names: `SUMMARY` (one line), `add_arguments`
(given its parser) and `run` (given the arguments; returns the exit code). A new command is a new
module and its name in `COMMANDS`.

Exit codes: 0 done, 2 wrong input (with one line on standard error that says what is wrong),
130 interrupted.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

from tienlen._version import __version__
from tienlen.cli.common import CliError, OneLineParser, one_line, prepare_streams
from tienlen.errors import TienlenError

__all__ = ["COMMANDS", "main"]

COMMANDS: tuple[str, ...] = ("arena", "hint", "simulate", "replay", "perft", "rules", "bench")
"""The commands, each a module of this package, in the order in which help lists them."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Args:
        argv: The arguments; those of the process if not given.
    """
    prepare_streams()
    name = "tienlen"
    try:
        args = _parser().parse_args(argv)
        name = f"tienlen {args.command}"
        code: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough (`| head`). Python would complain again when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except (CliError, TienlenError, OSError) as error:
        print(f"{name}: {one_line(error)}", file=sys.stderr)
        return 2
    return code


def _parser() -> OneLineParser:
    parser = OneLineParser(
        prog="tienlen",
        description="Thirteen (Tiến lên): bots, simulations, records, counts, and rules.",
    )
    parser.add_argument("--version", action="version", version=f"tienlen {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = importlib.import_module(f"tienlen.cli.{name}")
        command = commands.add_parser(name, help=module.SUMMARY, description=module.SUMMARY)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser
