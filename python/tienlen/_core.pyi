"""The compiled core of tienlen. Import its names from `tienlen`.

Everything here is immutable: whatever acts returns a new value, so that values may be shared
between threads, used as keys of dicts, copied and pickled. Nothing here prints, reads files or
keeps global state.

Errors come from `tienlen.errors`. A value of a wrong *type* (a float, a bool, None) is a
`TypeError`; a value that is wrong is one of the `TienlenError` family, all of them `ValueError`s.
Input is looked at as a whole before anything happens.
"""

# The one place for the words that users read; the docstrings in the module are their first lines.
# ruff: noqa: PYI021

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final, Never, SupportsIndex, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

from tienlen.autoreset import AutoresetMode
from tienlen.errors import Reason
from tienlen.rules import Rules

_CardLike: TypeAlias = Card | str | SupportsIndex
"""A card: a `Card`, text such as `"Th"`, or its number from 0 to 51."""

_CardsLike: TypeAlias = CardSet | Play | Card | str | SupportsIndex | Iterable[_CardLike]
"""A set of cards: a value, text such as `"3s 4d"`, a mask of 52 bits, or cards one by one."""

_PlayLike: TypeAlias = Play | CardSet | Card | str | SupportsIndex
"""A play: a value, text (`"pass"` is the pass), or a mask of 52 bits (0 is the pass)."""

_Progress: TypeAlias = Callable[[int, int], object]
"""Called as `progress(done, total)` about twenty times a second; what it raises ends the work."""

# --- cards ----------------------------------------------------------------------------------------

@final
class Card:
    """One of the 52 cards, a number that knows its name.

    Cards are ordered by strength: rank first (3 4 5 6 7 8 9 T J Q K A 2), then suit (spades, clubs,
    diamonds, hearts), so a card's number is 4 x rank + suit: the 3 of spades is 0, the 2 of hearts
    51. A card compares with, hashes like, and indexes like its number.

    Args:
        card: A card, its number, or its text: a rank letter (`10` is read too) and a suit letter or
            symbol, in upper or lower case.

    Raises:
        NotationError: Text that names no card or several, or a number out of range.

    Example:
        >>> Card("Th"), Card(31), Card("10♥")
        (Card('Th'), Card('Th'), Card('Th'))
        >>> Card("2s") > Card("Ah"), Card("3s") == 0
        (True, True)
    """

    def __init__(self, card: _CardLike) -> None: ...
    @property
    def rank(self) -> int:
        """The rank, 0 for a 3 to 12 for a 2.

        Example:
            >>> "3456789TJQKA2"[Card("Qd").rank]
            'Q'
        """

    @property
    def suit(self) -> int:
        """The suit: 0 spades, 1 clubs, 2 diamonds, 3 hearts.

        Example:
            >>> "scdh"[Card("Qd").suit]
            'd'
        """

    def __index__(self) -> int: ...
    def __int__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Card | SupportsIndex, /) -> bool: ...
    def __le__(self, other: Card | SupportsIndex, /) -> bool: ...
    def __gt__(self, other: Card | SupportsIndex, /) -> bool: ...
    def __ge__(self, other: Card | SupportsIndex, /) -> bool: ...
    def __format__(self, spec: str, /) -> str: ...
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> Card: ...
    def __deepcopy__(self, memo: object) -> Card: ...
    def __reduce__(self) -> tuple[type[Card], tuple[int]]: ...

@final
class _CardIterator(Iterator[Card]):
    def __init__(self, nothing: Never, /) -> None: ...
    def __iter__(self) -> _CardIterator: ...
    def __next__(self) -> Card: ...

@final
class CardSet:
    """An immutable set of cards, in one 64-bit word.

    Bit `i` of `int(cards)` says whether card `i` is in the set. Sets know `| & - ^ ~`, `in`, `len`,
    `<=` (subset) and its kin, and iterate from the lowest card to the highest.

    Args:
        cards: Text (cards separated by spaces, commas or nothing), a mask, cards one by one, a
            `Card`, a `Play`, or another set. Left out: the empty set.

    Raises:
        NotationError: Text or a number that names no cards, or a card named twice.

    Example:
        >>> hand = CardSet("9h 3s, Tc 9d")
        >>> hand
        CardSet('3s 9d 9h Tc')
        >>> hand - CardSet("3s"), hand & CardSet([0, 1, 2, 3])
        (CardSet('9d 9h Tc'), CardSet('3s'))
        >>> "9h" in hand, len(~hand), hex(int(CardSet("3s 3h")))
        (True, 48, '0x9')
        >>> [card.rank for card in hand]
        [0, 6, 6, 7]
    """

    def __init__(self, cards: _CardsLike = ()) -> None: ...
    def isdisjoint(self, other: _CardsLike) -> bool:
        """Tell whether the two sets have no card in common.

        Raises:
            NotationError: `other` names no cards.

        Example:
            >>> CardSet("3s 4s").isdisjoint("5s")
            True
        """

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __iter__(self) -> _CardIterator: ...
    def __contains__(self, card: _CardLike, /) -> bool: ...
    def __or__(self, other: CardSet, /) -> CardSet: ...
    def __and__(self, other: CardSet, /) -> CardSet: ...
    def __xor__(self, other: CardSet, /) -> CardSet: ...
    def __sub__(self, other: CardSet, /) -> CardSet: ...
    def __invert__(self) -> CardSet: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __le__(self, other: CardSet) -> bool: ...
    def __lt__(self, other: CardSet) -> bool: ...
    def __ge__(self, other: CardSet) -> bool: ...
    def __gt__(self, other: CardSet) -> bool: ...
    def __hash__(self) -> int: ...
    def __format__(self, spec: str, /) -> str: ...
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> CardSet: ...
    def __deepcopy__(self, memo: object) -> CardSet: ...
    def __reduce__(self) -> tuple[type[CardSet], tuple[int]]: ...

# --- plays ----------------------------------------------------------------------------------------

class Kind(enum.Enum):
    """The kinds of plays.

    Example:
        >>> Play("4s 5d 6h").kind
        <Kind.SEQUENCE: 5>
    """

    PASS = 0
    SINGLE = 1
    PAIR = 2
    TRIPLE = 3
    QUAD = 4
    SEQUENCE = 5
    DOUBLE_SEQUENCE = 6

@final
class Play:
    """One combination of cards, or the pass.

    What counts as a combination is read generously here, as no rules are at hand: a sequence may
    end in a 2. `Rules.classify` asks the rules, and `State.check` the position.

    Plays are equal when their cards are; `int()` gives the mask of the cards, 0 for the pass.

    Args:
        cards: Text (`"pass"` in any case is the pass), a mask (0 is the pass), a `CardSet`, a
            `Card`, or a play.

    Raises:
        NotationError: It names no cards, or cards that are no combination. The empty set is no
            pass.

    Example:
        >>> play = Play("9h 9d")
        >>> play, play.kind.name, play.size, play.top
        (Play('9d 9h'), 'PAIR', 2, Card('9h'))
        >>> Play("pass") == PASS, len(PASS)
        (True, 0)
    """

    def __init__(self, cards: _PlayLike) -> None: ...
    @property
    def kind(self) -> Kind:
        """Which kind of combination it is.

        Example:
            >>> Play("3s 3c 4s 4c 5s 5c").kind.name
            'DOUBLE_SEQUENCE'
        """

    @property
    def size(self) -> int:
        """How many cards; for a double sequence how many pairs; 0 for the pass.

        Example:
            >>> Play("3s 3c 4s 4c 5s 5c").size
            3
        """

    @property
    def top(self) -> Card | None:
        """The highest card, which is the strength of the play; None for the pass.

        Example:
            >>> Play("4h 5s 6c").top
            Card('6c')
        """

    @property
    def cards(self) -> CardSet:
        """The cards, none for the pass.

        Example:
            >>> Play("9h 9d").cards
            CardSet('9d 9h')
        """

    @property
    def is_pass(self) -> bool:
        """Whether it is the pass.

        Example:
            >>> PASS.is_pass
            True
        """

    @property
    def is_bomb(self) -> bool:
        """Whether it is a quad or a double sequence.

        Example:
            >>> Play("7s 7c 7d 7h").is_bomb
            True
        """

    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __format__(self, spec: str, /) -> str: ...
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> Play: ...
    def __deepcopy__(self, memo: object) -> Play: ...
    def __reduce__(self) -> tuple[type[Play], tuple[int]]: ...

PASS: Final[Play]
"""The pass."""

