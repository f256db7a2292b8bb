"""The matrix of slips: points are counted where their clause decides, gaps are told, and drawn cases fill them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ludex.cli import main
from ludex.fault import Fault
from ludex.mutation import slips
from ludex.seam import reference_of
from ludex.suites import Case, matrix
from ludex.suites.filling import PointFilling
from ludex.suites.matrix import SIDES, Expression, kinds, read_matrix
from ludex.suites.seam import suite_of
from ludex.vectors import available, open_suite
from ludex.vectors.suite import Suite
from tests.guards import at_least_one

GAME = "tactics"
OFF = """
[speaks]
place = ["TAC-MOV-1", "TAC-MOV-2"]
[points.corner]
corner = "place is not None and place[0] in (0, 4) and place[1] in (0, 4)"
[points.off-board]
off = {{ when = "off", sides = ["refused"] }}
{more}
"""
Write = Callable[[str], slips.Filled]

ALL = bool(os.environ.get("LUDEX_ALL"))


@pytest.fixture(scope="module", autouse=True)
def _questions_seen_once() -> Iterator[None]:
    """What there is to say of a vector is the same whatever the matrix: it is found once, and held against each."""
    find = slips._questions
    found: dict[str, list[slips._Shown]] = {}

    def known(suite: Suite) -> list[slips._Shown]:
        if suite.game not in found:
            found[suite.game] = [*find(suite)]
        return found[suite.game]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slips, "_questions", known)
        yield


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes a matrix of Tactics, and holds it against the vectors."""
    path = tmp_path / "matrix.toml"
    monkeypatch.setattr(matrix, "path_of", lambda _: path)

    def write(text: str) -> slips.Filled:
        path.write_text(text)
        read_matrix.cache_clear()
        found = slips.fill_of(GAME)
        assert found is not None
        return found

    yield write
    read_matrix.cache_clear()


@pytest.mark.skipif(not ALL, reason="`ludex coverage --check` looks at the whole of every matrix")
@pytest.mark.parametrize("game", available())
def test_the_matrix_of_a_game_is_in_order_and_has_no_gap(game: str) -> None:
    filled = slips.fill_of(game)
    if filled is None:
        pytest.skip(f"{game} has no matrix of slips")
    assert filled.gaps == ()


def test_every_kind_of_slip_is_a_sentence() -> None:
    assert len(kinds()) > 20
    for name, kind in kinds().items():
        assert kind.says.endswith("."), name


def test_a_point_counts_the_vectors_that_turn_on_its_clause_and_show_it(written: Write) -> None:
    filled = written(OFF.format(more=""))
    corner = {side: filled.counts["TAC-MOV-1", "corner", "corner", side] for side in SIDES}
    assert min(corner.values()) > 3
    found = 0
    for topic in open_suite(GAME).topics("v1"):
        for vector in topic.vectors if topic.operation in ("apply", "validate") else ():
            place = json.loads(bytes(vector.input))["action"]
            place = place.get("targetPosition") if isinstance(place, dict) else None
            refused = json.loads(bytes(vector.expect)).get("isValid") is False or b"illegal" in bytes(vector.expect)
            inside = isinstance(place, dict) and place.get("x") in (0, 4) and place.get("y") in (0, 4)
            found += refused and inside and "TAC-MOV-1" in vector.clauses
    assert corner["refused"] == found


def test_the_vectors_of_a_cell_are_those_that_it_counts(written: Write) -> None:
    counts = written(OFF.format(more="")).counts
    found = {cell: len(names) for cell, names in slips.vectors_by_cell(open_suite(GAME)).items()}
    assert found == {", ".join(key): count for key, count in counts.items()}
    assert len(found) > 3


def test_a_point_that_too_few_show_is_a_gap_and_so_is_a_kind_without_points(written: Write) -> None:
    gaps = written(OFF.format(more="")).gaps
    assert "TAC-MOV-2, off-board, off: 0 of 3 refused vectors where off" in gaps
    assert any(gap.startswith("TAC-MOV-1 has no points for seam: The object lies across") for gap in gaps)
    assert not any("TAC-TRN-3" in gap and "corner" in gap for gap in gaps)


EXCUSE = """
[[excuse]]
clauses = ["TAC-MOV-*"]
kinds = ["{kind}"]
why = "It cannot be."
"""


def test_what_cannot_be_is_excused_until_a_vector_shows_it(written: Write) -> None:
    gaps = written(OFF.format(more=EXCUSE.format(kind="off-board"))).gaps
    assert not any("off-board" in gap for gap in gaps)
    gaps = written(OFF.format(more=EXCUSE.format(kind="corner"))).gaps
    refuted = [gap for gap in gaps if gap.startswith("TAC-MOV-1, corner, corner, refused: It cannot be. But ")]
    assert len(refuted) == 1
    assert refuted[0].endswith(" shows it.")


