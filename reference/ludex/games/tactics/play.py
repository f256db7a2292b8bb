"""Playing: whether an action is valid, what it does, and which actions there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from ludex.games.tactics import attacking, combined, moving
from ludex.games.tactics.actions import (
    ATTACK,
    END_TURN,
    MOVE,
    MOVE_AND_ATTACK,
    TYPES,
    Action,
    read_action,
    show_action,
)
from ludex.games.tactics.board import Tile, neighbours, on_board
from ludex.games.tactics.choosing import movers, strikers, strikers_of_combined
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import Position, Unit, living, unmarked
from ludex.games.tactics.turns import after_end_turn, game_is_on, player_is_on_turn, type_is_given
from ludex.rules import Illegal, Impossible, Rules, verdict

Check = Callable[[Question], bool]

OF_ALL: tuple[Check, ...] = (type_is_given, player_is_on_turn)

CHECKS: dict[str | None, tuple[Check, ...]] = {
    None: OF_ALL,
    MOVE: (*OF_ALL, *moving.CHECKS),
    ATTACK: (*OF_ALL, *attacking.CHECKS),
    MOVE_AND_ATTACK: (*OF_ALL, *combined.CHECKS),
    END_TURN: OF_ALL,
}

AFTER: dict[str, Callable[[Question], Position]] = {
    MOVE: moving.after_move,
    ATTACK: attacking.after_attack,
    MOVE_AND_ATTACK: combined.after_combined,
    END_TURN: after_end_turn,
}


class Verdict(NamedTuple):
    """The clauses that an action breaks, and those that could not be asked of it."""

    broken: tuple[str, ...]
    moot: tuple[str, ...]

    @property
    def valid(self) -> bool:
        """Whether nothing is broken."""
        return not self.broken


def judged(q: Question) -> Verdict:
    """The verdict on an action; a finished game outranks all else."""
    # mechanical: game_is_on decides by TAC-WIN-2, and where it says no nothing else is asked
    over, _ = verdict((game_is_on,), q)
    broken, moot = (over, []) if over else verdict(CHECKS[q.action.type], q)
    return Verdict(tuple(sorted(broken)), tuple(sorted(moot)))


def validate(position: Position, data: Any, rules: Rules) -> Verdict:
    """The verdict on an action as it came over the wire; raises Unreadable."""
    return judged(Question(position, read_action(data, rules), rules))


def after(q: Question) -> Position:
    """The position after a valid action."""
    if q.action.type is None:
        raise Impossible("an action without a type is never valid")
    return AFTER[q.action.type](replace(q, position=unmarked(q.position, q.rules)))


def apply(position: Position, data: Any, rules: Rules, by: str | None = None) -> Position:  # noqa: ARG001
    """The position after an action; raises Unreadable, or Illegal with every clause that the action breaks.

    ``data`` is the JSON object of the action. It names its player itself, so ``by`` says nothing here.
    """
    # mechanical: refuses what the verdict of the checks refuses
    question = Question(position, read_action(data, rules), rules)
    found = judged(question)
    if not found.valid:
        raise Illegal(*found)
    return after(question)


# The list of valid actions


def steps(position: Position, rules: Rules) -> dict[Tile, list[Unit]]:
    """The free tiles that units of the player on turn could step to, each with those units."""
    # mechanical: lists where the checks of a step could say yes; tests compare the whole list
    found: dict[Tile, list[Unit]] = {}
    for unit in living(position.units):
        if unit.owner == position.current:
            for tile in neighbours(unit.tile):
                if on_board(tile) and not moving.is_occupied(position, tile, rules):
                    found.setdefault(tile, []).append(unit)
    return found


def is_spent(unit: Unit, already: frozenset[str], rules: Rules) -> bool:
    """Whether a unit has done already what it may do once, or anybody what may be done once."""
    # mechanical: says at once, for the list, what TAC-TRN-5 and TAC-TRN-6 say of one unit
    if not already or rules.reads("turn-limits", "none"):
        return False
    return unit.id in already or rules.reads("turn-limits", "once-per-turn")


def moves(position: Position, rules: Rules) -> Iterator[Action]:
    """The valid MOVEs; one names its mover only where it must and a name selects."""
    # mechanical: writes each valid MOVE once, as TAC-LST-1 says; the checks judge the same
    for tile, able in steps(position, rules).items():
        fresh = [unit for unit in able if not is_spent(unit, position.spent.moved, rules)]
        if len(fresh) == 1:
            yield Action(MOVE, position.current, tile)
        elif rules.reads("move-target-id", "selects"):
            yield from (Action(MOVE, position.current, tile, unit.id) for unit in fresh)


def enemies(position: Position) -> Iterator[Unit]:
    """The units that the player on turn may attack, wherever they are."""
    # mechanical: goes over the targets that TAC-TGT-5 and TAC-TGT-6 let through
    return (unit for unit in living(position.units) if unit.owner != position.current)


def attacks(position: Position, rules: Rules) -> Iterator[Action]:
    """The valid ATTACKs."""
    # mechanical: lists what the checks of an ATTACK let through; tests hold both equal
    for enemy in enemies(position):
        action = Action(ATTACK, position.current, enemy.tile, enemy.id)
        could = strikers(Question(position, action, rules))
        if len(could) == 1 and not is_spent(could[0], position.spent.attacked, rules):
            yield action


def combinations(position: Position, rules: Rules) -> Iterator[Action]:
    """The valid MOVE_AND_ATTACKs."""
    # mechanical: lists what the checks of a MOVE_AND_ATTACK let through; tests hold both equal
    for tile in steps(position, rules):
        for enemy in enemies(position):
            action = Action(MOVE_AND_ATTACK, position.current, tile, enemy.id)
            if _goes_through(Question(position, action, rules)):
                yield action


def _goes_through(q: Question) -> bool:
    # mechanical: says at once, for the list, what the checks of a MOVE_AND_ATTACK say
    stepping = movers(q)
    if len(stepping) != 1:
        return False
    could, spent = strikers_of_combined(q), q.position.spent
    return (
        len(could) == 1
        and not is_spent(stepping[0], spent.moved, q.rules)
        and not is_spent(could[0], spent.attacked, q.rules)
        and (could == stepping or q.rules.reads("attacker-after-move", "any-unique"))
    )


def _order(action: Action) -> tuple[int, Tile, str]:
    return TYPES.index(action.type or END_TURN), action.tile or Tile(-1, -1), action.unit or ""


def legal(position: Position, rules: Rules) -> tuple[dict[str, Any], ...]:
    """Every valid action of the player on turn, each written in one way: by type, column, row and unit."""
    # mechanical: after the end the list is empty, as TAC-WIN-2 refuses everything
    if position.over:
        return ()
    end = Action(END_TURN, position.current)
    found = chain(moves(position, rules), attacks(position, rules), combinations(position, rules), (end,))
    return tuple(show_action(action, rules) for action in sorted(found, key=_order))
