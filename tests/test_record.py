"""`Record`: text and JSON that round-trip, and every contradiction refused by line."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from test_record_faults import ENDED
from tienlen import CardSet, Match, Record, RecordError, Rules, State
from tienlen.record import HandRecord, Ply, Trade
from tienlen.recorder import Recorder
from tienlen.rules import PRESETS

PAGAT = Rules.preset("pagat")
SOUTHERN = Rules.preset("southern")
WIDE = PAGAT.replace(
    name="wide", players=(2, 3), hand_size=17, spare_card="leader", trading=True, match_hands=2
)
HOUSE = Rules.preset("xiii").replace(
    name='house ♠ "quoted"', trading=True, chops=SOUTHERN.chops, points=(2, 1, 0, -4)
)


# --- records of every sort -----------------------------------------------------------------------


def wander(recorder: Recorder, rng: random.Random, plies: int) -> None:
    """Play at random, with a trade before the first play and a seat that quits now and then."""
    state = recorder.state
    if state.rules.trading and not state.is_over and rng.random() < 0.5:
        a, b = rng.sample(range(state.players), 2)
        spare = [] if state.spare is None else [state.spare]
        give, take = (
            str(rng.choice([card for card in state.hands[seat] if card not in spare]))
            for seat in (a, b)
        )
        recorder.trade(a, give, b, take)
    for _ in range(plies):
        state = recorder.state
        if state.is_over:
            return
        if rng.random() < 0.02:
            seat = rng.choice(state.in_play)
            if state.rules.folding:
                recorder.fold(seat)
            else:
                recorder.resign(seat)
        else:
            recorder.play(rng.choice(state.legal_plays()))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Records of hands and matches: unfinished ones, custom rules, with and without a seed."""
    rules = draw(st.sampled_from([*(Rules.preset(name) for name in PRESETS), WIDE, HOUSE]))
    players = draw(st.sampled_from(rules.players))
    rng = random.Random(draw(st.integers(0, 2**32)))
    seed = draw(st.integers(0, 2**64 - 1))
    header: dict[str, Any] = {
        "names": draw(st.sampled_from([(), tuple(f"seat {s}" for s in range(players))])),
        "date": draw(st.sampled_from(["", "2026-01-31", "2026-01-31T20:15:00+07:00"])),
        "comment": draw(st.sampled_from(["", "one line", "\n two\n\nlines ", "# places: 0"])),
    }
    if draw(st.booleans()):
        recorder = Recorder.of_match(Match(rules, seed=seed, players=players))
        for _ in range(draw(st.integers(0, 3))):
            wander(recorder, rng, 10**6)
            recorder.next_hand()
            if recorder.match.is_over:
                break
    elif draw(st.booleans()):
        deal = draw(st.integers(0, 3))
        leader = draw(st.none() | st.integers(0, players - 1))
        state = State.deal(rules, seed=seed, players=players, leader=leader, hand=deal)
        recorder = Recorder(state)
        header |= {"seed": seed, "deal": deal}
    else:
        cards = list(CardSet((1 << 52) - 1))
        rng.shuffle(cards)
        size = draw(st.integers(1, 6))
        hands = [CardSet(cards[seat * size : seat * size + size]) for seat in range(players)]
        recorder = Recorder(State.from_hands(rules, hands, draw(st.sampled_from([None, 0, 1]))))
    wander(recorder, rng, draw(st.sampled_from([0, 1, 7, 30, 10**6])))
    return recorder.record(**header)


@given(records())
@settings(deadline=None, max_examples=150)
def test_round_trips(record: Record) -> None:
    text = str(record)
    again = Record.parse(text)
    assert again == record
    assert str(again) == text
    assert hash(again) == hash(record)
    assert again.final == record.final
    assert Record.from_json(record.to_json()) == record
    assert pickle.loads(pickle.dumps(record)) == record
    assert copy.deepcopy(record) == record
    assert Record.parse(text.replace("\n", "\r\n")) == record


