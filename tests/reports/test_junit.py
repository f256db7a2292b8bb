"""JUnit XML fits the schema that CI readers share, counts as the run counts, and is red exactly when the run is."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
import xmlschema

from ludex.cli import main
from ludex.judge.expected import Expected, ExpectedFailure
from ludex.report.formats import tell
from ludex.report.results import Result, Results
from ludex.report.source import no_vectors, open_results, read_results
from tests.guards import at_least_one
from tests.reports.conftest import Written
from tests.reports.made import forged, results

SCHEMA = xmlschema.XMLSchema(Path(__file__).parent / "junit-10.xsd")
ENGINES = ["right", "picky", "wrong_legal", "escapes", "exits", "later"]


def read(path: Path) -> ElementTree.Element:
    text = "\n".join(tell(open_results(path), "junit"))
    SCHEMA.validate(text)
    return ElementTree.fromstring(text)


def of(made: Results) -> ElementTree.Element:
    from ludex.report.junit import junit

    text = "\n".join(junit(made, no_vectors(made.suite.game), 5))
    SCHEMA.validate(text)
    return ElementTree.fromstring(text)


@pytest.mark.parametrize("engine", ENGINES)
def test_it_fits_the_schema_and_is_red_exactly_when_the_run_is(written: Written, engine: str) -> None:
    path = written(engine)
    tree, told_of = read(path), read_results(path)
    bad = int(tree.attrib["failures"]) + int(tree.attrib["errors"])
    assert bool(bad) == bool(told_of.score.status)
    assert int(tree.attrib["tests"]) == len(told_of.results) + 1


@pytest.mark.parametrize("engine", ENGINES)
def test_every_vector_has_one_test_case_and_names_are_unique(written: Written, engine: str) -> None:
    path = written(engine)
    cases = [(case.attrib["classname"], case.attrib["name"]) for case in read(path).iter("testcase")]
    assert len(set(cases)) == len(cases)
    assert {name for _, name in cases} == {result.id for result in read_results(path).results} | {"the score"}


def test_the_counts_of_each_suite_are_those_of_its_cases(written: Written) -> None:
    for suite in at_least_one(read(written("picky")).iter("testsuite")):
        for count, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.attrib[count]) == len(list(suite.iter(element)))
        assert int(suite.attrib["tests"]) == len(list(suite.iter("testcase")))


def test_a_wrong_answer_is_a_failure_and_none_at_all_is_an_error(written: Written) -> None:
    """As CI pages tell the two apart: the code is wrong, or it broke."""
    tree, wrong = read(written("picky")), read(written("wrong_legal"))
    (error,) = tree.iter("error")
    assert (error.attrib["type"], error.attrib["message"]) == ("reported", "JSON-RPC error -32603: not yet")
    assert [one.attrib["type"] for one in tree.iter("failure")] == ["score"]
    assert list(wrong.iter("error")) == []
    assert {one.attrib["type"] for one in wrong.iter("failure")} == {"fail", "score"}


@pytest.mark.parametrize(
    ("verdict", "element"),
    [("fail", "failure"), ("unexpected-pass", "failure"), ("flaky", "failure"), ("error", "error")],
)
def test_each_verdict_that_counts_has_its_element(verdict: str, element: str) -> None:
    tree = of(results([Result("a@one", 0, verdict, message="why")]))
    (told,) = [one for one in tree.iter() if one.tag in ("failure", "error", "skipped") and one.get("type") != "score"]
    assert (told.tag, told.attrib) == (element, {"type": verdict, "message": "why"})


@pytest.mark.parametrize("verdict", ["unsupported", "not-run", "skipped", "not-offered"])
def test_what_was_not_judged_is_skipped_but_the_score_fails(verdict: str) -> None:
    tree = of(results([Result("a@one", 0, verdict, message="why")]))
    assert tree.find(".//skipped").attrib == {"type": verdict, "message": f"{verdict}: why"}  # type: ignore[union-attr]
    assert tree.find(".//failure[@type='score']") is not None


def test_what_is_unfinished_is_never_red(written: Written) -> None:
    path = written("wrong_legal", unfinished=("legal-small", "perft-small"))
    tree = read(path)
    assert read_results(path).score.status == 0
    assert {one.attrib["type"] for one in tree.iter("skipped")} == {"unfinished", "not-offered"}
    told = [one.attrib["message"] for one in tree.iter("skipped") if one.attrib["type"] == "unfinished"]
    assert {message.partition(": ")[0] for message in told} == {"declared unfinished"}
    assert list(tree.iter("failure")) == []


def test_an_expected_failure_is_skipped_with_its_reason(written: Written) -> None:
    expected = Expected(
        "file", (ExpectedFailure("apply-7-2@one", "no sevens"), ExpectedFailure("apply-7-1@one", "no sevens"))
    )
    tree = read(written("picky", expected=expected))
    told = [one.attrib for one in tree.iter("skipped") if one.attrib["type"] != "not-offered"]
    assert told[0] == {"type": "expected-fail", "message": "expected-fail: no sevens: sevens"}
    assert list(tree.iter("failure")) == []


def test_an_entry_that_matches_nothing_is_red_and_named(written: Written) -> None:
    tree = read(written("right", expected=Expected("file", (ExpectedFailure("apply-no@one", "gone"),))))
    assert [one.attrib["type"] for one in tree.iter("failure")] == ["score"]
    assert "apply-no@one (no vector has this id)" in "".join(one.text or "" for one in tree.iter("system-out"))


def test_the_run_is_named(written: Written) -> None:
    properties = {one.attrib["name"]: one.attrib["value"] for one in read(written("right")).iter("property")}
    assert {"vectors", "manifest", "engine", "rules", "host", "command", "count pass"} <= properties.keys()
    assert properties["readings of one (default readings)"] == "max=three"


def test_what_ended_the_run_and_its_log_are_told_beside_the_score() -> None:
    tree = of(results([], fault="a broken file", stopped="it fell", log="its log"))
    ((out,), (err,)) = tree.iter("system-out"), tree.iter("system-err")
    assert tree.attrib["time"] == "1.500"
    assert (out.text or "").splitlines()[-2:] == ["a broken file", "The run did not end: it fell."]
    assert err.text == "its log"
    for said, tags in (({}, []), ({"log": "its log"}, ["system-err"]), ({"stopped": "it fell"}, ["system-out"])):
        told = of(results([Result("a@one", 0, "pass")], **said))
        assert [one.tag for one in told.iter() if one.tag.startswith("system")] == tags


def test_the_same_vector_under_two_readings_is_two_cases(written: Written) -> None:
    from ludex.judge.settings import RulesAsked

    tree = read(written("right", asked=RulesAsked(all_readings=True)))
    classes = {case.attrib["classname"] for case in tree.iter("testcase") if case.attrib["name"] == "legal-3@one"}
    assert classes == {"nim.one.legal-small", "nim.one max=four.legal-small"}


def test_whatever_stands_in_a_results_file_the_xml_is_well_formed() -> None:
    tree = of(forged('\x00\x1b[31m]]>&<b a="1">\'\ud800\ufffe\x85\n\x0c' * 3))
    assert list(tree.iter("b")) == []
    assert "\\x1b[31m]]>&<b" in "".join(tree.itertext())


def test_it_is_written_whole_or_not_at_all(
    written: Written, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = written("picky"), tmp_path / "junit.xml"
    assert main(["report", str(path), "--format", "junit", "-o", str(out)]) == 0
    SCHEMA.validate(str(out))
    assert capsys.readouterr().out == ""
    assert main(["report", str(path), "--format", "junit", "-o", str(tmp_path / "no" / "x.xml")]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_twenty_five_thousand_vectors_stay_small() -> None:
    from ludex.report.junit import junit

    many = [Result(f"move-primary-leaves-slave-{n:08x}@2026-01", 0, "pass", topic="apply-move") for n in range(25_000)]
    size = sum(len(line) for line in junit(results(many), no_vectors("nim"), 5))
    assert size < 4_000_000
