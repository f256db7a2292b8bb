"""Positions of a few units, drawn or written by hand, and told apart up to the symmetries that swap the sides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from ludex.games.minions import REGISTER
from ludex.games.minions.actions import Action, show_action
from ludex.games.minions.board import FIRST, NORMAL, RESET_0, RESET_1, Board, Unit, Zone, in_order
from ludex.games.minions.hexes import HEXES, distance, home, neighbours
from ludex.games.minions.maps import read_map
from ludex.games.minions.pairs import BLUE, OPPONENT, SIDES, YELLOW, Pair
from ludex.games.minions.play import after
from ludex.games.minions.position import Position, Spells, needed_points, read_position, show_position
from ludex.games.minions.table import Kind, table_of
from ludex.rules import Refused, Rules, recording
from ludex.suites.dice import Dice
from ludex.support.minions.symmetries import ways_of

EDITION = REGISTER.editions[0]  # the only one, also where a table of one's own takes its place


def rules_with(**choices: str) -> Rules:
    """The rules with these readings (``spawn_chain="no"``), all others at their defaults."""
    return REGISTER.rules(EDITION, {name.replace("_", "-"): choice for name, choice in choices.items()})


DEFAULT = rules_with()
OPEN = REGISTER.choices(EDITION)
TABLE = table_of(DEFAULT)
MAPS = tuple(TABLE.maps)
KINDS = TABLE.kinds
UNITS = tuple(kind for kind in KINDS.values() if kind.rank is None)
NECROMANCERS = tuple(kind for kind in KINDS.values() if kind.rank is not None)
EVERY_KIND = (*UNITS, *NECROMANCERS)
BASIC = TABLE.basic_necromancer


class Ask(NamedTuple):
    """An action to be judged in a position."""

    position: Position
    action: Action


def fields(ask: Ask) -> dict[str, Any]:
    """The fields of a request."""
    return {"position": show_position(ask.position), "action": show_action(ask.action, DEFAULT)}


# Judging


class Verdict(NamedTuple):
    """What is said of an ask: the clauses that it breaks by default, and the choices that make another answer."""

    broken: tuple[str, ...]
    deciding: tuple[str, ...]
    consulted: tuple[str, ...]
    elsewhere: tuple[tuple[str, ...], ...] = ()
    parting: tuple[str, ...] = ()  # the choices that make more than other reasons to refuse it

    @property
    def cause(self) -> str:
        """The clauses broken by default, in one word."""
        return "+".join(self.broken)


def answer_to(ask: Ask, rules: Rules) -> Any:
    """The position after the action, or the clauses that it breaks."""
    try:
        return after(ask.position, ask.action, rules)
    except Refused as refused:
        return refused.broken


def judged_answer_to(ask: Ask, rules: Rules) -> Any:
    """The answer without the boards of a game that it ends, which are free."""
    answer = answer_to(ask, rules)
    return replace(answer, boards=()) if isinstance(answer, Position) and answer.ended else answer


def verdict_on(ask: Ask) -> Verdict:
    """What the reference says by default, and which single other choices change it."""
    with recording(keep_steps=False) as trace:
        given = judged_answer_to(ask, DEFAULT)
    known = {(name, choice) for name in trace.consulted for choice in OPEN[name][1:]}
    others = {(name, choice): judged_answer_to(ask, flipped_rules(name, choice)) for name, choice in sorted(known)}
    deciding = tuple(f"{name}={choice}" for (name, choice), other in others.items() if other != given)
    broken = given if isinstance(given, tuple) else ()
    elsewhere = tuple(other for other in others.values() if isinstance(other, tuple) and other != broken)
    parting = tuple(one for one, other in zip(others, others.values(), strict=True) if _parts(given, other))
    named = tuple(f"{name}={choice}" for name, choice in parting)
    return Verdict(broken, deciding, tuple(sorted(trace.consulted)), elsewhere, named)


def _parts(given: Any, other: Any) -> bool:
    return bool(other != given) and not (isinstance(given, tuple) and isinstance(other, tuple))


@cache
def flipped_rules(name: str, choice: str) -> Rules:
    """The rules with one other choice."""
    return REGISTER.rules(EDITION, {name: choice})


def is_readable(position: Position) -> bool:
    """Whether an engine may be shown this position as a good one."""
    try:
        return read_position(show_position(position), DEFAULT) == position
    except Refused:
        return False


MOST_READINGS = 5


def under(found: Verdict) -> dict[str, tuple[str, ...]]:
    """Where too many readings are consulted: those that decide nothing by themselves stay at their defaults."""
    if len(found.consulted) <= MOST_READINGS:
        return {}
    names = {one.partition("=")[0] for one in found.deciding}
    kept = [name for name in found.consulted if name in names][:MOST_READINGS]
    return {name: OPEN[name][:1] for name in found.consulted if name not in kept}


# Symmetry


def _board_seen(board: Board, swap: bool) -> tuple[Any, ...]:
    sides = tuple(reversed(SIDES)) if swap else SIDES
    units = [(hex_, unit) for hex_, unit in enumerate(board.cells) if unit is not None]
    seen = min(
        tuple(
            sorted(
                (image(hex_), (unit.side == YELLOW) != swap, unit.kind.id, *unit[2:])  # its damage and marks
                for hex_, unit in units
            )
        )
        for image in ways_of(board.map.terrain, swap)
    )
    zones = tuple(tuple(kind.id for kind in board.zones.of(side)) for side in sides)
    used = tuple(tuple(sorted(board.used.of(side))) for side in sides)
    return (board.map.name, board.state, seen, zones, tuple(sorted(board.flags)), used)


def canonical(position: Position) -> tuple[Any, ...]:
    """The one of a position and its image with the sides swapped that sorts first."""
    return min(_position_seen(position, swap) for swap in (False, True))


def _position_seen(position: Position, swap: bool) -> tuple[Any, ...]:
    first, second = tuple(reversed(SIDES)) if swap else SIDES
    shared = (position.money, position.owed, position.points, position.tech, position.spells)
    return (
        tuple(_board_seen(board, swap) for board in position.boards),
        (position.side == YELLOW) != swap,
        tuple((pair.of(first), pair.of(second)) for pair in shared),
        tuple(kind.id for kind in position.cards),
        position.entered,
        position.winner is not None and (position.winner == YELLOW) != swap,
    )


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


# Drawing a board


class Draft:
    """A board on which units are put one by one."""

    def __init__(self, dice: Dice, side: str, state: str = NORMAL, on: str | None = None) -> None:
        self.dice = dice
        self.side = side
        self.state = state
        self.map = read_map(on or dice.pick(MAPS), DEFAULT)
        self.cells: dict[int, Unit] = {}
        self.zones: dict[str, list[Kind]] = {YELLOW: [], BLUE: []}
        self.flags: set[str] = set()
        self.choice_is_open = False
        self.used: dict[str, set[str]] = {YELLOW: set(), BLUE: set()}

    @property
    def enemy(self) -> str:
        """The side that is not to move."""
        return OPPONENT[self.side]

    def stand(self, kind: Kind, side: str, hex_: int, **marks: Any) -> None:
        """Put a unit on a hex."""
        self.cells[hex_] = Unit(kind, side, **marks)
        if kind.rank == "advanced":
            self.used[side].add(kind.id)

    def free(self, among: Iterable[int] = HEXES) -> list[int]:
        """The hexes on which nobody stands."""
        return [hex_ for hex_ in among if hex_ not in self.cells]

    def dry(self, among: Iterable[int] = HEXES) -> list[int]:
        """The free hexes that are not water."""
        return [hex_ for hex_ in self.free(among) if hex_ not in self.map.water]

    def ground(self, kind: Kind, among: Iterable[int] = HEXES) -> list[int]:
        """The free hexes on which a unit of this kind could have come to stand."""
        return self.free(among) if kind.has("flying") else self.dry(among)

    def somebody(self, side: str, near: int, reach: int = 2) -> None:
        """Some unit of a side close by, if there is room."""
        kind = a_unit(self.dice)
        hexes = self.ground(kind, disc(near, 1, reach))
        if hexes:
            self.stand(kind, side, self.dice.pick(hexes), damage=self.a_scratch(kind))

    def a_scratch(self, kind: Kind) -> int:
        """Some damage, mostly none."""
        return self.dice.below(kind.defense) if self.dice.chance(12) else 0

    def crowd(self, near: int, most: int, reach: int = 2) -> None:
        """Some units of either side close by."""
        for _ in range(self.dice.below(most + 1)):
            self.somebody(self.dice.pick(SIDES), near, reach)

    def waiting(self, side: str, most: int = 3) -> None:
        """Some units in a zone."""
        self.zones[side] += [a_unit(self.dice) for _ in range(self.dice.below(most + 1))]

    def complete(self, away: Iterable[int] = ()) -> None:
        """Give each side its necromancer, where the state asks for one, near its home and away from these hexes."""
        for side in SIDES:
            if self._wants_necromancer(side) and not self._has_necromancer(side):
                self.stand(self._a_necromancer(), side, self._home_hex(side, set(away)))

    def _wants_necromancer(self, side: str) -> bool:
        if self.state in (FIRST, NORMAL):
            return side == self.side or "w" not in self.flags
        if self.state == RESET_0:
            return False
        if side == self.side:
            return not self.choice_is_open
        return self.state != RESET_1 and "w" not in self.flags

    def _has_necromancer(self, side: str) -> bool:
        return any(unit.side == side and unit.kind.rank is not None for unit in self.cells.values())

    def _a_necromancer(self) -> Kind:
        advanced = self.state in ("1", "2") or (self.state == NORMAL and self.dice.chance(20))
        return self.dice.pick(TABLE.advanced) if advanced else BASIC

    def _home_hex(self, side: str, away: set[int]) -> int:
        start = home(side)[0]
        for reach in (1, 2, 4, 9):
            hexes = [hex_ for hex_ in self.dry(disc(start, 0, reach)) if hex_ not in away]
            if hexes:
                return self.dice.pick(hexes)
        return self.dice.pick(self.dry())

    def board(self) -> Board:
        """The board as it stands."""
        cells = tuple(self.cells.get(hex_) for hex_ in HEXES)
        zones: Pair[Zone] = Pair(*(in_order(self.zones[side]) for side in SIDES))
        used = Pair(*(frozenset(self.used[side]) for side in SIDES))
        return Board(self.map, self.state, cells, zones, frozenset(self.flags), used)


@cache
def disc(center: int, least: int, most: int) -> tuple[int, ...]:
    """The hexes so far from another."""
    return tuple(hex_ for hex_ in HEXES if least <= distance(center, hex_) <= most)


def ring(center: int) -> list[int]:
    """The six hexes around one (fewer at the edge), in the order in which one walks round it."""
    around = {hex_ - center: hex_ for hex_ in neighbours(center)}
    return [around[step] for step in (1, 10, 9, -1, -10, -9) if step in around]


def a_unit(dice: Dice) -> Kind:
    """Some unit that is no necromancer; the basic ones are likelier."""
    return dice.pick((TABLE.zombie, TABLE.initiate)) if dice.chance(30) else dice.pick(UNITS)


def a_side(dice: Dice) -> str:
    """Yellow or Blue."""
    return dice.pick(SIDES)


# Drawing a position


def quiet_board(dice: Dice, side: str) -> Board:
    """A board on which little is going on."""
    draft = Draft(dice, side, dice.pick((NORMAL, NORMAL, NORMAL, "0", "1", "2")))
    if draft.state in ("0", "1") or (draft.state == "2" and dice.chance(50)):
        for who in SIDES:
            for hex_ in home(who)[1:]:
                if draft.state != "2" or who == side:
                    draft.stand(TABLE.zombie, who, hex_)
    for who in SIDES:
        for _ in range(dice.below(4)):
            draft.somebody(who, dice.pick(draft.dry()), 2)
        draft.waiting(who, 2)
    draft.complete(home(side)[:1])
    return draft.board()


def signs(dice: Dice, mover: str, count: int) -> Pair[str]:
    """Spells on cards as play leaves them: a first spell on the first cards, a second on some, none teched by both."""
    own, other = ([ONE] * dice.between(0, 7) for _ in range(2))
    for place in range(max(len(own), len(other))):
        if dice.chance(40):
            mine = dice.pick((own, other))
            if place < len(mine):
                mine[place] = TWO
    if own and dice.chance(25):
        place = len(own) - 1
        own[place] = {ONE: "m", TWO: "t"}[own[place]]
    texts = {mover: "".join(own).ljust(count, "0"), OPPONENT[mover]: "".join(other).ljust(count, "0")}
    return Pair(texts[YELLOW], texts[BLUE])


ONE, TWO = "1", "2"


def around_board(dice: Dice, board: Board, side: str, boards: int | None = None) -> tuple[Position, int]:
    """A position with this board among others, and the board's number."""
    count = boards or dice.pick((1, 1, 1, 1, 1, 1, 2, 2, 3))
    index = dice.below(count)
    every = tuple(board if place == index else quiet_board(dice, side) for place in range(count))
    return draw_shared(dice, every, side, (index,) if is_busy(board) else ()), index


def draw_shared(dice: Dice, boards: tuple[Board, ...], side: str, entered: tuple[int, ...] = ()) -> Position:
    """A position of these boards, with money, points, cards and spells drawn."""
    most = needed_points(len(boards)) - 1
    spells = {side: Spells(dice.pick((0, 1, 1, 1, 2)), dice.pick((0, 0, 0, 0, 1))), OPPONENT[side]: Spells(0, 0)}
    return Position(
        boards,
        side,
        Pair(dice.pick(PURSES), dice.pick(PURSES)),
        Pair(0, 0),
        Pair(dice.between(0, most), dice.between(0, most)),
        TABLE.cards,
        signs(dice, side, len(TABLE.cards)),
        Pair(spells[YELLOW], spells[BLUE]),
        entered,
    )


PURSES = (0, 1, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 22)


def is_busy(board: Board) -> bool:
    """Whether the side to move has acted on a board, to look at it."""
    acted = any(unit and (unit.moved or unit.attacks or unit.spawned) for unit in board.cells)
    return acted or bool(board.flags & {"p", "q", "w"})
