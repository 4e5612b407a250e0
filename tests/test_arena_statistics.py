"""The figures of the arena: by hand on small examples, and by their errors over many runs."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from tienlen import Rules
from tienlen.arena import Arena, Settings, Standing, Stop
from tienlen.arena.distributions import student_t
from tienlen.arena.playing import compiled
from tienlen.arena.sequential import Test as SequentialTest
from tienlen.arena.tally import Deals, Tally

PAGAT = Rules.preset("pagat")
XIII = Rules.preset("xiii")


def deals_of(points: list[list[int]], places: list, ahead: list) -> Deals:
    n, entrants = len(points), len(points[0])
    zeros = np.zeros((n, entrants), dtype=np.int64)
    return Deals(np.array(points), np.array(places), np.array(ahead), zeros + 10, zeros + 5000)


# --- by hand -------------------------------------------------------------------------------------


def small() -> Standing:
    """Two players, two seatings, three deals: a wins both hands of the first, then one of each."""
    settings = Settings.of(XIII, ["a=rules", "b=greedy"])
    tally = Tally.of(settings)
    tally.add(
        deals_of(
            [[2, 0], [1, 1], [1, 1]],
            [[[2, 0], [0, 2]], [[1, 1], [1, 1]], [[1, 1], [1, 1]]],
            [[[0, 2], [0, 0]], [[0, 1], [1, 0]], [[0, 1], [1, 0]]],
        )
    )
    return Standing.of(settings, tally)


def test_points_by_hand() -> None:
    standing = small()
    assert (standing.deals, standing.hands, standing.even) == (3, 6, 0.5)
    a, b = standing.rows
    assert (a.seats, a.decisions, a.microseconds) == (6, 30, 0.5)
    assert a.points.value == pytest.approx(4 / 6)
    assert b.points.value == pytest.approx(2 / 6)
    # Sums of a deal are 2, 1, 1: variance 1/3, so a mean of three has the error 1/3, a hand half.
    assert a.points.half_width == pytest.approx(4.30265 * (1 / 3) / 2, rel=1e-5)
    assert a.places[0].value == pytest.approx(4 / 6)
    assert a.places[0].half_width == a.points.half_width
    assert sum(place.value for place in a.places) == pytest.approx(1)


def test_pairs_by_hand() -> None:
    (pair,) = small().pairs
    assert (pair.a, pair.b) == ("a", "b")
    # Differences of the deals are 2, 0, 0 over two hands: mean 1/3, deviation 2/√3 / 2.
    assert pair.difference.value == pytest.approx(1 / 3)
    assert pair.difference.half_width == pytest.approx(4.30265 / 3, rel=1e-5)
    assert pair.ahead.value == pytest.approx(4 / 6)
    assert not pair.difference.excludes_zero


def test_elo_by_hand() -> None:
    """Two entrants: the logarithm of the odds, with the drawn pair that is added."""
    a, b = small().rows
    odds = (4 + 0.5) / (2 + 0.5)
    assert a.elo.value - b.elo.value == pytest.approx(400 * math.log10(odds))
    assert a.elo.value == pytest.approx(-b.elo.value)
    # The spread of the score of a deal is 1/√3; the slope of the curve turns it into Elo.
    information = 7 * (4.5 / 7) * (2.5 / 7)
    error = math.sqrt(3 * (1 / 3)) / information / 2  # each is half of the difference
    assert a.elo.half_width == pytest.approx(4.30265 * 400 / math.log(10) * error, rel=1e-5)


def test_shared_last_places_count_half() -> None:
    """An instant win: the winner is ahead of all, and the others are ahead of nobody."""
    settings = Settings.of(XIII, ["a=rules", "b=greedy", "c=random"])
    tally = Tally.of(settings)
    places = [[[6, 0, 0], [0, 0, 0], [0, 0, 0]]]
    ahead = [[[0, 6, 6], [0, 0, 0], [0, 0, 0]]]
    tally.add(deals_of([[12, 0, 0]], places, ahead))
    standing = Standing.of(settings, tally)
    assert standing.pair("a", "b").ahead.value == 1
    assert standing.pair("b", "c").ahead.value == 0.5
    assert standing.pair("a", "b").ahead.half_width is None
    assert standing.row("b").elo.value == pytest.approx(standing.row("c").elo.value)
    assert sum(row.elo.value for row in standing.rows) == pytest.approx(0)
    assert math.isfinite(standing.row("a").elo.value)


def test_against_numpy() -> None:
    """Means and errors of real deals, computed in another way."""
    settings = Settings.of(
        Rules.preset("southern"), ["rules", "greedy", "random", "random"], seed=3
    )
    arena = Arena(settings)
    standing = arena.run(50)
    deals = compiled(settings, 0, 50, threads=1)
    for e, (row, seats) in enumerate(zip(standing.rows, (12, 12, 24), strict=True)):
        points = deals.points[:, e] / seats
        assert row.points.value == pytest.approx(points.mean())
        error = points.std(ddof=1) / math.sqrt(50)
        assert row.points.half_width == pytest.approx(student_t(49) * error)
        for place, share in enumerate(row.places):
            assert share.value == pytest.approx((deals.places[:, e, place] / seats).mean())
    difference = (deals.points[:, 0] - deals.points[:, 1]) / 12
    pair = standing.pair("rules", "greedy")
    assert pair.difference.value == pytest.approx(difference.mean())
    error = difference.std(ddof=1) / math.sqrt(50)
    assert pair.difference.half_width == pytest.approx(student_t(49) * error)
    # The ratings make the expected scores what was counted, as the most likely ones must.
    elo = np.array([row.elo.value for row in standing.rows])
    ahead = deals.ahead.sum(axis=0)
    for a in range(3):
        got = expected = 0.0
        for b in range(3):
            if a != b:
                met = ahead[a, b] + ahead[b, a] + 1
                got += ahead[a, b] + 0.5
                expected += met / (1 + 10 ** ((elo[b] - elo[a]) / 400))
        assert got == pytest.approx(expected)


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [
        (1, 12.7062047),
        (2, 4.3026527),
        (3, 3.1824463),
        (5, 2.5705818),
        (30, 2.0422725),
        (60, 2.0002978),
        (61, 1.9996236),
        (120, 1.9799304),
        (10**9, 1.9599640),
    ],
)
def test_student_t(degrees: int, quantile: float) -> None:
    assert student_t(degrees) == pytest.approx(quantile, abs=2e-7)


# --- errors over many runs -----------------------------------------------------------------------

TWINS = ("one=random", "two=random")  # equally strong, and unlike two `rules` not the same hands


def runs(settings: Callable[[int], Settings], deals: int, count: int) -> list[Standing]:
    return [Arena(settings(seed)).run(deals, threads=2) for seed in range(count)]


def bounds(share: float, count: int) -> tuple[float, float]:
    """Where the number of hits of a share lies but once in ten thousand times."""
    width = 3.9 * math.sqrt(count * share * (1 - share))
    return count * share - width, count * share + width


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_equal_bots_are_told_apart_in_five_percent_of_the_runs(players: int) -> None:
    def settings(seed: int) -> Settings:
        return Settings.versus(XIII, *TWINS, players=players, seed=seed)

    count = 500
    standings = runs(settings, 12, count)
    low, high = bounds(0.05, count)
    differing = sum(standing.pairs[0].difference.excludes_zero for standing in standings)
    assert low <= differing <= high
    ahead = [standing.pairs[0].ahead for standing in standings]
    away = sum(abs(found.value - 0.5) > (found.half_width or 0) for found in ahead)
    assert low <= away <= high
    rated = sum(standing.rows[0].elo.excludes_zero for standing in standings)
    assert low <= rated <= high


@pytest.mark.slow
def test_intervals_hold_the_true_points() -> None:
    """Of a strong and a weak bot: the points of a long run lie in the intervals of short ones."""

    def settings(seed: int) -> Settings:
        return Settings.of(XIII, ["greedy", "random", "random"], seed=seed)

    long = Arena(settings(10**6)).run(20_000, threads=2)
    standings = runs(settings, 60, 300)
    for label in ("greedy", "random"):
        true = long.row(label)
        for figure in ("points", "wins", "elo"):
            missed = 0
            for standing in standings:
                estimate = getattr(standing.row(label), figure)
                missed += abs(estimate.value - getattr(true, figure).value) > estimate.half_width
            # The long run has an error of its own, and few deals are not quite normal.
            low, high = bounds(0.05, 300)
            assert low <= missed <= high + 8, (label, figure)


def sequential_runs(
    mean: float, stop: Stop, count: int, deals: int
) -> list[tuple[str | None, int]]:
    """Verdicts, and after how many deals, on differences of deals drawn from a skewed law."""
    settings = Settings.of(XIII, ["a=rules", "b=greedy"])
    rng = np.random.default_rng(7)
    found = []
    for _ in range(count):
        # Sums of a deal: a gets 0 to 8 of 8, more often few; its mean is that of b plus a bit.
        a = rng.binomial(8, 0.5 + mean / 2, size=deals)
        shift = rng.random(deals) < 0.1
        a = np.where(shift, np.where(rng.random(deals) < 0.5 + mean / 2, 8, 0), a)
        points = np.stack([a, 8 - a], axis=1)
        filler = np.zeros((deals, 2, 2), dtype=np.int64)
        rows = Deals(points, filler, filler, points * 0, points * 0)
        test, tally = SequentialTest(settings, stop), Tally.of(settings)
        enough = test.ends_after(tally, rows)
        tally.add(rows if enough is None else rows.first(enough))
        found.append((test.result(tally).verdict, tally.deals))
    return found


@pytest.mark.slow
def test_the_sequential_test_keeps_its_error() -> None:
    """It looks 2,000 times, and still finds a difference that is not there in 5 % at most."""
    for error in (0.05, 0.2):
        found = sequential_runs(0.0, Stop("a", "b", error=error), 1500, 2000)
        wrong = sum(verdict is not None for verdict, _ in found)
        assert wrong <= bounds(error, 1500)[1]
        assert (
            wrong >= 0.1 * error * 1500
        )  # it does look; a bound that it never comes near says nothing


def test_who_looks_at_the_ordinary_interval_again_and_again_is_fooled() -> None:
    """The reason for all this."""
    rng = np.random.default_rng(1)
    numbers = np.arange(1, 2001)
    fooled = 0
    for _ in range(300):
        sums = np.cumsum(rng.normal(size=2000))
        fooled += bool((np.abs(sums)[40:] > 1.96 * np.sqrt(numbers)[40:]).any())
    assert fooled > 0.2 * 300


def test_the_sequential_test_finds_differences() -> None:
    found = sequential_runs(0.15, Stop("a", "b"), 200, 2000)
    assert all(verdict == "a" for verdict, _ in found)
    assert np.mean([deals for _, deals in found]) < 300
    found = sequential_runs(-0.15, Stop("a", "b"), 50, 2000)
    assert all(verdict == "b" for verdict, _ in found)


def test_the_sequential_test_finds_that_two_are_close() -> None:
    found = sequential_runs(0.0, Stop("a", "b", margin=1.0), 200, 2000)
    assert sum(verdict == "close" for verdict, _ in found) >= 0.9 * 200
    found = sequential_runs(0.15, Stop("a", "b", margin=0.4), 100, 2000)
    assert sum(verdict == "close" for verdict, _ in found) <= 0.05 * 100 + 9


def test_portions_do_not_matter_to_the_sequential_test() -> None:
    settings = Settings.versus(PAGAT, "greedy", "lowest", players=2, seed=3)
    stop = Stop("greedy", "lowest")
    rows = compiled(settings, 0, 400, threads=2)
    at_once = SequentialTest(settings, stop).ends_after(Tally.of(settings), rows)
    assert at_once is not None
    test, tally = SequentialTest(settings, stop), Tally.of(settings)
    for first in range(0, 400, 7):
        part = Deals(*(array[first : first + 7] for array in rows))
        enough = test.ends_after(tally, part)
        tally.add(part if enough is None else part.first(enough))
        if enough is not None:
            break
    assert tally.deals == at_once >= stop.first_look
