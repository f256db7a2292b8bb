"""Playing: which turns are legal, and what a word does to a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from typing import Any

from ludex.games.tribun import attacks, composing, moves
from ludex.games.tribun.board import COLORS, other
from ludex.games.tribun.ends import (
    DRAW_CHECKS,
    after_draw,
    after_end,
    end_checks,
    ended,
    match_is_on,
    needs_no_truth,
    wins_by_tribun,
    without_lapsed_offer,
)
from ludex.games.tribun.position import Position
from ludex.games.tribun.question import Question
from ludex.games.tribun.words import (
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
from ludex.rules import Illegal, Rules, check, effect, require

Check = Callable[..., bool]

LISTS = (
    moves.legal,
    attacks.legal,
    composing.legal_combinations,
    composing.legal_splits,
    composing.legal_backstabbs,
)


def legal(position: Position, rules: Rules) -> tuple[int, ...]:
    """The words of opcodes 0..9 that apply, ascending; none once the match has ended (TRB-TRN-6)."""
    # mechanical: after the end the list is empty, as TRB-TRN-5 refuses everything
    if position.ended:
        return ()
    return tuple(sorted(chain.from_iterable(turns(position, rules) for turns in LISTS)))


@check("TRB-TRN-4")
def mover_submits(q: Question[Any]) -> bool:
    """A turn is submitted by the side to move."""
    return q.by is None or q.by == COLORS[q.position.turn]


@check("TRB-END-1")
def has_no_turn(q: Question[End]) -> bool:
    """The side to move has no legal turn (or is recorded to have none, by its reading)."""
    return not has_a_turn(q.position, q.rules) or needs_no_truth(q.rules)


def has_a_turn(position: Position, rules: Rules) -> bool:
    """Whether any turn is legal for the side to move; the first one found is enough."""
    return any(True for turns in LISTS for _ in turns(position, rules))


_TURN_CHECKS: dict[type, tuple[Check, ...]] = {
    Move: moves.CHECKS,
    Kill: attacks.KILL_CHECKS,
    Liberate: attacks.LIBERATE_CHECKS,
    Damage: attacks.DAMAGE_CHECKS,
    Enslave: attacks.ENSLAVE_CHECKS,
    Combine: composing.COMBINE_CHECKS,
    Symmetric: composing.SYMMETRIC_CHECKS,
    Split: composing.SPLIT_CHECKS,
    Backstabb: composing.BACKSTABB_CHECKS,
    AttackTribun: attacks.TRIBUN_CHECKS,
}
TURN_CHECKS = {kind: (mover_submits, *checks) for kind, checks in _TURN_CHECKS.items()}

EFFECTS: dict[type, Callable[[bytes, Any, Rules], bytes]] = {
    Move: moves.played,
    Kill: attacks.moves_in,
    Liberate: attacks.slave_goes_free,
    Damage: attacks.primary_is_lowered,
    Enslave: attacks.enslaves,
    Combine: composing.combined,
    Symmetric: composing.symmetric_combined,
    Split: composing.splits,
    Backstabb: composing.backstabs,
}


def checks_of(action: Action) -> tuple[Check, ...]:
    """Everything that is asked of an action."""
    # mechanical: picks the checks by the kind of the word
    match action:
        case Draw():
            return DRAW_CHECKS[action.action]
        case End():
            return end_checks(action, has_no_turn)
    return TURN_CHECKS[type(action)]


@effect("TRB-TRN-2")
def passed(position: Position, rules: Rules) -> Position:
    """The other side is to move (or not, where the turn has ended the match, by its reading)."""
    if position.ended and rules.reads("tribun-hit-turn", "stays"):
        return position
    return replace(position, turn=other(position.turn))


@effect("TRB-END-9")
def without_a_turn(position: Position, rules: Rules) -> Position:
    """Left without a legal turn, a side waits for END (or has lost at once, by its reading)."""
    if has_a_turn(position, rules) or rules.reads("no-turn", "recorded"):
        return position
    return ended(position, other(position.turn))


def after_turn(position: Position, board: bytes, rules: Rules) -> Position:
    """The position with the board that a turn has left, the other side to move; who then has no turn may have lost."""
    turned = replace(without_lapsed_offer(position, rules), board=board)
    return without_a_turn(passed(turned, rules), rules)


def after(position: Position, action: Action, rules: Rules) -> Position:
    """The position after an action that is legal in it."""
    # mechanical: picks the effect by the kind of the word
    match action:
        case Draw():
            return after_draw(position, action, rules)
        case End():
            return after_end(position, action, rules)
        case AttackTribun():
            return passed(wins_by_tribun(position, action), rules)
    return after_turn(position, EFFECTS[type(action)](position.board, action, rules), rules)


def apply(position: Position, word: Any, rules: Rules, by: str | None = None) -> Position:
    """The position after a word.

    ``word`` is a uint32; ``by`` is "black", "white" or "server", and None stands for whoever the word needs. Raises
    Unreadable for a malformed word, Illegal with every clause that the word breaks (a finished match outranks all).
    """
    action = read_action(word, rules)
    question = Question(position, action, rules, by)
    require(Illegal, (match_is_on,), question)
    require(Illegal, checks_of(action), question)
    return after(position, action, rules)
