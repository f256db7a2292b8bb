"""What there is to say of a question, by the names that the matrix of slips uses: who acts on whom, where, how much."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ludex.games.tribun.attacks import attackers
from ludex.games.tribun.board import (
    BESIDE,
    DIRECTIONS,
    GRID,
    JUMPS,
    LEAP_RAYS,
    LEAPS_OF_THREE,
    LEAPS_OF_TWO,
    ON_BOARD,
    STRAIGHT_RAYS,
    TILES,
    xy_of,
)
from ludex.games.tribun.composing import DONORS_OF
from ludex.games.tribun.operations import OPERATIONS
from ludex.games.tribun.patterns import PRIMARY, SECONDARY, aim, reach
from ludex.games.tribun.play import apply, legal
from ludex.games.tribun.position import Position, read_position, standard_start
from ludex.games.tribun.units import UNITS
from ludex.games.tribun.words import (
    NAMES,
    NO_LEGAL_TURN,
    Action,
    AttackTribun,
    Backstabb,
    Combine,
    Damage,
    Draw,
    End,
    Enslave,
    Kill,
    Liberate,
    Move,
    Split,
    Symmetric,
    read_action,
)
from ludex.rules import Illegal, Refused, Rules, Unreadable

NOWHERE = -1
OUTER = tuple(cid for cid in TILES if not all(BESIDE[cid]))
CORNERS = tuple(cid for cid in OUTER if sum(not tiles for tiles in BESIDE[cid]) == 3)
STEPS = (12, 11, 1, -12, -11, -1)  # what each direction adds to a cid
VECTORS = {
    2: LEAPS_OF_TWO,
    3: LEAPS_OF_THREE,
    4: LEAPS_OF_TWO,
    6: LEAPS_OF_TWO + DIRECTIONS,
    8: LEAPS_OF_TWO + DIRECTIONS,
}
FARTHEST = {4: GRID, 6: GRID, 8: 2}  # of the heights that go on along a line, in vectors


class Thing(NamedTuple):
    """What stands on a tile: ``who`` is own, enemy, empty or off, as the side to move sees it; ``gives`` an amount."""

    cid: int
    who: str
    p: int
    s: int
    tribun: bool
    gives: int = 0


def facets(operation: str, asked: Mapping[str, Any], rules: Rules) -> Mapping[str, Any]:
    """The facets of a question: of a word in a position most of all; of others, what is asked and how it ends."""
    found: dict[str, Any] = {"operation": operation, **{f"asked_{name}": value for name, value in asked.items()}}
    found["texts"] = texts_of(asked.get("position"))
    found["says_over"] = _says_over(asked.get("position"))
    if operation == "apply":
        return {**found, **_of_word(asked, rules)}
    return {**found, **_numbers(operation, asked), **_of_answer(operation, asked, rules)}


def texts_of(position: Any) -> list[str]:
    """The fields of a position that are text, but for its board."""
    named = position.items() if isinstance(position, Mapping) else ()
    return [value for name, value in named if isinstance(value, str) and name != "board"]


def _says_over(position: Any) -> bool:
    return isinstance(position, Mapping) and position.get("status") == "ended"


NO_NAMES = ("",) * (16 - len(NAMES))  # of opcodes that there are not
NUMBERS = {"word": "word", "cid": "cid", "unit": "byte", "perft": "depth"}  # of operations, the number that is asked


def _numbers(operation: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of a question where all of them are numbers: of a field, of a unit's heights, or of a clock."""
    found: dict[str, Any] = {}
    match operation, asked:
        case ("normalize", {"unit": {"p": p, "s": s}}):
            found = {"asked_p": p, "asked_s": s}
        case ("clock", {"control": {"buffer": buffer, "maxGame": limit}, **rest}):
            spent = {name: rest.get(name) for name in ("main", "gameTime", "spent")}
            found = {**spent, "buffer": buffer, **({} if limit is None else {"limit": limit})}
        case _ if operation in NUMBERS:
            found = {"number": asked.get(NUMBERS[operation])}
    return found if _all_numbers(found.values()) else {}


def _all_numbers(values: Iterable[Any]) -> bool:
    return all(isinstance(one, int) and not isinstance(one, bool) for one in values)


