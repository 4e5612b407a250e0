"""Measures how strong the bots are under every preset, and keeps it in `bench/strength.json`.

    python bench/strength.py                    # what is not there yet; an hour on one core
    python bench/strength.py --only southern    # one preset, or a part such as southern/ladder
    python bench/strength.py --again            # everything anew
    python docs/generate.py                     # writes the tables of docs/strength.md

Run it with the Python that has tienlen (`PYTHONPATH=python` for a build in place), on a machine
that does nothing else: points do not depend on that, but the times of decisions do. Ctrl-C loses at
most the comparison that is being made; the next run goes on from there.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tienlen import PRESETS, Rules
from tienlen.arena import Arena, Entrant, Settings
from tienlen.benchmarks.machine import describe
from tienlen.bots import LEVELS, PolicyBot, SearchBot, make
from tienlen.cli.arena import summary
from tienlen.cli.common import cores, whole_number

HERE = Path(__file__).parent
RESULTS = HERE / "strength.json"
FORMAT = "tienlen-strength 1"
SEED = 20_26
# Deals for bots that decide at once, and for those that search.
DEALS = {"fast": 4000, "ladder": 200, "against": 400}
CLOSER = ("southern", "against", 5)  # where goals are set: so many times the deals

# Against three of a kind, besides the levels against what is below them.
AGAINST = (
    ("lowest", "random"),
    ("greedy", "random"),
    ("rules", "random"),
    ("rules", "greedy"),
    ("expert", "greedy"),
    ("expert", "rules"),
    ("flat:1000", "rules"),
    ("ismcts:1000", "rules"),
    ("cheater", "greedy"),
    ("cheater", "rules"),
)


class Comparison(NamedTuple):
    """One run of the arena."""

    preset: str
    part: str  # "ladder": a in mixed seatings with b; "against": a against three b
    a: str
    b: str
    deals: int

    @property
    def name(self) -> str:
        return f"{self.preset}/{self.part}/{self.a}/{self.b}"

    @property
    def arguments(self) -> list[str]:
        """What the command line wants for the same."""
        bots = [f"{label}={spec(label)}" if spec(label) != label else label for label in self[2:4]]
        seats = ["--versus", *bots] if self.part == "ladder" else [bots[0], *[bots[1]] * 3]
        words = [*seats, "--rules", self.preset, "--deals", str(self.deals), "--seed", str(SEED)]
        return ["arena", *words]

    def settings(self) -> Settings:
        rules = Rules.preset(self.preset)
        a, b = (Entrant.labelled(label, spec(label)) for label in self[2:4])
        if self.part == "ladder":
            return Settings.versus(rules, a, b, players=4, seed=SEED)
        return Settings.of(rules, [a, b, b, b], seed=SEED)


def spec(label: str) -> str:
    """The description behind a label; the cheater has the budget of the expert."""
    if label != "cheater":
        return label
    expert = LEVELS["expert"]
    assert isinstance(expert, SearchBot)
    return f"cheater:{expert.name.partition(':')[2]}"


def comparisons(scale: float) -> Iterator[Comparison]:
    names = list(LEVELS)
    for preset in PRESETS:
        pairs = [("ladder", b, a) for a, b in itertools.pairwise(names)]
        pairs += [("against", a, b) for a, b in AGAINST]
        for part, a, b in pairs:
            fast = all(isinstance(make(spec(label)), PolicyBot) for label in (a, b))
            times = CLOSER[2] if (preset, part) == CLOSER[:2] and not fast else 1
            deals = max(int(DEALS["fast" if fast else part] * times * scale), 2)
            yield Comparison(preset, part, a, b, deals)


def measure(comparison: Comparison, threads: int) -> dict[str, Any]:
    arena = Arena(comparison.settings())
    begun = time.perf_counter()

    def progress(now: Arena) -> None:
        if sys.stderr.isatty():
            done = f"{comparison.name}: deal {now.deals} of {comparison.deals}"
            print(f"\r\x1b[2K{done}", end="", file=sys.stderr, flush=True)

    arena.run(comparison.deals, threads=threads, progress=progress)
    told = summary(arena)
    return {
        **{key: told[key] for key in ("deals", "hands", "seed", "even", "entrants", "pairs")},
        "arguments": comparison.arguments,
        "threads": threads,
        "seconds": round(time.perf_counter() - begun, 1),
    }


def load(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {"format": FORMAT, "machine": None, "results": {}}
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if told.get("format") != FORMAT:
        raise SystemExit(f"{path}: no results of this script")
    return told


def is_current(found: dict[str, Any] | None, comparison: Comparison) -> bool:
    """Whether a result is of these settings, with bots that are what they were."""
    if found is None or found["arguments"] != comparison.arguments:
        return False
    bots = [entrant.spec for entrant in comparison.settings().entrants]
    return [entrant["bot"] for entrant in found["entrants"]] == bots


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", default="", metavar="NAME", help="what begins with this")
    parser.add_argument("--again", action="store_true", help="measure what is there already, too")
    parser.add_argument("--scale", type=float, default=1.0, metavar="X", help="times the deals")
    parser.add_argument("--threads", type=whole_number(1, 1024), default=cores(), metavar="T")
    parser.add_argument("--out", type=Path, default=RESULTS, metavar="FILE")
    args = parser.parse_args()
    chosen = [c for c in comparisons(args.scale) if c.name.startswith(args.only)]
    if not chosen:
        parser.error(f"nothing begins with {args.only}")
    told = load(args.out)
    for comparison in chosen:
        if not args.again and is_current(told["results"].get(comparison.name), comparison):
            continue
        try:
            found = measure(comparison, args.threads)
        except KeyboardInterrupt:
            return 130
        told["machine"] = describe()
        told["results"][comparison.name] = found
        args.out.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        pair = found["pairs"][0]
        if sys.stderr.isatty():
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
        difference, half = pair["difference"]["value"], pair["difference"]["half_width"]
        print(f"{comparison.name}: {difference:+.3f} ± {half:.3f} ({found['seconds']} s)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