@final
class RuleTables:
    """What the engine compiles from a `Rules` value, once. `Rules` keeps it and asks it.

    Example:
        >>> RuleTables(Rules.preset("southern")).beats("4s", "3h")
        True
    """

    def __init__(self, rules: Rules) -> None: ...
    def classify(self, cards: _CardsLike) -> Play | None:
        """Return the combination that the cards are under the rules. See `Rules.classify`.

        Raises:
            NotationError: `cards` names no cards.

        Example:
            >>> RuleTables(Rules.preset("southern")).classify("Qs Ks As 2s") is None
            True
        """

    def beats(self, a: _PlayLike, b: _PlayLike) -> bool:
        """Tell whether `a` beats `b` lying on the table. See `Rules.beats`.

        Raises:
            NotationError: One of them is no play under the rules.

        Example:
            >>> RuleTables(Rules.preset("southern")).beats("5s 5c 5d 5h", "2h")
            True
        """

# --- a hand in progress ---------------------------------------------------------------------------

@final
class State:
    """One hand in progress: what each seat holds, what lies on the table, whose turn it is.

    Immutable: `play`, `fold`, `resign` and `trade` return a new state. States are equal when their
    rules and positions are; how they came about (`history`) does not count.

    There are three ways to make one: `State.deal`, `State.from_hands` and `State.from_text`. Seats
    are numbered from 0 in the order of play.

    Example:
        >>> rules = Rules.preset("xiii")
        >>> state = State.from_hands(rules, ["3s 9d Kh", "4c 9h 2s"])
        >>> state.to_move, state.opening_card
        (0, Card('3s'))
        >>> state = state.play("3s")
        >>> state.legal_plays()
        [Play('pass'), Play('4c'), Play('9h'), Play('2s')]
        >>> print(state.play("2s"))
        9d Kh | 4c 9h; turn 0; table 2s by 1; played 3s 2s
    """

    # --- making one ---

    def __init__(self, nothing: Never, /) -> None: ...  # that is, there is no constructor
    @staticmethod
    def deal(
        rules: Rules,
        *,
        seed: int,
        players: int | None = None,
        leader: int | None = None,
        hand: int = 0,
    ) -> State:
        """Shuffle and deal a hand.

        The same arguments give the same hand on every machine: cards are drawn with the package's
        own generator (SplitMix64, by Steele, Lea and Flood, 2014), which `tienlen.reference`
        repeats in Python.

        Args:
            rules: The rules to play by.
            seed: 0 to 2**64 - 1.
            players: How many play; None for the largest number that the rules allow.
            leader: The seat that leads, anything it likes. None: the holder of the lowest card
                dealt leads and owes that card.
            hand: Which hand of the seed, 0 to 2**64 - 1. Hands of one seed are independent.

        Raises:
            PositionError: A number out of range, or not allowed by the rules.

        Example:
            >>> state = State.deal(Rules.preset("southern"), seed=7)
            >>> [len(hand) for hand in state.hands]
            [13, 13, 13, 13]
            >>> state == State.deal(Rules.preset("southern"), seed=7)
            True
        """

    @staticmethod
    def from_hands(
        rules: Rules,
        hands: Iterable[_CardsLike],
        leader: int | None = None,
        *,
        spare: _CardLike | None = None,
    ) -> State:
        """Set up any hands.

        Instant wins are looked for when every hand has the size of a deal.

        Args:
            rules: The rules to play by.
            hands: The cards of each seat, 2 to 4 hands of any sizes, none empty.
            leader: The seat that leads, anything it likes. None: the holder of the lowest card
                leads and owes that card.
            spare: The card that was left over and is given to the leader, for rules that say so.

        Raises:
            NotationError: A hand that cannot be read.
            PositionError: Hands that cannot be, as when two seats hold one card.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["4c 5c", "9s", "Ah 2h"], leader=2).to_move
            2
        """

    @staticmethod
    def from_text(text: str, rules: Rules) -> State:
        """Read a position as `to_text` writes it.

        The hands come first, by seat, separated by `|` and `-` for an empty one; then, separated by
        `;` and in this order, the sections that have something to say: `turn SEAT`, `table CARDS by
        SEAT`, `led`, `passed SEATS`, `lead-passed SEATS`, `owes CARD`, `out SEATS`, `folded SEATS`,
        `played CARDS`, `spare CARD`, `instant SEAT`.

        Raises:
            NotationError: The text cannot be read.
            PositionError: What it says cannot be.

        Example:
            >>> text = "4c 9h | 9d Kh; turn 0; table Ts by 1; played Ts"
            >>> State.from_text(text, Rules.preset("xiii")).legal_plays()
            [Play('pass')]
        """

    def to_text(self) -> str:
        """Write the position as one line, which `from_text` reads. The rules are not in it.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s", "4c"]).to_text()
            '3s | 4c; turn 0; owes 3s'
        """

    # --- what it shows ---

    @property
    def rules(self) -> Rules:
        """The rules it is played by.

        Example:
            >>> State.deal(Rules.preset("zipi"), seed=1).rules.name
            'zipi'
        """

    @property
    def players(self) -> int:
        """How many seats there are, those that went out or folded included.

        Example:
            >>> State.deal(Rules.preset("xiii"), seed=1, players=3).players
            3
        """

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The cards of each seat.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s", "4c"]).hands
            (CardSet('3s'), CardSet('4c'))
        """

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the hand is over.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["4s", "3c"]).to_move
            1
        """

    @property
    def table(self) -> Play | None:
        """The play to beat; None when the seat to move leads.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s 9s", "4c"]).play("3s").table
            Play('3s')
        """

    @property
    def table_owner(self) -> int | None:
        """The seat whose play lies on the table.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s 9s", "4c"]).play("3s").table_owner
            0
        """

    @property
    def passed(self) -> tuple[int, ...]:
        """The seats benched until the trick is cleared, ascending.

        Example:
            >>> state = State.from_hands(Rules.preset("xiii"), ["3s 9s", "4c", "5c"])
            >>> state.play("3s").play("pass").passed
            (1,)
        """

    @property
    def lead_passed(self) -> tuple[int, ...]:
        """The seats that passed over this empty table, ascending.

        Example:
            >>> state = State.from_hands(Rules.preset("xiii"), ["3s 9s", "4c"], leader=1)
            >>> state.play("pass").lead_passed
            (1,)
        """

    @property
    def must_lead(self) -> bool:
        """Whether the seat to move leads and may not pass.

        Example:
            >>> State.from_hands(Rules.preset("southern"), ["3s", "4s", "5s", "6s"]).must_lead
            True
        """

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that have neither gone out nor folded, ascending.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s", "4c 9c", "5d"]).play("3s").in_play
            (1, 2)
        """

    @property
    def places(self) -> tuple[int, ...]:
        """The seats in order of their places, from the first, as far as they are given.

        Seats that folded stand here once the hand is over.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s", "4c 9c"]).play("3s").places
            (0, 1)
        """

    @property
    def folded(self) -> tuple[int, ...]:
        """The seats that quit, in the order in which they did.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s", "4c", "5d"]).fold(2).folded
            (2,)
        """

    @property
    def is_over(self) -> bool:
        """Whether the hand is over.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s", "4c 9c"]).play("3s").is_over
            True
        """

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of each seat; None until the hand is over.

        Example:
            >>> rules = Rules.preset("southern")
            >>> state = State.from_hands(rules, ["3s 4s", "5s", "6s", "7s"])
            >>> for play in ("3s", "5s", "6s", "7s"):
            ...     state = state.play(play)
            >>> state.points
            (0, 3, 2, 1)
        """

    @property
    def opening_card(self) -> Card | None:
        """The card that the first play must contain, while it is owed.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["5c 9h", "4c"]).opening_card
            Card('4c')
        """

    @property
    def opener(self) -> int | None:
        """The seat that owes the opening card.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["5c 9h", "4c"]).opener
            1
        """

    @property
    def spare(self) -> Card | None:
        """The card that was left over and given to the leader.

        Example:
            >>> rules = Rules(players=(3,), hand_size=17, spare_card="leader")
            >>> state = State.deal(rules, seed=1)
            >>> state.spare in state.hands[state.to_move]
            True
        """

    @property
    def played(self) -> CardSet:
        """All cards played so far, those on the table included.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s 9s", "4c"]).play("3s").played
            CardSet('3s')
        """

    @property
    def undealt(self) -> CardSet:
        """The cards that are neither in a hand nor played.

        Example:
            >>> len(State.deal(Rules.preset("xiii"), seed=1, players=3).undealt)
            13
        """

    @property
    def instant_wins(self) -> tuple[tuple[int, str], ...]:
        """Who was dealt a hand that wins at once, and which: (seat, name) in turn order.

        The first seat won the hand.

        Example:
            >>> rules = Rules.preset("xiii").replace(instant_wins=["four_twos", "dragon"])
            >>> dragon = "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s"
            >>> others = "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc 2c 2d"
            >>> State.from_hands(rules, [others, dragon]).instant_wins
            ((1, 'dragon'),)
        """

    @property
    def history(self) -> tuple[tuple[int, Play | None], ...]:
        """What was done since the state was set up: (seat, play), None in place of a fold.

        Example:
            >>> state = State.from_hands(Rules.preset("xiii"), ["3s 9s", "4c 5c", "5d"])
            >>> state.play("3s").play("4c").fold(0).history
            ((0, Play('3s')), (1, Play('4c')), (0, None))
        """

    def view(self, seat: int) -> View:
        """Show what a seat may know of this state, and nothing else.

        Args:
            seat: Who looks.

        Raises:
            PositionError: No such seat.

        Example:
            >>> state = State.from_hands(Rules.preset("xiii"), ["3s 9d", "4c Kh 2s"])
            >>> print(state.view(0))
            seat 0; 3s 9d | +3; turn 0; owes 3s
        """

    def place_of(self, seat: int) -> int | None:
        """Return the place of a seat, 0 for the first; None while it has none.

        Raises:
            PositionError: There is no such seat.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s", "4c", "5d"]).fold(1).place_of(1)
            2
        """

    # --- asking ---

    def legal_plays(self) -> list[Play]:
        """List the legal plays of the seat to move: the pass first, where it is legal.

        Returns:
            The plays, ascending by mask; none when the hand is over.

        Raises:
            PositionError: The hand has more than 2**24 combinations. That takes a position set up
                by hand, with more than half of the deck in one hand.

        Example:
            >>> State.from_hands(Rules.preset("strict"), ["3s 3d", "4s", "5s", "6s"]).legal_plays()
            [Play('3s'), Play('3s 3d')]
        """

    def legal_masks(self) -> npt.NDArray[np.uint64]:
        """List all legal plays as card masks: the fast form of `legal_plays`.

        Returns:
            A new array of dtype uint64 and shape (n,), ascending; 0 is the pass.

        Raises:
            PositionError: As for `legal_plays`.

        Example:
            >>> State.from_hands(Rules.preset("strict"), ["3s 3d", "4s", "5s", "6s"]).legal_masks()
            array([1, 5], dtype=uint64)
        """

    def count_legal(self) -> int:
        """Count the legal plays without listing them.

        Example:
            >>> State.from_hands(Rules.preset("strict"), ["3s 3d", "4s", "5s", "6s"]).count_legal()
            2
        """

    def check(self, play: _PlayLike, seat: int | None = None) -> Reason | None:
        """Tell why a play is illegal: the first reason that fits, in the order of `Reason`.

        Args:
            play: What to play. Text that cannot be read and masks out of range are no errors here
                but the reasons `UNKNOWN_CARD` and `CARD_TWICE`; a play without cards is
                `EMPTY_PLAY`, not a pass.
            seat: Who plays it; None for the seat to move.

        Returns:
            The reason, or None if the play is legal.

        Raises:
            PositionError: There is no such seat.

        Example:
            >>> state = State.from_hands(Rules.preset("xiii"), ["3s 9s", "4c"]).play("3s")
            >>> state.check("9s"), state.check("4c")
            (<Reason.NOT_IN_HAND: 'not_in_hand'>, None)
        """

    def is_legal(self, play: _PlayLike, seat: int | None = None) -> bool:
        """Tell whether a play is legal. Arguments and errors are those of `check`.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s 9s", "4c"]).is_legal("9s")
            False
        """

    def explain(self, play: _PlayLike, seat: int | None = None) -> str | None:
        """Say in a sentence why a play is illegal; None if it is legal. Otherwise as `check`.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s 9s", "4c"]).explain("9s")
            '9s may not be led: the first play must contain 3s, which is owed'
        """

    # --- acting ---

    def play(self, play: _PlayLike, seat: int | None = None) -> State:
        """Play cards, or pass.

        Args:
            play: What to play. `PASS`, `"pass"` and 0 are the pass.
            seat: Who plays it; None for the seat to move.

        Returns:
            The state after it.

        Raises:
            IllegalPlayError: It is illegal; the error carries the reason that `check` gives.
            PositionError: There is no such seat.

        Example:
            >>> state = State.from_hands(Rules.preset("xiii"), ["3s 9s", "4c 5c"])
            >>> state.play("3s").play("pass").to_move
            0
            >>> state.play("pass").play("4c")
            Traceback (most recent call last):
            tienlen.errors.IllegalPlayError: 4c may not be led: the first play must contain 3s...
        """

    def play_unchecked(self, mask: int) -> State:
        """Play a mask that came from `legal_masks`, without asking again whether it is legal.

        A mask that is legal by no rules, as it is no combination or not in the hand, is refused; an
        illegal one that passes for a play gives a state that no game reaches.

        Args:
            mask: The cards, 0 for the pass.

        Raises:
            PositionError: The mask is no combination in the hand of the seat to move.

        Example:
            >>> state = State.from_hands(Rules.preset("xiii"), ["3s 9s", "4c 5c"])
            >>> state.play_unchecked(state.legal_masks()[-1]).to_move
            1
        """

    def random_play(self, seed: int, stream: int = 0) -> Play:
        """Draw one of the legal plays, each equally likely.

        The same arguments draw the same play on every machine.

        Args:
            seed: 0 to 2**64 - 1.
            stream: Which of the seed's independent draws, 0 to 2**64 - 1.

        Raises:
            IllegalActionError: The hand is over.
            PositionError: A number out of range.

        Example:
            >>> State.from_hands(Rules.preset("strict"), ["3s", "4s", "5s", "6s"]).random_play(1)
            Play('3s')
        """

    def fold(self, seat: int | None = None) -> State:
        """Quit the hand for the worst place still free, where the rules have folding.

        Args:
            seat: Who folds, in turn or not; None for the seat to move.

        Raises:
            IllegalActionError: The rules have no folding, the hand is over, or the seat is not in
                play.
            PositionError: There is no such seat.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s", "4c 5c"]).fold().places
            (1, 0)
        """

    def resign(self, seat: int) -> State:
        """Quit the hand as `fold` does, under any rules: for servers, when a player leaves.

        Raises:
            IllegalActionError: The hand is over, or the seat is not in play.
            PositionError: There is no such seat.

        Example:
            >>> rules = Rules.preset("southern")
            >>> State.from_hands(rules, ["3s", "4s", "5s", "6s"]).resign(3).in_play
            (0, 1, 2)
        """

    def trade(self, a: int, cards_a: _CardsLike, b: int, cards_b: _CardsLike) -> State:
        """Swap cards before the first play, where the rules have trading.

        If the opening card is owed, who leads and what he owes is decided anew.

        Args:
            a: A seat.
            cards_a: What it gives.
            b: Another seat.
            cards_b: What it gives, as many cards.

        Raises:
            IllegalActionError: The rules have no trading, somebody has acted, or the cards are not
                there to give.
            NotationError: The cards cannot be read.
            PositionError: There is no such seat.

        Example:
            >>> rules = Rules.preset("pagat").replace(trading=True)
            >>> print(State.from_hands(rules, ["3s 9s", "4c 5c"]).trade(0, "3s", 1, "4c"))
            4c 9s | 3s 5c; turn 1; owes 3s
        """

    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: object) -> State: ...
    def __reduce__(
        self,
    ) -> tuple[type[State], tuple[Rules, str, tuple[tuple[int, int], ...]]]: ...

