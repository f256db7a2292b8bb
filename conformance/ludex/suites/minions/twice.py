"""Two causes at once in what cannot be read: in the fields of a position, and in the fields of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import combinations
from typing import Any

from ludex.games.minions.lines import write_line
from ludex.games.minions.position import show_position
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.codecs import some_board
from ludex.suites.minions.positions import Unlike
from ludex.suites.minions.scenes import SCENES, draw_scene

Shown = dict[str, Any]


def topics(_: str) -> Iterator[SuiteTopic]:
    """Of positions, and of lines."""
    about = "Positions of which two things cannot be read, of the same step."
    yield SuiteTopic("twice-position", "refusal", "apply", about, _positions)
    about = "Lines of which two fields cannot be read, of the same step."
    yield SuiteTopic("twice-line", "codec", "board", about, _lines)


def _positions() -> Iterator[Case]:
    dice, unlike = Dice("minions twice position"), Unlike()
    for names in combinations(OF_POSITIONS, 2):
        position = draw_scene(dice, SCENES["end-turn"]).position
        while len(position.boards) > 1 or not unlike(position):
            position = draw_scene(dice, SCENES["end-turn"]).position
        shown = deepcopy(show_position(position))
        for name in names:
            OF_POSITIONS[name](shown)
        yield Case("position", " and ".join(names), {"position": shown, "action": {"kind": "end-turn"}}, ("malformed",))


def _lines() -> Iterator[Case]:
    dice = Dice("minions twice line")
    for names in combinations(OF_LINES, 2):
        board, side = some_board(dice)
        fields = [*write_line(board).split("|"), "", "", ""][:9]
        for name in names:
            OF_LINES[name](fields)
        while not fields[-1]:
            fields.pop()
        asked = {"line": "|".join(fields), "map": board.map.name, "side": side}
        yield Case("board", " and ".join(names), asked, ("malformed",))


def _one_map_too_many(shown: Shown) -> None:
    shown["maps"] = [*shown["maps"], "midnight_lake"]


def _below_zero(shown: Shown) -> None:
    shown["owed"] = {**shown["owed"], "blue": -1}


def _won_while_active(shown: Shown) -> None:
    shown["winner"] = "blue"


def _a_sign_too_few(shown: Shown) -> None:
    shown["tech"] = {**shown["tech"], "blue": shown["tech"]["blue"][:-1]}


def _teched_by_both(shown: Shown) -> None:
    shown["tech"] = {**shown["tech"], **{side: "2" + shown["tech"][side][1:] for side in ("yellow", "blue")}}


def _entered_and_not_there(shown: Shown) -> None:
    shown["entered"] = [7]


def _unsorted_zone(fields: list[str]) -> None:
    fields[1] = "ZI"


def _two_runs(fields: list[str]) -> None:
    fields[5] = "55/" + fields[5].partition("/")[2]


def _a_mark_of_nothing(fields: list[str]) -> None:
    fields[6] = "a0:d0"


def _basic_and_used(fields: list[str]) -> None:
    fields[8] = "Y:necromancer"


def _no_state(fields: list[str]) -> None:
    fields[0] = "3"


OF_POSITIONS: dict[str, Callable[[Shown], None]] = {
    "a map too many": _one_map_too_many,
    "an amount below zero": _below_zero,
    "a winner while the game goes on": _won_while_active,
    "a sign too few": _a_sign_too_few,
    "a card teched by both": _teched_by_both,
    "a board entered that is not there": _entered_and_not_there,
}
OF_LINES: dict[str, Callable[[list[str]], None]] = {
    "a zone out of order": _unsorted_zone,
    "two runs side by side": _two_runs,
    "a mark of nothing": _a_mark_of_nothing,
    "a basic necromancer used": _basic_and_used,
    "a state that is none": _no_state,
}
