"""The report for people: who was judged by what, a table of clause groups, and the first failures as boards."""

import shlex
import shutil
from collections.abc import Iterable, Iterator

import msgspec

from ludex.judge.escape import visible
from ludex.judge.score import counts_in_words
from ludex.judge.verdict import FLAKY, WORDS
from ludex.protocol.messages import Identity
from ludex.report import summary
from ludex.report.causes import Cause, causes, in_turn, tell_cause, title_of
from ludex.report.results import Imaging, Result, Results
from ludex.vectors.format import Vector
from ludex.vectors.suite import Suite
from ludex.wording import first, quantity

MOST_CLAUSES = 3
MOST_LINES = 12
MOST_LOG_LINES = 12
MOST_LETTERS_OF_A_TITLE = 29  # of a clause group, in its column
MIN_COLUMNS = 80  # of a terminal, however narrow it is
MOST_LETTERS_OF_A_COMMAND = 200  # or of a path


def report(results: Results, suite: Suite, show: int = 5) -> Iterator[str]:
    """The lines of the report."""
    if whose := summary.reference(results):
        yield whose
    yield from _heading(results)
    yield from _by_setting(results)
    yield from _by_group(results)
    index = summary.Index(suite, results)
    found = causes(results, index)
    yield from _causes(found, results, index)
    yield from _leads(results)
    yield from _reasons(results)
    yield from _images(results)
    yield from _repeats(results)
    yield from _expectations(results)
    yield from _failures(results, in_turn(found, show), index)
    yield from _remarks(results)
    yield ""
    yield f"{results.score.sentence}  Exit status {results.score.status}."


def _indent(lines: Iterable[str]) -> Iterator[str]:
    yield from (f"  {line}" for line in lines)


def _heading(results: Results) -> Iterator[str]:
    suite, engine = results.suite, results.engine
    yield f"Ludex {results.ludex} · {suite.game} · vectors {suite.version} ({suite.manifest[:12]})"
    if table := summary.table_of(results):
        yield f"figures: the table {table}"
    name = _name(engine, results.command)
    language = f" ({engine.language})" if engine and engine.language else ""
    yield f"engine: {name}{language}" + (f" · {summary.seconds(results):.1f} s" if engine else "")
    if less := summary.not_for(results):
        yield f"promised: {less} (what lies outside is not offered)"
    if results.against or results.against_command:
        differ = " (where they differ, only a vector could say who is right)" if results.against else ""
        yield f"against: {_name(results.against, results.against_command)}{differ}"


def _name(engine: Identity | None, command: tuple[str, ...]) -> str:
    """The name of an engine; of one that did not greet, its command."""
    name = summary.engine_name(engine)
    return name if engine else f"{visible(shlex.join(command), MOST_LETTERS_OF_A_COMMAND)} ({name})"


def _by_setting(results: Results) -> Iterator[str]:
    yield ""
    for one in summary.by_setting(results):
        unfinished = f" · unfinished: {counts_in_words(one.unfinished)}" if one.unfinished else ""
        yield f"  {one.setting.label}: {counts_in_words(one.counts) or 'no vectors'}{unfinished}"


def _by_group(results: Results) -> Iterator[str]:
    columns = summary.group_columns(results)
    if not columns:
        return
    width = max(len(WORDS[verdict]) for verdict in columns) + 2
    yield ""
    yield "  clause group".ljust(42) + "".join(WORDS[verdict].rjust(width) for verdict in columns)
    for one in summary.by_group(results):
        counts = (f"{one.counts[verdict]:,}" if verdict in one.counts else "·" for verdict in columns)
        cells = "".join(count.rjust(width) for count in counts)
        title = one.title[:MOST_LETTERS_OF_A_TITLE].ljust(MOST_LETTERS_OF_A_TITLE)
        yield f"{'!' if one.bad else ' '} {one.group:<9} {title} {cells}"
    yield "  (a vector counts in each group of its clauses)"


def _causes(found: list[Cause], results: Results, index: summary.Index) -> Iterator[str]:
    if found:
        yield ""
        yield f"{quantity(len(summary.failing(results)), 'failure')}, by likely cause:"
    for number, cause in enumerate(found[: summary.MOST_CAUSES], 1):
        yield f"  {number}. {title_of(cause)}: {len(cause.results):,}"
        yield from (f"     {line}" for line in tell_cause(cause, results, index))
    if found[summary.MOST_CAUSES :]:
        rest = sum(len(cause.results) for cause in found[summary.MOST_CAUSES :])
        yield f"  … and {len(found) - summary.MOST_CAUSES:,} more of {quantity(rest, 'failure')}"


