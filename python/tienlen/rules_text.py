"""Rules as text: plain values from TOML and JSON and back, for `tienlen.rules`.

What comes in may come from anywhere, so its size is bounded, and whatever the parsers stumble over
(syntax, nesting, numbers of a million digits) comes out as a `RulesError`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tienlen.errors import RulesError

__all__ = ["MAX_TEXT", "parse_json", "parse_toml", "read_file", "write_json", "write_toml"]

MAX_TEXT = 64 * 1024
"""The longest rules text that is read, in characters (in bytes, from a file)."""


def parse_toml(text: str) -> dict[str, Any]:
    """Read TOML into plain values.

    Example:
        >>> parse_toml('players = [2, 3]')
        {'players': [2, 3]}
    """
    import tomllib  # here, because a program that only uses JSON should not pay for it

    _check_size("toml", text)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _unreadable("toml", text, error) from None


def parse_json(text: str) -> dict[str, Any]:
    """Read a JSON object into plain values; a name that stands twice is an error.

    Example:
        >>> parse_json('{"players": [2, 3]}')
        {'players': [2, 3]}
    """
    _check_size("json", text)
    try:
        data = json.loads(text, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise _unreadable("json", text, error) from None
    if not isinstance(data, dict):
        raise RulesError("json", data, "an object of fields by name")
    return data


def read_file(path: Path) -> str:
    """Read a rules file as text, no further than the limit."""
    with path.open("rb") as file:
        data = file.read(MAX_TEXT + 1)
    if len(data) > MAX_TEXT:
        raise RulesError("file", str(path), f"at most {MAX_TEXT} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesError("file", str(path), f"text in UTF-8 ({error.reason})") from None


def write_json(data: dict[str, Any]) -> str:
    """Write plain values as JSON."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write_toml(data: dict[str, Any]) -> str:
    """Write plain values, and tables of lists below them, as TOML. None is left out.

    Example:
        >>> print(write_toml({"name": "ours", "chops": {"DS3+": ["longer"]}, "decks": None}))
        name = "ours"
        <BLANKLINE>
        [chops]
        "DS3+" = ["longer"]
        <BLANKLINE>
    """
    lines = [
        f"{name} = {_toml_value(value)}"
        for name, value in data.items()
        if value is not None and not isinstance(value, dict)
    ]
    for name, table in data.items():
        if isinstance(table, dict):
            lines += ["", f"[{name}]"]
            lines += [f"{_toml_key(key)} = {_toml_value(row)}" for key, row in table.items()]
    return "\n".join(lines) + "\n"


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return "[" + ", ".join(_toml_value(item) for item in value) + "]"
    # A TOML string of printable characters needs no escapes but these two.
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _toml_key(key: str) -> str:
    bare = key.replace("_", "").replace("-", "")
    return key if bare.isascii() and bare.isalnum() else _toml_value(key)


def _check_size(kind: str, text: str) -> None:
    if not isinstance(text, str):
        raise RulesError(kind, text, "text")
    if len(text) > MAX_TEXT:
        raise RulesError(kind, text, f"at most {MAX_TEXT} characters (these are {len(text)})")


def _unreadable(kind: str, text: str, error: Exception) -> RulesError:
    why = "too deeply nested" if isinstance(error, RecursionError) else str(error)
    return RulesError(kind, text, f"valid {kind.upper()} ({why[:200]})")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(n for n in names if names.count(n) > 1)!r} stands there twice")
    return data
