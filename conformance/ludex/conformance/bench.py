"""One engine that hears vectors in any order: each vector once, whatever items it belongs to."""

from collections.abc import Iterable, Iterator, Sequence

from ludex.judge.case import ScheduledVector
from ludex.judge.escape import visible
from ludex.judge.expected import ExpectedFailure
from ludex.judge.verdict import NOT_RUN, Judgement
from ludex.runner.driver import GaveUp
from ludex.runner.handshake import NoHello
from ludex.runner.run import Order
from ludex.runner.session import Session
from ludex.vectors.selection import clause_group

Part = tuple[int, str, str]
UNNAMED = "no clause"


class Bench(Session):
    """The judge with its engine at hand, for as long as it is needed."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self.engine = self.driver()
        self.parts: dict[Part, list[ScheduledVector]] = {}

    def begin(self) -> str:
        """Starts the engine and lays out what there is to ask; gives what went wrong, if the engine did not greet."""
        wanted = self.wanted_editions()
        self.engine.spawn()
        try:
            self.schedule.select(wanted)
            self.plan(self.engine.greet())
        except NoHello as fallen:
            self.no_hello(fallen)
            return f"{self.run.stopped}\n{visible(self.run.log, 4000, lines=True)}".strip()
        self.account(wanted)
        for case in self.run.cases:
            for group in _groups(case):
                self.parts.setdefault((case.frame.setting, case.frame.topic.topic, group), []).append(case)
        return ""

    def hear(self, cases: Iterable[ScheduledVector]) -> list[tuple[ScheduledVector, Judgement]]:
        """The outcomes of these cases; the engine is asked what it was not asked yet."""
        asked = list(cases)
        unheard = [case for case in asked if self.run.outcomes[case.index] is None]
        if unheard and not self.run.stopped:
            self._ask(unheard)
        not_run = Judgement(NOT_RUN, message=self.run.stopped)
        return [(case, self.run.outcomes[case.index] or not_run) for case in asked]

    def _ask(self, cases: Sequence[ScheduledVector]) -> None:
        self.queue.lay(cases)
        try:
            self.engine.run()
        except GaveUp as reason:
            self.stop(str(reason), self.engine.tail)
        if self.run.end is not None:
            self.stop(self.run.why_it_ended(), self.engine.tail)

    def entries_of(self, cases: Iterable[ScheduledVector]) -> Iterator[ExpectedFailure]:
        """The expected failures among these cases."""
        for case in cases:
            entry = self._entry(case)
            if entry is not None:
                yield entry

    def end(self) -> None:
        """Says goodbye to the engine."""
        if self.run.hello is not None and not self.run.stopped:
            self.engine.close()
        self.engine.abandon()


def _groups(case: ScheduledVector) -> list[str]:
    """The clause groups that a vector belongs to."""
    return list(dict.fromkeys(map(clause_group, case.vector.clauses))) or [UNNAMED]
