"""How a replay is packed, and what a turn has spent: what the runner must know to play one through `apply`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

State = Mapping[str, Any]
NOTHING: Mapping[str, list[str]] = {"moved": [], "attacked": []}


def position(asked: Mapping[str, Any]) -> Any:
    """The state that a replay begins with."""
    return asked["position"]


def actions(asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of each `apply`."""
    return [{"action": action} for action in asked["actions"]]


def beside(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What goes beside the first state: what its turn has spent."""
    return {"spent": asked["spent"]} if "spent" in asked else {}


def whole_turns(actions: Iterable[dict[str, Any]]) -> None:
    """None: a turn is as many actions as a player likes, and no action says all of them."""


def carried(before: State, fields: Mapping[str, Any], after: State) -> dict[str, Any]:
    """What goes beside the next state: the account of the turn, in which one more unit has moved or attacked."""
    if after["currentPlayer"] != before["currentPlayer"]:
        return {}
    spent = fields.get("spent") or NOTHING
    moved, attacked = {*spent["moved"]}, {*spent["attacked"]}
    was = {unit["id"]: unit for unit in before["units"]}
    moved |= {unit["id"] for unit in after["units"] if unit["position"] != was[unit["id"]]["position"]}
    if fields["action"]["type"] == "ATTACK":
        target = was[fields["action"]["targetUnitId"]]
        attacked |= {unit["id"] for unit in before["units"] if _could_hit(unit, target)}
    return {"spent": {"moved": sorted(moved), "attacked": sorted(attacked)}}


def _could_hit(unit: State, target: State) -> bool:
    here, there = unit["position"], target["position"]
    apart = abs(here["x"] - there["x"]) + abs(here["y"] - there["y"])
    return bool(unit["alive"] and unit["hp"] > 0 and unit["owner"] != target["owner"] and apart == 1)
