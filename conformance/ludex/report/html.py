"""The report as a page: what it comes to, what the failures have in common, and boards of as many as anybody looks at.

It is one file that fetches nothing and is read without a script. Of each cause some failures are drawn, all are listed;
what an engine or a file says is bounded, and stays text.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count
from typing import Any

import msgspec
from msgspec import Struct

from ludex.judge.escape import visible
from ludex.judge.score import GREEN
from ludex.judge.verdict import PASS, WORDS
from ludex.report import summary
from ludex.report.beside import nearest_pass, tell_what_is_shared
from ludex.report.causes import Cause, causes, other_clauses, words_of
from ludex.report.drawing import MOST_LETTERS_OF_AN_ANSWER, Easel, Panel, headline_of
from ludex.report.pagemaking import page
from ludex.report.pencil import Pencil, Sample
from ludex.report.results import Result, Results
from ludex.rulebook import Clause, Rulebook, rulebook
from ludex.support.svg import LegendLine, Sketch
from ludex.vectors.suite import Suite
from ludex.wording import first

MOST_LETTERS_DRAWN = 1_300_000  # of all that is told with boards: each of them costs a browser time to open the page
MOST_CAUSES = 60
MOST_COMPARED = 12  # causes that are held against what passes
MOST_CLAUSES = 8
MOST_LETTERS_OF_AN_ID = 110
MOST_LETTERS_OF_A_MESSAGE = 200
MOST_LETTERS_OF_A_TEXT = 2000
MOST_LETTERS_OF_A_COMMAND = 400
MOST_LETTERS_OF_A_PLACE = 400  # before the number that tells it from others
MOST_LOG_LINES = 40
PAGE_IDS = frozenset({"causes", "groups", "legend", "failures", "clauses", "run", "tools", "search", "only"})


class CountRow(Struct, frozen=True):
    """A row of a table of counts."""

    name: str
    title: str
    counts: Mapping[str, int]
    bad: bool
    link: str = ""


class Column(Struct, frozen=True):
    verdict: str
    words: str


class Figure(Struct, frozen=True):
    """A number that is told at the head."""

    value: str
    name: str


class PanelShown(Struct, frozen=True):
    """A part of a failure: a board, or the text of one that nobody can draw, and what is said of it."""

    name: str
    words: tuple[str, ...]
    board: Any = None
    said: tuple[str, ...] = ()
    text: str = ""


class FailureListed(Struct, frozen=True):
    anchor: str
    short: str
    message: str


class FailureShown(Struct, frozen=True):
    """A failure with all that is known of it."""

    anchor: str
    short: str
    message: str
    id: str
    verdict: str
    setting: str
    why: str
    clauses: tuple[str, ...]
    more_clauses: int
    panels: tuple[PanelShown, ...]
    again: str
    next_step: str


class CauseShown(Struct, frozen=True):
    anchor: str
    name: str
    title: str
    words: tuple[str, ...]
    code: str
    many: int
    headline: str
    legend: tuple[Sample, ...]
    drawn: tuple[FailureShown, ...]
    listed: tuple[FailureListed, ...]


class ClauseGroup(Struct, frozen=True):
    name: str
    title: str
    clauses: tuple[Clause, ...]


def html(results: Results, suite: Suite, show: int, remark: str = "") -> Iterator[str]:
    """The lines of the page; of each cause the first `show` failures are drawn."""
    pencil, book = Pencil(), rulebook(results.suite.game)
    shown = list(_Failures(results, suite, pencil, show).by_cause())
    engine, score = results.engine, results.score
    yield from page(
        "report.html",
        pencil,
        title=f"{results.suite.game}: {summary.engine_name(engine)}",
        game=results.suite.game,
        vectors=f"{results.suite.version} ({results.suite.manifest[:12]})",
        engine=summary.engine_name(engine) if engine else "an engine that did not greet",
        language=engine.language if engine else None,
        green=score.status == GREEN,
        reference=summary.reference(results),
        sentence=score.sentence,
        status=score.status,
        fault=results.fault,
        stopped=results.stopped,
        remark=remark,
        scores=list(_scores(results)),
        failing=len(summary.failing(results)),
        causes=shown,
        settings=_setting_rows(results),
        setting_columns=_columns(summary.occurring(one.counts for one in summary.by_setting(results))),
        groups=_group_rows(results, book),
        group_columns=_columns(summary.group_columns(results)),
        reasons=list(_reasons(results)),
        pattern=_pattern(results),
        book=book,
        rules=clause_groups(book),
        facts=[(name, visible(value, MOST_LETTERS_OF_A_TEXT)) for name, value in summary.facts(results)],
        remarks=list(summary.remarks(results)),
        log="\n".join(results.log.splitlines()[-MOST_LOG_LINES:]) if results.stopped else "",
    )


def _scores(results: Results) -> Iterator[Figure]:
    counts, selected = results.score.counts, results.score.selected
    share = f" of {selected:,} ({counts[PASS] * 1000 // selected / 10:.1f} %)" if selected else ""
    yield Figure(f"{counts[PASS]:,}{share}", WORDS[PASS])
    yield from (Figure(f"{count:,}", WORDS[verdict]) for verdict, count in counts.items() if count and verdict != PASS)


def _columns(verdicts: Iterable[str]) -> list[Column]:
    return [Column(verdict, WORDS[verdict]) for verdict in verdicts]


def _setting_rows(results: Results) -> list[CountRow]:
    return [CountRow(one.setting.label, "", one.counts, False) for one in summary.by_setting(results)]


def _group_rows(results: Results, book: Rulebook) -> list[CountRow]:
    known = {clause.group for clause in book.values()}
    tallies = sorted(summary.by_group(results), key=lambda one: one.only_replays)  # what says least comes last
    return [
        CountRow(one.group, one.told, one.counts, one.bad, one.group if one.group in known else "") for one in tallies
    ]


def _reasons(results: Results) -> Iterator[str]:
    lines = [
        f"{WORDS[verdict]}: {count:,}" + (f" — {visible(message, MOST_LETTERS_OF_A_MESSAGE)}" if message else "")
        for (verdict, message), count in summary.reasons(results).items()
    ]
    yield from first(lines, summary.MOST_REASONS, "reason")


def _pattern(results: Results) -> str:
    """How any failure is run again; its readings are those of its setting."""
    words = ["ludex", "check", "--game", results.suite.game, "--select", "ID"]
    command = list(results.command)
    return visible(
        " ".join([*words, *(command if command[:1] == ["--connect"] else ["--", *command])]), MOST_LETTERS_OF_AN_ANSWER
    )


def clause_groups(book: Rulebook) -> list[ClauseGroup]:
    """The clauses of a rulebook by their groups, in order."""
    groups: dict[str, list[Clause]] = {}
    for clause in book.values():
        groups.setdefault(clause.group, []).append(clause)
    return [ClauseGroup(name, of_it[0].section or of_it[0].title, tuple(of_it)) for name, of_it in groups.items()]


class Anchors:
    """Names of places on a page, each given once: a vector's id, and where that is taken, more of what it is."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = {*taken}

    def name(self, *ways: str) -> str:
        """The first of these names that is free; if none is, the last one with a number."""
        names = [_name_of_a_place(way) for way in ways]
        numbered = (f"{names[-1]}-{number}" for number in count(2))
        found = next(one for one in chain(names, numbered) if one not in self._taken)
        self._taken.add(found)
        return found


