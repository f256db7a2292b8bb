"""The report for people: who was judged by what, a table of clause groups, and the first failures as boards."""

import shlex
import shutil
from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest

import msgspec

from ludex.judge.escape import visible
from ludex.judge.score import counts_in_words
from ludex.judge.verdict import FLAKY, WORDS
from ludex.protocol.messages import Identity
from ludex.report import summary
from ludex.report.results import Imaging, Result, Results
from ludex.vectors.format import Vector
from ludex.vectors.suite import Suite
from ludex.wording import first, quantity

MOST_CLAUSES = 3
MOST_LINES = 12
MOST_LOG_LINES = 12


def report(results: Results, suite: Suite, show: int = 5) -> Iterator[str]:
    """The lines of the report."""
    if whose := summary.reference(results):
        yield whose
    yield from _heading(results)
    yield from _by_setting(results)
    yield from _by_group(results)
    yield from _suspects(results)
    yield from _leads(results)
    yield from _reasons(results)
    yield from _images(results)
    yield from _repeats(results)
    yield from _expectations(results)
    yield from _failures(results, suite, show)
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
    return name if engine else f"{visible(shlex.join(command), 200)} ({name})"


def _by_setting(results: Results) -> Iterator[str]:
    yield ""
    for one in summary.by_setting(results):
        unfinished = f" · unfinished: {counts_in_words(one.unfinished)}" if one.unfinished else ""
        yield f"  {one.setting.label}: {counts_in_words(one.counts) or 'no vectors'}{unfinished}"


def _by_group(results: Results) -> Iterator[str]:
    columns = summary.occurring(results.groups.values())
    if not columns:
        return
    width = max(len(WORDS[verdict]) for verdict in columns) + 2
    yield ""
    yield "  clause group".ljust(42) + "".join(WORDS[verdict].rjust(width) for verdict in columns)
    for one in summary.by_group(results):
        counts = (f"{one.counts[verdict]:,}" if verdict in one.counts else "·" for verdict in columns)
        cells = "".join(count.rjust(width) for count in counts)
        yield f"{'!' if one.bad else ' '} {one.group:<9} {one.title[:29]:<29} {cells}"
    yield "  (a vector counts in each group of its clauses)"


def _suspects(results: Results) -> Iterator[str]:
    ranked = summary.suspects(results)[: summary.MOST_SUSPECTS]
    if ranked:
        yield ""
        yield "Clauses that best explain the failures (failing of all that turn on the clause):"
    for one in ranked:
        yield f"  {one.id:<11} {one.bad:>6,} of {one.judged:<7,} {one.clause.title if one.clause else ''}".rstrip()


def _leads(results: Results) -> Iterator[str]:
    """Readings and editions that the engine follows instead of those that it was judged by."""
    if results.shown:
        yield ""
        yield "Rules that the engine shows:"
    for shown in results.shown:
        yield f"  {summary.shown_rule(shown, results)}"
        if shown.mixed:
            yield f"    MIXED: it plays {shown.shown} on {shown.explains:,}: {summary.some(shown.like)}"
            yield f"    and {shown.declared} on {shown.contradicted:,}: {summary.some(shown.unlike)}"
        else:
            yield "    No vector that passes speaks against it."


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
        yield f"Expected failures: {results.expected.entries:,} in {visible(results.expected.file, 200)}"
        yield from _indent(first(summary.stale(results), MOST_LINES, *summary.MORE_STALE))


def _failures(results: Results, suite: Suite, show: int) -> Iterator[str]:
    failed = summary.failing(results)
    chosen = _in_turn(failed, show)
    if not chosen:
        return
    if several := summary.alike(results):
        yield ""
        yield "Failures that are alike:"
        yield from _indent(several)
    yield ""
    yield f"Failures shown: {len(chosen)} of {len(failed):,}"
    index = summary.Index(suite, results)
    for number, result in enumerate(chosen, 1):
        yield ""
        yield f"── {number}. {result.id} · {summary.verdict_of(result)} · {results.settings[result.setting].label}"
        yield from (f"   {line}".rstrip() for line in _failure(result, results, index))


def _in_turn(failed: list[Result], show: int) -> list[Result]:
    """The first failures of each topic in turn, so that one broken operation does not hide the others."""
    by_topic: dict[str, list[Result]] = {}
    for result in failed:
        by_topic.setdefault(result.topic, []).append(result)
    turns = zip_longest(*by_topic.values())
    return list(islice(filter(None, chain.from_iterable(turns)), show))


def _failure(result: Result, results: Results, index: summary.Index) -> Iterator[str]:
    yield result.message
    if result.want:
        yield "(expected below: what the other engine answered)"
    setting = results.settings[result.setting]
    found = index.find(result.id, result.topic)
    if found is not None:
        _, vector = found
        clauses = index.rank(vector.clauses, ahead=_must_break(vector))
        yield f"why: {vector.why}"
        yield from summary.sentences(
            clauses, results.suite.game, MOST_CLAUSES, f"ludex explain {shlex.quote(vector.id)}"
        )
        columns = max(80, shutil.get_terminal_size((summary.WIDE_COLUMNS, summary.WIDE_COLUMNS)).columns) - len("   ")
        yield from summary.boards(found, setting, result.got, result.want, columns)
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
