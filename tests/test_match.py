"""`Match`: scoring, leading, dealing and ending, on hands made up and on hands played."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import tienlen.reference
from tienlen.errors import MatchError, RulesError
from tienlen.match import HandResult, Match
from tienlen.rules import PRESETS, Rules


@dataclass(frozen=True)
class Ended:
    """A hand that is over, made up: a match reads no more of a state than this."""

    rules: Rules
    places: tuple[int, ...]
    players: int = 4
    is_over: bool = True
    instant_wins: tuple[tuple[int, str], ...] = ()
    folded: tuple[int, ...] = ()

    @property
    def points(self) -> tuple[int, ...] | None:
        if not self.is_over:
            return None
        by_place = self.rules.points_by_place(self.players)
        return tuple(
            by_place[self.places.index(seat) if seat in self.places else -1]
            for seat in range(self.players)
        )


def won_by(rules: Rules, *winners: int, players: int = 4) -> Match:
    """A match after hands that these seats won, the others following in the order of turns."""
    match = Match(rules, players=players)
    for winner in winners:
        places = tuple((winner + i) % players for i in range(players))
        match = match.finish(Ended(rules, places, players))
    return match


def lowest(state: Any) -> int:
    """A policy: the lowest legal mask, which is a pass wherever one is legal."""
    return int(state.legal_masks()[0])


def highest(state: Any) -> int:
    """A policy: the highest legal mask."""
    return int(state.legal_masks()[-1])


# --- the published games -------------------------------------------------------------------------


def test_southern_goes_to_ten_points_and_a_sole_top() -> None:
    southern = Rules.preset("southern")
    match = won_by(southern, 0, 0, 0)
    assert (match.scores, match.is_over, match.winners) == ((9, 6, 3, 0), False, ())
    match = won_by(southern, 0, 0, 0, 0)
    assert (match.scores, match.is_over, match.winners) == ((12, 8, 4, 0), True, (0,))


def test_southern_plays_on_while_the_top_is_shared() -> None:
    southern = Rules.preset("southern")
    match = Match(southern)
    for places in ((0, 1, 2, 3), (1, 0, 2, 3)) * 2:
        match = match.finish(Ended(southern, places))
    assert match.scores == (10, 10, 4, 0)
    assert not match.is_over
    assert match.leaders == (0, 1)
    match = match.finish(Ended(southern, (2, 3, 1, 0)))
    assert match.scores == (10, 11, 7, 2)
    assert match.winners == (1,)


def test_zipi_is_three_hands_and_ties_are_shared() -> None:
    zipi = Rules.preset("zipi")
    match = Match(zipi)
    for places in ((0, 1, 2, 3), (1, 0, 2, 3), (3, 2, 0, 1)):
        assert not match.is_over
        match = match.finish(Ended(zipi, places))
    assert match.scores == (6, 5, 4, 3)
    assert match.winners == (0,)

    match = Match(zipi)
    for places in ((0, 1, 2, 3), (1, 0, 2, 3), (2, 3, 0, 1)):
        match = match.finish(Ended(zipi, places))
    assert match.scores == (6, 5, 5, 2)
    match = Match(zipi)
    for places in ((0, 1, 2, 3), (1, 2, 0, 3), (2, 0, 1, 3)):
        match = match.finish(Ended(zipi, places))
    assert match.scores == (6, 6, 6, 0)
    assert match.winners == (0, 1, 2)


def test_zipi_instant_win() -> None:
    zipi = Rules.preset("zipi")
    match = Match(zipi).finish(Ended(zipi, (2,), instant_wins=((2, "dragon"), (0, "six_pairs"))))
    assert match.scores == (0, 0, 3, 0)
    assert match.next_leader == 2
    assert match.results[0].loser is None
    assert match.results[0].instant_wins == ((2, "dragon"), (0, "six_pairs"))


def test_strict_is_four_hands_and_more_while_the_top_is_shared() -> None:
    strict = Rules.preset("strict")
    assert not won_by(strict, 1, 1, 1).is_over
    assert won_by(strict, 1, 1, 1, 1).winners == (1,)
    match = won_by(strict, 0, 1, 2, 3)
    assert match.scores == (6, 6, 6, 6)
    assert not match.is_over
    assert won_by(strict, 0, 1, 2, 3, 2).winners == (2,)
    quick = strict.replace(match_hands=1)
    assert won_by(quick, 3).winners == (3,)


def test_pagat_is_one_hand_with_a_loser_who_deals() -> None:
    pagat = Rules.preset("pagat")
    match = Match(pagat, players=3)
    assert match.dealer is None
    match = match.finish(Ended(pagat, (2, 0, 1), players=3))
    assert match.scores == (0, -1, 0)
    assert match.winners == (0, 2)
    assert match.dealer == 1
    assert match.is_over


def test_the_dealer_stays_after_an_instant_win() -> None:
    rules = Rules.preset("pagat").replace(match_hands=9, instant_wins=("four_twos",))
    match = Match(rules).finish(Ended(rules, (3, 2, 1, 0)))
    assert match.dealer == 0
    match = match.finish(Ended(rules, (2,), instant_wins=((2, "four_twos"),)))
    assert match.scores == (-2, -1, 0, -1)
    assert match.dealer == 0


def test_xiii_is_one_hand_for_places_only() -> None:
    xiii = Rules.preset("xiii")
    match = Match(xiii).finish(Ended(xiii, (2, 0, 3, 1), folded=(1,)))
    assert match.scores == (0, 0, 0, 0)
    assert match.winners == (2,)
    assert match.results[0].folded == (1,)
    several = xiii.replace(match_hands=3)
    match = won_by(several, 2, 1, 1)
    assert match.next_leader is None
    assert match.winners == (1,)
    assert won_by(several, 2, 1, 0).winners == (0, 1, 2)


def test_the_winner_leads_the_next_hand() -> None:
    match = won_by(Rules.preset("southern"), 3, 1)
    assert match.next_leader == 1
    assert match.dealer is None
    assert Match(Rules.preset("southern")).next_leader is None


# --- what is refused -----------------------------------------------------------------------------

SOUTHERN = Rules.preset("southern")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (Ended(SOUTHERN, (), is_over=False), "not over yet"),
        (Ended(Rules.preset("zipi"), (0, 1, 2, 3)), "other rules"),
        (Ended(SOUTHERN.replace(led_bombs=False), (0, 1, 2, 3)), "other rules"),
    ],
)
def test_hands_that_do_not_belong(state: Any, words: str) -> None:
    match = Match(SOUTHERN)
    with pytest.raises(MatchError, match=words):
        match.finish(state)
    assert match == Match(SOUTHERN)


def test_another_number_of_players() -> None:
    pagat = Rules.preset("pagat")
    with pytest.raises(MatchError, match="3 players, the match 4"):
        Match(pagat).finish(Ended(pagat, (0, 1, 2), players=3))


def test_a_match_that_is_over_goes_on_no_more() -> None:
    match = won_by(Rules.preset("zipi"), 0, 1, 2)
    for action in (match.deal, lambda: match.finish(Ended(match.rules, (0, 1, 2, 3)))):
        with pytest.raises(MatchError, match="the match is over"):
            action()
    assert match.play_out(lowest) is match


def test_a_match_without_a_seed_does_not_deal() -> None:
    with pytest.raises(MatchError, match="without a seed"):
        Match(SOUTHERN).deal(engine=tienlen.reference.State)


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.0, "7"])
def test_wrong_seeds(seed: Any) -> None:
    with pytest.raises(MatchError, match="seed"):
        Match(SOUTHERN, seed=seed)


@pytest.mark.parametrize("players", [1, 3, 5, True])
def test_wrong_numbers_of_players(players: Any) -> None:
    with pytest.raises(RulesError, match="players"):
        Match(SOUTHERN, players=players)


def test_wrong_results() -> None:
    with pytest.raises(MatchError, match="no result"):
        Match(SOUTHERN, results=[HandResult(places=(0, 1), points=(1, 0))])
    with pytest.raises(MatchError, match="no result"):
        Match(SOUTHERN, results=[(0, 1, 2, 3)])  # type: ignore[list-item]


def test_too_few_policies() -> None:
    with pytest.raises(MatchError, match="3 policies for 4 players"):
        Match(SOUTHERN, seed=1).play_hand([lowest] * 3, engine=tienlen.reference.State)


# --- a value -------------------------------------------------------------------------------------


def test_a_match_is_a_value() -> None:
    match = won_by(SOUTHERN, 3, 1)
    again = pickle.loads(pickle.dumps(match))
    assert again == match
    assert hash(again) == hash(match)
    assert again != won_by(SOUTHERN, 3)
    assert eval(repr(match)) == match
    with pytest.raises(AttributeError):
        match.seed = 3  # type: ignore[misc]


# --- hands that are played -----------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_whole_matches(name: str, engine: type[Any]) -> None:
    rules = Rules.preset(name)
    for players in rules.players:
        match = Match.run(rules, highest, seed=11, players=players, engine=engine)
        assert match.is_over
        assert match.winners
        assert Match.run(rules, highest, seed=11, players=players, engine=engine) == match
        for result in match.results:
            assert sum(result.points) == sum(
                rules.points_by_place(players)
                if not result.instant_wins
                else (rules.points[0], *[rules.points[-1]] * (players - 1))
            )


def test_the_deals_of_a_match(engine: type[Any]) -> None:
    match = Match(SOUTHERN, seed=5)
    first = match.deal(engine=engine)
    assert first == engine.deal(SOUTHERN, seed=5)
    assert first.opening_card is not None
    match = match.play_hand([highest, lowest, lowest, lowest], engine=engine)
    second = match.deal(engine=engine)
    assert second == engine.deal(SOUTHERN, seed=5, hand=1, leader=match.results[0].winner)
    assert second.opening_card is None
    assert second.to_move == match.next_leader


def test_each_seat_has_its_policy(engine: type[Any]) -> None:
    asked: set[tuple[int, int]] = set()

    def policy(number: int) -> Callable[[Any], int]:
        def play(state: Any) -> int:
            asked.add((number, state.to_move))
            return highest(state)

        return play

    Match(SOUTHERN, seed=5).play_hand([policy(seat) for seat in range(4)], engine=engine)
    assert asked == {(0, 0), (1, 1), (2, 2), (3, 3)}
