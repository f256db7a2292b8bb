"""What ``legal`` lists is applied, and every other single action is refused."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from ludex.games import minions
from ludex.games.minions.actions import Action
from ludex.games.minions.phases import game_is_on
from ludex.games.minions.play import CHECKS, singles
from ludex.games.minions.question import Question
from ludex.rules import Illegal, Moot
from tests.guards import at_least_one
from tests.minions import second
from tests.minions.dealing import some_choices, some_position
from tests.minions.plain import CARDS, HEXES, KINDS, Plain, name_of, wire_of

NAMES = [name_of(hex_) for hex_ in HEXES]
DEFAULT = minions.REGISTER.rules("initiate")
STATES = "fn012"
ALL = bool(os.environ.get("LUDEX_ALL"))
POSITIONS = 600 if ALL else 40
BARE = ("buy-spell", "march", "end-turn")


def every_single(board: int) -> Iterator[Plain]:
    """Every action of one entry, of one board, whatever the position."""
    for here, there in product(NAMES, NAMES):
        yield {"kind": "move", "board": board, "moves": [[here, there]]}
        yield {"kind": "attack", "board": board, "attacks": [[here, there]]}
    for unit in KINDS:
        yield {"kind": "buy", "board": board, "unit": unit}
        yield from ({"kind": "spawn", "board": board, "unit": unit, "to": to} for to in NAMES)
        yield from ({"kind": "choose", "board": board, "necromancer": unit, "keep": keep} for keep in (None, *KINDS))
    yield {"kind": "resign", "board": board}


@cache
def every_action(boards: int) -> tuple[Action, ...]:
    """Every single action on so many boards, one of each kind on a board more, and all of the general, as read."""
    said = [action for board in range(boards) for action in every_single(board)]
    said += {action["kind"]: action for action in every_single(boards)}.values()
    said += [{"kind": kind} for kind in BARE] + [{"kind": "tech", "card": id_} for id_ in KINDS]
    return tuple(minions.read_action(action, DEFAULT) for action in said)


# Asked first, for they turn most actions down; the order does not matter to what is legal.
SOON = {"MIN-MOV-1", "MIN-ATK-1", "MIN-PUR-1", "MIN-SPN-1", "MIN-CHO-2"}
IN_ORDER = {
    kind: sorted(checks, key=lambda asked: asked.clause not in SOON)  # type: ignore[attr-defined]
    for kind, checks in CHECKS.items()
}


def accepts(q: Question) -> bool:
    """Whether the checks of the reference let an action through, up to the first that does not."""
    try:
        return game_is_on(q) and all(asked(q) for asked in IN_ORDER[q.action.kind])
    except Moot:
        return False


def dealt(number: int) -> tuple[minions.Position, Any, Plain]:
    """A position in each state in turn, under some readings or, now and then, the defaults; some have two boards."""
    dice = Random(f"single {number}")
    choices = some_choices(dice) if number % 4 else {}
    rules = minions.REGISTER.rules("initiate", choices)
    plain = some_position(dice, 1 + (number % 8 == 7), STATES[number % 5])
    return minions.read_position(wire_of(plain), rules), rules, plain


@pytest.mark.parametrize("number", range(POSITIONS))
def test_of_all_single_actions_exactly_those_that_are_listed_are_legal(number: int) -> None:
    position, rules, _ = dealt(number)
    able = [action for action in every_action(len(position.boards)) if accepts(Question(position, action, rules))]
    listed = [*singles(position, rules)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(able)


def test_every_kind_of_action_is_among_the_legal_ones_of_these_positions() -> None:
    kinds = Counter(action["kind"] for number in range(POSITIONS) for action in minions.legal(*dealt(number)[:2]))
    assert set(kinds) == set(CHECKS)
    assert min(kinds.values()) > 5


@pytest.mark.parametrize("number", range(0, POSITIONS, 5))
def test_what_is_listed_is_applied_and_some_of_the_rest_refused_with_a_reason(number: int) -> None:
    position, rules, plain = dealt(number)
    listed = list(minions.legal(position, rules))
    for action in at_least_one(listed):
        assert second.allows(plain, action, rules.choices)
        minions.apply(position, action, rules)
    dice = Random(number)
    for one in at_least_one(dice.sample(every_action(1), 300)):
        shown = minions.show_action(one, rules)
        if shown not in listed:
            with pytest.raises(Illegal) as refused:
                minions.apply(position, shown, rules)
            assert refused.value.broken
            assert not second.allows(plain, shown, rules.choices)


@pytest.mark.parametrize("number", range(0, POSITIONS, 10))
def test_once_the_game_is_won_nothing_is_listed_and_nothing_legal(number: int) -> None:
    _, rules, plain = dealt(number)
    ended = {**wire_of(plain), "status": "ended", "winner": "yellow", "points": {"yellow": 2, "blue": 0}}
    position = minions.read_position(ended, rules)
    assert minions.legal(position, rules) == ()
    for one in [*Random(number).sample(every_action(1), 50), *every_action(1)[-len(CARDS) :]]:
        with pytest.raises(Illegal) as refused:
            minions.apply(position, minions.show_action(one, rules), rules)
        assert refused.value.broken == ("MIN-GAM-3",)
