"""Cards and positions for the eye."""

from __future__ import annotations

import html.parser
import io
from typing import Any

import pytest

import tienlen
from engines import both_engines
from tienlen.render import (
    Style,
    cards_html,
    cards_text,
    play_text,
    position_html,
    position_text,
    style_for,
)
from tienlen.rules import Rules

PAGAT = Rules.preset("pagat")
XIII = Rules.preset("xiii")


class Stream(io.StringIO):
    def __init__(self, encoding: str = "utf-8", terminal: bool = True) -> None:
        super().__init__()
        self._encoding, self._terminal = encoding, terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize(
    ("stream", "environ", "style"),
    [
        (Stream(), {"TERM": "xterm"}, Style.COLOUR),
        (Stream(), {"TERM": "xterm", "NO_COLOR": ""}, Style.COLOUR),
        (Stream(), {"TERM": "xterm", "NO_COLOR": "1"}, Style.SYMBOLS),
        (Stream(), {"TERM": "dumb"}, Style.SYMBOLS),
        (Stream(terminal=False), {"TERM": "xterm"}, Style.SYMBOLS),
        (Stream("ascii"), {"TERM": "xterm"}, Style.PLAIN),
        (Stream("latin-1", terminal=False), {}, Style.PLAIN),
        (Stream("no such encoding"), {"TERM": "xterm"}, Style.PLAIN),
        (Stream("cp437"), {"TERM": "xterm"}, Style.PLAIN),
        (io.StringIO(), {"TERM": "xterm"}, Style.SYMBOLS),
    ],
)
def test_the_richest_style_that_a_stream_shows(stream: Any, environ: Any, style: Style) -> None:
    assert style_for(stream, environ) is style


@both_engines
def test_cards(engine: Any) -> None:
    cards = engine.CardSet("3s 7c Td 2h")
    assert cards_text(cards, Style.PLAIN) == "3s 7c Td 2h"
    assert cards_text(cards) == "3♠ 7♣ T♦ 2♥"
    assert cards_text(cards, Style.COLOUR) == "3♠ 7♣ \x1b[31mT♦\x1b[0m \x1b[31m2♥\x1b[0m"
    assert cards_text(list(cards)) == cards_text(str(cards)) == cards_text(cards)
    assert cards_text(engine.CardSet()) == cards_html("") == ""
    assert cards_html(cards).count("<span") == 4
    assert cards_html(cards).count("color") == 2
    assert engine.CardSet(cards_text(cards)) == cards


@both_engines
def test_plays(engine: Any) -> None:
    assert play_text(engine.Play("9d 9h")) == "9♦ 9♥"
    assert play_text(engine.Play("9d 9h"), Style.PLAIN) == "9d 9h"
    assert play_text(engine.PASS, Style.COLOUR) == "pass"


@both_engines
def test_the_card_owed_is_shown_like_the_others(engine: Any) -> None:
    state = engine.State.from_hands(XIII, ["3h 2h", "4s 5d"])
    assert position_text(state).splitlines()[0] == "> seat 0  3♥ 2♥ (owes 3♥)"
    assert "(owes \x1b[31m3♥\x1b[0m)" in position_text(state, Style.COLOUR)
    assert '(owes <span style="color:#d22">3♥</span>)' in position_html(state)


@both_engines
def test_positions(engine: Any) -> None:
    state = engine.State.from_hands(XIII, ["3s 2h", "4s 5d", "6s 7s"])
    assert position_text(state, Style.PLAIN).splitlines() == [
        "> seat 0  3s 2h (owes 3s)",
        "  seat 1  4s 5d",
        "  seat 2  6s 7s",
        "  table   empty",
    ]
    state = state.play("3s").play("pass").fold(2)
    assert position_text(state).splitlines() == [
        "> seat 0  2♥",
        "  seat 1  4♠ 5♦",
        "  seat 2  6♠ 7♠ (third place, folded)",
        "  table   empty",
    ]
    state = state.play("pass")
    assert position_text(state).splitlines()[:2] == ["  seat 0  2♥ (passed)", "> seat 1  4♠ 5♦"]
    state = state.play("4s").play("2h")
    assert position_text(state).splitlines() == [
        "  seat 0  (first place)",
        "  seat 1  5♦ (second place)",
        "  seat 2  6♠ 7♠ (third place, folded)",
        "  table   2♥ by seat 0",
        "  points  0 0 0",
    ]


@both_engines
def test_positions_as_html(engine: Any) -> None:
    state = engine.State.from_hands(PAGAT, ["3s 2h", "4s 5d"]).play("3s")
    text = position_html(state)
    open_tags: list[str] = []

    class Balance(html.parser.HTMLParser):
        def handle_starttag(self, tag: str, attrs: Any) -> None:  # noqa: ARG002
            open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Balance().feed(text)
    assert open_tags == []
    assert "&gt;" in text
    assert "5♦" in text
    assert "by seat 0" in text


def test_what_notebooks_show() -> None:
    state = tienlen.State.from_hands(PAGAT, ["3s 2h", "4s 5d"]).play("3s")
    assert state._repr_html_() == position_html(state)
    red = '<span style="color:#d22">'
    assert tienlen.Card("Th")._repr_html_() == f"{red}T♥</span>"
    pair = f"<span>9♣</span> {red}9♦</span>"
    assert tienlen.CardSet("9c 9d")._repr_html_() == tienlen.Play("9c 9d")._repr_html_() == pair
    assert tienlen.CardSet()._repr_html_() == ""
    assert tienlen.PASS._repr_html_() == "<span>pass</span>"
