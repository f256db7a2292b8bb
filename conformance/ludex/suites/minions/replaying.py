"""How a replay of Minions is packed: what the runner must know to play one through `apply`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def position(asked: Mapping[str, Any]) -> Any:
    """The position that a replay begins with; it says all there is to know."""
    return asked["position"]


def actions(asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of each `apply`."""
    return [{"action": action} for action in asked["actions"]]