# --- counting and playing in bulk -----------------------------------------------------------------

def perft(state: State, depth: int, *, threads: int = 1, progress: _Progress | None = None) -> int:
    """Count the ways to play on for exactly `depth` plies.

    The usual test of a move generator. Passes are plies; hands that end earlier are no leaves. The
    result does not depend on the number of threads. Ctrl-C is obeyed at once.

    Args:
        state: Where to start.
        depth: Plies, 0 to 64.
        threads: 1 to 1024.
        progress: Told how many pieces of the work are done.

    Raises:
        PositionError: A number out of range, or a hand too large to list plays from.

    Example:
        >>> perft(State.from_hands(Rules.preset("xiii"), ["3s 3c", "4s 4c"]), 2)
        4
    """

def perft_divide(
    state: State, depth: int, *, threads: int = 1, progress: _Progress | None = None
) -> dict[Play, int]:
    """Count as `perft` does, for each first play, ascending.

    Args:
        state: Where to start.
        depth: Plies, 1 to 64.
        threads: 1 to 1024.
        progress: Told how many pieces of the work are done.

    Raises:
        PositionError: A number out of range, or a hand too large to list plays from.

    Example:
        >>> perft_divide(State.from_hands(Rules.preset("xiii"), ["3s 3c", "4s 4c"]), 2)
        {Play('pass'): 1, Play('3s'): 3, Play('3s 3c'): 0}
    """