@given(records())
@settings(deadline=None, max_examples=30)
def test_positions(record: Record) -> None:
    for number, hand in enumerate(record.hands):
        states = list(record.states(number))
        assert len(states) == len(hand.plies) + 1
        assert states[-1] == record.finals[number]
        for ply in {0, len(hand.plies) // 2, len(hand.plies)}:
            assert record.position(ply, number) == states[ply]
    assert sum(1 for _ in record.states()) == sum(len(h.plies) + 1 for h in record.hands)


@given(st.integers(0, 2**32), st.sampled_from(PRESETS), st.sampled_from([0, 5, 10**6]))
@settings(deadline=None, max_examples=40)
def test_from_state(seed: int, name: str, plies: int) -> None:
    state = State.deal(Rules.preset(name), seed=seed)
    recorder = Recorder(state)
    wander(recorder, random.Random(seed), plies)
    record = Record.from_state(recorder.state, comment="found by a test")
    assert record.final == recorder.state
    assert len(record.hands[0].plies) == len(recorder.state.history)
    assert record.hands[0].position is None
    assert Record.parse(str(record)) == record


def test_from_a_state_without_a_past() -> None:
    state = State.from_hands(PAGAT, ["3s 2h", "4s 5s"]).play("3s")
    forgetful = State.from_text(state.to_text(), PAGAT)
    record = Record.from_state(forgetful)
    assert record.hands[0].position == state.to_text()
    assert record.final == state
    assert Record.parse(str(record)) == record
    assert Record.from_json(record.to_json()) == record


# --- the text ------------------------------------------------------------------------------------


def test_the_text_of_a_hand() -> None:
    record = Record.parse(ENDED)
    assert str(record) == ENDED
    assert record.names == ("An", "", "Chi", "")
    assert record.comment == "two lines,\nthis is the second"
    assert record.results[0].places == (0, 1, 2, 3)
    assert record.hands[0].plies[5] == (1, "pass")
    assert record.match is None
    assert record.players == 4


def test_remarks_blank_lines_and_layout_do_not_matter() -> None:
    loose = ENDED.replace(", 0: 2h", "\n\n# a remark\n5. 0: 2H").replace(
        "\nhand", "\n# x\n\n\nhand"
    )
    assert Record.parse(
        "\ufeff" + loose.replace("4s 5s", "5♠,4s").replace("owes 3s", "owes 3♠")
    ) == Record.parse(ENDED)


def test_custom_rules_stand_in_the_text() -> None:
    hand = HandRecord(hands=("3s 2h", "4s 5s"), leader=1)
    record = Record(rules=HOUSE, hands=(hand,))
    text = str(record)
    assert 'rules:\n  name = "house ♠ \\"quoted\\""\n' in text
    assert "  points = [2, 1, 0, -4]\n" in text
    assert text.endswith("leader: 1\nto move: 1\n")
    assert Record.parse(text).rules == HOUSE
    short = text[: text.index("rules:")] + 'rules:\n  base = "xiii"\n  folding = false\n'
    short += text[text.index("players: 2") :]
    assert Record.parse(short).rules == Rules.preset("xiii").replace(folding=False)


def test_quitting_and_trading_in_the_text() -> None:
    rules = Rules.preset("xiii").replace(trading=True)
    recorder = Recorder(State.from_hands(rules, ["3s 4s", "5s 6s", "7s 8s"]))
    recorder.trade(0, "3s", 2, "8s")
    recorder.play("3s")
    recorder.fold(1)
    recorder.resign(0)
    text = str(recorder.record())
    assert text.endswith(
        "trade: 0 gives 3s, 2 gives 8s\n"
        "leader: 2, owes 3s\n"
        "1. 2: 3s, 1: fold, 0: resign\n"
        "places: 2 0 1\n"
        "points: 0 0 0\n"
    )
    assert Record.parse(text) == recorder.record()


def test_instant_wins_in_the_text() -> None:
    zipi = Rules.preset("zipi")
    dragon = "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s"
    pairs = "3c 3d 4c 4d 5c 5d 6c 6d 7c 7d 8c 8d 9c"
    rest = list(~(CardSet(dragon) | CardSet(pairs)))
    hands = [CardSet(rest[:13]), pairs, CardSet(rest[13:]), dragon]
    record = Record.from_state(State.from_hands(zipi, hands, leader=2))
    assert str(record).endswith(
        "places: 3\npoints: 0 0 0 3\n"
        "instant wins: 3 dragon, 1 six_pairs, 1 five_consecutive_pairs\n"
    )
    assert Record.parse(str(record)) == record
    assert json.loads(record.to_json())["hands"][0]["result"]["instant_wins"][0] == [3, "dragon"]


def test_a_match() -> None:
    recorder = Recorder.of_match(Match(Rules.preset("zipi"), seed=8))
    while not recorder.match.is_over:
        while not recorder.state.is_over:
            recorder.play(recorder.state.legal_masks()[-1])
        recorder.next_hand()
    record = recorder.record()
    assert record.match == recorder.match
    assert record.results == recorder.match.results
    text = str(record)
    assert "kind: match\n" in text
    scores = " ".join(map(str, recorder.match.scores))
    winners = " ".join(map(str, recorder.match.winners))
    assert text.endswith(f"scores: {scores}\nwinners: {winners}\n")
    assert text.count("scores: ") == 3
    assert text.count("winners: ") == 1
    assert f"leader: {record.results[0].winner}\n" in text


def test_a_match_without_a_seed() -> None:
    rules = PAGAT.replace(match_hands=2)
    hands = (
        HandRecord(hands=("3s 2h", "4s"), plies=(Ply(0, "3s"), Ply(1, "4s"))),
        HandRecord(hands=("3s 2h", "4s"), leader=1),
    )
    record = Record(rules=rules, hands=hands, is_match=True)
    assert Record.parse(str(record)) == record
    assert record.match is not None
    assert record.match.scores == (-1, 0)


# --- faults in values ----------------------------------------------------------------------------

ONE = HandRecord(hands=("3s 2h", "4s"), plies=(Ply(0, "3s"), Ply(1, "4s")))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"hands": ()}, "hands: expected one hand"),
        ({"hands": (ONE, ONE)}, "hands: expected one hand"),
        ({"hands": (), "is_match": True}, "hands: expected 1 to 2000"),
        ({"rules": "pagat"}, "rules: expected Rules"),
        ({"names": ("An",)}, "names: expected one for each of the 2 seats"),
        ({"names": ("An", " Binh")}, r"names\[1\]"),
        ({"date": "2026-13-01"}, "date: "),
        ({"date": 20260131}, "date: "),
        ({"comment": 3}, "comment: "),
        ({"seed": True}, "seed: "),
        ({"is_match": True, "hands": (ONE, ONE)}, r"hands\[1\]: there are no more hands"),
        (
            {"is_match": True, "hands": (HandRecord(hands=("3s", "4s"), leader=1),)},
            r"hands\[0\].leader: in this match the lowest card leads, not seat 1",
        ),
        (
            {"is_match": True, "hands": (HandRecord(position="3s | 4s; turn 0"),)},
            r"hands\[0\].position: a hand of a match begins with a deal",
        ),
        (
            {"seed": 3, "hands": (HandRecord(position="3s | 4s; turn 0"),)},
            r"hands\[0\].position: a hand of a seed begins with a deal",
        ),
        ({"hands": (HandRecord(position="3s | 3s; turn 0"),)}, r"hands\[0\].position: "),
    ],
)
def test_wrong_values(values: Any, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        Record(**{"rules": PAGAT, "hands": (ONE,), **values})


def test_hands_of_a_match_follow_from_each_other() -> None:
    rules = PAGAT.replace(match_hands=3)
    wrong = HandRecord(hands=("3s 2h", "4s"), leader=0)
    with pytest.raises(RecordError, match=r"hands\[1\].leader: in this match seat 1 leads"):
        Record(rules=rules, hands=(ONE, wrong), is_match=True)
    unfinished = HandRecord(hands=("3s 2h", "4s"))
    with pytest.raises(RecordError, match=r"hands\[0\]: the hand is not over"):
        Record(rules=rules, hands=(unfinished, wrong), is_match=True)


def test_hands_without_a_beginning() -> None:
    with pytest.raises(RecordError, match="either with"):
        HandRecord()
    with pytest.raises(RecordError, match="no leader"):
        HandRecord(position="3s | 4s; turn 0", leader=0)
    with pytest.raises(RecordError, match=r"trades\[0\]: "):
        HandRecord(hands=("3s", "4s"), trades=(Trade(0, "3z", 1, "4s"),))


@pytest.mark.parametrize("ply", [-1, 3, True, 1.0, "0"])
def test_positions_out_of_range(ply: Any) -> None:
    record = Record(rules=PAGAT, hands=(ONE,))
    with pytest.raises(RecordError, match="ply: expected 0 to 2"):
        record.position(ply)
    with pytest.raises(RecordError, match="hand: expected 0 to 0"):
        record.position(0, hand=1)


# --- taking down ---------------------------------------------------------------------------------


def test_what_is_refused_is_not_taken_down() -> None:
    recorder = Recorder(State.from_hands(PAGAT, ["3s 2h", "4s 5s"]))
    for wrong in (
        lambda: recorder.play("2h"),
        lambda: recorder.play("3s", seat=1),
        recorder.fold,
        lambda: recorder.resign(5),
        lambda: recorder.trade(0, "3s", 1, "4s"),
    ):
        with pytest.raises(ValueError, match=r"."):
            wrong()
    assert recorder.record().hands[0].plies == ()
    with pytest.raises(RecordError, match="no match"):
        recorder.next_hand()


@pytest.mark.parametrize("play", ["3S", 1, CardSet("3s"), "pass"])
def test_any_sort_of_play_is_taken_down(play: Any) -> None:
    state = State.from_hands(Rules.preset("xiii"), ["3s 2h", "4s 5s"], leader=0)
    recorder = Recorder(state)
    recorder.play(play)
    assert recorder.record().hands[0].plies == ((0, "pass" if play == "pass" else "3s"),)


def test_a_match_is_taken_down_from_its_start() -> None:
    match = Match(Rules.preset("zipi"), seed=8).play_hand(lambda state: state.legal_masks()[-1])
    with pytest.raises(RecordError, match="from its first hand on"):
        Recorder.of_match(match)