def _name_of_a_place(text: str) -> str:
    cut = text[:MOST_LETTERS_OF_A_PLACE]
    return "".join(letter if letter.isprintable() and letter != " " else "_" for letter in cut) or "_"


class _Failures:
    """Lays the failures of a run out by cause."""

    def __init__(self, results: Results, suite: Suite, pencil: Pencil, show: int) -> None:
        self._results, self._pencil, self._show = results, pencil, show
        self._index = summary.Index(suite, results)
        book = rulebook(results.suite.game)
        self._anchors = Anchors({*PAGE_IDS, *book, *(clause.group for clause in book.values())})
        self._easels: dict[int, Easel] = {}
        self._letters = 0

    def by_cause(self) -> Iterator[CauseShown]:
        found = causes(self._results, self._index)
        for number, cause in enumerate(found[:MOST_CAUSES], 1):
            yield self._cause(number, cause)
        if found[MOST_CAUSES:]:
            rest = tuple(one for cause in found[MOST_CAUSES:] for one in cause.results)
            yield self._cause(MOST_CAUSES + 1, Cause("other causes", (), rest))

    def _cause(self, number: int, cause: Cause) -> CauseShown:
        anchor = self._anchors.name(f"cause-{number}")
        is_compared = number <= MOST_COMPARED
        drawn: list[FailureShown] = []
        legend: dict[LegendLine, None] = {}
        for one in cause.results[: self._show]:
            if self._letters < MOST_LETTERS_DRAWN or not drawn:
                drawn.append(self._failure(one, is_compared and not drawn, legend))
                self._letters += len(str(drawn[-1]))
        listed = tuple(self._list_item(one) for one in cause.results[len(drawn) :])
        title = cause.clause.title if cause.clause else ""
        shared = tell_what_is_shared(cause.results, self._results, self._index) if is_compared else ()
        told = (*words_of(cause), *shared, *other_clauses(cause))
        words = tuple(visible(line, MOST_LETTERS_OF_A_TEXT) for line in told)
        headline = drawn[0].message if drawn else _cut(cause.results[0].message)
        name = visible(cause.name, MOST_LETTERS_OF_AN_ID)
        samples = tuple(self._pencil.samples(legend))
        code = visible(cause.code, MOST_LETTERS_OF_A_TEXT)
        return CauseShown(anchor, name, title, words, code, len(cause.results), headline, samples, tuple(drawn), listed)

    def _anchor(self, result: Result) -> str:
        stem = result.id.partition("@")[0]
        return self._anchors.name(stem, result.id, f"{result.id}-{self._results.settings[result.setting].label}")

    def _list_item(self, result: Result) -> FailureListed:
        return FailureListed(self._anchor(result), _short(result.id), _cut(result.message))

    def _beside(self, result: Result, easel: Easel) -> Iterator[Panel]:
        """The pass that differs least from a failure."""
        if found := nearest_pass(result, self._results, self._index):
            asked, expected = (msgspec.json.decode(one) for one in (found.vector.input, found.vector.expect))
            yield easel.passing(found.topic.operation, asked, expected, found.id)

    def _failure(self, result: Result, is_compared: bool, legend: dict[LegendLine, None]) -> FailureShown:
        """A failure with its boards; what their symbols stand for goes into the legend of its cause."""
        results = self._results
        found = self._index.find(result.id, result.topic)
        clauses = self._index.about(result, result.clauses)
        panels: list[PanelShown] = []
        told = result.message
        if found is not None:
            topic, vector = found
            expected = summary.whole(result.want) if result.want else msgspec.json.decode(vector.expect)
            asked = msgspec.json.decode(vector.input)
            easel = self._easel(result.setting)
            parts = list(easel.panels(topic.operation, asked, expected, result.got, result.contradicts))
            told = headline_of(parts) or told
            parts += self._beside(result, easel) if is_compared else ()
            panels, pieces = show_panels(parts, easel, self._pencil)
            legend |= dict.fromkeys(pieces)
        elif result.got:
            panels.append(PanelShown("got", (visible(result.got, MOST_LETTERS_OF_AN_ANSWER),)))
        return FailureShown(
            self._anchor(result),
            _short(result.id),
            _cut(told),
            visible(result.id, MOST_LETTERS_OF_A_TEXT),
            summary.verdict_of(result),
            results.settings[result.setting].label,
            found[1].why if found else "",
            tuple(clauses[:MOST_CLAUSES]),
            len(clauses[MOST_CLAUSES:]),
            tuple(panels),
            summary.rerun(results, result),
            summary.next_step(results, result, found),
        )

    def _easel(self, setting: int) -> Easel:
        if setting not in self._easels:
            rules = self._results.settings[setting]
            self._easels[setting] = Easel(self._results.suite.game, rules.edition, rules.choices)
        return self._easels[setting]


