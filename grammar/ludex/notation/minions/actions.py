"""Actions of Minions as they go over the wire, and the action that a JSON object asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.notation.minions import table
from ludex.notation.minions import values as v
from ludex.notation.written import json_text, value_of

MOST_ENTRIES = 200


def data_of(action: v.Action) -> Any:
    """What goes over the wire for an action; boards, which people count from 1, go there counted from 0."""
    match action:
        case v.Raw(text):
            return value_of(text)
        case v.Turn(actions):
            return {"kind": "turn", "actions": list(map(data_of, actions))}
        case v.BuySpell():
            return {"kind": "buy-spell"}
        case v.March():
            return {"kind": "march"}
        case v.TechCard(card):
            return {"kind": "tech", "card": card}
        case v.EndTurn():
            return {"kind": "end-turn"}
        case _:
            return _on_board(action)


def _on_board(action: v.Move | v.Attack | v.Buy | v.Spawn | v.Choose | v.Resign) -> dict[str, Any]:
    board = action.board - 1
    match action:
        case v.Move(moves):
            return {"kind": "move", "board": board, "moves": list(map(list, moves))}
        case v.Attack(attacks):
            return {"kind": "attack", "board": board, "attacks": list(map(list, attacks))}
        case v.Buy(kind):
            return {"kind": "buy", "board": board, "unit": kind}
        case v.Spawn(kind, to):
            return {"kind": "spawn", "board": board, "unit": kind, "to": to}
        case v.Choose(necromancer, keep):
            return {"kind": "choose", "board": board, "necromancer": necromancer, "keep": keep}
        case v.Resign():
            return {"kind": "resign", "board": board}


def action_of(data: Any) -> v.Action:
    """The action that a JSON object asks for; one that no other sentence says is a ``Raw``."""
    return _turn_of(data) or single_of(data) or v.Raw(json_text(data))


def _turn_of(data: Any) -> v.Turn | None:
    if not isinstance(data, Mapping) or data.get("kind") != "turn" or data.keys() != {"kind", "actions"}:
        return None
    parts = data["actions"]
    if not isinstance(parts, list) or len(parts) > MOST_ENTRIES:
        return None
    actions = [single_of(part) for part in parts]
    return v.Turn(tuple(action for action in actions if action)) if all(actions) else None


def single_of(data: Any) -> v.Single | None:
    """The single action that a JSON object asks for in the words of the notation, or None."""
    if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str):
        return None
    fields, make = _SINGLE.get(data["kind"], (None, None))
    if fields is None or make is None or data.keys() != {"kind", *fields}:
        return None
    if not all(_FITS[name](data[name]) for name in fields):
        return None
    return make(data)


def _is_board(value: Any) -> bool:
    return type(value) is int and 0 <= value < v.MOST_BOARDS


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and value in v.HEXES


def _is_kind(value: Any) -> bool:
    return isinstance(value, str) and value in table.LETTERS


def _are_pairs(value: Any) -> bool:
    return isinstance(value, list) and 0 < len(value) <= MOST_ENTRIES and all(map(_is_pair, value))


def _is_pair(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(map(_is_hex, value))


def _pairs(value: Any) -> v.Pairs:
    return tuple((here, there) for here, there in value)


_FITS: dict[str, Callable[[Any], bool]] = {
    "board": _is_board,
    "moves": _are_pairs,
    "attacks": _are_pairs,
    "unit": _is_kind,
    "to": _is_hex,
    "necromancer": _is_kind,
    "keep": lambda value: value is None or _is_kind(value),
    "card": _is_kind,
}
_SINGLE: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any]], v.Single]]] = {
    "move": (("board", "moves"), lambda data: v.Move(_pairs(data["moves"]), data["board"] + 1)),
    "attack": (("board", "attacks"), lambda data: v.Attack(_pairs(data["attacks"]), data["board"] + 1)),
    "buy": (("board", "unit"), lambda data: v.Buy(data["unit"], data["board"] + 1)),
    "spawn": (("board", "unit", "to"), lambda data: v.Spawn(data["unit"], data["to"], data["board"] + 1)),
    "choose": (
        ("board", "necromancer", "keep"),
        lambda data: v.Choose(data["necromancer"], data["keep"], data["board"] + 1),
    ),
    "resign": (("board",), lambda data: v.Resign(data["board"] + 1)),
    "buy-spell": ((), lambda _: v.BuySpell()),
    "march": ((), lambda _: v.March()),
    "tech": (("card",), lambda data: v.TechCard(data["card"])),
    "end-turn": ((), lambda _: v.EndTurn()),
}
