"""Cases that are written by hand: what a file of them says, and what is told where it is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludex import where
from ludex.fault import Fault
from ludex.games import tribun
from ludex.generate import generating, handwritten
from ludex.suites import Case, SuiteTopic
from tests import vector_files
from tests.guards import at_least_one

SO = "[[cases]]\nwhy = 'so'\nslug = 's'\n"
HEAD = """
[[topics]]
name = "corners"
kind = "apply"
operation = "apply"
about = "Corners."
"""


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of rulebooks with room for cases of 5x5 Tactics."""
    monkeypatch.setattr(where, "spec", lambda: tmp_path)
    (tmp_path / "tactics" / "cases").mkdir(parents=True)
    return tmp_path / "tactics" / "cases" / "corners.toml"


def made(spec: Path, text: str) -> list[Case]:
    spec.write_text(HEAD + text, encoding="utf-8")
    handwritten.read_sheet.cache_clear()
    (topic,) = handwritten.topics("tactics", "v1")
    assert topic[:4] == ("corners", "apply", "apply", "Corners.")
    return list(topic.cases())


def asked(spec: Path, text: str) -> list[Any]:
    return [case.input["a"] for case in made(spec, f"[all]\nwhy = 'so'\nslug = 's'\n{text}")]


def test_a_case_is_written_in_sentences_or_in_fields(spec: Path) -> None:
    (case,) = made(
        spec,
        """
        [all]
        tags = ["corner"]
        [[cases]]
        why = "why it is asked"
        slug = "attack"
        given = "P1 to move, a = P1 at (1,1), x = P2 at (2,1) hp 2"
        when = "attack x"
        input.spent = { moved = ["a"], attacked = [] }
        under = { hp-floor = ["none"] }
        """,
    )
    assert case[:2] == ("attack", "why it is asked")
    assert case.tags == ("corner",)
    assert case.under == {"hp-floor": ("none",)}
    assert list(case.input) == ["position", "action", "spent"]
    assert case.input["position"]["units"][1]["hp"] == 2
    assert case.input["action"] == {
        "type": "ATTACK",
        "playerId": "P1",
        "targetPosition": {"x": 2, "y": 1},
        "targetUnitId": "x",
    }


def test_several_actions_are_a_list(spec: Path) -> None:
    text = (
        "why = 'w'\nslug = 's'\ngiven = 'P1 to move, a = P1 at (1,1), x = P2 at (2,1)'\nwhen = ['attack x', 'end turn']"
    )
    (case,) = made(spec, f"[[cases]]\n{text}")
    assert [action["type"] for action in case.input["actions"]] == ["ATTACK", "END_TURN"]


@pytest.mark.parametrize(
    ("text", "inputs"),
    [
        ("[[cases]]\ninput.a = 7", [7]),
        (
            "[[cases]]\neach = { b = [1, 2], c = ['x', 'y'] }\ninput.a = ['{b}', '{c}']",
            [[1, "x"], [1, "y"], [2, "x"], [2, "y"]],
        ),
        ("[[cases]]\ninput.a = { b = 1, c = 2 }\ndrop = ['a.b', 'a.c']", [{"c": 2}, {"b": 1}]),
        ("[[cases]]\ninput.a = { b = 1 }\nadd.a = { b = 9, c = 9, d = 8 }", [{"b": 1, "c": 9}, {"b": 1, "d": 8}]),
        ("[[cases]]\ninput.a = { b = { c = 1 } }\nadd = { 'a.b' = { c = 9, d = 9 } }", [{"b": {"c": 1, "d": 9}}]),
        (
            "[[cases]]\ninput.a = { b = 1, c = 2 }\nset = ['a.b', 'a.c']\nto = [0, '{null}']",
            [{"b": 0, "c": 2}, {"b": None, "c": 2}, {"b": 1, "c": 0}, {"b": 1, "c": None}],
        ),
        ("[[cases]]\ninput.a = { b = 1, c = 2 }\nwith.a.c = 3", [{"b": 1, "c": 3}]),
        (
            "[[cases]]\ninput.a = { b = 1 }\ncases = [{}, { drop = ['a.b'] }, { with.a.c = 2 }]",
            [{"b": 1}, {}, {"b": 1, "c": 2}],
        ),
        ("[[cases]]\ninput.a = '{}'", ["{}"]),
    ],
)
def test_one_case_stands_for_many(spec: Path, text: str, inputs: list[Any]) -> None:
    assert asked(spec, text) == inputs


def test_names_stand_for_values_alone_in_texts_and_among_others(spec: Path) -> None:
    text = """
        [names]
        row = "Z9"
        kinds = [{ n = 1 }, 2]
        rows = "{row}/{row}"
        [[cases]]
        each.of = [
          "{rows}", "{kinds}", ["{*kinds}", 3], { repeat = "{row}", times = 2 }, "{null}",
        ]
        input.a = "{of}"
        """
    assert asked(spec, text) == ["Z9/Z9", [{"n": 1}, 2], [{"n": 1}, 2, 3], ["Z9", "Z9"], None]


