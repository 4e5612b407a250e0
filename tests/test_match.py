"""`Match`: scoring, leading, dealing and ending, on hands made up and on hands played."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import tienlen
import tienlen.reference
from engines import both_engines
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


@both_engines
@pytest.mark.parametrize("name", PRESETS)
def test_whole_matches(name: str, engine: Any) -> None:
    rules = Rules.preset(name)
    for players in rules.players:
        match = Match.run(rules, highest, seed=11, players=players, engine=engine.State)
        assert match.is_over
        assert match.winners
        assert Match.run(rules, highest, seed=11, players=players, engine=engine.State) == match
        for result in match.results:
            assert sum(result.points) == sum(
                rules.points_by_place(players)
                if not result.instant_wins
                else (rules.points[0], *[rules.points[-1]] * (players - 1))
            )


@both_engines
def test_the_deals_of_a_match(engine: Any) -> None:
    match = Match(SOUTHERN, seed=5)
    first = match.deal(engine=engine.State)
    assert first == engine.State.deal(SOUTHERN, seed=5)
    assert first.opening_card is not None
    match = match.play_hand([highest, lowest, lowest, lowest], engine=engine.State)
    second = match.deal(engine=engine.State)
    assert second == engine.State.deal(SOUTHERN, seed=5, hand=1, leader=match.results[0].winner)
    assert second.opening_card is None
    assert second.to_move == match.next_leader


@both_engines
def test_each_seat_has_its_policy(engine: Any) -> None:
    asked: set[tuple[int, int]] = set()

    def policy(number: int) -> Callable[[Any], int]:
        def play(state: Any) -> int:
            asked.add((number, state.to_move))
            return highest(state)

        return play

    Match(SOUTHERN, seed=5).play_hand([policy(seat) for seat in range(4)], engine=engine.State)
    assert asked == {(0, 0), (1, 1), (2, 2), (3, 3)}


def test_the_compiled_engine_is_the_default() -> None:
    match = Match(SOUTHERN, seed=5)
    assert type(match.deal()) is tienlen.State
    assert match.play_hand(highest) == match.play_hand(highest, engine=tienlen.reference.State)


# --- what the plays prove ------------------------------------------------------------------------


def played_out(state: Any, policy: Callable[[Any], int] = highest) -> Any:
    while not state.is_over:
        state = state.play(policy(state))
    return state


def test_cards_of_another_deal() -> None:
    match = Match(SOUTHERN, seed=5)
    for wrong in ({"seed": 6}, {"seed": 5, "hand": 1}):
        with pytest.raises(MatchError, match="not the cards of hand 0 of seed 5"):
            match.finish(played_out(tienlen.State.deal(SOUTHERN, **wrong)))
    assert match.finish(played_out(tienlen.State.deal(SOUTHERN, seed=5))).hands_played == 1
    # Without a seed the cards may come from anywhere.
    assert Match(SOUTHERN).finish(played_out(tienlen.State.deal(SOUTHERN, seed=6))).hands_played


@pytest.mark.parametrize("seed", range(5))
def test_another_leader(seed: int) -> None:
    match = Match(SOUTHERN, seed=seed)
    opener = match.deal().to_move
    wrong = tienlen.State.deal(SOUTHERN, seed=seed, leader=(opener + 1) % 4)
    with pytest.raises(MatchError, match=f"in this match seat {opener} leads"):
        match.finish(played_out(wrong))
    match = match.play_hand(highest)
    first = match.results[0].winner
    right = tienlen.State.deal(SOUTHERN, seed=seed, hand=1, leader=first)
    wrong = tienlen.State.deal(SOUTHERN, seed=seed, hand=1, leader=(first + 1) % 4)
    assert match.finish(played_out(right)).hands_played == 2
    with pytest.raises(MatchError, match=f"in this match seat {first} leads"):
        match.finish(played_out(wrong))


def test_hands_with_a_spare_card() -> None:
    rules = Rules.preset("pagat").replace(
        players=(2, 3), hand_size=17, spare_card="leader", match_hands=3
    )
    match = Match.run(rules, highest, seed=2, players=3)
    assert match.hands_played == 3


def test_folding_before_the_first_play() -> None:
    xiii = Rules.preset("xiii")
    match = Match(xiii, seed=2)
    state = match.deal()
    opener = state.to_move
    other = (opener + 2) % 4
    ended = match.finish(played_out(state.fold(other).fold(opener)))
    assert ended.results[0].folded == (other, opener)
    assert ended.results[0].places[-2:] == (opener, other)


def test_a_position_without_its_past_is_taken_as_it_is() -> None:
    state = played_out(tienlen.State.deal(SOUTHERN, seed=6))
    forgetful = tienlen.State.from_text(state.to_text(), SOUTHERN)
    assert forgetful == state
    assert Match(SOUTHERN, seed=5).finish(forgetful).hands_played == 1


def test_trading_changes_the_cards_dealt() -> None:
    rules = Rules.preset("pagat").replace(trading=True)
    match = Match(rules, seed=4)
    state = match.deal()
    a, b = state.opener, (state.opener + 1) % 4
    given, taken = str(state.opening_card), str(next(iter(state.hands[b])))
    traded = state.trade(a, given, b, taken)
    assert traded.to_move == b
    assert match.finish(played_out(traded)).hands_played == 1
