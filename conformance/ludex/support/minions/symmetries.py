"""The symmetries of Minions: the sides exchanged, the two coordinates exchanged, and both.

To exchange the sides each board is turned or reflected, whichever its map allows (MIN-BRD-7 asks for one of the two),
and keeps its map. To exchange the coordinates its map is exchanged with it, and travels as rows unless the table has
it; both homes stay where they are. A board in state f has no image with the sides exchanged: the first turn is Yellow's
(MIN-LIN-2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from ludex.games.minions import REGISTER
from ludex.games.minions.board import FIRST
from ludex.games.minions.hexes import HEXES, NAMED, NAMES, WIDTH, exchanged, reflected, rotated
from ludex.games.minions.lines import EXTENDED, PLAIN, ZONE_KEYS
from ludex.games.minions.maps import read_map, signs_in, swaps_of, write_row
from ludex.games.minions.pairs import BLUE, OPPONENT, YELLOW
from ludex.games.minions.position import FIELDS
from ludex.games.minions.table import table_of
from ludex.rules import Refused
from ludex.support import NoImage

Fields = dict[str, Any]
Hexes = tuple[int, ...]
OF_POSITIONS = ("legal", "apply", "replay", "perft", "reach")
BY_SIDE = ("money", "owed", "points", "tech", "spells")
OTHER_KEY = {"Y": "B", "B": "Y"}
KEYS = {name: place for place, name in enumerate((*NAMES, *ZONE_KEYS))}


DEFAULT = REGISTER.rules(REGISTER.editions[0])
TABLE = table_of(DEFAULT)
ACROSS: Hexes = tuple(map(exchanged, HEXES))
NAMES_OF_MAPS = {rows: name for name, rows in TABLE.maps.items()}


def _same(hex_: int) -> int:
    return hex_


IMAGES: dict[str, Callable[[int], int]] = {"rotation": rotated, "reflection": reflected}


@lru_cache
def ways_of(terrain: tuple[str, ...], swap: bool) -> tuple[Callable[[int], int], ...]:
    """The ways in which the hexes of a map may be seen: those that exchange the sides, or those that keep them."""
    swaps = swaps_of(terrain)
    if swap:
        return tuple(IMAGES[name] for name in swaps)
    return (_same, exchanged) if len(swaps) == len(IMAGES) else (_same,)


class Symmetry(NamedTuple):
    """Whether the coordinates are exchanged, and whether the sides are."""

    exchanges: bool
    swaps: bool


SYMMETRIES: Mapping[str, Symmetry] = MappingProxyType(
    {"swap": Symmetry(False, True), "xy": Symmetry(True, False), "xy+swap": Symmetry(True, True)}
)


class BoardView(NamedTuple):
    """How a question is seen: with the sides exchanged or not, where the hexes of each board go, and on which maps."""

    swaps: bool
    boards: tuple[Hexes, ...]
    maps: tuple[str, ...]


def question(name: str, operation: str, asked: Any, _: str) -> Fields:
    """The fields of the image of a question; raises NoImage where there is none."""
    scene = _scene(name, operation, asked)
    image = {**asked, "position": _position(asked["position"], scene)}
    if "action" in asked:
        image["action"] = _action(asked["action"], scene)
    if "actions" in asked:
        image["actions"] = _actions(asked["actions"], scene)
    if "from" in asked:
        image["from"] = _hex(asked["from"], _board_of(asked, scene))
    return image


def result(name: str, operation: str, asked: Any, expected: Fields, _: str) -> Fields:
    """The image of a result that is no refusal."""
    scene = _scene(name, operation, asked)
    image = dict(expected)
    if "position" in expected:
        image["position"] = _position(expected["position"], scene)
    if "actions" in expected:
        image["actions"] = _actions(expected["actions"], scene)
    if "hexes" in expected:
        image["hexes"] = [_hex(hex_, _board_of(asked, scene)) for hex_ in expected["hexes"]]
    return image


def _scene(name: str, operation: str, asked: Any) -> BoardView:
    if operation not in OF_POSITIONS or not isinstance(asked, Mapping):
        raise NoImage(f"`{operation}` asks of no position")
    position, seen = asked.get("position"), SYMMETRIES[name]
    if not isinstance(position, Mapping) or position.keys() != FIELDS or not isinstance(position["maps"], list):
        raise NoImage("the position has not its fields")
    ways = [_way_of(named, seen) for named in position["maps"]]
    return BoardView(seen.swaps, tuple(way.hexes for way in ways), tuple(way.map for way in ways))


class Way(NamedTuple):
    """Where each hex of a board goes, and what its map is then called."""

    hexes: Hexes
    map: str


def _way_of(named: Any, seen: Symmetry) -> Way:
    if not isinstance(named, str):
        raise NoImage("a map is no text")
    return _way(named, seen)


@cache
def _way(named: str, seen: Symmetry) -> Way:
    try:
        terrain = read_map(named, DEFAULT).terrain
    except Refused:
        raise NoImage("a map cannot be read by default") from None
    image = tuple(terrain[hex_] for hex_ in ACROSS) if seen.exchanges else terrain
    hexes = ACROSS if seen.exchanges else HEXES
    if seen.swaps:
        hexes = tuple(map(ways_of(image, True)[0], hexes))
    return Way(hexes, named if image == terrain else _map_name("".join(image)))


def _map_name(terrain: str) -> str:
    """A map by its name in the table, or by its rows."""
    rows = _rows_text(terrain)
    return NAMES_OF_MAPS.get(rows, rows)


def _rows_text(signs: str) -> str:
    """Ten rows of a hundred signs."""
    return "/".join(write_row(signs[start : start + WIDTH]) for start in range(0, len(signs), WIDTH))


# Positions


def _position(data: Mapping[str, Any], scene: BoardView) -> Fields:
    if not isinstance(data["boards"], list) or len(data["boards"]) != len(scene.boards):
        raise NoImage("there are not as many boards as maps")
    boards = [_line(line, hexes, scene.swaps) for line, hexes in zip(data["boards"], scene.boards, strict=True)]
    image = {**data, "boards": boards, "maps": list(scene.maps)}
    return _exchange_sides(image) if scene.swaps else image


def _exchange_sides(data: Fields) -> Fields:
    """The position with everything that a side has at the other."""
    pairs = {field: _swap_pair(data[field]) for field in BY_SIDE}
    winner = None if data["winner"] is None else _other(data["winner"])
    return {**data, **pairs, "side": _other(data["side"]), "winner": winner}


def _swap_pair(pair: Any) -> Fields:
    if not isinstance(pair, Mapping) or not {YELLOW, BLUE} <= pair.keys():
        raise NoImage("what each side has is not said by side")
    return {**pair, YELLOW: pair[BLUE], BLUE: pair[YELLOW]}


def _other(side: Any) -> str:
    if not isinstance(side, str) or side not in OPPONENT:
        raise NoImage("a side is neither yellow nor blue")
    return OPPONENT[side]


def _line(line: Any, hexes: Hexes, swaps: bool) -> str:
    """The image of a line, field by field; what is wrong with a field stays wrong."""
    parts = line.split("|") if isinstance(line, str) and line.isascii() else []
    if not PLAIN <= len(parts) <= EXTENDED:
        raise NoImage("a line has not its fields")
    if swaps and parts[0] == FIRST:
        raise NoImage("a board is in state f, which is Yellow's first turn: MIN-LIN-2")
    state, yellow, blue, *spells, rows, marks, flags, used = (*parts, "", "", "")[:EXTENDED]
    zones = (blue.swapcase(), yellow.swapcase()) if swaps else (yellow, blue)
    seen = (_rows(rows, hexes, swaps), _marks(marks, hexes, swaps), flags, _sort_by_side(used, swaps))
    return "|".join((state, *zones, *spells, *seen)[: len(parts)])


def _rows(rows: str, hexes: Hexes, swaps: bool) -> str:
    signs = signs_in(rows)
    if not signs:
        raise NoImage("the rows of a board are not ten of ten hexes")
    image = [""] * len(HEXES)
    for hex_, sign in zip(hexes, signs, strict=True):
        image[hex_] = sign.swapcase() if swaps else sign
    return _rows_text("".join(image))


def _marks(text: str, hexes: Hexes, swaps: bool) -> str:
    """The marks of units, by their hexes in board order, and of the zones, Yellow's first."""
    items = [(key, said) for key, _, said in (item.partition(":") for item in text.split(";") if text)]
    places = [KEYS.get(key, -1) for key, _ in items]
    if places != sorted(set(places)) or -1 in places:
        raise NoImage("the marks of a board are not in order")
    image = {(NAMES[hexes[NAMED[key]]] if key in NAMED else _key(key, swaps)): said for key, said in items}
    return ";".join(f"{key}:{image[key]}" for key in sorted(image, key=KEYS.__getitem__))


