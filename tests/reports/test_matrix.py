"""Many engines side by side: a row a clause, a column a run, a badge, and the page of a difference."""

from pathlib import Path

import msgspec
import pytest

from ludex.cli import main
from ludex.fault import Fault
from ludex.judge.score import conclude
from ludex.protocol.messages import Identity
from ludex.report.diff import difference
from ludex.report.diffpage import html as diff_page
from ludex.report.matrix import badge, html, lines, matrix_of
from ludex.report.results import Result, Results, write_results
from ludex.report.source import ResultsSource
from tests.reports.whole import full, game_suite, plain

Captured = pytest.CaptureFixture[str]


def source(name: str, results: Results) -> ResultsSource:
    return ResultsSource(Path(name), results, game_suite())


def named(name: str, clauses: dict[str, tuple[int, int]]) -> ResultsSource:
    """A run of an engine of this name, with passes and failures by clause."""
    counts = {"pass": 3, "fail": sum(failed for _, failed in clauses.values())}
    results = msgspec.structs.replace(full(), engine=Identity(name, "1"), clauses=clauses, score=conclude(counts))
    return source(f"{name}.json", results)


ONE = named("one", {"TAC-MOV-1": (5, 0), "TAC-ATK-5": (2, 1)})
OTHER = named("other", {"TAC-MOV-1": (0, 4)})


def test_a_row_says_of_each_engine_how_many_of_a_clause_fail() -> None:
    found = matrix_of([ONE, OTHER])
    assert found.names == ("one 1", "other 1")
    told = {row.clause.id: [cell.words for cell in row.cells] for row in found.rows}
    assert told == {"TAC-MOV-1": ["all 5", "4 of 4 fail"], "TAC-ATK-5": ["1 of 3 fail", "·"]}
    assert [[cell.look for cell in row.cells] for row in found.rows] == [["good", "bad"], ["bad", "none"]]


def test_the_terminal_shows_clauses_that_somebody_fails_or_all() -> None:
    good = named("good", {"TAC-MOV-1": (5, 0), "TAC-ATK-5": (2, 0)})
    text = "\n".join(lines(matrix_of([ONE, good])))
    assert "TAC-ATK-5" in text
    assert "TAC-MOV-1" not in text
    assert text.endswith("1 clauses of 2 that no engine fails)")
    assert "TAC-MOV-1" in "\n".join(lines(matrix_of([ONE, good]), whole=True))


def test_engines_of_one_name_are_told_apart_by_their_files() -> None:
    again = source("again.json", ONE.results)
    assert matrix_of([ONE, again]).names == ("one 1 (one.json)", "one 1 (again.json)")


def test_where_nothing_fails_there_is_no_table() -> None:
    green = matrix_of([ONE])
    told = list(lines(msgspec.structs.replace(green, rows=tuple(row for row in green.rows if not row.is_bad))))
    assert not [line for line in told if line.startswith("clause ")]
    assert told[-1].startswith("(failing of all that turn on the clause; ")
    assert [line for line in lines(green, whole=True) if line.startswith("clause ")]


def test_runs_of_several_games_are_no_matrix() -> None:
    suite = msgspec.structs.replace(OTHER.results.suite, game="tribun")
    with pytest.raises(Fault, match="results of different games: tactics, tribun"):
        matrix_of([ONE, source("t.json", msgspec.structs.replace(OTHER.results, suite=suite))])


def test_runs_of_other_vectors_and_runs_that_did_not_end_are_told() -> None:
    suite = msgspec.structs.replace(ONE.results.suite, manifest="other")
    cut = source("cut.json", msgspec.structs.replace(ONE.results, suite=suite, stopped="it fell"))
    warnings = matrix_of([source("p.json", plain()), cut]).warnings
    assert warnings == ("the vectors of the runs are not the same", "a run did not end: it fell")


BADGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img"'
    ' aria-label="ludex tactics: {told} pass" font-family="monospace"><title>ludex tactics: {told} pass</title>'
    '<rect width="{width}" height="20" rx="3" fill="#333333"/>'
    '<rect x="102.7" width="{share}" height="20" rx="3" fill="{fill}"/>'
    '<text x="51.3" y="13.8" font-size="11" fill="#ffffff" text-anchor="middle">ludex tactics</text>'
    '<text x="{middle}" y="13.8" font-size="11" fill="#ffffff" text-anchor="middle">{told}</text></svg>\n'
)
GOOD, BAD = "#14642b", "#a8071a"


