"""What the commands share: arguments, errors, and the optional package for tables."""

from __future__ import annotations

import argparse
import codecs
import json
import os
import sys
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from tienlen.errors import RulesError
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
    "counted",
    "load_rules",
    "need_rich",
    "one_line",
    "prepare_streams",
    "print_json",
    "print_table",
    "print_toml",
    "shown",
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

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End, when what `--help` has printed is out: a reader who has left is met in `main`."""
        sys.stdout.flush()
        super().exit(status, message)


def one_line(error: BaseException) -> str:
    """The message of an error in one line."""
    if isinstance(error, OSError) and error.strerror is not None:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split()) or type(error).__name__


def counted(number: int, what: str) -> str:
    """Write a number of things.

    Example:
        >>> counted(1, "deal"), counted(2000, "deal")
        ('1 deal', '2,000 deals')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


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
    try:
        return Rules.from_file(path)
    except RulesError as error:
        raise CliError(str(error) if error.field == "file" else f"{name}: {error}") from None


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# --- streams -------------------------------------------------------------------------------------

_ASCII = {"≠": "#", "…": "..", "−": "-", "±": "+-", "·": "|", "µ": "u", "đ": "d", "Đ": "D"} | dict(
    zip("♠♣♦♥", "scdh", strict=True)
)


def prepare_streams() -> None:
    """Make printing safe, whatever standard output is.

    What its encoding cannot express is written in ASCII instead of being an error: a pipe of
    Windows knows a few hundred characters. A stream that was closed before the start is replaced
    by one that forgets; `print` would write errors to standard output otherwise.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    codecs.register_error("tienlen.ascii", _in_ascii)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="tienlen.ascii")


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return _to_ascii(error.object[error.start : error.end]), error.end


def _to_ascii(text: str) -> str:
    """Write a text in ASCII, as near as it comes.

    Example:
        >>> _to_ascii("Tiến lên: 2.5 ± 0.1, 9♦")
        'Tien len: 2.5 +- 0.1, 9d'
    """
    plain = (_ASCII.get(c) or unicodedata.normalize("NFKD", c) for c in text)
    letters = "".join(c for c in "".join(plain) if not unicodedata.combining(c))
    return letters.encode("ascii", "replace").decode()


def _can_show(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def shown(text: str) -> str:
    """Return a text as standard output will show it, so that columns stay straight."""
    return "".join(c if _can_show(c) else _to_ascii(c) for c in text)


def print_json(text: str) -> None:
    """Print JSON; what standard output cannot express is escaped."""
    print(text if _can_show(text) else json.dumps(json.loads(text)))


def print_toml(text: str) -> None:
    """Print TOML; the same."""
    print("".join(c if _can_show(c) else f"\\U{ord(c):08X}" for c in text), end="")


# --- tables --------------------------------------------------------------------------------------


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
    """Print a table: the first column to the left, numbers to the right.

    Texts are wrapped to the width of a terminal. Numbers and words are never cut: a table that does
    not fit is wider, and the terminal breaks its lines.
    """
    from rich import box
    from rich.cells import cell_len
    from rich.measure import Measurement
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    cells = [
        [cell if isinstance(cell, Text) else Text(shown(_cell(cell))) for cell in row]
        for row in rows
    ]
    for number, column in enumerate(map(shown, columns)):
        numeric = number > 0 and all(isinstance(row[number], (int, float)) for row in rows)
        whole = number == 0 or numeric
        texts = [column, *(row[number].plain for row in cells)]
        table.add_column(
            column,
            justify="right" if numeric else "left",
            no_wrap=whole,
            min_width=max(
                cell_len(t) for text in texts for t in ([text] if whole else text.split() or [""])
            ),
        )
    for row in cells:
        table.add_row(*row)
    out = console()
    least = Measurement.get(out, out.options.update(max_width=10_000), table).minimum
    out.width = max(out.width, least)
    out.print(Text(shown(title), style="bold"), soft_wrap=True)
    out.print(table, crop=False)


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.3f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
