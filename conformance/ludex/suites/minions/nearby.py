"""Near misses: an action with one field changed, or its position with one thing changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from ludex.games.minions.actions import ATTACK, BUY, BUY_SPELL, CHOOSE, MARCH, MOVE, RESIGN, SPAWN, TECH, Action
from ludex.games.minions.board import FIRST, NORMAL, RESET_0, RESET_1, RESET_2, Board, Unit
from ludex.games.minions.hexes import HEXES, home, neighbours
from ludex.games.minions.pairs import OPPONENT, YELLOW
from ludex.games.minions.position import Position, Spells, with_board
from ludex.games.minions.table import Kind
from ludex.suites.dice import Dice
from ludex.suites.minions.positions import EVERY_KIND, NECROMANCERS, TABLE, UNITS, Ask, a_unit, disc, is_readable

Pairs = tuple[tuple[int, int], ...]
LARGEST = 10**9  # no number in the suite is larger (ruling numbers)
ON_A_BOARD = (MOVE, ATTACK, BUY, SPAWN, CHOOSE, RESIGN)


def of_the_action(dice: Dice, ask: Ask) -> list[Ask]:
    """One field of the action changed, in some order."""
    action, position = ask.action, ask.position
    changed = list(_other_fields(dice, position, action))
    if action.kind in ON_A_BOARD:
        count = len(position.boards)
        changed += [replace(action, board=board) for board in (count, count + dice.below(90), LARGEST)]
        changed += [replace(action, board=board) for board in range(count) if board != action.board]
    return [ask._replace(action=one) for one in dice.shuffle(changed)]


def of_the_position(dice: Dice, ask: Ask) -> Iterator[Ask]:
    """One thing changed on the board of the action, or in the turn, where it can be read, in some order."""
    near = dice.shuffle([*_boards(dice, ask), *_turns(dice, ask)])
    return (ask._replace(position=one) for one in near if is_readable(one))


def misses(dice: Dice, ask: Ask, actions: int, positions: int) -> list[Ask]:
    """So many with another action, and so many in another position."""
    return [*of_the_action(dice, ask)[:actions], *islice(of_the_position(dice, ask), positions)]


# The action


def _other_fields(dice: Dice, position: Position, action: Action) -> Iterator[Action]:
    match action.kind:
        case "move" | "attack":
            for pairs in _ticks(dice, position.boards[action.board], position.side, action.pairs):
                yield replace(action, pairs=pairs)
        case "buy":
            yield from (replace(action, unit=kind) for kind in dice.some(EVERY_KIND, 5))
        case "spawn":
            yield from (replace(action, unit=kind) for kind in dice.some(EVERY_KIND, 4))
            yield from (replace(action, to=to) for to in (*dice.some(HEXES, 3), *dice.some(disc(action.to, 1, 2), 6)))
        case "choose":
            yield from (replace(action, unit=kind) for kind in dice.some(NECROMANCERS, 4))
            yield replace(action, unit=dice.pick(UNITS))
            yield replace(action, keep=None)
            yield from (replace(action, keep=kind) for kind in dice.some(EVERY_KIND, 3))
        case "tech":
            yield from (replace(action, unit=kind) for kind in dice.some(position.cards, 6))
            others = (*NECROMANCERS, TABLE.zombie, TABLE.initiate)
            yield from (replace(action, unit=kind) for kind in dice.some(others, 2))


def _ticks(dice: Dice, board: Board, side: str, pairs: Pairs) -> Iterator[Pairs]:
    """One end or one start elsewhere, one entry twice, one more."""
    at = dice.below(len(pairs))
    here, there = pairs[at]
    for end in (here, *neighbours(there), *dice.some(disc(here, 1, 4), 4), *_standing(dice, board, 3)):
        yield _having(pairs, at, (here, end))
    for start in (*_standing(dice, board, 4), *dice.some(neighbours(here), 2), dice.pick(HEXES)):
        yield _having(pairs, at, (start, there))
    yield (*pairs, (here, dice.pick(disc(here, 1, 2))))
    for start in dice.some([hex_ for hex_, unit in enumerate(board.cells) if unit and unit.side == side], 2):
        yield (*pairs, (start, there))
    if len(pairs) > 1:
        yield pairs[:at] + pairs[at + 1 :]


def _having(pairs: Pairs, at: int, pair: tuple[int, int]) -> Pairs:
    return (*pairs[:at], pair, *pairs[at + 1 :])


def _standing(dice: Dice, board: Board, count: int) -> list[int]:
    return dice.some([hex_ for hex_, unit in enumerate(board.cells) if unit is not None], count)


# The position


def _boards(dice: Dice, ask: Ask) -> Iterator[Position]:
    position, action = ask.position, ask.action
    if action.kind not in ON_A_BOARD or action.board >= len(position.boards):
        return
    board = position.boards[action.board]
    for changed in (*_other_flags(board, position.side), *_other_units(dice, board, position, action)):
        yield with_board(position, action.board, changed)


def _other_flags(board: Board, side: str) -> Iterator[Board]:
    """Another phase, another state, resigned, or won."""
    flags = board.flags
    yield replace(board, flags=flags | {"p"})
    yield replace(board, flags=flags | {"p", "q"})
    yield replace(board, flags=frozenset())
    yield replace(board, flags=flags ^ {"r"})
    yield replace(board, flags=flags | {"w"})
    yield replace(board, flags=flags | {"p", "q", "r"})
    states = (NORMAL, RESET_0, RESET_1, RESET_2, *((FIRST,) if side == YELLOW else ()))
    yield from (replace(board, state=state) for state in states if state != board.state)
    yield from (_without_necromancers(board, state, side) for state in (RESET_0, RESET_1))
    yield _without_necromancer(replace(board, state=RESET_1, flags=frozenset()), OPPONENT[side])
    yield _won(board, side)


def _without_necromancers(board: Board, state: str, side: str) -> Board:
    """A board on which nobody, or (at reset+1, where one has chosen) only the side to move, has a necromancer."""
    gone = (side, OPPONENT[side])
    for who in gone:
        board = _without_necromancer(board, who, keep_marks=state != RESET_0)
    return replace(board, state=state, flags=board.flags & {"r"})


def _without_necromancer(board: Board, side: str, keep_marks: bool = True) -> Board:
    """A board on which a side has no necromancer (and nobody any marks of the turn)."""
    cells = tuple(None if unit and unit.side == side and unit.kind.rank else unit for unit in board.cells)
    if not keep_marks:
        cells = tuple(unit and unit._replace(moved=0, attacks=0, spawned=False) for unit in cells)
    return replace(board, cells=cells)


def _won(board: Board, side: str) -> Board:
    """The enemy's necromancer is gone, and the board won."""
    return replace(_without_necromancer(board, OPPONENT[side]), flags=board.flags | {"w"})


