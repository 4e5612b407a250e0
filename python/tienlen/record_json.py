"""Records as JSON: plain values for programs, the results included.

Reading checks the results against the plays, like the reading of text.
"""

from __future__ import annotations

import json
from typing import Any

from tienlen.errors import RecordError, RulesError
from tienlen.match import HandResult, Match
from tienlen.record import HandRecord, Ply, Record, Trade, inside
from tienlen.rules import PRESETS, Rules

__all__ = ["MAX_TEXT", "parse", "to_dict", "write"]

MAX_TEXT = 16 * 1024 * 1024
"""The longest JSON that is read, in characters: the longest text takes less than that."""

_FORMAT = "tienlen-record"
_VERSION = 1
_HEADER = ("seed", "deal", "names", "date", "comment")
_REQUIRED = ("format", "version", "kind", "rules", "players", "hands")
_HAND = ("hands", "leader", "spare", "position", "trades", "plies")
_RESULT = ("to_move", "result", "scores", "winners")


def write(record: Record) -> str:
    """Write a record as JSON, in one line."""
    return json.dumps(to_dict(record), ensure_ascii=False)


def to_dict(record: Record) -> dict[str, Any]:
    """Return a record as plain values."""
    name = record.rules.name
    preset = name in PRESETS and record.rules == Rules.preset(name)
    return {
        "format": _FORMAT,
        "version": _VERSION,
        "kind": "match" if record.is_match else "hand",
        "rules": name if preset else record.rules.to_dict(),
        "players": record.players,
        "seed": record.seed,
        "deal": record.deal,
        "names": list(record.names),
        "date": record.date,
        "comment": record.comment,
        "hands": [_hand(record, number) for number in range(len(record.hands))],
    }


def _hand(record: Record, number: int) -> dict[str, Any]:
    hand = record.hands[number]
    return {
        "hands": list(hand.hands),
        "leader": hand.leader,
        "spare": hand.spare,
        "position": hand.position,
        "trades": [list(trade) for trade in hand.trades],
        "plies": [list(ply) for ply in hand.plies],
        **_result(record, number),
    }


def _result(record: Record, number: int) -> dict[str, Any]:
    state = record.finals[number]
    result: dict[str, Any] = {"to_move": state.to_move, "result": None}
    if state.is_over:
        ended = HandResult.of(state)
        result["result"] = {
            "places": list(ended.places),
            "points": list(ended.points),
            "instant_wins": [list(win) for win in ended.instant_wins],
        }
        if record.is_match:
            played = record.results[: number + 1]
            match = Match(record.rules, players=record.players, results=played)
            result["scores"] = list(match.scores)
            result["winners"] = list(match.winners)
    return result


def parse(text: str) -> Record:
    """Read a record from JSON.

    Raises:
        RecordError: It names the entry at fault and what was expected.
    """
    data = _load(text)
    for key in _REQUIRED:
        if key not in data:
            raise RecordError("expected, but missing", where=key)
    _known(data, (*_REQUIRED, *_HEADER))
    for key, allowed in (
        ("format", [_FORMAT]),
        ("version", [_VERSION]),
        ("kind", ["hand", "match"]),
    ):
        if data[key] not in allowed or isinstance(data[key], bool):
            raise RecordError(f"expected {allowed}, not {data[key]!r:.80}", where=key)
    hands = []
    for number, hand in enumerate(_list(data["hands"], "hands")):
        with inside(f"hands[{number}]"):
            hands.append(_read_hand(hand))
    record = Record(
        rules=_read_rules(data["rules"]),
        hands=tuple(hands),
        is_match=data["kind"] == "match",
        seed=data.get("seed"),
        deal=_typed(data.get("deal", 0), int, "deal"),
        names=tuple(_list(data.get("names", []), "names")),
        date=_typed(data.get("date", ""), str, "date"),
        comment=_typed(data.get("comment", ""), str, "comment"),
    )
    _agree(data["players"], record.players, "players")
    for number, hand in enumerate(data["hands"]):
        with inside(f"hands[{number}]"):
            for key, value in _result(record, number).items():
                if key in hand:
                    _agree(hand[key], value, key)
    return record


def _load(text: str) -> dict[str, Any]:
    if not isinstance(text, str):
        raise RecordError(f"expected text, not {text!r:.80}")
    if len(text) > MAX_TEXT:
        raise RecordError(f"expected at most {MAX_TEXT} characters, not {len(text)}")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"expected JSON: {error!s:.200}") from None
    return _object(data, "")


def _read_hand(data: Any) -> HandRecord:
    hand = _object(data, "")
    _known(hand, (*_HAND, *_RESULT))
    trades = _list(hand.get("trades", []), "trades")
    plies = _list(hand.get("plies", []), "plies")
    return HandRecord(
        hands=tuple(_list(hand.get("hands", []), "hands")),
        leader=_optional(hand.get("leader"), int, "leader"),
        spare=_optional(hand.get("spare"), str, "spare"),
        position=_optional(hand.get("position"), str, "position"),
        trades=tuple(
            Trade(*_row(trade, (int, str, int, str), f"trades[{number}]"))
            for number, trade in enumerate(trades)
        ),
        plies=tuple(
            Ply(*_row(ply, (int, str), f"plies[{number}]")) for number, ply in enumerate(plies)
        ),
    )


def _read_rules(data: Any) -> Rules:
    try:
        return Rules.preset(data) if isinstance(data, str) else Rules.from_dict(data)
    except RulesError as error:
        raise RecordError(str(error), where="rules") from None


# --- checks --------------------------------------------------------------------------------------


def _known(data: dict[str, Any], keys: tuple[str, ...]) -> None:
    for key in data:
        if key not in keys:
            raise RecordError(f"expected one of {', '.join(keys)}", where=f"{key:.80}")


def _agree(given: Any, wanted: Any, where: str) -> None:
    # Compared as text, since 1 == True == 1.0 for Python but not for JSON.
    if json.dumps(given, sort_keys=True) != json.dumps(wanted, sort_keys=True):
        raise RecordError(f"expected {wanted!r} by the plays, not {given!r:.80}", where=where)


def _object(value: Any, where: str) -> dict[str, Any]:
    found: dict[str, Any] = _typed(value, dict, where)
    return found


def _list(value: Any, where: str) -> list[Any]:
    found: list[Any] = _typed(value, list, where)
    return found


def _typed(value: Any, kind: type[Any], where: str) -> Any:
    if type(value) is not kind:
        names = {dict: "an object", list: "a list", int: "a whole number", str: "a text"}
        raise RecordError(f"expected {names[kind]}, not {value!r:.80}", where=where)
    return value


def _optional(value: Any, kind: type[Any], where: str) -> Any:
    return None if value is None else _typed(value, kind, where)


def _row(value: Any, kinds: tuple[type[Any], ...], where: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != len(kinds):
        raise RecordError(f"expected a list of {len(kinds)}, not {value!r:.80}", where=where)
    return [_typed(item, kind, where) for item, kind in zip(value, kinds, strict=True)]
