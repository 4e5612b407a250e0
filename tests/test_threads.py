"""Values shared by threads and sent to other processes."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import random
import sys
import threading

import tienlen
from tienlen import Rules, State

THREADS = 8


def visit(state: State, seed: int) -> list[object]:
    """Do everything with a state, at random, and play it to the end; tell what was seen."""
    chance = random.Random(seed)
    seen: list[object] = []
    while not state.is_over:
        masks = state.legal_masks()
        seen.append(int(masks.sum()) % 2**64)
        seen.append((len(state.legal_plays()), state.count_legal(), hash(state)))
        seen.append(state.check("3s 3s", chance.randrange(state.players)))
        text = state.to_text()
        assert State.from_text(text, state.rules) == state
        seen.append(text)
        seen.append([play.kind for play in state.legal_plays()[:3]])
        if chance.random() < 0.05:
            seen.append(tienlen.perft(state, 2))
            seen.append(state.random_play(seed))
        state = state.play(chance.choice(masks))
    seen.append((state.places, state.points, len(state.history)))
    return seen


def test_many_threads_share_states_and_rules() -> None:
    """Without locks: each thread sees what a single one does."""
    # Fresh rules, so that the threads also meet where these are compiled and first used.
    rules = [Rules.preset(name).replace(name=f"shared {name}") for name in tienlen.PRESETS]
    states = [State.deal(each, seed=seed) for each in rules for seed in range(3)]
    expected = [visit(state, seed) for seed, state in enumerate(states)]

    fresh = [Rules.preset(name).replace(name=f"shared {name}") for name in tienlen.PRESETS]
    barrier = threading.Barrier(THREADS)
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # as often as can be

    def work(thread: int) -> list[tuple[int, list[object]]]:
        barrier.wait()
        dealt = [State.deal(each, seed=seed) for each in fresh for seed in range(3)]
        order = list(range(len(states)))
        random.Random(thread).shuffle(order)
        found = []
        for at in order:
            assert dealt[at] == states[at]
            found.append((at, visit(states[at] if thread % 2 else dealt[at], at)))
        return found

    try:
        with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
            for found in pool.map(work, range(THREADS)):
                for at, seen in found:
                    assert seen == expected[at]
    finally:
        sys.setswitchinterval(switching)


def test_threads_share_long_work() -> None:
    state = State.deal(Rules.preset("xiii"), seed=4)
    leaves = tienlen.perft(state, 5)
    hands = tienlen.playouts(state, games=500, seed=1)
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        counts = [pool.submit(tienlen.perft, state, 5, threads=1 + n % 3) for n in range(THREADS)]
        played = [
            pool.submit(tienlen.playouts, state, games=500, seed=1, threads=1 + n % 3)
            for n in range(THREADS)
        ]
        assert {count.result() for count in counts} == {leaves}
        assert all(result.result() == hands for result in played)


def played_on(state: State) -> tuple[State, int, str]:
    """What another process does with a state: it sends one back."""
    after = state.play(state.legal_plays()[-1])
    return after, hash(after), repr(after)


def test_states_go_to_a_spawned_process_and_back() -> None:
    states = [State.deal(Rules.preset(name), seed=7) for name in tienlen.PRESETS]
    states.append(states[0].play(states[0].legal_plays()[0]))
    states.append(
        State.from_hands(Rules.preset("xiii").replace(name="ours", led_bombs=False), ["3s", "4s"])
    )
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        for state, (after, number, text) in zip(states, pool.map(played_on, states), strict=True):
            expected = state.play(state.legal_plays()[-1])
            assert after == expected
            assert after.history == expected.history
            assert number == hash(expected)
            assert text == repr(expected)
