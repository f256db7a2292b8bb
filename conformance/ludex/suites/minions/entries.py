"""Ticks in which one entry is wrong: the first, one in the middle, the last, or all of them; and pairs said twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from ludex.games.minions.actions import MOVE, Action
from ludex.games.minions.board import Board, Unit, with_unit
from ludex.games.minions.hexes import HEXES, distance, neighbours
from ludex.games.minions.pairs import OPPONENT
from ludex.games.minions.position import Position, with_board
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.positions import (
    EVERY_KIND,
    NECROMANCERS,
    UNITS,
    Ask,
    Draft,
    a_side,
    a_unit,
    answer_to,
    is_readable,
    rules_with,
)
from ludex.suites.minions.scenes import ticking, volleying
from ludex.suites.minions.staging import LEGAL, Stages, broken_by, on_one_board

Pairs = tuple[tuple[int, int], ...]
Spoilt = tuple[Board, Pairs]
Spoil = Callable[[Dice, Board, str, Pairs, int], Spoilt | None]

SIZES = (2, 3, 5)
VOLLEYS = (2, 3, 4)
MARCHES = (7, 9, 13, 17, 20)
MARCHING = tuple(kind for kind in UNITS if kind.speed and kind.range)
LIMPING = tuple(kind for kind in EVERY_KIND if kind.has("lumbering") and kind.range)
TOUCHING = tuple(kind for kind in EVERY_KIND if kind.attack == "deathtouch")
MANY = rules_with(tick="many-attacks")


def topics(_: str) -> Iterator[SuiteTopic]:
    """Ticks of moves, and ticks of attacks."""
    about = "Ticks of moves of which one is wrong, the first, one in the middle or the last, or all of them."
    yield SuiteTopic("entries-moves", "refusal", "apply", about, _of_moves)
    about = "Ticks of attacks of which one is wrong, wherever it stands, or all of them."
    yield SuiteTopic("entries-attacks", "refusal", "apply", about, _of_attacks)


def _places(size: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Which entries of a tick are spoilt, and how that is called."""
    for place in dict.fromkeys((0, size // 2, size - 1)):
        yield f"entry {place} of {size}", (place,)
    yield f"all {size}", tuple(range(size))


def _spoil(dice: Dice, ask: Ask, spoil: Spoil, places: tuple[int, ...]) -> Ask | None:
    """The ask with these entries spoilt, one after the other."""
    position, action = ask.position, ask.action
    board, pairs = position.boards[action.board], action.pairs
    for place in places:
        spoilt = spoil(dice, board, position.side, pairs, place)
        if spoilt is None:
            return None
        board, pairs = spoilt
    return Ask(with_board(position, action.board, board), replace(action, pairs=pairs))


def _having(pairs: Pairs, place: int, pair: tuple[int, int]) -> Pairs:
    return (*pairs[:place], pair, *pairs[place + 1 :])


# Moves


def _of_moves() -> Iterator[Case]:
    stages = Stages("entries of moves", room=2)
    for clause, spoil in MOVES.items():
        for size in SIZES:
            for name, places in _places(size):
                if clause in ("MIN-TIC-3", "MIN-TIC-4") and len(places) > 1:
                    continue
                stages.fill((clause, name), partial(_tick, size, spoil, places), (clause,))
    for size in (1, 2, 4):
        stages.fill(("twice", str(size)), partial(_said_twice, size), ("MIN-TIC-3", "MIN-TIC-4"))
        stages.fill(("the enemy's way", str(size)), partial(_with_an_enemy, size), ("MIN-MOV-1", "MIN-MOV-8"))
    for size in MARCHES:
        stages.fill(("many", str(size)), partial(_many, size), LEGAL)
        stages.fill(("many", str(size), "one attacked"), partial(_many, size, tired=True), ("MIN-MOV-3",))
    stages.fill(("water that a flyer leaves",), _into_left_water, ("MIN-MOV-9",))
    return stages.cases()


def _many(size: int, dice: Dice, tired: bool = False) -> Ask | None:
    """So many units move at once, each a step: a tick has no limit. The last of them may have attacked."""
    draft = Draft(dice, a_side(dice))
    pairs: list[tuple[int, int]] = []
    for here in dice.shuffle(draft.dry()):
        taken = {there for _, there in pairs}
        ends = [hex_ for hex_ in draft.dry(neighbours(here)) if hex_ not in taken]
        if len(pairs) < size and here not in taken and ends:
            kind = dice.pick(MARCHING)
            draft.stand(kind, draft.side, here, attacks=int(tired and len(pairs) == size - 1))
            pairs.append((here, dice.pick(ends)))
    ends = [there for _, there in pairs]
    return on_one_board(dice, draft, Action(MOVE, pairs=tuple(pairs)), ends) if len(pairs) == size else None


def _into_left_water(dice: Dice) -> Ask | None:
    """One on foot goes onto water that a flyer leaves in the same tick."""
    ask = _legal_tick(dice, 2)
    if ask is None:
        return None
    board, side = ask.position.boards[ask.action.board], ask.position.side
    wet = [hex_ for hex_ in sorted(board.map.water) if board.cells[hex_] is None]
    if not wet:
        return None
    water = dice.pick(wet)
    near = [hex_ for hex_ in neighbours(water) if hex_ in _empty(board)]
    if len(near) < 2:
        return None
    here, beyond = dice.some(near, 2)
    flyer = dice.pick([kind for kind in UNITS if kind.has("flying")])
    walker = dice.pick([kind for kind in UNITS if not kind.has("flying")])
    board = with_unit(with_unit(board, water, Unit(flyer, side)), here, Unit(walker, side))
    pairs = tuple(dice.shuffle([(water, beyond), (here, water)]))
    return Ask(with_board(ask.position, ask.action.board, board), replace(ask.action, pairs=pairs))


def _legal_tick(dice: Dice, size: int) -> Ask | None:
    ask = ticking(dice, size)
    return ask if len(ask.action.pairs) == size and is_readable(ask.position) and broken_by(ask) == LEGAL else None


def _tick(size: int, spoil: Spoil, places: tuple[int, ...], dice: Dice) -> Ask | None:
    ask = _legal_tick(dice, size)
    return None if ask is None else _spoil(dice, ask, spoil, places)


def _said_twice(size: int, dice: Dice) -> Ask | None:
    """One pair of a tick stands in it twice."""
    ask = _legal_tick(dice, size) if size > 1 else None
    if size == 1:
        ask = _legal_tick(dice, 2)
        ask = ask and ask._replace(action=replace(ask.action, pairs=ask.action.pairs[:1]))
        if ask is None or broken_by(ask) != LEGAL:
            return None
    if ask is None:
        return None
    pairs = list(ask.action.pairs)
    pairs.insert(dice.below(len(pairs) + 1), dice.pick(pairs))
    return ask._replace(action=replace(ask.action, pairs=tuple(pairs)))


def _with_an_enemy(size: int, dice: Dice) -> Ask | None:
    """A unit moves onto an enemy, whom the tick would move away."""
    ask = _legal_tick(dice, max(2, size))
    if ask is None:
        return None
    board, side = ask.position.boards[ask.action.board], ask.position.side
    _, there = ask.action.pairs[-1]
    if board.cells[there] is not None or there in board.map.water:
        return None
    free = [hex_ for hex_ in neighbours(there) if board.cells[hex_] is None and hex_ not in board.map.water]
    if not free:
        return None
    board = with_unit(board, there, Unit(a_unit(dice), OPPONENT[side]))
    pairs = dice.shuffle([*ask.action.pairs, (there, dice.pick(free))])
    return Ask(with_board(ask.position, ask.action.board, board), replace(ask.action, pairs=tuple(pairs)))


def _nobody_moves(dice: Dice, board: Board, side: str, pairs: Pairs, place: int) -> Spoilt | None:
    """No unit, or an enemy, stands where the entry begins."""
    here, _ = pairs[place]
    entered = any(there == here for _, there in pairs)
    instead = None if entered or dice.chance(50) else Unit(a_unit(dice), OPPONENT[side])
    return with_unit(board, here, instead), pairs


def _stays(_: Dice, board: Board, __: str, pairs: Pairs, place: int) -> Spoilt | None:
    here = pairs[place][0]
    return board, _having(pairs, place, (here, here))


def _has_attacked(_: Dice, board: Board, __: str, pairs: Pairs, place: int) -> Spoilt | None:
    here = pairs[place][0]
    unit = board.cells[here]
    if unit is None or not unit.kind.attacks_a_turn:
        return None
    return with_unit(board, here, unit._replace(attacks=1)), pairs


def _has_moved(dice: Dice, board: Board, __: str, pairs: Pairs, place: int) -> Spoilt | None:
    """A unit with a step to spare has moved."""
    here = pairs[place][0]
    unit = board.cells[here]
    if unit is None:
        return None
    kind = dice.pick([kind for kind in UNITS if kind.speed >= 2])
    return with_unit(board, here, unit._replace(kind=kind, moved=1)), pairs


def _too_far(dice: Dice, board: Board, _: str, pairs: Pairs, place: int) -> Spoilt | None:
    here = pairs[place][0]
    taken = {there for _, there in pairs}
    ends = [hex_ for hex_ in _empty(board) if distance(here, hex_) in (4, 5) and hex_ not in taken]
    return (board, _having(pairs, place, (here, dice.pick(ends)))) if ends else None


def _onto_an_enemy(dice: Dice, board: Board, side: str, pairs: Pairs, place: int) -> Spoilt | None:
    here = pairs[place][0]
    taken = {there for _, there in pairs}
    ends = [hex_ for hex_ in neighbours(here) if hex_ in _empty(board) and hex_ not in taken]
    if not ends:
        return None
    there = dice.pick(ends)
    return with_unit(board, there, Unit(a_unit(dice), OPPONENT[side])), _having(pairs, place, (here, there))


def _into_water(dice: Dice, board: Board, _: str, pairs: Pairs, place: int) -> Spoilt | None:
    here = pairs[place][0]
    unit = board.cells[here]
    taken = {there for _, there in pairs}
    ends = [hex_ for hex_ in neighbours(here) if hex_ in board.map.water and board.cells[hex_] is None]
    ends = [hex_ for hex_ in ends if hex_ not in taken]
    if not ends or unit is None or unit.kind.has("flying"):
        return None
    return board, _having(pairs, place, (here, dice.pick(ends)))


def _onto_a_friend(dice: Dice, board: Board, side: str, pairs: Pairs, place: int) -> Spoilt | None:
    return _onto_an_enemy(dice, board, OPPONENT[side], pairs, place)


def _where_another_goes(dice: Dice, board: Board, _: str, pairs: Pairs, place: int) -> Spoilt | None:
    """The entry goes to the hex of another entry that is in reach."""
    here = pairs[place][0]
    ends = [there for at, (_, there) in enumerate(pairs) if at != place and distance(here, there) == 1]
    return (board, _having(pairs, place, (here, dice.pick(ends)))) if ends else None


def _from_where_another_goes(dice: Dice, board: Board, _: str, pairs: Pairs, place: int) -> Spoilt | None:
    """The entry begins where another does."""
    left = pairs[place][0]
    starts = [here for at, (here, _) in enumerate(pairs) if at != place and left not in {there for _, there in pairs}]
    if not starts:
        return None
    here = dice.pick(starts)
    taken = {there for _, there in pairs}
    ends = [hex_ for hex_ in neighbours(here) if hex_ in _empty(board) and hex_ not in taken]
    return (board, _having(pairs, place, (here, dice.pick(ends)))) if ends else None


def _empty(board: Board) -> set[int]:
    return {hex_ for hex_ in HEXES if board.cells[hex_] is None and hex_ not in board.map.water}


MOVES: dict[str, Spoil] = {
    "MIN-MOV-1": _nobody_moves,
    "MIN-MOV-2": _stays,
    "MIN-MOV-3": _has_attacked,
    "MIN-MOV-4": _has_moved,
    "MIN-MOV-7": _too_far,
    "MIN-MOV-8": _onto_an_enemy,
    "MIN-MOV-9": _into_water,
    "MIN-TIC-2": _onto_a_friend,
    "MIN-TIC-3": _where_another_goes,
    "MIN-TIC-4": _from_where_another_goes,
}

# Attacks


def _of_attacks() -> Iterator[Case]:
    stages = Stages("entries of attacks", room=2)
    for clause, spoil in ATTACKS.items():
        for size in VOLLEYS:
            for name, places in _places(size):
                wanted = tuple(sorted((clause, "MIN-TIC-5")))
                stages.fill((clause, name), partial(_volley, clause, size, spoil, places), wanted)
    return stages.cases(readings=2)


def _volley(clause: str, size: int, spoil: Spoil, places: tuple[int, ...], dice: Dice) -> Ask | None:
    """Attacks that are right where many share a tick, but for the entries that are spoilt."""
    ask = volleying(dice, size)
    if len(ask.action.pairs) != size or not is_readable(ask.position):
        return None
    if not isinstance(answer_to(ask, MANY), Position):
        return None
    spoilt = _spoil(dice, ask, spoil, places)
    if spoilt is None or not is_readable(spoilt.position):
        return None
    return spoilt if answer_to(spoilt, MANY) == (clause,) else None


def _nobody_strikes(dice: Dice, board: Board, side: str, pairs: Pairs, place: int) -> Spoilt | None:
    instead = None if dice.chance(50) else Unit(a_unit(dice), OPPONENT[side])
    return with_unit(board, pairs[place][0], instead), pairs


def _no_enemy_there(dice: Dice, board: Board, side: str, pairs: Pairs, place: int) -> Spoilt | None:
    """Nobody is struck, or a friend, or the attacker itself."""
    here, there = pairs[place]
    match dice.below(4):
        case 0:
            return board, _having(pairs, place, (here, here))
        case 1:
            return with_unit(board, there, Unit(dice.pick(NECROMANCERS), side)), pairs
        case 2:
            return with_unit(board, there, Unit(a_unit(dice), side)), pairs
    return with_unit(board, there, None), pairs


def _out_of_range(dice: Dice, board: Board, side: str, pairs: Pairs, place: int) -> Spoilt | None:
    here = pairs[place][0]
    ends = [hex_ for hex_ in _empty(board) if distance(here, hex_) in (4, 5)]
    if not ends:
        return None
    there = dice.pick(ends)
    return with_unit(board, there, Unit(a_unit(dice), OPPONENT[side])), _having(pairs, place, (here, there))


def _has_none_left(_: Dice, board: Board, __: str, pairs: Pairs, place: int) -> Spoilt | None:
    here = pairs[place][0]
    unit = board.cells[here]
    return (
        None
        if unit is None
        else (with_unit(board, here, unit._replace(attacks=unit.kind.attacks_a_turn, moved=0)), pairs)
    )


def _limps(dice: Dice, board: Board, __: str, pairs: Pairs, place: int) -> Spoilt | None:
    here = pairs[place][0]
    unit = board.cells[here]
    if unit is None:
        return None
    return with_unit(board, here, unit._replace(kind=dice.pick(LIMPING), moved=1, attacks=0)), pairs


def _touches(dice: Dice, board: Board, __: str, pairs: Pairs, place: int) -> Spoilt | None:
    here, there = pairs[place]
    unit, target = board.cells[here], board.cells[there]
    if unit is None or target is None:
        return None
    board = with_unit(board, here, unit._replace(kind=dice.pick(TOUCHING), attacks=0, moved=0))
    return with_unit(board, there, target._replace(kind=dice.pick(NECROMANCERS), damage=0)), pairs


ATTACKS: dict[str, Spoil] = {
    "MIN-ATK-1": _nobody_strikes,
    "MIN-ATK-2": _no_enemy_there,
    "MIN-ATK-3": _out_of_range,
    "MIN-ATK-4": _has_none_left,
    "MIN-ATK-5": _limps,
    "MIN-ATK-6": _touches,
}
