"""A match: hands in a row, who leads and deals them, the scores, and when it ends.

A `Match` is immutable: `finish` gives a new one. It deals hands and takes them back when they are
over; how they are played is none of its business, so it works with any engine's states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from tienlen.errors import MatchError, check_type
from tienlen.rules import Rules

if TYPE_CHECKING:
    from tienlen import _core

__all__ = ["FinishedHand", "HandResult", "Match", "Policy"]

Policy = Callable[[Any], Any]
"""A player: given a state in which it is to move, it returns anything that `state.play` takes."""


class FinishedHand(Protocol):
    """What a match reads of a state. Both engines' states have it, and more."""

    @property
    def rules(self) -> Rules:
        """The rules of the hand."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""

    @property
    def places(self) -> tuple[int, ...]:
        """The seats in order of their places."""

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of each seat; None before the end."""

    @property
    def instant_wins(self) -> tuple[tuple[int, str], ...]:
        """Every (seat, name) of an instant win, the winner first."""

    @property
    def folded(self) -> tuple[int, ...]:
        """The seats that folded or resigned, in that order."""


@dataclass(frozen=True, kw_only=True)
class HandResult:
    """How a hand ended.

    Attributes:
        places: The seats in order of their places. After an instant win only the winner's.
        points: The points of each seat.
        instant_wins: Every (seat, name) that qualified for an instant win; the winner's come first.
        folded: The seats that folded or resigned, in that order.

    Example:
        >>> HandResult(places=(2, 0, 3, 1), points=(2, 0, 3, 1)).winner
        2
    """

    places: tuple[int, ...]
    points: tuple[int, ...]
    instant_wins: tuple[tuple[int, str], ...] = ()
    folded: tuple[int, ...] = ()

    @property
    def winner(self) -> int:
        """The seat in first place."""
        return self.places[0]

    @property
    def loser(self) -> int | None:
        """The seat in last place; None after an instant win, which leaves the others even."""
        return self.places[-1] if len(self.places) == len(self.points) else None

    @classmethod
    def of(cls, state: FinishedHand) -> HandResult:
        """Read the result off a state that is over.

        Raises:
            MatchError: The hand is not over.
        """
        points = state.points
        if points is None:
            raise MatchError("the hand is not over yet")
        return cls(
            places=tuple(state.places),
            points=tuple(points),
            instant_wins=tuple(state.instant_wins),
            folded=tuple(state.folded),
        )


