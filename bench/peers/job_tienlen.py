"""tienlen, southern rules: the same random play, from the slowest way to do it to the quickest."""

from __future__ import annotations

import random

import numpy as np
from worker import Done, Job, serve

import tienlen

RULES = tienlen.Rules.preset("southern")


def one_state_at_a_time(amount: int) -> Done:
    """The loop that job_openspiel has."""
    draw = random.random
    deal = tienlen.State.deal
    decisions = legal = 0
    for i in range(amount):
        state = deal(RULES, seed=1, hand=i)
        while not state.is_over:
            masks = state.legal_masks()
            state = state.play(masks[int(draw() * len(masks))])
            decisions += 1
            legal += len(masks)
    return Done(amount, decisions, legal)


def batch(n: int, *, observed: bool = False) -> Job:
    """`amount` steps of n hands, each play chosen by numpy from the list of legal ones."""
    hands = tienlen.Batch(RULES, n, 1, autoreset=tienlen.AutoresetMode.SAME_STEP)
    uniform = np.random.default_rng(1).random
    draws, picks = np.empty(n), np.empty(n, np.int64)
    seen = np.empty((n, 4, 52), np.uint8)

    def job(amount: int) -> Done:
        begun = int(hands.episodes.sum())
        legal = 0
        for _ in range(amount):
            offsets, masks = hands.legal()
            if observed:
                hands.observe(seen)
            uniform(out=draws)
            np.multiply(draws, offsets[1:] - offsets[:-1], out=draws)
            np.add(draws.astype(np.int64), offsets[:-1], out=picks)
            hands.step_flat(picks)
            legal += len(masks)
        return Done(int(hands.episodes.sum()) - begun, amount * n, legal)

    return job


def playouts(amount: int) -> Done:
    result = tienlen.playouts(RULES, amount, seed=1)
    return Done(result.hands, result.plies, None)


if __name__ == "__main__":
    random.seed(1)
    jobs: dict[str, Job] = {"tienlen State, from Python": one_state_at_a_time}
    if hasattr(tienlen, "Batch"):
        jobs["tienlen Batch of 64, numpy policy"] = batch(64)
        jobs["tienlen Batch of 1024, numpy policy"] = batch(1024)
        jobs["tienlen Batch of 1024, 208 bytes observed"] = batch(1024, observed=True)
    jobs["tienlen playouts, inside C++"] = playouts
    serve(jobs, ("numpy",))
