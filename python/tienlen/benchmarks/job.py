"""One workload in a process of its own: `python -m tienlen.benchmarks.job NAME AMOUNT [--warm]`.

Prints what was done and how long it took, as JSON.
"""

from __future__ import annotations

import json
import sys

from tienlen.benchmarks.measuring import take
from tienlen.benchmarks.workloads import WORKLOADS


def main(argv: list[str]) -> None:
    """Run it."""
    name, amount, *flags = argv
    job = WORKLOADS[name].prepare()
    if "--warm" in flags:
        job(max(1, int(amount) // 10))
    print(json.dumps(take(job, int(amount))._asdict()))


if __name__ == "__main__":
    main(sys.argv[1:])
