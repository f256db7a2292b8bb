"""How a Tribun replay is packed: what the runner must know to play one through `apply`."""

import base64
import struct
from collections.abc import Mapping
from typing import Any

KEPT = ("board", "turn", "drawOfferBy")


def position(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The position that a snapshot begins with."""
    snapshot = asked["snapshot"]
    return {
        **{field: snapshot[field] for field in KEPT},
        "drawBlocked": snapshot.get("drawBlocked"),
        "status": "active",
        "winner": None,
    }


def actions(asked: Mapping[str, Any]) -> list[dict[str, int]]:
    """The fields of each `apply`: little-endian uint32 words."""
    packed = base64.b64decode(asked["actions"])
    return [{"action": word} for (word,) in struct.iter_unpack("<I", packed)]
