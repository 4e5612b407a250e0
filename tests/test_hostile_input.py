"""Everything that can be handed to the package and should not be.

Whatever comes in, a Python exception comes out - one of the family, or a `TypeError` - and the
state is as it was. Run under AddressSanitizer, too, where a wrong read ends the process.
"""

from __future__ import annotations

import contextlib
import enum
import itertools
import pickle
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tienlen import (
    PASS,
    Card,
    CardSet,
    IllegalActionError,
    IllegalPlayError,
    Kind,
    NotationError,
    Play,
    PositionError,
    Reason,
    Rules,
    State,
    TienlenError,
    _core,
    perft,
    perft_divide,
    playouts,
)

XIII = Rules.preset("xiii")
HUGE = [2**52, 2**63, 2**64 - 1, 2**64, 10**5000, -1, -(2**63), -(10**5000)]


class Raises:
    """An object every use of which fails."""

    def __index__(self) -> int:
        raise ZeroDivisionError

    def __iter__(self) -> Iterator[int]:
        raise ZeroDivisionError

    def __repr__(self) -> str:
        raise ZeroDivisionError

    def __hash__(self) -> int:
        raise ZeroDivisionError

    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError


class IndexOf:
    """Something that stands for a number, as numpy's integers do."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __index__(self) -> Any:
        return self.value


class Number(int):
    """A subclass that lies about itself."""

    def __index__(self) -> int:
        return 5

    def __repr__(self) -> str:
        return "\udc80" * 100


class Suit(enum.IntEnum):
    SPADES = 0


class Text(str):
    __slots__ = ()

    def __str__(self) -> str:
        return "As"


class Flags(int):
    """Compares with nothing."""

    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        return False


class Mutates:
    """Gives cards while it changes what it gives them from."""

    def __init__(self) -> None:
        self.cards: list[Any] = ["3s", "4s", "5s"]

    def __iter__(self) -> Iterator[Any]:
        for card in self.cards:
            self.cards.append(card)
            yield card


WRONG_TYPES: list[Any] = [
    None,
    True,
    1.0,
    float("nan"),
    1 + 0j,
    b"3s",
    bytearray(b"3s"),
    object(),
    type,
    len,
    Ellipsis,
    NotImplemented,
    np.float64(3.0),
    np.bool_(True),
    np.array([1.5]),
    IndexOf("3s"),
    IndexOf(None),
]
BAD_TEXT = [
    "",
    "3",
    "xx",
    "1h",
    "0h",
    "3s 3s",
    "3s\0",
    "\0",
    "\udc80",
    "3\udfff",
    "♥",
    "3♥" * 2,
    "3" + "\N{COMBINING ACUTE ACCENT}" * 500,
    "\N{FULLWIDTH DIGIT THREE}s",
    "\U0001f0a1",
    "3s " * 100_000,
    "x" * 10_000_000,
    "pass pass",
]


@contextlib.contextmanager
def refused(*also: type[BaseException]) -> Iterator[None]:
    """One of the family, or a TypeError, with a message that can be read."""
    with pytest.raises((TienlenError, TypeError, *also)) as caught:
        yield
    message = str(caught.value)
    assert message.isprintable() or "\udc80" in message or "\0" in message or len(message) > 0
    assert len(message) < 1000
    pickle.loads(pickle.dumps(caught.value))


@pytest.fixture
def state() -> State:
    """Mid-trick, three seats, with a past."""
    start = State.from_hands(XIII, ["3s 9s Ts Js", "4c 5c 6c 7c", "5d 2h Kd"])
    return start.play("3s").play("4c")


@pytest.fixture(autouse=True)
def unchanged(state: State) -> Iterator[None]:
    before = state.to_text(), state.history, hash(state), state.legal_masks().tolist()
    yield
    assert (state.to_text(), state.history, hash(state), state.legal_masks().tolist()) == before


# --- cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", WRONG_TYPES, ids=repr)
@pytest.mark.parametrize("make", [Card, Play], ids=["Card", "Play"])
def test_wrong_types(make: Callable[[Any], object], value: Any) -> None:
    with refused():
        make(value)


@pytest.mark.parametrize(
    "value", [v for v in WRONG_TYPES if not isinstance(v, bytes | bytearray)], ids=repr
)
def test_wrong_types_as_cards(value: Any) -> None:
    with refused():
        CardSet(value)
    with refused():
        CardSet([value])


def test_bytes_are_numbers_as_everywhere_in_python() -> None:
    assert CardSet(b"\x00\x01") == CardSet("3s 3c")
    with refused():
        CardSet(b"3s")


@pytest.mark.parametrize("text", BAD_TEXT, ids=lambda text: ascii(text)[:20])
def test_bad_text(text: str, state: State) -> None:
    with refused():
        Card(text)
    with refused():
        Play(text)
    if text:
        with refused():
            CardSet(text)
    assert state.check(text) in {Reason.UNKNOWN_CARD, Reason.CARD_TWICE, Reason.EMPTY_PLAY}
    assert state.explain(text)
    with refused():
        state.play(text)
    with refused():
        State.from_text(text, XIII)
    with refused():
        State.from_text(f"3s | {text}; turn 0", XIII)
    with refused():
        State.from_text(f"3s | 4s; turn {text}", XIII)


@pytest.mark.parametrize("number", HUGE, ids=lambda n: f"{n:x}"[:12])
def test_numbers_out_of_range(number: int, state: State) -> None:
    for make in (Card, CardSet, Play):
        with refused():
            make(number)
        with refused():
            make(IndexOf(number))
    assert state.check(number) is Reason.UNKNOWN_CARD
    assert state.check(IndexOf(number)) is Reason.UNKNOWN_CARD
    assert state.explain(number)
    with pytest.raises(IllegalPlayError):
        state.play(number)
    with refused():
        state.play_unchecked(number)
    for ask in (state.check, state.play, state.is_legal, state.explain):
        with pytest.raises(PositionError):
            ask("pass", number)
    for act in (state.fold, state.resign, state.place_of):
        with pytest.raises(PositionError):
            act(number)
    with refused():
        State.deal(XIII, seed=1, players=number)
    with refused():
        State.deal(XIII, seed=1, leader=number)
    with refused():
        State.from_hands(XIII, ["3s", "4s"], leader=number)
    with refused():
        State.from_hands(XIII, ["3s", number])
    for call in (
        lambda: perft(state, number),
        lambda: perft_divide(state, number),
        lambda: perft(state, 3, threads=number),
        lambda: playouts(XIII, 1, seed=1, threads=number),
        lambda: playouts(XIII, 1, seed=1, players=number),
    ):
        with pytest.raises(PositionError):
            call()
    if number < 0 or number >= 2**63:
        with pytest.raises(PositionError):
            playouts(XIII, number, seed=1)
    if not 0 <= number < 2**64:
        with refused():
            State.deal(XIII, seed=number)
        with refused():
            State.deal(XIII, seed=1, hand=number)
        with refused():
            playouts(XIII, 1, seed=number)
        with refused():
            state.random_play(number)


def test_numbers_that_are_not_quite_ints(state: State) -> None:
    """Subclasses, enums and numpy's scalars are the numbers they are, or are refused; no more."""
    assert Card(Number(3)) == 3
    assert Card(Suit.SPADES) == Card("3s")
    assert CardSet(Suit.SPADES) == CardSet()
    assert state.check(Suit.SPADES) is None  # 0 is the pass
    assert state.check(Number(2**60)) is Reason.UNKNOWN_CARD
    with pytest.raises(IllegalPlayError):
        state.play(Number(3))
    for kind in (np.int8, np.uint8, np.int16, np.int64, np.uint64):
        assert Card(kind(31)) == Card("Th")
        assert CardSet([kind(31)]) == CardSet("Th")
        assert state.check(kind(0)) is None
        assert state.place_of(kind(1)) is None
    five = np.uint64(1 << 11)
    assert state.play(five) == state.play("5h") if "5h" in state.hands[2] else state.check(five)
    assert state.play_unchecked(np.uint64(int(CardSet("5d")))) == state.play("5d")
    assert State.deal(XIII, seed=np.uint64(7)) == State.deal(XIII, seed=7)
    assert perft(state, np.int32(2)) == perft(state, 2)
    counts = playouts(XIII, np.int64(5), seed=np.int64(3), threads=np.uint8(2))
    assert counts == playouts(XIII, 5, seed=3)
    assert Card(5) == np.int64(5)
    assert np.int64(5) == Card(5)
    assert Card(Text("3s")) == Card("3s")  # what it is, not what it says of itself


