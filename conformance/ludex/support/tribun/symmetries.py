"""The symmetries of Tribun: x and y exchanged, the board turned half round with the colours exchanged, and both."""

from __future__ import annotations

import base64
import struct
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from ludex.games.tribun import REGISTER
from ludex.games.tribun.board import CIDS, COLORS, DIRECTIONS, cid_of, xy_of
from ludex.games.tribun.position import decoded
from ludex.games.tribun.words import NAMES, TIME_TIE, Field, Layout, layouts
from ludex.support import NoImage

Fields = dict[str, Any]
END = "END"
OTHER = {COLORS[0]: COLORS[1], COLORS[1]: COLORS[0]}
POSITION = {"board", "turn", "drawOfferBy", "drawBlocked", "status", "winner"}
COLORED = ("turn", "drawOfferBy", "drawBlocked", "winner", "startingPlayer")
EXCHANGED_CONFIGURATIONS = {1: 2, 2: 1}  # the three donors of one lie opposite to those of the other
COLOR_BITS = ("winnerColor", "actorColor", "loserColor")
CIDS_OF_SEVEN_BITS = 128  # 121..127 are reserved, and stay what they are
OUTSIDE = bytes(range(CIDS, CIDS_OF_SEVEN_BITS))


def _swap_axes(cid: int) -> int:
    x, y = xy_of(cid)
    return cid_of(y, x)


_IMAGE = tuple(_swap_axes(cid) for cid in range(CIDS))
_OTHER_COLOR = bytes(byte ^ 0x40 if byte & 0x3F else byte for byte in range(256))


def across(board: bytes) -> bytes:
    """The board with x and y exchanged."""
    return bytes(board[cid] for cid in _IMAGE)


def turn_half(board: bytes) -> bytes:
    """The board turned half round, with the colours exchanged."""
    return board[::-1].translate(_OTHER_COLOR)


class Symmetry(NamedTuple):
    """Where each cid and each direction goes, and whether the colours are exchanged."""

    cids: bytes
    directions: tuple[int, ...]
    board: Callable[[bytes], bytes]
    turns: bool


def _directions(image: Callable[[int, int], tuple[int, int]]) -> tuple[int, ...]:
    """The number of each direction's image; 6 and 7 are reserved, and stay what they are."""
    return (*(DIRECTIONS.index(image(*vector)) for vector in DIRECTIONS), 6, 7)


_CIDS = bytes(range(CIDS))
_ACROSS = across(_CIDS) + OUTSIDE
_TURNED = _CIDS[::-1] + OUTSIDE
SYMMETRIES: Mapping[str, Symmetry] = MappingProxyType(
    {
        "xy": Symmetry(_ACROSS, _directions(lambda x, y: (y, x)), across, False),
        "turn": Symmetry(_TURNED, _directions(lambda x, y: (-x, -y)), turn_half, True),
        "xy+turn": Symmetry(
            bytes(_TURNED[cid] for cid in _ACROSS),
            _directions(lambda x, y: (-y, -x)),
            lambda board: turn_half(across(board)),
            True,
        ),
    }
)


def question(name: str, operation: str, asked: Any, edition: str) -> Fields:
    """The fields of the image of a question; raises NoImage where there is none."""
    if operation not in _FIELDS:
        raise NoImage(f"`{operation}` asks nothing about a board")
    seen, kinds = SYMMETRIES[name], _FIELDS[operation]
    if not isinstance(asked, Mapping):
        raise NoImage("the question is no object")
    return {field: kinds.get(field, _as_it_is)(value, seen, edition) for field, value in asked.items()}


def result(name: str, operation: str, _: Any, expected: Fields, edition: str) -> Fields:
    """The image of a result that is no refusal."""
    seen, kinds = SYMMETRIES[name], _RESULTS[operation]
    return {field: kinds.get(field, _as_it_is)(value, seen, edition) for field, value in expected.items()}


# What stands in questions and results


def _as_it_is(value: Any, _: Symmetry, __: str) -> Any:
    return value


def _color(value: Any, seen: Symmetry) -> Any:
    if not seen.turns or value is None:
        return value
    if not isinstance(value, str) or value not in OTHER:
        raise NoImage("a colour is neither black nor white")
    return OTHER[value]


def _board(text: Any, seen: Symmetry, _: str) -> str:
    board = decoded(text)
    if board is None or len(board) != CIDS:
        raise NoImage("the board is not the base64 of 121 bytes")
    if seen.turns and any(byte and not byte & 0x3F for byte in board):
        raise NoImage("an empty tile with a colour or a flag (TRB-BYT-3) is of neither colour")
    return base64.b64encode(seen.board(board)).decode()


def _position(data: Any, seen: Symmetry, edition: str) -> Fields:
    if not isinstance(data, Mapping) or data.keys() != POSITION:
        raise NoImage("the position has not its six fields")
    return _state(data, seen, edition)


def _state(data: Mapping[str, Any], seen: Symmetry, edition: str) -> Fields:
    colors = {field: _color(data[field], seen) for field in COLORED if field in data}
    return {**data, "board": _board(data["board"], seen, edition), **colors}


