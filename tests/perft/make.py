"""Write the perft files of this folder anew: `python tests/perft/make.py`.

Positions are looked for by random play. The twin counts as deep as it can within a budget of
leaves; only beyond that the core alone does, and the files say so. Takes some minutes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import tienlen
from perft_files import FOLDER, Entry
from tienlen import State, reference
from tienlen.chops import ChopTable
from tienlen.rules import PRESETS, Rules

TWIN_LEAVES = 12_000  # that the twin counts for one position, all depths together
CORE_LEAVES = 3_000_000  # … and the core; most are counted without being played
DEEPEST = 9

HEAD = """\
# Leaves of the tree of plays: see tests/perft_files.py for the format, tests/perft/make.py for how
# this file was made. Numbers were counted by the twin (tienlen.reference) and confirmed by the
# core (tienlen), but those marked "core", which are deeper than the twin can go.
"""

Wanted = Callable[[State], bool]


def is_mid_trick(state: State) -> bool:
    """A play lies on the table and somebody has passed over it."""
    return state.table is not None and bool(state.passed)


def is_endgame(state: State) -> bool:
    """Everybody has few cards left."""
    return max(len(state.hands[seat]) for seat in state.in_play) <= 5


def is_on_a_run(state: State) -> bool:
    """A run lies on the table and can be beaten."""
    return state.table is not None and state.table.size > 2 and state.count_legal() > 1


def has_chop(state: State) -> bool:
    """The seat to move may chop."""
    if state.table is None:
        return False
    kind = state.table.kind
    return any(not play.is_pass and play.kind is not kind for play in state.legal_plays())


def is_benched_and_asked(state: State) -> bool:
    """The seat to move has passed, and may play a bomb all the same."""
    return state.to_move in state.passed and state.count_legal() > 1


def is_benched_without_a_chop(state: State) -> bool:
    """The seat to move has passed, and is asked though it holds nothing."""
    return state.to_move in state.passed and state.count_legal() == 1


def is_lead_passed(state: State) -> bool:
    """Somebody passed instead of leading."""
    return bool(state.lead_passed) and not state.must_lead and state.opener is None


def is_full_circle(state: State) -> bool:
    """All passed instead of leading, so that the first of them has to lead."""
    return len(state.lead_passed) == len(state.in_play)


def is_owed_by_another(state: State) -> bool:
    """The opening card is another seat's, so that there is nothing but the pass."""
    return state.opener not in (None, state.to_move)


def has_led_bomb(state: State) -> bool:
    """A bomb was led where that is an ordinary play."""
    return "; led" in state.to_text() and state.count_legal() > 1


def find(rules: Rules, players: int, wanted: Wanted, seed: int) -> State | None:
    """Play random hands until the position is one that is wanted."""
    chance = random.Random(seed)
    for attempt in range(3000):
        state = State.deal(rules, seed=seed, hand=attempt, players=players)
        while not state.is_over:
            if wanted(state):
                return state
            # Passes half as often as they would be drawn, so that tricks grow long.
            masks = state.legal_masks()
            mask = chance.choice(masks)
            state = state.play(mask if mask or chance.random() < 0.5 else chance.choice(masks))
    return None


def positions(rules: Rules, wanted: list[Wanted]) -> Iterator[Entry]:
    """Deals, positions of the kinds wanted, and what becomes of them when a seat resigns."""
    for players in rules.players:
        deal = State.deal(rules, seed=players, players=players)
        yield Entry(f"{players} players, a deal", rules, deal.to_text())
        named = State.deal(rules, seed=players + 10, players=players, leader=1)
        yield Entry(
            f"{players} players, a deal with a leader who was named", rules, named.to_text()
        )
        for seed, kind in enumerate(wanted):
            state = find(rules, players, kind, seed)
            if state is None:
                continue
            title = (kind.__doc__ or "").rstrip(".").replace("\n", " ")
            yield Entry(f"{players} players. {title}", rules, state.to_text())
            if players > 2 and seed % 3 == 0:
                seat = state.in_play[-1]
                resigned = state.resign(seat).to_text()
                yield Entry(f"{players} players. {title}; seat {seat} resigned", rules, resigned)


def count(entry: Entry) -> None:
    """Count as deep as the budgets allow."""
    core = State.from_text(entry.position, entry.rules)
    twin = reference.State.from_text(entry.position, entry.rules)
    spent, twin_goes_on = 0, True
    for depth in range(1, DEEPEST + 1):
        leaves = tienlen.perft(core, depth)
        spent += leaves
        twin_goes_on = twin_goes_on and spent <= TWIN_LEAVES
        if twin_goes_on:
            counted = reference.perft(twin, depth)
            if counted != leaves:
                sys.exit(f"{entry.position}: depth {depth}: twin {counted}, core {leaves}")
            entry.twin_depth = depth
        if spent > CORE_LEAVES and depth > 2:
            break
        entry.leaves[depth] = leaves
        if leaves == 0:
            break


USUAL: list[Wanted] = [is_mid_trick, is_on_a_run, has_chop, is_endgame]
BENCHED: list[Wanted] = [is_benched_and_asked, is_benched_without_a_chop]
LEADER_PASSES: list[Wanted] = [is_lead_passed, is_full_circle, is_owed_by_another]
OWN_TABLE = ChopTable(
    {"single": ["pair_of_2s", "DS4+"], "S3-S11": ["quad", "longer"], "quad": ["quad", "single_2"]}
)
PAGAT, XIII = Rules.preset("pagat"), Rules.preset("xiii")
CUSTOM = {
    "17 cards": PAGAT.replace(players=(2, 3), hand_size=17),
    "17 cards, the spare one to the leader": PAGAT.replace(
        players=(3,), hand_size=17, spare_card="leader"
    ),
    "led bombs are ordinary": XIII.replace(
        players=(3,), led_bombs=False, benched_may_chop="twos_and_bombs"
    ),
    "sequences may end in a 2": XIII.replace(players=(4,), twos_in_sequences=True),
    "a table of its own": XIII.replace(
        players=(4,), chops=OWN_TABLE, benched_may_chop="twos", leader_may_pass=True
    ),
}


def files() -> Iterator[tuple[str, list[Entry]]]:
    """The files and what is in them."""
    extra = {"xiii": LEADER_PASSES, "strict": BENCHED, "pagat": BENCHED}
    for name in PRESETS:
        yield name, list(positions(Rules.preset(name), [*USUAL, *extra.get(name, [])]))
    custom = []
    for name, rules in CUSTOM.items():
        kinds = [*USUAL, *BENCHED, *LEADER_PASSES, has_led_bomb]
        for entry in positions(rules.replace(name=name), kinds):
            entry.title = f"{name}: {entry.title}"
            custom.append(entry)
    yield "custom", custom


def main() -> None:
    """Write all files."""
    for name, entries in files():
        for entry in entries:
            count(entry)
        text = HEAD + "\n" + "\n".join(entry.written() for entry in entries)
        (FOLDER / f"{name}.perft").write_text(text, "utf-8")
        print(name, len(entries), sum(sum(entry.leaves.values()) for entry in entries))


if __name__ == "__main__":
    main()