@final
class PlayoutResult:
    """What hands played to the end add up to. Results add up with `+`.

    All counts are exact, so sums of parts equal the whole.

    Example:
        >>> rules = Rules.preset("southern")
        >>> first = playouts(rules, 100, seed=1)
        >>> second = playouts(rules, 100, seed=1, first_hand=100)
        >>> first + second == playouts(rules, 200, seed=1)
        True
    """

    def __init__(self, nothing: Never, /) -> None: ...
    @property
    def players(self) -> int:
        """How many seats.

        Example:
            >>> playouts(Rules.preset("xiii"), 10, seed=1, players=3).players
            3
        """

    @property
    def hands(self) -> int:
        """How many hands were played.

        Example:
            >>> playouts(Rules.preset("xiii"), 10, seed=1).hands
            10
        """

    @property
    def plies(self) -> int:
        """Plays and passes in all hands; a hand won at the deal has none.

        Example:
            >>> result = playouts(Rules.preset("xiii"), 10, seed=1)
            >>> result.plies == sum(result.plays_by_kind.values())
            True
        """

    @property
    def passes(self) -> int:
        """Passes in all hands.

        Example:
            >>> result = playouts(Rules.preset("xiii"), 10, seed=1)
            >>> result.passes == result.plays_by_kind[Kind.PASS]
            True
        """

    @property
    def instant_wins(self) -> int:
        """Hands that were won at the deal.

        Example:
            >>> playouts(Rules.preset("xiii"), 10, seed=1).instant_wins
            0
        """

    @property
    def chops(self) -> int:
        """Plays that beat the table by the chop table rather than by a higher card.

        Example:
            >>> result = playouts(Rules.preset("xiii"), 10, seed=1)
            >>> result.chops == sum(result.chops_by_kind.values())
            True
        """

    @property
    def plays_by_kind(self) -> dict[Kind, int]:
        """How often each kind was played, the passes included.

        Example:
            >>> list(playouts(Rules.preset("xiii"), 10, seed=1).plays_by_kind)[0]
            <Kind.PASS: 0>
        """

    @property
    def chops_by_kind(self) -> dict[Kind, int]:
        """How often each kind chopped.

        Example:
            >>> Kind.PASS in playouts(Rules.preset("xiii"), 10, seed=1).chops_by_kind
            False
        """

    @property
    def places(self) -> npt.NDArray[np.int64]:
        """How often each seat took each place.

        After an instant win only the winner has a place.

        Returns:
            An array of dtype int64 and shape (players, players), indexed [seat, place].

        Example:
            >>> playouts(Rules.preset("xiii"), 10, seed=1, players=2).places.sum(axis=1)
            array([10, 10])
        """

    @property
    def points_sum(self) -> npt.NDArray[np.int64]:
        """Points of each seat, summed over the hands.

        Returns:
            An array of dtype int64 and shape (players,).

        Example:
            >>> int(playouts(Rules.preset("southern"), 10, seed=1).points_sum.sum())
            60
        """

    @property
    def points_sum_squares(self) -> npt.NDArray[np.int64]:
        """Squares of the points of each seat, summed over the hands: for standard errors.

        Returns:
            An array of dtype int64 and shape (players,).

        Example:
            >>> int(playouts(Rules.preset("southern"), 10, seed=1).points_sum_squares.sum())
            140
        """

    def __add__(self, other: PlayoutResult) -> PlayoutResult: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[type[PlayoutResult], tuple[int, bytes]]: ...

def playouts(
    start: Rules | State,
    games: int,
    *,
    seed: int,
    threads: int = 1,
    players: int | None = None,
    progress: _Progress | None = None,
    first_hand: int = 0,
) -> PlayoutResult:
    """Play hands to the end by uniformly random legal plays.

    Which hand is which depends on `seed` and its number alone, so the result does not depend on the
    machine or the number of threads. Ctrl-C is obeyed at once.

    Args:
        start: Rules, to deal every hand; or a state, to play on from.
        games: How many hands.
        seed: 0 to 2**64 - 1.
        threads: 1 to 1024.
        players: How many play; None for the largest number that the rules allow.
        progress: Told how many hands are done.
        first_hand: The number of the first hand, 0 to 2**64 - 1; for runs in parts.

    Raises:
        PositionError: A number out of range, or not allowed by the rules.

    Example:
        >>> result = playouts(Rules.preset("southern"), games=1000, seed=1)
        >>> result.hands, int(result.points_sum.sum())
        (1000, 6000)
    """

def cpu() -> str:
    """Name the instruction set that bulk work uses here: `"bmi2"` or `"portable"`.

    Both give the same results. The environment variable `TIENLEN_CPU=portable` rules out the first.

    Example:
        >>> cpu() in ("bmi2", "portable")
        True
    """

# --- batches --------------------------------------------------------------------------------------

_Numbers: TypeAlias = npt.NDArray[np.integer] | Sequence[int]
"""One whole number for each hand: an array of any integer dtype, or a sequence."""

_Flags: TypeAlias = npt.NDArray[np.bool_] | Sequence[bool]
"""One bool for each hand."""

