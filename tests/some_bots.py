"""Bots of a third party, for the tests of bots and arena."""

# ruff: noqa: ARG002 - a bot need not look at its seed

from __future__ import annotations

import time
from typing import Any

from tienlen import PASS, Play, View, choose


class Highest:
    """Plays the last of its legal plays."""

    name = "highest"

    def choose(self, view: View, seed: int) -> Play:
        return view.legal_plays()[-1]


class Greedy:
    """The built-in policy in disguise: no class that the arena knows."""

    def choose(self, view: View, seed: int) -> Play:
        return choose(view, "greedy", seed=seed)


class Chance:
    """As `Greedy`, for the policy that draws."""

    def choose(self, view: View, seed: int) -> Play:
        return choose(view, "random", seed=seed)


class Wordy:
    """Answers by text, masks or sets, all of which are fine."""

    def choose(self, view: View, seed: int) -> Any:
        play = choose(view, "random", seed=seed)
        return [str(play), int(play), play.cards if not play.is_pass else PASS][seed % 3]


class Broken:
    """Answers what it was made with, or raises it."""

    def __init__(self, answer: Any = "2h 2d 2c 2s") -> None:
        self.answer = answer

    def choose(self, view: View, seed: int) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Thoughtful:
    """Thinks for an hour."""

    def choose(self, view: View, seed: int) -> Play:
        time.sleep(3600)
        return PASS


class NeedsArguments:
    def __init__(self, strength: int) -> None:
        self.strength = strength

    def choose(self, view: View, seed: int) -> Play:
        return PASS


class Empty:
    """No bot."""


HIGHEST = Highest()
