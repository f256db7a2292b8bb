"""Moving: the paths of a unit, and a tick in which several units move at once."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.minions.board import Board, Unit, units_of, with_unit
from ludex.games.minions.hexes import HEXES, distance, neighbours
from ludex.games.minions.phases import IN_THE_ATTACK_PHASE, acted
from ludex.games.minions.position import Position
from ludex.games.minions.question import Check, Question, holds_for_each
from ludex.rules import Impossible, Rules, check, effect, relation

Ways = tuple[tuple[int, int], ...]


@relation("MIN-MOV-5")
def ways_on_foot(board: Board, side: str, start: int, most: int) -> Ways:
    """The hexes that a unit gets to on foot, each with its least number of steps, up to a number of steps.

    An enemy and water end a path: one steps up to them, never through. Friends are no hindrance.
    """
    steps = {start: 0}
    edge = [start]
    for count in range(1, min(most, len(HEXES)) + 1):
        near = [hex_ for hex_ in dict.fromkeys(h for at in edge for h in neighbours(at)) if hex_ not in steps]
        steps.update(dict.fromkeys(near, count))
        edge = [hex_ for hex_ in near if _lets_through(board, side, hex_)]
    return tuple(steps.items())


def _lets_through(board: Board, side: str, hex_: int) -> bool:
    unit = board.cells[hex_]
    return hex_ not in board.map.water and (unit is None or unit.side == side)


@relation("MIN-MOV-6")
def ways_in_flight(start: int, most: int) -> Ways:
    """The hexes that a flyer gets to, each with its distance: over anything."""
    return tuple((hex_, steps) for hex_ in HEXES if (steps := distance(start, hex_)) <= most)


def ways(board: Board, unit: Unit, start: int, most: int) -> dict[int, int]:
    """The hexes that a unit gets to with this many steps, with the least number of steps to each."""
    # mechanical: picks by flying between MIN-MOV-5 and MIN-MOV-6, which say where a path leads
    found = ways_in_flight(start, most) if unit.kind.has("flying") else ways_on_foot(board, unit.side, start, most)
    return dict(found)


def steps_left(unit: Unit) -> int:
    """The part of its speed that a unit has not used in this turn."""
    return unit.kind.speed - unit.moved


# What each move of a tick is asked


@check("MIN-MOV-1")
def own_units_move(q: Question) -> bool:
    """A unit of the side to move stands where each move begins."""
    return holds_for_each(q, lambda q, here, _: q.own_on(here) is not None)


@check("MIN-MOV-2")
def moves_go_elsewhere(q: Question) -> bool:
    """A move ends on another hex than it begins."""
    return all(here != there for here, there in q.action.pairs)


@check("MIN-MOV-3")
def movers_have_not_attacked(q: Question) -> bool:
    """A unit that has attacked in this turn does not move."""
    return holds_for_each(q, lambda q, here, _: q.own(here).attacks == 0)


def _is_fresh(q: Question, here: int, _: int) -> bool:
    return q.own(here).moved == 0 or q.rules.reads("moves-per-turn", "split")


@check("MIN-MOV-4")
def movers_are_fresh(q: Question) -> bool:
    """A unit moves once in a turn."""
    return holds_for_each(q, _is_fresh)


def _is_in_reach(q: Question, here: int, there: int) -> bool:
    unit = q.own(here)
    return there in ways(q.board, unit, here, steps_left(unit))


@check("MIN-MOV-7")
def destinations_are_in_reach(q: Question) -> bool:
    """A path leads to each destination that is no longer than what is left of the speed."""
    return holds_for_each(q, _is_in_reach)


@check("MIN-MOV-8")
def nobody_ends_on_an_enemy(q: Question) -> bool:
    """No move ends on a hex where an enemy stands."""
    return holds_for_each(q, lambda q, _, there: q.enemy_on(there) is None)


def _may_stand(q: Question, here: int, there: int) -> bool:
    return there not in q.board.map.water or q.own(here).kind.has("flying")


@check("MIN-MOV-9")
def only_flyers_end_on_water(q: Question) -> bool:
    """A unit that does not fly ends no move on water."""
    return holds_for_each(q, _may_stand)


def _is_vacated(q: Question, _: int, there: int) -> bool:
    return q.own_on(there) is None or there in (here for here, _ in q.action.pairs)


@check("MIN-TIC-2")
def nobody_ends_on_a_friend_who_stays(q: Question) -> bool:
    """No move ends on a friend who does not move in the same tick."""
    return holds_for_each(q, _is_vacated)


@check("MIN-TIC-3")
def destinations_differ(q: Question) -> bool:
    """No two moves of a tick end on the same hex."""
    ends = [there for _, there in q.action.pairs]
    return len(set(ends)) == len(ends)


@check("MIN-TIC-4")
def movers_differ(q: Question) -> bool:
    """No two moves of a tick begin on the same hex."""
    begins = [here for here, _ in q.action.pairs]
    return len(set(begins)) == len(begins)


CHECKS: tuple[Check, ...] = (
    *IN_THE_ATTACK_PHASE,
    own_units_move,
    moves_go_elsewhere,
    movers_have_not_attacked,
    movers_are_fresh,
    destinations_are_in_reach,
    nobody_ends_on_an_enemy,
    only_flyers_end_on_water,
    nobody_ends_on_a_friend_who_stays,
    destinations_differ,
    movers_differ,
)


# What a tick of moves does


@effect("MIN-MOV-10")
def having_moved(unit: Unit, steps: int) -> Unit:
    """The steps of a move are noted with the unit."""
    return unit._replace(moved=unit.moved + steps)


@effect("MIN-MOV-11")
def moved_all(board: Board, moves: tuple[tuple[int, int], ...]) -> Board:
    """The units of a tick leave their hexes and stand on their new ones, all at once."""
    emptied = board
    for here, _ in moves:
        emptied = with_unit(emptied, here, None)
    for here, there in moves:
        emptied = with_unit(emptied, there, board.cells[here])
    return emptied


def _with_steps(board: Board, here: int, there: int) -> Board:
    unit = board.cells[here]
    if unit is None:
        raise Impossible("a unit moves from each hex of a legal tick")
    return with_unit(board, here, having_moved(unit, ways(board, unit, here, steps_left(unit))[there]))


def after_move(q: Question) -> Position:
    """The position after a tick of moves."""
    noted = q.board
    for here, there in q.action.pairs:
        noted = _with_steps(noted, here, there)
    return acted(q, moved_all(noted, q.action.pairs))


# The list of single moves


def destinations(board: Board, unit: Unit, start: int, most: int) -> Iterator[int]:
    """Where a unit could end a move of its own within some steps, as the board stands."""
    # mechanical: repeats for lists what MIN-MOV-2, MIN-MOV-8, MIN-MOV-9 and MIN-TIC-2 ask; tests hold them equal
    for hex_ in ways(board, unit, start, most):
        on_water = hex_ in board.map.water and not unit.kind.has("flying")
        if board.cells[hex_] is None and not on_water:
            yield hex_


def single_moves(board: Board, side: str, rules: Rules) -> Iterator[tuple[int, int]]:
    """The moves of one unit that a board allows in its attack phase."""
    # mechanical: lists what the checks of a move let through; tests hold both equal
    for start, unit in units_of(board, side):
        if unit.attacks == 0 and (unit.moved == 0 or rules.reads("moves-per-turn", "split")):
            for there in destinations(board, unit, start, steps_left(unit)):
                yield start, there
