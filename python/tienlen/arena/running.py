"""The arena itself: plays deals, keeps the sums, is saved and goes on."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Self

from tienlen._version import __version__
from tienlen.arena import playing
from tienlen.arena.sequential import Sequential, Stop, Test
from tienlen.arena.settings import Settings
from tienlen.arena.standing import Standing
from tienlen.arena.tally import Tally
from tienlen.bots import Bot
from tienlen.errors import ArenaError, number_text
from tienlen.rules import Rules

__all__ = ["Arena", "play", "versus"]

_FORMAT: Final = "tienlen-arena 1"
_MOST_BYTES: Final = 4 << 20
_MOST_DEALS: Final = 10**12


class Arena:
    """A comparison of bots that can be watched, interrupted, saved and continued.

    Deal *i* is the same for any number of threads, and played in one run or several: what comes out
    depends on the settings and the number of deals alone, but for the time that was spent. Bots
    that come with the package play in the compiled core on threads; where a bot of yours takes
    part, hands are played in Python, in processes of their own if there are several.

    Args:
        settings: Who plays what.
        stop: When to end early, if at all.

    Example:
        >>> settings = Settings.of(Rules.preset("pagat"), ["greedy", "random"], seed=1)
        >>> arena = Arena(settings)
        >>> arena.run(20).pair("greedy", "random").difference.value > 0
        True
        >>> arena.run(40) == Arena(settings).run(40)  # times differ
        False
        >>> arena.deals
        40
    """

    def __init__(self, settings: Settings, stop: Stop | None = None) -> None:
        self._settings = settings
        self._test = None if stop is None else Test(settings, stop)
        self._tally = Tally.of(settings)

    @property
    def settings(self) -> Settings:
        """Who plays what."""
        return self._settings

    @property
    def stop(self) -> Stop | None:
        """When to end early."""
        return None if self._test is None else self._test.stop

    @property
    def deals(self) -> int:
        """How many deals have been played."""
        return self._tally.deals

    @property
    def is_decided(self) -> bool:
        """Whether the test has ended the comparison: no more deals are played."""
        found = self.sequential
        return found is not None and found.verdict is not None

    @property
    def sequential(self) -> Sequential | None:
        """What the test says, if there is one."""
        return None if self._test is None else self._test.result(self._tally)

    @property
    def standing(self) -> Standing:
        """The figures so far.

        Raises:
            ArenaError: No deal has been played.
        """
        if self.deals == 0:
            raise ArenaError("no deal has been played")
        return Standing.of(self._settings, self._tally)

    def run(
        self,
        deals: int,
        *,
        threads: int = 1,
        progress: Callable[[Arena], object] | None = None,
        records: Callable[[str], object] | None = None,
    ) -> Standing:
        """Play until there have been so many deals in all, or until the test is decided.

        Ctrl-C and what `progress` raises end it; what was played before is kept.

        Args:
            deals: How many in all, those before this call included.
            threads: How many threads, or processes if a bot is not from the package.
            progress: Called with the arena after every half second or so.
            records: Called with the record of each hand, as JSON in one line; slower, as hands are
                then played in Python.

        Raises:
            ArenaError: A number out of range.
            BotError: A bot that failed.
        """
        _check_range("deals", deals, _MOST_DEALS)
        _check_range("threads", threads, 1024)
        if self.deals < deals and not self.is_decided:
            for played in self._portions(deals, threads, records is not None):
                ended = self._add(played, records)
                if progress is not None:
                    progress(self)
                if ended:
                    break
        return self.standing

    def _portions(self, end: int, threads: int, with_records: bool) -> Iterator[playing.Played]:
        if playing.is_built_in(self._settings) and not with_records:
            return playing.play_compiled(self._settings, self.deals, end, threads)
        return playing.play_here(self._settings, self.deals, end, threads, with_records)

    def _add(self, played: playing.Played, records: Callable[[str], object] | None) -> bool:
        """Add deals up, as far as the test wants them; tell whether it has had enough."""
        deals = played.deals
        enough = None if self._test is None else self._test.ends_after(self._tally, deals)
        self._tally.add(deals if enough is None else deals.first(enough))
        if records is not None:
            for record in played.records:  # with records deals come one by one
                records(record)
        return enough is not None

    # --- to files and back -----------------------------------------------------------------------

    def to_json(self) -> str:
        """Return settings and sums as JSON.

        Raises:
            ArenaError: A bot was given as an object of a class that has no description.
        """
        return json.dumps(
            {
                "format": _FORMAT,
                "version": __version__,
                "settings": self._settings.to_dict(),
                "stop": None if self.stop is None else self.stop.to_dict(),
                "tally": self._tally.to_dict(),
            },
            ensure_ascii=False,
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Make an arena from what `to_json` gives, ready to go on.

        Raises:
            ArenaError: The text is something else, or was written by another version, whose bots
                may play otherwise.
            BotError: A bot that is not there.

        Example:
            >>> arena = Arena(Settings.of(Rules.preset("pagat"), ["greedy", "random"]))
            >>> _ = arena.run(3)
            >>> Arena.from_json(arena.to_json()).standing == arena.standing
            True
        """
        try:
            told: Any = json.loads(text)
        except (ValueError, RecursionError):
            raise ArenaError("this is no JSON") from None
        if not isinstance(told, dict) or told.get("format") != _FORMAT:
            raise ArenaError("this is no saved arena")
        if told.get("version") != __version__:
            raise ArenaError(
                f"saved by version {told.get('version')!r:.20}, and this is {__version__}: bots "
                "may play otherwise"
            )
        settings = Settings.from_dict(told.get("settings"))
        stop = told.get("stop")
        try:
            arena = cls(settings, None if stop is None else Stop(**stop))
        except TypeError:
            raise ArenaError("stop: this is no rule for stopping") from None
        arena._tally = Tally.from_dict(told.get("tally"), settings)
        return arena

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file; a file that is there is replaced in one step."""
        text = self.to_json()
        path = Path(path)
        try:
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-", text=True)
        except OSError as error:  # about the file that was named, not about one that nobody knows
            raise type(error)(error.errno, error.strerror, str(path)) from None
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read what `save` has written.

        Raises:
            ArenaError: The file holds something else.
        """
        with Path(path).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise ArenaError(f"{path}: larger than {_MOST_BYTES} bytes, the limit for saved arenas")
        try:
            return cls.from_json(data.decode("utf-8"))
        except UnicodeDecodeError:
            raise ArenaError(f"{path}: no text in UTF-8") from None
        except ArenaError as error:
            raise ArenaError(f"{path}: {error}") from None


