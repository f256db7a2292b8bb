"""The parts of a failure on a page: what was asked, expected and got, each with its words, its board and its marks."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from ludex.report import drawing
from ludex.report.drawing import DrawnQuestion, Easel, Panel
from ludex.support import support_of
from tests.reports.whole import game_suite, vectors

END = {"type": "END_TURN", "playerId": "P1", "targetPosition": None, "targetUnitId": None}
LATE = {**END, "playerId": "P2"}
ENDS, ENDS_LATE = "P1: end turn", "P2: end turn"


@pytest.fixture(scope="module")
def easel() -> Easel:
    return Easel("tactics", "v1", game_suite().facts("v1").defaults())


@pytest.fixture(scope="module")
def start() -> Any:
    """A position in which the first player is to move."""
    asked = (msgspec.json.decode(vector.input) for topic, vector in vectors(2) if topic.operation == "legal")
    return next(one["position"] for one in asked if one["position"]["currentPlayer"] == "P1")


def panels(easel: Easel, asked: Any, expected: Any, got: Any, operation: str = "legal") -> list[Panel]:
    came = got if isinstance(got, str) else json.dumps(got)
    return list(easel.panels(operation, asked, expected, came))


@pytest.mark.parametrize(("side", "should"), [("listed", "with"), ("unlisted", "without")])
def test_of_a_side_the_action_is_shown_that_a_list_should_have_or_not(
    easel: Easel, start: Any, side: str, should: str
) -> None:
    other = "without" if side == "listed" else "with"
    asked, expected = {"position": start}, {side: [END]}
    _, wanted, came = panels(easel, asked, expected, {"actions": [END, END]})
    assert (wanted.name, wanted.position, wanted.headline) == ("expected", start, f"a list {other} {ENDS}")
    assert wanted.words[0].startswith(
        f"a list {should} {ENDS}: `apply` accepts it, by TAC-TRN-2 TAC-ACT-2 "
    )  # the last that was asked first
    assert wanted.arrows == easel.arrows([END], start)
    assert (came.name, came.words) == ("got", (f"a list of 2 actions, {other} it",))
    said = {
        '{"actions":[]}': f"a list of 0 actions, {other} it",
        '{"actions":[7]}': f"a list of 1 action, {other} it",
        '{"illegal":{"broken":["TAC-WIN-2"]}}': "refused as illegal (TAC-WIN-2)",
        '{"count":3}': "count: 3",
        "no\x1b JSON": "no\\x1b JSON",
    }
    assert {got: panels(easel, asked, expected, got)[2].words[0] for got in said} == said
    assert [one.name for one in panels(easel, asked, expected, "")] == ["before", "expected"]


def test_an_action_that_is_refused_is_told_with_what_it_breaks(easel: Easel, start: Any) -> None:
    _, wanted, _ = panels(easel, {"position": start}, {"unlisted": [LATE]}, {"actions": []})
    assert wanted.words == (f"a list without {ENDS_LATE}: `apply` refuses it, for it breaks TAC-TRN-2",)


def test_an_action_is_judged_by_what_its_turn_has_spent(start: Any) -> None:
    once = Easel("tactics", "v1", {**game_suite().facts("v1").defaults(), "turn-limits": "once-per-turn"})
    move = {"type": "MOVE", "playerId": "P1", "targetPosition": {"x": 0, "y": 0}, "targetUnitId": None}
    spent = {"moved": [start["units"][0]["id"]], "attacked": []}
    _, wanted, _ = panels(once, {"position": start, "spent": spent}, {"unlisted": [move]}, {"actions": []})
    assert "TAC-TRN-5" in wanted.words[0]
    _, wanted, _ = panels(once, {"position": start}, {"unlisted": [move]}, {"actions": []})
    assert "TAC-TRN-5" not in wanted.words[0]


def test_of_two_lists_what_is_missing_what_is_too_many_and_what_is_there_twice(easel: Easel, start: Any) -> None:
    before, missing, extra, twice = panels(easel, {"position": start}, {"actions": [END]}, {"actions": [LATE, LATE]})
    assert (before.name, before.position, before.words) == ("before", start, ("legal",))
    assert (missing.name, missing.headline) == ("missing: 1", f"1 action missing, such as {ENDS}")
    assert (extra.name, extra.headline) == ("too many: 1", f"1 action too many, such as {ENDS_LATE}")
    assert (missing.words[0].startswith(ENDS), extra.words[0].startswith(ENDS_LATE)) == (True, True)
    assert (twice.name, twice.words) == ("listed more than once", ("1 of them",))


@pytest.mark.parametrize(("many", "more"), [(8, ()), (9, ("… and 1 more action",)), (10, ("… and 2 more actions",))])
def test_eight_actions_of_a_list_are_told(easel: Easel, start: Any, many: int, more: tuple[str, ...]) -> None:
    moves = [{**END, "type": "MOVE", "targetPosition": {"x": number, "y": 9}} for number in range(many)]
    _, missing = panels(easel, {"position": start}, {"actions": moves}, {"actions": []})
    assert missing.name == f"missing: {many}"
    assert missing.words[8:] == more
    assert len(missing.words[:8]) == 8
    assert missing.arrows == easel.arrows(moves[:8], start)
    assert missing.position == (start if missing.arrows else None)


def test_what_is_beside_the_position_of_a_question_is_told(easel: Easel, start: Any) -> None:
    def asked(operation: str, **fields: Any) -> tuple[str, ...]:
        return panels(easel, {"position": start, **fields}, {"count": 1}, "", operation)[0].words

    assert asked("apply", action=END) == (f"apply: {ENDS}",)
    assert asked("apply", action=END, by="P2", none=None) == (f"apply: {ENDS}", "by: P2")
    assert asked("replay", actions=[END, LATE]) == (f"replay: {ENDS}; {ENDS_LATE}",)
    assert asked("replay", actions=7) == ("replay", "actions: 7")
    assert asked("perft", depth=2) == ("perft", "depth: 2")
    alone = panels(easel, [1], {"count": 1}, "", "decode")[0]
    assert (alone.name, alone.position, alone.words) == ("asked", None, ("decode [1]",))
    assert panels(easel, {"text": "x"}, {"count": 1}, "", "decode")[0].words == ("decode", "text: x")


def test_of_a_long_replay_some_actions_are_told(easel: Easel, start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MOST_ACTIONS_SAID", 2)
    for many, more in ((2, ""), (4, "; … and 2 more actions")):
        first = panels(easel, {"position": start, "actions": [END] * many}, {"count": 1}, "", "replay")[0]
        assert first.words == (f"replay: {ENDS}; {ENDS}{more}",)


def test_positions_that_differ_are_marked_where_they_do(easel: Easel, start: Any) -> None:
    other = {**start, "currentPlayer": "P2"}
    before, wanted, came, differences = panels(
        easel, {"position": start, "action": END}, {"position": other}, {"position": start}, "apply"
    )
    assert [one.name for one in (before, wanted, came, differences)] == ["before", "expected", "got", "differences"]
    assert (before.position, wanted.position, came.position) == (start, other, start)
    assert (before.marks, wanted.marks) == (None, came.marks)
    assert differences.words == tuple(easel.differences(other, start)) != ()
    assert (differences.position, before.arrows) == (None, easel.arrows([END], start))


def test_the_one_position_that_there_is_is_marked_against_the_board_before(easel: Easel, start: Any) -> None:
    changed = support_of("tactics").picture.changed
    wounded, dead = ({**start, "units": [{**start["units"][0], "hp": hp}, *start["units"][1:]]} for hp in (7, 0))
    refused = {"illegal": {"broken": ["TAC-WIN-2"]}}
    asked = {"position": start, "action": END}
    marks = {
        name: [one.marks for one in panels(easel, asked, expected, got, "apply")]
        for name, expected, got in (
            ("refused", {"position": wounded}, refused),
            ("accepted", refused, {"position": wounded}),
            ("other", {"position": wounded}, {"position": dead}),
            ("neither", refused, {"illegal": {}}),
        )
    }
    assert marks == {
        "refused": [None, changed(wounded, start), changed(wounded, start)],
        "accepted": [None, changed(wounded, start), changed(wounded, start)],
        "other": [None, changed(wounded, dead), changed(wounded, dead), None],
        "neither": [None, None, None],
    }
    assert changed(wounded, start)
    assert changed(wounded, start) != changed(wounded, wounded)
    asked_alone = [one.marks for one in panels(easel, {"text": "x"}, {"position": wounded}, refused, "decode")]
    assert asked_alone == [None, None, None]


def test_where_one_of_two_is_no_position_there_are_no_differences(easel: Easel, start: Any) -> None:
    refused = {"illegal": {"broken": ["TAC-WIN-2"]}}
    asked = {"position": start, "action": END}
    _, wanted, came = panels(easel, asked, {"position": start}, refused, "apply")
    assert (wanted.position, came.position, came.words) == (start, None, ("refused as illegal (TAC-WIN-2)",))
    _, wanted, came = panels(easel, asked, refused, {"position": start}, "apply")
    assert (wanted.position, wanted.words, came.position) == (None, ("refused as illegal (TAC-WIN-2)",), start)
    _, _, came = panels(easel, asked, {"position": start}, "no JSON", "apply")
    assert (came.position, came.words) == (None, ("no JSON",))
    assert [one.name for one in panels(easel, asked, refused, "", "apply")] == ["before", "expected"]


@pytest.mark.parametrize(("limits", "is_shown"), [("none", False), ("once-per-unit", True)])
def test_what_was_not_sent_is_not_shown_as_asked(start: Any, limits: str, is_shown: bool) -> None:
    """What a turn has spent is sent only under readings that limit it."""
    easel = Easel("tactics", "v1", {**game_suite().facts("v1").defaults(), "turn-limits": limits})
    asked = {"position": start, "action": END, "spent": {"moved": [], "attacked": []}}
    before, *_ = panels(easel, asked, {"position": start}, "", "apply")
    drawn = "\n".join(easel.failure("apply", asked, {"position": start}, ""))
    assert (any("spent" in word for word in before.words), "spent" in drawn) == (is_shown, is_shown)


@pytest.mark.parametrize(
    ("asked", "before", "name", "drawn"),
    [
        ({"state": {}, "turn": "a"}, {"turn": "a"}, "turn", True),
        ({"state": {}, "turn": "a"}, {"turn": "a"}, "state", False),
        ({"position": {}, "turn": "a"}, {"turn": "a"}, "turn", False),  # that of the position is another one
        ({"text": "turn"}, "a turn", "turn", False),
        ({"turn": "a"}, None, "turn", False),
    ],
)
def test_a_field_is_drawn_with_the_position_that_it_is_a_part_of(
    asked: Any, before: Any, name: str, drawn: bool
) -> None:
    assert DrawnQuestion("legal", asked, before).draws(name) is drawn
