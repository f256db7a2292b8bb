"""A tiny part of Tribun, to be tested: cids, unit bytes and normalization, under the default readings."""

from typing import Any

HEIGHTS = (0, 1, 2, 3, 4, 6, 8)
COLORS = ("black", "white")
Unit = dict[str, Any]


class Refused(Exception):
    """What cannot be read."""


def is_integer(value: Any, below: int) -> bool:
    return type(value) is int and 0 <= value < below


def tile(cid: Any) -> dict[str, int]:
    """The coordinates of a tile."""
    if not is_integer(cid, 121) or abs(cid // 11 - cid % 11) > 5:
        raise Refused(f"no tile has the cid {cid}")
    return {"x": cid // 11 - 5, "y": cid % 11 - 5}


def unit(byte: Any) -> Unit | None:
    """The unit that a byte stores; None for an empty tile."""
    if byte == 0 and is_integer(byte, 1):
        return None
    if not is_integer(byte, 256) or byte & 7 in (0, 7) or byte >> 3 & 7 == 7:
        raise Refused("no unit is stored like this")
    read = {"p": HEIGHTS[byte & 7], "s": HEIGHTS[byte >> 3 & 7], "color": COLORS[byte >> 6 & 1], "tribun": byte >= 128}
    if read["s"] and (read["tribun"] or not holds_slave(read["p"], read["s"])):
        raise Refused("this primary holds no such slave")
    return read


def holds_slave(p: int, s: int) -> bool:
    return p <= 4 and 2 * p >= s


def rounded(height: int) -> int:
    return max(valid for valid in HEIGHTS if valid <= max(height, 0))


def normalized(given: Any) -> Unit | None:
    """Round down, enforce the slave property, liberate."""
    p, s, color, tribun = described(given)
    p = rounded(p)
    if s > 0 and not holds_slave(p, s):
        p = 0
    if p == 0 and s > 0:
        p, s, color, tribun = rounded(s), 0, COLORS[1 - COLORS.index(color)], False
    return {"p": p, "s": s, "color": color, "tribun": tribun} if p else None


def described(given: Any) -> tuple[int, int, str, bool]:
    """The four values of a unit."""
    if not isinstance(given, dict) or given.keys() != {"p", "s", "color", "tribun"}:
        raise Refused("a unit has p, s, color and tribun")
    p, s, color, tribun = given["p"], given["s"], given["color"], given["tribun"]
    if type(p) is not int or type(s) is not int or s < 0 or color not in COLORS or type(tribun) is not bool:
        raise Refused("these are not the values of a unit")
    return p, s, color, tribun
