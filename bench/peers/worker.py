"""What every job has in common: it does as much as it is told to, and times itself.

Only the standard library, as it runs in the peers' environment too.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import NamedTuple


class Done(NamedTuple):
    """What a job did. Legal plays: all that it was shown, None where nothing is listed."""

    hands: int
    decisions: int | None
    legal: int | None


Job = Callable[[int], Done]


def serve(jobs: dict[str, Job], packages: tuple[str, ...]) -> None:
    """Tell what there is, then do what standard input says: `{"job": …, "amount": …}` a line."""
    out = sys.stdout
    sys.stdout = sys.stderr  # what a package prints is no answer
    versions = {name: version(name) for name in packages}
    versions["python"] = sys.version.split()[0]
    print(json.dumps({"jobs": list(jobs), "versions": versions}), file=out, flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        job, amount = jobs[order["job"]], order["amount"]
        cpu, wall = time.process_time(), time.perf_counter()
        done = job(amount)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print(json.dumps(done._asdict() | {"wall": wall, "cpu": cpu}), file=out, flush=True)
