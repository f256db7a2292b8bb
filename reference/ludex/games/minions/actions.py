"""The actions of Minions, as they come over the wire."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ludex.games.minions.hexes import NAMED, NAMES
from ludex.games.minions.table import Kind, Table, table_of
from ludex.rules import Rules, Unreadable, check, layout, reading, require

MOVE, ATTACK, BUY, SPAWN, CHOOSE, RESIGN = "move", "attack", "buy", "spawn", "choose", "resign"
BUY_SPELL, MARCH, TECH, END_TURN, TURN = "buy-spell", "march", "tech", "end-turn", "turn"

FIELDS: dict[str, tuple[str, ...]] = {
    MOVE: ("board", "moves"),
    ATTACK: ("board", "attacks"),
    BUY: ("board", "unit"),
    SPAWN: ("board", "unit", "to"),
    CHOOSE: ("board", "necromancer", "keep"),
    RESIGN: ("board",),
    BUY_SPELL: (),
    MARCH: (),
    TECH: ("card",),
    END_TURN: (),
    TURN: ("actions",),
}
KINDS = tuple(FIELDS)
NOWHERE = -1  # in the place of a board or a hex that an action does not have


@dataclass(frozen=True, slots=True)
class Action:
    """An action; ``pairs`` are the moves or attacks of a tick, ``unit`` what is bought, spawned, chosen or teched."""

    kind: str
    board: int = NOWHERE
    pairs: tuple[tuple[int, int], ...] = ()
    unit: Kind | None = None
    to: int = NOWHERE
    keep: Kind | None = None
    actions: tuple[Action, ...] = ()


@layout("MIN-ACT-1")
def object_of(data: Any) -> Mapping[str, Any]:
    """The object of an action."""
    if not isinstance(data, Mapping) or "kind" not in data:
        raise Unreadable(("MIN-ACT-1",), detail="an action is an object with a kind")
    return data


@check("MIN-ACT-2")
def kind_is_known(data: Mapping[str, Any]) -> bool:
    """The kind is one of the eleven."""
    return data["kind"] in KINDS


def _is_pair(pair: Any) -> bool:
    return isinstance(pair, list | tuple) and len(pair) == 2 and all(_is_hex(name) for name in pair)


def _is_hex(name: Any) -> bool:
    return isinstance(name, str) and name in NAMED


def _are_pairs(pairs: Any) -> bool:
    return isinstance(pairs, list | tuple) and all(_is_pair(pair) for pair in pairs)


TYPES: dict[str, Callable[[Any], bool]] = {
    "board": lambda value: type(value) is int and value >= 0,
    "moves": _are_pairs,
    "attacks": _are_pairs,
    "unit": lambda value: isinstance(value, str),
    "to": _is_hex,
    "necromancer": lambda value: isinstance(value, str),
    "keep": lambda value: value is None or isinstance(value, str),
    "card": lambda value: isinstance(value, str),
    "actions": lambda value: isinstance(value, list | tuple),
}


@check("MIN-ACT-3")
def fields_fit(data: Mapping[str, Any]) -> bool:
    """An action has the fields of its kind, all of them and no other, each of its type."""
    names = FIELDS[data["kind"]]
    return set(data) == {"kind", *names} and all(TYPES[name](data[name]) for name in names)


@check("MIN-ACT-4")
def a_tick_has_an_entry(data: Mapping[str, Any], _: Table) -> bool:
    """A tick has at least one move or attack."""
    return data["kind"] not in {MOVE, ATTACK} or bool(data.get("moves") or data.get("attacks"))


@check("MIN-ACT-5")
def a_turn_ends_once(data: Mapping[str, Any], _: Table) -> bool:
    """The last action of a whole turn, and only the last, ends the turn; none is itself a whole turn."""
    if data["kind"] != TURN:
        return True
    kinds = [object_of(action)["kind"] for action in data["actions"]]
    return kinds[-1:] == [END_TURN] and END_TURN not in kinds[:-1] and TURN not in kinds


@check("MIN-ACT-6")
def ids_are_known(data: Mapping[str, Any], table: Table) -> bool:
    """Units, necromancers and cards are called by ids of the table."""
    named = (data.get(name) for name in ("unit", "necromancer", "keep", "card"))
    return all(name in table.kinds for name in named if name is not None)


def _pairs(data: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    said = data.get("moves") or data.get("attacks") or ()
    return tuple((NAMED[here], NAMED[there]) for here, there in said)


@reading
def read_action(data: Any, rules: Rules) -> Action:
    """The action that a JSON object holds; raises Unreadable with every clause that it breaks."""
    # mechanical: puts in null for a field that the kind of action lacks
    table = table_of(rules)
    said = object_of(data)
    require(Unreadable, (kind_is_known,), said, detail=f"a kind of action is one of {', '.join(KINDS)}")
    require(Unreadable, (fields_fit,), said, detail=f"{said['kind']} has the fields {FIELDS[said['kind']]}")
    require(Unreadable, (a_tick_has_an_entry, a_turn_ends_once, ids_are_known), said, table)
    unit = said.get("unit") or said.get("necromancer") or said.get("card")
    keep = said.get("keep")
    return Action(
        said["kind"],
        said.get("board", NOWHERE),
        _pairs(said),
        None if unit is None else table.kinds[unit],
        NAMED[said["to"]] if "to" in said else NOWHERE,
        None if keep is None else table.kinds[keep],
        tuple(read_action(action, rules) for action in said.get("actions", ())),
    )


def _named_pairs(pairs: tuple[tuple[int, int], ...]) -> list[list[str]]:
    return [[NAMES[here], NAMES[there]] for here, there in pairs]


def show_action(action: Action, rules: Rules) -> dict[str, Any]:
    """The JSON object of an action."""
    unit, keep = action.unit, action.keep
    values: dict[str, Any] = {
        "board": action.board,
        "moves": _named_pairs(action.pairs),
        "attacks": _named_pairs(action.pairs),
        "unit": unit and unit.id,
        "to": NAMES[action.to],
        "necromancer": unit and unit.id,
        "keep": keep and keep.id,
        "card": unit and unit.id,
        "actions": [show_action(part, rules) for part in action.actions],
    }
    return {"kind": action.kind, **{name: values[name] for name in FIELDS[action.kind]}}
