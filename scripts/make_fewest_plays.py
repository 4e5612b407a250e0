"""Derives the table of `fewest_plays` (cpp/include/tienlen/shortest.hpp) and prints it.

Run it as `python scripts/make_fewest_plays.py`; the tests compare what it derives with the header.

The fewest plays that empty a hand depend on how many cards it holds of each rank. Going up the
ranks, a way to play the hand is described by its open runs: how many sequences, and how many double
sequences, have reached one, two, or three and more ranks here. That is 71 *plans*. For each, the
fewest plays begun so far is known; together these numbers are all that the lower ranks have to say
to the higher ones. Take the smallest away from them, drop plans that can never win, and only a few
hundred different vectors are left, for any hand whatsoever: the states of a finite automaton that
reads the hand rank by rank. Merging states that no higher ranks can tell apart leaves a few dozen.

A plan with r runs open is dropped when it cost at least 2r plays more than the plan without any:
whatever an open run still takes in (cards of one rank, of two, of three and more) takes one, two or
one play without it.
"""

from __future__ import annotations

import itertools

Plan = tuple[int, int, int, int, int, int]  # sequences of 1, 2, 3+ ranks; double sequences likewise
Vector = tuple[float, ...]
INFINITE = float("inf")

PLANS: list[Plan] = [
    plan for plan in itertools.product(range(5), repeat=6) if sum(plan[:3]) + 2 * sum(plan[3:]) <= 4
]
INDEX = {plan: i for i, plan in enumerate(PLANS)}
NO_RUNS = INDEX[0, 0, 0, 0, 0, 0]
MAY_END = [i for i, plan in enumerate(PLANS) if not (plan[0] or plan[1] or plan[3] or plan[4])]


def steps(plan: Plan, held: int, doubles: bool) -> dict[int, int]:
    """Where a plan can go at a rank of which `held` cards are held, and the plays begun there."""
    one, two, more, d_one, d_two, d_more = plan
    found: dict[int, int] = {}
    for in_doubles in range(held // 2 + 1 if doubles else 1):
        for in_sequences in range(held - 2 * in_doubles + 1):
            free, d_free = in_sequences - one - two, in_doubles - d_one - d_two
            if free < 0 or d_free < 0:
                continue  # a run of one or two ranks has to go on
            goes_on, d_goes_on = min(more, free), min(d_more, d_free)
            new, d_new = free - goes_on, d_free - d_goes_on
            left = held - 2 * in_doubles - in_sequences  # played as a group
            plays = new + d_new + (left > 0)
            target = INDEX[new, one, two + goes_on, d_new, d_one, d_two + d_goes_on]
            found[target] = min(found.get(target, 9), plays)
    return found


STEPS = [[steps(plan, held, doubles=True) for held in range(5)] for plan in PLANS]
TWOS = [[steps(plan, held, doubles=False) for held in range(5)] for plan in PLANS]


def after(vector: Vector, held: int, table: list[list[dict[int, int]]]) -> list[float]:
    """The plays begun, plan by plan, one rank further up."""
    reached = [INFINITE] * len(PLANS)
    for plan, plays in enumerate(vector):
        if plays < INFINITE:
            for target, more in table[plan][held].items():
                reached[target] = min(reached[target], plays + more)
    return reached


def fewest(vector: Vector | list[float]) -> int:
    """The fewest plays if no card follows."""
    return int(min(vector[plan] for plan in MAY_END))


def reduced(vector: list[float]) -> tuple[Vector, int]:
    """The vector relative to its smallest number, without plans that cannot win; that number."""
    smallest = int(min(vector))

    def keep(i: int) -> bool:
        runs = sum(PLANS[i])
        return i == NO_RUNS or vector[i] < vector[NO_RUNS] + 2 * runs

    return tuple(n - smallest if keep(i) else INFINITE for i, n in enumerate(vector)), smallest


def derive() -> tuple[list[list[tuple[int, int]]], list[list[int]]]:
    """The automaton: what each state does with 0 to 4 cards of the next rank.

    Returns:
        For each state and number of cards (next state, plays more); and what the same number of 2s
        adds where they may end a sequence.
    """
    start = [INFINITE] * len(PLANS)
    start[NO_RUNS] = 0
    states = {reduced(start)[0]: 0}
    queue = list(states)
    moves: list[list[tuple[int, int]]] = []
    ends: list[list[int]] = []
    for vector in queue:
        row = []
        for held in range(5):
            following, smallest = reduced(after(vector, held, STEPS))
            if following not in states:
                states[following] = len(queue)
                queue.append(following)
            row.append((states[following], smallest + fewest(following) - fewest(vector)))
        moves.append(row)
        ends.append([fewest(after(vector, held, TWOS)) - fewest(vector) for held in range(5)])
    return merged(moves, ends)


def merged(
    moves: list[list[tuple[int, int]]], ends: list[list[int]]
) -> tuple[list[list[tuple[int, int]]], list[list[int]]]:
    """The smallest automaton that says the same (Moore's algorithm)."""
    kinds = [0] * len(moves)
    while True:
        signs: dict[object, int] = {}
        refined = [
            signs.setdefault(
                (kinds[i], tuple(ends[i]), tuple((kinds[to], plays) for to, plays in moves[i])),
                len(signs),
            )
            for i in range(len(moves))
        ]
        if len(signs) == len(set(kinds)):
            break
        kinds = refined
    first = [kinds.index(kind) for kind in range(max(kinds) + 1)]
    return (
        [[(kinds[to], plays) for to, plays in moves[i]] for i in first],
        [ends[i] for i in first],
    )


def rows() -> list[str]:
    """The lines of the table in the header."""
    moves, ends = derive()
    return [
        "    {{{"
        + ", ".join(f"{{{to}, {plays}}}" for to, plays in row)
        + "}}, {"
        + ", ".join(map(str, end))
        + "}},"
        for row, end in zip(moves, ends, strict=True)
    ]


if __name__ == "__main__":
    print("\n".join(rows()))
