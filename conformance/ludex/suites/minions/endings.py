"""Ends of turns: income, wins, losses and resets, in every order that they can meet, on one board to eight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ludex.games.minions.actions import END_TURN, Action
from ludex.games.minions.board import FIRST, NORMAL, RESET_0, RESET_1, RESET_2, Board
from ludex.games.minions.hexes import home
from ludex.games.minions.pairs import OPPONENT, SIDES, YELLOW, Pair
from ludex.games.minions.position import Position, Spells, needed_points
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.pool import Pool, small_first
from ludex.suites.minions.positions import (
    NECROMANCERS,
    TABLE,
    UNITS,
    Ask,
    Draft,
    a_side,
    draw_shared,
    is_readable,
    quiet_board,
)
from ludex.suites.minions.wording import narrow, sentence

COUNTS = {"income": 200, "fates": 320, "order": 240, "resets": 200, "spells": 120, "marks": 70}
FATES = ("", "w", "r", "o", "7", "wr", "wo", "ro", "wro", "9")


class Wish(NamedTuple):
    """What is to happen on a board: its state, and its fate (w won, r resigned, o overrun, 7 or 9 graveyards held)."""

    state: str
    fate: str


def topics(_: str) -> Iterator[SuiteTopic]:
    """By what a turn's end turns on."""
    told = {
        "income": "Income: graveyards, soul, boards that pay or do not.",
        "fates": "Each fate of a board in each state: won, lost, resigned, several at once.",
        "order": "Which step comes first: both sides near the points that win, on one board to eight.",
        "resets": "Resets: units, zones and necromancers of both sides, and what states follow.",
        "spells": "Spells that were not placed, free ones gained, rebates owed.",
        "marks": "What is noted of a turn and gone at its end: damage, steps, attacks, cards.",
    }
    for name, about in told.items():
        yield SuiteTopic(f"end-{name}", "ending", "apply", about, partial(_cases, name))


def _cases(name: str) -> Iterator[Case]:
    dice, pool, number, kept = Dice(f"minions end {name}"), Pool(room=10_000, alike=1), 0, 0
    while kept < COUNTS[name]:
        position = SCENES[name](dice, number)
        number += 1
        if is_readable(position):
            kept += pool.add((name,), Ask(position, Action(END_TURN)))
    return (_case(number, ask) for number, ask in enumerate(small_first(pool.draw(COUNTS[name]))))


def _case(number: int, ask: Ask) -> Case:
    """The case, under one or two of the readings that matter to it, now these and now those."""
    return narrow(ask, number, 2 if number % 4 == 0 else 1)._replace(why=_reason(ask))


def _reason(ask: Ask) -> str:
    position = ask.position
    boards = " ".join(f"{board.state}{''.join(sorted(board.flags))}" for board in position.boards)
    needed = needed_points(len(position.boards))
    return f"{sentence(ask)}: {boards}, points {position.points.yellow}:{position.points.blue} of {needed}"[:160]


# Boards


def fated_board(dice: Dice, side: str, wish: Wish, held: int = -1) -> Board:
    """A board of this state on which this happens at the end of the turn; ``held`` graveyards are the mover's."""
    draft = Draft(dice, side, wish.state)
    draft.flags |= set(wish.fate) & {"w", "r"}
    _reset_look(dice, draft)
    graves = dice.shuffle(sorted(draft.map.graveyards))
    theirs = _theirs(dice, wish.fate)
    mine = dice.pick((0, 1, 2, 3, 4, 5)) if held < 0 else held
    _hold(dice, draft, graves[:theirs], draft.enemy)
    _hold(dice, draft, graves[theirs : theirs + mine], side)
    for who in SIDES:
        for _ in range(dice.below(3)):
            draft.somebody(who, dice.pick(draft.dry()), 2)
        draft.waiting(who, 3)
    draft.choice_is_open = wish.state in (RESET_1, RESET_2) and "r" in wish.fate and dice.chance(50)
    if draft.choice_is_open:
        draft.cells.pop(home(side)[0], None)
        draft.flags -= {"w"}
        draft.cells = {h: u._replace(moved=0, attacks=0, spawned=False) for h, u in draft.cells.items()}
    draft.complete(draft.map.graveyards | {home(side)[0]})
    if dice.chance(30):
        _use(dice, draft)
    return draft.board()


