"""What there is to say of a question: who acts where and on whom, and how near it is to what limits it.

The names are those that the points of ``spec/minions/matrix.toml`` use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ludex.games.minions.actions import ATTACK, BUY, MOVE, SPAWN, TURN, Action, read_action
from ludex.games.minions.board import Board, Unit, choice_is_open
from ludex.games.minions.hexes import HEXES, WIDTH, distance, neighbours
from ludex.games.minions.moving import steps_left, ways
from ludex.games.minions.play import after
from ludex.games.minions.position import Position, needed_points, read_position
from ludex.rules import Refused, Rules, answering
from ludex.seam import reference_of
from ludex.suites.minions.edges import BESIDE, CORNERS, SEAMS, wrong_ways
from ludex.suites.minions.positions import EVERY_KIND

Facets = Mapping[str, Any]
FULL = 40  # units on a board that is crowded
BARE = 3  # and on one that is nearly empty
IDS = tuple(kind.id for kind in EVERY_KIND)


def facets(operation: str, asked: Mapping[str, Any], rules: Rules) -> Facets:
    """The facets of any question; of one that cannot be read those that its text has."""
    told = {"operation": operation, "readable": False, **_of_text(operation, asked)}
    position = _position(msgspec.json.encode(asked["position"], order="sorted"), rules) if "position" in asked else None
    if position is None:
        return told | _of_refusal(operation, asked, rules)
    told |= {"readable": True, **_of_position(position)}
    if operation != "apply":
        return told
    try:
        action = read_action(asked.get("action"), rules)
    except Refused:
        return told | {"readable": False} | _of_refusal(operation, asked, rules)
    return told | _of_action(position, action, rules)


@lru_cache(maxsize=64)
def _position(shown: bytes, rules: Rules) -> Position | None:
    try:
        return read_position(msgspec.json.decode(shown), rules)
    except Refused:
        return None


# What cannot be read


def _of_text(operation: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in the fields of a question, wherever it stands."""
    values = list(_values(asked))
    texts = [value for value in values if isinstance(value, str)]
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    asked_first = asked.get("line", asked.get("rows", asked.get("action", asked.get("cards"))))
    position, depth = asked.get("position"), asked.get("depth")
    return {
        "fields": asked,
        "says_over": isinstance(position, Mapping) and position.get("status") == "ended",
        **({"depth": depth} if type(depth) is int else {}),
        "texts": texts,
        "numbers": numbers,
        "nothing": any(value in ("", [], {}, None) for value in values),
        "begins_another": any(
            one != id_ and (id_.startswith(one) or one.startswith(id_)) for one in texts if len(one) > 2 for id_ in IDS
        ),
        "text": asked_first if isinstance(asked_first, str) else "",
        "of_line": operation == "board",
        "of_map": operation == "map",
        "of_setup": operation == "setup",
    }


