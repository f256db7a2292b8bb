"""The cases of the register: for each open point, the position and the action in which its readings part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludex.games.tactics.actions import ATTACK, END_TURN, MOVE, MOVE_AND_ATTACK, Action
from ludex.games.tactics.board import Tile
from ludex.games.tactics.state import Spent
from ludex.suites import Case, Topic
from ludex.suites.tactics.positions import Ask, placed
from ludex.suites.tactics.wording import case_of


class Point(NamedTuple):
    """An entry of the register, units as sentences, and what is asked of them."""

    entry: str
    units: str
    type: str
    place: tuple[int, int] | None = None
    unit: str | None = None
    player: str = "P1"
    moved: tuple[str, ...] = ()


AFAR = "; z P2 4,4 10/3"
A = "a P1 1,1 10/3"
X = "; x P2 3,1 10/3"
POINTS = (
    Point("dead-blocks", A + "; d P2 2,1 0/3 dead" + AFAR, MOVE, (2, 1)),
    Point("move-target-id", A + "; b P1 3,1 10/3" + AFAR, MOVE, (2, 1), "a"),
    Point("move-target-id", A + "; b P1 3,1 10/3" + AFAR, MOVE, (0, 1), "b"),
    Point("attacker-after-move", A + "; c P1 3,2 10/3" + X, MOVE_AND_ATTACK, (2, 1), "x"),
    Point("attacker-after-move", A + "; c P1 3,2 10/3" + X, MOVE_AND_ATTACK, (0, 1), "x"),
    Point("end-turn-off-turn", A + AFAR, END_TURN, player="P2"),
    Point("hp-floor", A + "; x P2 2,1 2/3" + AFAR, ATTACK, (2, 1), "x"),
    Point("turn-after-winning-move-attack", A + "; x P2 3,1 3/3", MOVE_AND_ATTACK, (2, 1), "x"),
    Point("turn-limits", A + AFAR, MOVE, (0, 1), moved=("a",)),
    Point("mismatch-check", A + "; x P2 2,1 10/3", ATTACK, (4, 4), "x"),
    Point("several-movers-message", A + "; b P1 2,0 10/3" + X, MOVE_AND_ATTACK, (2, 1), "x"),
    Point(
        "move-attack-inference",
        "a P1 2,1 10/3; b P1 1,0 10/3; c P1 3,2 10/3" + X,
        MOVE_AND_ATTACK,
        (1, 1),
        "x",
    ),
    Point("off-turn-end-effect", A + "; y P2 4,3 10/3", END_TURN, player="P2"),
)


def topics(_: str) -> Iterator[Topic]:
    """The same cases, validated and applied."""
    about = "Each point that the text leaves open, where its readings part: "
    yield Topic("register-validate", "validate", "validate", about + "the verdicts.", _cases)
    yield Topic("register-apply", "apply", "apply", about + "what comes of it.", _cases)


def _cases() -> Iterator[Case]:
    for point in POINTS:
        tile = None if point.place is None else Tile(*point.place)
        spent = Spent(frozenset(point.moved)) if point.moved else None
        action = Action(point.type, point.player, tile, point.unit)
        yield case_of(Ask(placed(point.units), action, spent), point.entry)