def _theirs(dice: Dice, fate: str) -> int:
    """How many graveyards the opponent holds."""
    if "o" in fate:
        return dice.pick((8, 8, 8, 9, 10))
    return {"7": 7, "9": 7}.get(fate[:1], dice.below(5))


def _reset_look(dice: Dice, draft: Draft) -> None:
    """Not long after a reset most zombies still stand."""
    if draft.state in (RESET_0, RESET_1, FIRST):
        for who in SIDES:
            for hex_ in home(who)[1:]:
                if dice.chance(70):
                    draft.stand(TABLE.zombie, who, hex_)


def _hold(dice: Dice, draft: Draft, graves: Sequence[int], side: str) -> None:
    for hex_ in graves:
        kind = dice.pick((TABLE.zombie, TABLE.zombie, TABLE.initiate, *UNITS))
        draft.stand(kind, side, hex_, damage=draft.a_scratch(kind))


def _use(dice: Dice, draft: Draft) -> None:
    for who in SIDES:
        draft.used[who] |= {kind.id for kind in dice.some(TABLE.advanced, dice.below(3))}


def _side_for(dice: Dice, *wishes: Wish) -> str:
    return YELLOW if any(wish.state == FIRST for wish in wishes) else a_side(dice)


def _fits(wish: Wish) -> bool:
    """At reset+0 and reset+1 nobody can win."""
    return "w" not in wish.fate or wish.state in (FIRST, NORMAL, RESET_2)


WISHES = tuple(
    wish for state in (NORMAL, RESET_2, RESET_1, RESET_0, FIRST) for fate in FATES if _fits(wish := Wish(state, fate))
)


def _game(dice: Dice, side: str, boards: Sequence[Board], mine: int = 0, theirs: int = 0) -> Position:
    position = draw_shared(dice, tuple(boards), side)
    points = Pair(mine, theirs) if side == YELLOW else Pair(theirs, mine)
    spells = position.spells.having(side, Spells(0, 0))
    return replace(position, points=points, spells=spells)


# Scenes


def _income(dice: Dice, number: int) -> Position:
    """So many graveyards, a necromancer with soul or without, a state, resigned or not."""
    state = (NORMAL, RESET_2, NORMAL, RESET_1, RESET_0, FIRST)[number % 6]
    wish = Wish(state, "r" if number % 5 == 4 else "")
    side = _side_for(dice, wish)
    board = fated_board(dice, side, wish, held=number % 11 if number % 3 else dice.below(4))
    boards = [board] if number % 2 else [board, quiet_board(dice, side)]
    position = _game(dice, side, boards)
    return replace(position, points=Pair(0, 0)) if len(boards) > 1 or "r" not in wish.fate else position


def _fates(dice: Dice, number: int) -> Position:
    """Each state with each fate, on one board (where it ends the game) and beside a quiet one."""
    wish = WISHES[number % len(WISHES)]
    side = _side_for(dice, wish)
    boards = [fated_board(dice, side, wish)]
    if number // len(WISHES) % 4:
        boards = dice.shuffle([*boards, quiet_board(dice, side)])
    return _game(dice, side, boards, *_some_points(dice, len(boards)))


def _some_points(dice: Dice, count: int) -> tuple[int, int]:
    """Few enough that one board more decides seldom."""
    needed = needed_points(count)
    return dice.pick((0, 0, max(0, needed - 2))), dice.pick((0, 0, max(0, needed - 2)))


def _order(dice: Dice, number: int) -> Position:
    """Several boards won and lost at once, the points of both sides close to those that win."""
    count = 1 + number % 8 if number % 3 == 0 else dice.pick((1, 2, 2, 3))
    some = [dice.pick(("w", "w", "r", "o", "wr", "wo", "ro", "", "")) for _ in range(count)]
    wishes = [Wish(dice.pick((NORMAL, NORMAL, RESET_2)) if "w" in fate else NORMAL, fate) for fate in some]
    side = _side_for(dice, *wishes)
    needed, won = needed_points(count), sum("w" in fate for fate in some)
    lost = sum("r" in fate or "o" in fate for fate in some)
    mine = max(0, min(needed - 1, needed - won - dice.pick((0, 0, 0, 1, 2))))
    theirs = max(0, min(needed - 1, needed - lost - dice.pick((0, 0, 0, 1, 2))))
    boards = [fated_board(dice, side, wish) if count < 4 else _slight(dice, side, wish) for wish in wishes]
    return _game(dice, side, boards, mine, theirs)


