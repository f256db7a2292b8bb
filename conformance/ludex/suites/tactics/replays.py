"""Replays: whole games, lines in which an action is refused, and the account of a turn from beginning to end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ludex.games.tactics.actions import ATTACK, MOVE, MOVE_AND_ATTACK, TYPES, Action, show_action
from ludex.games.tactics.board import Tile
from ludex.games.tactics.play import apply
from ludex.games.tactics.state import NOTHING_SPENT, Position, read_position, start_position
from ludex.notation import tactics as notation
from ludex.rules import Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tactics.nearby import misses
from ludex.suites.tactics.playing import an_action
from ludex.suites.tactics.positions import DEFAULT, ONCE, Ask, Unlike, fields, rules_with, show, spent_wire
from ludex.suites.tactics.scenes import anyhow, draw_scene

GAMES = 40
LONGEST = 90
END = {"type": "END_TURN", "playerId": "P1"}
NO_LISTS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 0.5, 1.5, 100, 2**31, {}, END, {"0": END}, {"actions": []}, {"length": 0}),
    *("", "[]", "END_TURN", "MOVE", " ", "null", "[", "e30=", "W10=", "P1", "0", {"type": None}, {"actions": [END]}),
    *({"items": [END]}, "[{}]", "\u3000", {"list": None}, {"1": END, "2": END}, 7, 1e-3),
)
HAS_MOVED = {"moved": ["a"], "attacked": []}
LIMITED = rules_with(turn_limits=ONCE)


def topics(_: str) -> Iterator[SuiteTopic]:
    """Whole games, and shorter lines."""
    about = "Whole games, from the start and from other positions, to the death of the last unit."
    yield SuiteTopic("replay-games", "replay", "replay", about, _games)
    about = "Lines of play in which an action is refused or cannot be read, and turns in which units act twice."
    yield SuiteTopic("replay-lines", "replay", "replay", about, _lines)


def _case(slug: str, why: str, position: Position, actions: list[Any], **more: Any) -> Case:
    return Case(f"replay-{slug}", why, {"position": show(position), "actions": actions, **more})


def _games() -> Iterator[Case]:
    dice, unlike, done = Dice("tactics replay-games"), Unlike(), 0
    while done < GAMES:
        first = start_position() if done < 14 else anyhow(dice).position
        rules = LIMITED if done % 3 == 2 else DEFAULT
        line, last = _line(dice, first, rules)
        if last.over and (done < 14 or unlike(first)):
            done += 1
            where = "the start" if first == start_position() else f"{len(first.units)} units"
            yield _case("game", f"a game of {len(line)} actions from {where}", first, line)


def _line(dice: Dice, position: Position, rules: Rules) -> tuple[list[Any], Position]:
    line: list[Any] = []
    while not position.over and len(line) < LONGEST:
        line.append(an_action(dice, position, rules))
        position = apply(position, line[-1], rules)
    return line, position


def _lines() -> Iterator[Case]:
    dice, unlike = Dice("tactics replay-lines"), Unlike()
    yield _case("nothing", "no actions at all", start_position(), [])
    yield from _turns_by_hand()
    for number in range(60):
        ask = draw_scene(dice, (MOVE, ATTACK, MOVE_AND_ATTACK)[number % 3])
        if ask.position.over or not unlike(ask.position):
            continue
        position = replace(ask.position, spent=NOTHING_SPENT)
        line, _ = _line(dice, position, DEFAULT if number % 2 else LIMITED)
        at, why, bad = _spoilt(dice, ask, min(len(line), dice.between(0, 9)))
        more = {"spent": spent_wire(ask.spent)} if ask.spent is not None and number % 4 == 0 else {}
        yield _case("refused", f"action {at + 1} {why}", position, [*line[:at], *bad, *line[at : at + 3]], **more)
    for actions in NO_LISTS:
        position = draw_scene(dice, dice.pick(TYPES)).position
        if unlike(position):
            why = f"actions are {actions!a}"
            yield Case("replay-no-list", why, {"position": show(position), "actions": actions}, ("malformed",))


def _place(mover: str) -> Position:
    """A position with this unit, one of its side that is far away, and two of the other."""
    others = "b = P1 at (4,0), x = P2 at (0,3) hp 9 attack 2, y = P2 at (3,3) hp 4 attack 1"
    return read_position(notation.read_position(f"P1 to move, {mover}, {others}"), DEFAULT)


def _turns_by_hand() -> Iterator[Case]:
    """What one turn has spent is spent no more in the next; and an END_TURN that ends nothing gives nothing back."""
    position = _place("a = P1 at (1,1)")
    step, back = _act(MOVE, "P1", (1, 2)), _act(MOVE, "P1", (1, 1))
    theirs = _act(MOVE, "P2", (3, 2))
    mine, yours = _act("END_TURN", "P1"), _act("END_TURN", "P2")
    for name, line in {
        "moves there and back": [step, back],
        "moves, after the turn has passed twice": [step, mine, theirs, yours, back],
        "moves, after the other has tried to end the turn": [step, yours, back],
        "moves, after the other has tried to end the turn twice": [step, yours, yours, back],
        "moves, and then another": [step, _act(MOVE, "P1", (4, 1)), back],
    }.items():
        yield _case("turns", f"a unit {name}", position, line)
        yield _case("turns", f"a unit {name}, told that it had moved before", position, line, spent=HAS_MOVED)
    hit = _act(ATTACK, "P1", (0, 3), "x")
    position = _place("a = P1 at (1,3)")
    for name, line in {
        "attacks twice": [hit, hit],
        "attacks, moves and attacks": [hit, _act(MOVE, "P1", (0, 2)), _act(ATTACK, "P1", (0, 3), "x")],
        "attacks in two turns": [hit, mine, yours, hit],
    }.items():
        yield _case("turns", f"a unit {name}", position, line)


def _act(kind: str, player: str, place: tuple[int, int] | None = None, unit: str | None = None) -> dict[str, Any]:
    return show_action(Action(kind, player, None if place is None else Tile(*place), unit), DEFAULT)


def _spoilt(dice: Dice, ask: Ask, at: int) -> tuple[int, str, list[Any]]:
    """Where a line goes wrong, how, and the actions put in there."""
    match dice.below(4):
        case 0:
            return at, "cannot be read", [dice.pick((None, [], {}, {"type": "FLY", "playerId": "P1"}, "END_TURN"))]
        case 1:
            near = fields(dice.pick(misses(dice, ask)))["action"]
            return at, "is a near miss", [near]
        case 2:
            return at, "has no type", [{"type": None, "playerId": dice.pick(("P1", "P2"))}]
    kind = dice.pick(TYPES)
    return at, "may be anything", [fields(draw_scene(dice, kind))["action"]]
