"""The start of a hand: the deal, who leads, which card is owed, and instant wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tienlen.errors import PositionError, number_text
from tienlen.reference.cards import DECK_SIZE, Card, CardSet, whole_number
from tienlen.reference.position import Position
from tienlen.reference.rng import Rng, random_subset
from tienlen.reference.scoring import instant_wins

if TYPE_CHECKING:
    from tienlen.rules import Rules


def deal(rules: Rules, players: int, rng: Rng) -> tuple[list[CardSet], Card | None]:
    """Deal the hands, and the spare card if there is one for the leader.

    First, with two or three players, the cards to be dealt are drawn; the others stay face down.
    Then the lower half of the seats draws its share (with three players that is seat 0), and each
    half is shared out in the same way, the lower one first.
    """
    size = rules.hand_size
    cards = list(range(DECK_SIZE))
    dealt = cards if players * size == DECK_SIZE else random_subset(cards, players * size, rng)
    hands = [CardSet(map(Card, hand)) for hand in _share_out(dealt, players, size, rng)]
    undealt = [card for card in cards if card not in dealt]
    return hands, Card(undealt[0]) if gives_spare(rules, players) else None


def _share_out(cards: list[int], players: int, size: int, rng: Rng) -> list[list[int]]:
    """Split cards into hands, half of the seats by half."""
    if players == 1:
        return [cards]
    lower = players // 2
    first = random_subset(cards, lower * size, rng)
    rest = [card for card in cards if card not in first]
    return [
        *_share_out(first, lower, size, rng),
        *_share_out(rest, players - lower, size, rng),
    ]


def gives_spare(rules: Rules, players: int) -> bool:
    """Whether the leader gets the card left over: of three hands of 17, if the rules say so."""
    return rules.spare_card == "leader" and rules.hand_size * players == DECK_SIZE - 1


def lowest_card(hands: Sequence[CardSet]) -> Card:
    """The lowest card in any hand."""
    return min(card for hand in hands for card in hand)


def holder(hands: Sequence[CardSet], card: Card) -> int:
    """The seat that holds a card."""
    return next(seat for seat, hand in enumerate(hands) if card in hand)


def start(
    rules: Rules, hands: Sequence[CardSet], leader: int | None, spare: Card | None
) -> Position:
    """The position in which a hand starts.

    If no leader is named, the holder of the lowest card dealt leads, and owes this card: the first
    play must contain it. A leader who is named owes nothing, under any rules.

    Instant wins are looked for if every hand has the full size of a deal. All of this is decided by
    the hands as dealt; the spare card joins the leader's hand afterwards.
    """
    owed = None
    if leader is None:
        owed = lowest_card(hands)
        leader = holder(hands, owed)
    full = all(len(hand) == rules.hand_size for hand in hands)
    wins = instant_wins(hands, leader, rules) if full else ()
    return Position(
        rules=rules,
        hands=with_spare(hands, leader, spare),
        to_move=None if wins else leader,
        opening_card=None if wins else owed,
        spare=spare,
        instant_winner=wins[0][0] if wins else None,
    )


def with_spare(hands: Sequence[CardSet], leader: int, spare: Card | None) -> tuple[CardSet, ...]:
    """The hands when the leader has been given the spare card, if there is one."""
    extra = CardSet() if spare is None else CardSet([spare])
    return tuple(hand | extra if seat == leader else hand for seat, hand in enumerate(hands))


def check_hands(rules: Rules, hands: Sequence[CardSet]) -> None:
    """Refuse a number of hands that the rules do not allow, and a card in two hands."""
    check_players(rules, len(hands))
    seen = CardSet()
    for hand in hands:
        if seen & hand:
            raise PositionError(f"in two hands: {seen & hand}")
        seen |= hand


def check_players(rules: Rules, players: int) -> None:
    """Refuse a number of players that the rules do not allow."""
    if whole_number(players, "players are a number") not in rules.players:
        allowed = ", ".join(map(str, rules.players))
        raise PositionError(f"{number_text(players)} players: these rules are for {allowed}")


def check_seat(seat: int, players: int) -> None:
    """Refuse a seat that does not exist."""
    if not 0 <= whole_number(seat, "a seat is a number") < players:
        shown = number_text(seat)
        raise PositionError(f"there is no seat {shown}: seats are numbered 0 to {players - 1}")


def check_spare(rules: Rules, hands: Sequence[CardSet], spare: Card) -> None:
    """Refuse a spare card where there can be none, or that is in a hand."""
    if not gives_spare(rules, len(hands)):
        raise PositionError(
            "a spare card is given only with 3 hands of 17, if the rules give it to the leader"
        )
    if any(spare in hand for hand in hands):
        raise PositionError(f"the spare card {spare} is in a hand too")
