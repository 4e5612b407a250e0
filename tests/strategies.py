"""What tests are fed with: rules, hands, positions, texts of cards, attempts to play.

Hypothesis strategies, which shrink to small examples; and beside them plain random rules and hands
(`random_rules`, `random_hands`) for the tests that play many hands.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from hypothesis import strategies as st

from compare import Both
from tienlen.chops import CLASSES, ChopTable
from tienlen.rules import INSTANT_WINS, PRESETS, Rules

RANKS, SUITS = "3456789TJQKA2", "scdh"
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)

# Close together: few ranks, so that small hands hold many combinations.
CLOSE_CARDS = tuple(4 * rank + suit for rank in (12, 11, 10, 9, 8, 7, 0, 1, 2) for suit in range(4))

PLAIN = Rules(name="plain", players=(2, 3, 4))

# --- rules -----------------------------------------------------------------------------------


def _choices(chance: random.Random | None = None) -> dict[str, Sequence[Any]]:
    """The options of rules and what they may be set to."""
    return {
        "twos_in_sequences": (False, True),
        "led_bombs": (True, False),
        "leader_may_pass": (False, True),
        "benched_may_chop": ("never", "twos", "twos_and_bombs"),
        "folding": (False, True),
        "trading": (False, True),
        "instant_wins": ((), INSTANT_WINS, INSTANT_WINS[2:], INSTANT_WINS[:1]),
        "quad_is_two_pairs": (True, False),
        "points": ((3, 2, 1, 0), (0, 0, 0, -1), (1000, 7, -7, -1000)),
    }


def chop_tables() -> st.SearchStrategy[ChopTable]:
    """Any table at all: a class may chop any class, its own too."""
    some = st.lists(st.sampled_from(CLASSES), max_size=6)
    bombs = st.lists(st.sampled_from(("quad", "DS3", "DS4+", "DS3+", "S12", "triple_of_2s")))
    return st.dictionaries(st.sampled_from(CLASSES), some | bombs, max_size=8).map(ChopTable)


@st.composite
def rules(draw: st.DrawFn, players: tuple[int, ...] = (2, 3, 4)) -> Rules:
    """A preset with some of its options changed, sometimes with a chop table of its own."""
    base = Rules.preset(draw(st.sampled_from(PRESETS)))
    # Points that tell the places apart for any number of players, so that no match is endless.
    plain = base.replace(players=players, points=(3, 2, 1, 0))
    choices = _choices()
    chosen = draw(st.sets(st.sampled_from(sorted(choices)), max_size=5))
    changes = {name: draw(st.sampled_from(choices[name])) for name in sorted(chosen)}
    if draw(st.booleans()):
        changes["chops"] = draw(chop_tables())
    if 4 not in players and draw(st.booleans()):
        changes["hand_size"] = 17
        changes["spare_card"] = draw(st.sampled_from(("out", "leader")))
    return plain.replace(match_hands=1, match_tiebreak=False, **changes)


def random_rules(chance: random.Random, players: tuple[int, ...] = (2, 3, 4)) -> Rules:
    """The same without shrinking."""
    base = Rules.preset(chance.choice(PRESETS)).replace(match_hands=1, match_tiebreak=False)
    changes = {n: chance.choice(v) for n, v in _choices().items() if chance.random() < 0.4}
    if chance.random() < 0.5:
        targets = chance.sample(CLASSES, chance.randint(1, 9))
        changes["chops"] = ChopTable(
            {t: chance.sample(CLASSES, chance.randint(1, 7)) for t in targets}
        )
    return base.replace(players=players, **changes)


# --- hands and positions ---------------------------------------------------------------------


def random_hands(chance: random.Random, players: int, largest: int) -> list[int]:
    """Hands of any sizes, as masks; half of the time out of cards that make many combinations."""
    cards = list(CLOSE_CARDS if chance.random() < 0.5 else range(52))
    chance.shuffle(cards)
    hands = []
    for others in range(players - 1, -1, -1):
        size = chance.randint(1, min(largest, len(cards) - others))
        hands.append(sum(1 << card for card in cards[:size]))
        cards = cards[size:]
    return hands


@st.composite
def hands(draw: st.DrawFn, players: int, largest: int = 8) -> list[int]:
    """Hands of any sizes, as masks, with many combinations."""
    cards = list(draw(st.permutations(CLOSE_CARDS) | st.permutations(range(52))))
    sizes = draw(st.lists(st.integers(1, largest), min_size=players, max_size=players))
    masks = []
    for wanted in sizes:
        size = min(wanted, len(cards) - players)
        masks.append(sum(1 << card for card in cards[:size]))
        cards = cards[size:]
    return masks


@st.composite
def starts(
    draw: st.DrawFn, largest: int = 8, rules: st.SearchStrategy[Rules] | None = None
) -> Both:
    """The start of a hand of few cards."""
    players = draw(st.integers(2, 4))
    chosen = draw(rules if rules is not None else globals()["rules"]())
    held = draw(hands(players, largest))
    leader = draw(st.none() | st.integers(0, players - 1))
    return Both.make(lambda e: e.State.from_hands(chosen, held, leader))


@st.composite
def deals(draw: st.DrawFn) -> Both:
    """A hand as dealt, under any rules, with 13 cards or 17, now and then with a spare card."""
    chosen = draw(rules() | rules(players=(2, 3)))
    seed, hand = draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 2**64 - 1))
    players = draw(st.sampled_from(chosen.players))
    leader = draw(st.none() | st.integers(0, players - 1))
    return Both.make(
        lambda e: e.State.deal(chosen, seed=seed, players=players, leader=leader, hand=hand)
    )


@st.composite
def positions(draw: st.DrawFn, largest: int = 8, plies: int = 40) -> Both:
    """A position after some plies of play, with some seats gone, the hand perhaps over."""
    both = draw(starts(largest) if largest else deals())
    for _ in range(draw(st.integers(0, plies))):
        if both.twin.is_over:
            break
        if draw(st.integers(0, 19)) == 0:
            seat = draw(st.sampled_from(both.twin.in_play))
            both = both.then(lambda state, seat=seat: state.resign(seat))
        else:
            play = draw(st.sampled_from(both.twin.legal_masks()))
            both = both.then(lambda state, play=play: state.play(play))
    return both


# --- text ------------------------------------------------------------------------------------

_RANK_TEXTS = st.sampled_from([*RANKS, *RANKS.lower(), "10"])
_SUIT_TEXTS = st.sampled_from([*SUITS, *SUITS.upper(), *"♠♣♦♥♤♧♢♡", "♥\ufe0f", "♠\ufe0e"])
_GAPS = st.sampled_from(["", " ", ",", ", ", "\t", "\n", " \r\v\f "])
_NOISE = st.text("3TtK2sH♥0 1,x|;-pas\u212a\ufe0f\xa0é\ud800\x00", min_size=1, max_size=3)


def card_texts() -> st.SearchStrategy[str]:
    """Texts that mean cards, in all ways of writing them; some are named twice."""
    card = st.tuples(_RANK_TEXTS, _SUIT_TEXTS, _GAPS).map("".join)
    return st.tuples(_GAPS, st.lists(card, max_size=9).map("".join)).map("".join)


@st.composite
def broken_texts(draw: st.DrawFn) -> str:
    """A text with something in it that does not belong there, or nothing in it that does."""
    text = draw(card_texts())
    at = draw(st.integers(0, len(text)))
    cut = draw(st.integers(at, min(len(text), at + 2)))
    return text[:at] + draw(_NOISE) + text[cut:]


# --- attempts --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attempt:
    """What somebody tries to play: `value`, given in a certain form."""

    form: str
    value: Any

    def made(self, engine: ModuleType) -> Any:
        """It as an object of one engine."""
        if self.form == "as it is":
            return self.value
        return getattr(engine, self.form)(self.value)


def attempts(held: int) -> st.SearchStrategy[Attempt]:
    """Attempts of every kind by somebody who holds these cards."""
    own = [1 << card for card in range(52) if held >> card & 1] or [0]
    subsets = st.lists(st.sampled_from(own), unique=True, max_size=6).map(sum)
    masks = subsets | st.integers(0, 2**52 - 1) | st.sampled_from([1 << n for n in range(52)])
    texts = card_texts() | broken_texts() | masks.map(mask_text)
    passes = st.sampled_from(
        ["pass", "PASS", " Pass\n", "p a s s", "passe", "\xa0pass", "paſs", ""]
    )
    numbers = st.sampled_from([0, -1, 2**52, 2**52 - 1, 2**64, -(2**70), 2**5000, True])
    as_it_is = texts | passes | masks | numbers | st.sampled_from([None, 1.0, b"3s", ["3s"], ()])
    return st.one_of(
        as_it_is.map(lambda value: Attempt("as it is", value)),
        masks.map(lambda value: Attempt("CardSet", value)),
        st.integers(0, 51).map(lambda value: Attempt("Card", value)),
        (plays_of(own) | st.just("pass")).map(lambda value: Attempt("Play", value)),
    )


def plays_of(bits: Sequence[int]) -> st.SearchStrategy[int]:
    """Combinations of equal cards out of some, or a single card."""
    return st.sampled_from(bits).map(lambda bit: bit or 1)


def mask_text(mask: int) -> str:
    """The cards of a mask as text."""
    return " ".join(card for number, card in enumerate(CARDS) if mask >> number & 1)
