"""Corners: cases by hand, each of which tells a slip that the drawn ones let pass (`ludex power` found them)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ludex.games.tactics.actions import ATTACK, END_TURN, MOVE, MOVE_AND_ATTACK, Action, show_action
from ludex.games.tactics.board import Tile
from ludex.games.tactics.state import Spent
from ludex.suites import Case, Topic
from ludex.suites.tactics.positions import DEFAULT, ONCE, Ask, fields, placed, shown
from ludex.suites.tactics.wording import case_of

ANY, WHOLE = {"attacker-after-move": ("any-unique",)}, {"move-attack-inference": ("whole",)}
NAMED = {"move-target-id": ("ignore",)}
LIMITED = {"turn-limits": (ONCE,)}
FAR = "; z P2 4,4 10/3"
SUPPORTED = "a P1 1,1 10/3; b P1 3,1 10/3; x P2 3,2 10/3"


class Corner(NamedTuple):
    """Units as sentences, what is asked of them, why, and the readings under which it tells."""

    why: str
    units: str
    action: Action
    under: Mapping[str, tuple[str, ...]]
    attacked: tuple[str, ...] = ()


CORNERS = (
    Corner(
        "a MOVE is told apart by no attack, though it names an enemy whom one of two movers leaves to a friend",
        SUPPORTED,
        Action(MOVE, "P1", Tile(2, 1), "x"),
        {**ANY, **WHOLE, **NAMED},
    ),
    Corner(
        "the same as a MOVE_AND_ATTACK is told apart by the attack",
        SUPPORTED,
        Action(MOVE_AND_ATTACK, "P1", Tile(2, 1), "x"),
        {**ANY, **WHOLE},
    ),
    Corner(
        "the same, where the mover attacks, whoever else might: then no attack tells who steps",
        SUPPORTED,
        Action(MOVE_AND_ATTACK, "P1", Tile(2, 1), "x"),
        {"attacker-after-move": ("mover",), **WHOLE},
    ),
    Corner(
        "two could step, after neither of whose steps anybody could attack",
        "a P1 1,1 10/3; b P1 3,1 10/3; x P2 2,4 10/3",
        Action(MOVE_AND_ATTACK, "P1", Tile(2, 1), "x"),
        {**ANY, **WHOLE},
    ),
    Corner(
        "two could step, after each of whose steps there is one attacker",
        "a P1 1,1 10/3; b P1 3,1 10/3; x P2 2,2 10/3",
        Action(MOVE_AND_ATTACK, "P1", Tile(2, 1), "x"),
        {**ANY, **WHOLE},
    ),
    Corner(
        "two could step, and the attack is at nobody",
        "a P1 1,1 10/3; b P1 3,1 10/3" + FAR,
        Action(MOVE_AND_ATTACK, "P1", Tile(2, 1), "nobody"),
        {**ANY, **WHOLE},
    ),
    Corner(
        "nobody stands next to the target after the step, neither the mover nor a friend",
        "a P1 1,1 10/3; x P2 3,3 10/3",
        Action(MOVE_AND_ATTACK, "P1", Tile(2, 1), "x"),
        {**ANY},
    ),
    Corner(
        "no position, though nobody compares it with the target's",
        "a P1 1,1 10/3; x P2 2,1 10/3",
        Action(ATTACK, "P1", None, "x"),
        {"mismatch-check": ("server",)},
    ),
    Corner(
        "a position, and no target whose position could be another",
        "a P1 1,1 10/3; x P2 2,1 10/3",
        Action(ATTACK, "P1", Tile(2, 1), "nobody"),
        {"mismatch-check": ("server",)},
    ),
    Corner(
        "a position off the board, though nobody compares it with the target's",
        "a P1 1,1 10/3; x P2 2,1 10/3",
        Action(ATTACK, "P1", Tile(5, 1), "x"),
        {"mismatch-check": ("server",)},
    ),
    Corner(
        "the step is one unit's, and another stands next to a friend that is to be attacked",
        "a P1 0,0 10/3; f P1 3,2 10/3; b P1 3,3 10/3; z P2 0,4 10/3",
        Action(MOVE_AND_ATTACK, "P1", Tile(0, 1), "b"),
        ANY,
    ),
    Corner(
        "somebody has attacked in this turn, and nobody stands next to the target",
        "a P1 1,1 10/3; x P2 3,3 10/3",
        Action(ATTACK, "P1", Tile(3, 3), "x"),
        LIMITED,
        attacked=("a",),
    ),
)


def topics(_: str) -> Iterator[Topic]:
    """Single actions, turns of several, and requests that cannot be read."""
    about = "Single actions in which one slip shows that others hide."
    yield Topic("corners-apply", "apply", "apply", about, _actions)
    about = "Turns in which several units attack, and one of them again."
    yield Topic("corners-replay", "replay", "replay", about, _turns)
    about = "Values of a wrong type that a careless reader takes for a name."
    yield Topic("corners-refusal", "refusal", "apply", about, _unreadable)


def _actions() -> Iterator[Case]:
    for corner in CORNERS:
        spent = Spent(attacked=frozenset(corner.attacked)) if corner.attacked else None
        case = case_of(Ask(placed(corner.units), corner.action, spent), "corner")
        yield case._replace(why=corner.why, under=corner.under)


def _turns() -> Iterator[Case]:
    """Whoever attacks is remembered beside those who did before, and not in the place of those who moved."""
    position = placed("a P1 1,3 10/1; b P1 3,3 10/1; x P2 0,3 9/2; y P2 4,3 9/1")
    first, second = _act(ATTACK, (0, 3), "x"), _act(ATTACK, (4, 3), "y")
    step = _act(MOVE, (1, 2))
    for why, line in {
        "one attacks, then another, then the first again": [first, second, first],
        "one attacks, then another, then that one again": [first, second, second],
        "one moves, and another attacks twice": [step, second, second],
        "one moves, another attacks, and the one that moved moves again": [step, second, _act(MOVE, (1, 3))],
        "one moves, another attacks, moves, and moves again": [step, second, _act(MOVE, (3, 2)), _act(MOVE, (3, 3))],
    }.items():
        asked = {"position": shown(position), "actions": line}
        yield Case("corner-turn", why, asked, ("corner",), LIMITED)


def _act(kind: str, place: tuple[int, int], unit: str | None = None) -> dict[str, Any]:
    return show_action(Action(kind, "P1", Tile(*place), unit), DEFAULT)


def _unreadable() -> Iterator[Case]:
    ask = Ask(placed("a P1 1,1 10/3" + FAR), Action(END_TURN, "P1"))
    good = fields(ask)
    for value in (5, None, True, ["P1"], {"P1": 1}):
        state = {**good["position"], "currentPlayer": value}
        yield Case("corner-state", f"currentPlayer is {value!r}", {**good, "position": state}, ("corner", "malformed"))
    for number, names in enumerate(([["a"]], [{}], [1], [None], ["a", ["a"]])):
        where = ("moved", "attacked")[number % 2]
        spent = {"moved": [], "attacked": [], where: names}
        asked = {**good, "spent": spent}
        yield Case("corner-spent", f"{where} lists {names!r}", asked, ("corner", "malformed"))
