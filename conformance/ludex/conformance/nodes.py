"""What pytest sees: a folder of settings, a setting of topics, a topic of clause groups; each group is an item."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest

from ludex.conformance.bench import Bench
from ludex.conformance.options import order_of
from ludex.fault import Fault
from ludex.judge.case import ScheduledVector
from ludex.judge.escape import visible
from ludex.judge.score import counts_in_words
from ludex.judge.settings import Setting
from ludex.judge.verdict import (
    ERROR,
    EXPECTED_FAIL,
    FAIL,
    NOT_OFFERED,
    NOT_RUN,
    PASS,
    SKIPPED,
    UNEXPECTED_PASS,
    UNSUPPORTED,
    Judgement,
)
from ludex.report.summary import again, explain_failure, tally, verdict_of
from ludex.wording import first, quantity

ROOT = "ludex.conformance"
BAD = frozenset({FAIL, ERROR, UNEXPECTED_PASS, UNSUPPORTED, NOT_RUN, SKIPPED})
Heard = tuple[ScheduledVector, Judgement]
MOST_FAILURES_LISTED = 50  # under one node; all are in the results


class Wrong(Exception):  # noqa: N818 - says what the engine is
    """An item with vectors that did not pass; its text is the report."""


class WrongAsExpected(Exception):  # noqa: N818 - says what the engine is
    """An item in which nothing is wrong but what is expected to be."""


class Vectors(pytest.Directory):
    """Everything that one engine is asked."""

    def __init__(self, **fields: Any) -> None:
        super().__init__(**{**fields, "nodeid": ROOT})
        self.bench: Bench | None = None
        self.shown: set[int] = set()

    def collect(self) -> Iterator[pytest.Collector | pytest.Item]:
        try:
            self.bench = bench = Bench(order_of(self.config))
            fallen = bench.begin()
        except Fault as fault:
            raise self.CollectError(f"ludex: {fault}") from None
        if fallen:
            yield HelloNode.from_parent(self, name="hello", fallen=fallen)
            return
        for number, setting in enumerate(bench.run.settings):
            yield RulesNode.from_parent(self, name=name_of(setting), vectors=self, number=number)
        if bench.order.expected is not None:
            yield Entries.from_parent(self, name="expected failures", bench=bench)

    def teardown(self) -> None:
        if self.bench is not None:
            self.bench.end()


def name_of(setting: Setting) -> str:
    """`2026-01`, or `2026-01+kill-mover=attack`."""
    return "+".join((setting.edition, *(f"{entry}={choice}" for entry, choice in setting.flipped.items())))


class RulesNode(pytest.Collector):
    """One edition under one combination of readings."""

    def __init__(self, vectors: Vectors, number: int, **fields: Any) -> None:
        super().__init__(**fields)
        self.vectors = vectors
        self.number = number

    def collect(self) -> Iterator["TopicNode"]:
        assert self.vectors.bench is not None
        topics = dict.fromkeys(topic for number, topic, _ in self.vectors.bench.parts if number == self.number)
        for topic in topics:
            yield TopicNode.from_parent(self, name=topic, rules=self)


class TopicNode(pytest.Collector):
    """One file of vectors."""

    def __init__(self, rules: RulesNode, **fields: Any) -> None:
        super().__init__(**fields)
        self.rules = rules

    def collect(self) -> Iterator["GroupNode"]:
        bench = self.rules.vectors.bench
        assert bench is not None
        for (number, topic, group), cases in sorted(bench.parts.items()):
            if (number, topic) == (self.rules.number, self.name):
                yield GroupNode.from_parent(self, name=group, vectors=self.rules.vectors, cases=cases)


class Told(pytest.Item):
    """An item whose failure is told in the judge's words, without a traceback of ours."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Wrong | WrongAsExpected):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        return self.path, None, self.nodeid.partition("::")[2]


class HelloNode(Told):
    """Stands for everything when the engine does not say hello."""

    def __init__(self, fallen: str, **fields: Any) -> None:
        super().__init__(**fields)
        self.fallen = fallen

    def runtest(self) -> None:
        raise Wrong(self.fallen)


