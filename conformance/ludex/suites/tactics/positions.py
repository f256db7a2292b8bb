"""Positions of a few units, drawn or written by hand, and told apart up to the symmetries of the square."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ludex.games.tactics import REGISTER
from ludex.games.tactics.actions import Action, show_action
from ludex.games.tactics.board import SIZE, Tile, around, on_board
from ludex.games.tactics.play import Verdict, judged
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import (
    PLAYERS,
    Position,
    Spent,
    Unit,
    living,
    opponent,
    read_position,
    show_position,
    survivors,
)
from ludex.rules import Refused, Rules, recording
from ludex.suites.dice import Dice
from ludex.support.tactics.requests import spent_wire
from ludex.support.tactics.symmetries import TURNS

EDITION = "v1"
TILES = tuple(Tile(x, y) for x in range(SIZE) for y in range(SIZE))
RING = tuple(Tile(x, y) for x in range(-1, SIZE + 1) for y in range(-1, SIZE + 1))
FAR = (Tile(9, 9), Tile(-1_000_000, 0), Tile(2, 1_000_000), Tile(-2, 2), Tile(6, 6), Tile(0, 255), Tile(4, -3))
MARKED = 12
NAMES = ("u1", "u2", "u3", "u4", "a", "b", "x", "y", "A", "knight", "7", "p-1", "u10", "u01", "\u00e9", "z z")


class Ask(NamedTuple):
    """An action to be judged in a position; ``spent`` is what the turn has spent, or None where nothing is said."""

    position: Position
    action: Action
    spent: Spent | None = None


def rules_with(**choices: str) -> Rules:
    """The rules with these readings (``dead_blocks="yes"``), all others at their defaults."""
    return REGISTER.rules(EDITION, {name.replace("_", "-"): choice for name, choice in choices.items()})


DEFAULT = rules_with()
ONCE, IN_ALL = "once-per-unit", "once-per-turn"
VARIANTS: tuple[Rules, ...] = (
    DEFAULT,
    rules_with(dead_blocks="yes"),
    rules_with(move_target_id="ignore"),
    rules_with(move_target_id="selects"),
    rules_with(attacker_after_move="mover-alone"),
    rules_with(attacker_after_move="any-unique"),
    rules_with(attacker_after_move="any-unique", move_attack_inference="whole"),
    rules_with(turn_limits=ONCE),
    rules_with(turn_limits=ONCE, move_target_id="selects"),
    rules_with(turn_limits=ONCE, attacker_after_move="any-unique"),
    rules_with(mismatch_check="server"),
    rules_with(end_turn_off_turn="allow"),
    rules_with(turn_limits=IN_ALL),
)


def fields(ask: Ask) -> dict[str, Any]:
    """The fields of a request."""
    more = {} if ask.spent is None else {"spent": spent_wire(ask.spent)}
    return {"position": show_position(ask.position), "action": show_action(ask.action, DEFAULT), **more}


def with_account(ask: Ask) -> Position:
    """The position with what is spent."""
    if ask.spent is None:
        return ask.position
    return Position(ask.position.units, ask.position.current, ask.position.over, ask.position.winner, ask.spent)


def verdict_on(ask: Ask, rules: Rules) -> Verdict:
    """What the reference says of it."""
    return judged(Question(with_account(ask), ask.action, rules))


def verdicts_on(ask: Ask, variants: Iterable[Rules] = VARIANTS) -> Iterator[Verdict]:
    """What the reference says of it under each of these; asked once where they differ in nothing that is consulted."""
    known: list[tuple[Rules, set[str], Verdict]] = []
    for rules in variants:
        found = next((said for other, looked_at, said in known if _agree(rules, other, looked_at)), None)
        if found is None:
            with recording(keep_steps=False) as trace:
                found = verdict_on(ask, rules)
            known.append((rules, trace.consulted, found))
        yield found


def _agree(one: Rules, other: Rules, entries: Iterable[str]) -> bool:
    return all(one.choices[entry] == other.choices[entry] for entry in entries)


def is_readable(position: Position) -> bool:
    """Whether an engine may be shown this position as a good one."""
    try:
        read_position(show_position(position), DEFAULT)
    except Refused:
        return False
    return True


def settle(units: Iterable[Unit], current: str) -> Position:
    """The position of these units, over or not as they say."""
    position = Position(tuple(units), current, over=False, winner=None)
    left = survivors(position)
    if len(left) == 1:
        return Position(position.units, current, True, next(iter(left)))
    return position


def kill(dice: Dice, unit: Unit) -> Unit:
    """The unit, dead: without its mark, or (now and then) with the mark and without hit points."""
    hp = dice.pick((0, 0, -1, -3, -4, unit.hp))
    return unit._replace(alive=hp <= 0 and dice.chance(MARKED), hp=hp)


# Symmetry


def canonical(position: Position) -> tuple[Any, ...]:
    """One of the sixteen images of a position, the same for all of them; ids and the order of units are left out."""
    images = []
    for turn in TURNS.values():
        for swap in (False, True):
            units = sorted(
                (
                    (unit.owner == PLAYERS[0]) != swap,
                    turn(*unit.tile),
                    unit.hp,
                    unit.attack,
                    unit.alive,
                )
                for unit in position.units
            )
            images.append((tuple(units), (position.current == PLAYERS[0]) != swap))
    return min(images)


class Unlike:
    """Lets a position through unless one that is alike under symmetry came before."""

    def __init__(self) -> None:
        self._seen: set[tuple[Any, ...]] = set()

    def __call__(self, position: Position) -> bool:
        key = canonical(position)
        if key in self._seen:
            return False
        self._seen.add(key)
        return True


# Drawing


class Draft:
    """Units put on the board one by one."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.units: list[Unit] = []
        self.names = dice.shuffle(NAMES)

    def stand(
        self, owner: str, tile: Tile, alive: bool = True, hp: int | None = None, attack: int | None = None
    ) -> Unit:
        """Put a unit on a tile: some hit points, some attack; a dead one may still have its mark, or hit points."""
        dice = self.dice
        life = dice.pick((1, 2, 3, 3, 4, 5, 6, 7, 10, 10, 12)) if alive else dice.pick((0, 0, 0, -1, -2, -7, 3))
        force = dice.pick((0, 1, 2, 3, 3, 3, 4, 5, 9))
        unit = Unit(
            self.names[len(self.units)],
            owner,
            life if hp is None else hp,
            force if attack is None else attack,
            alive or (life <= 0 and dice.chance(MARKED)),
            tile,
        )
        self.units.append(unit)
        return unit

    def free(self, among: Iterable[Tile] = TILES) -> list[Tile]:
        """The tiles on which nobody stands, dead or alive."""
        taken = {unit.tile for unit in self.units}
        return [tile for tile in among if tile not in taken]

    def tiles_without_life(self, among: Iterable[Tile]) -> list[Tile]:
        """The tiles on which nobody lives."""
        taken = {unit.tile for unit in living(tuple(self.units))}
        return [tile for tile in among if tile not in taken]

    def complete(self, keep_away: Iterable[Tile] = ()) -> None:
        """Give each side a living unit, if it has none, away from these tiles if that can be."""
        away = set(keep_away)
        for player in PLAYERS:
            if not any(unit.owner == player for unit in living(tuple(self.units))):
                free = self.free()
                self.stand(player, self.dice.pick([tile for tile in free if tile not in away] or free))

    def position(self, current: str) -> Position:
        """The position, its units in some order."""
        return settle(self.dice.shuffle(self.units), current)


def tiles_around(tile: Tile) -> list[Tile]:
    """The tiles of the board one step away."""
    return [place for place in around(tile) if on_board(place)]


def apart(one: Tile, other: Tile) -> int:
    """How many steps one place is from another."""
    return abs(one.x - other.x) + abs(one.y - other.y)


def show(position: Position) -> Mapping[str, Any]:
    """The state as it travels."""
    return show_position(position)


__all__ = [
    "DEFAULT",
    "EDITION",
    "FAR",
    "IN_ALL",
    "ONCE",
    "RING",
    "VARIANTS",
    "Ask",
    "Draft",
    "Unlike",
    "apart",
    "canonical",
    "fields",
    "is_readable",
    "kill",
    "opponent",
    "rules_with",
    "settle",
    "show",
    "spent_wire",
    "tiles_around",
    "verdict_on",
    "verdicts_on",
    "with_account",
]
