"""Taking down a hand or a match while it is played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tienlen._core import State
from tienlen.errors import RecordError, check_type
from tienlen.match import Match
from tienlen.record import FOLD, RESIGN, HandRecord, Ply, Record, Trade

__all__ = ["Recorder"]


class Recorder:
    """Plays on and takes down what is played. Unlike everything else here it changes.

    An action that is not legal raises the error of the state and is not taken down.

    Args:
        state: The state to begin with. Plays that it remembers are taken down, too.

    Example:
        >>> from tienlen.rules import Rules
        >>> recorder = Recorder(State.from_hands(Rules.preset("pagat"), ["3s 2h", "4s 5s"]))
        >>> recorder.play("3s")
        >>> recorder.play("4s")
        >>> recorder.state.to_move
        0
        >>> recorder.record(names=("An", "Binh")).hands[0].plies
        (Ply(seat=0, action='3s'), Ply(seat=1, action='4s'))
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._match: Match | None = None
        self._ended: list[HandRecord] = []
        self._hand = Record.from_state(state).hands[0]
        self._plies = list(self._hand.plies)

    @classmethod
    def of_match(cls, match: Match) -> Recorder:
        """Deal the first hand of a match that has a seed, and take down the match.

        Example:
            >>> from tienlen.rules import Rules
            >>> recorder = Recorder.of_match(Match(Rules.preset("zipi"), seed=7))
            >>> while not recorder.match.is_over:
            ...     while not recorder.state.is_over:
            ...         recorder.play(recorder.state.legal_masks()[-1])
            ...     recorder.next_hand()
            >>> len(recorder.record().hands)
            3
        """
        check_type("match", match, Match, "a ")
        if match.results:
            raise RecordError("a match is taken down from its first hand on")
        recorder = cls(match.deal())
        recorder._match = match
        return recorder

    @property
    def state(self) -> State:
        """The position now."""
        return self._state

    @property
    def match(self) -> Match:
        """The match after the hands that are over.

        Raises:
            RecordError: It is a hand that is taken down, and no match.
        """
        if self._match is None:
            raise RecordError("this is no match")
        return self._match

    def play(self, play: Any, seat: int | None = None) -> None:
        """Play cards, or pass; see `State.play`."""
        before = self._state
        self._state = before.play(play, seat)
        cards = self._state.played - before.played
        # Text, a mask, a set or a play may have been given: the cards that lie there now tell.
        self._take_down(before.to_move if seat is None else seat, str(cards) or "pass")

    def fold(self, seat: int | None = None) -> None:
        """Fold; see `State.fold`."""
        before = self._state
        self._state = before.fold(seat)
        self._take_down(before.to_move if seat is None else seat, FOLD)

    def resign(self, seat: int) -> None:
        """Resign; see `State.resign`."""
        self._state = self._state.resign(seat)
        self._take_down(seat, RESIGN)

    def trade(self, a: int, cards_a: str, b: int, cards_b: str) -> None:
        """Trade before the first play; see `State.trade`."""
        self._state = self._state.trade(a, cards_a, b, cards_b)
        trade = Trade(a, cards_a, b, cards_b)
        self._hand = replace(self._hand, trades=(*self._hand.trades, trade))

    def next_hand(self) -> None:
        """End a hand of a match that is over, and deal the next one if there is one.

        Raises:
            MatchError: The hand is not over, or the match is.
        """
        self._match = self.match.finish(self._state)
        self._ended.append(self._hand_so_far())
        if not self._match.is_over:
            leader = self._match.next_leader
            self._state = self._match.deal()
            self._hand = replace(Record.from_state(self._state).hands[0], leader=leader)
            self._plies = []

    def record(self, **header: Any) -> Record:
        """Return the record of what was played so far.

        Args:
            header: `names`, `date` and `comment`, and for a hand `seed` and `deal`.
        """
        hands = tuple(self._ended)
        if self._match is None or not self._match.is_over:
            hands = (*hands, self._hand_so_far())
        if self._match is not None:
            header |= {"is_match": True, "seed": self._match.seed}
        return Record(rules=self._state.rules, hands=hands, **header)

    def _hand_so_far(self) -> HandRecord:
        return replace(self._hand, plies=tuple(self._plies))

    def _take_down(self, seat: int | None, action: str) -> None:
        assert seat is not None  # an action without a seat has been refused when nobody is to move
        self._plies.append(Ply(seat, action))