def test_numpy_arrays(state: State) -> None:
    assert CardSet(np.array([0, 5])) == CardSet([0, 5])
    assert CardSet(np.array(5)) == CardSet(5)
    assert Card(np.array(5)) == Card(5)
    assert state.check(np.array(0)) is None
    for array in (
        np.array([1]),
        np.array([[1]]),
        np.zeros(0, dtype=np.uint64),
        np.zeros((2, 2), int),
    ):
        for ask in (state.check, state.play, state.is_legal, state.explain, Card):
            with refused():
                ask(array)
    with refused():
        CardSet(np.array([[1, 2]]))
    with refused():
        CardSet(np.array([1.0, 2.0]))
    assert CardSet(np.zeros(0, dtype=int)) == CardSet()


def test_iterables_that_misbehave(state: State) -> None:
    def stops() -> Iterator[str]:
        yield "3s"
        raise ZeroDivisionError

    for make in (lambda: CardSet(stops()), lambda: CardSet(Raises()), lambda: CardSet([Raises()])):
        with refused(ZeroDivisionError):
            make()
    for endless in (
        itertools.repeat("3s"),
        itertools.count(),
        Mutates(),
        itertools.cycle(range(52)),
    ):
        with refused():
            CardSet(endless)
        with refused():
            State.from_hands(XIII, itertools.repeat("3s"))
        with refused():
            State.from_hands(XIII, [endless, "4s"])
    with refused(ZeroDivisionError):
        State.from_hands(XIII, stops())
    deep: list[Any] = []
    deep.append(deep)
    with refused():
        CardSet(deep)
    with refused():
        state.check(deep)


