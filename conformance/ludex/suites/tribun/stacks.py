"""Stacks in roles that one reading alone lets them have: a tribun with a slave, and donors who are unlike below.

By the defaults no tribun holds a slave, and donors of a symmetric combination have the same slaves; so positions that
are drawn for good seldom have either. An engine that reads otherwise is asked here what becomes of flag and slaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from ludex.games.tribun.play import legal
from ludex.games.tribun.position import Position
from ludex.games.tribun.words import NAMES, read_action
from ludex.rules import Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tribun.describing import Thing, of_action, outcome
from ludex.suites.tribun.nearby import words_near
from ludex.suites.tribun.positions import FIRST, STACKS, Draft, default_rules, permissive_rules, unit_at
from ludex.suites.tribun.turns import SCENES, Ask, case_of, drawn_scenes, small_first

DRAWS = 160  # scenes of each opcode
NEAR = 4  # words near a legal one that are tried


def topics(edition: str) -> Iterator[SuiteTopic]:
    """Tribuns with slaves, in one topic; donors with unlike slaves, in another."""
    rules = default_rules(edition)
    about = "Turns in which a tribun that holds a slave acts, helps, gives, or is acted on."
    yield SuiteTopic("stacks-tribun", "apply", "apply", about, partial(_cases, _of_tribuns, rules))
    about = "Symmetric combinations of donors of one height, of whom one or some hold a slave."
    yield SuiteTopic("stacks-donors", "apply", "apply", about, partial(_cases, _of_donors, rules))


def _cases(asks: Callable[[], tuple[Ask, ...]], rules: Rules) -> Iterator[Case]:
    return (case_of(ask, rules) for ask in asks())


@cache
def _of_tribuns() -> tuple[Ask, ...]:
    """Turns of every kind in drawn scenes, in which a stack that the turn names or needs is crowned."""
    rules, found = permissive_rules(FIRST), _Kept(2)
    for name in SCENES:
        dice = Dice(f"tribun stacks {name}")
        for scene in drawn_scenes(dice, name, default_rules(FIRST), DRAWS):
            for cid in _stacks(scene):
                position = crown(scene, cid)
                words = [word for word in legal(position, rules) if NAMES[word >> 28] == name]
                for word in dice.some(words, 6):
                    found.add(position, word, cid, rules)
                    for near in dice.some(list(words_near(dice, position, word, rules)), NEAR):
                        found.add(position, near, cid, rules)
    return found.asks()


@cache
def _of_donors() -> tuple[Ask, ...]:
    """Symmetric combinations whose donors are all of one height, after some of them have got a slave or another one."""
    dice, found = Dice("tribun stacks donors"), _Kept(6)
    rules = permissive_rules(FIRST, equal_donors="primary", donor_sp="reject")
    for scene in drawn_scenes(dice, "SYM_COMBINE", default_rules(FIRST), DRAWS):
        words = [word for word in legal(scene, rules) if NAMES[word >> 28] == "SYM_COMBINE"]
        for word in dice.some(words, 3):
            donors = [one.cid for one in of_action(scene, read_action(word, rules), rules)["things"]]
            for changed in [[cid] for cid in donors] + [dice.some(donors, 2), donors]:
                position = with_slaves(dice, scene, changed)
                found.add(position, word, changed[0], rules)
    return found.asks()


def crown(position: Position, cid: int) -> Position:
    """The position in which the unit on this tile is the tribun of its side, and nobody else is."""
    draft, unit = Draft(position.board), unit_at(position, cid)
    for other in _standing(position):
        if unit_at(position, other).color == unit.color:
            draft.stand(unit_at(position, other)._replace(tribun=other == cid), other)
    return Position(bytes(draft.board), position.turn)


def with_slaves(dice: Dice, position: Position, cids: list[int]) -> Position:
    """The position in which each of these units holds some slave that it can hold, or another than before."""
    draft = Draft(position.board)
    for cid in cids:
        unit = unit_at(position, cid)
        slaves = [s for p, s in STACKS if p == unit.p and s != unit.s]
        if slaves:
            draft.stand(unit._replace(s=dice.pick(slaves)), cid)
    return Position(bytes(draft.board), position.turn)


def _standing(position: Position) -> list[int]:
    return [cid for cid, byte in enumerate(position.board) if byte]


def _stacks(position: Position) -> list[int]:
    return [cid for cid in _standing(position) if unit_at(position, cid).s]


class _Kept:
    """The first ask of each kind: what the stack is to the turn, and what comes of it; where it is legal, how high the
    stack is and whether it gives all."""

    def __init__(self, places: int) -> None:
        self._places = places  # of helpers that are told apart
        self._kept: dict[tuple[Any, ...], Ask] = {}

    def add(self, position: Position, word: int, stack: int, rules: Rules) -> None:
        """Keep it, unless one of its kind is kept, or the turn has nothing to do with the stack."""
        action = read_action(word, rules)
        told = of_action(position, action, rules)
        role = _role(told, stack, self._places)
        if not role:
            return
        unit, broken = unit_at(position, stack), outcome(position, word, rules)
        gives = next((one.gives for one in told["things"] if one.cid == stack), 0)
        how = broken or (told["part"], unit.p, gives == unit.p)
        self._kept.setdefault((word >> 28, told.get("config"), role, how), Ask(position, word))

    def asks(self) -> tuple[Ask, ...]:
        """All of them, small positions first."""
        return tuple(small_first({*self._kept.values()}))


def _role(told: dict[str, Any], cid: int, places: int) -> str:
    """What a tile is to a turn; empty where it is nothing."""
    for name in ("mover", "target"):
        one: Thing | None = told.get(name)
        if one is not None and one.cid == cid:
            return name
    helpers = (min(place, places - 1) for place, one in enumerate(told["things"]) if one.cid == cid)
    return next((f"helper {place}" for place in helpers), "")
