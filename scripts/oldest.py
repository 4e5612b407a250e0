"""Print pip constraints: the oldest version that pyproject.toml allows of everything it names.

Usage: python scripts/oldest.py >constraints.txt

What builds (build-system.requires, the dependency group "build") and what runs (dependencies, the
extras). A lower bound that nobody installs is a guess; `scripts/wheel_check.sh --oldest` installs
these.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def main() -> None:
    """Print them."""
    said = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    requirements = [
        *said["build-system"]["requires"],
        *said["dependency-groups"]["build"],
        *said["project"]["dependencies"],
        *(each for extra in said["project"]["optional-dependencies"].values() for each in extra),
    ]
    for requirement in sorted(set(requirements)):
        found = re.fullmatch(r"([\w.-]+)>=([\w.]+)", requirement)
        if found is None:
            raise SystemExit(f"{requirement!r}: expected NAME>=VERSION")
        print(f"{found[1]}=={found[2]}")


if __name__ == "__main__":
    main()