@final
class Batch:
    """Hands side by side for numpy programs: stepped together, listed together.

    A batch has n slots. Slot i plays hand after hand ("episodes"); its first one is
    `State.deal(rules, seed=seed, hand=first_hand + i)`, and episode e is that with e * 2**32 added
    to the number. Random plays go on with the same stream. So hand i of a seed is the same hand in
    a batch of any size, on any number of threads.

    Unlike all else here a batch changes: steps act on it in place. Whatever is refused changes
    nothing in any hand. One thread at a time may use it (another one's call is a `BatchError`); the
    GIL is released while the hands are worked on.

    Arrays are made for the caller (only those of `legal` are views): shape `(n,)` for what a hand
    has once, `(n, players)` for what each seat has.

    What happens to a hand that is over says `autoreset`, in Gymnasium's words. A hand that is over
    has no legal plays, and a step takes any value for it.

    - `DISABLED`: it stays until `reset`; steps skip it.
    - `NEXT_STEP`: the next step deals a new hand on its slot instead of playing.
    - `SAME_STEP`: the step that ends it deals a new one at once; `done` tells, and its result is in
      `final_places` and `final_points`. (A new hand that is won at the deal takes one step of any
      value, which counts as its end.)

    Args:
        rules: The rules of all hands.
        n: How many hands, up to 2**31.
        seed: The seed of deals and policies, 0 to 2**64 - 1.
        players: How many seats; the largest number that the rules allow if left out.
        first_hand: The number of the first slot's hand, for batches that share a seed.
        autoreset: An `AutoresetMode` (ours or Gymnasium's), or its name.
        threads: How many threads a step may use; it takes no more than one for each 4,096 hands.

    Raises:
        PositionError: A number out of range.
        BatchError: An unknown autoreset mode.

    Example:
        Play 100 hands to the end, at random:

        >>> import numpy as np
        >>> batch = Batch(Rules.preset("southern"), 100, seed=1)
        >>> rng = np.random.default_rng(7)
        >>> while not batch.over.all():
        ...     offsets, masks = batch.legal()
        ...     counts = np.diff(offsets)
        ...     moved = batch.step_index((rng.random(100) * counts).astype(np.int64))
        >>> batch.points.sum(axis=1)[:3]
        array([6, 6, 6])
    """

    def __init__(
        self,
        rules: Rules,
        n: int,
        seed: int,
        *,
        players: int | None = None,
        first_hand: int = 0,
        autoreset: AutoresetMode | enum.Enum | str = "DISABLED",
        threads: int = 1,
    ) -> None: ...
    @staticmethod
    def from_states(
        states: Iterable[State],
        *,
        seed: int,
        autoreset: AutoresetMode | enum.Enum | str = "DISABLED",
        threads: int = 1,
    ) -> Batch:
        """Start from positions.

        Args:
            states: One for each hand; all under equal rules, with as many players.
            seed: Hand i makes its random plays with stream i of this seed; later hands of the slot
                are dealt as in any batch.
            autoreset: As for `Batch`.
            threads: As for `Batch`.

        Raises:
            BatchError: No states, or rules or players that differ.

        Example:
            >>> states = [State.deal(Rules.preset("southern"), seed=s) for s in (1, 2, 3)]
            >>> Batch.from_states(states, seed=1).state(2) == states[2]
            True
        """

    @staticmethod
    def from_bytes(data: bytes, rules: Rules, *, threads: int = 1) -> Batch:
        """Load a batch that `to_bytes` saved.

        Every hand is validated, as if it had been read from text.

        Args:
            data: The bytes.
            rules: The rules it was saved under.
            threads: As for `Batch`.

        Raises:
            PositionError: Bytes that are no saved batch, one under other rules, or hands that
                cannot have come about.

        Example:
            >>> rules = Rules.preset("southern")
            >>> batch = Batch(rules, 10, seed=1)
            >>> again = Batch.from_bytes(batch.to_bytes(), rules)
            >>> bool((again.hands == batch.hands).all())
            True
        """

    def to_bytes(self) -> bytes:
        """Save the hands, their streams and their results.

        A batch that is loaded goes on exactly as this one would. Pickling does the same, the rules
        included.

        Returns:
            40 bytes, and 88 for each hand.

        Example:
            >>> len(Batch(Rules.preset("southern"), 10, seed=1).to_bytes())
            920
        """

    def take(self, hands: slice | _Numbers | _Flags, *, seed: int | None = None) -> Batch:
        """Make a batch of some of the hands.

        Hands keep their streams, so that they go on as they would have here. Hands may be taken
        several times; give a seed to let them go on in different ways.

        Args:
            hands: A slice, numbers of hands (negative ones from the end), or a bool for each.
            seed: Give the hands new streams: stream i of this seed for hand i of the new batch.

        Raises:
            IndexError: A number of no hand.

        Example:
            >>> batch = Batch(Rules.preset("southern"), 10, seed=1)
            >>> branches = batch.take([3] * 1000, seed=5)
            >>> len(branches), branches.state(999) == batch.state(3)
            (1000, True)
        """

    def copy(self) -> Batch:
        """Make a batch that goes on by itself.

        Example:
            >>> batch = Batch(Rules.preset("southern"), 10, seed=1)
            >>> ahead = batch.copy()
            >>> ahead.step_policy(), int(batch.played.any())
            (10, 0)
        """

    def state(self, hand: SupportsIndex) -> State:
        """One hand as a `State`.

        Args:
            hand: Its number; negative ones count from the end.

        Raises:
            IndexError: A number of no hand.

        Example:
            >>> rules = Rules.preset("southern")
            >>> Batch(rules, 10, seed=1).state(4) == State.deal(rules, seed=1, hand=4)
            True
        """

    def reset(self, which: _Flags | None = None, *, seed: int | None = None) -> None:
        """Deal new hands.

        Args:
            which: A bool for each slot that says whether to deal its next episode; all if left out.
            seed: Start all slots again, with the first episode of this seed.

        Raises:
            BatchError: `which` of a wrong shape, or both arguments.

        Example:
            >>> batch = Batch(Rules.preset("southern"), 3, seed=1)
            >>> batch.reset([False, True, False])
            >>> batch.episodes
            array([0, 1, 0], dtype=uint32)
        """

    def legal(
        self,
        offsets: npt.NDArray[np.int64] | None = None,
        masks: npt.NDArray[np.uint64] | None = None,
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint64]]:
        """List the legal plays of all hands, one behind the other.

        Hand i has `masks[offsets[i]:offsets[i + 1]]`: ascending masks of cards, the pass (0) first
        where passing is legal; nothing if it is over. Without arguments both arrays are read-only
        views of memory that the next step or reset writes again: copy what is to be kept longer.

        Args:
            offsets: An int64 array of n + 1 values to write to.
            masks: A uint64 array to write to, long enough for all plays.

        Returns:
            Offsets and masks, either of them the arrays given (masks as far as they are filled).

        Raises:
            BatchError: An array of a wrong shape, too short, read-only, not contiguous, or two that
                overlap. Nothing is written then.

        Example:
            >>> offsets, masks = Batch(Rules.preset("southern"), 1, seed=1).legal()
            >>> [str(Play(int(mask))) for mask in masks[offsets[0] : offsets[1]]]
            ['3s', '3s 3c']
        """

    def step(self, plays: _Numbers) -> int:
        """Make one play in each hand, given as masks.

        Args:
            plays: A mask of cards for each hand, 0 to pass; anything for a hand that is over.

        Returns:
            How many hands moved: all that were not over.

        Raises:
            IllegalPlayError: A play that the rules do not allow; `hand` and `reason` say which and
                why. Nothing has changed in any hand.
            BatchError: A wrong shape.

        Example:
            >>> batch = Batch(Rules.preset("southern"), 10, seed=1)
            >>> offsets, masks = batch.legal()
            >>> batch.step(masks[offsets[:-1]])
            10
        """

    def step_index(self, indices: _Numbers) -> int:
        """Make one play in each hand, given by its index among the legal plays of the hand.

        The lists of the last `legal` are used, and the next ones are made in the same pass.

        Args:
            indices: 0 to `legal_counts - 1` for each hand; anything for a hand that is over.

        Returns:
            How many hands moved.

        Raises:
            BatchError: An index out of range; `hand` says which. Nothing has changed in any hand.

        Example:
            >>> batch = Batch(Rules.preset("southern"), 10, seed=1)
            >>> batch.step_index(batch.legal_counts - 1)
            10
        """

    def step_flat(self, positions: _Numbers) -> int:
        """Make one play in each hand, given by its position in the list of `legal`.

        Args:
            positions: `offsets[i]` to `offsets[i + 1] - 1` for hand i; anything for a hand that is
                over.

        Returns:
            How many hands moved.

        Raises:
            BatchError: A position of another hand or of none. Nothing has changed in any hand.

        Example:
            >>> batch = Batch(Rules.preset("southern"), 10, seed=1)
            >>> offsets, masks = batch.legal()
            >>> batch.step_flat(offsets[:-1])
            10
        """

    def step_policy(self, policy: str = "random") -> int:
        """Make one play in each hand by a built-in policy.

        Args:
            policy: `"random"`: uniformly among the legal plays, with the hand's own stream.

        Returns:
            How many hands moved.

        Raises:
            BatchError: An unknown policy.

        Example:
            >>> batch = Batch(Rules.preset("southern"), 1000, seed=1)
            >>> while batch.step_policy():
            ...     pass
            >>> int(batch.points.sum())
            6000
        """

    def observe(
        self,
        out: npt.NDArray[np.uint8] | None = None,
        *,
        seat: SupportsIndex | _Numbers | None = None,
    ) -> npt.NDArray[np.uint8]:
        """Write what one seat of each hand knows.

        208 bytes of 0 and 1, four planes of 52. In the first three, byte c is card c:

        - plane 0: the cards in the seat's hand
        - plane 1: the play on the table
        - plane 2: all cards played so far
        - plane 3: 13 bytes for each seat, the observer first, then on round the table. Bytes 0 to
          9: in play and holds more than 0 to 9 cards; 10: has passed; 11: owns the play on the
          table; 12: is to move.

        Nothing of another seat's cards but their number is in it.

        Args:
            out: A uint8 array to write to, of shape (n, 4, 52) or (n, 208); a new one if left out.
            seat: The observer: one seat, or one for each hand. Left out: the seat to move (seat 0
                where the hand is over).

        Returns:
            The array written to.

        Raises:
            BatchError: An array of a wrong shape, or a seat that does not exist.

        Example:
            >>> batch = Batch(Rules.preset("southern"), 10, seed=1)
            >>> planes = batch.observe()
            >>> planes.shape, planes[:, 0].sum(axis=1)[:3]
            ((10, 4, 52), array([13, 13, 13], dtype=uint64))
        """

    @property
    def rules(self) -> Rules:
        """The rules of all hands.

        Example:
            >>> Batch(Rules.preset("xiii"), 1, seed=1).rules
            Rules.preset('xiii')
        """

    @property
    def players(self) -> int:
        """How many seats each hand has.

        Example:
            >>> Batch(Rules.preset("xiii"), 1, seed=1, players=3).players
            3
        """

    @property
    def seed(self) -> int:
        """The seed of deals and policies.

        Example:
            >>> Batch(Rules.preset("southern"), 1, seed=5).seed
            5
        """

    @property
    def autoreset(self) -> AutoresetMode:
        """What happens to hands that are over.

        Example:
            >>> Batch(Rules.preset("southern"), 1, seed=5, autoreset="next_step").autoreset
            <AutoresetMode.NEXT_STEP: 'NextStep'>
        """

    @property
    def threads(self) -> int:
        """How many threads a step may use; results do not depend on it.

        Example:
            >>> Batch(Rules.preset("southern"), 1, seed=5, threads=2).threads
            2
        """

    @property
    def nbytes(self) -> int:
        """Bytes that the batch takes.

        84 for each hand, and its lists once they are made.

        Example:
            >>> Batch(Rules.preset("southern"), 1000, seed=1).nbytes
            84000
        """

    @property
    def legal_counts(self) -> npt.NDArray[np.int64]:
        """How many legal plays each hand has.

        Example:
            >>> Batch(Rules.preset("southern"), 3, seed=1).legal_counts
            array([2, 1, 5])
        """

    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """The seat to move; -1 where the hand is over.

        Example:
            >>> Batch(Rules.preset("southern"), 3, seed=1).to_move.dtype
            dtype('int8')
        """

    @property
    def table(self) -> npt.NDArray[np.uint64]:
        """The play to beat, as a mask of cards; 0 where the table is empty.

        Example:
            >>> Batch(Rules.preset("southern"), 3, seed=1).table
            array([0, 0, 0], dtype=uint64)
        """

    @property
    def table_owner(self) -> npt.NDArray[np.int8]:
        """The seat that made the play on the table; -1 where the table is empty.

        Example:
            >>> Batch(Rules.preset("southern"), 3, seed=1).table_owner
            array([-1, -1, -1], dtype=int8)
        """

    @property
    def played(self) -> npt.NDArray[np.uint64]:
        """The cards played so far, face up.

        Example:
            >>> Batch(Rules.preset("southern"), 3, seed=1).played
            array([0, 0, 0], dtype=uint64)
        """

    @property
    def opening_card(self) -> npt.NDArray[np.int8]:
        """The card that the first play must contain; -1 where none is owed.

        Example:
            >>> Batch(Rules.preset("southern"), 3, seed=1).opening_card
            array([0, 0, 0], dtype=int8)
        """

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether the hand is over: it has no legal plays.

        Example:
            >>> Batch(Rules.preset("southern"), 3, seed=1).over
            array([False, False, False])
        """

    @property
    def instant_win(self) -> npt.NDArray[np.bool_]:
        """Whether the hand was won at the deal.

        Example:
            >>> int(Batch(Rules.preset("zipi"), 1000, seed=1).instant_win.sum())
            32
        """

    @property
    def hands(self) -> npt.NDArray[np.uint64]:
        """The cards of each seat.

        Shape (n, players); these are not for the eyes of other seats.

        Example:
            >>> import numpy as np
            >>> batch = Batch(Rules.preset("southern"), 3, seed=1)
            >>> bool((np.bitwise_or.reduce(batch.hands, axis=1) == 2**52 - 1).all())
            True
        """

    @property
    def card_counts(self) -> npt.NDArray[np.uint8]:
        """How many cards each seat holds.

        Shape (n, players).

        Example:
            >>> Batch(Rules.preset("southern"), 1, seed=1).card_counts
            array([[13, 13, 13, 13]], dtype=uint8)
        """

    @property
    def passed(self) -> npt.NDArray[np.bool_]:
        """Which seats passed over a play of this trick.

        Shape (n, players).

        Example:
            >>> Batch(Rules.preset("southern"), 1, seed=1).passed
            array([[False, False, False, False]])
        """

    @property
    def lead_passed(self) -> npt.NDArray[np.bool_]:
        """Which seats passed over this empty table.

        Shape (n, players).

        Example:
            >>> Batch(Rules.preset("xiii"), 1, seed=1).lead_passed
            array([[False, False, False, False]])
        """

    @property
    def in_play(self) -> npt.NDArray[np.bool_]:
        """Which seats have neither gone out nor folded.

        Shape (n, players).

        Example:
            >>> Batch(Rules.preset("southern"), 1, seed=1).in_play
            array([[ True,  True,  True,  True]])
        """

    @property
    def places(self) -> npt.NDArray[np.int8]:
        """The place of each seat, 0 for the first; -1 while it has none.

        Shape (n, players).

        Example:
            >>> Batch(Rules.preset("southern"), 1, seed=1).places
            array([[-1, -1, -1, -1]], dtype=int8)
        """

    @property
    def points(self) -> npt.NDArray[np.int16]:
        """The points of each seat where the hand is over, else 0.

        Shape (n, players).

        Example:
            >>> Batch(Rules.preset("southern"), 1, seed=1).points
            array([[0, 0, 0, 0]], dtype=int16)
        """

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """Whether the last step ended the hand of this slot.

        The same as `over`, unless the step dealt a new hand (`SAME_STEP`).

        Example:
            >>> batch = Batch(Rules.preset("southern"), 100, seed=1, autoreset="same_step")
            >>> while not batch.done.any():
            ...     moved = batch.step_policy()
            >>> bool(batch.over.any())
            False
        """

    @property
    def has_final(self) -> npt.NDArray[np.bool_]:
        """Whether a hand of this slot has ended.

        Example:
            >>> Batch(Rules.preset("southern"), 2, seed=1).has_final
            array([False, False])
        """

    @property
    def final_instant_win(self) -> npt.NDArray[np.bool_]:
        """Whether the last hand that ended on this slot was won at the deal.

        Example:
            >>> Batch(Rules.preset("southern"), 2, seed=1).final_instant_win
            array([False, False])
        """

    @property
    def final_places(self) -> npt.NDArray[np.int8]:
        """The places in the last hand that ended on this slot.

        Shape (n, players).

        They stay until the next one ends; -1 where none has.

        Example:
            >>> batch = Batch(Rules.preset("southern"), 2, seed=1)
            >>> while batch.step_policy():
            ...     pass
            >>> batch.reset()
            >>> batch.final_places.max(axis=1), batch.places.max(axis=1)
            (array([3, 3], dtype=int8), array([-1, -1], dtype=int8))
        """

    @property
    def final_points(self) -> npt.NDArray[np.int16]:
        """The points of the last hand that ended on this slot.

        Shape (n, players).

        Example:
            >>> Batch(Rules.preset("southern"), 1, seed=1).final_points
            array([[0, 0, 0, 0]], dtype=int16)
        """

    @property
    def episodes(self) -> npt.NDArray[np.uint32]:
        """How many hands the slot dealt before the one it plays.

        Example:
            >>> batch = Batch(Rules.preset("southern"), 2, seed=1)
            >>> batch.reset()
            >>> batch.episodes
            array([1, 1], dtype=uint32)
        """

    @property
    def hand_numbers(self) -> npt.NDArray[np.uint64]:
        """Which hand of the seed the slot plays.

        Example:
            >>> rules = Rules.preset("southern")
            >>> batch = Batch(rules, 2, seed=1)
            >>> batch.reset()
            >>> number = int(batch.hand_numbers[1])
            >>> number == 1 + 2**32, State.deal(rules, seed=1, hand=number) == batch.state(1)
            (True, True)
        """

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, hands: int | np.integer) -> State: ...
    @overload
    def __getitem__(self, hands: slice | _Numbers | _Flags) -> Batch: ...
    def __copy__(self) -> Batch: ...
    def __deepcopy__(self, memo: object) -> Batch: ...
    def __reduce__(self) -> tuple[object, tuple[bytes, Rules, int]]: ...

# --- benchmarks: private to tienlen.benchmarks ----------------------------------------------------

def _bench_leads(
    hands: npt.NDArray[np.uint64], repeats: int, *, twos_in_sequences: bool = False
) -> int: ...
def _bench_legal(batch: Batch, repeats: int, *, in_batch: bool = False) -> int: ...
def _bench_shortest(hands: npt.NDArray[np.uint64], repeats: int) -> tuple[int, int]: ...
def _bench_choose(batch: Batch, policy: str, repeats: int) -> tuple[int, int]: ...
def _build() -> dict[str, str]: ...

# --- bots and arena: private to tienlen.bots and tienlen.arena ------------------------------------

def _check_bot(bot: Mapping[str, object]) -> None: ...
def _play_deals(
    rules: Rules,
    bots: Sequence[Mapping[str, object]],
    seatings: Sequence[Sequence[int]],
    *,
    players: int,
    deals: int,
    seed: int,
    first_deal: int = 0,
    threads: int = 1,
    progress: _Progress | None = None,
) -> tuple[
    npt.NDArray[np.int64],
    npt.NDArray[np.int64],
    npt.NDArray[np.int64],
    npt.NDArray[np.int64],
    npt.NDArray[np.int64],
]: ...

# --- views ----------------------------------------------------------------------------------------

@final
class View:
    """What one seat may know of a hand: its own cards, and what everybody at the table has seen.

    Immutable, and filled from a list of what is allowed: there is no place in it for the cards of
    other seats, and it holds no reference to the state, no seed and no generator. Two states that
    differ in hidden cards alone give equal views, with the same text, pickle and hash. The past
    belongs to it: views of equal positions with other histories differ.

    Public are also who owes the opening card, and that no lower card was dealt. The spare card is
    given face down: the leader alone knows which one it is, unless the opening card tells.

    Example:
        >>> state = State.from_hands(Rules.preset("xiii"), ["3s 9d Kh", "4c 9h 2s"])
        >>> view = state.play("3s").view(1)
        >>> view.hand, view.counts, view.table
        (CardSet('4c 9h 2s'), (2, 3), Play('3s'))
        >>> [world.hands[1] == view.hand for world in view.sample_worlds(2, seed=1)]
        [True, True]
    """

    def __init__(self, nothing: Never, /) -> None: ...  # that is, there is no constructor
    @staticmethod
    def from_text(text: str, rules: Rules) -> View:
        """Read a view as `to_text` writes it.

        Everything is checked: the position where the history starts, every ply, and that no more is
        told of other hands than this seat can know.

        Raises:
            NotationError: Text that cannot be read.
            PositionError: There can be no such view.

        Example:
            >>> view = View.from_text("seat 1; 3s +1 | 4c; turn 0; then 0 3s", Rules.preset("xiii"))
            >>> view.legal_plays()
            [Play('pass'), Play('4c')]
        """

    def to_text(self) -> str:
        """Write the view, its history included, as one line. The rules are not in it.

        Hands are those where the history starts: the cards that this seat knows by now, and how
        many others. `str(view)` shows the present alone.

        Example:
            >>> state = State.from_hands(Rules.preset("xiii"), ["3s 9d Kh", "4c 9h 2s"])
            >>> state.play("3s").view(1).to_text()
            'seat 1; 3s +2 | 4c 9h 2s; turn 0; owes 3s; then 0 3s'
        """

    @property
    def rules(self) -> Rules:
        """The rules the hand is played by.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.rules.name
            'southern'
        """

    @property
    def seat(self) -> int:
        """Whose view it is.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.seat
            0
        """

    @property
    def hand(self) -> CardSet:
        """The cards of this seat.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> len(view.hand)
            13
        """

    @property
    def players(self) -> int:
        """How many seats there are.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.players
            4
        """

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the hand is over.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.to_move == view.opener
            True
        """

    @property
    def is_own_turn(self) -> bool:
        """Whether it is the turn of this seat.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.is_own_turn == (view.to_move == view.seat)
            True
        """

    @property
    def table(self) -> Play | None:
        """The play to beat; None when the seat to move leads.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.table is None
            True
        """

    @property
    def table_owner(self) -> int | None:
        """The seat whose play lies on the table.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.table_owner is None
            True
        """

    @property
    def passed(self) -> tuple[int, ...]:
        """The seats benched until the trick is cleared, ascending.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.passed
            ()
        """

    @property
    def lead_passed(self) -> tuple[int, ...]:
        """The seats that passed over this empty table, ascending.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.lead_passed
            ()
        """

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that have neither gone out nor folded, ascending.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.in_play
            (0, 1, 2, 3)
        """

    @property
    def is_over(self) -> bool:
        """Whether the hand is over.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.is_over
            False
        """

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.counts
            (13, 13, 13, 13)
        """

    @property
    def played(self) -> CardSet:
        """All cards played so far, those on the table included.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.played
            CardSet('')
        """

    @property
    def played_by(self) -> tuple[CardSet, ...]:
        """The cards each seat has played since the position was set up.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> len(view.played_by)
            4
        """

    @property
    def unseen(self) -> CardSet:
        """The cards this seat has never seen: in other hands, or not dealt.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.unseen == ~(view.hand | view.played)
            True
        """

    @property
    def known(self) -> tuple[CardSet, ...]:
        """Cards that other seats are known to hold.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s 9d", "4c Kh"]).view(1).known
            (CardSet('3s'), CardSet(''))
        """

    @property
    def absent(self) -> CardSet:
        """Cards that are known not to have been dealt.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3d 9d", "4c Kh"]).view(1).absent
            CardSet('3s 3c')
        """

    @property
    def opening_card(self) -> Card | None:
        """The card that the first play must contain, while it is owed.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.opening_card
            Card('3s')
        """

    @property
    def opener(self) -> int | None:
        """The seat that owes the opening card.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.opener in range(4)
            True
        """

    @property
    def spare(self) -> Card | None:
        """The card that was left over and given to the leader, if this seat knows it.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.spare is None
            True
        """

    @property
    def spare_holder(self) -> int | None:
        """The seat that was given a spare card.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.spare_holder is None
            True
        """

    @property
    def places(self) -> tuple[int, ...]:
        """The seats in order of their places, from the first, as far as they are given.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.places
            ()
        """

    @property
    def folded(self) -> tuple[int, ...]:
        """The seats that quit, in the order in which they did.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.folded
            ()
        """

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of each seat; None until the hand is over.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.points is None
            True
        """

    @property
    def history(self) -> tuple[tuple[int, Play | None], ...]:
        """What was done since the position was set up: (seat, play), None in place of a fold.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.history
            ()
        """

    @property
    def must_lead(self) -> bool:
        """Whether the seat to move leads and may not pass.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.must_lead
            True
        """

    @property
    def instant_wins(self) -> tuple[tuple[int, str], ...]:
        """Who was dealt a hand that wins at once, and which: (seat, name) in turn order.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> view.instant_wins
            ()
        """

    def place_of(self, seat: int) -> int | None:
        """Tell the place of a seat, 0 for the first; None while it has none.

        Raises:
            PositionError: No such seat.

        Example:
            >>> State.deal(Rules.preset("southern"), seed=7).view(0).place_of(3) is None
            True
        """

    def check(self, play: _PlayLike) -> Reason | None:
        """Tell why a play of this seat is illegal: the first reason that fits.

        When it is the turn of another seat, that is `Reason.NOT_YOUR_TURN`.

        Example:
            >>> state = State.from_hands(Rules.preset("xiii"), ["3s 9d", "4c Kh"])
            >>> state.view(0).check("9d"), state.view(1).check("Kh")
            (<Reason.OPENING_CARD: 'opening_card'>, <Reason.NOT_YOUR_TURN: 'not_your_turn'>)
        """

    def is_legal(self, play: _PlayLike) -> bool:
        """Tell whether this seat may make a play now.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s 9d", "4c Kh"]).view(0).is_legal("3s")
            True
        """

    def explain(self, play: _PlayLike) -> str | None:
        """Say in a sentence why a play of this seat is illegal; None if it is legal.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s 9d", "4c Kh"]).view(1).explain("Kh")
            'it is not the turn of seat 1'
        """

    def legal_plays(self) -> list[Play]:
        """List the legal plays of this seat; none when it is not its turn.

        They are those of the state, in the same order.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s 9d", "4c Kh"]).view(0).legal_plays()
            [Play('pass'), Play('3s')]
        """

    def legal_masks(self) -> npt.NDArray[np.uint64]:
        """List them as card masks: the fast form of `legal_plays`.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s 9d", "4c Kh"]).view(0).legal_masks()
            array([0, 1], dtype=uint64)
        """

    def count_legal(self) -> int:
        """Count the legal plays of this seat without listing them.

        Example:
            >>> State.from_hands(Rules.preset("xiii"), ["3s 9d", "4c Kh"]).view(0).count_legal()
            2
        """

    def sample_worlds(self, n: int, seed: int, *, candidates: int = 1) -> list[State]:
        """Draw states that this seat cannot tell from the true one.

        Each has the same view: hands of the known sizes from the cards never seen, the opening card
        with its holder and no lower card in any hand, and no instant win among the hands as dealt
        where one would have ended the hand. All such states are equally likely to be drawn.

        With more `candidates`, each state is one of so many, chosen by how well it goes with what
        the others did: hands become less likely that would have beaten a play passed over, or out
        of which a single or pair was played that broke up a group, or was higher than need be. The
        more candidates, the nearer to the distribution that those weights describe.

        Args:
            n: How many; 0 to 100 million.
            seed: 0 to 2**64 - 1. State i depends on the view, the seed and i alone.
            candidates: 1 to 4096; 1 is uniform.

        Raises:
            PositionError: A number out of range, or the hand is over.

        Example:
            >>> state = State.deal(Rules.preset("southern"), seed=7)
            >>> view = state.view(0)
            >>> all(world.view(0) == view for world in view.sample_worlds(10, seed=1))
            True
        """

    def sample_hands(self, n: int, seed: int, *, candidates: int = 1) -> npt.NDArray[np.uint64]:
        """Draw the same worlds as hands alone: the fast form of `sample_worlds`.

        Returns:
            An array of dtype uint64 and shape (n, players), the hands as card masks.

        Raises:
            PositionError: A number out of range, or the hand is over.

        Example:
            >>> view = State.deal(Rules.preset("southern"), seed=7).view(0)
            >>> [CardSet(hand) == view.hand for hand in view.sample_hands(3, seed=1)[:, 0]]
            [True, True, True]
        """

    def __bytes__(self) -> bytes: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> View: ...
    def __deepcopy__(self, memo: object, /) -> View: ...
    def __reduce__(self) -> tuple[type[View], tuple[str, Rules]]: ...

# --- exact results --------------------------------------------------------------------------------

@final
class Solution:
    """What `solve` found out about a position.

    Example:
        >>> state = State.from_hands(Rules.preset("xiii"), ["3s 2h", "4c Kh"], leader=0)
        >>> solve(state).places
        (0, 1)
    """

    def __init__(self, nothing: Never, /) -> None: ...  # that is, there is no constructor
    @property
    def exact(self) -> bool:
        """Whether the result was found within the limits.

        Example:
            >>> solve(State.deal(Rules.preset("southern"), seed=1), nodes=10).exact
            False
        """

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of each seat when all play their best.

        None if the result is not exact.

        Example:
            >>> state = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0)
            >>> solve(state).points
            (0, -1)
        """

    @property
    def places(self) -> tuple[int | None, ...] | None:
        """The place of each seat, 0 for the first.

        None if the result is not exact; and for seats that share the last place after an instant
        win.

        Example:
            >>> state = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=1)
            >>> solve(state).places
            (0, 1)
        """

    @property
    def best(self) -> Play | None:
        """A play that leads there; None if the hand is over.

        None, too, if the result is not exact.

        Example:
            >>> state = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0)
            >>> solve(state).best
            Play('3s')
        """

    @property
    def nodes(self) -> int:
        """How many positions were looked at.

        Example:
            >>> state = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0)
            >>> solve(state).nodes < 10
            True
        """

    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(
        self,
    ) -> tuple[
        type[Solution],
        tuple[bool, tuple[int, ...] | None, tuple[int | None, ...] | None, Play | None, int],
    ]: ...

