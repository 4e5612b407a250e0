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

Reading is more generous than writing: the sections after the hands may come in any order. A
position read from text is taken as it stands: it is not looked through for instant wins, as a deal
is. It cannot be, because trading may have made a hand that would have won if it had been dealt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tienlen.errors import NotationError, PositionError
from tienlen.reference.cards import Card, CardSet
from tienlen.reference.plays import Play, classify
from tienlen.reference.position import Position
from tienlen.reference.validity import check_position

if TYPE_CHECKING:
    from tienlen.rules import Rules

_SECTIONS = (
    *("turn", "table", "led", "passed", "lead-passed", "owes"),
    *("out", "folded", "played", "spare", "instant"),
)


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
    first, *rest = [section.strip() for section in text.split(";")]
    hands = tuple(CardSet("" if hand.strip() == "-" else hand) for hand in first.split("|"))
    for hand, written in zip(hands, first.split("|"), strict=True):
        if not hand and written.strip() != "-":
            raise NotationError(f"{text!r}: an empty hand is written -", text)

    said = _sections(text, rest)
    table, owner = _read_table(said["table"], rules) if "table" in said else (None, None)

    def read(word: str, reader: Callable[[str], int]) -> int | None:
        return reader(said[word]) if word in said else None

    def seats(word: str) -> tuple[int, ...]:
        return tuple(map(_read_seat, said[word].split())) if word in said else ()

    position = Position(
        rules=rules,
        hands=hands,
        to_move=read("turn", _read_seat),
        table=table,
        table_owner=owner,
        led_bomb="led" in said,
        passed=tuple(sorted(seats("passed"))),
        lead_passed=tuple(sorted(seats("lead-passed"))),
        opening_card=Card(said["owes"]) if "owes" in said else None,
        out=seats("out"),
        folded=seats("folded"),
        played=CardSet(said.get("played", "")),
        spare=Card(said["spare"]) if "spare" in said else None,
        instant_winner=read("instant", _read_seat),
    )
    check_position(position)
    return position


def _sections(text: str, sections: list[str]) -> dict[str, str]:
    """The sections after the hands, by their first words."""
    said: dict[str, str] = {}
    for section in sections:
        word, _, rest = section.partition(" ")
        if word not in _SECTIONS:
            raise NotationError(f"{text!r}: no section of a position begins like {section!r}", text)
        if word in said:
            raise NotationError(f"{text!r}: the section {word!r} is there twice", text)
        if (rest.strip() == "") != (word == "led"):
            raise NotationError(f"{text!r}: {section!r} is too short or too long", text)
        said[word] = rest.strip()
    return said


def _read_table(text: str, rules: Rules) -> tuple[Play, int]:
    cards, by, owner = text.rpartition(" by ")
    if not by:
        raise NotationError(f"'table {text}': table CARDS by SEAT wanted", text)
    play = classify(cards, rules)
    if play is None:
        raise PositionError(f"table {text}: these cards are no combination under these rules")
    return play, _read_seat(owner)


def _read_seat(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) == 1):
        raise NotationError(f"{text!r} is not the number of a seat", text)
    return int(text)
