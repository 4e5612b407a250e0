"""What the commands share: arguments, errors, and the optional package for tables."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from tienlen.rules import PRESETS, Rules

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "CliError",
    "OneLineParser",
    "add_rules",
    "add_threads",
    "console",
    "cores",
    "load_rules",
    "need_rich",
    "one_line",
    "print_table",
    "whole_number",
]

_PIPE_WIDTH = 160  # where there is no terminal to ask: wide enough for the tables here


class CliError(Exception):
    """Wrong input to a command, said in one line."""


class OneLineParser(argparse.ArgumentParser):
    """A parser that reports errors in one line, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        """Report an error and end."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def one_line(error: BaseException) -> str:
    """The message of an error in one line."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split()) or type(error).__name__


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Make a type for an argument: a whole number in a range.

    Example:
        >>> whole_number(1, 4)("3")
        3
    """

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= 20 and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(
            f"expected a whole number from {low} to {high}: {text!r:.80}"
        )

    return read


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Give a command the argument `--rules`."""
    parser.add_argument(
        "--rules",
        default="southern",
        metavar="NAME|FILE",
        help=f"one of {', '.join(PRESETS)}, or a TOML or JSON file (default: southern)",
    )


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Give a command the argument `--threads`."""
    parser.add_argument(
        "--threads",
        type=whole_number(1, 1024),
        default=cores(),
        metavar="T",
        help="default: all cores",
    )


def load_rules(name: str) -> Rules:
    """Return the preset of a name, or the rules in a file."""
    if name in PRESETS:
        return Rules.preset(name)
    path = Path(name)
    if not path.suffix and not path.exists():
        raise CliError(f"rules {name!r:.80}: no file, and none of the presets {', '.join(PRESETS)}")
    return Rules.from_file(path)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def need_rich(instead: str = "--json") -> None:
    """Say clearly that the package for tables is missing, if it is."""
    try:
        import rich  # noqa: F401
    except ImportError:
        raise CliError(
            f"tables need the package rich: pip install 'tienlen[cli]', or use {instead}"
        ) from None


def console(stream: TextIO | None = None) -> Console:
    """A console for tables and progress, on standard output if no stream is given."""
    from rich.console import Console

    stream = sys.stdout if stream is None else stream
    width = None if stream.isatty() else _PIPE_WIDTH
    return Console(file=stream, width=width, highlight=False)


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print a table: the first column to the left, numbers to the right."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for number, column in enumerate(columns):
        numeric = number > 0 and all(isinstance(row[number], (int, float)) for row in rows)
        table.add_column(column, justify="right" if numeric else "left")
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else Text(_cell(cell)) for cell in row))
    out = console()
    out.print(Text(title, style="bold"))
    out.print(table)


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.3f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
