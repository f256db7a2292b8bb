"""What an engine of Tribun can be asked beside ``legal`` and ``apply``: codecs, tables, replays, counts and clocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.games.tribun.board import COLORS, ON_BOARD, WHITE, xy_of
from ludex.games.tribun.clock import Clock, after_turn, read_control
from ludex.games.tribun.patterns import PARTS, aim, reach
from ludex.games.tribun.position import read_board, read_position, show_position
from ludex.games.tribun.replay import perft, read_snapshot, read_words, replay
from ludex.games.tribun.units import (
    EMPTY,
    UNITS,
    Unit,
    byte_of,
    faults_of,
    is_height,
    may_be_normalized,
    normalized,
    unit_of,
)
from ludex.games.tribun.words import layout_of, layouts
from ludex.rules import Rules, Unreadable, check, require, verdict

Params = Mapping[str, Any]
Result = dict[str, Any]


def show_unit(unit: Unit) -> Result | None:
    """A unit as JSON; null for none."""
    # mechanical: shows an empty tile as null
    if unit.p == 0:
        return None
    return {"p": unit.p, "s": unit.s, "color": COLORS[unit.color], "tribun": unit.tribun}


def read_unit(data: Any) -> Unit:
    """A unit as it stands before normalization: any heights; raises Unreadable for other shapes."""
    require(Unreadable, (is_a_unit,), data, detail="a unit has p, s, color and tribun")
    return Unit(data["p"], data["s"], COLORS.index(data["color"]), data["tribun"])


@check("TRB-UNT-1")
def is_a_unit(data: Any) -> bool:
    """Color, tribun flag, primary and secondary height are what a unit is described by."""
    return (
        isinstance(data, Mapping)
        and data.keys() == {"p", "s", "color", "tribun"}
        and type(data["p"]) is int
        and type(data["s"]) is int
        and data["s"] >= 0
        and data["color"] in COLORS
        and type(data["tribun"]) is bool
    )


@check("TRB-UNT-3")
def has_valid_heights(unit: Unit) -> bool:
    """Both heights are valid, or 0 for none."""
    return is_height(unit.p) and is_height(unit.s)


@check("TRB-BYT-8")
def is_a_byte(byte: Any) -> bool:
    """A byte is an integer in 0..255."""
    return type(byte) is int and 0 <= byte < 256


@check("TRB-BRD-2")
def is_a_tile(cid: Any) -> bool:
    """A cid is the number of a tile on the board."""
    return type(cid) is int and cid in ON_BOARD


def unit(params: Params, rules: Rules) -> Result:
    """``{"byte"}`` to the unit that it stores."""
    # mechanical: raises what the clauses of the unit byte have found
    byte = params["byte"]
    require(Unreadable, (is_a_byte,), byte)
    if faults := faults_of(byte, rules):
        raise Unreadable(faults, detail=f"unit byte 0x{byte:02x}")
    return {"unit": show_unit(unit_of(byte))}


def encode_unit(params: Params, rules: Rules) -> Result:
    """``{"unit"}`` (null for none) to the byte that stores it."""
    # mechanical: null, or no heights in either colour, is byte 0; else raises what the clauses of the byte have found
    given = EMPTY if params["unit"] is None else read_unit(params["unit"])
    if given in (EMPTY, EMPTY._replace(color=WHITE)):
        return {"byte": 0}
    require(Unreadable, (has_valid_heights,), given)
    byte = byte_of(given)
    if faults := faults_of(byte, rules):
        raise Unreadable(faults)
    return {"byte": byte}


def cid(params: Params, _: Rules) -> Result:
    """``{"cid"}`` to the coordinates of the tile."""
    require(Unreadable, (is_a_tile,), params["cid"], detail=f"no tile has the cid {params['cid']}")
    x, y = xy_of(params["cid"])
    return {"x": x, "y": y}


def word(params: Params, rules: Rules) -> Result:
    """``{"word"}`` to its opcode and its fields, as they stand in the word."""
    of, values = layout_of(params["word"], rules)
    fields = {field.name: value - field.plus for field, value in zip(of.fields, values, strict=True)}
    return {"opcode": of.name, "fields": fields}


@check("TRB-WRD-9")
def fits_a_layout(params: Params, rules: Rules) -> bool:
    """The opcode is known by name, and its fields are given, each within its bits."""
    of = next((of for of in layouts(rules) if of.name == params["opcode"]), None)
    fields = params["fields"]
    return (
        of is not None
        and isinstance(fields, Mapping)
        and fields.keys() == {field.name for field in of.fields}
        and all(type(fields[f.name]) is int and 0 <= fields[f.name] < 1 << f.width for f in of.fields)
    )


def encode_word(params: Params, rules: Rules) -> Result:
    """``{"opcode","fields"}`` to the word; what cannot be read back is not written."""
    # mechanical: picks the layout of this name, which fits_a_layout has found
    require(Unreadable, (fits_a_layout,), params, rules, detail="opcode and fields do not fit a layout")
    of = next(of for of in layouts(rules) if of.name == params["opcode"])
    made = of.opcode << 28 | sum(params["fields"][field.name] << field.first for field in of.fields)
    layout_of(made, rules)
    return {"word": made}


def normalize(params: Params, rules: Rules) -> Result:
    """``{"unit"}`` with any heights to the unit after normalization."""
    given = read_unit(params["unit"])
    require(Unreadable, (may_be_normalized,), given, rules, detail="a height above 8 has nothing to be rounded to")
    return {"unit": show_unit(normalized(given))}


@check("TRB-PAT-9")
def has_the_part(actor: Unit, part: Any) -> bool:
    """Part 0 is the primary, part 1 the slave; a unit without a slave has only its primary."""
    return _is_a_part(part) and (actor.p, actor.s)[part] > 0


def _is_a_part(part: Any) -> bool:
    return type(part) is int and part in PARTS


def relations(params: Params, rules: Rules) -> Result:
    """``{"board","cid","part"}`` to the tiles that the unit there may move to, and the enemies that it attacks."""
    # mechanical: raises what the checks have found, leaves occupied tiles out of moves, and all but enemies out of
    # attacks; reach and aim decide
    board = read_board(params["board"], rules)
    origin, part = params["cid"], params["part"]
    no_tile, _ = verdict((is_a_tile,), origin)
    if no_tile and _is_a_part(part):  # then it is moot whether a unit has it
        raise Unreadable(no_tile)
    actor = EMPTY if no_tile else UNITS[board[origin]]
    no_part, _ = verdict((has_the_part,), actor, part)
    if no_tile or no_part:
        raise Unreadable([*no_tile, *no_part], detail="no such tile or unit, or it has no such part")
    reached, aimed = reach(board, origin, actor, part, rules), aim(board, origin, actor, part, rules)
    enemies = {tile for tile in aimed if board[tile] and UNITS[board[tile]].color != actor.color}
    return {"moves": sorted({tile for tile in reached if not board[tile]}), "attacks": sorted(enemies)}


def clock(params: Params, rules: Rules) -> Result:
    """``{"control","main","gameTime","spent"}`` to the clock after the turn."""
    times = (params["main"], params["gameTime"], params["spent"])
    control = read_control(params["control"], times)
    after = after_turn(Clock(*times[:2]), control, times[2], rules)
    return {"main": after.main, "gameTime": after.game, "end": after.end}


def replayed(params: Params, rules: Rules) -> Result:
    """``{"snapshot","actions"}`` to how many words applied, where they led, and how the next was refused."""
    # mechanical: shows how the next word was refused, if one was
    done = replay(read_snapshot(params["snapshot"], rules), read_words(params["actions"]), rules)
    refused = None if done.refusal is None else type(done.refusal).__name__.lower()
    return {"applied": done.applied, "position": show_position(done.position), "refused": refused}


@check("TRB-PRF-1")
def is_a_depth(depth: Any) -> bool:
    """A count goes a whole number of turns deep."""
    return type(depth) is int and depth >= 0


def counted(params: Params, rules: Rules) -> Result:
    """``{"position","depth"}`` to the number of ways to play that many turns."""
    require(Unreadable, (is_a_depth,), params["depth"])
    return {"nodes": perft(read_position(params["position"], rules), params["depth"], rules)}


OPERATIONS: dict[str, Callable[[Params, Rules], Result]] = {
    "unit": unit,
    "encode_unit": encode_unit,
    "cid": cid,
    "word": word,
    "encode_word": encode_word,
    "normalize": normalize,
    "relations": relations,
    "clock": clock,
    "replay": replayed,
    "perft": counted,
}

__all__ = ["OPERATIONS", "show_unit"]
