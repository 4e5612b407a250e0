"""Which positions there can be.

A position that is set up from text is refused if it contradicts itself or the rules. What is *not*
asked is whether a sequence of plays leads there from a deal: hands may have any sizes, and cards
may be missing.
"""

from __future__ import annotations

from tienlen.errors import PositionError
from tienlen.reference.cards import CardSet
from tienlen.reference.dealing import check_hands, check_seat, gives_spare, lowest_card
from tienlen.reference.plays import BOMBS
from tienlen.reference.position import Position
from tienlen.reference.scoring import instant_wins_of
from tienlen.reference.turns import is_asked, nothing_has_happened, seats_after


def check_position(position: Position) -> None:
    """Refuse a position that cannot be.

    Raises:
        PositionError: What is wrong with it.
    """
    _check_cards(position)
    _check_seats(position)
    if position.instant_winner is not None:
        _check_instant_win(position)
    elif position.is_over:
        _need(position.to_move is None, "the hand is over, so that no seat is to move")
    else:
        _check_turn(position)
    if position.table is not None:
        _check_table(position)
    else:
        _need(not position.passed, "nobody has passed over an empty table: that is a lead-pass")
        _need(not position.led_bomb, "a trick that was led needs a table")
    if position.lead_passed:
        _check_lead_passes(position)
    if position.opening_card is not None:
        _check_debt(position)


def _need(condition: bool, otherwise: str) -> None:
    if not condition:
        raise PositionError(otherwise)


def _check_cards(position: Position) -> None:
    """Each card is in one place."""
    check_hands(position.rules, position.hands)
    in_hands = CardSet(card for hand in position.hands for card in hand)
    _need(not in_hands & position.played, "a card that was played is in a hand too")
    if position.spare is not None:
        _need(gives_spare(position.rules, position.players), "no spare card is given here")
        known = in_hands | position.played
        _need(position.spare in known, "the spare card is in a hand or was played")


def _check_seats(position: Position) -> None:
    """Seats exist, are named once, and are out or folded or in play as they should."""
    lists = (position.out, position.folded, position.passed, position.lead_passed)
    single = (position.to_move, position.table_owner, position.instant_winner)
    for seat in [*(seat for seats in lists for seat in seats), *single]:
        if seat is not None:
            check_seat(seat, position.players)
    for seats in ((*position.out, *position.folded), position.passed, position.lead_passed):
        _need(len(set(seats)) == len(seats), "a seat is named twice")
    for seat, hand in enumerate(position.hands):
        if seat in position.out:
            _need(not hand, f"seat {seat} went out, so that its hand is empty")
        else:
            _need(bool(hand), f"seat {seat} has no cards, so that it went out")
    for seat in (*position.passed, *position.lead_passed):
        _need(seat in position.in_play, f"seat {seat} passed, so that it is in play")
    _need(len(position.in_play) >= 1, "the last seat in play cannot go out or fold")
    _need(len(position.out) <= len(position.played), "those who went out have played cards")


def _check_instant_win(position: Position) -> None:
    """The hands are as dealt, and the winner's is one that wins."""
    winner = position.instant_winner
    assert winner is not None
    dealt = position.dealt_hands
    size = position.rules.hand_size
    _need(all(len(hand) == size for hand in dealt), "an instant win needs full hands")
    _need(bool(instant_wins_of(dealt[winner], position.rules)), "this hand does not win at once")
    as_dealt = position.table is None and nothing_has_happened(position)
    _need(as_dealt, "nothing happens after an instant win")
    _need(position.to_move is None, "after an instant win no seat is to move")


def _check_turn(position: Position) -> None:
    _need(position.to_move is not None, "the hand is not over, so that a seat is to move")
    _need(position.to_move in position.in_play, "the seat to move is in play")


def _check_table(position: Position) -> None:
    """The play lies face up, and the seats asked about it so far have passed."""
    table, owner, rules = position.table, position.table_owner, position.rules
    assert table is not None
    assert owner is not None
    _need(table.cards <= position.played, "the cards on the table are among those played")
    _need(owner != position.to_move, "a seat does not answer its own play")
    if owner in position.passed:
        may_be = rules.benched_may_chop != "never" and table.kind in BOMBS
        _need(may_be, "a benched seat does not own the table, unless it has chopped")
    if position.led_bomb:
        may_be = not rules.led_bombs and table.kind in BOMBS
        _need(may_be, "led: only where a bomb that was led counts as an ordinary play")
    if position.to_move is not None:
        _need(is_asked(position, position.to_move), "a benched seat is not asked about this play")
        for seat in seats_after(owner, position.players):
            if seat == position.to_move:
                break
            asked = seat in position.in_play
            _need(not asked or seat in position.passed, f"seat {seat} has been asked, so it passed")


def _check_lead_passes(position: Position) -> None:
    """The seats that passed instead of leading come right before the seat to move."""
    _need(position.table is None, "a lead-pass is forgotten once a card is led")
    _need(position.to_move is not None, "a lead-pass is forgotten when the hand is over")
    assert position.to_move is not None
    in_play = [s for s in seats_after(position.to_move, position.players) if s in position.in_play]
    in_turn = [*in_play, position.to_move]
    before = in_turn[::-1][1:]  # the nearest first
    others = [seat for seat in position.lead_passed if seat != position.to_move]
    _need(set(before[: len(others)]) == set(others), "lead-passes come in turn order")
    if position.to_move in position.lead_passed:
        _need(len(others) == len(before), "a seat leads or passes again after a full circle only")


def _check_debt(position: Position) -> None:
    """The card owed is the lowest dealt, and nothing has been played."""
    owed = position.opening_card
    assert owed is not None
    _need(position.to_move is not None, "when the hand is over no card is owed")
    _need(position.table is None and not position.played, "a card is owed until the first play")
    _need(any(owed in hand for hand in position.hands), "the card owed is in a hand")
    _need(position.opener in position.in_play, "the seat that owes the card is in play")
    _need(owed == lowest_card(position.dealt_hands), "the card owed is the lowest card dealt")
    spare = position.spare
    opener = position.opener
    assert opener is not None
    _need(spare is None or spare in position.hands[opener], "the spare card is the leader's")
