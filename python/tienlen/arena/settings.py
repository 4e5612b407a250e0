"""What is compared with what: rules, entrants, who sits where, and the seed of the deals."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tienlen.bots import Bot, make, name_of
from tienlen.errors import ArenaError, TienlenError, number_text
from tienlen.rules import Rules

__all__ = ["Entrant", "Seating", "Settings", "seatings"]

Seating = tuple[int, ...]
"""Who sits where: for each seat the number of an entrant."""

_LONGEST_LABEL: Final = 64


@dataclass(frozen=True)
class Entrant:
    """A bot that takes part, and what it is called there.

    Attributes:
        label: The name in tables; entrants of one label are one entrant.
        bot: The bot.
        spec: The description it can be made from again; None if it was given as an object.

    Example:
        >>> Entrant.of("expert").label, Entrant.of("new=flat:2000").label
        ('expert', 'new')
    """

    label: str
    bot: Bot
    spec: str | None

    @classmethod
    def of(cls, given: str | Bot | Entrant) -> Entrant:
        """Read an entrant: a bot, its description, or `LABEL=DESCRIPTION`."""
        if isinstance(given, Entrant):
            return given
        if not isinstance(given, str):
            bot = make(given)
            own = name_of(bot)
            return cls(own, bot, own if _makes(own, bot) else None)
        label, sign, spec = given.partition("=")
        # In flat:300,rollout=random the sign belongs to an option.
        if not sign or ":" in label or "," in label:
            label = spec = given
        return cls.labelled(label, spec)

    @classmethod
    def labelled(cls, label: str, spec: str) -> Entrant:
        """Make an entrant from a label and a description."""
        label = label.strip()
        if not 1 <= len(label) <= _LONGEST_LABEL or not label.isprintable():
            raise ArenaError(
                f"entrant {label[:80]!r}: a label has 1 to {_LONGEST_LABEL} printable characters"
            )
        bot = make(spec)
        # A level may stand for another bot one day: the bot itself is what is told and kept.
        own = name_of(bot)
        return cls(label, bot, own if _makes(own, bot) else spec)


def _makes(spec: str, bot: Bot) -> bool:
    try:
        return make(spec) == bot
    except TienlenError:
        return False


def seatings(entrants: Sequence[int]) -> tuple[Seating, ...]:
    """List every distinct order of entrants, ascending.

    Example:
        >>> seatings([0, 1, 1])
        ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    """
    return tuple(sorted(set(itertools.permutations(entrants))))


@dataclass(frozen=True)
class Settings:
    """All that decides what is played; the number of deals is not among it.

    Made by `Settings.of` or `Settings.versus`.

    Attributes:
        rules: The rules of the hands.
        entrants: The distinct entrants.
        seatings: The seatings in which each deal is played.
        seed: The seed of the deals; deal *i* is `State.deal(rules, seed=seed, hand=i)`.
        mode: `"seatings"`, or `"versus"` where two entrants share the seats in every way.

    Example:
        >>> entrants = ["rules", "greedy", "greedy", "lowest"]
        >>> settings = Settings.of(Rules.preset("southern"), entrants)
        >>> len(settings.entrants), len(settings.seatings), settings.players
        (3, 12, 4)
    """

    rules: Rules
    entrants: tuple[Entrant, ...]
    seatings: tuple[Seating, ...]
    seed: int
    mode: str = "seatings"

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seatings[0])

    @property
    def labels(self) -> tuple[str, ...]:
        """What the entrants are called."""
        return tuple(entrant.label for entrant in self.entrants)

    @classmethod
    def of(
        cls, rules: Rules, entrants: Sequence[str | Bot | Entrant], *, seed: int = 1
    ) -> Settings:
        """Seat one entrant on each seat, in all distinct ways.

        Args:
            rules: The rules.
            entrants: 2 to 4 bots or descriptions of bots, as for `tienlen.bots.make`, perhaps with
                a label: `new=flat:2000`. Whoever is named twice has two seats.
            seed: The seed of the deals.

        Raises:
            ArenaError: Wrong numbers, or two bots under one label.
            BotError: There is no such bot.
        """
        _check(rules, seed, len(entrants), "entrants")
        found, numbers = _distinct(entrants)
        return cls(rules, found, seatings(numbers), seed)

    @classmethod
    def versus(
        cls,
        rules: Rules,
        a: str | Bot | Entrant,
        b: str | Bot | Entrant,
        *,
        players: int | None = None,
        seed: int = 1,
    ) -> Settings:
        """Let two entrants share the seats in every way but those with one of them alone.

        With *n* players that is 2ⁿ - 2 seatings, in which both hold as many seats.

        Args:
            rules: The rules.
            a: One bot, or its description.
            b: The other.
            players: How many play; the most that the rules allow if not given.
            seed: The seed of the deals.

        Raises:
            ArenaError: Wrong numbers, or both are the same.
            BotError: There is no such bot.

        Example:
            >>> Settings.versus(Rules.preset("xiii"), "rules", "greedy", players=2).seatings
            ((0, 1), (1, 0))
        """
        wanted = max(rules.players) if players is None else players
        _check(rules, seed, wanted, "players")
        found, _ = _distinct([a, b])
        if len(found) < 2:
            raise ArenaError(f"{found[0].label} against itself: nothing to compare")
        mixed = [s for s in itertools.product((0, 1), repeat=wanted) if 0 < sum(s) < wanted]
        return cls(rules, found, tuple(mixed), seed, "versus")

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as plain values.

        Raises:
            ArenaError: A bot was given as an object of a class that has no description.

        Example:
            >>> Settings.versus(Rules.preset("xiii"), "rules", "expert", players=2).to_dict()[
            ...     "entrants"
            ... ]
            [{'label': 'rules', 'bot': 'rules'}, {'label': 'expert', 'bot': 'flat:work=150000'}]
        """
        for entrant in self.entrants:
            if entrant.spec is None:
                raise ArenaError(
                    f"{entrant.label} is an object, which cannot be written down: give the "
                    "description package.module:ClassName instead"
                )
        return {
            "rules": self.rules.to_dict(),
            "players": self.players,
            "mode": self.mode,
            "entrants": [{"label": e.label, "bot": e.spec} for e in self.entrants],
            "seatings": [list(seating) for seating in self.seatings],
            "seed": self.seed,
        }

    @classmethod
    def from_dict(cls, told: Any) -> Settings:
        """Make settings from what `to_dict` gives.

        Raises:
            ArenaError: Values that settings cannot have.

        Example:
            >>> settings = Settings.of(Rules.preset("pagat"), ["rules", "greedy"], seed=3)
            >>> Settings.from_dict(settings.to_dict()) == settings
            True
        """
        try:
            rules = Rules.from_dict(told["rules"])
            entrants = [Entrant.labelled(each["label"], each["bot"]) for each in told["entrants"]]
            if told["mode"] == "versus":
                made = cls.versus(rules, *entrants, players=told["players"], seed=told["seed"])
            else:
                first = [entrants[number] for number in told["seatings"][0]]
                made = cls.of(rules, first, seed=told["seed"])
            again = made.to_dict() == told
        except TienlenError:
            raise
        except (KeyError, TypeError, IndexError, AttributeError, ValueError, OverflowError):
            again = False
        if not again:
            raise ArenaError("these are no settings of an arena")
        return made