@pytest.mark.parametrize(
    ("counts", "told", "width", "share", "middle", "fill"),
    [
        ({"pass": 7}, "all of 7", "171.2", "68.6", "136.9", GOOD),
        ({"pass": 2, "fail": 1}, "66.6 % of 3", "191.7", "89", "147.2", BAD),
        ({"pass": 999, "fail": 1}, "99.9 % of 1,000", "219", "116.3", "160.8", BAD),
        ({}, "none of 0", "178", "75.4", "140.3", BAD),
    ],
)
def test_a_badge_says_the_share_that_passes_and_never_all_of_less(
    counts: dict[str, int], told: str, width: str, share: str, middle: str, fill: str
) -> None:
    drawn = badge(msgspec.structs.replace(full(), score=conclude(counts)))
    assert drawn == BADGE.format(told=told, width=width, share=share, middle=middle, fill=fill)


def test_the_page_of_a_matrix_links_each_clause_to_its_text() -> None:
    text = "\n".join(html(matrix_of([ONE, OTHER])))
    assert '<a href="#TAC-MOV-1">' in text
    assert '<dt id="TAC-MOV-1">' in text
    assert '<td class="cell-bad">4 of 4 fail</td>' in text


def test_the_page_of_a_difference_says_what_got_worse() -> None:
    old, new = source("old.json", full()), source("new.json", full(1))
    found = difference(old, new)
    text = "\n".join(diff_page(old, new, found, 1000))
    assert f'<strong class="worse">{found.worse:,} got worse.  Exit status 1.</strong>' in text
    assert text.count("<li id=") == len(found.changes)
    short = "\n".join(diff_page(old, new, found, 1))
    assert short.count("<li id=") == len({change.kind for change in found.changes})
    assert " more</p>" in short


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    paths = [tmp_path / "old.json", tmp_path / "new.json"]
    (one,) = plain().results
    worse = msgspec.structs.replace(
        plain(),
        results=(Result(one.id, 0, "fail", clauses=("TAC-MOV-1",)),),
        score=conclude({"fail": 1}),
        clauses={"TAC-MOV-1": (0, 1)},
        groups={"TAC-MOV": {"fail": 1}},
    )
    good = msgspec.structs.replace(plain(), clauses={"TAC-ATK-1": (1, 0)})
    for path, run in zip(paths, (good, worse), strict=True):
        write_results(run, path)
    return [str(path) for path in paths]


def test_the_commands_write_their_pages(files: list[str], tmp_path: Path, capsys: Captured) -> None:
    page = tmp_path / "page.html"
    assert main(["matrix", *files, "--format", "html", "-o", str(page)]) == 1
    assert "Clauses and engines" in page.read_text(encoding="utf-8")
    assert main(["diff", *files, "--format", "html", "-o", str(page)]) == 1
    assert "what changed from one run to another" in page.read_text(encoding="utf-8")
    assert main(["matrix", *files]) == 1
    told = capsys.readouterr().out
    assert told.startswith("tactics: 2 engines\n")
    assert ("TAC-MOV-1" in told, "TAC-ATK-1" in told) == (True, False)
    assert main(["matrix", *files, "--all"]) == 1
    assert "TAC-ATK-1" in capsys.readouterr().out
    assert main(["matrix", files[0], "--format", "badge"]) == 0
    assert capsys.readouterr().out.startswith("<svg ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("matrix", "{0}", "--format", "pdf"), "no format 'pdf'"),
        (("matrix", "{0}", "{1}", "--format", "badge"), "a badge is of one engine"),
        (("diff", "{0}", "{1}", "--format", "pdf"), "no format 'pdf'"),
        (("diff", "--rules", "a", "b", "--format", "html"), "--format and --output are for two results files"),
    ],
)
def test_what_cannot_be_is_told(words: tuple[str, ...], told: str, files: list[str], capsys: Captured) -> None:
    assert main([word.format(*files) for word in words]) == 2
    assert told in capsys.readouterr().err