def _of_answer(operation: str, asked: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Of another operation: the clauses that its input breaks; and of a replay how far it gets, and after what."""
    try:
        given = OPERATIONS[operation](asked, rules)
    except Refused as refusal:
        return {"broken": refusal.broken}
    except (TypeError, ValueError, KeyError, AttributeError):
        return {"broken": ()}
    if operation != "replay":
        return {"broken": ()}
    words = base64.b64decode(asked["actions"])
    opcodes = [(*NAMES, *NO_NAMES)[last >> 4] for last in words[3::4]]
    over = _says_over(given["position"])
    return {"broken": (), "applied": given["applied"], "refused": given["refused"], "opcodes": opcodes, "over": over}


def _of_word(asked: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    word, by = asked.get("action"), asked.get("by")
    try:
        position = read_position(asked.get("position"), rules)
        action = read_action(word, rules)
    except Unreadable as refusal:
        return {"broken": refusal.broken, "reading": True, **_raw_board(asked.get("position"))}
    except (TypeError, ValueError, KeyError, AttributeError):
        return {"broken": (), "reading": True}
    return {
        "broken": outcome(position, word, rules, by),
        "reading": False,
        "opcode": NAMES[int(word or 0) >> 28],
        "by": by,
        **_of_turns_left(position, action, int(word or 0), rules),
        **_of_position(position),
        **of_action(position, action, rules),
    }


def _raw_board(position: Any) -> dict[str, Any]:
    """Where the bytes of an unreadable board lie that are no units, or stand off the board."""
    text = position.get("board") if isinstance(position, Mapping) else None
    try:
        board = base64.b64decode(text, validate=True) if isinstance(text, str) else b""
    except ValueError:
        board = b""
    return {"bytes_off": [cid for cid, byte in enumerate(board) if byte and cid not in ON_BOARD]}


def outcome(position: Position, word: Any, rules: Rules, by: str | None = None) -> tuple[str, ...]:
    """The clauses for which a word that can be read is refused; none where it applies."""
    try:
        apply(position, word, rules, by)
    except Illegal as refusal:
        return refusal.broken
    return ()


def _of_position(position: Position) -> dict[str, Any]:
    standing = [cid for cid in TILES if position.board[cid]]
    return {
        "turn": position.turn,
        "offer": position.draw_offer_by,
        "blocked": position.draw_blocked,
        "over": position.ended,
        "units": len(standing),
        "free": len(TILES) - len(standing),
        "start": position.board == standard_start().board,
    }


def thing(position: Position, cid: int, gives: int = 0) -> Thing:
    """What stands on a tile, or nothing, or no tile."""
    if cid == NOWHERE:
        return Thing(cid, "off", 0, 0, False, gives)
    unit = UNITS[position.board[cid]]
    who = "empty" if not unit.p else "own" if unit.color == position.turn else "enemy"
    return Thing(cid, who, unit.p, unit.s, unit.tribun, gives)


def of_action(position: Position, action: Action, rules: Rules) -> dict[str, Any]:
    """Who acts, on what, and which tiles are named or meant."""
    found: dict[str, Any] = {"part": getattr(action, "part", PRIMARY), "things": [], "way": [], "seam": False}
    match action:
        case Move(origin, target, part):
            found |= _pair(position, origin, target, part, rules)
        case Kill(origin, target, part):
            found |= {**_pair(position, origin, target, part, rules), **_band(position, target, origin, rules)}
        case Enslave(origin, target):
            found |= {**_pair(position, origin, target, PRIMARY, rules), **_band(position, target, origin, rules)}
        case AttackTribun(origin, target, _):
            found |= {**_pair(position, origin, target, PRIMARY, rules), **_band(position, target, origin, rules)}
        case Liberate(target) | Damage(target, _):
            found |= {"target": thing(position, target), **_band(position, target, NOWHERE, rules)}
            found["gives"] = action[1] if isinstance(action, Damage) else 0
        case Combine(center, a, b, x, y):
            found |= _beside_of(position, center, (a, b), (x, y))
        case Symmetric(center, config, amount):
            directions = DONORS_OF[config]
            found |= {**_beside_of(position, center, directions, (amount,) * len(directions)), "config": config}
        case Split():
            given = [direction for direction in range(6) if action.amounts[direction]]
            amounts = tuple(action.amounts[direction] for direction in given)
            found |= _beside_of(position, action.actor, tuple(given), amounts)
            found["mover"] = found.pop("target")
        case Backstabb(actor, direction):
            found |= _beside_of(position, actor, (direction,), (0,))
            found["mover"] = found.pop("target")
        case Draw(what, actor) | End(what, actor):
            found |= {"what": what, "actor": actor}
    tiles = [one for one in (found.get("mover"), found.get("target"), *found["things"]) if one is not None]
    cids = [one.cid for one in tiles]
    return {
        **found,
        "cids": cids,
        "corner": any(cid in CORNERS for cid in cids),
        "outer": any(cid in OUTER for cid in cids),
        "off": [place for place, one in enumerate(found["things"]) if one.cid == NOWHERE],
    }


def _pair(position: Position, origin: int, target: int, part: int, rules: Rules) -> dict[str, Any]:
    mover, unit = thing(position, origin), UNITS[position.board[origin]]
    height = (mover.p, mover.s)[part]
    parts = [one for one in (PRIMARY, SECONDARY) if (unit.p, unit.s)[one]]
    return {
        "aiming": [one for one in parts if target in aim(position.board, origin, unit, one, rules)],
        "reaching": [one for one in parts if target in reach(position.board, origin, unit, one, rules)],
        "wraps": any(wraps(origin, target, one) for one in (unit.p, unit.s)),
        "mover": mover,
        "target": thing(position, target),
        "height": height,
        "itself": origin == target,
        "way": [thing(position, cid) for cid in _way(origin, target, height)],
    }


def _way(origin: int, target: int, height: int) -> Iterator[int]:
    """The tiles on the line to the target, by slides, straight lines or a jump."""
    lines = {4: LEAP_RAYS[origin], 6: (*LEAP_RAYS[origin], *STRAIGHT_RAYS[origin])}.get(height, ())
    for ray in lines:
        if target in ray:
            yield from ray[: ray.index(target)]
    if height == 8:
        yield from (over for over, to in JUMPS[origin] if to == target)


def wraps(origin: int, target: int, height: int) -> bool:
    """Whether there is a way from tile to tile for who adds to cids alone, over the end of a row."""
    (x, y), to = xy_of(origin), xy_of(target)
    for dx, dy in VECTORS.get(height, ()):
        for times in range(1, FARTHEST.get(height, 1) + 1):
            cid = origin + times * (dx * GRID + dy)
            if cid not in ON_BOARD:
                break
            if cid == target and (x + times * dx, y + times * dy) != to:
                return True
    return False


def _band(position: Position, target: int, mover: int, rules: Rules) -> dict[str, Any]:
    """Who attacks the target with the mover: as things, with the strongest part that attacks as what they give."""
    band = [one for one in attackers(position.board, target, position.turn, rules) if one.cid != mover]
    return {
        "things": [thing(position, one.cid, one.best) for one in band],
        "twice": [one.cid for one in band if len(one.strengths) > 1],
        "strengths": [tuple(one.strengths.values()) for one in band],
    }


def _beside_of(position: Position, cid: int, directions: tuple[int, ...], amounts: tuple[int, ...]) -> dict[str, Any]:
    """A tile, and what stands beside it in these directions, with what each gives or gets."""
    tiles = [next(iter(BESIDE[cid][direction]), NOWHERE) for direction in directions]
    crossed = [cid + STEPS[d] for d, tile in zip(directions, tiles, strict=True) if tile == NOWHERE]
    return {
        "target": thing(position, cid),
        "things": [thing(position, tile, amount) for tile, amount in zip(tiles, amounts, strict=True)],
        "directions": directions,
        "gives": sum(amounts),
        "seam": any(0 <= over < len(position.board) for over in crossed),
    }


FEW = 9  # units of a side that may be left without a turn; more are not looked at


def _of_turns_left(position: Position, action: Action, word: int, rules: Rules) -> dict[str, Any]:
    """The kinds of turns left: to the side to move, of an end for want of turns; after a turn, to the other side."""
    match action:
        case End(reason, _):
            return {"last": False, **(_turns_left(position, rules) if reason == NO_LEGAL_TURN else {})}
        case Draw():
            return {"last": False}
    theirs = sum(byte > 0 and byte >> 6 & 1 != position.turn for byte in position.board)
    if theirs > FEW:
        return {"last": False}
    try:
        after = apply(position, word, rules)
    except Refused:
        return {"last": False}
    found = _turns_left(after, rules)
    return {"last": not found["left"] and not (after.ended and isinstance(action, AttackTribun)), **found}


def _turns_left(position: Position, rules: Rules) -> dict[str, Any]:
    """The kinds of turns that are legal; and whether they are all by slaves."""
    words = legal(position, rules)
    parts = {getattr(read_action(word, rules), "part", PRIMARY) for word in words}
    return {"left": sorted({NAMES[word >> 28] for word in words}), "slaves_left": parts == {SECONDARY}}
