"""Golden playthroughs: hands played at random, with everything that can be seen at every ply."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from tienlen.reference import Rng
from tienlen.rules import Rules

FOLDER = Path(__file__).parent / "playthroughs"

PAGAT, XIII = Rules.preset("pagat"), Rules.preset("xiii")
GAMES: dict[str, tuple[Rules, int, int]] = {  # rules, players, seed
    "southern": (Rules.preset("southern"), 4, 1),
    "xiii": (XIII, 4, 3),
    "zipi": (Rules.preset("zipi"), 4, 5),
    "strict": (Rules.preset("strict"), 4, 2),  # a benched player chops
    "pagat": (PAGAT, 4, 2),  # … here too
    "zipi_instant_win": (Rules.preset("zipi"), 4, 24),
    "xiii_2_players": (XIII, 2, 5),
    "pagat_3_players_17_cards": (
        PAGAT.replace(players=(3,), hand_size=17, spare_card="leader", trading=True),
        3,
        8,
    ),
    "xiii_led_bombs_and_twos": (XIII.replace(led_bombs=False, twos_in_sequences=True), 3, 239),
}

SHOWN = (
    *("to_move", "table", "table_owner", "passed", "lead_passed", "must_lead", "opening_card"),
    *("opener", "in_play", "places", "folded", "is_over", "points", "instant_wins", "played"),
    *("undealt", "spare", "hands"),
)
MOST_LISTED = 40  # plays of a ply that are written out
FOLD_ONE_IN = 60  # plies, where the rules know folding


def shown(value: Any) -> str:
    """A value in a line of a playthrough."""
    if isinstance(value, tuple):
        return " | ".join(map(shown, value)) if value else "-"
    return "-" if value is None else str(value) or "-"


def transcript(engine: ModuleType, name: str) -> str:
    """The playthrough of a game as one engine sees it."""
    return "\n".join(lines(engine, name)) + "\n"


def attempts(state: Any) -> list[str]:
    """Something to try at a ply: cards that the seat to move holds, and others."""
    held = [] if state.is_over else [str(card) for card in state.hands[state.to_move]]
    parts = (held[:1], held[-1:], held[:2], held[1:4], held[-4:], held)
    texts = [" ".join(part) for part in parts if part]
    return ["pass", "Xx", "3s", "3s 3s", "", *dict.fromkeys(texts)]


def lines(engine: ModuleType, name: str) -> Iterator[str]:
    """The lines of a playthrough."""
    rules, players, seed = GAMES[name]
    # Drawn with the twin's generator, whichever engine plays: the choices are not what is tested.
    chance = Rng(seed, 1)
    state = engine.State.deal(rules, seed=seed, players=players)
    yield f"# {name}: {players} players, seed {seed}"
    yield f"# {rules!r}"
    ply = 0
    while True:
        yield ""
        yield f"[{ply}] {state.to_text()}"
        for field in SHOWN:
            yield f"{field}: {shown(getattr(state, field))}"
        yield f"place_of: {shown(tuple(state.place_of(seat) for seat in range(players)))}"
        legal = state.legal_plays()
        yield f"count_legal: {state.count_legal()}"
        listed = legal[:MOST_LISTED]
        more = [f"… {len(legal) - len(listed)} more"] if len(legal) > len(listed) else []
        yield f"legal_plays: {'; '.join([*map(str, listed), *more]) or '-'}"
        for attempt in attempts(state):
            reason = state.check(attempt)
            yield f"check {attempt}: {'-' if reason is None else reason.value}"
        if state.is_over:
            return
        if rules.folding and chance.below(FOLD_ONE_IN) == 0:
            seat = state.in_play[chance.below(len(state.in_play))]
            yield f"> {seat} folds"
            state = state.fold(seat)
        else:
            play = legal[chance.below(len(legal))]
            yield f"> {state.to_move} plays {play}"
            state = state.play(play)
        ply += 1
