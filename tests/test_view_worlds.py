"""The worlds that fit a view: each as likely as it should be, the same on every machine."""

from __future__ import annotations

import collections
import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from tienlen import Card, CardSet, Rules, State, View


def chi_square(
    observed: collections.Counter[tuple[int, ...]], expected: dict[tuple[int, ...], float]
) -> float:
    """The statistic in standard deviations from its mean; the degrees of freedom are many."""
    assert set(observed) <= set(expected)
    total = sum(observed.values())
    scale = total / sum(expected.values())
    statistic = sum(
        (observed[world] - scale * weight) ** 2 / (scale * weight)
        for world, weight in expected.items()
    )
    freedom = len(expected) - 1
    return float((statistic - freedom) / (2 * freedom) ** 0.5)


def all_worlds(view: View) -> dict[tuple[int, ...], float]:
    """Every way to deal the cards never seen to the other seats."""
    free = list(view.unseen & ~view.absent & ~CardSet(c for cards in view.known for c in cards))

    def fill(seat: int, free: list[Card]) -> Iterator[tuple[int, ...]]:
        if seat == view.players:
            yield ()
        elif seat == view.seat:
            yield from ((int(view.hand), *rest) for rest in fill(seat + 1, free))
        else:
            wanted = view.counts[seat] - len(view.known[seat])
            for chosen in itertools.combinations(free, wanted):
                left = [card for card in free if card not in chosen]
                hand = CardSet(chosen) | view.known[seat]
                yield from ((int(hand), *rest) for rest in fill(seat + 1, left))

    return dict.fromkeys(fill(0, free), 1.0)


def position(hands: list[str], more: str, rules: str = "xiii", unseen: int = 2) -> View:
    """A view by seat 0 of a position late in a hand; all but a few other cards are played."""
    held = CardSet(" ".join(hands))
    played = CardSet(list(~held)[unseen:])
    text = " | ".join(hands) + f"; {more}; played {played}"
    return State.from_text(text, Rules.preset(rules)).view(0)


@pytest.mark.parametrize(
    "view",
    [
        position(["3s 9d", "4c Kh 2s", "8d 8h 9s Ks"], "turn 1", unseen=1),
        position(["3s 9d", "4c Kh 2s 2h Js"], "turn 0", unseen=4),
        position(["3s", "4c", "8d 9s", "Jc Jd Js"], "turn 2; table Qs by 1", "southern", 0),
    ],
    ids=["3 seats", "2 seats", "4 seats"],
)
def test_all_worlds_are_equally_likely(view: View) -> None:
    expected = all_worlds(view)
    drawn = view.sample_hands(100 * len(expected), seed=11).tolist()
    observed = collections.Counter(map(tuple, drawn))
    assert len(expected) > 50
    assert abs(chi_square(observed, expected)) < 5


def test_worlds_with_an_opening_card_are_equally_likely() -> None:
    """Two hands of a card each, and one that starts with its lowest card: 48 x 47 worlds."""
    state = State.from_hands(Rules.preset("xiii"), ["9d", "3c Ks", "Qs"])
    view = state.view(0)
    expected = all_worlds(view)
    assert len(expected) == 49 * 48
    assert all(world[1] >> 1 & 1 for world in expected)
    observed = collections.Counter(map(tuple, view.sample_hands(200_000, seed=5).tolist()))
    assert abs(chi_square(observed, expected)) < 5


def test_no_world_was_won_at_the_deal() -> None:
    """Some hands would have won; no world has one of them."""
    rules = Rules.preset("zipi")
    state = State.deal(rules, seed=12, leader=0)
    view = state.view(0)
    everything = Rules.preset("zipi").replace(instant_wins=())
    free = State.from_hands(everything, state.hands, leader=0).view(0)
    seen = free.sample_hands(4000, seed=2).tolist()
    would_win = sum(
        State.from_hands(rules, map(CardSet, hands), leader=0).is_over for hands in seen
    )
    assert 40 < would_win < 400
    for hands in view.sample_hands(4000, seed=2).tolist():
        assert not State.from_hands(rules, map(CardSet, hands), leader=0).is_over