def solve(
    state: State, *, nodes: int | None = None, milliseconds: float | None = None, table_mb: int = 64
) -> Solution:
    """Find the exact result of a position in which all hands are known.

    Two seats left in play fight for the better of the last two places. With three and four it is
    max-n: each goes for its own place (a better place never has fewer points). Which of several
    plays a seat takes decides about the others; it takes, of those that give it the best place, the
    one with the most cards, then the one with the lowest cards, and passes only if that is better.
    Folding and resigning are no choices: nobody does worse by playing on.

    Ctrl-C is obeyed at once, and other threads run meanwhile.

    Args:
        state: The position.
        nodes: How many positions it may look at; None for no limit. The same limit gives the same
            result everywhere.
        milliseconds: How long it may take; None for no limit.
        table_mb: The most memory for results, in megabytes; it is taken as it is needed.

    Returns:
        The solution; not `exact` if a limit was reached.

    Raises:
        PositionError: A number out of range.

    Example:
        >>> state = State.from_hands(
        ...     Rules.preset("southern"), ["3s 7s 7c", "4c 9h", "5d Kh", "8h 2s"], leader=0
        ... )
        >>> solution = solve(state)
        >>> solution.places, solution.best
        ((0, 2, 3, 1), Play('7s 7c'))
    """

