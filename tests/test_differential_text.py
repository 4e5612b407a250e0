"""Positions as text on both engines: what one writes the other reads, and both refuse the same."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compare import Both, same
from strategies import CARDS, deals, positions, random_hands, random_rules
from tienlen.rules import Rules

SECTIONS = ("turn", "table", "led", "passed", "lead-passed", "owes")
SECTIONS += ("out", "folded", "played", "spare", "instant")


@given(positions() | deals())
def test_round_trip(both: Both) -> None:
    text = both.twin.to_text()
    rules = both.twin.rules
    again = Both.make(lambda e: e.State.from_text(text, rules))
    assert (again.core, again.twin) == (both.core, both.twin)
    assert (hash(again.core), hash(again.twin)) == (hash(both.core), hash(both.twin))
    again.compare_legal()
    both.same(repr)


def mutate(text: str, chance: random.Random) -> str:
    """A position text with something changed that a person, or a faulty program, might change."""
    sections = text.split("; ")
    match chance.randint(0, 11):
        case 0:  # a seat
            return replace_one(r"(?<= )\d", str(chance.randint(0, 4)), text, chance)
        case 1:  # a card
            return replace_one(r"\b[3-9TJQKA2][scdh]\b", chance.choice(CARDS), text, chance)
        case 2:  # a card gone
            return replace_one(r" ?\b[3-9TJQKA2][scdh]\b", "", text, chance)
        case 3:  # a section gone
            del sections[chance.randrange(len(sections))]
        case 4:  # a section twice, or elsewhere
            at, to = chance.randrange(len(sections)), chance.randrange(len(sections) + 1)
            sections.insert(to, sections[at])
            if chance.random() < 0.5:
                del sections[at if at < to else at + 1]
        case 5 | 6 | 7:  # a section put in where it belongs
            word = chance.choice(SECTIONS)
            seats = [str(chance.randint(0, 3)) for _ in range(chance.randint(1, 3))]
            held = re.findall(r"[3-9TJQKA2][scdh]", text)
            card = chance.choice(held or list(CARDS))
            said = {
                **dict.fromkeys(("passed", "lead-passed", "out", "folded"), " ".join(seats)),
                **dict.fromkeys(("owes", "spare", "played"), card),
                **dict.fromkeys(("turn", "instant"), seats[0]),
                "table": f"{card} by {seats[0]}",
                "led": "",
            }[word]
            have = {section.split(" ")[0]: section for section in sections[1:]}
            have[word] = f"{word} {said}".strip()
            sections = [sections[0], *(have[word] for word in SECTIONS if word in have)]
        case 8:  # a hand gone, there twice, or empty
            parts = sections[0].split(" | ")
            at = chance.randrange(len(parts))
            parts[at : at + 1] = chance.choice(([], [parts[at]] * 2, ["-"], [""], ["3s"]))
            sections[0] = " | ".join(parts)
        case 9:  # a character gone or changed
            at = chance.randrange(len(text))
            return text[:at] + chance.choice(["", *"3s;| -0by,x\té"]) + text[at + 1 :]
        case 10:  # seats in a list exchanged or more of them
            return replace_one(
                r"(?<= )\d\b", f"{chance.randint(0, 3)} {chance.randint(0, 3)}", text, chance
            )
        case _:  # more space, where it does no harm and where it does
            at = chance.randrange(len(text))
            return text[:at] + "  " + text[at:]
    return "; ".join(sections)


def replace_one(pattern: str, by: str, text: str, chance: random.Random) -> str:
    """Replace one of the places that a pattern matches."""
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    here = chance.choice(found)
    return text[: here.start()] + by + text[here.end() :]


def test_mutated_positions(hands: int) -> None:
    """Both take or refuse a text that was tampered with, for the same kind of reason."""
    kinds: Counter[str] = Counter()
    for seed in range(1 + hands // 10):
        chance = random.Random(seed)
        rules, players = random_rules(chance), chance.randint(2, 4)
        if chance.random() < 0.15:
            rules = rules.replace(players=(2, 3), hand_size=17, spare_card="leader")
            both = Both.make(lambda e, a=(rules, seed): e.State.deal(a[0], seed=a[1], players=3))
        elif chance.random() < 0.1:
            both = Both.make(lambda e, a=(rules, seed): e.State.deal(a[0], seed=a[1]))
        else:
            held = random_hands(chance, players, largest=4)
            both = Both.make(lambda e, a=(rules, held): e.State.from_hands(*a))
        for _ in range(chance.randint(0, 14)):
            if both.twin.is_over:
                break
            if chance.random() < 0.08:
                seat = chance.choice(both.twin.in_play)
                both = both.then(lambda state, seat=seat: state.resign(seat))
            else:
                play = chance.choice(both.twin.legal_masks())
                both = both.then(lambda state, play=play: state.play(play))
        for _ in range(20):
            text = both.twin.to_text()
            for _ in range(chance.choice((1, 1, 1, 2, 3))):
                text = mutate(text, chance) or "-"
            found = same(lambda e, a=(text, rules): e.State.from_text(*a))
            kinds["taken" if isinstance(found, str) else found[0]] += 1
            if isinstance(found, str):
                again = Both.make(lambda e, a=(text, rules): e.State.from_text(*a))
                again.compare_legal()
                for play in again.twin.legal_masks()[:3]:
                    again.then(lambda state, play=play: state.play(play))
                for seat in again.twin.in_play if not again.twin.is_over else ():
                    again.then(lambda state, seat=seat: state.resign(seat))
    assert set(kinds) == {"taken", "NotationError", "PositionError"}
    assert min(kinds.values()) > sum(kinds.values()) // 20, kinds


@given(st.text("0123 |;-3s4sdTtby\u00e9\ud800", max_size=40) | st.text(max_size=30))
@settings(max_examples=200)
def test_any_text(text: str) -> None:
    same(lambda e: e.State.from_text(text, Rules.preset("pagat")))


@pytest.mark.parametrize("value", [None, 7, b"3s | 4s; turn 0", ["3s"]])
def test_what_is_no_text(value: Any) -> None:
    assert same(lambda e: e.State.from_text(value, Rules.preset("pagat"))) == ("TypeError",)


def test_places_of_faults_are_told_in_the_whole_text() -> None:
    rules = Rules.preset("southern")
    for text, fault in (
        ("3s | 4x | 5s | 6s; turn 0", "4x"),
        ("3♠ | 4♠ 4♣ 4♠ | 5s | 6s; turn 0", "4♠ |"),
        ("3♠ | 4♠ | 5s | 6s; turn 0; table   7z by 3", "7z"),
        ("3s | 4s | 5s | 6s; turn 0; owes 3", "3"),
        ("3s | 4s | 5s | 6s; turn 0; table 7s by 3; played 7s, 8s,?", "?"),
        ("3s | 4s | 5s | 6s; turn 0; table 7s by 3; played 7s; spare 1s", "1s"),
        ("3s | \ud800\ud800 4s | 5s | 6s; turn 0", "\ud800\ud800"),
    ):
        at = text.rindex(fault)
        assert same(lambda e, t=text: e.State.from_text(t, rules)) == ("NotationError", text, at)
    for text in ("", "3s | 4s | 5s |", "3s | 4s | 5s | 6s; turn x", "3s; led 1", "3s | 4s; passed"):
        assert same(lambda e, t=text: e.State.from_text(t, rules)) == ("NotationError", text, None)


def test_long_text() -> None:
    text = "3s | 4s; turn 0" + " " * 5000
    found = same(lambda e: e.State.from_text(text, Rules.preset("pagat")))
    assert found == ("NotationError", text, None)
    assert len(text) > 4096 >= len("é" * 2048) * 2
    same(lambda e: e.State.from_text("é" * 2049, Rules.preset("pagat")))