WEIGHTS = {"pass_cheap": 0.3, "pass_any": 0.7, "broke_group": 0.5, "skipped": 0.5}


def weigh_pass_over_5s(hand: CardSet) -> float:
    """The model of the weights for a pass over the single 5 of spades, written again."""
    per_rank = collections.Counter(card.rank for card in hand)
    higher = [card for card in hand if Card("5s") < card < Card("2s")]
    if any(per_rank[card.rank] == 1 for card in higher):
        return WEIGHTS["pass_cheap"]
    return WEIGHTS["pass_any"] if higher else 1.0


def weigh_8d_on_5s(hand: CardSet) -> float:
    """The same for the 8 of diamonds, played on the 5 of spades."""
    per_rank = collections.Counter(card.rank for card in hand)
    weight = 1.0 if per_rank[Card("8d").rank] == 1 else WEIGHTS["broke_group"]
    if any(per_rank[c.rank] == 1 and Card("5s") < c < Card("8s") for c in hand):
        weight *= WEIGHTS["skipped"]
    return weight


@pytest.mark.parametrize(
    ("play", "weigh"), [("pass", weigh_pass_over_5s), ("8d", weigh_8d_on_5s)], ids=["pass", "play"]
)
def test_worlds_weighed_by_what_was_done(play: str, weigh: Callable[[CardSet], float]) -> None:
    hands = ["5s 9d 9h", "8d 2c 2d"]
    held = CardSet(" ".join(hands) + " 6s 6c 8s Qs 3d")
    text = f"{' | '.join(hands)}; turn 0; played {~held}"
    view = State.from_text(text, Rules.preset("xiii")).play("5s").play(play).view(0)
    since = CardSet() if play == "pass" else CardSet(play)
    expected = {world: weigh(CardSet(world[1]) | since) for world in all_worlds(view)}
    assert len(set(expected.values())) > 2
    drawn = view.sample_hands(300 * len(expected), seed=3, candidates=400).tolist()
    assert abs(chi_square(collections.Counter(map(tuple, drawn)), expected)) < 5
    uniform = view.sample_hands(300 * len(expected), seed=3).tolist()
    assert chi_square(collections.Counter(map(tuple, uniform)), expected) > 20


def test_the_same_seed_gives_the_same_worlds() -> None:
    view = State.deal(Rules.preset("southern"), seed=3).view(1)
    worlds = view.sample_worlds(20, seed=9)
    assert worlds == view.sample_worlds(20, seed=9)
    assert worlds[:5] == view.sample_worlds(5, seed=9)
    assert worlds != view.sample_worlds(20, seed=10)
    hands = [[int(hand) for hand in world.hands] for world in worlds]
    assert view.sample_hands(20, seed=9).tolist() == hands
    assert view.sample_worlds(20, seed=9, candidates=8) != worlds or not view.history


SAMPLES = """
import tienlen
for name in ("southern", "zipi", "pagat"):
    state = tienlen.State.deal(tienlen.Rules.preset(name), seed=4, players=4)
    for _ in range(20):
        state = state.play(state.legal_plays()[-1])
    print(state.view(state.to_move).sample_hands(50, seed=6, candidates=3).tolist())
"""


def test_every_machine_draws_the_same_worlds() -> None:
    def run(cpu: str) -> str:
        path = os.pathsep.join(sys.path)
        environment = os.environ | {"TIENLEN_CPU": cpu, "PYTHONPATH": path}
        command = [sys.executable, "-c", SAMPLES]
        return subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True
        ).stdout

    assert run("portable") == run("any")
    state = State.deal(Rules.preset("southern"), seed=3)
    assert [int(hand) for hand in state.view(1).sample_hands(1, seed=9)[0]] == GOLDEN


GOLDEN = [
    0x24B0450240034,
    0x480092403B00A,
    0x0003202584AC1,
    0x934C089800500,
]
