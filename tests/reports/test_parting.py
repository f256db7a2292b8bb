"""Where a wrong replay parts from the right one, as far as the answer tells it."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import msgspec

from ludex.judge.words import rules_of
from ludex.report.drawing import Easel
from ludex.report.parting import Parting, parting_of
from ludex.rules import answering
from ludex.seam import reference_of
from ludex.vectors.suite import open_suite

ATTACK = "TAC-ATK-5"  # what an attack takes from its target


ONCE = {"turn-limits": "once-per-unit"}


@cache
def replay() -> tuple[Any, dict[str, Any]]:
    """`one moves, another attacks, and the one that moved moves again`, which is refused where each acts once."""
    suite = open_suite("tactics")
    topic = suite.topic(next(name for name in suite.names_of("v1") if name.topic == "corners-replay"))
    vector = next(one for one in topic.vectors if "moves again" in one.why)
    assert vector.holds_under({**suite.facts("v1").defaults(), **ONCE})
    return msgspec.json.decode(vector.input), msgspec.json.decode(vector.expect)


def parted(given: dict[str, Any], *blamed: str) -> Parting:
    asked, expected = replay()
    found = parting_of("tactics", rules_of("tactics", "v1", (*ONCE.items(),)), asked, expected, given, blamed)
    assert found is not None
    return found


def test_games_part_where_one_goes_on_and_the_other_does_not() -> None:
    asked, expected = replay()
    late = parted({**expected, "applied": 3, "refused": None})
    assert (late.number, late.many, late.is_certain) == (3, 3, True)
    assert (late.action, late.before) == (asked["actions"][2], expected["position"])
    assert "illegal" in late.expected
    assert late.got is None
    soon = parted({"applied": 0, "position": asked["position"], "refused": "illegal"})
    assert (soon.number, soon.before, soon.got) == (1, asked["position"], {"illegal": {}})
    assert "position" in soon.expected


def test_games_part_at_the_last_action_that_touches_what_differs() -> None:
    _, expected = replay()
    units = [{**one, "hp": one["hp"] + 1} if one["id"] == "y" else one for one in expected["position"]["units"]]
    hit = parted({**expected, "position": {**expected["position"], "units": units}})
    assert (hit.number, hit.action["type"], hit.got, hit.is_certain) == (2, "ATTACK", None, False)


def test_a_clause_that_leads_to_the_very_answer_tells_where_games_part() -> None:
    asked, _ = replay()
    rules = rules_of("tactics", "v1", (*ONCE.items(),))
    ask = partial(answering.answer, reference_of("tactics"), "replay", asked, rules)
    given = answering.turned_round(ask, ATTACK)
    assert given is not None
    hit = parted(given, ATTACK)
    assert (hit.number, hit.is_certain) == (2, True)
    assert hit.got is not None
    assert hit.got["position"] != hit.expected["position"]


def test_a_report_shows_the_boards_of_the_action_where_games_part() -> None:
    asked, expected = replay()
    easel, got = Easel("tactics", "v1", ONCE), msgspec.json.encode({**expected, "applied": 3, "refused": None})
    names = [one.name for one in easel.panels("replay", asked, expected, got)]
    assert names[:3] == ["before", "before the action where they part", "expected after it"]
    assert {"expected at the end", "got at the end"} <= {*names}
    text = "\n".join(easel.failure("replay", asked, expected, got))
    assert "action 3 of 3, P1: move to (1,3), is where the two games part\n" in text
    assert "expected after it: refused as illegal (" in text
    assert "\ngot" not in text.partition("At the end of the replay:")[0], "nobody knows"
    refused = msgspec.json.encode({"applied": 0, "position": asked["position"], "refused": "illegal"})
    panels = {one.name: one for one in easel.panels("replay", asked, expected, refused)}
    assert "got after it" in panels
    moved = {(tile.x, tile.y) for tile in panels["expected after it"].marks}
    assert moved == {(1, 2), (1, 3)}, "who refuses leaves all as it was"
    assert panels["got after it"].marks == panels["expected after it"].marks
    parts = "\n".join(easel.failure("replay", asked, expected, refused)).partition("At the end of the replay:")[0]
    assert "\ngot: refused as illegal\n" in parts


def test_a_packed_replay_has_its_board_and_its_actions_in_words() -> None:
    suite = open_suite("tribun")
    topic = suite.topic(next(name for name in suite.names_of(suite.editions[0]) if name.topic == "replay-last-turn"))
    vector = min(topic.vectors, key=lambda one: len(one.input))
    asked, expected = (msgspec.json.decode(one) for one in (vector.input, vector.expect))
    before, *_ = Easel("tribun", topic.edition, {}).panels("replay", asked, expected, "")
    assert before.name == "before"
    assert before.position["board"] == asked["snapshot"]["board"]
    assert len(before.words) == 1
    assert before.words[0].startswith("replay: ")
    assert asked["actions"] not in before.words[0]


def test_what_nobody_can_play_parts_nowhere() -> None:
    asked, expected = replay()
    easel = Easel("tactics", "v1", ONCE)
    assert [one.name for one in easel.panels("replay", {**asked, "actions": 7}, expected, '{"position":1}')] == [
        "before",
        "expected",
        "got",
        "differences",
    ]