def test_a_why_shows_what_is_asked(spec: Path) -> None:
    text = """
        [all]
        slug = "is-{value!a:.3}"
        input = { a = { b = 1, c = 2 } }
        [[cases]]
        why = "{field} is {value!a}, otherwise {otherwise!a}, byte {n:02x}"
        each.n = [10]
        set = ["a.b"]
        to = ["\\u00e9", "{null}"]
        """
    first, second = made(spec, text)
    assert first[:2] == ("is-'\\x", "b is '\\xe9', otherwise {'b': '\\xe9'}, byte 0a")
    assert second[:2] == ("is-Non", "b is None, otherwise {'b': None}, byte 0a")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[cases]]\nwhyy = 'x'", "case 1 (): Object contains unknown field `whyy`"),
        (SO + "input.a = 1\n[[cases]]\nwhy = 'the second'\ntags = 1", "case 2 (the second): Expected `array`"),
        (SO + "cases = [{}, { drop = ['a.b'] }]", "case 1.2 (so): there is no place 'a.b' in the input"),
        (SO + "input.a = 1\nset = ['a.b']\nto = [1]", "there is no place 'a.b'"),
        (SO + "add.a.b = 1", "there is no object 'a' in the input"),
        (SO + "input.a = { b = 1 }\nadd = { 'a.b' = { c = 1 } }", "there is no object 'a.b' in the input"),
        (SO + "add.a = 1", "add.a"),
        (SO + "with.a.b = 1", "there is no object 'a' in the input"),
        ("[[cases]]\nwhy = 'so'\ninput.a = 1", "case 1 (so): it has no slug, and none is said for all"),
        ("[[cases]]\nslug = 's'\ninput.a = 1", "it has no why"),
        (
            "[names]\nquiet = 1\n[[cases]]\nwhy = '{qiet}'\nslug = 's'",
            "nothing is called 'qiet'; did you mean 'quiet'?",
        ),
        ("[names]\na = '{b}'\nb = 1\n[[cases]]", "the name 'a': nothing is called 'b'"),
        ("[[cases]]\nwhy = '{a:02x}'\nslug = 's'\ninput.a = 'x'", "{a:02x} cannot be shown"),
        (SO + "each.a = 1", "each.a must be a list of values"),
        (SO + "when = 'attack x'", "write `given`, too"),
        (SO + "given = 'P1 too move'", "expected"),
        (f"{SO}{SO}under = {{ hp-floor = ['none'] }}", "case 2 (so) asks what 'so' asks"),
        (SO + "under = { hp-flor = ['none'] }", "did you mean hp-floor?"),
        (SO + "under = { hp-floor = ['one'] }", "unknown choice of hp-floor"),
        (SO + "editions = ['v9']", "unknown edition: 'v9'"),
        ("[[cases]", "corners.toml: "),
        ("[[cases]]\n[more]\na = 1", "unknown field `more`"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_a_remedy(spec: Path, text: str, told: str) -> None:
    with pytest.raises(Fault) as fault:
        made(spec, text)
    assert str(spec) in fault.value.message
    assert told in fault.value.message
    assert fault.value.remedy


def test_a_case_of_some_editions_is_asked_in_these_alone(spec: Path) -> None:
    path = spec.parents[2] / "tribun" / "cases" / "corners.toml"
    path.parent.mkdir(parents=True)
    path.write_text(f"{HEAD}{SO}editions = ['2026-04']", encoding="utf-8")
    counts = [len([*topic.cases()]) for one in tribun.REGISTER.editions for topic in handwritten.topics("tribun", one)]
    assert dict(zip(tribun.REGISTER.editions, counts, strict=True)) == {"2026-01": 0, "2026-04": 1}


def test_two_topics_of_one_name_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    twice = SuiteTopic("codec-cid", "codec", "cid", "Again.", list)
    monkeypatch.setattr(handwritten, "topics", lambda *_: iter([twice]))
    with pytest.raises(Fault, match="two topics 'codec-cid'"):
        generating.topics("tribun", tribun.REGISTER.editions[0])


@pytest.mark.parametrize("path", sorted(where.spec().glob("*/cases/*.toml")), ids=lambda path: path.stem)
def test_the_cases_that_ship_can_be_read_and_are_all_asked(path: Path) -> None:
    game = path.parents[1].name
    for edition in at_least_one(generating.game_of(game)[0].REGISTER.editions):
        for topic in at_least_one(handwritten.topics(game, edition)):
            if topic.name.startswith(path.stem):
                committed = vector_files.topic(game, edition, topic.name)["vectors"]
                slugs = {case.slug for case in topic.cases()}
                assert slugs == {vector["id"].rpartition("-")[0] for vector in committed}