def test_a_set_is_not_a_card() -> None:
    """Both are numbers, but a mask is no index."""
    for value in (CardSet("3s"), Play("3s"), PASS, CardSet()):
        with refused():
            Card(value)
        with refused():
            CardSet([value])
        assert Card(int(value) % 52) != value
        assert Card("3c") != value
    with refused():
        _ = CardSet("3s") in CardSet("3s 3c")


def test_comparisons_never_fail_on_strangers() -> None:
    for mine in (Card("3s"), CardSet("3s"), Play("3s")):
        for stranger in (None, "3s", 1.5, object(), [], b"", State):
            assert mine != stranger
            assert stranger != mine
            with pytest.raises(TypeError):
                mine < stranger  # noqa: B015
    for operator in ("__or__", "__and__", "__sub__", "__xor__"):
        assert getattr(CardSet("3s"), operator)(3) is NotImplemented
        assert getattr(CardSet, operator)(3, CardSet()) is NotImplemented


def test_an_index_that_lies(state: State) -> None:
    for value in (Raises(), IndexOf(Raises()), IndexOf(1.5)):
        for use in (Card, CardSet, Play, state.check, state.play, state.fold, state.place_of):
            with refused(ZeroDivisionError):
                use(value)
    for liar in (Flags(17), Number(17)):
        assert Card(3) != liar
        assert Card(liar) == Card(17)


# --- states ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [v for v in WRONG_TYPES if v is not None], ids=repr)
def test_wrong_types_everywhere(value: Any, state: State) -> None:
    for ask in (state.check, state.play, state.is_legal, state.explain):
        with refused():
            ask(value)
        with refused():
            ask("pass", value)
    for act in (state.fold, state.resign, state.place_of, state.random_play, state.play_unchecked):
        with refused():
            act(value)
    calls: list[Callable[[], object]] = [
        lambda: State.deal(value, seed=1),
        lambda: State.deal(XIII, seed=value),
        lambda: State.deal(XIII, seed=1, leader=value),
        lambda: State.from_hands(value, ["3s", "4s"]),
        lambda: State.from_hands(XIII, value),
        lambda: State.from_hands(XIII, ["3s", value]),
        lambda: State.from_hands(XIII, ["3s", "4s"], leader=value),
        lambda: State.from_hands(XIII, ["3s", "4s"], spare=value),
        lambda: State.from_text(value, XIII),
        lambda: State.from_text("3s | 4s; turn 0", value),
        lambda: state.trade(0, value, 1, "4c"),
        lambda: state.trade(value, "3s", 1, "4c"),
        lambda: perft(value, 1),
        lambda: perft(state, value),
        lambda: perft(state, 1, threads=value),
        lambda: playouts(XIII, value, seed=1),
        lambda: playouts(XIII, 1, seed=1, threads=value),
        lambda: playouts(XIII, 1, seed=1, players=value),
        lambda: State.deal(XIII, seed=1, players=value),
        lambda: perft_divide(value, 1),
        lambda: playouts(value, 1, seed=1),
        lambda: playouts(XIII, 1, seed=value),
        lambda: playouts(XIII, 1, seed=1, first_hand=value),
        lambda: playouts(XIII, 1, seed=1, progress=value),
    ]
    for call in calls:
        with refused():
            call()


