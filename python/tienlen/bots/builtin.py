"""The bots that come with the package. Their thinking is done by the compiled core."""

from __future__ import annotations

from typing import Any, Final

from tienlen import _core
from tienlen._core import Play, State, View
from tienlen.errors import BotError, PositionError

__all__ = ["Cheater", "PolicyBot", "SearchBot"]

_METHODS: Final = {"flat": "flat", "tree": "ismcts"}  # of search(), and what bots call them


class _BuiltIn:
    """A value: what it is made of says all about it."""

    __slots__ = ("_options",)

    _options: dict[str, Any]

    @property
    def options(self) -> dict[str, Any]:
        """What the bot is made of."""
        return dict(self._options)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._options == other._options

    def __hash__(self) -> int:
        return hash((type(self), *sorted(self._options.items())))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: {name}")

    def __copy__(self) -> _BuiltIn:
        return self

    def __deepcopy__(self, memo: object) -> _BuiltIn:
        return self


class PolicyBot(_BuiltIn):
    """Decides in microseconds, by rules of thumb.

    Args:
        policy: `"random"`, `"lowest"`, `"greedy"` or `"rules"`; see `tienlen.choose`.

    Example:
        >>> from tienlen import Rules, State
        >>> state = State.from_hands(Rules.preset("xiii"), ["3s 4s 5s Kd", "4c 6h"], leader=0)
        >>> PolicyBot("greedy").choose(state.view(0), seed=1)
        Play('3s 4s 5s')
    """

    __slots__ = ()

    def __init__(self, policy: str) -> None:
        options = {"policy": policy}
        _core._check_bot(options)
        object.__setattr__(self, "_options", options)

    @property
    def name(self) -> str:
        """The name by which `tienlen.bots.make` makes it."""
        return str(self._options["policy"])

    def choose(self, view: View, seed: int) -> Play:
        """Return the play to make."""
        return _core.choose(view, self.name, seed=seed)

    def __repr__(self) -> str:
        return f"PolicyBot({self.name!r})"

    def __reduce__(self) -> tuple[type[PolicyBot], tuple[str]]:
        return type(self), (self.name,)


class SearchBot(_BuiltIn):
    """Plays on from every play in many worlds, and makes the play that does best.

    It thinks on one core, and its budget is no time, so that the same view and seed give the same
    play everywhere.

    Args:
        method: `"flat"` or `"tree"`; see `tienlen.search`.
        iterations: The budget: hands played on for a decision; 1000 if nothing is said.
        work: The budget instead: plays weighed on the way; see `tienlen.search`.
        options: Other options of `tienlen.search`: `rollout` and `chain_steps`.

    Example:
        >>> from tienlen import Rules, State
        >>> state = State.from_hands(Rules.preset("xiii"), ["5s 5c 9h", "Th 3c"], leader=0)
        >>> SearchBot("flat", iterations=200).choose(state.view(0), seed=1)
        Play('5s 5c')
        >>> SearchBot("tree", iterations=200).name, SearchBot("flat", work=30_000).name
        ('ismcts:200', 'flat:work=30000')
    """

    __slots__ = ()

    def __init__(
        self,
        method: str = "flat",
        *,
        iterations: int | None = None,
        work: int | None = None,
        **options: Any,
    ) -> None:
        for name in ("policy", "open_hands"):  # words of the core that are no options of search()
            if name in options:
                raise PositionError(f"a search has no option {name!r}")
        if iterations is None and work is None:
            iterations = 1000
        budgets = {"iterations": iterations, "work": work}
        options = {
            "method": method,
            **{name: value for name, value in budgets.items() if value is not None},
            **dict(sorted(options.items())),
        }
        _core._check_bot(options)
        object.__setattr__(self, "_options", options)

    @property
    def name(self) -> str:
        """The name by which `tienlen.bots.make` makes it."""
        return f"{_METHODS[self._options['method']]}:{self._tail()}"

    def _tail(self) -> str:
        options = self._options
        first = str(options["iterations"]) if "iterations" in options else None
        others = [f"{key}={options[key]}" for key in options if key not in ("method", "iterations")]
        return ",".join([first, *sorted(others)] if first else others)

    def choose(self, view: View, seed: int) -> Play:
        """Return the play to make."""
        return self.search(view, seed).best

    def search(self, view: View, seed: int, *, threads: int = 1) -> _core.SearchResult:
        """Return what the bot finds each play to be worth; threads do not change it."""
        if not isinstance(view, View):  # the search itself would take a State, and see all of it
            raise TypeError(f"a bot goes by a View, not by a {type(view).__name__}")
        return _core.search(view, seed=seed, threads=threads, **self._options)

    def __repr__(self) -> str:
        method, *others = self._options.items()
        arguments = [repr(method[1]), *(f"{name}={value!r}" for name, value in others)]
        return f"{type(self).__name__}({', '.join(arguments)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self._options)


class Cheater(SearchBot):
    """Searches with all hands open: the yardstick for what there is to gain, and no player.

    It cannot decide by a view; only the arena seats it, and shows it the state.

    Example:
        >>> from tienlen import Rules, State
        >>> state = State.from_hands(Rules.preset("xiii"), ["5s 5c 9h", "Th 3c"], leader=0)
        >>> Cheater(iterations=200).choose_seeing(state, seed=1)
        Play('5s 5c')
    """

    __slots__ = ()

    @property
    def name(self) -> str:
        """The name by which `tienlen.bots.make` makes it."""
        method = self._options["method"]
        return f"cheater:{self._tail()}" + ("" if method == "flat" else f",method={method}")

    def choose(self, view: View, seed: int) -> Play:  # noqa: ARG002 - it goes by neither
        """Refuse: a view does not show what it goes by."""
        raise self._blind()

    def search(self, view: View, seed: int, *, threads: int = 1) -> _core.SearchResult:  # noqa: ARG002
        """Refuse: a view does not show what it goes by."""
        raise self._blind()

    def _blind(self) -> BotError:
        message = "the cheater needs to see all hands, so only the arena seats it"
        return BotError(message, self.name)

    def choose_seeing(self, state: State, seed: int) -> Play:
        """Return the play to make, knowing everything."""
        return _core.search(state, seed=seed, **self._options).best


def _again(cls: type[SearchBot], options: dict[str, Any]) -> SearchBot:
    """Unpickle a bot."""
    return cls(**options)
