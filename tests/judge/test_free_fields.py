"""Fields that nobody is failed for: they must be there, in the right shape, and what stands in them is not judged."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludex.cli import main
from ludex.judge.case import Frame, ScheduledVector
from ludex.judge.likeness import Likeness
from ludex.judge.settings import Setting
from ludex.judge.weigh import weigh_result
from ludex.mutation.coverage import Coverage, coverage_json, table
from ludex.mutation.deciding import vectors_of
from ludex.protocol.schema import wire_of
from ludex.report.recount import recount
from ludex.report.terminal import report
from ludex.support import support_of
from ludex.vectors.images import image_of
from ludex.vectors.selection import Selection
from ludex.vectors.suite import TopicName, open_suite
from tests.judge import toy
from tests.judge.conftest import HERE, Judged
from tests.judge.test_images import question, result

AT = "/position/drawBlocked"
POSITION: dict[str, Any] = {
    "board": "A" * 162 + "==",
    "turn": "black",
    "drawOfferBy": None,
    "drawBlocked": None,
    "status": "ended",
    "winner": None,
}


def weighed(got: Any, **free: str) -> tuple[str, str]:
    expect = {"position": POSITION, "free": free or {AT: "TRB-END-8"}}
    outcome = weigh_result(json.dumps(got).encode(), json.dumps(expect).encode(), "apply", wire_of("tribun"), {}, True)
    return outcome.verdict, outcome.message


@pytest.mark.parametrize(
    ("changes", "verdict", "words"),
    [
        ({}, "pass", ""),
        ({"drawBlocked": "white"}, "pass", ""),
        ({"turn": "white"}, "fail", "position.turn: expected"),
        ({"drawBlocked": "white", "turn": "white"}, "fail", "position.turn: expected"),
        ({"drawBlocked": "red"}, "error", "drawBlocked must be one of"),
    ],
)
def test_a_free_field_may_be_anything_of_its_shape(changes: dict[str, str], verdict: str, words: str) -> None:
    outcome = weighed({"position": {**POSITION, **changes}})
    assert outcome[0] == verdict
    assert words in outcome[1]
    assert "drawBlocked: expected" not in outcome[1]


def test_a_free_field_must_be_there() -> None:
    less = {name: value for name, value in POSITION.items() if name != "drawBlocked"}
    assert weighed({"position": less}) == ("error", "result.position.drawBlocked is missing")


def test_an_answer_does_not_name_its_free_fields_itself() -> None:
    assert weighed({"position": POSITION, "free": {AT: "TRB-END-8"}})[0] == "error"


def test_what_is_no_result_is_weighed_as_ever() -> None:
    assert weighed({"illegal": {}}) == ("fail", "refused as illegal (no reason named), but must be accepted")
    assert weighed({"unsupported": {"reason": "later"}}) == ("unsupported", "later")


def test_a_part_of_a_list_can_be_free() -> None:
    """Where no schema speaks of a game, the expected result is the shape."""
    expect = {"position": {"boards": ["a", "b"]}, "free": {"/position/boards/1": "NIM-END-1"}}

    def verdict(*boards: str) -> str:
        got = msgspec.json.encode({"position": {"boards": boards}})
        return weigh_result(got, msgspec.json.encode(expect), "apply", wire_of("nim"), {}, False).verdict

    assert [verdict("a", "b"), verdict("a", "z"), verdict("z", "b"), verdict("a")] == ["pass", "pass", "fail", "fail"]


# In a run: the turn after the heap is empty is nobody's.


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toy.write(tmp_path_factory.mktemp("vectors"), ended=True)


ENDED = Selection(("apply-ended",))


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nim looks the same to both players, and a symmetry moves no field."""
    seam = SimpleNamespace(SYMMETRIES=("players",), question=question, result=result, place=lambda _, place: place)
    monkeypatch.setitem(vars(support_of("nim")), "symmetries", seam)


def test_the_report_counts_what_it_did_not_judge(judged: Judged, root: Path) -> None:
    results = judged("right", root=root, selection=ENDED)
    assert results.score.sentence == "All 3 selected vectors pass. 3 fields free, and not judged."
    assert results.score.free == 3
    assert recount(results) == results
    assert "3 fields free, and not judged." in "\n".join(report(results, open_suite("nim", root)))


def test_what_was_not_answered_has_no_free_fields(judged: Judged, root: Path) -> None:
    assert judged("always_crashes", root=root, selection=ENDED).score.free is msgspec.UNSET


@pytest.mark.usefixtures("players")
def test_images_have_the_free_fields_of_their_vectors(judged: Judged, root: Path) -> None:
    topic = open_suite("nim", root).topic(TopicName("one", "apply-ended"))
    image = image_of(topic.vectors[0], topic, "players")
    assert msgspec.json.decode(image.expect) == {
        "position": {"heap": 0, "turn": "b"},
        "free": {"/position/turn": "NIM-APP-1"},
    }
    results = judged("right", root=root, selection=Selection(("apply-ended",), images=True))
    assert (results.score.counts["pass"], results.score.free) == (6, 6)


KEEPS_TURN = """
import sys
sys.path.insert(0, {folder!r})
from nim import answer, serve
serve(lambda request: answer(request).replace('"turn": "b"', '"turn": "a"'))
"""


@pytest.mark.usefixtures("players")
def test_two_engines_may_differ_in_a_free_field(judged: Judged, root: Path, tmp_path: Path) -> None:
    script = tmp_path / "keeps_turn.py"
    script.write_text(KEEPS_TURN.format(folder=str(HERE / "hostile")))
    other = (sys.executable, str(script))
    results = judged("right", root=root, selection=ENDED, against=other)
    assert results.score.status == 0
    judging = judged("right", root=root, selection=Selection(("apply-take",), images=True), against=other)
    assert judging.score.counts["fail"] == judging.score.images.selected > 0  # where it is a's turn, which is no end


def test_no_reading_is_shown_by_a_free_field(root: Path) -> None:
    suite = open_suite("nim", root)
    topic = suite.topic(TopicName("one", "apply-ended"))
    frame = Frame(topic, Setting("one", {"max": "three"}), 0, wire_of("nim"))
    case = ScheduledVector(0, topic.vectors[0], frame)
    assert Likeness(suite).differs(case, ["max=four"]) == []


def test_coverage_counts_free_fields_by_the_clause(root: Path) -> None:
    coverage = Coverage("nim", [], list(vectors_of(open_suite("nim", root))), [])
    assert "  3 fields of expected results free, and not judged: 3 by NIM-APP-1" in table(coverage)
    assert coverage_json(coverage)["free"] == {f"ended-{take}@one": ("NIM-APP-1",) for take in (1, 2, 3)}


def test_a_vector_is_explained_with_its_free_fields(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(root))
    assert main(["explain", "ended-1"]) == 0
    assert "free, and not judged: /position/turn, by NIM-APP-1 (Nobody plays on.)" in capsys.readouterr().out
