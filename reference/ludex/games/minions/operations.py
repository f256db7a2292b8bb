"""What an engine of Minions can be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.games.minions.hexes import HEXES, NAMED, NAMES
from ludex.games.minions.lines import write_line
from ludex.games.minions.maps import GRAVEYARD, INVARIANTS, WATER, hexes_of, read_terrain, swaps_of
from ludex.games.minions.moving import destinations
from ludex.games.minions.pairs import SIDES
from ludex.games.minions.play import apply, legal
from ludex.games.minions.position import Position, read_board, read_position, show_position
from ludex.games.minions.setup import set_up
from ludex.rules import Impossible, Refused, Rules, Unreadable, check, require

Params = Mapping[str, Any]
Result = dict[str, Any]


def listed(params: Params, rules: Rules) -> Result:
    """``{"position"}`` to the single actions of the side to move."""
    return {"actions": list(legal(read_position(params["position"], rules), rules))}


def applied(params: Params, rules: Rules) -> Result:
    """``{"position","action"}`` to the position after the action."""
    data, action = params["position"], params["action"]
    return {"position": show_position(apply(read_position(data, rules), action, rules))}


@check("MIN-OPR-1")
def is_a_list(actions: Any) -> bool:
    """The actions of a replay are a list."""
    return isinstance(actions, list | tuple)


def replayed(params: Params, rules: Rules) -> Result:
    """``{"position","actions"}`` to how many actions applied, where they led, and how the next was refused."""
    # mechanical: applies one action after another; apply refuses
    data, actions = params["position"], params["actions"]
    position = read_position(data, rules)
    require(Unreadable, (is_a_list,), actions, detail="actions is a list")
    for done, action in enumerate(actions):
        try:
            position = apply(position, action, rules)
        except Refused as refusal:
            return _played(done, position, type(refusal).__name__.lower())
    return _played(len(actions), position, None)


def _played(applied: int, position: Position, refused: str | None) -> Result:
    return {"applied": applied, "position": show_position(position), "refused": refused}


@check("MIN-OPR-2")
def is_a_depth(depth: Any) -> bool:
    """A count goes a whole number of actions deep."""
    return type(depth) is int and depth >= 0


def perft(position: Position, depth: int, rules: Rules) -> int:
    """How many series of exactly this many listed actions there are; none goes on after the end."""
    # mechanical: counts what MIN-OPR-5 lists; no action is judged here
    if depth == 0:
        return 1
    actions = legal(position, rules)
    if depth == 1:
        return len(actions)
    return sum(perft(apply(position, action, rules), depth - 1, rules) for action in actions)


def counted(params: Params, rules: Rules) -> Result:
    """``{"position","depth"}`` to the number of ways to do that many actions."""
    data, depth = params["position"], params["depth"]
    position = read_position(data, rules)
    require(Unreadable, (is_a_depth,), depth)
    return {"nodes": perft(position, depth, rules)}


def reached(params: Params, rules: Rules) -> Result:
    """``{"position","board","from"}`` to the hexes where the unit there could end a move of its own."""
    data, index, name = params["position"], params["board"], params["from"]
    position = read_position(data, rules)
    place = (position, index, name)
    require(Unreadable, (a_unit_stands_there,), place, detail="board and from name a hex with a unit")
    board, start = position.boards[index], NAMED[name]
    unit = board.cells[start]
    if unit is None:
        raise Impossible("the check of MIN-OPR-3 has let through only a hex with a unit")
    found = destinations(board, unit, start, unit.kind.speed)
    return {"hexes": [NAMES[hex_] for hex_ in sorted(found)]}


@check("MIN-OPR-3")
def a_unit_stands_there(place: tuple[Position, Any, Any]) -> bool:
    """What reaches is a unit on a hex of a board."""
    position, index, name = place
    if type(index) is not int or not 0 <= index < len(position.boards) or not isinstance(name, str):
        return False
    return name in NAMED and position.boards[index].cells[NAMED[name]] is not None


@check("MIN-OPR-4")
def is_a_side(side: Any) -> bool:
    """A board is read with a side to move."""
    return side in SIDES


def board_read(params: Params, rules: Rules) -> Result:
    """``{"line","map","side"}`` to the line as it is written."""
    line, named, side = params["line"], params["map"], params["side"]
    require(Unreadable, (is_a_side,), side, detail="side is yellow or blue")
    return {"line": write_line(read_board(line, named, side, rules))}


def map_read(params: Params, rules: Rules) -> Result:
    """``{"rows"}`` to the graveyards, the water and the symmetries of a map."""
    terrain = read_terrain(params["rows"])
    require(Unreadable, INVARIANTS, terrain, rules, detail="the map breaks an invariant")
    graveyards, water = ([NAMES[hex_] for hex_ in hexes_of(terrain, sign)] for sign in (GRAVEYARD, WATER))
    return {"graveyards": graveyards, "water": water, "swaps": list(swaps_of(terrain))}


def begun(params: Params, rules: Rules) -> Result:
    """``{"maps","cards","money"}`` to the position of the start, and who plays Blue if there were bids."""
    # mechanical: shows who plays Blue where MIN-SET-6 has said it
    start = set_up(params["maps"], params["cards"], params["money"], rules)
    return {"position": show_position(start.position), **({"blue": start.blue} if start.blue else {})}


OPERATIONS: dict[str, Callable[[Params, Rules], Result]] = {
    "legal": listed,
    "apply": applied,
    "replay": replayed,
    "perft": counted,
    "reach": reached,
    "board": board_read,
    "map": map_read,
    "setup": begun,
}

__all__ = ["HEXES", "OPERATIONS", "perft"]