def _sort_by_side(text: str, swaps: bool) -> str:
    """What is said of each side, Yellow's first."""
    items = [item.partition(":") for item in text.split(";") if text]
    keys = [key for key, _, _ in items]
    if keys != [key for key in ZONE_KEYS if key in keys]:
        raise NoImage("what the sides have used is not said by side")
    return ";".join(sorted((f"{_key(key, swaps)}:{said}" for key, _, said in items), reverse=True))


def _key(key: str, swaps: bool) -> str:
    return OTHER_KEY[key] if swaps else key


# Actions


def _action(data: Any, scene: BoardView) -> Fields:
    if not isinstance(data, Mapping):
        raise NoImage("the action is no object")
    image = dict(data)
    if "actions" in data:
        image["actions"] = _actions(data["actions"], scene)
    for field in ("moves", "attacks"):
        if field in data:
            image[field] = _pairs(data[field], _board_of(data, scene))
    if "to" in data:
        image["to"] = _hex(data["to"], _board_of(data, scene))
    return image


def _actions(data: Any, scene: BoardView) -> list[Fields]:
    if not isinstance(data, list):
        raise NoImage("the actions are no list")
    return [_action(action, scene) for action in data]


def _board_of(data: Mapping[str, Any], scene: BoardView) -> Hexes:
    """Where the hexes go of the board that an action or a question names."""
    board = data.get("board")
    if type(board) is not int or not 0 <= board < len(scene.boards):
        raise NoImage("hexes are named of a board that is not there")
    return scene.boards[board]


def _pairs(pairs: Any, hexes: Hexes) -> list[list[str]]:
    if not isinstance(pairs, list) or not all(isinstance(pair, list) for pair in pairs):
        raise NoImage("the moves or attacks are no list of lists")
    return [[_hex(name, hexes) for name in pair] for pair in pairs]


def _hex(name: Any, hexes: Hexes) -> str:
    if not isinstance(name, str) or name not in NAMED:
        raise NoImage("what should be a hex is none")
    return NAMES[hexes[NAMED[name]]]
