"""The pictures of the documentation, drawn as SVG. `python docs/generate.py` writes them."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

INK, GREY, RED, LINE = "#222", "#667", "#c22", "#99a"
FILLS = ("#eef3fb", "#f8f1e4", "#eaf5ea", "#f7ebf2")
FONT = "font-family='ui-sans-serif, system-ui, sans-serif'"
MONO = "font-family='ui-monospace, SFMono-Regular, Menlo, monospace'"
SUITS = (("h", "♥"), ("d", "♦"), ("c", "♣"), ("s", "♠"))


class Drawing:
    """An SVG that grows by boxes, words and arrows."""

    def __init__(self, width: int, height: int, says: str) -> None:
        self._size = width, height
        self._says = says
        self._parts: list[str] = []

    def box(self, x: float, y: float, w: float, h: float, *, fill: str = "#fff") -> None:
        """A rectangle."""
        self._parts.append(
            f"<rect x='{x:g}' y='{y:g}' width='{w:g}' height='{h:g}' rx='3' fill='{fill}' "
            f"stroke='{LINE}'/>"
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: int = 13,
        ink: str = INK,
        anchor: str = "middle",
        mono: bool = False,
        bold: bool = False,
    ) -> None:
        """A line of text; `y` is its middle."""
        weight = " font-weight='600'" if bold else ""
        self._parts.append(
            f"<text x='{x:g}' y='{y:g}' font-size='{size}' fill='{ink}' text-anchor='{anchor}' "
            f"dominant-baseline='central'{weight} {MONO if mono else FONT}>{escape(words)}</text>"
        )

    def arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """An arrow from one point to another."""
        self._parts.append(
            f"<line x1='{x1:g}' y1='{y1:g}' x2='{x2:g}' y2='{y2:g}' stroke='{GREY}' "
            "stroke-width='1.6' marker-end='url(#head)'/>"
        )

    def __str__(self) -> str:
        width, height = self._size
        head = (
            "<marker id='head' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='8' "
            f"markerHeight='8' orient='auto'><path d='M0 0 L8 4 L0 8 z' fill='{GREY}'/></marker>"
        )
        box = f"width='{width}' height='{height}' viewBox='0 0 {width} {height}'"
        return "\n".join(
            [
                f"<svg xmlns='http://www.w3.org/2000/svg' role='img' {box}>",
                f"<title>{escape(self._says)}</title>",
                f"<defs>{head}</defs>",
                f"<rect width='{width}' height='{height}' rx='6' fill='#fff'/>",
                *self._parts,
                "</svg>\n",
            ]
        )


def card_set() -> str:
    """The 52 bits of a set of cards."""
    drawing = Drawing(760, 150, "The 52 bits of a set of cards, one nibble for each rank")
    ranks = (("2", 48), ("A", 44), ("…", None), ("4", 4), ("3", 0))
    x = 20.0
    for number, (rank, low) in enumerate(ranks):
        if low is None:
            drawing.text(x + 30, 75, "…", size=20, ink=GREY)
            x += 60
            continue
        drawing.box(x, 40, 160, 70, fill=FILLS[number % 2])
        drawing.text(x + 80, 125, f"rank {rank}", ink=GREY)
        for place, (letter, symbol) in enumerate(SUITS):
            middle = x + 20 + 40 * place
            drawing.text(middle, 27, str(low + 3 - place), size=11, ink=GREY, mono=True)
            drawing.text(middle, 62, rank + symbol, size=16, ink=RED if letter in "dh" else INK)
            drawing.text(middle, 90, rank + letter, size=11, ink=GREY, mono=True)
        x += 165
    return str(drawing)


def play_word() -> str:
    """A play in one word."""
    drawing = Drawing(760, 120, "A play in one 64-bit word: class, kind, size, cards")
    fields = (
        ("class", "5 bits", 63, 59, 90),
        ("kind", "3 bits", 58, 56, 70),
        ("size", "4 bits", 55, 52, 80),
        ("cards", "52 bits, as in a set", 51, 0, 480),
    )
    x = 20
    for number, (name, bits, high, low, width) in enumerate(fields):
        drawing.box(x, 35, width, 45, fill=FILLS[number])
        drawing.text(x + width / 2, 51, name, bold=True)
        drawing.text(x + width / 2, 69, bits, size=11, ink=GREY)
        drawing.text(x + 4, 24, str(high), size=11, ink=GREY, anchor="start", mono=True)
        drawing.text(x + width - 4, 24, str(low), size=11, ink=GREY, anchor="end", mono=True)
        x += width
    drawing.text(20, 100, "which row of the chop table", size=11, ink=GREY, anchor="start")
    drawing.text(260, 100, "kind and size together: the shape", size=11, ink=GREY, anchor="start")
    return str(drawing)


def state() -> str:
    """A hand in progress on one cache line."""
    drawing = Drawing(760, 110, "A hand in progress: 64 bytes, one cache line")
    fields = (
        *((f"hand {seat}", 8) for seat in range(4)),
        ("table", 8),
        ("played", 8),
        ("places", 2),
        ("turn, owner, seats", 14),
    )
    x, byte = 20.0, 0
    for number, (name, size) in enumerate(fields):
        width = size * 11.25
        drawing.box(x, 35, width, 40, fill=FILLS[min(number // 4, 3) if number < 6 else 2])
        if size == 2:
            drawing.text(x + width / 2, 90, name, size=11, ink=GREY)
        else:
            drawing.text(x + width / 2, 55, name, size=11 if size == 14 else 13)
        drawing.text(x, 24, str(byte), size=11, ink=GREY, anchor="start", mono=True)
        x, byte = x + width, byte + size
    drawing.text(x, 24, "64", size=11, ink=GREY, anchor="end", mono=True)
    return str(drawing)


def runs() -> str:
    """How sequences are counted without listing them."""
    held = (("4", "♠"), ("5", "♠♥"), ("6", "♦"), ("7", "♣♦♥"), ("8", "♠♥"))
    drawing = Drawing(760, 250, "Counting the sequences in a hand by their highest rank")
    rows = (("cards", 40), ("n(r)", 100), ("T(r) = n(r) · (1 + T(r−1))", 140))
    rows += (("ending at r: n(r) · n(r−1) · T(r−2)", 180),)
    for words, y in rows:
        drawing.text(20, y, words, anchor="start", ink=GREY)
    numbers = [len(suits) for _, suits in held]
    tails: list[int] = []
    total = 0
    for place, (rank, suits) in enumerate(held):
        x = 330 + 90 * place
        drawing.box(x - 40, 15, 80, 60, fill=FILLS[place % 2])
        drawing.text(x, 33, rank, bold=True, size=16)
        step = 16
        for number, suit in enumerate(suits):
            at = x + step * (number - (len(suits) - 1) / 2)
            drawing.text(at, 57, suit, size=15, ink=RED if suit in "♦♥" else INK)
        tails.append(numbers[place] * (1 + (tails[-1] if tails else 0)))
        ending = numbers[place] * numbers[place - 1] * tails[place - 2] if place >= 2 else 0
        total += ending
        drawing.text(x, 100, str(numbers[place]), mono=True)
        drawing.text(x, 140, str(tails[place]), mono=True)
        drawing.text(x, 180, str(ending) if place >= 2 else "–", mono=True)
    drawing.text(20, 222, "sequences in all", anchor="start", ink=GREY)
    drawing.text(330 + 90 * 4, 222, str(total), mono=True, bold=True, size=15)
    return str(drawing)


def house() -> str:
    """The folders, and which uses which."""
    drawing = Drawing(760, 400, "The folders of tienlen, and which uses which")
    rooms = (
        (20, 20, 720, 52, "tests · bench · docs", "use everything below", 3),
        (20, 120, 330, 62, "python/tienlen", "match, record, render, command line", 0),
        (410, 120, 330, 62, "python/tienlen/reference", "the twin: the rules in plain Python", 2),
        (20, 232, 330, 62, "cpp/bind", "the only folder that includes pybind11", 0),
        (410, 232, 330, 62, "rules, chops, errors, presets", "data only: import no engine", 1),
        (20, 332, 330, 52, "cpp/include, cpp/src", "the core: a static library without Python", 0),
    )
    for x, y, w, h, name, what, fill in rooms:
        drawing.box(x, y, w, h, fill=FILLS[fill])
        drawing.text(x + w / 2, y + h / 2 - 10, name, bold=True, size=14)
        drawing.text(x + w / 2, y + h / 2 + 11, what, size=12, ink=GREY)
    drawing.arrow(185, 72, 185, 118)
    drawing.arrow(575, 72, 575, 118)
    drawing.arrow(185, 182, 185, 230)
    drawing.arrow(185, 294, 185, 330)
    drawing.arrow(575, 182, 575, 230)
    drawing.arrow(330, 182, 420, 230)
    drawing.arrow(350, 263, 408, 263)
    return str(drawing)


ALL: dict[str, Callable[[], str]] = {
    "card_set": card_set,
    "play_word": play_word,
    "state": state,
    "runs": runs,
    "house": house,
}
