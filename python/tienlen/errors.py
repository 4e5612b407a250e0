"""Everything the package raises on purpose, and the names of the ways a play can be illegal.

All errors are `ValueError`s under `TienlenError`, carry what was given and what was expected as
attributes, and survive pickling (so that they can cross a process boundary). This module imports
nothing of the package; both engines build their errors from it, so their words agree.
"""

from __future__ import annotations

import enum
from typing import Any

__all__ = [
    "ArenaError",
    "BatchError",
    "BotError",
    "IllegalActionError",
    "IllegalPlayError",
    "MatchError",
    "NotationError",
    "PositionError",
    "Reason",
    "RecordError",
    "RulesError",
    "TienlenError",
    "explain_reason",
    "number_text",
]


class Reason(enum.Enum):
    """Why a play is illegal. The members stand in the order in which they are checked.

    Example:
        >>> Reason.TOO_LOW.value
        'too_low'
        >>> Reason("wrong_kind")
        <Reason.WRONG_KIND: 'wrong_kind'>
    """

    HAND_OVER = "hand_over"
    NOT_YOUR_TURN = "not_your_turn"
    UNKNOWN_CARD = "unknown_card"
    CARD_TWICE = "card_twice"
    EMPTY_PLAY = "empty_play"
    NOT_IN_HAND = "not_in_hand"
    NOT_A_COMBINATION = "not_a_combination"
    MUST_LEAD = "must_lead"
    OPENING_CARD = "opening_card"
    BENCHED = "benched"
    WRONG_SIZE = "wrong_size"
    TOO_LOW = "too_low"
    BOMB_DOES_NOT_BEAT = "bomb_does_not_beat"
    WRONG_KIND = "wrong_kind"


def explain_reason(
    reason: Reason,
    *,
    play: str,
    seat: int | None,
    card: str | None = None,
    size: int | None = None,
) -> str:
    """Say in a sentence why a play is illegal.

    Args:
        reason: The name of the fault.
        play: The play as it was given.
        seat: The seat that tried it; None if the hand is over and none was named.
        card: The card the sentence is about, where there is one: the card to beat, the card owed,
            the card that is missing, the card named twice.
        size: The size wanted, for `Reason.WRONG_SIZE`.

    Returns:
        One sentence without a full stop.

    Example:
        >>> explain_reason(Reason.TOO_LOW, play="4s", seat=1, card="9d")
        '4s is too low: it must be higher than 9d'
    """
    shown = _shorten(play) or "''"
    about = card if card is not None else "one of these cards"
    match reason:
        case Reason.HAND_OVER:
            return "the hand is over"
        case Reason.NOT_YOUR_TURN:
            return f"it is not the turn of seat {seat}"
        case Reason.UNKNOWN_CARD:
            return f"{shown} cannot be read: a card is a rank of 3456789TJQKA2 and a suit of scdh"
        case Reason.CARD_TWICE:
            return f"{shown} names {about} twice"
        case Reason.EMPTY_PLAY:
            return "a play without cards is not a pass: say 'pass' to pass"
        case Reason.NOT_IN_HAND:
            return f"{shown}: seat {seat} does not hold {about}"
        case Reason.NOT_A_COMBINATION:
            return (
                f"{shown} is no combination: a play is 1 to 4 cards of one rank, a sequence, "
                "or a double sequence"
            )
        case Reason.MUST_LEAD:
            return f"seat {seat} leads and must play: there is nothing to pass over"
        case Reason.OPENING_CARD:
            return f"{shown} may not be led: the first play must contain {about}, which is owed"
        case Reason.BENCHED:
            return f"{shown}: seat {seat} has passed and is benched until the trick is cleared"
        case Reason.WRONG_SIZE:
            return f"{shown} has the wrong size: {size} wanted"
        case Reason.TOO_LOW:
            return f"{shown} is too low: it must be higher than {about}"
        case Reason.BOMB_DOES_NOT_BEAT:
            return f"{shown} does not beat this play, though it is a bomb"
        case Reason.WRONG_KIND:
            return f"{shown} is of another kind than the play on the table"


class TienlenError(ValueError):
    """The family name: everything that the package raises on purpose."""


class RulesError(TienlenError):
    """A wrong value in rules, whether from Python, TOML or JSON.

    Attributes:
        field: The field at fault, as in `chops.single_2`.
        value: What was given.
        allowed: What may stand there, in words.
    """

    def __init__(self, field: str, value: Any, allowed: str) -> None:
        super().__init__(field, value, allowed)
        self.field = field
        self.value = value
        self.allowed = allowed

    def __str__(self) -> str:
        return f"{self.field}: {_show(self.value)} is not allowed; allowed: {self.allowed}"


