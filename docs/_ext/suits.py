"""Shows cards as people like to see them: wherever a page says 9♦ or T♥, the red suits are red.

Code keeps its own colours. The sources stay plain text, which reads the same on any other site.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

_RED_CARD = re.compile(r"((?:10|[2-9TJQKA])?[♦♥])")


def mark_red_cards(_app: Sphinx, document: nodes.document) -> None:
    """Put the red cards of a page's text into spans."""
    for text in list(document.findall(nodes.Text)):
        parent = text.parent
        if isinstance(parent, (nodes.literal, nodes.FixedTextElement)):
            continue
        parts = _RED_CARD.split(text.astext())
        if len(parts) == 1:
            continue
        marked: list[nodes.Node] = []
        for number, part in enumerate(parts):
            if number % 2:
                marked.append(nodes.inline(part, part, classes=["red-suit"]))
            elif part:
                marked.append(nodes.Text(part))
        parent.replace(text, marked)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect with Sphinx."""
    app.connect("doctree-read", mark_red_cards)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