def test_none_is_no_seat(state: State) -> None:
    for call in (
        lambda: state.place_of(None),
        lambda: state.resign(None),
        lambda: state.trade(None, "3s", 1, "4c"),
        lambda: state.check(None),
        lambda: state.play(None),
    ):
        with refused():
            call()
    with pytest.raises(TypeError):
        state.check()
    with pytest.raises(TypeError):
        state.check("3s", 0, 0)
    with pytest.raises(TypeError):
        state.check(cards="3s")


def test_a_finished_hand() -> None:
    over = State.from_hands(XIII, ["3s", "4c 5c"]).play("3s")
    assert over.is_over
    assert over.check("4c") is Reason.HAND_OVER
    assert over.check("4c", 1) is Reason.HAND_OVER
    for act in (
        lambda: over.play("4c"),
        lambda: over.fold(1),
        lambda: over.resign(0),
        lambda: over.random_play(1),
    ):
        with pytest.raises(IllegalActionError):
            act()
    with refused():
        over.play_unchecked(0)
    assert over.legal_masks().shape == (0,)
    assert over.legal_plays() == []


def test_play_unchecked_checks_what_memory_depends_on(state: State) -> None:
    for mask in (1 << 50, (1 << 52) - 1, int(CardSet("4c 6c")), 1 << 52, 2**64 - 1):
        with refused():
            state.play_unchecked(mask)
    # Passes without end, legal or not: the past is long, and goes without deep recursion.
    passing = State.from_hands(Rules.preset("southern"), ["3s", "4s", "5s", "6s"])
    for _ in range(200_000):
        passing = passing.play_unchecked(0)
    assert len(passing.history) == 200_000
    del passing


def test_hands_of_nearly_the_whole_deck() -> None:
    """There are billions of double sequences in them: counted, but not listed."""
    most = State.from_hands(XIII, [~CardSet("2h 2d"), "2h 2d"], leader=0)
    assert most.count_legal() > 10**9
    for call in (
        most.legal_plays,
        most.legal_masks,
        lambda: perft(most, 2),
        lambda: perft_divide(most, 1),
    ):
        with pytest.raises(PositionError):
            call()
    assert most.is_legal(most.random_play(1))
    half = State.from_hands(XIII, [(1 << 26) - 1, ((1 << 26) - 1) << 26], leader=0)
    assert len(half.legal_masks()) == half.count_legal() > 50_000


def test_the_progress_of_long_work(state: State) -> None:
    def fails(done: int, total: int) -> None:
        raise ZeroDivisionError

    for call in (
        lambda: playouts(XIII, 10, seed=1, progress=fails),
        lambda: playouts(XIII, 10**12, seed=1, threads=2, progress=fails),
        lambda: perft(State.deal(XIII, seed=1), 60, threads=2, progress=fails),
        lambda: perft_divide(State.deal(XIII, seed=1), 60, progress=fails),
    ):
        with pytest.raises(ZeroDivisionError):
            call()


# --- objects without a value, or with two ---------------------------------------------------------

CLASSES = [
    cls
    for cls in vars(_core).values()
    if isinstance(cls, type) and cls.__module__ == "tienlen._core" and cls is not Kind
]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_no_object_without_a_value(cls: type[Any]) -> None:
    for make in (cls.__new__, object.__new__, cls.__mro__[1].__new__):
        with pytest.raises(TypeError):
            make(cls)
    with pytest.raises(TypeError):
        type("Sub", (cls,), {})
    with pytest.raises(TypeError):
        cls(1, 2, 3, 4, 5)
    with pytest.raises(TypeError):
        cls(nonsense=1)


def test_values_cannot_be_made_again(state: State) -> None:
    card, cards, play = Card("3s"), CardSet("3s"), Play("3s")
    for value in (card, cards, play):
        with contextlib.suppress(TypeError, TienlenError):
            value.__init__("9h")
        assert str(value) == "3s"
    for value in (card, cards, play, state):
        with pytest.raises(AttributeError):
            value.anything = 1
        with pytest.raises(AttributeError):
            value.rank = 1
        assert not hasattr(value, "__setstate__")


MEMBERS = [
    (cls, name)
    for cls in CLASSES
    for name, member in vars(cls).items()
    if isinstance(member, property) or type(member).__name__ == "instancemethod"
]


@pytest.mark.parametrize(
    ("cls", "name"), MEMBERS, ids=lambda value: getattr(value, "__name__", value)
)
def test_methods_of_other_objects(cls: type[Any], name: str) -> None:
    """None is no null pointer, and no other object is taken for one of the class."""
    member = vars(cls)[name]
    function = member.fget if isinstance(member, property) else member
    for stranger in (None, 1, "3s", object(), Rules, XIII):
        for count in range(4):
            try:
                answer = function(stranger, *[None] * count)
            except (TypeError, RuntimeError):
                continue
            # Operators leave it to the other side, and what needs no value looks at none.
            assert answer is NotImplemented or answer is stranger


