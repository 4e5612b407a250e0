"""The chop table: which classes of play beat which, whatever their top cards.

An ordinary answer (same kind, same size, higher top) always stands beside the table. The table is
data of a `Rules` value; both engines read it and neither knows a preset by name.

Classes of play:
    `single`, `pair`, `triple` (of any rank but 2), `single_2`, `pair_of_2s`, `triple_of_2s`,
    `quad` (2s too), `S3` to `S12` (sequences by length; `S12` is the dragon, 3 to A) and
    `DS3` to `DS12` (double sequences by number of pairs).

    A sequence that ends in a 2 belongs to no class: it neither chops nor is chopped.

Short forms, read in keys and in rows:
    `DS4+` (that length or longer) and `S3-S11` (a range); and `longer`, in the row of a sequence
    or double sequence only: every longer one of its own family.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tienlen.errors import RulesError

__all__ = ["CLASSES", "ChopTable", "range_name"]

_FAMILIES = ("S", "DS")
_SHORTEST, _LONGEST = 3, 12

CLASSES: tuple[str, ...] = (
    *("single", "single_2", "pair", "pair_of_2s", "triple", "triple_of_2s", "quad"),
    *(f"{family}{n}" for family in _FAMILIES for n in range(_SHORTEST, _LONGEST + 1)),
)
"""All 27 classes of play, in the order in which tables are written."""

_ORDER = {name: index for index, name in enumerate(CLASSES)}
_LENGTHS = re.compile(r"(DS|S)(\d{1,2})(\+|-(DS|S)(\d{1,2}))?")
_ALLOWED = (
    "single, single_2, pair, pair_of_2s, triple, triple_of_2s, quad, S3 to S12, DS3 to DS12, "
    "a range such as DS4+ or S3-S11"
)


class ChopTable(Mapping[str, frozenset[str]]):
    """An immutable, hashable table: for each class of play, the classes that chop it.

    It is a mapping over all 27 classes; a class that nothing chops has an empty row.

    Args:
        rows: For each class on the table (or a range of them), the classes that beat it. Rows
            not given are empty. No class may be stated twice.

    Raises:
        RulesError: A name that is no class, a class stated twice, or a row that is no list.

    Example:
        >>> table = ChopTable({"single_2": ["quad", "DS3+"], "DS3+": ["longer"]})
        >>> "quad" in table["single_2"], sorted(table["DS10"])
        (True, ['DS11', 'DS12'])
        >>> table.with_row("pair_of_2s", ["DS4+", "quad"]).to_dict()["pair_of_2s"]
        ['quad', 'DS4+']
    """

    __slots__ = ("_hash", "_rows")

    _rows: dict[str, frozenset[str]]
    _hash: int

    def __init__(self, rows: Mapping[str, Iterable[str]] | None = None) -> None:
        filled = dict.fromkeys(CLASSES, frozenset[str]())
        filled.update(_expand_rows({} if rows is None else rows))
        self._rows = filled
        self._hash = hash(tuple(filled.values()))

    def __getitem__(self, target: str) -> frozenset[str]:
        return self._rows[target]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ChopTable):
            return self._rows == other._rows
        return NotImplemented

    def __repr__(self) -> str:
        return f"ChopTable({self.to_dict()!r})"

    def __reduce__(self) -> tuple[type[ChopTable], tuple[dict[str, list[str]]]]:
        return ChopTable, (self.to_dict(),)

    def with_row(self, target: str, attackers: Iterable[str]) -> ChopTable:
        """Return a table in which one row (or each row of a range) is replaced.

        Args:
            target: The class on the table, or a range such as `DS4+`.
            attackers: All classes that chop it; an empty list if nothing does.
        """
        return self.with_rows({target: attackers})

    def with_rows(self, rows: Mapping[str, Iterable[str]]) -> ChopTable:
        """Return a table in which the rows given are replaced and the others stay.

        Example:
            >>> ChopTable({"quad": ["DS4+"]}).with_rows({"single_2": ["quad"]}).to_dict()
            {'single_2': ['quad'], 'quad': ['DS4+']}
        """
        return ChopTable({**self._rows, **_expand_rows(rows)})

    def to_dict(self) -> dict[str, list[str]]:
        """Return the short form: rows that are not empty, with ranges and `longer`.

        `ChopTable(table.to_dict()) == table` holds for every table.
        """
        return {range_name(targets): row for targets, row in self.grouped() if row}

    def grouped(self) -> Iterator[tuple[tuple[str, ...], list[str]]]:
        """Yield the rows in short form, each with the neighbouring classes that it is the row of.

        Example:
            >>> for classes, row in ChopTable({"S11+": ["quad"]}).grouped():
            ...     if row:
            ...         print(classes, row)
            ('S11', 'S12') ['quad']
        """
        for name in CLASSES[: _ORDER["S3"]]:
            yield (name,), _shorten_row(self._rows[name])
        for family in _FAMILIES:
            length = _SHORTEST
            while length <= _LONGEST:
                last, row = self._longest_group(family, length)
                yield tuple(f"{family}{n}" for n in range(length, last + 1)), row
                length = last + 1

    def _longest_group(self, family: str, first: int) -> tuple[int, list[str]]:
        """Find how far rows from `first` on can be said in one line, and that line.

        Rows are alike in one of two ways: they name the same classes, or each names the same
        classes and besides them all longer ones of its own family.
        """
        start = self._rows[f"{family}{first}"]
        same = first
        while same < _LONGEST and self._rows[f"{family}{same + 1}"] == start:
            same += 1

        relative = first
        rest = start - _longer(family, first)
        if _longer(family, first) <= start:
            while relative < _LONGEST:
                row = self._rows[f"{family}{relative + 1}"]
                if row != rest | _longer(family, relative + 1):
                    break
                relative += 1
        if relative > same:
            return relative, [*_shorten_row(rest), "longer"]
        return same, _shorten_row(start)


def _longer(family: str, length: int) -> frozenset[str]:
    """All classes of a family that are longer than `length`."""
    return frozenset(f"{family}{n}" for n in range(length + 1, _LONGEST + 1))


def _expand_rows(rows: Any) -> dict[str, frozenset[str]]:
    """Check rows in any of the short forms and write each class out."""
    if not isinstance(rows, Mapping):
        raise RulesError("chops", rows, "a table of rows, each `class = [classes that beat it]`")
    expanded: dict[str, frozenset[str]] = {}
    for key, row in rows.items():
        field = f"chops.{key}"
        for target in _expand_token(key, "chops", ""):
            if target in expanded:
                raise RulesError(field, key, f"each class once ({target} was stated before)")
            expanded[target] = _expand_row(row, target, field)
    return expanded


def _expand_row(row: Any, target: str, field: str) -> frozenset[str]:
    """Write out the attackers in one row for one target."""
    if isinstance(row, (str, bytes, Mapping)) or not isinstance(row, Iterable):
        raise RulesError(field, row, 'a list of classes, such as ["quad", "DS4+"]')
    attackers: set[str] = set()
    for token in row:
        attackers.update(_expand_token(token, field, target))
    return frozenset(attackers)


def _expand_token(token: Any, field: str, target: str) -> Iterable[str]:
    """Write out one name; `target` is the class whose row it stands in ('' for a key)."""
    if not isinstance(token, str):
        raise RulesError(field, token, _ALLOWED)
    if token in _ORDER:
        return (token,)
    own = _LENGTHS.fullmatch(target)
    if token == "longer" and target:
        if own is None:
            raise RulesError(field, token, "`longer` only in rows of S3 to S12 and DS3 to DS12")
        return _longer(own[1], int(own[2]))
    found = _LENGTHS.fullmatch(token)
    if found is not None and found[3] is not None:
        family, first = found[1], int(found[2])
        last = _LONGEST if found[3] == "+" else int(found[5])
        if found[4] in (None, family) and _SHORTEST <= first <= last <= _LONGEST:
            return tuple(f"{family}{n}" for n in range(first, last + 1))
    raise RulesError(field, token, _ALLOWED + _suggestion(token))


def _suggestion(token: str) -> str:
    import difflib  # only needed on the way to an error

    names = {name.lower(): name for name in (*CLASSES, "longer")}
    near = difflib.get_close_matches(token[:40].lower(), names, n=1)
    return f" (did you mean {names[near[0]]}?)" if near else ""


def range_name(classes: Sequence[str]) -> str:
    """Return the shortest name of neighbouring classes, the reverse of reading a range.

    Example:
        >>> range_name(["S3", "S4"]), range_name(["S11", "S12"]), range_name(["quad"])
        ('S3-S4', 'S11+', 'quad')
    """
    first, last = classes[0], classes[-1]
    if first == last:
        return first
    return f"{first}+" if last in (f"S{_LONGEST}", f"DS{_LONGEST}") else f"{first}-{last}"


def _shorten_row(row: frozenset[str]) -> list[str]:
    """Write a row in the order of the classes, lengths that follow each other as a range."""
    short = [name for name in CLASSES[: _ORDER["S3"]] if name in row]
    for family in _FAMILIES:
        length = _SHORTEST
        while length <= _LONGEST:
            if f"{family}{length}" not in row:
                length += 1
                continue
            run = [f"{family}{length}"]
            while (longer := f"{family}{length + len(run)}") in row:
                run.append(longer)
            short.append(range_name(run))
            length += len(run)
    return short
