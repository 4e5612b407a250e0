"""How many cards the solver reaches: `python bench/solver_reach.py [--json] [--positions N]`.

Positions come from hands of random play: the first one of each hand in which so many cards are left
in all hands together. Told is the most cards for which half of the positions were solved within a
time, by CPU time on one core, each with a new table.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from typing import NamedTuple

from tienlen import Rules, State, solve

SEED = 20_24
LIMITS = (1.0, 10.0, 1000.0)  # milliseconds


class Field(NamedTuple):
    """Who plays, by which rules."""

    name: str
    preset: str
    players: int
    left: int
    """How many are to be left in play."""


FIELDS = (
    Field("two players", "pagat", 2, 2),
    Field("last two of four players", "southern", 4, 2),
    Field("three players", "pagat", 3, 3),
    Field("four players", "southern", 4, 4),
)


def endgames(field: Field, count: int) -> dict[int, list[State]]:
    """Up to `count` positions for each number of cards left."""
    rules = Rules.preset(field.preset)
    found: dict[int, list[State]] = {}
    for hand in range(30 * count):
        state = State.deal(rules, players=field.players, seed=SEED, hand=hand)
        ply, before = 0, 0
        while not state.is_over and len(state.in_play) >= field.left:
            left = sum(len(state.hands[seat]) for seat in state.in_play)
            here = found.setdefault(left, [])
            if len(state.in_play) == field.left and left != before and len(here) < count:
                here.append(state)
            before = left
            state = state.play(state.random_play(SEED, 1_000 * hand + ply))
            ply += 1
    return found


def median_ms(states: list[State]) -> float:
    """The median time to solve them; those that take more than twice the longest limit count so."""
    times = []
    for state in states:
        start = time.process_time()
        solve(state, milliseconds=2 * LIMITS[-1])
        times.append(1000 * (time.process_time() - start))
        if sum(t > LIMITS[-1] for t in times) > len(states) / 2:
            return LIMITS[-1] * 2
    return statistics.median(times)


def reach(field: Field, count: int) -> dict[str, object]:
    """The most cards within each limit, and the median times that were measured."""
    medians: dict[int, float] = {}
    for cards, states in sorted(endgames(field, count).items()):
        if len(states) < max(count // 2, 3):
            continue
        medians[cards] = median_ms(states)
        if medians[cards] > LIMITS[-1]:
            break
    within = {
        f"{limit:g} ms": max((n for n, ms in medians.items() if ms <= limit), default=0)
        for limit in LIMITS
    }
    return {"field": field.name, "rules": field.preset, "cards": within, "median_ms": medians}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--positions", type=int, default=25, help="for each number of cards")
    args = parser.parse_args()
    told = [reach(field, args.positions) for field in FIELDS]
    if args.json:
        print(json.dumps({"positions": args.positions, "fields": told}))
        return
    names = [f"{limit:g} ms" for limit in LIMITS]
    print(f"{'cards in all hands together':28}" + "".join(f"{name:>10}" for name in names))
    for row in told:
        cards = row["cards"]
        assert isinstance(cards, dict)
        print(f"{row['field']!s:28}" + "".join(f"{cards[name]:>10}" for name in names))


if __name__ == "__main__":
    main()
