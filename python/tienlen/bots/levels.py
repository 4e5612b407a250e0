"""The one table of names: levels for people, budgets for search, and what each stands for.

To change how strong a level is, change it here. `docs/strength.md` tells how they compare.
"""

from __future__ import annotations

from typing import Final

from tienlen.bots.builtin import Cheater, PolicyBot, SearchBot

__all__ = ["BUDGETS", "LEVELS", "POLICIES", "SEARCHES"]

POLICIES: Final = ("random", "lowest", "greedy", "rules")
"""Bots that decide at once, by rules of thumb."""

BUDGETS: Final = {"quick": 300, "normal": 1000, "deep": 5000}
"""Names for numbers of iterations: `ismcts:quick`, `flat:deep`."""

SEARCHES: Final[dict[str, SearchBot]] = {
    "flat": SearchBot("flat", iterations=BUDGETS["normal"]),
    "ismcts": SearchBot("tree", iterations=BUDGETS["normal"]),
    "cheater": Cheater("flat", iterations=BUDGETS["normal"]),
}
"""Bots that search, as they are when nothing but the name is given."""

LEVELS: Final[dict[str, PolicyBot | SearchBot]] = {
    "beginner": PolicyBot("lowest"),
    "casual": PolicyBot("greedy"),
    "club": PolicyBot("rules"),
    "expert": SearchBot("flat", work=150_000),  # 2 to 5 ms
}
"""The levels, from the weakest: each beats the one before it."""
