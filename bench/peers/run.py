"""Measures tienlen and its peers side by side, and writes one table.

    python bench/peers/run.py --install     # once: OpenSpiel and RLCard, into build/peers
    python bench/peers/run.py               # writes bench/peers/results.json and results.md

Run it with the Python that has tienlen (`PYTHONPATH=python` for a build in place). All jobs run on
one core, in processes of their own, in turn: A B C A B C …; ratios divide neighbours in time, and
the table gives the medians. Times are CPU times.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

from tienlen.benchmarks.goals import GOALS
from tienlen.benchmarks.machine import busy, describe, load
from tienlen.benchmarks.results import spread

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BASE = "OpenSpiel dou_dizhu, from Python"
GOAL_OF = {  # row: the goal of its ratio, and what the ratio is of
    "tienlen playouts, inside C++": ("peers.hands", "hands"),
    "tienlen Batch of 1024, numpy policy": ("peers.batch.1024", "decisions"),
    "tienlen Batch of 64, numpy policy": ("peers.batch.64", "decisions"),
    "tienlen Batch of 1024, 208 bytes observed": ("peers.batch.observed", "decisions"),
}


class Worker:
    """A process that does jobs when it is told to."""

    def __init__(self, python: Path | str, script: str) -> None:
        environ = {
            k: v for k, v in os.environ.items() if k != "PYTHONPATH" or python == sys.executable
        }
        # numpy's own threads would be measured as work.
        environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"}
        self.process = subprocess.Popen(
            [str(python), str(HERE / script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environ,
        )
        hello = self._answer()
        self.jobs: list[str] = hello["jobs"]
        self.versions: dict[str, str] = hello["versions"]

    def do(self, job: str, amount: int) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"job": job, "amount": amount}) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.process.args} ended with code {self.process.wait()}")
        told: dict[str, Any] = json.loads(line)
        return told

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def install(folder: Path) -> None:
    venv.create(folder, with_pip=True, clear=True)
    requirements = str(HERE / "requirements.txt")
    subprocess.run([str(python_of(folder)), "-m", "pip", "install", "-r", requirements], check=True)


def python_of(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def measure(workers: list[Worker], rounds: int, seconds: float) -> dict[str, list[dict[str, Any]]]:
    jobs = [(worker, job) for worker in workers for job in worker.jobs]
    amounts = {job: fitting(worker, job, seconds) for worker, job in jobs}
    samples: dict[str, list[dict[str, Any]]] = {job: [] for _, job in jobs}
    for number in range(rounds):
        for worker, job in jobs:
            samples[job].append(worker.do(job, amounts[job]))
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    return samples


def fitting(worker: Worker, job: str, seconds: float) -> int:
    """The amount that takes so many seconds of CPU time."""
    amount = 1
    while True:
        took = worker.do(job, amount)["cpu"]
        if took >= seconds / 4:
            return max(1, round(amount * seconds / took))
        amount *= 4


def rows_of(samples: dict[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    rows = []
    for job, taken in samples.items():
        row: dict[str, Any] = {"job": job, "samples": taken}
        for what in ("hands", "decisions"):
            rates = rates_of(taken, what)
            row[f"{what}_per_second"] = None if rates is None else statistics.median(rates)
            row[f"{what}_ratio"] = ratio_of(rates, rates_of(samples[BASE], what))
        rates = rates_of(taken, "hands")
        row["spread"] = None if rates is None else spread(rates)
        listed = rates_of(taken, "legal")
        row["ns_a_legal_play"] = None if listed is None else 1e9 / statistics.median(listed)
        if job in GOAL_OF:
            goal, what = GOAL_OF[job]
            row |= {"goal": goal, "goal_of": what, **GOALS[goal]._asdict()}
        rows.append(row)
    return rows


def rates_of(taken: list[dict[str, Any]], what: str) -> list[float] | None:
    if any(sample[what] is None for sample in taken):
        return None
    return [sample[what] / sample["cpu"] for sample in taken]


def ratio_of(rates: list[float] | None, base: list[float] | None) -> float | None:
    """The median of the ratios of neighbours in time."""
    if rates is None or base is None:
        return None
    return statistics.median(a / b for a, b in zip(rates, base, strict=True))


def markdown(told: dict[str, Any]) -> str:
    machine, versions = told["machine"], told["versions"]
    lines = [
        "| random play | hands/s | decisions/s | ns a legal play | hands | decisions | goal |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for row in told["rows"]:
        goal = "" if "must" not in row else f"{row['must']:g}×, {row['aim']:g}× ({row['goal_of']})"
        cells = [
            row["job"],
            number(row["hands_per_second"]),
            number(row["decisions_per_second"]),
            number(row["ns_a_legal_play"]),
            number(row["hands_ratio"], "×"),
            number(row["decisions_ratio"], "×"),
            goal,
        ]
        lines.append("| " + " | ".join(cells) + " |")
    listed = ", ".join(f"{name} {number}" for name, number in versions.items())
    method = (
        f"Medians of {told['rounds']} interleaved rounds, by CPU time; the × columns are over "
        f"*{BASE}*. The games differ: a hand of Dou dizhu has three seats and about 63 random "
        "decisions, one of Thirteen four seats and about 80. Goal: must, aim."
    )
    where = (
        f"{machine['cpu']}; {machine['compiler']}, {machine['flags']}, {machine['path']} path; "
        f"{machine['python']}; tienlen {machine['tienlen']} ({machine['commit']}), {listed}; "
        f"{machine['when'][:10]}."
    )
    lines += ["", method, "", where]
    if busy(machine) or busy(machine | {"load": machine["load_after"]}):
        load_ = f"{machine['load']} to {machine['load_after']}"
        lines += ["", f"**The machine was busy (load {load_}): these figures are no good.**"]
    lines += ["", "Made by `python bench/peers/run.py`."]
    return "\n".join(lines) + "\n"


def number(value: float | None, mark: str = "") -> str:
    if value is None:
        return ""
    return (f"{value:,.0f}" if value >= 100 else f"{value:.3g}") + mark


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure tienlen and its peers side by side.")
    parser.add_argument("--install", action="store_true", help="install the peers, and end")
    parser.add_argument("--venv", type=Path, default=ROOT / "build" / "peers", metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=9, metavar="N")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of a sample")
    parser.add_argument("--out", type=Path, default=HERE, metavar="FOLDER")
    args = parser.parse_args()
    if args.install:
        install(args.venv)
        return
    peers = python_of(args.venv)
    if not peers.exists():
        sys.exit(f"{peers} is not there: run this with --install first")
    machine = describe()
    workers = [
        Worker(peers, "job_openspiel.py"),
        Worker(peers, "job_rlcard.py"),
        Worker(sys.executable, "job_tienlen.py"),
    ]
    samples = measure(workers, args.rounds, args.seconds)
    told = {
        "format": "tienlen-peers 1",
        "machine": machine | {"load_after": load()},
        "versions": {
            "OpenSpiel": workers[0].versions["open_spiel"],
            "RLCard": workers[1].versions["rlcard"],
            "Python of the peers": workers[0].versions["python"],
        },
        "rounds": args.rounds,
        "seconds": args.seconds,
        "rows": rows_of(samples),
    }
    for worker in workers:
        worker.close()
    args.out.mkdir(parents=True, exist_ok=True)
    text = markdown(told)
    (args.out / "results.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    (args.out / "results.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