def _leads(results: Results) -> Iterator[str]:
    """Readings and editions that the engine follows instead of those that it was judged by."""
    found = summary.leads(results)
    if found:
        yield ""
        yield "Rules that the engine shows:"
    for lead in found:
        shown = lead.shown
        yield f"  {summary.shown_rule(lead)}"
        if shown.mixed:
            yield f"    MIXED: it plays {shown.shown} on {shown.explains:,}: {summary.some(shown.like)}"
            yield f"    and {shown.declared} on {shown.contradicted:,}: {summary.some(shown.unlike)}"
        else:
            yield f"    {summary.against_lead(shown).capitalize()}."


def _reasons(results: Results) -> Iterator[str]:
    found = summary.reasons(results)
    if found:
        yield ""
    lines = [
        f"{WORDS[verdict]}: {count:,}" + (f" — {message}" if message else "")
        for (verdict, message), count in found.items()
    ]
    yield from _indent(first(lines, summary.MOST_REASONS, "reason"))


def _images(results: Results) -> Iterator[str]:
    if isinstance(results.images, Imaging) and results.images.symmetries:
        yield ""
        yield f"Images of vectors by {', '.join(results.images.symmetries)}"
        yield from _indent(first(summary.imageless(results), MOST_LINES, "reason"))


def _repeats(results: Results) -> Iterator[str]:
    if said := summary.repeating_text(results):
        yield ""
        yield said
    flaky = [result for result in results.results if result.verdict == FLAKY]
    yield from _indent(first([f"flaky: {one.id} · {results.settings[one.setting].label}" for one in flaky], MOST_LINES))


def _expectations(results: Results) -> Iterator[str]:
    if results.expected is not None:
        yield ""
        file = visible(results.expected.file, MOST_LETTERS_OF_A_COMMAND)
        yield f"Expected failures: {results.expected.entries:,} in {file}"
        yield from _indent(first(summary.stale(results), MOST_LINES, *summary.MORE_STALE))


def _failures(results: Results, chosen: list[Result], index: summary.Index) -> Iterator[str]:
    if not chosen:
        return
    yield ""
    yield f"Failures shown: {len(chosen)} of {len(summary.failing(results)):,}"
    for number, result in enumerate(chosen, 1):
        yield ""
        yield f"── {number}. {result.id} · {summary.verdict_of(result)} · {results.settings[result.setting].label}"
        yield from (f"   {line}".rstrip() for line in _failure(result, results, index))


def _failure(result: Result, results: Results, index: summary.Index) -> Iterator[str]:
    yield result.message
    yield from (said for said in [summary.in_words(result, results, index)] if said != result.message)
    if result.want:
        yield "(expected below: what the other engine answered)"
    setting = results.settings[result.setting]
    found = index.find(result.id, result.topic)
    if found is not None:
        _, vector = found
        clauses = index.about(result, vector.clauses, _must_break(vector))
        yield f"why: {vector.why}"
        yield from summary.sentences(
            clauses, results.suite.game, MOST_CLAUSES, f"ludex explain {shlex.quote(result.id)}"
        )
        wide = shutil.get_terminal_size((summary.WIDE_COLUMNS, summary.WIDE_COLUMNS)).columns
        columns = max(MIN_COLUMNS, wide) - len("   ")
        yield from summary.boards(found, setting, result.got, result.want, columns, result.contradicts)
    yield ""
    yield f"again: {summary.rerun(results, result)}"
    if told := summary.next_step(results, result, found):
        yield f"next:  {told}"


def _must_break(vector: Vector) -> list[str]:
    """The clauses that an illegal action breaks: they most likely matter here."""
    expected = msgspec.json.decode(vector.expect)
    return list(expected["illegal"]["broken"]) if isinstance(expected, dict) and "illegal" in expected else []


def _remarks(results: Results) -> Iterator[str]:
    down = summary.fallen(results)
    lines = [*filter(None, [summary.restarts(results)]), *summary.notes(results)]
    if down or lines:
        yield ""
    if down:
        yield f"{quantity(len(down), 'vector')} brought the engine down:"
        yield from _indent(first(down, summary.MOST_FALLS))
    yield from lines
    if results.stopped:
        yield ""
        yield f"The run did not end: {results.stopped}."
        if results.log:
            yield "The last of the engine's log:"
            yield from (f"  | {line}" for line in results.log.splitlines()[-MOST_LOG_LINES:])