def _check_range(name: str, number: Any, most: int) -> None:
    if type(number) is not int or not 1 <= number <= most:
        shown = number_text(number) if isinstance(number, int) else repr(number)[:80]
        raise ArenaError(f"{name} {shown}: expected 1 to {most}")


def play(
    rules: Rules,
    entrants: Sequence[str | Bot],
    *,
    deals: int,
    seed: int = 1,
    threads: int = 1,
    stop: Stop | None = None,
) -> Standing:
    """Play every deal once in every distinct seating of 2 to 4 entrants, and tell how they did.

    Args:
        rules: The rules.
        entrants: One for each seat: bots, or descriptions as for `tienlen.bots.make`, perhaps with
            a label (`new=flat:2000`). Whoever is named twice has two seats.
        deals: How many deals.
        seed: The seed of the deals.
        threads: How many threads share the work; they do not change what comes out.
        stop: When to end before all deals are played.

    Raises:
        ArenaError: Numbers out of range, or entrants who cannot be compared.
        BotError: There is no such bot, or it failed.

    Example:
        >>> rules = Rules.preset("southern")
        >>> standing = play(rules, ["rules", "random", "random", "random"], deals=30, seed=1)
        >>> standing.hands, standing.row("rules").points.value > 2.5
        (120, True)
    """
    return Arena(Settings.of(rules, entrants, seed=seed), stop).run(deals, threads=threads)


def versus(
    rules: Rules,
    a: str | Bot,
    b: str | Bot,
    *,
    deals: int,
    players: int | None = None,
    seed: int = 1,
    threads: int = 1,
    stop: Stop | None = None,
) -> Standing:
    """Let two bots share the seats in every mixture, on the same cards, and tell their difference.

    Args:
        rules: The rules.
        a: One bot, or its description.
        b: The other.
        deals: How many deals; with *n* players each is played in 2ⁿ - 2 seatings.
        players: How many play; the most that the rules allow if not given.
        seed: The seed of the deals.
        threads: How many threads share the work; they do not change what comes out.
        stop: When to end before all deals are played.

    Raises:
        ArenaError: Numbers out of range, or both are the same.
        BotError: There is no such bot, or it failed.

    Example:
        >>> standing = versus(Rules.preset("southern"), "greedy", "lowest", deals=30)
        >>> standing.hands, standing.pairs[0].difference.excludes_zero
        (420, True)
    """
    settings = Settings.versus(rules, a, b, players=players, seed=seed)
    return Arena(settings, stop).run(deals, threads=threads)