def test_pickles_that_lie(state: State) -> None:
    cls, (rules, text, plies) = state.__reduce__()
    assert cls(rules, text, plies) == state
    wrong: list[tuple[Any, ...]] = [
        (),
        (rules,),
        (rules, text),
        (rules, text, plies, 1),
        (None, text, plies),
        (rules, None, plies),
        (rules, "nonsense", plies),
        (rules, text, None),
        (rules, text, 3),
        (rules, text, (3,)),
        (rules, text, ((99, 1),)),
        (rules, text, ((0, 1 << 60),)),
        (rules, text, ((0, 3, 4),)),
        (rules, text, (("a", "b"),)),
        (rules, text, ((0, 5 << 40 | 1),)),
    ]
    for args in wrong:
        with pytest.raises((TienlenError, TypeError, RuntimeError)):
            cls(*args)
    with pytest.raises(TienlenError):
        cls(rules, text, ((0, 0),) * 300_000)
    made, (players, counters) = playouts(XIII, 3, seed=1).__reduce__()
    for args in (
        (),
        (players,),
        (9, counters),
        (players, b""),
        (players, counters + b"x"),
        (None, counters),
        (0, counters),
    ):
        with pytest.raises((TienlenError, TypeError, RuntimeError)):
            made(*args)


# --- rules that nobody checked --------------------------------------------------------------------


def unchecked(**values: Any) -> Any:
    """Rules whose fields were changed behind their back."""
    rules = XIII.replace()
    for name, value in values.items():
        object.__setattr__(rules, name, value)
    return rules


@pytest.mark.parametrize(
    "fields",
    [
        {"hand_size": 1000},
        {"hand_size": 0},
        {"hand_size": -1},
        {"hand_size": "13"},
        {"hand_size": 26, "players": (2, 3)},
        {"hand_size": 17, "players": (4,)},
        {"players": (1000,)},
        {"players": (0,)},
        {"players": (-5,)},
        {"players": ()},
        {"players": None},
        {"players": (10**30,)},
        {"chops": {"S99": ["quad"]}},
        {"chops": {"quad": ["DS99"]}},
        {"chops": {"": []}},
        {"chops": {"DS": []}},
        {"chops": {"S-3": []}},
        {"chops": {"quad": [None]}},
        {"chops": None},
        {"points": (1,)},
        {"points": (10**9, 0, 0, 0)},
        {"points": None},
        {"instant_wins": 3},
        {"led_bombs": "yes"},
        {"_compiled": None},
        {"_compiled": 3},
    ],
    ids=repr,
)
def test_rules_changed_behind_their_back(fields: dict[str, Any]) -> None:
    rules = unchecked(**fields)
    for call in (lambda: State.deal(rules, seed=1), lambda: playouts(rules, 5, seed=1)):
        with pytest.raises((TienlenError, TypeError, ValueError, RuntimeError, AttributeError)):
            call()


@pytest.mark.parametrize("players", [(0, 1), (1,), (5, 6)])
def test_numbers_of_hands_behind_their_back(players: tuple[int, ...]) -> None:
    rules = unchecked(players=players)
    for count in range(7):
        hands = [CardSet([card]) for card in range(count)]
        if count not in range(2, 5):
            with pytest.raises((TienlenError, TypeError)):
                State.from_hands(rules, hands)


def test_things_that_look_like_rules() -> None:
    for lookalike in (SimpleNamespace(**XIII.to_dict()), XIII.to_dict(), Rules, "xiii"):
        with pytest.raises(TypeError):
            State.deal(lookalike, seed=1)
    for nothing in (None, 3, object(), SimpleNamespace()):
        with pytest.raises((TypeError, AttributeError)):
            _core.RuleTables(nothing)
    for question in (XIII.classify, lambda cards: XIII.beats(cards, "3s")):
        for value in ("xx", 2**60, None, 1.5):
            with refused():
                question(value)


def test_errors_do_not_leak_references(state: State) -> None:
    text = "not cards at all, " + "x" * 50
    before = sys.getrefcount(text)
    for _ in range(100):
        with contextlib.suppress(NotationError):
            CardSet(text)
        with contextlib.suppress(IllegalPlayError):
            state.play(text)
        state.check(text)
    assert sys.getrefcount(text) <= before + 2
