"""Instructions a ply, a play, a decision, counted by valgrind: the same on every run.

    python bench/instructions.py            # with the Python that has tienlen

`tienlen bench --instructions --json` records the same numbers beside the times, and
`tienlen bench compare` tells when they change.
"""

from __future__ import annotations

import sys

import tienlen
from tienlen.benchmarks import instructions


def main() -> None:
    if not instructions.available():
        sys.exit("valgrind was not found")
    for name in instructions.COUNTED:
        for path in dict.fromkeys((tienlen.cpu(), "portable")):
            count = instructions.count(name, cpu="portable" if path == "portable" else "")
            print(f"{count:12,.2f}  {name} ({path})", flush=True)


if __name__ == "__main__":
    main()
