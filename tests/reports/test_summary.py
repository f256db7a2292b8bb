"""What the formats have in common is said once, and costs little."""

import ast
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import ludex.report
from ludex.fault import Fault
from ludex.judge.likeness import RulesShown
from ludex.judge.settings import Setting
from ludex.report.html import _group_rows
from ludex.report.results import Result
from ludex.report.summary import Index, Lead, by_group, leads, shown_at_once
from ludex.rulebook import rulebook
from ludex.vectors import open_suite
from tests.judge import toy
from tests.reports.made import results

REPLAYED, MOVED = "TRB-END-1", "TRB-MOV-1"
FOLDER = Path(ludex.report.__file__).parent
FORMATS = ("terminal", "markdown", "junit", "diff")
BELOW = {
    "report", "runner", "judge", "protocol", "vectors", "support", "rulebook", "rules", "seam", "fault", "outlet",
    "where", "wording",
    "mutation",  # whose slips are tried on failures
}  # fmt: skip


def imports(path: Path) -> set[str]:
    """The modules of ours that a file imports, wherever in it: a room, and what stands in it."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    found = [f"{node.module}.{one.name}" for node in nodes if isinstance(node, ast.ImportFrom) for one in node.names]
    return {".".join(name.split(".")[1:3]) for name in found if name.startswith("ludex.")}


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_knows_no_other(name: str) -> None:
    found = imports(FOLDER / f"{name}.py")
    assert "report.summary" in found
    assert not found & {f"report.{other}" for other in FORMATS}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_a_report_knows_nothing_of_how_it_is_asked_for(path: Path) -> None:
    assert {name.partition(".")[0] for name in imports(path)} <= BELOW


def test_a_vector_is_found_in_its_own_file_whatever_is_wrong_with_the_others(tmp_path: Path) -> None:
    root = toy.write(tmp_path)
    for path in (tmp_path / "nim" / "topics").glob("apply-*.json"):
        path.write_text("no vectors", encoding="utf-8")
    index = Index(open_suite("nim", root))
    found = index.find("legal-3@one", "legal-small")
    assert found is not None
    assert (found[0].topic, found[1].id) == ("legal-small", "legal-3")
    with pytest.raises(Fault):
        index.find("legal-none@one", "legal-small")


def test_a_clause_that_the_engine_names_wrongly_is_told_with_those_of_the_vector() -> None:
    message = "refused, rightly, but for a wrong reason: TAC-ATK-1 (broken: TAC-MOV-1)"
    result = Result("a", 0, "fail", message=message, clauses=("TAC-TRN-2", "TAC-MOV-1"))
    index = Index(open_suite("tactics"), results([result], "tactics"))
    assert index.about(result, result.clauses) == ["TAC-ATK-1", "TAC-MOV-1", "TAC-TRN-2"]


BASE = RulesShown(0, "a", "x", "y", 2, 5, 0, False, ("v1", "v2"), ("w1",), 3)


@pytest.mark.parametrize("other", [{"reading": "b"}, {"declared": "z"}, {"shown": "z"}])
def test_what_an_engine_plays_is_told_once_for_all_sets_of_rules_under_which_it_is_the_same(
    other: dict[str, str],
) -> None:
    settings = tuple(Setting(name, {"a": "x"}) for name in ("v1", "v2"))
    again = replace(
        BASE, setting=1, explains=4, failing=6, contradicted=7, mixed=True, like=("v2", "v3"), unlike=("w2",)
    )
    summed = RulesShown(0, "a", "x", "y", 6, 11, 7, True, ("v1", "v2", "v3"), ("w1", "w2"), 6)
    made = replace(results([Result("a", 0, "fail")], "tactics"), settings=settings, shown=(BASE, again))
    labels = ("v1 (default readings)", "v2 (default readings)")
    assert leads(made) == [Lead(summed, labels)]
    apart = replace(again, **other)
    assert leads(replace(made, shown=(BASE, apart))) == [Lead(BASE, labels[:1]), Lead(apart, labels[1:])]


@pytest.mark.parametrize(
    ("change", "labels", "told"),
    [
        (
            {},
            ("v1",),
            "v1: judged by a=x, it plays a=y; that explains 2 of 5 failures, "
            "and 3 more failures where it matters would stay wrong under it",
        ),
        (
            {"unexplained": 1, "explains": 1, "failing": 1},
            ("v1", "v2"),
            "v1 and 1 other set of rules: judged by a=x, it plays a=y; that explains 1 of 1 failure, "
            "and 1 more failure where it matters would stay wrong under it",
        ),
        (
            {"unexplained": 0, "reading": "edition"},
            ("v1", "v2", "v3"),
            "v1 and 2 other sets of rules: judged by x, it plays y; that explains 2 of 5 failures, "
            "and no vector speaks against it",
        ),
        (
            {"mixed": True, "contradicted": 1},
            ("v1",),
            "MIXED, v1: judged by a=x, it plays a=y; that explains 2 of 5 failures, "
            "and 1 vector passes that would then be wrong: w1",
        ),
    ],
)
def test_what_an_engine_plays_is_told_in_a_line(change: dict[str, Any], labels: tuple[str, ...], told: str) -> None:
    lead = Lead(replace(BASE, **change), labels)
    assert shown_at_once(lead) == told
    assert lead.name == ("y" if change.get("reading") else "a=y")


def test_groups_of_which_only_replays_fail_are_told_as_such_and_stand_last_on_a_page() -> None:
    of = results(
        [
            Result("a@one", 0, "fail", clauses=(REPLAYED, MOVED), kind="replay"),
            Result("b@one", 0, "fail", clauses=(MOVED,), kind="apply"),
        ],
        "tribun",
    )
    told = {one.group: (one.only_replays, one.told.endswith("(only replays fail)")) for one in by_group(of)}
    assert told == {"TRB-END": (True, True), "TRB-MOV": (False, False)}
    assert [row.name for row in _group_rows(of, rulebook("tribun"))] == ["TRB-MOV", "TRB-END"]