def show_panels(parts: Iterable[Panel], easel: Easel, pencil: Pencil) -> tuple[list[PanelShown], list[LegendLine]]:
    """The parts of a picture as a page shows them, and what their symbols stand for."""
    panels: list[PanelShown] = []
    legend: dict[LegendLine, None] = {}
    for panel in parts:
        sketch = easel.sketch(panel)
        panels.append(_show_panel(panel, sketch, easel, pencil))
        legend.update(dict.fromkeys(sketch.legend if sketch else ()))
    return panels, list(legend)


def _show_panel(panel: Panel, sketch: Sketch | None, easel: Easel, pencil: Pencil) -> PanelShown:
    words = tuple(visible(line, MOST_LETTERS_OF_A_TEXT) for line in panel.words)
    if sketch is not None:
        said = tuple(visible(line, MOST_LETTERS_OF_A_TEXT) for line in sketch.said)
        return PanelShown(panel.name, words, pencil.board(sketch, panel.name), said)
    text = easel.board(panel.position) if panel.position is not None else ""
    return PanelShown(panel.name, words, text=text)


def _short(name: str) -> str:
    """An id without its conditions, bounded."""
    return visible(name.partition("+")[0], MOST_LETTERS_OF_AN_ID)


def _cut(message: str) -> str:
    return visible(message, MOST_LETTERS_OF_A_MESSAGE)
