"""Instructions per unit of work, counted by valgrind.

Times wander with the machine; the number of instructions does not, so that a change of a hundredth
shows. Each workload is run in two amounts under callgrind, and the difference is divided by the
difference in work: what it takes to start Python and to prepare the job falls out.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from typing import NamedTuple

__all__ = ["COUNTED", "available", "count"]


class Counted(NamedTuple):
    """A workload, and the two amounts that are compared."""

    workload: str
    few: int
    many: int


COUNTED: dict[str, Counted] = {
    "a ply of a playout": Counted("playouts.plies", 200, 4200),
    "a lead of a 13-card hand": Counted("leads", 1, 11),
    "a legal play of a position": Counted("positions", 1, 21),
    "a decision of a batch": Counted("batch.policy", 20, 220),
}
"""What is counted, by the name under which it is told."""


def available() -> bool:
    """Whether valgrind is installed."""
    return shutil.which("valgrind") is not None


def count(name: str, *, cpu: str = "") -> float:
    """Count the instructions for one unit of a workload.

    Args:
        name: A key of `COUNTED`.
        cpu: `"portable"` for that path of the core; empty for what the CPU can do.
    """
    workload, few, many = COUNTED[name]
    few_work, few_instructions = _run(workload, few, cpu)
    many_work, many_instructions = _run(workload, many, cpu)
    return (many_instructions - few_instructions) / (many_work - few_work)


def _run(workload: str, amount: int, cpu: str) -> tuple[float, int]:
    """What was done, and the instructions of the whole process."""
    command = [
        *("valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"),
        *(sys.executable, "-m", "tienlen.benchmarks.job", workload, str(amount)),
    ]
    # One order of hashes, and one thread of numpy: the rest of the process repeats, too.
    environ = os.environ | {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "TIENLEN_CPU": cpu}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if found is None:
        raise RuntimeError(f"valgrind did not say what it collected: {done.stderr[-300:]}")
    return float(json.loads(done.stdout)["work"]), int(found[1])
