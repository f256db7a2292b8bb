"""What changed from one run to another: which vectors got worse, which got better, and by which clauses."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from ludex.fault import Fault
from ludex.judge.score import Score, ScorePart, part_in_words
from ludex.judge.verdict import (
    ERROR,
    EXPECTED_FAIL,
    FAIL,
    FLAKY,
    NOT_OFFERED,
    NOT_RUN,
    PASS,
    SKIPPED,
    UNEXPECTED_PASS,
    UNSUPPORTED,
    WORDS,
)
from ludex.report.results import Result, Results
from ludex.report.source import ResultsSource
from ludex.report.summary import Index, engine_name, table_of
from ludex.rulebook import rulebook
from ludex.vectors.suite import Suite
from ludex.wording import first

ABSENT: Final = "absent"
PASSING: Final = frozenset({PASS, UNEXPECTED_PASS})
FAILING: Final = frozenset({FAIL, ERROR, FLAKY})
IDLE: Final = frozenset({UNSUPPORTED, NOT_OFFERED, SKIPPED, NOT_RUN, ABSENT})
TOLD: Final = {**WORDS, EXPECTED_FAIL: "expected to fail", UNEXPECTED_PASS: "unexpected pass", ABSENT: "absent"}

NEW_FAILURES: Final = "New failures"
NEWLY_FLAKY: Final = "Passed, and are now flaky"
UNEXCUSED: Final = "Still failing, and no longer expected to"
NEWLY_EXPECTED: Final = "Passed, and are now expected to fail"
NEWLY_UNSUPPORTED: Final = "Newly unsupported"
NOT_OFFERED_NOW: Final = "Not offered any more"
NEWLY_SKIPPED: Final = "Newly skipped"
NEWLY_NOT_RUN: Final = "Not run any more"
STILL_FAILING: Final = "Still failing"
EXCUSED: Final = "Still failing, and now expected to"
FOUND_FAILING: Final = "Newly judged, and expected to fail"
STILL_IDLE: Final = "Not judged, as before, but otherwise"
FIXED: Final = "Fixed"
LUCKY: Final = "Were flaky, and pass this time"
NEW_PASSES: Final = "New passes"
NEW_ENTRIES: Final = "Still pass, and are now expected to fail"
OLD_ENTRIES: Final = "Still pass, and are no longer expected to fail"
GONE: Final = "No longer among the vectors"
KINDS: Final = (
    NEW_FAILURES,
    NEWLY_FLAKY,
    UNEXCUSED,
    NEWLY_EXPECTED,
    NEWLY_UNSUPPORTED,
    NOT_OFFERED_NOW,
    NEWLY_SKIPPED,
    NEWLY_NOT_RUN,
    STILL_FAILING,
    EXCUSED,
    FOUND_FAILING,
    STILL_IDLE,
    FIXED,
    LUCKY,
    NEW_PASSES,
    NEW_ENTRIES,
    OLD_ENTRIES,
    GONE,
)
LEFT: Final = {UNSUPPORTED: NEWLY_UNSUPPORTED, NOT_OFFERED: NOT_OFFERED_NOW, SKIPPED: NEWLY_SKIPPED}
CLAUSES_SHOWN: Final = 8

Key = tuple[str, str]


class Change(Struct, frozen=True):
    """What became of one vector under one setting; `worse` when something was lost."""

    kind: str
    setting: str
    id: str
    was: str
    now: str
    worse: bool
    message: str
    clauses: tuple[str, ...]


class Difference(Struct, frozen=True):
    """Everything that changed between two runs of a game, and what to beware of."""

    game: str
    changes: tuple[Change, ...]
    warnings: tuple[str, ...]

    @property
    def worse(self) -> int:
        return sum(change.worse for change in self.changes)


def difference(old: ResultsSource, new: ResultsSource) -> Difference:
    """The changes from one results file to another; a Fault when they are not of the same suite."""
    before, after = old.results, new.results
    if before.suite.game != after.suite.game:
        both = f"{old.path} is of {before.suite.game}, {new.path} of {after.suite.game}"
        raise Fault(f"results of different suites: {both}", "Compare two runs of the same game.")
    same = before.suite.manifest == after.suite.manifest
    was, now = _by_key(before), _by_key(after)
    changes = [change for key in {**now, **was} if (change := _change(key, was.get(key), now.get(key), same))]
    told = tuple(_with_clauses(changes, new.suite, old.suite))
    return Difference(before.suite.game, told, tuple(_warnings(before, after)))


def _by_key(results: Results) -> dict[Key, Result]:
    return {(_rules(results, result), result.id): result for result in results.results}


def _rules(results: Results, result: Result) -> str:
    return results.settings[result.setting].label


def _warnings(before: Results, after: Results) -> Iterator[str]:
    if before.suite.manifest != after.suite.manifest:
        seals = " and ".join(f"{one.suite.version} ({one.suite.manifest[:12]})" for one in (before, after))
        yield f"the vectors are not the same: {seals}"
    names = [run.engine.name if run.engine else "no hello" for run in (before, after)]
    if names[0] != names[1]:
        yield f"the engines are not the same: {names[0]} and {names[1]}"
    if before.promises != after.promises:
        promised = " and ".join(", ".join(one.promises) or "nothing" for one in (before, after))
        yield f"the engines do not promise the same: {promised}"
    for name, run in (("first", before), ("second", after)):
        if run.interrupted or run.stopped:
            yield f"the {name} run did not end: {run.stopped or 'interrupted'}"


def _with_clauses(changes: list[Change], *suites: Suite) -> Iterator[Change]:
    """The changes, with clauses from the vectors where neither run names any (a pass that is not run any more)."""
    indexes = [Index(suite) for suite in {suite.seal: suite for suite in suites}.values()]
    for change in changes:
        if change.clauses or change.kind == NEW_PASSES:
            yield change
        else:
            found = next((found for index in indexes if (found := index.find(change.id))), None)
            yield msgspec.structs.replace(change, clauses=tuple(found[1].clauses) if found else ())


def _change(key: Key, was: Result | None, now: Result | None, same: bool) -> Change | None:
    """What became of one vector, or nothing."""
    before, after = was.verdict if was else ABSENT, now.verdict if now else ABSENT
    found = kind_of(before, after, same)
    if found is None:
        return None
    kind, worse = found
    worse = worse and not (was and now and was.unfinished and now.unfinished)
    clauses = (now.clauses if now else ()) or (was.clauses if was else ())
    message = now.message if now and after != PASS else was.message if was else ""
    return Change(kind, *key, before, after, worse, message, clauses)


def kind_of(before: str, after: str, same: bool) -> tuple[str, bool] | None:
    """The kind of change between two verdicts, and whether something was lost; `same`: the vectors are the same.

    To pass unexpectedly is to pass: the file of expected failures is behind, and the engine is not worse.
    """
    if after in FAILING:
        return _failing(before, after)
    if before == after:
        return None
    if after == EXPECTED_FAIL:
        if before in PASSING:
            return NEWLY_EXPECTED, True
        return (EXCUSED if before in FAILING else FOUND_FAILING), False
    return (_passing(before, after), False) if after in PASSING else _idle(before, after, same)


def _failing(before: str, after: str) -> tuple[str, bool]:
    if before in FAILING:
        return STILL_FAILING, False
    new = NEWLY_FLAKY if after == FLAKY and before in PASSING else NEW_FAILURES
    return (UNEXCUSED if before == EXPECTED_FAIL else new), True


def _passing(before: str, after: str) -> str:
    if before in PASSING:
        return NEW_ENTRIES if after == UNEXPECTED_PASS else OLD_ENTRIES
    new = NEW_PASSES if before in IDLE else FIXED
    return LUCKY if before == FLAKY else new


def _idle(before: str, after: str, same: bool) -> tuple[str, bool] | None:
    if {before, after} == {NOT_OFFERED, ABSENT}:  # neither is selected
        return None
    if after == ABSENT and not same:
        return GONE, False
    if before in IDLE:
        return STILL_IDLE, False
    return LEFT.get(after, NEWLY_NOT_RUN), before not in FAILING


def lines(old: ResultsSource, new: ResultsSource, found: Difference, show: int) -> Iterator[str]:
    """The difference in words; of each kind the first `show` vectors."""
    yield f"from  {run_in_words(old)}"
    yield f"to    {run_in_words(new)}"
    for warning in found.warnings:
        yield f"warning: {warning}"
    for kind in KINDS:
        changes = [change for change in found.changes if change.kind == kind]
        if changes:
            yield ""
            yield from _kind(kind, changes, found.game, show)
    yield ""
    yield from _scores(old.results.score, new.results.score)
    yield sentence_of(found)


def _scores(was: Score, now: Score) -> Iterator[str]:
    """The two scores of both runs, where both tell them and one changed."""
    for name, before, after in (("plays", was.plays, now.plays), ("reads", was.reads, now.reads)):
        if isinstance(before, ScorePart) and isinstance(after, ScorePart) and before != after:
            yield f"{name}: {part_in_words(before)} → {part_in_words(after)}"


def run_in_words(source: ResultsSource) -> str:
    """A run in a line: its file, the engine, the vectors, the table of figures, if any, and what it comes to."""
    results, suite = source.results, source.results.suite
    vectors = f"{suite.game} {suite.version}"
    if figures := table_of(results):
        vectors += f" · figures: the table {figures}"
    return f"{source.path}: {engine_name(results.engine)} · {vectors} · {results.score.sentence}"


def sentence_of(found: Difference) -> str:
    """What a difference comes to, with its exit status."""
    if found.worse:
        return f"{found.worse:,} got worse.  Exit status 1."
    return "Nothing got worse.  Exit status 0." if found.changes else "Nothing changed.  Exit status 0."


def _kind(kind: str, changes: list[Change], game: str, show: int) -> Iterator[str]:
    yield f"{kind}: {len(changes):,}"
    yield from _by_clause(changes, game)
    shown = 0 if kind == NEW_PASSES else show
    yield from (f"  {_text(change)}" for change in changes[:shown])
    if 0 < shown < len(changes):
        yield f"  … and {len(changes) - shown:,} more (--show {len(changes)})"


def _by_clause(changes: list[Change], game: str) -> Iterator[str]:
    """How many of these turn on each clause, most first."""
    counts = Counter(clause for change in changes for clause in change.clauses)
    book = rulebook(game)
    ranked = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    told = [f"{name:<11} {count:>6,}  {book[name].title if name in book else ''}".rstrip() for name, count in ranked]
    yield from (f"  {line}" for line in first(told, CLAUSES_SHOWN, "clause"))


def _text(change: Change) -> str:
    message = f": {change.message}" if change.message else ""
    return f"{change.id} · {change.setting} · {TOLD[change.was]} → {TOLD[change.now]}{message}"