def test_a_name_that_no_question_has_is_told(written: Write) -> None:
    gaps = written(OFF.format(more='[points.one-side]\nany = "plase"')).gaps
    assert "no question has a facet 'plase', which 'plase' names" in gaps


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[points.nothing]\na = "off"', "no kind of slip is called 'nothing'"),
        ('[speaks]\nsoup = ["TAC-MOV-1"]', "no kind needs 'soup'"),
        ('[speaks]\nplace = ["TAC-XXX-1"]', "TAC-XXX-1 is no clause that decides"),
        ('[points.one-side]\na = {when = "off", sides = ["both"]}', "no side is called 'both'"),
        ('[points.one-side]\na = "off and"', "is no expression"),
        ('[points.one-side]\na = "().__class__"', "more than an expression"),
        ('[points.one-side]\na = {when = "off", leest = 2}', "unknown field `leest`"),
        ('points = "', "Unterminated|closing quote|unterminated|Illegal|Expected"),
        ('[[excuse]]\nclauses = ["*"]\nkinds = ["seam"]\nwhy = "No."', "an excuse excuses nothing: No."),
    ],
)
def test_a_slip_in_the_file_is_told_with_its_place(written: Write, text: str, said: str) -> None:
    with pytest.raises(Fault, match=said) as fault:
        written(text)
    assert "matrix.toml" in str(fault.value)


def test_an_expression_sees_facets_and_nothing_else() -> None:
    assert Expression("any(one > bound for one in some)", "here")({"some": [1, 5], "bound": 4})
    assert not Expression("bound > 4", "here")({})
    with pytest.raises(Fault, match="here: '1 / none': ZeroDivisionError"):
        Expression("1 / none", "here")({"none": 0})


def test_the_command_shows_the_table_and_writes_every_point(
    written: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(OFF.format(more=EXCUSE.format(kind="off-board")))
    path = tmp_path / "matrix.json"
    assert main(["coverage", "--matrix", "--game", GAME, "--json", str(path)]) == 0
    out = capsys.readouterr().out
    assert "TAC-MOV-1, " not in out.partition("TAC-MOV-1 has no points")[0]
    (game,) = json.loads(path.read_bytes())["games"]
    row = game["matrix"]["clauses"]["TAC-MOV-1"]
    assert row["points"][0]["vectors"].keys() <= {*SIDES}
    assert {"kind": "off-board", "point": "off", "side": "refused", "why": "It cannot be."} in row["excused"]
    assert main(["coverage", "--matrix", "--check", "--game", GAME]) == 1


def test_a_game_without_a_matrix_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(matrix, "path_of", lambda _: Path("/nowhere/matrix.toml"))
    read_matrix.cache_clear()
    assert main(["coverage", "--matrix", "--check", "--game", GAME]) == 0
    read_matrix.cache_clear()
    assert capsys.readouterr().out == f"{GAME}: no matrix of slips\n"


def test_drawn_cases_are_kept_until_every_point_is_shown(written: Write) -> None:
    written(OFF.format(more=""))
    rules = reference_of(GAME).REGISTER.rules("v1")
    suite = open_suite(GAME)
    drawn = [
        Case("drawn", "Drawn.", json.loads(bytes(vector.input)))
        for topic in suite.topics("v1")
        for vector in topic.vectors
        if topic.topic in ("apply-move", "refusal-move") and not vector.holds
    ]
    filling = PointFilling(GAME, rules, clauses=("TAC-MOV-1",), kinds=("corner",))
    kept = list(filling.of(drawn))
    assert 3 <= len(kept) <= 6
    assert filling.open_points == []
    assert all(case.input["action"]["targetPosition"]["x"] in (0, 4) for case in kept)
    beyond = PointFilling(GAME, rules, clauses=("TAC-MOV-1",), kinds=("off-board",))
    assert list(beyond.of(drawn)) == []
    assert beyond.open_points == ["TAC-MOV-1, off-board, off, refused: 3"]


@pytest.mark.parametrize("game", available())
def test_facets_never_fail_whatever_is_asked(game: str) -> None:
    suite = open_suite(game)
    facets: Callable[..., Mapping[str, Any]] = suite_of(game).facets
    for edition in at_least_one(suite.editions):
        rules = reference_of(game).REGISTER.rules(edition)
        for topic in at_least_one(suite.topics(edition)):
            for vector in at_least_one(topic.vectors[:: 1 if ALL else 10]):
                assert isinstance(facets(topic.operation, json.loads(bytes(vector.input)), rules), Mapping)