def fewest_plays(hand: _CardsLike, rules: Rules | None = None) -> int:
    """Count the fewest plays that empty a hand when every one of them is a lead.

    Args:
        hand: The cards.
        rules: Say whether sequences may end in a 2; None: they may not.

    Raises:
        NotationError: Cards that cannot be read.

    Example:
        >>> fewest_plays("3s 4s 4c 5s 5c 6s 6c 7d 2h")
        3
    """

def shortest_way_out(hand: _CardsLike, rules: Rules | None = None) -> tuple[int, list[Play]]:
    """Find the fewest plays that empty a hand, and one such way.

    Of all plays with the lowest card that lie on a shortest way it takes the one with the most
    cards, then goes on with what is left.

    Args:
        hand: The cards.
        rules: Say whether sequences may end in a 2; None: they may not.

    Raises:
        NotationError: Cards that cannot be read.

    Example:
        >>> shortest_way_out("3s 4s 4c 5s 5c 6s 6c 7d 2h")
        (3, [Play('3s 4s 5s 6s 7d'), Play('4c 5c 6c'), Play('2h')])
    """

# --- policies and search --------------------------------------------------------------------------

@final
class PlayValue:
    """What `search` found one play to be worth.

    Example:
        >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
        >>> value = search(view, iterations=500, seed=1).plays[0]
        >>> value.visits > 0 and value.half_width >= 0
        True
    """

    def __init__(self, nothing: Never, /) -> None: ...  # that is, there is no constructor
    @property
    def play(self) -> Play:
        """The play, or the pass.

        Example:
            >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
            >>> search(view, iterations=500, seed=1).plays[-1].play.is_pass
            False
        """

    @property
    def visits(self) -> int:
        """How often it was tried.

        Example:
            >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
            >>> sum(value.visits for value in search(view, iterations=500, seed=1).plays) >= 500
            True
        """

    @property
    def mean(self) -> float:
        """The points it brought on average; 0 if it was not tried.

        Example:
            >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
            >>> search(view, iterations=500, seed=1).plays[0].mean
            0.0
        """

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval of the mean.

        Example:
            >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
            >>> search(view, iterations=500, seed=1).plays[0].half_width
            0.0
        """

    @property
    def prior(self) -> float:
        """How likely the `"rules"` policy finds the play; the shares of all plays sum to about 1.

        Example:
            >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
            >>> round(sum(value.prior for value in search(view, iterations=500).plays), 2)
            1.0
        """

    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(
        self,
    ) -> tuple[type[PlayValue], tuple[Play, float, int, int, int]]: ...

@final
class SearchResult:
    """What `search` found: the play to make, and what each play is worth.

    Example:
        >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
        >>> result = search(view, iterations=500, seed=1)
        >>> result.best == result.plays[0].play
        True
    """

    def __init__(self, nothing: Never, /) -> None: ...  # that is, there is no constructor
    @property
    def best(self) -> Play:
        """The play to make.

        Example:
            >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
            >>> search(view, iterations=500, seed=1).best in view.legal_plays()
            True
        """

    @property
    def plays(self) -> list[PlayValue]:
        """What each play is worth, the best first.

        Example:
            >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
            >>> len(search(view, iterations=500, seed=1).plays)
            2
        """

    @property
    def iterations(self) -> int:
        """How many hands were played on; 0 where there was nothing to choose.

        Example:
            >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
            >>> search(view, iterations=500, seed=1).iterations
            500
        """

    @property
    def work(self) -> int:
        """How many plays were weighed by policies, three more counted for each decision.

        Example:
            >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
            >>> search(view, iterations=500, seed=1).work > 500
            True
        """

    @property
    def solved(self) -> bool:
        """Whether the points are exact, as the solver finds them: two seats left, both hands known.

        Plays that are worth the same are then ranked by playing on from them, as the other may err;
        each stands with one visit.

        Example:
            >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
            >>> search(view).solved  # who has the cards that are not in play?
            False
        """

    @property
    def nodes(self) -> int:
        """How many positions were looked into below the plays, or how many nodes trees have.

        Example:
            >>> view = State.from_hands(Rules.preset("pagat"), ["3s 2h", "4c Kh"], leader=0).view(0)
            >>> search(view, method="tree", iterations=500, seed=1).nodes > 2
            True
        """

    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(
        self,
    ) -> tuple[type[SearchResult], tuple[list[PlayValue], int, int, int, bool]]: ...

def choose(view: View, policy: str, *, seed: int = 0) -> Play:
    """Decide at once, by rules of thumb.

    Args:
        view: What the seat to move knows.
        policy: `"random"`, `"lowest"`, `"greedy"` (sheds by the shortest way out) or `"rules"`.
        seed: For the policies that draw; the same seed gives the same play everywhere.

    Raises:
        PositionError: A policy of another name, or it is not the turn of the view's seat.

    Example:
        >>> state = State.from_hands(Rules.preset("southern"), ["3s 4s 5s Kd", "4c", "5c", "6c"])
        >>> choose(state.view(0), "greedy")
        Play('3s 4s 5s')
    """

def search(
    position: View | State,
    *,
    method: str = "flat",
    iterations: int | None = None,
    milliseconds: float | None = None,
    work: int | None = None,
    threads: int = 1,
    seed: int = 0,
    rollout: str = "rules",
    chain_steps: int | None = None,
    progress: _Progress | None = None,
) -> SearchResult:
    """Find what each play is worth, by playing on from it in many worlds.

    Each iteration deals the hidden cards in a way the view allows and plays the hand to its end.
    `"flat"` shares the iterations out among the plays in rounds and keeps the better half of them
    each time; what the `"rules"` policy thinks of a play counts while the play was tried a few
    times only (as in Danihelka, Guez, Schrittwieser and Silver, 2022). `"tree"` is information-set
    Monte Carlo tree search with a single observer (Cowling, Powley and Whitehouse, 2012). The
    payoff is the points of the rules; under rules without points it is the place.

    Ctrl-C is obeyed at once, and other threads run meanwhile.

    Args:
        position: What the seat to move knows; or a `State`, to search with open hands.
        method: `"flat"` or `"tree"`.
        iterations: How many hands to play on. The same number and seed give the same result on any
            number of threads.
        milliseconds: How long to search instead.
        work: How much to think instead: how many plays are weighed by policies on the way to worlds
            and in rollouts, three more counted for each decision; some 40 to a microsecond. As
            reproducible as iterations, and nearly as even as time.
        threads: How many threads share the work, 1 to 1024.
        seed: The seed of worlds and rollouts.
        rollout: The policy that plays hands to their end: `"random"` or `"rules"`.
        chain_steps: How much is spent on finding hands that fit what was played and passed: 4000 if
            nothing is said, or two fifths of a budget of work, but 40,000 at most.
        progress: Called now and then with the iterations, or work, done and wanted.

    Raises:
        PositionError: An option out of range, more than one budget, or it is not the turn of the
            view's seat.

    Example:
        >>> state = State.from_hands(Rules.preset("southern"), ["3s 3c", "4c 9h", "5d", "8h"])
        >>> search(state.view(0), iterations=200, seed=1).best
        Play('3s 3c')
    """