class Entries(Told):
    """The file of expected failures: each entry must match something."""

    def __init__(self, bench: Bench, **fields: Any) -> None:
        super().__init__(**fields)
        self.bench = bench

    def runtest(self) -> None:
        stale = self.bench.run.stale
        if stale:
            raise Wrong("Entries that match nothing:\n" + "\n".join(f"  {one.id}: {one.why}" for one in stale))


class GroupNode(Told):
    """The vectors of one file that turn on one clause group."""

    def __init__(self, vectors: Vectors, cases: Sequence[ScheduledVector], **fields: Any) -> None:
        super().__init__(**fields)
        assert vectors.bench is not None
        self.vectors = vectors
        self.bench = vectors.bench
        self.cases = cases
        reasons = dict.fromkeys(f"{entry.id}: {entry.reason}" for entry in self.bench.entries_of(cases))
        if reasons:
            self.add_marker(pytest.mark.xfail(strict=True, raises=WrongAsExpected, reason="; ".join(reasons)))

    def runtest(self) -> None:
        heard = self.bench.hear(self.cases)
        unfinished = self.bench.run.unfinished
        counted = [one for one in heard if one[0].index not in unfinished]
        self.user_properties.append(("ludex", counts_in_words(_tally(heard))))
        bad = [one for one in counted if self._is_bad(one[1])]
        expected = [one for one in counted if one[1].verdict == EXPECTED_FAIL]
        if bad and (expected or any(one[1].verdict != UNEXPECTED_PASS for one in bad)):
            raise Wrong("\n".join(self._report(bad, heard)))
        if expected:
            raise WrongAsExpected("\n".join(f"{case.id}: {outcome.reason}" for case, outcome in expected))
        if not any(outcome.verdict in (PASS, UNEXPECTED_PASS) for _, outcome in counted):
            pytest.skip(_why_nothing(heard, len(heard) - len(counted)))

    def _is_bad(self, outcome: Judgement) -> bool:
        return outcome.verdict in BAD or (outcome.verdict == NOT_OFFERED and self.bench.order.require_all)

    def _report(self, bad: Sequence[Heard], heard: Sequence[Heard]) -> Iterator[str]:
        """How many did what; each that is wrong in a line; the first that were not drawn before in full."""
        yield f"{counts_in_words(_tally(heard))} (of {quantity(len(heard), 'vector')})"
        yield from (f"  {line}" for line in first([_line(*one) for one in bad], MOST_FAILURES_LISTED))
        left = self.config.getoption("--ludex-show")
        for case, outcome in bad:
            if left > 0 and outcome.verdict in (FAIL, ERROR) and case.index not in self.vectors.shown:
                left -= 1
                self.vectors.shown.add(case.index)
                yield from self._failure_lines(case, outcome)

    def _failure_lines(self, case: ScheduledVector, outcome: Judgement) -> Iterator[str]:
        game, setting = self.bench.order.game, self.bench.run.settings[case.frame.setting]
        yield ""
        yield f"── {_line(case, outcome)}"
        found = (case.frame.topic, case.vector)
        told = explain_failure(found, case.vector.clauses, setting, game, outcome.got)
        yield from (f"   {line}".rstrip() for line in told)
        yield ""
        yield f"   again: {again(case.id, game, setting, self.bench.order.command, self.bench.order.anonymous)}"


def _tally(heard: Iterable[Heard]) -> dict[str, int]:
    return tally(outcome.verdict for _, outcome in heard)


def _line(case: ScheduledVector, outcome: Judgement) -> str:
    message = f": {visible(outcome.message, 300)}" if outcome.message else ""
    return f"{case.id} · {verdict_of(outcome)}{message}"


def _why_nothing(heard: Sequence[Heard], unfinished: int) -> str:
    if unfinished:
        return f"declared unfinished: {counts_in_words(_tally(heard))}"
    return visible(next((outcome.message for _, outcome in heard if outcome.message), "not offered"), 200)