def _other_units(dice: Dice, board: Board, position: Position, action: Action) -> Iterator[Board]:
    side = position.side
    for here, there in action.pairs[:2]:
        yield from _other_marks(board, here)
        yield from (_standing_on(board, there, unit) for unit in _newcomers(dice, side))
        for between in dice.some(neighbours(here), 2):
            yield _standing_on(board, between, Unit(a_unit(dice), OPPONENT[side]))
        yield _standing_on(board, here, None)
    if action.kind == SPAWN:
        yield _standing_on(board, action.to, Unit(a_unit(dice), dice.pick((side, OPPONENT[side]))))
        yield replace(board, zones=board.zones.having(side, ()))
        yield _spawned_now(board, side)
        for hex_ in dice.some([hex_ for hex_ in neighbours(action.to) if board.cells[hex_] is not None], 2):
            yield _standing_on(board, hex_, None)
    if action.kind == CHOOSE:
        for start in home(side)[:1]:
            yield _standing_on(board, start, Unit(a_unit(dice), side))
            yield _standing_on(board, start, Unit(a_unit(dice), OPPONENT[side]))
        for hex_ in dice.some([hex_ for hex_, unit in enumerate(board.cells) if unit is None], 3):
            yield _standing_on(board, hex_, Unit(dice.pick(TABLE.advanced), side))
        yield replace(board, zones=board.zones.having(side, ()))
        yield replace(board, used=board.used.having(side, frozenset(kind.id for kind in TABLE.advanced)))
        if action.unit is not None and action.unit.rank == "advanced":
            yield replace(board, used=board.used.having(side, board.used.of(side) | {action.unit.id}))
            yield replace(board, used=board.used.having(side, board.used.of(side) - {action.unit.id}))


