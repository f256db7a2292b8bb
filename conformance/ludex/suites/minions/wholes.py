"""Whole turns: accepted as one, refused because of one action in the middle, or at their end; and actions at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.games.minions.actions import END_TURN, TURN, Action
from ludex.games.minions.board import FIRST, choice_is_open
from ludex.games.minions.play import after
from ludex.games.minions.position import Position, needed_points
from ludex.rules import Refused
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.nearby import ON_A_BOARD, of_the_action
from ludex.suites.minions.playing import Player, an_action, passed_through
from ludex.suites.minions.pool import Pool, small_first
from ludex.suites.minions.positions import DEFAULT, Ask
from ludex.suites.minions.scenes import SCENES, draw_scene
from ludex.suites.minions.wording import narrow

TURNS = 240
OPEN_AT_ITS_END = 12
RANDOM = 250
OVER = 66
END = Action(END_TURN)


def topics(_: str) -> Iterator[SuiteTopic]:
    """Whole turns, single actions at random, and what is asked once the game is over."""
    about = "Whole turns, from short ones to those of play: accepted, refused in the middle, refused at the end."
    yield SuiteTopic("turn", "turn", "apply", about, _turns)
    yield SuiteTopic(
        "apply-random", "apply", "apply", "Legal actions at random, in positions that play led to.", _random
    )
    about = "Nothing is legal once a game has been won, whatever else is wrong."
    yield SuiteTopic("refusal-over", "refusal", "apply", about, _over)


def _turns() -> Iterator[Case]:
    dice, pool = Dice("minions turn"), Pool(room=TURNS, alike=3)
    for number in range(3 * TURNS):
        position, actions, how = _short(dice) if number % 3 else _of_play(dice)
        for spoilt, line in ((how, actions), *_spoilt(dice, position, actions)):
            action = Action(TURN, actions=(*line, END))
            bucket = (spoilt, str(min(len(line), 6)))
            if len(pool.buckets.get(bucket, ())) < TURNS // 12:
                pool.add(bucket, Ask(position, action))
    for _ in range(OPEN_AT_ITS_END):
        pool.add(("a choice left open",), _left_open(dice))
    for number, ask in enumerate(small_first(pool.draw(TURNS + OPEN_AT_ITS_END))):
        yield narrow(ask, number, 1)


def _left_open(dice: Dice) -> Ask:
    """A turn that is right up to its end, when a choice is still open."""
    while True:
        ask = draw_scene(dice, SCENES["choose"])
        boards = ask.position.boards
        is_left = any(choice_is_open(one, ask.position.side) and "r" not in one.flags for one in boards)
        line = [action for action in (Action("march"), Action("buy-spell")) if dice.chance(60)]
        try:
            now = ask.position
            for action in line:
                now = after(now, action, DEFAULT)
        except Refused:
            continue
        if is_left:
            return Ask(ask.position, Action(TURN, actions=(*line, END)))


Line = tuple[Action, ...]


def _short(dice: Dice) -> tuple[Position, Line, str]:
    """A scene, its action if it is legal, and some more."""
    ask = draw_scene(dice, SCENES[dice.pick(sorted(SCENES))])
    position = replace(ask.position, boards=ask.position.boards[:2]) if _first_two(ask) else ask.position
    line: list[Action] = []
    now = position
    for at in range(dice.below(4)):
        action = ask.action if at == 0 and ask.action.kind != END_TURN else an_action(dice, now)
        if action.kind == END_TURN:
            break
        try:
            now = after(now, action, DEFAULT)
        except Refused:
            return position, (*line, action), "refused by itself"
        line.append(action)
    return position, tuple(line), "short"


def _first_two(ask: Ask) -> bool:
    return len(ask.position.boards) > 2 and ask.action.board < 2 and not ask.position.entered


def _of_play(dice: Dice) -> tuple[Position, Line, str]:
    """A turn as the player plays it."""
    position = dice.pick(passed_through("minions turns of play", 14))
    player = Player(dice, position, weary=8)
    player.turn()
    line = tuple(action for action in player.actions if action.kind != END_TURN)[:9]
    return position, line, "of play"


def _spoilt(dice: Dice, position: Position, line: Line) -> Iterator[tuple[str, Line]]:
    """The turn with one action made a near miss, one left out, two exchanged, or one done twice."""
    if not line:
        return
    at = dice.below(len(line))
    if line[at].kind in ON_A_BOARD and line[at].board < len(position.boards):
        near = of_the_action(dice, Ask(position, line[at]))
        if near:
            yield "a near miss", (*line[:at], near[0].action, *line[at + 1 :])
    yield "one left out", (*line[:at], *line[at + 1 :])
    yield "one twice", (*line[: at + 1], *line[at:])
    if at + 1 < len(line):
        yield "two exchanged", (*line[:at], line[at + 1], line[at], *line[at + 2 :])


def _random() -> Iterator[Case]:
    dice, pool = Dice("minions apply random"), Pool(room=90, alike=2)
    positions = passed_through("minions random", 18)
    number = 0
    while sum(map(len, pool.buckets.values())) < RANDOM and number < 8 * RANDOM:
        position = positions[number % len(positions)]
        number += 1
        action = an_action(dice, position)
        pool.add((action.kind,), Ask(position, action))
    for at, ask in enumerate(small_first(pool.draw(RANDOM))):
        yield narrow(ask, at, 2)


def _over() -> Iterator[Case]:
    """Games that have been won, and any action: one that would have been legal, or none."""
    dice, pool, number = Dice("minions over"), Pool(room=20, alike=1), 0
    kinds = sorted(SCENES)
    while sum(map(len, pool.buckets.values())) < OVER:
        kind = kinds[number % len(kinds)]
        ask = draw_scene(dice, SCENES[kind])
        position = ask.position
        if not any(board.state == FIRST for board in position.boards) or dice.chance(30):
            won = end_game(dice, position)
            action = Action(TURN, actions=(ask.action, END) if kind != END_TURN else (END,))
            pool.add((kind,), Ask(won, action if number % 7 == 6 else ask.action))
        number += 1
    for at, ask in enumerate(small_first(pool.draw(OVER))):
        yield narrow(ask, at, 1)


def end_game(dice: Dice, position: Position) -> Position:
    """The position at the end of a game."""
    winner = dice.pick(("yellow", "blue"))
    needed = needed_points(len(position.boards))
    points = position.points.having(winner, needed)
    return replace(position, points=points, winner=winner)
