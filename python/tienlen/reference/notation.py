"""A position as one line of text.

The hands come first, then sections separated by semicolons; a section with nothing to say is left
out:

    3s 4d | 5s | - | 9s Ah     the hands by seat, - for an empty one
    turn N                     the seat to move; left out when the hand is over
    table CARDS by N           the play on the table, and its owner
    led                        the trick was led with a bomb, which counts as an ordinary play
    passed N …                 the benched seats
    lead-passed N …            the seats that passed instead of leading
    owes CARD                  the card that the first play must contain
    out N …                    in order of going out
    folded N …                 in order of folding
    played CARDS               all cards face up, the table's too
    spare CARD                 the card that was left over and given to the leader
    instant N                  the winner of an instant win

Sections come in this order and once each, words and numbers in them separated by spaces; only cards
may be written in all the ways that cards can. A text is first read as a whole; what it says is
checked afterwards. A position read from text is taken as it stands: it is not looked through for
instant wins, as a deal is. It cannot be, because trading may have made a hand that would have won
if it had been dealt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tienlen.errors import NotationError, PositionError
from tienlen.reference.cards import Card, CardSet
from tienlen.reference.plays import classify
from tienlen.reference.position import Position
from tienlen.reference.validity import check_position

if TYPE_CHECKING:
    from tienlen.rules import Rules

_SECTIONS = (
    *("turn", "table", "led", "passed", "lead-passed", "owes"),
    *("out", "folded", "played", "spare", "instant"),
)

_LONGEST_TEXT = 4096


def write_position(position: Position) -> str:
    """Write a position as text."""

    def seats(word: str, numbers: tuple[int, ...]) -> str:
        return f"{word} {' '.join(map(str, numbers))}" if numbers else ""

    sections = [
        " | ".join(str(hand) or "-" for hand in position.hands),
        "" if position.to_move is None else f"turn {position.to_move}",
        "" if position.table is None else f"table {position.table} by {position.table_owner}",
        "led" if position.led_bomb else "",
        seats("passed", position.passed),
        seats("lead-passed", position.lead_passed),
        "" if position.opening_card is None else f"owes {position.opening_card}",
        seats("out", position.out),
        seats("folded", position.folded),
        f"played {position.played}" if position.played else "",
        "" if position.spare is None else f"spare {position.spare}",
        "" if position.instant_winner is None else f"instant {position.instant_winner}",
    ]
    return "; ".join(section for section in sections if section)


def read_position(text: str, rules: Rules) -> Position:
    """Read a position from text.

    Raises:
        NotationError: It cannot be read.
        PositionError: It can be read, but there can be no such position.
    """
    if not isinstance(text, str):
        raise TypeError(f"a position is written as text, not as {text!r}")
    if len(text.encode(errors="replace")) > _LONGEST_TEXT:
        raise NotationError(f"a position has {_LONGEST_TEXT} bytes at most", text)
    hands_part, *other_parts = _parts(_Part(text, 0, text), ";")
    hands = tuple(
        CardSet() if hand.words == "-" else _read_cards(hand) for hand in _parts(hands_part, "|")
    )
    said = _sections(other_parts)

    def seat(word: str) -> int | None:
        return _read_seat(said[word].words, text) if word in said else None

    def seats(word: str) -> tuple[int, ...]:
        if word not in said:
            return ()
        return tuple(_read_seat(one, text) for one in said[word].words.split(" ") if one)

    def card(word: str) -> Card | None:
        if word not in said:
            return None
        cards = _read_cards(said[word])
        if len(cards) != 1:
            raise NotationError(f"{text!r}: one card is wanted behind {word!r}", text)
        return next(iter(cards))

    turn = seat("turn")
    table_cards, owner = _read_table(said["table"]) if "table" in said else (None, None)
    facts: dict[str, Any] = {
        "to_move": turn,
        "table_owner": owner,
        "led_bomb": "led" in said,
        "passed": tuple(sorted(seats("passed"))),
        "lead_passed": tuple(sorted(seats("lead-passed"))),
        "opening_card": card("owes"),
        "out": seats("out"),
        "folded": seats("folded"),
        "played": _read_cards(said["played"]) if "played" in said else CardSet(),
        "spare": card("spare"),
        "instant_winner": seat("instant"),
    }

    table = None if table_cards is None else classify(table_cards, rules)
    if table_cards is not None and table is None:
        raise PositionError(f"table {table_cards}: no combination under these rules")
    position = Position(rules=rules, hands=hands, table=table, **facts)
    check_position(position)
    return position


class _Part(NamedTuple):
    """A part of a text, without the spaces around it, and where it begins."""

    words: str
    start: int
    whole: str


def _parts(part: _Part, separator: str) -> list[_Part]:
    """The parts between separators."""
    parts = []
    start = part.start
    for piece in part.words.split(separator):
        words = piece.strip(" ")
        parts.append(_Part(words, start + piece.index(words), part.whole))
        start += len(piece) + len(separator)
    return parts


def _sections(parts: list[_Part]) -> dict[str, _Part]:
    """What stands behind the first words of the sections, which come in their order."""
    said: dict[str, _Part] = {}
    words_to_come = iter(_SECTIONS)
    for part in parts:
        word, _, rest = part.words.partition(" ")
        if word not in words_to_come:  # which also takes the words up to this one
            raise NotationError(
                f"{part.whole!r}: {part.words!r} is no section, or out of order", part.whole
            )
        if (rest == "") != (word == "led"):
            raise NotationError(
                f"{part.whole!r}: {part.words!r} is too short or too long", part.whole
            )
        behind = rest.lstrip(" ")
        start = part.start + len(part.words) - len(behind)
        said[word] = _Part(behind, start, part.whole)
    return said


def _read_cards(part: _Part) -> CardSet:
    if not part.words:
        raise NotationError(
            f"{part.whole!r}: cards are missing; an empty hand is written -", part.whole
        )
    try:
        return CardSet(part.words)
    except NotationError as error:
        place = part.start + (error.offset or 0)
        raise NotationError(error.message, part.whole, place) from None


def _read_table(part: _Part) -> tuple[CardSet, int]:
    cards, by, owner = part.words.rpartition(" by ")
    if not by:
        raise NotationError(f"'table {part.words}': table CARDS by SEAT wanted", part.whole)
    return _read_cards(_Part(cards, part.start, part.whole)), _read_seat(owner, part.whole)


def _read_seat(words: str, whole: str) -> int:
    number = words.strip(" ")
    if not (number.isascii() and number.isdigit() and len(number) == 1):
        raise NotationError(f"{words!r} is not the number of a seat", whole)
    return int(number)