def _other_marks(board: Board, hex_: int) -> Iterator[Board]:
    """The unit on a hex has moved, or attacked, as often as it can."""
    unit = board.cells[hex_]
    if unit is None:
        return
    kind = unit.kind
    if kind.speed:
        yield _standing_on(board, hex_, unit._replace(moved=kind.speed))
        yield _standing_on(board, hex_, unit._replace(moved=1))
    if kind.attacks_a_turn:
        yield _standing_on(board, hex_, unit._replace(attacks=kind.attacks_a_turn))
        yield _standing_on(board, hex_, unit._replace(attacks=1))


def _spawned_now(board: Board, side: str) -> Board:
    """All that can spawn was spawned in this turn."""
    cells = tuple(
        unit._replace(spawned=True) if unit and unit.side == side and unit.kind.has("spawn") else unit
        for unit in board.cells
    )
    return replace(board, cells=cells, flags=board.flags | {"p", "q"})


def _newcomers(dice: Dice, side: str) -> Iterator[Unit | None]:
    yield Unit(a_unit(dice), side)
    yield Unit(a_unit(dice), OPPONENT[side])
    yield Unit(dice.pick(NECROMANCERS), OPPONENT[side])
    yield None


def _standing_on(board: Board, hex_: int, unit: Unit | None) -> Board:
    return replace(board, cells=(*board.cells[:hex_], unit, *board.cells[hex_ + 1 :]))


# The turn


def _turns(dice: Dice, ask: Ask) -> Iterator[Position]:
    position, action = ask.position, ask.action
    count, side = len(position.boards), position.side
    yield replace(position, side=OPPONENT[side])
    others = [board for board in range(count) if board != action.board]
    if others:
        yield replace(position, entered=(dice.pick(others),))
        yield replace(position, entered=(action.board, dice.pick(others)) if action.board >= 0 else (others[0],))
    if 0 <= action.board < count:
        yield replace(position, entered=(action.board,))
    if action.kind in (BUY, BUY_SPELL):
        yield from _purses(dice, position, action.unit)
    if action.kind in (MARCH, TECH, BUY_SPELL):
        yield replace(position, spells=position.spells.having(side, Spells(0, 0)))
        yield replace(position, spells=position.spells.having(side, Spells(0, 1)))
        yield replace(position, entered=(dice.below(count),))
    if action.kind in (MARCH, TECH, BUY):
        yield from _cards(position, action.unit)


def _purses(dice: Dice, position: Position, kind: Kind | None) -> Iterator[Position]:
    price = kind.cost if kind else 8 * len(position.boards)
    for amount in (0, price - 1, price, price // 2, dice.below(price + 1)):
        if amount >= 0:
            yield replace(position, money=position.money.having(position.side, amount))


def _cards(position: Position, kind: Kind | None) -> Iterator[Position]:
    """Other signs on the card in question, own ones and the opponent's; or on all."""
    side, enemy, tech = position.side, OPPONENT[position.side], position.tech
    if kind is None or kind not in position.cards:
        yield replace(position, tech=tech.having(side, tech.of(side).replace("0", "1")))
        return
    at = position.cards.index(kind)
    for sign in "012mt":
        own = tech.of(side)[:at] + sign + tech.of(side)[at + 1 :]
        yield replace(position, tech=tech.having(side, own))
    for sign in "012":
        other = tech.of(enemy)[:at] + sign + tech.of(enemy)[at + 1 :]
        yield replace(position, tech=tech.having(enemy, other))
