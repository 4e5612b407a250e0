"""The two engines, for tests that hold for both.

A test with the mark `both_engines` gets an argument `engine` with the face that both show: `State`,
`Play`, `PASS`, `CardSet`, `Card`, `Kind`, `perft`, `perft_divide`. Run one of them alone with
`-k twin` or `-k core`.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import pytest

ENGINES = {"twin": "tienlen.reference", "core": "tienlen"}


class Engine:
    """One engine, imported when first used, so that a missing one fails its own tests only."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def module(self) -> ModuleType:
        return importlib.import_module(ENGINES[self.name])

    def __getattr__(self, name: str) -> Any:
        return getattr(self.module, name)

    def __repr__(self) -> str:
        return self.name


both_engines = pytest.mark.parametrize("engine", [Engine(name) for name in ENGINES], ids=repr)
