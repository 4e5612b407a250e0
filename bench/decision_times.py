"""How long bots think: `python bench/decision_times.py [BOT ...] [--preset NAME] [--json]`.

Decisions are those of hands between `rules`, where there is more than one play to choose from; each
bot decides them all. Told are the mean, the median, the 99th of a hundred, and the longest, by CPU
time on one core. What a system does between two ticks of a clock is in the longest, too.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time

from tienlen import PRESETS, Rules, State, View
from tienlen.bots import LEVELS, make
from tienlen.bots import decide as decided_by

SEED = 20_25


def decisions(preset: str, hands: int) -> list[View]:
    """The views at which somebody has a choice."""
    rules = Rules.preset(preset)
    found = []
    for hand in range(hands):
        state = State.deal(rules, seed=SEED, hand=hand)
        while state.to_move is not None:
            view = state.view(state.to_move)
            if state.count_legal() > 1:
                found.append(view)
            state = state.play(decided_by("rules", view, seed=hand))
    return found


def measure(spec: str, views: list[View]) -> dict[str, float]:
    """Milliseconds of CPU time."""
    bot = make(spec)
    times = []
    for number, view in enumerate(views):
        start = time.process_time()
        bot.choose(view, number)
        times.append(1000 * (time.process_time() - start))
    return {
        "mean": statistics.fmean(times),
        "median": statistics.median(times),
        "99 %": statistics.quantiles(times, n=100)[98],
        "longest": max(times),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("bots", nargs="*", default=list(LEVELS), metavar="BOT")
    parser.add_argument("--preset", default="southern", choices=PRESETS)
    parser.add_argument("--hands", type=int, default=25)
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    views = decisions(args.preset, args.hands)
    told = {spec: measure(spec, views) for spec in args.bots}
    if args.json:
        print(json.dumps({"preset": args.preset, "decisions": len(views), "ms": told}))
        return
    print(f"{len(views)} decisions ({args.preset}), ms of CPU time")
    print(f"{'':20}" + "".join(f"{name:>10}" for name in ("mean", "median", "99 %", "longest")))
    for spec, row in told.items():
        print(f"{spec:20}" + "".join(f"{value:10.3f}" for value in row.values()))


if __name__ == "__main__":
    main()
