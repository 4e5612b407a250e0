"""Cards and positions for the eye: plain text, suit symbols, terminal colours, HTML.

Everything here takes what either engine gives (cards, sets, plays, states) and returns text.
"""

from __future__ import annotations

import enum
import html
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TextIO

__all__ = [
    "Style",
    "card_html",
    "cards_html",
    "cards_text",
    "play_html",
    "play_text",
    "position_html",
    "position_text",
    "style_for",
]

_SYMBOLS = {"s": "♠", "c": "♣", "d": "♦", "h": "♥"}
_RED_SUITS = "dh"
_RED, _RESET = "\x1b[31m", "\x1b[0m"
_ORDINALS = ("first", "second", "third", "fourth")


class Style(enum.Enum):
    """How cards are written in a terminal."""

    PLAIN = "plain"
    """Letters only, `Th`: can be read back, and shown anywhere."""
    SYMBOLS = "symbols"
    """Suit symbols, `T♥`: can be read back as well."""
    COLOUR = "colour"
    """Suit symbols, the red suits in red."""


def style_for(stream: TextIO, environ: Mapping[str, str] = os.environ) -> Style:
    """Choose the richest style that a stream can show.

    Suit symbols need an encoding that has them. Colours need a terminal as well, and are left out
    if `NO_COLOR` is set to anything.

    Example:
        >>> import io
        >>> style_for(io.StringIO())
        <Style.SYMBOLS: 'symbols'>
    """
    try:
        "".join(_SYMBOLS.values()).encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return Style.PLAIN
    if environ.get("NO_COLOR") or environ.get("TERM") == "dumb" or not stream.isatty():
        return Style.SYMBOLS
    # The old Windows console prints colour codes as they stand; these two say that it is another.
    if os.name == "nt" and not (environ.get("WT_SESSION") or environ.get("TERM")):
        return Style.SYMBOLS
    return Style.COLOUR


def cards_text(cards: str | Iterable[Any], style: Style = Style.SYMBOLS) -> str:
    r"""Write cards for a terminal.

    Args:
        cards: Cards, a set of cards, or their names separated by spaces.
        style: How to write them.

    Example:
        >>> cards_text("3s Th")
        '3♠ T♥'
        >>> cards_text("3s Th", Style.COLOUR)
        '3♠ \x1b[31mT♥\x1b[0m'
    """
    names = _names(cards)
    if style is Style.PLAIN:
        return " ".join(names)
    coloured = style is Style.COLOUR
    return " ".join(
        f"{_RED}{_symbol(name)}{_RESET}" if coloured and name[-1] in _RED_SUITS else _symbol(name)
        for name in names
    )


def cards_html(cards: str | Iterable[Any]) -> str:
    """Write cards as HTML, the red suits in red and the others in the colour of the text.

    Example:
        >>> cards_html("3s Th")
        '<span>3♠</span> <span style="color:#d22">T♥</span>'
    """
    return " ".join(
        f'<span style="color:#d22">{_symbol(name)}</span>'
        if name[-1] in _RED_SUITS
        else f"<span>{_symbol(name)}</span>"
        for name in _names(cards)
    )


def card_html(card: Any) -> str:
    """Write one card as HTML, see `cards_html`."""
    return cards_html((card,))


def play_text(play: Any, style: Style = Style.SYMBOLS) -> str:
    """Write a play for a terminal; a pass is the word `pass`."""
    return "pass" if play.is_pass else cards_text(play.cards, style)


def play_html(play: Any) -> str:
    """Write a play as HTML, see `cards_html`; a pass is the word `pass`."""
    return "<span>pass</span>" if play.is_pass else cards_html(play.cards)


def position_text(state: Any, style: Style = Style.SYMBOLS) -> str:
    """Draw a position in a few lines: each seat's cards, the table, and who is to move.

    Example:
        >>> from tienlen.reference import State
        >>> from tienlen.rules import Rules
        >>> state = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4d 5s"]).play("3s")
        >>> print(position_text(state))
          seat 0  2♥
        > seat 1  4♦ 5♠
          table   3♠ by seat 0
    """
    lines = []
    for row in _rows(state, lambda cards: cards_text(cards, style)):
        told = [cards_text(row.cards, style), row.note]
        lines.append(f"{row.mark} {row.title:<6}  {' '.join(part for part in told if part)}")
    return "\n".join(line.rstrip() for line in lines)


def position_html(state: Any) -> str:
    """Draw a position as an HTML table, as notebooks show it."""
    rows = "".join(
        f"<tr><th>{html.escape(row.mark)}</th><th>{row.title}</th>"
        f"<td>{cards_html(row.cards)} {row.note}</td></tr>"
        for row in _rows(state, cards_html)
    )
    return f'<table style="text-align:left">{rows}</table>'


class _Row(NamedTuple):
    """One line of a position: who, which cards, and what else there is to say."""

    mark: str
    title: str
    cards: tuple[str, ...]
    note: str = ""


def _rows(state: Any, write: Callable[[str], str]) -> Iterator[_Row]:
    """The lines of a position, the same for text and HTML; `write` shows a card within a note."""
    for seat, hand in enumerate(state.hands):
        mark = ">" if seat == state.to_move else " "
        yield _Row(mark, f"seat {seat}", tuple(_names(hand)), _note(state, seat, write))
    if state.table is not None:
        cards = tuple(_names(state.table.cards))
        yield _Row(" ", "table", cards, f"by seat {state.table_owner}")
    elif not state.is_over:
        yield _Row(" ", "table", (), "empty")
    if state.is_over:
        yield _Row(" ", "points", (), " ".join(map(str, state.points)))


def _note(state: Any, seat: int, write: Callable[[str], str]) -> str:
    """What there is to say about a seat besides its cards."""
    notes = []
    place = state.place_of(seat)
    if place is not None:
        notes.append(f"{_ORDINALS[place]} place")
    if seat in state.folded:
        notes.append("folded")
    if not state.is_over and seat in (*state.passed, *state.lead_passed):
        notes.append("passed")
    if seat == state.opener:
        notes.append(f"owes {write(str(state.opening_card))}")
    return f"({', '.join(notes)})" if notes else ""


def _names(cards: str | Iterable[Any]) -> list[str]:
    return cards.split() if isinstance(cards, str) else [str(card) for card in cards]


def _symbol(name: str) -> str:
    return name[:-1] + _SYMBOLS[name[-1]]