class NotationError(TienlenError):
    """Text that cannot be read as cards, a play or a position.

    Attributes:
        text: The text that was given.
        offset: Where in it the fault lies, counted in characters from 0, or None.
    """

    def __init__(self, message: str, text: str = "", offset: int | None = None) -> None:
        super().__init__(message, text, offset)
        self.message = message
        self.text = text
        self.offset = offset

    def __str__(self) -> str:
        return self.message


class PositionError(TienlenError):
    """A position that cannot be set up."""


class MatchError(TienlenError):
    """A hand that is no part of a match, or a match that cannot go on."""


class RecordError(TienlenError):
    """A record that cannot be read, or that contradicts itself.

    Attributes:
        message: What was wrong and what was expected.
        line: The number of the line at fault, counted from 1; 0 when no text was read.
        where: The entry at fault, as in `hands[0].plies[3]`; "" when it is about the whole.
    """

    def __init__(self, message: str, line: int = 0, where: str = "") -> None:
        super().__init__(message, line, where)
        self.message = message
        self.line = line
        self.where = where

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else self.where
        return f"{place}: {self.message}" if place else self.message


class BatchError(TienlenError):
    """An array, an index or bytes that do not fit a batch of hands. The batch is as it was.

    Attributes:
        message: What was wrong and what was expected.
        hand: The number of the hand at fault, where it is one.
    """

    def __init__(self, message: str, hand: int | None = None) -> None:
        super().__init__(message, hand)
        self.message = message
        self.hand = hand

    def __str__(self) -> str:
        return self.message


class BotError(TienlenError):
    """A bot that does not exist, or that did what no bot may do.

    Attributes:
        message: What was wrong and what was expected.
        bot: The name of the bot.
        reason: Why its play is illegal, if that is the fault.
        position: What the bot saw, as text, if it failed at a decision; else "".
    """

    def __init__(
        self, message: str, bot: str = "", reason: Reason | None = None, position: str = ""
    ) -> None:
        super().__init__(message, bot, reason, position)
        self.message = message
        self.bot = bot
        self.reason = reason
        self.position = position

    def __str__(self) -> str:
        return f"{self.message} [{self.position}]" if self.position else self.message


class ArenaError(TienlenError):
    """A comparison of bots that cannot be made, or not be continued."""


class IllegalActionError(TienlenError):
    """An action (fold, resign, trade, play) that the rules do not allow here."""


class IllegalPlayError(IllegalActionError):
    """A play that the rules do not allow here. The state is as it was.

    Attributes:
        reason: The name of the fault.
        play: The play as it was given.
        seat: The seat that tried it; None if the hand is over and none was named.
        position: The position as text.
        card: The card to beat, the card owed, or the card that is missing, where there is one.
        size: The size wanted, for `Reason.WRONG_SIZE`.
        hand: The number of the hand in a batch; None elsewhere.
    """

    def __init__(
        self,
        reason: Reason,
        play: str,
        seat: int | None,
        position: str,
        card: str | None = None,
        size: int | None = None,
        hand: int | None = None,
    ) -> None:
        super().__init__(reason, play, seat, position, card, size, hand)
        self.reason = reason
        self.play = play
        self.seat = seat
        self.position = position
        self.card = card
        self.size = size
        self.hand = hand

    def __str__(self) -> str:
        sentence = explain_reason(
            self.reason, play=self.play, seat=self.seat, card=self.card, size=self.size
        )
        where = "" if self.hand is None else f"hand {self.hand}: "
        return f"{where}{sentence} [{self.position}]"


def check_type(name: str, value: object, kind: type[Any], article: str = "") -> None:
    """Refuse a value of another type.

    Example:
        >>> check_type("rules", "southern", int)
        Traceback (most recent call last):
        TypeError: rules: expected int, got str
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name}: expected {article}{kind.__name__}, got {type(value).__name__}")


def number_text(number: int) -> str:
    """Write a number, in hexadecimal beyond 64 bits: Python refuses huge ones in decimal.

    Example:
        >>> number_text(-7), number_text(2**64)
        ('-7', '0x10000000000000000')
    """
    return str(number) if -(2**63) <= number < 2**64 else hex(number)


def _shorten(text: str, limit: int = 120) -> str:
    """Cut a long text, so that a message stays a message."""
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _show(value: Any) -> str:
    """A short repr that never fails, whatever was given (huge numbers, deep nesting)."""
    import reprlib

    try:
        return _shorten(reprlib.repr(value))
    except Exception:  # noqa: BLE001 - a repr that fails must not hide the error being reported
        return f"<{type(value).__name__}>"
