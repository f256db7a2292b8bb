"""The end of a turn, in its strict order: income, wins, the game, losses, the game, and the new states."""

from __future__ import annotations

from dataclasses import replace

from ludex.games.minions.board import RESET_0, RESIGNED, WON, Board, choice_is_open, units_of
from ludex.games.minions.general import free_spell_gained, unused_spells_gone
from ludex.games.minions.pairs import OPPONENT, Pair
from ludex.games.minions.position import (
    MARCHED_NOW,
    ONE_SPELL,
    TECHED,
    TECHED_NOW,
    Position,
    needed_points,
)
from ludex.games.minions.question import Check, Question
from ludex.games.minions.resets import LOST, board_reset, next_state
from ludex.games.minions.resets import WON as A_WIN
from ludex.games.minions.table import table_of
from ludex.rules import Rules, check, effect, relation

GRAVEYARDS_THAT_WIN = 8
BASE_INCOME = 2


@check("MIN-END-1")
def choices_are_made(q: Question) -> bool:
    """A turn ends when no choice of a necromancer is open, but on boards that are resigned."""
    return not any(choice_is_open(board, q.side) and RESIGNED not in board.flags for board in q.position.boards)


CHECKS: tuple[Check, ...] = (choices_are_made,)


# Income


@relation("MIN-INC-1")
def graveyards_held(board: Board, side: str) -> int:
    """The graveyards on which a side stands."""
    return sum(hex_ in board.map.graveyards for hex_, _ in units_of(board, side))


@relation("MIN-INC-2")
def soul_bonus(board: Board, side: str) -> int:
    """One, where a side has a unit with soul."""
    return int(any(unit.kind.has("soul") for _, unit in units_of(board, side)))


@relation("MIN-INC-3")
def base_income(_: Board) -> int:
    """What every board pays."""
    return BASE_INCOME


@relation("MIN-INC-4")
def pays(board: Board, rules: Rules) -> bool:
    """Whether a board pays in this turn: boards that are resigned, or passed at reset+0, are open points."""
    if RESIGNED in board.flags and rules.reads("resign-income", "none"):
        return False
    return board.state != RESET_0 or rules.reads("reset0-income", "paid")


def income_of(board: Board, side: str, rules: Rules) -> int:
    """What a board pays to a side at the end of its turn."""
    # mechanical: pays decides by MIN-INC-4 whether the other three relations are added up
    if not pays(board, rules):
        return 0
    return graveyards_held(board, side) + soul_bonus(board, side) + base_income(board)


@effect("MIN-END-3")
def income_paid(position: Position, rules: Rules) -> Position:
    """The side to move collects what its boards pay."""
    income = sum(income_of(board, position.side, rules) for board in position.boards)
    return replace(position, money=position.money.having(position.side, position.money.of(position.side) + income))


# Wins and losses


def boards_won(position: Position) -> tuple[int, ...]:
    """The boards on which the side to move has destroyed an enemy necromancer."""
    # mechanical: collects the boards with the flag that board_won has raised
    return tuple(index for index, board in enumerate(position.boards) if WON in board.flags)


def boards_resigned(position: Position) -> tuple[int, ...]:
    """The boards that the side to move has resigned."""
    # mechanical: collects the boards with the flag that board_resigned has raised
    return tuple(index for index, board in enumerate(position.boards) if RESIGNED in board.flags)


@relation("MIN-LOS-1")
def boards_overrun(position: Position) -> tuple[int, ...]:
    """The boards on which the opponent stands on eight graveyards or more."""
    held = ((index, graveyards_held(board, position.enemy)) for index, board in enumerate(position.boards))
    return tuple(index for index, graveyards in held if graveyards >= GRAVEYARDS_THAT_WIN)


@relation("MIN-LOS-2")
def boards_given_up(resigned: tuple[int, ...], won: tuple[int, ...], rules: Rules) -> tuple[int, ...]:
    """The boards that are lost because they were resigned."""
    return tuple(index for index in resigned if index not in won or counts_although_won(rules))


@relation("MIN-LOS-3")
def counts_although_won(rules: Rules) -> bool:
    """Whether to resign a board that one has won loses it as well."""
    return rules.reads("resign-won-board", "loss-too")