def _check(rules: Any, seed: Any, players: Any, what: str) -> None:
    if not isinstance(rules, Rules):
        raise TypeError(f"rules: expected Rules, not {type(rules).__name__}")
    if type(players) is not int or players not in rules.players:
        allowed = " or ".join(map(str, rules.players))
        if players == 1:
            what = what.removesuffix("s")
        extra = ": name one for each seat, the same one several times where you like"
        raise ArenaError(
            f"{players!r:.40} {what}, but {rules.name} is played by {allowed}"
            f"{extra if what.startswith('entrant') else ''}"
        )
    if type(seed) is not int or not 0 <= seed < 2**64:
        shown = number_text(seed) if isinstance(seed, int) else repr(seed)[:80]
        raise ArenaError(f"seed {shown}: expected 0 to 2**64 - 1")


def _distinct(given: Sequence[str | Bot | Entrant]) -> tuple[tuple[Entrant, ...], list[int]]:
    """The distinct entrants, and for each one given the number it has among them."""
    found: list[Entrant] = []
    numbers = []
    for one in given:
        entrant = Entrant.of(one)
        for number, other in enumerate(found):
            if other.label == entrant.label:
                if other.bot != entrant.bot and (other.spec is None or other.spec != entrant.spec):
                    raise ArenaError(
                        f"two different bots are called {entrant.label}: give them labels, as in "
                        "new=flat:2000"
                    )
                numbers.append(number)
                break
        else:
            numbers.append(len(found))
            found.append(entrant)
    return tuple(found), numbers
