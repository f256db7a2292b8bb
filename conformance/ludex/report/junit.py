"""JUnit XML for CI: a suite for each topic under each setting, a test case for each vector, and one for the score.

JUnit knows pass, failure, error and skipped. What was not judged is *skipped* there, which a CI page shows in
green; so the score has a case of its own, which fails whenever the exit status of the run was not 0.
"""

from collections.abc import Iterable, Iterator
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from ludex.judge.escape import visible
from ludex.judge.score import GREEN
from ludex.judge.settings import Setting
from ludex.judge.verdict import ERROR, FAIL, FLAKY, PASS, UNEXPECTED_PASS
from ludex.report.results import Result, Results
from ludex.report.summary import Index, began, facts, remarks, seconds, story
from ludex.vectors.suite import Suite

ELEMENTS: Final = {FAIL: "failure", UNEXPECTED_PASS: "failure", FLAKY: "failure", ERROR: "error"}
SKIPPED: Final = "skipped"


def junit(results: Results, suite: Suite, show: int) -> Iterator[str]:
    """The lines of the file; the first `show` failures have their boards."""
    teller = _Teller(results, suite, show)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    counts = _counts(results.results, ("tests", "failures", "errors"))
    counts["tests"] += 1
    counts["failures"] += results.score.status != GREEN
    yield _open("testsuites", name=f"Ludex: {results.suite.game}", time=f"{seconds(results):.3f}", **counts)
    yield from _score(results)
    for number, topic, group in _by_topic(results):
        yield from teller.topic(results.settings[number], topic, group)
    yield "</testsuites>"


def _by_topic(results: Results) -> Iterator[tuple[int, str, list[Result]]]:
    groups: dict[tuple[int, str], list[Result]] = {}
    for result in results.results:
        groups.setdefault((result.setting, result.topic), []).append(result)
    for (setting, topic), group in groups.items():
        yield setting, topic, group


def _score(results: Results) -> Iterator[str]:
    """The suite that names the run and says what it comes to."""
    score, game = results.score, results.suite.game
    bad = score.status != GREEN
    yield _open(
        "testsuite",
        name=f"{game}: the score",
        tests=1,
        failures=int(bad),
        errors=0,
        skipped=0,
        timestamp=began(results),
        time="0.000",
    )
    yield "<properties>"
    for name, value in (*facts(results), *((f"count {name}", str(many)) for name, many in score.counts.items())):
        yield _tag("property", name=name, value=value)
    yield "</properties>"
    yield _open("testcase", classname=f"ludex.{_dotless(game)}", name="the score", time="0.000")
    if bad:
        told = f"{score.sentence} Exit status {score.status}."
        yield _element("failure", told, type="score", message=told)
    yield "</testcase>"
    yield from _logs(results)
    yield "</testsuite>"


def _logs(results: Results) -> Iterator[str]:
    said = list(remarks(results))
    if results.fault:
        said.append(results.fault)
    if results.stopped:
        said.append(f"The run did not end: {results.stopped}.")
    if said:
        yield _element("system-out", "\n".join(said))
    if results.log:
        yield _element("system-err", results.log)


class _Teller:
    """Tells topics, and counts how many failures were drawn."""

    def __init__(self, results: Results, suite: Suite, show: int) -> None:
        self.results = results
        self.index = Index(suite, results)
        self.left = show

    def topic(self, setting: Setting, topic: str, group: list[Result]) -> Iterator[str]:
        game = self.results.suite.game
        name = f"{game}: {setting.label} {topic}".rstrip()
        file = f"vectors/{game}/{setting.edition}/{topic}.json"
        counts = _counts(group, ("tests", "failures", "errors", SKIPPED))
        yield _open("testsuite", name=name, **counts, time="0.000", timestamp=began(self.results), file=file)
        classname = ".".join(map(_dotless, (game, _rules(setting), topic or "unknown")))
        for result in group:
            yield from self._case(classname, result)
        yield "</testsuite>"

    def _case(self, classname: str, result: Result) -> Iterator[str]:
        if result.verdict == PASS:
            yield _tag("testcase", classname=classname, name=result.id, time="0.000")
            return
        yield _open("testcase", classname=classname, name=result.id, time="0.000")
        element = _element_of(result)
        kind = FLAKY if result.verdict == FLAKY else result.cause or result.verdict
        message = result.message or result.verdict
        if element == SKIPPED:
            yield _tag(SKIPPED, type="unfinished" if result.unfinished else kind, message=_why_skipped(result))
        else:
            yield _element(element, self._story(result), type=kind, message=message)
        yield "</testcase>"

    def _story(self, result: Result) -> str:
        """The failure in full while there is room, else in a line."""
        self.left -= 1
        if self.left < 0:
            return f"{result.message}\nclauses: {' '.join(result.clauses)}"
        return "\n".join((result.message, *story(result, self.results, self.index)))


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


def _counts(group: Iterable[Result], names: Iterable[str]) -> dict[str, int]:
    found = {"tests": 0, "failures": 0, "errors": 0, SKIPPED: 0}
    for result in group:
        found["tests"] += 1
        if result.verdict != PASS:
            element = _element_of(result)
            found[element if element == SKIPPED else element + "s"] += 1
    return {name: found[name] for name in names}


def _open(tag: str, **attributes: object) -> str:
    return f"<{tag}{_attributes(attributes)}>"


def _tag(tag: str, **attributes: object) -> str:
    return f"<{tag}{_attributes(attributes)}/>"


def _element(tag: str, text: str, **attributes: object) -> str:
    return f"<{tag}{_attributes(attributes)}>{escape(visible(text, 60_000, lines=True))}</{tag}>"


def _attributes(attributes: dict[str, object]) -> str:
    """Attributes whose values may be anything: what XML cannot hold was made visible."""
    return "".join(f" {name}={quoteattr(visible(str(value), 4000))}" for name, value in attributes.items())
