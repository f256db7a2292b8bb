"""A summary in Markdown, for the page of a CI run: what was judged, by what, what it comes to, and what fails."""

import re
from collections.abc import Iterable, Iterator

from ludex.judge.escape import visible
from ludex.judge.score import GREEN
from ludex.judge.verdict import PASS, WORDS
from ludex.report import summary
from ludex.report.causes import Cause, causes, in_turn, tell_cause, title_of
from ludex.report.results import Result, Results
from ludex.vectors.suite import Suite
from ludex.wording import first

MOST_LOG_LINES = 12
MOST_LETTERS_OF_A_MESSAGE = 200
_ACTIVE = re.compile(r"[\\`*_\[\]<>#!|~&:@$]|(?<=www)\.", re.IGNORECASE)
_TICKS = re.compile(r"`+")


def markdown(results: Results, suite: Suite, show: int) -> Iterator[str]:
    """The lines of the summary; the first `show` failures have their boards."""
    yield from _heading(results)
    yield from _settings(results)
    yield from _groups(results)
    index = summary.Index(suite, results)
    found = causes(results, index)
    yield from _causes(found, results, index)
    yield from _reasons(results)
    yield from _failures(results, in_turn(found, show), index)
    yield from _remarks(results)
    yield from _facts(results)


def plain(text: str) -> str:
    """Text in which nothing is Markdown or HTML: whatever could begin some is written as its number."""
    return _ACTIVE.sub(lambda found: f"&#{ord(found.group())};", visible(text))


def code(text: str) -> str:
    """Text from outside, on one line, as code: no mention, no link, no cell and no tag comes of it."""
    return f"<code>{plain(text)}</code>"


def fence(lines: Iterable[str]) -> Iterator[str]:
    """Lines in a fence that none of them can close."""
    kept = [visible(line) for line in lines]
    fence = "`" * max([3, *(len(ticks) + 1 for line in kept for ticks in _TICKS.findall(line))])
    yield f"{fence}text"
    yield from kept
    yield fence


def _heading(results: Results) -> Iterator[str]:
    score, engine = results.score, results.engine
    mark = "✅" if score.status == GREEN else "❌"
    name = summary.engine_name(engine) if engine else "an engine that did not greet"
    yield f"## {mark} {plain(results.suite.game)}: {code(name)}"
    yield ""
    if whose := summary.reference(results):
        yield f"> **{whose}**"
        yield ""
    if table := summary.table_of(results):
        yield f"Judged by the figures of the table {code(table)}."
        yield ""
    passed = _share(score.counts[PASS], score.selected)
    yield f"**{plain(score.sentence)}** Passing: {plain(passed)}. Exit status {score.status}."
    if less := summary.not_for(results):
        yield ""
        yield f"The engine promised: {code(less)}; what lies outside is not offered."
    if results.fault:
        yield ""
        yield f"The vectors are at fault: {code(results.fault)}."
    if results.stopped:
        yield ""
        yield f"The run did not end: {code(results.stopped)}."


def _share(count: int, selected: int) -> str:
    """`1,234 (98.7 %)`, rounded down, so that 100 % is said of all alone."""
    return f"{count:,} ({count * 1000 // selected / 10:.1f} %)" if selected else f"{count:,}"


def _settings(results: Results) -> Iterator[str]:
    tallies = summary.by_setting(results)
    columns = summary.occurring(one.counts for one in tallies)
    rows = ([plain(one.setting.label), *_cells(one.counts, columns)] for one in tallies)
    yield from _table(["edition and readings", *(WORDS[verdict] for verdict in columns)], rows)


def _groups(results: Results) -> Iterator[str]:
    columns = summary.group_columns(results)
    if not columns:
        return
    rows = (
        [("❌ " if one.bad else "") + code(one.group), plain(one.told), *_cells(one.counts, columns)]
        for one in summary.by_group(results)
    )
    yield from _table(["clause group", "", *(WORDS[verdict] for verdict in columns)], rows)
    yield "(A vector counts in each group of its clauses.)"
    yield ""


def _cells(counts: dict[str, int], columns: list[str]) -> list[str]:
    return [f"{counts[verdict]:,}" if verdict in counts else "·" for verdict in columns]


def _table(head: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    yield ""
    yield f"| {' | '.join(head)} |"
    yield "|---" + "|--:" * (len(head) - 1) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _causes(found: list[Cause], results: Results, index: summary.Index) -> Iterator[str]:
    rows = [
        [plain(title_of(cause)), f"{len(cause.results):,}", " ".join(map(code, tell_cause(cause, results, index)))]
        for cause in found[: summary.MOST_CAUSES]
    ]
    if rows:
        yield "### Likely causes"
        yield from _table(["cause", "failures", "what fails"], rows)


def _reasons(results: Results) -> Iterator[str]:
    lines = [
        f"{WORDS[verdict]}: {count:,}" + (f" {code(message)}" if message else "")
        for (verdict, message), count in summary.reasons(results).items()
    ]
    if lines:
        yield "### Not judged"
        yield ""
        yield from (f"- {line}" for line in first(lines, summary.MOST_REASONS, "reason"))
        yield ""


def _failures(results: Results, chosen: list[Result], index: summary.Index) -> Iterator[str]:
    failed = summary.failing(results)
    if not failed:
        return
    yield f"### Failures: {len(failed):,}" + (f" (shown: {len(chosen)})" if len(failed) > len(chosen) else "")
    yield ""
    for result in chosen:
        yield from _failure(result, results, index)


def _failure(result: Result, results: Results, index: summary.Index) -> Iterator[str]:
    label = results.settings[result.setting].label
    told = f"{plain(summary.verdict_of(result))} · {plain(label)}: {code(result.message[:MOST_LETTERS_OF_A_MESSAGE])}"
    yield f"<details><summary>{code(result.id)} · {told}</summary>"
    yield ""
    yield from fence([result.message, *summary.tell_failure(result, results, index)])
    yield ""
    yield "</details>"
    yield ""


def _remarks(results: Results) -> Iterator[str]:
    said = list(summary.remarks(results))
    if said:
        yield "### Remarks"
        yield ""
        yield from (f"- {code(line)}" for line in said)
        yield ""
    if results.stopped and results.log:
        yield "The last of the engine's log:"
        yield ""
        yield from fence(results.log.splitlines()[-MOST_LOG_LINES:])
        yield ""


def _facts(results: Results) -> Iterator[str]:
    yield "<details><summary>What ran</summary>"
    yield from _table(["", ""], ([plain(name), code(value)] for name, value in summary.facts(results)))
    yield "</details>"
