"""Playing: whether an action is allowed, what it does, and which single actions there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from ludex.games.minions import attacking, buying, choosing, ending, general, moving, phases
from ludex.games.minions.actions import (
    ATTACK,
    BUY,
    BUY_SPELL,
    CHOOSE,
    END_TURN,
    KINDS,
    MARCH,
    MOVE,
    RESIGN,
    SPAWN,
    TECH,
    TURN,
    Action,
    read_action,
    show_action,
)
from ludex.games.minions.position import Position
from ludex.games.minions.question import Check, Question
from ludex.rules import Illegal, Rules, require, verdict

CHECKS: dict[str, tuple[Check, ...]] = {
    MOVE: moving.CHECKS,
    ATTACK: attacking.CHECKS,
    BUY: buying.BUY_CHECKS,
    SPAWN: buying.SPAWN_CHECKS,
    CHOOSE: choosing.CHOOSE_CHECKS,
    RESIGN: choosing.RESIGN_CHECKS,
    BUY_SPELL: general.BUY_SPELL_CHECKS,
    MARCH: general.MARCH_CHECKS,
    TECH: general.TECH_CHECKS,
    END_TURN: ending.CHECKS,
}

AFTER: dict[str, Callable[[Question], Position]] = {
    MOVE: moving.after_move,
    ATTACK: attacking.after_attack,
    BUY: buying.after_buy,
    SPAWN: buying.after_spawn,
    CHOOSE: choosing.after_choose,
    RESIGN: choosing.after_resign,
    BUY_SPELL: general.after_buy_spell,
    MARCH: general.after_march,
    TECH: general.after_tech,
    END_TURN: ending.after_end_turn,
}


def after(position: Position, action: Action, rules: Rules) -> Position:
    """The position after an action; raises Illegal with every clause that it breaks, a game that is won first."""
    # mechanical: a whole turn is played action by action; all others are judged by their checks
    question = Question(position, action, rules)
    require(Illegal, (phases.game_is_on,), question)
    if action.kind == TURN:
        return after_turn(position, action, rules)
    broken, moot = verdict(CHECKS[action.kind], question)
    if broken:
        raise Illegal(broken, moot)
    return AFTER[action.kind](question)


def after_turn(position: Position, action: Action, rules: Rules) -> Position:
    """The position after a whole turn: all of it, or, where one action is refused, nothing."""
    for part in action.actions:
        position = after(position, part, rules)
    return position


def apply(position: Position, data: Any, rules: Rules, by: str | None = None) -> Position:  # noqa: ARG001
    """The position after an action; raises Unreadable, or Illegal with every clause that the action breaks.

    ``data`` is the JSON object of the action. It is always the side to move that acts, so ``by`` says nothing here.
    """
    return after(position, read_action(data, rules), rules)


# The list of single actions


def on_a_board(position: Position, index: int, rules: Rules) -> Iterator[Action]:
    """The actions of the phases of one board."""
    # mechanical: asks the marked checks of each phase before it lists what belongs there
    board, side = position.boards[index], position.side
    blank = Question(position, Action(END_TURN, index), rules)
    if not _allows(phases.ON_A_BOARD, blank):
        return
    if choosing.a_choice_is_open(blank) and choosing.start_hex_is_empty(blank):
        found = choosing.choices(position, index, rules)
        yield from (Action(CHOOSE, index, unit=kind, keep=keep) for kind, keep in found)
    if _allows(phases.ATTACKING, blank):
        yield from (Action(MOVE, index, (pair,)) for pair in moving.single_moves(board, side, rules))
        yield from (Action(ATTACK, index, (pair,)) for pair in attacking.single_attacks(board, side, rules))
    if _allows(phases.SPAWNING, blank):
        yield from (Action(BUY, index, unit=kind) for kind in buying.purchases(position, board, rules))
        yield from (Action(SPAWN, index, unit=kind, to=hex_) for kind, hex_ in buying.spawns(board, side, rules))


def _allows(checks: tuple[Check, ...], question: Question) -> bool:
    return all(check(question) for check in checks)


def resignations(position: Position, rules: Rules) -> Iterator[Action]:
    """The boards that may be resigned."""
    # mechanical: lists the boards that the checks of a resignation let through
    for index in range(len(position.boards)):
        action = Action(RESIGN, index)
        if _allows(choosing.RESIGN_CHECKS, Question(position, action, rules)):
            yield action


def of_the_general(position: Position, rules: Rules) -> Iterator[Action]:
    """The actions on the techline."""
    # mechanical: asks the marked checks of the general before it lists what they allow
    question = Question(position, Action(BUY_SPELL), rules)
    if not phases.general_acts_first(question):
        return
    if general.spell_is_affordable(question):
        yield Action(BUY_SPELL)
    if general.a_spell_is_in_hand(question):
        if general.a_card_is_left(question):
            yield Action(MARCH)
        yield from (Action(TECH, unit=kind) for kind in general.cards_to_tech(position, rules))


def ends(position: Position, rules: Rules) -> Iterator[Action]:
    """The end of the turn, if it may end."""
    # mechanical: lists the end of the turn where MIN-END-1 allows it
    action = Action(END_TURN)
    if ending.choices_are_made(Question(position, action, rules)):
        yield action


def _order(action: Action) -> tuple[Any, ...]:
    # mechanical: only sorts the list; a name that is not there sorts first
    unit, keep = action.unit, action.keep
    return (
        KINDS.index(action.kind),
        action.board,
        action.pairs,
        unit.id if unit else "",
        action.to,
        keep.id if keep else "",
    )


def singles(position: Position, rules: Rules) -> Iterator[Action]:
    """The single actions of the side to move."""
    boards = (on_a_board(position, index, rules) for index in range(len(position.boards)))
    return chain(
        chain.from_iterable(boards),
        resignations(position, rules),
        of_the_general(position, rules),
        ends(position, rules),
    )


def legal(position: Position, rules: Rules) -> tuple[dict[str, Any], ...]:
    """Every single action of the side to move, by kind, board, hexes and unit: no tick of several, no whole turn."""
    # mechanical: after the end the list is empty, as game_is_on refuses everything
    if position.ended:
        return ()
    return tuple(show_action(action, rules) for action in sorted(singles(position, rules), key=_order))