def _of_refusal(operation: str, asked: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Which clauses it breaks, if it cannot be read."""
    given = answering.answer(reference_of("minions"), operation, asked, rules)
    broken = tuple(given.get("unreadable", {}).get("broken", ()))
    return {"causes": len(broken), "broken": broken}


def _values(value: Any) -> Iterator[Any]:
    """Everything that stands in a JSON value, itself first."""
    yield value
    if isinstance(value, Mapping):
        for one in value.values():
            yield from _values(one)
    elif isinstance(value, list):
        for one in value:
            yield from _values(one)


# Positions


def _of_position(position: Position) -> dict[str, Any]:
    side, needed = position.side, needed_points(len(position.boards))
    return {
        "side": side,
        "boards": len(position.boards),
        "over": position.ended,
        "entered": position.entered,
        "money": position.money.of(side),
        "cards": len(position.cards),
        "open_choices": sum(choice_is_open(board, side) for board in position.boards),
        "last_turn": max(position.points.yellow, position.points.blue) == needed - 1,
        "first_turn": any(board.state == "f" for board in position.boards),
        "won": sum("w" in board.flags for board in position.boards),
        "resigned": sum("r" in board.flags for board in position.boards),
        "acted": any(_has_acted(unit) for board in position.boards for unit in board.cells if unit)
        or bool(position.entered),
        "most_units": max(sum(unit is not None for unit in board.cells) for board in position.boards),
        "fewest_units": min(sum(unit is not None for unit in board.cells) for board in position.boards),
        "needed": needed,
        "spell_change": position.money.of(side) - 8 * len(position.boards),
        "hand": position.spells.of(side).free + position.spells.of(side).bought,
    }


def _has_acted(unit: Unit) -> bool:
    return bool(unit.moved or unit.attacks or unit.spawned)


# Actions


def _of_action(position: Position, action: Action, rules: Rules) -> dict[str, Any]:
    broken = broken_by(position, action, rules)
    told = {
        "kind": action.kind,
        "board": action.board,
        "causes": len(broken),
        "broken": broken,
        "parts": len(action.actions),
        "refused_part": _refused_part(position, action, rules),
        "entries": len(action.pairs),
        "unit": action.unit.id if action.unit else None,
        "keep": action.keep.id if action.keep else None,
    }
    if action.kind == TURN or not 0 <= action.board < len(position.boards):
        return told
    board = position.boards[action.board]
    return told | _of_board(position, board, action) | _of_entries(position, board, action, rules)


def broken_by(position: Position, action: Action, rules: Rules) -> tuple[str, ...]:
    """The clauses that an action breaks; none when it is legal."""
    try:
        after(position, action, rules)
    except Refused as refused:
        return tuple(refused.broken)
    return ()


def _refused_part(position: Position, action: Action, rules: Rules) -> int | None:
    """Which action of a whole turn is the first that is refused."""
    for at, part in enumerate(action.actions):
        try:
            position = after(position, part, rules)
        except Refused:
            return at
    return None


def _of_board(position: Position, board: Board, action: Action) -> dict[str, Any]:
    side = position.side
    units = sum(unit is not None for unit in board.cells)
    price = action.unit.cost if action.kind == BUY and action.unit else None
    return {
        "state": board.state,
        "flags": "".join(sorted(board.flags)),
        "choice_is_open": choice_is_open(board, side),
        "crowded": units >= FULL,
        "sparse": units <= BARE,
        "waiting": [kind.id for kind in board.zones.of(side)],
        "enemy_waiting": [kind.id for kind in board.zones.of(position.enemy)],
        "elsewhere": [
            kind.id for at, one in enumerate(position.boards) if at != action.board for kind in one.zones.of(side)
        ],
        "change": None if price is None else position.money.of(side) - price,
        "used": sorted(board.used.of(side)),
        "units": units,
    }


def _of_entries(position: Position, board: Board, action: Action, rules: Rules) -> dict[str, Any]:
    pairs = action.pairs
    hexes = [hex_ for pair in pairs for hex_ in pair] + ([action.to] if action.kind == SPAWN else [])
    movers, targets = [board.cells[here] for here, _ in pairs], [board.cells[there] for _, there in pairs]
    side = position.side
    near = [unit for hex_ in hexes[-1:] for at in neighbours(hex_) if (unit := board.cells[at]) is not None]
    return {
        "rim": any(hex_ % WIDTH in (0, WIDTH - 1) or hex_ // WIDTH in (0, WIDTH - 1) for hex_ in hexes),
        "corner": any(hex_ in CORNERS for hex_ in hexes),
        "seam": _is_across(pairs, board, action, side),
        "own_movers": all(unit is not None and unit.side == side for unit in movers),
        "movers": [unit.kind.id for unit in movers if unit],
        "itself": any(here == there for here, there in pairs),
        "on_from": [_whose(unit, side) for unit in movers],
        "on_to": [_whose(unit, side) for unit in targets] or [_whose(board.cells[hex_], side) for hex_ in hexes[-1:]],
        "by_necromancer": any(unit and unit.kind.rank for unit in movers),
        "at_necromancer": any(unit and unit.kind.rank for unit in targets)
        or any(unit.kind.rank for unit in near if action.kind == SPAWN),
        "spent": any(unit is not None and _has_acted(unit) for unit in movers),
        "wet": any(hex_ in board.map.water for hex_ in hexes[-1:]),
        "graveyard": any(hex_ in board.map.graveyards for hex_ in hexes[-1:]),
        "spawners": [unit.side == side for unit in near if unit.kind.has("spawn")],
        "mended_by": _mended_by(position, action, rules),
        "all_wrong": len(pairs) > 1 and all(broken_by(position, _only(action, at), rules) for at in range(len(pairs))),
        **(_of_one_pair(board, action, side) if len(pairs) == 1 else {}),
    }


def _whose(unit: Unit | None, side: str) -> str:
    return "nobody" if unit is None else "own" if unit.side == side else "enemy"


def _is_across(pairs: tuple[tuple[int, int], ...], board: Board, action: Action, side: str) -> bool:
    """Whether two hexes lie on either side of a seam that are next to each other in the order of the rows."""
    if action.kind == SPAWN:
        spawners = [at for at in HEXES if (unit := board.cells[at]) and unit.side == side and unit.kind.has("spawn")]
        pairs = tuple((at, action.to) for at in spawners)
    steps = set(SEAMS.values())
    return any(
        distance(here, there) > 3 and {there - here, there - here + 100, there - here - 100} & steps
        for here, there in pairs
    )


def _only(action: Action, at: int) -> Action:
    return Action(action.kind, action.board, action.pairs[at : at + 1])


def _mended_by(position: Position, action: Action, rules: Rules) -> list[int]:
    """The entries of a tick without any one of which it breaks fewer clauses, which are all of the tick's own."""
    if len(action.pairs) < 2:
        return []
    broken = broken_by(position, action, rules)
    without = (
        broken_by(position, Action(action.kind, action.board, action.pairs[:at] + action.pairs[at + 1 :]), rules)
        for at in range(len(action.pairs))
    )
    return [at for at, left in enumerate(without) if set(left) - {"MIN-TIC-5"} < set(broken) - {"MIN-TIC-5"}]


def _of_one_pair(board: Board, action: Action, side: str) -> dict[str, Any]:
    """How far one unit goes or strikes, beside how far it could."""
    here, there = action.pairs[0]
    unit, target = board.cells[here], board.cells[there]
    if unit is None or unit.side != side:
        return {}
    told: dict[str, Any] = {"distance": distance(here, there), "flies": unit.kind.has("flying")}
    if action.kind == ATTACK:
        told |= {
            "too_far": distance(here, there) - unit.kind.range,
            "attacks_left": unit.kind.attacks_a_turn - unit.attacks,
            "sort": unit.kind.attack,
            "life": target.kind.defense - target.damage if target else None,
        }
    if action.kind == MOVE:
        found = ways(board, unit, here, 2 * WIDTH).get(there)
        told |= {
            "steps": found,
            "too_far": None if found is None else found - steps_left(unit),
            "off_path": found != distance(here, there)
            and any(there in wrong_ways(board, unit, here, rim) for rim in BESIDE),
            "longer_way": found is not None and found > distance(here, there),
        }
    return told
