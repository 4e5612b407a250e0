"""Perft files: positions with the number of leaves at each depth.

# Comments; what made the numbers is said at the top of each file.
rules southern                 the name of a preset, or …
rules {"base": "pagat", …}     … rules as JSON on one line
position 3s 4d | 5s | …        as `State.to_text` writes it
1 31                           depth and leaves
2 412
3 5023 core                    a number that is the core's alone
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tienlen.rules import PRESETS, Rules

FOLDER = Path(__file__).parent / "perft"


@dataclass
class Entry:
    """A position and what is known of it: leaves by depth, and who counted them."""

    title: str
    rules: Rules
    position: str
    leaves: dict[int, int] = field(default_factory=dict)
    twin_depth: int = 0  # the twin counted up to here, the core beyond

    def written(self) -> str:
        """The entry as it stands in a file."""
        preset = Rules.preset(self.rules.name) if self.rules.name in PRESETS else None
        said = self.rules.name if preset == self.rules else json.dumps(self.rules.to_dict())
        lines = [f"# {self.title}", f"rules {said}", f"position {self.position}"]
        for depth, number in sorted(self.leaves.items()):
            by = "" if depth <= self.twin_depth else " core"
            lines.append(f"{depth} {number}{by}")
        return "\n".join(lines) + "\n"


def read(path: Path) -> Iterator[Entry]:
    """The entries of a file."""
    entry, title, rules = None, "", Rules()
    for line in path.read_text("utf-8").splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "":
                continue
            case "#":
                title = rest
            case "rules":
                rules = Rules.from_json(rest) if rest.startswith("{") else Rules.preset(rest)
            case "position":
                if entry is not None:
                    yield entry
                entry = Entry(title, rules, rest)
            case _:
                assert entry is not None
                number, _, by = rest.partition(" ")
                entry.leaves[int(word)] = int(number)
                if not by:
                    entry.twin_depth = int(word)
    if entry is not None:
        yield entry