@dataclass(frozen=True, init=False)
class Match:
    """Hands in a row under the rules' way of scoring.

    Args:
        rules: The rules.
        seed: Names the deals: hand number h of the match is deal number h of this seed. Without
            one the match cannot deal, but takes hands that were dealt elsewhere.
        players: How many play; the largest number that the rules allow if not given.
        results: The hands already played, as `finish` collects them.

    Raises:
        RulesError: The rules do not allow so many players.
        MatchError: A seed or results that are none.

    Example:
        >>> from tienlen.reference import State
        >>> match = Match(Rules.preset("zipi"), seed=7)
        >>> match = match.play_hand(lambda state: state.legal_masks()[-1], engine=State)
        >>> match.hands_played, match.is_over, match.next_leader == match.results[0].winner
        (1, False, True)
    """

    rules: Rules
    seed: int | None
    players: int
    results: tuple[HandResult, ...]

    def __init__(
        self,
        rules: Rules,
        *,
        seed: int | None = None,
        players: int | None = None,
        results: Sequence[HandResult] = (),
    ) -> None:
        check_type("rules", rules, Rules)
        players = max(rules.players) if players is None else players
        rules.points_by_place(players)  # refuses a number of players that the rules do not allow
        if seed is not None and (type(seed) is not int or not 0 <= seed < 2**64):
            raise MatchError(f"seed: {seed!r} is not allowed; allowed: 0 to 2**64 - 1, or None")
        for result in results:
            _check_result(result, players)
        for name, value in (("rules", rules), ("seed", seed), ("players", players)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "results", tuple(results))

    # --- where it stands -------------------------------------------------------------------------

    @property
    def hands_played(self) -> int:
        """The number of hands that are over."""
        return len(self.results)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return tuple(sum(hand.points[seat] for hand in self.results) for seat in self._seats)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats that are on top so far: those with the highest score.

        Under rules that give places only (all points are equal) those with the most first places.
        """
        standing = self.scores
        points = self.rules.points_by_place(self.players)
        if points[0] == points[-1]:
            standing = tuple(sum(hand.winner == s for hand in self.results) for s in self._seats)
        return tuple(seat for seat in self._seats if standing[seat] == max(standing))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended: the hands are played or the target is reached.

        With `match_tiebreak`, the top must not be shared either.
        """
        rules = self.rules
        if rules.match_hands is not None:
            ended = self.hands_played >= rules.match_hands
        else:
            ended = max(self.scores) >= (rules.match_target or 0)
        return ended and not (rules.match_tiebreak and len(self.leaders) > 1)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match, several if they share it; () while it lasts."""
        return self.leaders if self.is_over else ()

    @property
    def next_leader(self) -> int | None:
        """The seat that leads the next hand, or None if its lowest card decides that.

        After an instant win it is the winner's lead, too.
        """
        if not self.results or self.rules.next_leader == "lowest_card":
            return None
        return self.results[-1].winner

    @property
    def dealer(self) -> int | None:
        """The seat that deals the next hand where the loser does; None where the table decides.

        An instant win makes no loser: the dealer stays.
        """
        if not self.rules.loser_deals:
            return None
        losers = (hand.loser for hand in reversed(self.results))
        return next((seat for seat in losers if seat is not None), None)

    @property
    def _seats(self) -> range:
        return range(self.players)

    # --- how it goes on --------------------------------------------------------------------------

    def deal(self, *, engine: type[Any] | None = None) -> _core.State:
        """Deal the next hand.

        Args:
            engine: The class of states; the compiled engine's if not given.

        Raises:
            MatchError: The match is over, or has no seed.
        """
        self._must_go_on()
        if self.seed is None:
            raise MatchError("a match without a seed cannot deal: pass seed=… or deal elsewhere")
        from tienlen import _core  # here, since scoring needs no engine

        state: _core.State = (engine or _core.State).deal(
            self.rules,
            seed=self.seed,
            players=self.players,
            leader=self.next_leader,
            hand=self.hands_played,
        )
        return state

    def finish(self, state: FinishedHand) -> Match:
        """Take a hand that is over and return the match with its result added.

        Where the state still knows all its plays, they also prove who led, and, in a match with
        a seed, which cards were dealt.

        Raises:
            MatchError: The hand is not over or does not belong here, or the match is over.
        """
        self._must_go_on()
        if not hasattr(state, "is_over"):
            raise TypeError(f"state: expected a State that is over, got {type(state).__name__}")
        if not state.is_over:
            raise MatchError("the hand is not over yet")
        if state.rules != self.rules:
            raise MatchError(
                f"the hand has other rules ({state.rules.name}) than the match ({self.rules.name})"
            )
        if state.players != self.players:
            raise MatchError(f"the hand has {state.players} players, the match {self.players}")
        self._check_origin(state)
        return replace(self, results=(*self.results, HandResult.of(state)))

    def play_hand(
        self, policy: Policy | Sequence[Policy], *, engine: type[Any] | None = None
    ) -> Match:
        """Deal the next hand, play it out, and return the match with its result added.

        Args:
            policy: Who plays: one policy for all seats, or one for each.
            engine: The class of states; the compiled engine's if not given.
        """
        policies: Any = [policy] * self.players if callable(policy) else policy
        if not isinstance(policies, Sequence) or not all(map(callable, policies)):
            raise TypeError(
                "policy: expected a function from a state to a play, or one for each seat"
            )
        if len(policies) != self.players:
            raise MatchError(f"{len(policies)} policies for {self.players} players")
        state: Any = self.deal(engine=engine)
        while not state.is_over:
            state = state.play(policies[state.to_move](state))
        return self.finish(state)

    def play_out(
        self, policy: Policy | Sequence[Policy], *, engine: type[Any] | None = None
    ) -> Match:
        """Play hands until the match is over, see `play_hand`."""
        match = self
        while not match.is_over:
            match = match.play_hand(policy, engine=engine)
        return match

    @classmethod
    def run(
        cls,
        rules: Rules,
        policy: Policy | Sequence[Policy],
        *,
        seed: int,
        players: int | None = None,
        engine: type[Any] | None = None,
    ) -> Match:
        """Play a whole match and return it.

        Example:
            >>> from tienlen.reference import State
            >>> rules = Rules.preset("pagat")
            >>> lowest = lambda state: state.legal_masks()[0]
            >>> match = Match.run(rules, lowest, seed=3, players=2, engine=State)
            >>> sorted(match.scores), match.dealer == match.results[0].loser
            ([-1, 0], True)
        """
        return cls(rules, seed=seed, players=players).play_out(policy, engine=engine)

    # --- checks ----------------------------------------------------------------------------------

    def _must_go_on(self) -> None:
        if self.is_over:
            raise MatchError(f"the match is over: {self.winners} won with {self.scores}")

    def _check_origin(self, state: Any) -> None:
        """Compare what the plays prove about the beginning of a hand with what the match says."""
        if not hasattr(state, "history"):
            return
        plies = [(seat, play) for seat, play in state.history if play is not None]  # None: a fold
        dealt = _dealt_masks(state, plies)
        if dealt is None:
            return
        if self.seed is not None and not self.rules.trading:
            deal = self.deal(engine=type(state))
            if dealt != [int(hand) for hand in deal.hands]:
                raise MatchError(
                    f"these are not the cards of hand {self.hands_played} of seed {self.seed}"
                )
        leader = self.next_leader
        if leader is None:
            spare = 0 if state.spare is None else 1 << int(state.spare)
            lowest = [(mask & ~spare) & -(mask & ~spare) for mask in dealt]
            leader = lowest.index(min(lowest))
        # Who folds before the first play leaves no trace of having had the lead.
        if plies and plies[0][0] != leader and leader not in state.folded:
            raise MatchError(f"seat {plies[0][0]} led the hand; in this match seat {leader} leads")


def _check_result(result: Any, players: int) -> None:
    if not isinstance(result, HandResult) or len(result.points) != players:
        raise MatchError(f"{result!r} is no result of a hand of {players} players")


def _dealt_masks(state: Any, plies: list[tuple[int, Any]]) -> list[int] | None:
    """The hands as they were dealt, put together again; None if the plies do not reach back."""
    masks = [int(hand) for hand in state.hands]
    for seat, play in plies:
        masks[seat] |= int(play)
    sizes = [mask.bit_count() for mask in masks]
    if state.spare is not None and sizes.count(state.rules.hand_size + 1) == 1:
        sizes[sizes.index(state.rules.hand_size + 1)] -= 1
    return masks if all(size == state.rules.hand_size for size in sizes) else None