def _scored(position: Position, boards: tuple[int, ...], side: str, rules: Rules) -> Position:
    """One point a board for a side, and each of the boards is reset."""
    # mechanical: only for the effects of MIN-END-4 and MIN-END-6, which say which boards and whose points
    table = table_of(rules)
    points = position.points.having(side, position.points.of(side) + len(boards))
    after = (board_reset(b, table, rules) if index in boards else b for index, b in enumerate(position.boards))
    return replace(position, points=points, boards=tuple(after))


@effect("MIN-END-4")
def wins_scored(position: Position, won: tuple[int, ...], rules: Rules) -> Position:
    """Each board that was won gives the side to move a point, and is reset."""
    return _scored(position, won, position.side, rules)


@effect("MIN-END-6")
def losses_scored(position: Position, lost: tuple[int, ...], rules: Rules) -> Position:
    """Each board that was lost gives the opponent a point, and is reset."""
    return _scored(position, lost, position.enemy, rules)


def _has_the_points(position: Position, side: str) -> bool:
    return position.points.of(side) >= needed_points(len(position.boards))


@relation("MIN-END-5")
def mover_wins(position: Position) -> bool:
    """Whether the side to move has the points that win the game, once its wins are scored."""
    return _has_the_points(position, position.side)


@relation("MIN-END-7")
def opponent_wins(position: Position) -> bool:
    """Whether the opponent has the points that win the game, once its points are scored."""
    return _has_the_points(position, position.enemy)


@relation("MIN-END-11")
def still_counted(lost: tuple[int, ...], rules: Rules) -> tuple[int, ...]:
    """The losses that are still scored once the side to move has won the game."""
    return lost if lost and rules.reads("after-game-win", "count-losses") else ()


# The next turn


def _settled(board: Board) -> Board:
    """A board at the end of a turn: nothing is noted of the turn any more."""
    cells = tuple(unit and unit._replace(moved=0, attacks=0, spawned=False) for unit in board.cells)
    return replace(board, cells=cells, flags=frozenset())


@effect("MIN-DMG-5")
def healed(board: Board) -> Board:
    """The damage of both sides is gone at the end of every turn."""
    return replace(board, cells=tuple(unit and unit._replace(damage=0) for unit in board.cells))


@effect("MIN-END-8")
def states_changed(position: Position, fates: dict[int, str], rules: Rules) -> Position:
    """Each board has the state that follows."""
    boards = position.boards
    states = (next_state(board, fates.get(index), rules) for index, board in enumerate(boards))
    return replace(position, boards=tuple(replace(b, state=s) for b, s in zip(boards, states, strict=True)))


_LATER = str.maketrans({MARCHED_NOW: ONE_SPELL, TECHED_NOW: TECHED})


@effect("MIN-END-9")
def turn_passed(position: Position) -> Position:
    """The other side is to move, and nothing is noted of the old turn any more."""
    return replace(
        position,
        boards=tuple(_settled(board) for board in position.boards),
        side=OPPONENT[position.side],
        tech=Pair(position.tech.yellow.translate(_LATER), position.tech.blue.translate(_LATER)),
        entered=(),
    )


@effect("MIN-END-10")
def owed_paid(position: Position) -> Position:
    """What the side whose turn begins is owed is paid."""
    side, owed = position.side, position.owed.of(position.side)
    money = position.money.having(side, position.money.of(side) + owed)
    return replace(position, money=money, owed=position.owed.having(side, 0))


def _next_turn(position: Position, fates: dict[int, str], rules: Rules) -> Position:
    position = states_changed(position, fates, rules)
    position = replace(position, boards=tuple(map(healed, position.boards)))
    position = turn_passed(unused_spells_gone(position, rules))
    position = free_spell_gained(position)
    return owed_paid(position)


def after_end_turn(q: Question) -> Position:
    """The position after the end of a turn."""
    # mechanical: mover_wins and opponent_wins decide; here they stand in the order of MIN-END-2
    rules, side = q.rules, q.side
    won, resigned = boards_won(q.position), boards_resigned(q.position)
    position = wins_scored(income_paid(q.position, rules), won, rules)
    lost = tuple(sorted({*boards_overrun(position), *boards_given_up(resigned, won, rules)}))
    if mover_wins(position):
        return replace(losses_scored(position, still_counted(lost, rules), rules), winner=side)
    position = losses_scored(position, lost, rules)
    if opponent_wins(position):
        return replace(position, winner=OPPONENT[side])
    fates = {**dict.fromkeys(won, A_WIN), **dict.fromkeys(lost, LOST)}
    return _next_turn(position, fates, rules)