def _slight(dice: Dice, side: str, wish: Wish) -> Board:
    """A board with hardly more on it than its fate."""
    draft = Draft(dice, side, wish.state)
    draft.flags |= set(wish.fate) & {"w", "r"}
    graves = dice.shuffle(sorted(draft.map.graveyards))
    _hold(dice, draft, graves[: 8 if "o" in wish.fate else 0], draft.enemy)
    _hold(dice, draft, graves[8 : 8 + dice.below(3)], side)
    draft.complete(draft.map.graveyards)
    return draft.board()


def _resets(dice: Dice, number: int) -> Position:
    """One board of two or three is won or lost, with much on it; now and then necromancers in zones, or two."""
    fate = ("w", "r", "o", "wr")[number % 4]
    wish = Wish(dice.pick((NORMAL, RESET_2)) if "w" in fate else dice.pick((NORMAL, RESET_0, RESET_1, RESET_2)), fate)
    side = a_side(dice)
    board = fated_board(dice, side, wish)
    if number % 3 == 0:
        board = _with_more_necromancers(dice, board)
    others = [quiet_board(dice, side) for _ in range(dice.pick((1, 1, 2)))]
    return _game(dice, side, dice.shuffle([board, *others]))


def _with_more_necromancers(dice: Dice, board: Board) -> Board:
    """Necromancers wait in zones, as survivors of an earlier reset do where they go there."""
    zones = board.zones
    for who in SIDES:
        if dice.chance(60):
            more = (*zones.of(who), dice.pick(NECROMANCERS))
            zones = zones.having(who, tuple(sorted(more, key=lambda kind: (kind.letter, kind.id))))
    return replace(board, zones=zones)


def _spells(dice: Dice, number: int) -> Position:
    """Spells in hand, free and bought; now and then the other side has some, too, or is owed a rebate."""
    side = a_side(dice)
    boards = [quiet_board(dice, side) for _ in range(1 + number % 2)]
    position = replace(_game(dice, side, boards), points=Pair(0, 0))
    hand = Spells((0, 1, 2, 3)[number % 4], (0, 0, 1, 2, 1)[number % 5])
    other = Spells(dice.pick((0, 0, 1, 2)), dice.pick((0, 0, 1)))
    owed = position.owed
    if number % 3 == 0:
        owed = Pair(dice.below(6), dice.below(6))
    spells = position.spells.having(side, hand).having(OPPONENT[side], other)
    return replace(position, spells=spells, owed=owed)


def _marks(dice: Dice, number: int) -> Position:
    """Units of both sides are hurt, those of the mover have moved, attacked or been spawned; cards were just teched."""
    side = a_side(dice)
    draft = Draft(dice, side, dice.pick((NORMAL, NORMAL, RESET_2)))
    draft.flags |= set(dice.pick(("", "p", "pq", "pq")))
    for _ in range(dice.between(2, 6)):
        who, kind = dice.pick(SIDES), dice.pick(UNITS)
        hex_ = dice.pick(draft.ground(kind))
        draft.stand(kind, who, hex_, damage=dice.below(kind.defense))
        if who == side:
            moved, attacks = dice.below(kind.speed + 1), dice.below(kind.attacks_a_turn + 1)
            spawned = "q" in draft.flags and dice.chance(30)
            draft.cells[hex_] = draft.cells[hex_]._replace(moved=moved, attacks=attacks, spawned=spawned)
    draft.complete()
    boards = [draft.board(), *(quiet_board(dice, side) for _ in range(number % 2))]
    position = replace(_game(dice, side, boards), points=Pair(0, 0), entered=(0,))
    own = position.tech.of(side).replace("1", "m", dice.below(2)).replace("2", "t", dice.below(2))
    return replace(position, tech=position.tech.having(side, own))


SCENES: dict[str, Callable[[Dice, int], Position]] = {
    "income": _income,
    "fates": _fates,
    "order": _order,
    "resets": _resets,
    "spells": _spells,
    "marks": _marks,
}
