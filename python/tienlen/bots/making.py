"""From words to bots: `rules`, `flat:1000`, `expert`, `package.module:ClassName`."""

from __future__ import annotations

import importlib
import re
from typing import Any, Final, Protocol, SupportsIndex, TypeAlias, runtime_checkable

from tienlen._core import Card, CardSet, Play, View
from tienlen.bots.builtin import PolicyBot, SearchBot
from tienlen.bots.levels import BUDGETS, LEVELS, POLICIES, SEARCHES
from tienlen.errors import BotError, TienlenError

__all__ = ["Bot", "allowed", "make", "name_of"]

_CLASS = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_WHOLE = re.compile(r"[0-9]{1,13}")
_LONGEST = 200
_LONGEST_NAME: Final = 64  # as names in records

PlayLike: TypeAlias = Play | CardSet | Card | str | SupportsIndex


@runtime_checkable
class Bot(Protocol):
    """A player: anything with this method.

    It is asked when it is the turn of the view's seat and returns what it plays: a `Play`, text
    (`"pass"` is the pass), a set of cards or a mask. It goes by the view alone, and by the seed
    where it wants chance, so that the same question has the same answer; it keeps nothing in mind
    from one decision to the next. An attribute `name` says what to call it; else the name of its
    class is taken.

    Example:
        >>> from tienlen import Rules, State
        >>> class Highest:
        ...     def choose(self, view, seed):
        ...         return view.legal_plays()[-1]
        >>> state = State.from_hands(Rules.preset("xiii"), ["3s 4s", "4c 6h"], leader=0)
        >>> isinstance(Highest(), Bot), Highest().choose(state.view(0), seed=1)
        (True, Play('4s'))
    """

    def choose(self, view: View, seed: int) -> PlayLike:
        """Return the play to make.

        Args:
            view: What the seat to move knows.
            seed: 0 to 2⁶⁴ - 1, for the bot's own chances.
        """
        ...


def allowed() -> str:
    """Say in words which bots there are.

    Example:
        >>> "expert" in allowed()
        True
    """
    budgets = ", ".join(BUDGETS)
    searches = ", ".join(SEARCHES)
    return (
        f"a level ({', '.join(LEVELS)}), a policy ({', '.join(POLICIES)}), a search ({searches}) "
        f"alone or with a budget such as flat:2000 (or {budgets}), or package.module:ClassName"
    )


def make(spec: str | Bot) -> Bot:
    """Make a bot from its description.

    Args:
        spec: A level, such as `expert`; a policy, such as `rules`; a search with its iterations,
            such as `ismcts:2000`, and other options of `tienlen.search` behind them, such as
            `flat:300,rollout=random`, or with another budget, as in `flat:work=30000`;
            `package.module:ClassName` for a class of yours, which is called without arguments. A
            bot is returned as it is.

    Raises:
        BotError: There is no such bot.

    Example:
        >>> make("rules")
        PolicyBot('rules')
        >>> make("flat:500,chain_steps=0")
        SearchBot('flat', iterations=500, chain_steps=0)
        >>> make("fast")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        tienlen.errors.BotError: bot 'fast' is unknown: expected a level (beginner, ...
    """
    if not isinstance(spec, str):
        return _checked(spec, name_of(spec))
    if len(spec) > _LONGEST:
        raise BotError(f"bot {spec[:40]!r}… is unknown: expected {allowed()}", spec[:40])
    head, colon, tail = spec.partition(":")
    if spec in LEVELS:
        return LEVELS[spec]
    if spec in POLICIES:
        return PolicyBot(spec)
    if head in SEARCHES and (tail or not colon):
        return _search(spec, SEARCHES[head], tail)
    if _CLASS.fullmatch(spec) and head not in (*LEVELS, *POLICIES, *SEARCHES):
        return _load(spec)
    fixed = colon and head in (*LEVELS, *POLICIES)
    hint = f"{head} has no budget" if fixed else f"expected {allowed()}"
    raise BotError(f"bot {spec!r} is unknown: {hint}", spec)


def _search(spec: str, base: SearchBot, tail: str) -> SearchBot:
    """Make a search from what stands behind its name."""
    options: dict[str, Any] = base.options
    usual = options.pop("iterations")
    budget, *others = tail.split(",") if tail else [""]
    if "=" in budget:
        others = [budget, *others]
    elif budget in BUDGETS:
        options["iterations"] = BUDGETS[budget]
    elif _WHOLE.fullmatch(budget):
        options["iterations"] = int(budget)
    elif budget:
        words = ", ".join(BUDGETS)
        raise BotError(
            f"bot {spec!r}: budget {budget!r} is neither a whole number nor one of {words}", spec
        )
    for option in others:
        key, sign, value = option.partition("=")
        if not (key.isidentifier() and sign and value):
            raise BotError(f"bot {spec!r}: {option!r} is no option such as rollout=random", spec)
        options[key] = _value(value)
    if "work" not in options:
        options.setdefault("iterations", usual)
    try:
        return type(base)(**options)
    except (TienlenError, TypeError) as error:
        raise BotError(f"bot {spec!r}: {error}", spec) from None


def _value(text: str) -> int | float | str:
    """What an option says: a number if it looks like one."""
    if _WHOLE.fullmatch(text):
        return int(text)
    try:
        return float(text)
    except ValueError:
        return text


def _load(spec: str) -> Bot:
    """Import a third party's class, and make one of it."""
    module_name, _, path = spec.partition(":")
    try:
        found: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise BotError(f"bot {spec!r}: there is no module {error.name!r}", spec) from error
    except Exception as error:
        raise BotError(f"bot {spec!r}: importing it failed: {error!r:.200}", spec) from error
    for part in path.split("."):
        if not hasattr(found, part):
            raise BotError(f"bot {spec!r}: {module_name} has no {path}", spec)
        found = getattr(found, part)
    if isinstance(found, type):
        try:
            found = found()
        except Exception as error:
            raise BotError(f"bot {spec!r}: making it failed: {error!r:.200}", spec) from error
    return _checked(found, spec)


def _checked(bot: Any, name: str) -> Bot:
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        what = "a class, not an object of it" if isinstance(bot, type) else "no bot"
        raise BotError(f"{name} is {what}: expected an object with choose(view, seed)", name)
    found: Bot = bot
    return found


def name_of(bot: object) -> str:
    """Return what to call a bot: its `name`, or the name of its class.

    Example:
        >>> name_of(make("flat:300")), name_of(object())
        ('flat:300', 'object')
    """
    name = getattr(bot, "name", None)
    if isinstance(name, str) and name.strip() and name.isprintable():
        return name.strip()[:_LONGEST_NAME]
    kind = bot if isinstance(bot, type) else type(bot)
    return kind.__name__[:_LONGEST_NAME]