def _snapshot(data: Any, seen: Symmetry, edition: str) -> Fields:
    if not isinstance(data, Mapping) or not {"board", "clocks"} <= data.keys():
        raise NoImage("the snapshot has no board or no clocks")
    return {**_state(data, seen, edition), "clocks": _clocks(data["clocks"], seen)}


def _clocks(clocks: Any, seen: Symmetry) -> Any:
    if not seen.turns:
        return clocks
    if not isinstance(clocks, Mapping) or not OTHER.keys() <= clocks.keys():
        raise NoImage("the clocks are not those of black and white")
    return {**clocks, **{OTHER[color]: clocks[color] for color in COLORS}}


def _submitter(name: Any, seen: Symmetry, _: str) -> Any:
    return OTHER.get(name, name) if seen.turns and isinstance(name, str) else name


def _cid(cid: Any, seen: Symmetry, _: str) -> Any:
    """A number beyond the 121 is no place, wherever one looks from."""
    return seen.cids[cid] if type(cid) is int and 0 <= cid < CIDS_OF_SEVEN_BITS else cid


def _cids(cids: list[Any], seen: Symmetry, edition: str) -> list[Any]:
    return sorted(_cid(cid, seen, edition) for cid in cids)


def _unit(unit: Any, seen: Symmetry, _: str) -> Any:
    if unit is None:
        return None
    if not isinstance(unit, Mapping) or "color" not in unit:
        raise NoImage("the unit has no colour")
    return {**unit, "color": _color(unit["color"], seen)}


def _words(text: Any, seen: Symmetry, edition: str) -> str:
    packed = decoded(text)
    if packed is None or len(packed) % 4:
        raise NoImage("the packed actions are not the base64 of whole words")
    words = [_word(word, seen, edition) for (word,) in struct.iter_unpack("<I", packed)]
    return base64.b64encode(struct.pack(f"<{len(words)}I", *words)).decode()


def _list_image(words: list[Any], seen: Symmetry, edition: str) -> list[Any]:
    return [_word(word, seen, edition) for word in words]


# Words, field by field; what no field takes stays as it is


@cache
def _layouts(edition: str) -> tuple[Layout, ...]:
    return layouts(REGISTER.rules(edition))


def _word(word: Any, seen: Symmetry, edition: str) -> Any:
    """The image of a word; what is no word, or has a reserved opcode, says nothing of the board and stays."""
    if type(word) is not int or not 0 <= word < 1 << 32 or word >> 28 >= len(NAMES):
        return word
    of = _layouts(edition)[word >> 28]
    values = {field.name: field.read(word) for field in of.fields}
    image = {field.name: _value(field, values, seen, of) for field in of.fields}
    image = _in_order(values, image) if "dirA" in values else image
    image = _shared_out(values, seen) | {"actorCid": image["actorCid"]} if "h0" in values else image
    return word & ~of.mask | sum(image[field.name] << field.first for field in of.fields)


def _value(field: Field, values: Mapping[str, int], seen: Symmetry, of: Layout) -> int:
    value = values[field.name]
    if field.what == "cid":
        return seen.cids[value]
    if field.what == "direction":
        return seen.directions[value]
    if not seen.turns:
        return value
    if field.what == "config":
        return EXCHANGED_CONFIGURATIONS.get(value, value)
    if field.name in COLOR_BITS and not (of.name == END and values["endReason"] == TIME_TIE):  # a tie has no loser
        return 1 - value
    return value


def _in_order(values: Mapping[str, int], image: Fields) -> Fields:
    """The two donors of a COMBINE, in rising order if they were, in falling order if they were (TRB-COM-3)."""
    if (values["dirA"] < values["dirB"]) == (image["dirA"] < image["dirB"]):
        return image
    exchanged = {"dirA": "dirB", "dirB": "dirA", "donAminus1": "donBminus1", "donBminus1": "donAminus1"}
    return {name: image[exchanged.get(name, name)] for name in image}


def _shared_out(values: Mapping[str, int], seen: Symmetry) -> Fields:
    """What a SPLIT gives to each neighbour, at the image of its direction."""
    return {f"h{seen.directions[direction]}": values[f"h{direction}"] for direction in range(len(DIRECTIONS))}


Kind = Callable[[Any, Symmetry, str], Any]
_FIELDS: Mapping[str, Mapping[str, Kind]] = {
    "legal": {"position": _position},
    "apply": {"position": _position, "action": _word, "by": _submitter},
    "replay": {"snapshot": _snapshot, "actions": _words},
    "perft": {"position": _position},
    "relations": {"board": _board, "cid": _cid},
    "normalize": {"unit": _unit},
}
_RESULTS: Mapping[str, Mapping[str, Kind]] = {
    "legal": {"actions": _list_image},
    "apply": {"position": _position},
    "replay": {"position": _position},
    "perft": {},
    "relations": {"moves": _cids, "attacks": _cids},
    "normalize": {"unit": _unit},
}
