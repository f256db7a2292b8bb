"""A summary in Markdown, for the page of a CI run: what was judged, by what, what it comes to, and what fails."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ludex.judge.escape import visible
from ludex.judge.score import GREEN
from ludex.judge.verdict import BAD, NOT_OFFERED, NOT_RUN, PASS, SKIPPED, UNSUPPORTED, VERDICTS, WORDS
from ludex.report.results import Result, Results
from ludex.report.summary import Index, facts, failing, remarks, share, story, tally
from ludex.report.terminal import alike, reference, suspects
from ludex.rulebook import rulebook
from ludex.vectors.suite import Suite
from ludex.wording import counted

SUSPECTS: Final = 8
REASONS: Final = 12
_ACTIVE = re.compile(r"[\\`*_\[\]<>#!|~&:@$]|(?<=www)\.", re.IGNORECASE)
_TICKS = re.compile(r"`+")


def markdown(results: Results, suite: Suite, show: int) -> Iterator[str]:
    """The lines of the summary; the first `show` failures have their boards."""
    yield from _heading(results)
    yield from _settings(results)
    yield from _groups(results)
    yield from _suspects(results)
    yield from _reasons(results)
    yield from _failures(results, suite, show)
    yield from _remarks(results)
    yield from _facts(results)


def plain(text: str) -> str:
    """Text in which nothing is Markdown or HTML: whatever could begin some is written as its number."""
    return _ACTIVE.sub(lambda found: f"&#{ord(found.group())};", visible(text))


def code(text: str) -> str:
    """Text from outside, on one line, as code: no mention, no link, no cell and no tag comes of it."""
    return f"<code>{plain(text)}</code>"


def fenced(lines: Iterable[str]) -> Iterator[str]:
    """Lines in a fence that none of them can close."""
    kept = [visible(line) for line in lines]
    longest = max((len(ticks) for line in kept for ticks in _TICKS.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}text"
    yield from kept
    yield fence


def _heading(results: Results) -> Iterator[str]:
    score, engine = results.score, results.engine
    mark = "✅" if score.status == GREEN else "❌"
    name = f"{engine.name} {engine.version}".strip() if engine else "an engine that did not greet"
    yield f"## {mark} {plain(results.suite.game)}: {code(name)}"
    yield ""
    if whose := reference(results):
        yield f"> **{whose}**"
        yield ""
    passed = share(score.counts, PASS, score.selected)
    yield f"**{plain(score.sentence)}** Passing: {plain(passed)}. Exit status {score.status}."
    if results.fault:
        yield ""
        yield f"The vectors are at fault: {code(results.fault)}."
    if results.stopped:
        yield ""
        yield f"The run did not end: {code(results.stopped)}."


def _settings(results: Results) -> Iterator[str]:
    shown = [verdict for verdict in VERDICTS if results.score.counts.get(verdict)]
    groups: list[list[str]] = [[] for _ in results.settings]
    for result in results.results:
        groups[result.setting] += [] if result.unfinished else [result.verdict]
    rows = (
        [plain(setting.label), *_cells(tally(iter(verdicts)), shown)]
        for setting, verdicts in zip(results.settings, groups, strict=True)
    )
    yield from _table(["edition and readings", *(WORDS[verdict] for verdict in shown)], rows)


def _groups(results: Results) -> Iterator[str]:
    """A vector counts in each group that one of its clauses belongs to."""
    shown = [verdict for verdict in VERDICTS if any(verdict in counts for counts in results.groups.values())]
    if not shown:
        return
    titles: dict[str, str] = {}
    for clause in rulebook(results.suite.game).values():
        titles.setdefault(clause.group, clause.section or clause.title)
    rows = (
        [("❌ " if BAD & counts.keys() else "") + code(group), plain(titles.get(group, "")), *_cells(counts, shown)]
        for group, counts in results.groups.items()
    )
    yield from _table(["clause group", "", *(WORDS[verdict] for verdict in shown)], rows)
    yield "(A vector counts in each group of its clauses.)"
    yield ""


def _cells(counts: dict[str, int], shown: list[str]) -> list[str]:
    return [f"{counts[verdict]:,}" if verdict in counts else "·" for verdict in shown]


def _table(head: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    yield ""
    yield f"| {' | '.join(head)} |"
    yield "|---" + "|--:" * (len(head) - 1) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _suspects(results: Results) -> Iterator[str]:
    book = rulebook(results.suite.game)
    ranked = suspects(results)[:SUSPECTS]
    if not ranked:
        return
    yield "### Clauses that best explain the failures"
    rows = []
    for clause, _ in ranked:
        passed, bad = results.clauses[clause]
        sentence = plain(book[clause].sentence) if clause in book else ""
        rows.append([code(clause), f"{bad:,} of {passed + bad:,}", sentence])
    yield from _table(["clause", "failing", "sentence"], rows)


def _reasons(results: Results) -> Iterator[str]:
    """Why vectors were not judged, each reason once with a count."""
    reasons: dict[tuple[str, str], int] = {}
    for result in results.results:
        if result.verdict in (UNSUPPORTED, NOT_OFFERED, SKIPPED, NOT_RUN):
            pair = (result.verdict, result.message)
            reasons[pair] = reasons.get(pair, 0) + 1
    if not reasons:
        return
    yield "### Not judged"
    yield ""
    for (verdict, message), count in list(reasons.items())[:REASONS]:
        yield f"- {WORDS[verdict]}: {count:,}" + (f" {code(message)}" if message else "")
    if len(reasons) > REASONS:
        yield f"- … and {counted(len(reasons) - REASONS, 'more reason')}"
    yield ""


def _failures(results: Results, suite: Suite, show: int) -> Iterator[str]:
    failed = failing(results)
    if not failed:
        return
    index = Index(suite, results)
    yield f"### Failures: {len(failed):,}" + (f" (shown: {show})" if len(failed) > show else "")
    yield ""
    if several := list(alike(results)):
        yield "Alike are:"
        yield ""
        yield from (f"- {code(line)}" for line in several)
        yield ""
    for result in failed[:show]:
        yield from _failure(result, results, index)


def _failure(result: Result, results: Results, index: Index) -> Iterator[str]:
    cause = f" ({plain(result.cause)})" if result.cause else ""
    told = f"{result.verdict}{cause} · {plain(results.settings[result.setting].label)}: {code(result.message[:200])}"
    yield f"<details><summary>{code(result.id)} · {told}</summary>"
    yield ""
    yield from fenced([result.message, *story(result, results, index)])
    yield ""
    yield "</details>"
    yield ""


def _remarks(results: Results) -> Iterator[str]:
    said = list(remarks(results))
    if said:
        yield "### Remarks"
        yield ""
        yield from (f"- {code(line)}" for line in said)
        yield ""
    if results.stopped and results.log:
        yield "The last of the engine's log:"
        yield ""
        yield from fenced(results.log.splitlines()[-12:])
        yield ""


def _facts(results: Results) -> Iterator[str]:
    yield "<details><summary>What ran</summary>"
    yield from _table(["", ""], ([plain(name), code(value)] for name, value in facts(results)))
    yield "</details>"
