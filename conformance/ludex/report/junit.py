"""JUnit XML for CI: a suite for each topic under each setting, a test case for each vector, and one for the score.

JUnit knows pass, failure, error and skipped. What was not judged is *skipped* there, which a CI page shows in
green; so the score has a case of its own, which fails whenever the exit status of the run was not 0.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final
from xml.etree.ElementTree import Element, indent, tostring

from ludex.judge.escape import visible
from ludex.judge.score import GREEN
from ludex.judge.settings import Setting
from ludex.judge.verdict import ERROR, FAIL, FLAKY, PASS, UNEXPECTED_PASS
from ludex.report.causes import Cause, causes, tell_cause, title_of
from ludex.report.results import Result, Results
from ludex.report.summary import MOST_CAUSES, Index, began, facts, remarks, seconds, tell_failure
from ludex.vectors.suite import Suite

ELEMENTS: Final = {FAIL: "failure", UNEXPECTED_PASS: "failure", FLAKY: "failure", ERROR: "error"}
SKIPPED: Final = "skipped"
MOST_LETTERS_OF_AN_ATTRIBUTE: Final = 4000
NO_TIME: Final = "0.000"
"""A vector's own time is not measured."""


def junit(results: Results, suite: Suite, show: int) -> Iterator[str]:
    """The lines of the file; the first `show` failures have their boards.

    A suite is written before the next one is made: a run may have a million vectors.
    """
    bad = results.score.status != GREEN
    counts = _counts(results.results)
    total = {"tests": counts["tests"] + 1, "failures": counts["failures"] + bad, "errors": counts["errors"]}
    name, time = f"Ludex: {results.suite.game}", f"{seconds(results):.3f}"
    opening, closing = _lines(_element("testsuites", "\n", name=name, time=time, **total))
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield opening
    index = Index(suite, results)
    yield from _lines(_score(results, causes(results, index), index))
    for suite_of_topic in _topics(results, index, show):
        yield from _lines(suite_of_topic)
    yield closing


def _lines(element: Element) -> list[str]:
    """An element and those in it, a line each."""
    indent(element, space="")
    return tostring(element, encoding="unicode").split("\n")


def _element(tag: str, text: str = "", /, **attributes: object) -> Element:
    """An element whose attributes and text may be anything: what XML cannot hold is made visible."""
    made = Element(tag, {name: visible(str(value), MOST_LETTERS_OF_AN_ATTRIBUTE) for name, value in attributes.items()})
    made.text = visible(text, 60_000, lines=True)
    return made


def _score(results: Results, found: list[Cause], index: Index) -> Element:
    """The suite that names the run and says what it comes to."""
    score, game = results.score, results.suite.game
    bad = score.status != GREEN
    counts = {"tests": 1, "failures": int(bad), "errors": 0, SKIPPED: 0}
    suite = _element("testsuite", name=f"{game}: the score", **counts, timestamp=began(results), time=NO_TIME)
    named = (*facts(results), *((f"count {name}", many) for name, many in score.counts.items()))
    properties = _element("properties")
    properties.extend(_element("property", name=name, value=value) for name, value in named)
    case = _element("testcase", classname=f"ludex.{_dotless(game)}", name="the score", time=NO_TIME)
    if bad:
        told = f"{score.sentence} Exit status {score.status}."
        case.append(
            _element("failure", "\n".join([told, *_cause_lines(found, results, index)]), type="score", message=told)
        )
    suite.extend((properties, case, *_logs(results)))
    return suite


def _cause_lines(found: list[Cause], results: Results, index: Index) -> Iterator[str]:
    """The likely causes of the failures, some lines each."""
    for cause in found[:MOST_CAUSES]:
        yield f"{title_of(cause)}: {len(cause.results):,}"
        yield from (f"  {line}" for line in tell_cause(cause, results, index))


def _logs(results: Results) -> Iterator[Element]:
    said = list(remarks(results))
    if results.fault:
        said.append(results.fault)
    if results.stopped:
        said.append(f"The run did not end: {results.stopped}.")
    if said:
        yield _element("system-out", "\n".join(said))
    if results.log:
        yield _element("system-err", results.log)


def _topics(results: Results, index: Index, show: int) -> Iterator[Element]:
    """A suite for each topic under each setting."""
    game, left = results.suite.game, count(show, -1)
    groups: dict[tuple[int, str], list[Result]] = {}
    for result in results.results:
        groups.setdefault((result.setting, result.topic), []).append(result)
    for (number, topic), group in groups.items():
        setting = results.settings[number]
        name = f"{game}: {setting.label} {topic}".rstrip()
        file = f"vectors/{game}/{setting.edition}/{topic}.json"
        made = _element("testsuite", name=name, **_counts(group), time=NO_TIME, timestamp=began(results), file=file)
        classname = ".".join(map(_dotless, (game, _rules(setting), topic or "unknown")))
        for result in group:
            case = _element("testcase", classname=classname, name=result.id, time=NO_TIME)
            if result.verdict != PASS:
                case.append(_verdict(result, results, index, left))
            made.append(case)
        yield made


def _verdict(result: Result, results: Results, index: Index, left: Iterator[int]) -> Element:
    """What a test case holds that is no pass: the failure in full while some are `left` to draw, else in a line."""
    element = _element_of(result)
    kind = FLAKY if result.verdict == FLAKY else result.cause or result.verdict
    if element == SKIPPED:
        return _element(SKIPPED, type="unfinished" if result.unfinished else kind, message=_why_skipped(result))
    if next(left) > 0:
        told = "\n".join((result.message, *tell_failure(result, results, index)))
    else:
        told = f"{result.message}\nclauses: {' '.join(result.clauses)}"
    return _element(element, told, type=kind, message=result.message or result.verdict)


def _element_of(result: Result) -> str:
    """What is declared unfinished runs, and never counts."""
    return SKIPPED if result.unfinished else ELEMENTS.get(result.verdict, SKIPPED)


def _why_skipped(result: Result) -> str:
    unfinished = "declared unfinished" if result.unfinished else ""
    return ": ".join(part for part in (unfinished, result.verdict, result.reason, result.message) if part)


def _rules(setting: Setting) -> str:
    return " ".join((setting.edition, *(f"{entry}={choice}" for entry, choice in setting.flipped.items())))


def _dotless(name: str) -> str:
    """A name as one step of a class name, for CI pages cut these at dots."""
    return name.replace(".", "_")


def _counts(group: Sequence[Result]) -> dict[str, int]:
    found = Counter(_element_of(result) for result in group if result.verdict != PASS)
    return {"tests": len(group), "failures": found["failure"], "errors": found["error"], SKIPPED: found[SKIPPED]}
