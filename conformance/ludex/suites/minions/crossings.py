"""Each kind of action, and each clause that refuses it alone, crossed with where and when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from ludex.games.minions.actions import BUY, BUY_SPELL, MARCH, RESIGN, SPAWN, TECH
from ludex.games.minions.board import FIRST, NORMAL, RESET_2, Board
from ludex.games.minions.pairs import YELLOW
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.nearby import ON_A_BOARD, misses
from ludex.suites.minions.pool import Pool, small_first
from ludex.suites.minions.positions import OPEN, Ask, Draft, answer_to, fields, is_readable, rules_with
from ludex.suites.minions.refusals import scenes_of
from ludex.suites.minions.scenes import draw_scene
from ludex.suites.minions.staging import broken_by
from ludex.suites.minions.wording import narrow, sentence, slug

DRAWS = 200  # scenes of each kind of action
KINDS = ON_A_BOARD
EACH = 3  # of two causes, for each clause

Change = Callable[[Dice, Board, str], Board | None]


def topics(_: str) -> Iterator[SuiteTopic]:
    """Crossed with a place or a time, and with another cause under another reading."""
    about = (
        "What is allowed and what one clause refuses: on a third board, in the first turn, at reset+2, won, resigned."
    )
    yield SuiteTopic("crossings", "apply", "apply", about, _crossings)
    about = "Refused by two clauses at once, of which one is asked under another reading."
    yield SuiteTopic("crossings-causes", "refusal", "apply", about, _causes)


def _crossings() -> Iterator[Case]:
    dice, pool = Dice("minions crossings"), Pool(room=1, alike=8)
    for number in range(DRAWS * len(KINDS)):
        kind = KINDS[number % len(KINDS)]
        ask = draw_scene(dice, dice.pick(scenes_of(kind)))
        for one in (ask, *misses(dice, ask, 5, 4)):
            name = dice.pick(sorted(CROSSINGS))
            other = CROSSINGS[name](dice, one)
            if other is not None and is_readable(other.position):
                broken = broken_by(other)
                if len(broken) <= 1:
                    pool.add((kind, *broken, name), other)
    asks = small_first(pool.draw(10_000))
    return (narrow(ask, number, 1) for number, ask in enumerate(asks))


def _with(dice: Dice, ask: Ask, change: Change) -> Ask | None:
    """The ask with its board changed."""
    position, at = ask.position, ask.action.board
    if len(position.boards) != 1 or at != 0:
        return None
    board = change(dice, position.boards[0], position.side)
    return None if board is None else ask._replace(position=replace(position, boards=(board,)))


def _in_state(state: str, _: Dice, board: Board, side: str) -> Board | None:
    fits = board.state == NORMAL and (state != FIRST or side == YELLOW)
    return replace(board, state=state) if fits else None


def _with_flag(flag: str, _: Dice, board: Board, __: str) -> Board | None:
    return None if flag in board.flags else replace(board, flags=board.flags | {flag})


def _on_the_third_board(dice: Dice, ask: Ask) -> Ask | None:
    """The ask on the third board of three, the others being nearly empty; what was no board is none still."""
    position, at = ask.position, ask.action.board
    if len(position.boards) != 1:
        return None
    boards = (_bare(dice, position.side), _bare(dice, position.side), *position.boards)
    moved = replace(position, boards=boards, entered=tuple(2 for _ in position.entered))
    return Ask(moved, replace(ask.action, board=2 if at == 0 else at + 2))


def _bare(dice: Dice, side: str) -> Board:
    draft = Draft(dice, side)
    draft.somebody(side, dice.pick(draft.dry()), 3)
    draft.complete()
    return draft.board()


# Two causes


def _causes() -> Iterator[Case]:
    """For each clause of a reading some actions that another clause refuses as well."""
    for clause, (kinds, choices) in UNDER.items():
        dice, rules, made = Dice(f"minions causes {clause}"), rules_with(**choices), 0
        while made < EACH:
            kind = dice.pick(kinds)
            ask = draw_scene(dice, dice.pick(scenes_of(kind)))
            for one in misses(dice, ask, 5, 5):
                broken = answer_to(one, rules)
                if made < EACH and isinstance(broken, tuple) and len(broken) > 1 and clause in broken:
                    made += 1
                    under = {name: OPEN[name][:1] for name in OPEN if name.replace("-", "_") not in choices}
                    yield Case(slug(one.action), sentence(one), fields(one), (), under)


UNDER: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "MIN-TRN-2": ((BUY,), {}),
    "MIN-TRN-3": ((TECH, MARCH, BUY_SPELL), {"turn_order": "general-first"}),
    "MIN-TRN-4": (ON_A_BOARD[:4], {"turn_order": "general-first"}),
    "MIN-TEC-11": ((BUY_SPELL,), {"turn_order": "general-first"}),
    "MIN-TEC-6": ((TECH,), {"march_and_tech": "no"}),
    "MIN-PHA-5": ((BUY, SPAWN), {"first_turn": "attack-only"}),
    "MIN-PHA-6": (ON_A_BOARD[:4], {"after_kill": "board-closed"}),
    "MIN-PUR-3": ((BUY,), {"purchase": "first"}),
    "MIN-RES-2": ((RESIGN,), {"resign_when": "instead-of-turn"}),
    "MIN-RES-3": (ON_A_BOARD[:4], {"resign_when": "until-resigned"}),
}

CROSSINGS: dict[str, Callable[[Dice, Ask], Ask | None]] = {
    "on the third board": _on_the_third_board,
    "in the first turn": partial(_with, change=partial(_in_state, FIRST)),
    "at reset+2": partial(_with, change=partial(_in_state, RESET_2)),
    "won": partial(_with, change=partial(_with_flag, "w")),
    "resigned": partial(_with, change=partial(_with_flag, "r")),
}
