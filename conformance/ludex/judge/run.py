"""A whole run: starts the engine, lays the selected vectors before it, and accounts for every one of them."""

import contextlib
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from ludex.fault import Fault
from ludex.judge.case import Case, Frame
from ludex.judge.driver import Driver, GaveUp, NoHello
from ludex.judge.escape import visible
from ludex.judge.playing import player_for
from ludex.judge.process import Limits
from ludex.judge.score import Score, conclude
from ludex.judge.settings import Asked, Setting, check_readings, editions_asked, settings, strange_claims
from ludex.judge.verdict import BAD, NOT_OFFERED, NOT_RUN, UNSUPPORTED, Outcome
from ludex.vectors.format import Topic, Vector
from ludex.vectors.selection import Selection, choose
from ludex.vectors.suite import Suite, open_suite
from ludex.wire.messages import GameOffer, Hello
from ludex.wire.shape import Wire, wire_of

NOTES = 40
Watch = Callable[[int, int], None]


class Order(Struct, frozen=True):
    """What is to be checked, and how."""

    game: str
    command: tuple[str, ...]
    asked: Asked = Asked()
    selection: Selection = Selection()
    limits: Limits = Limits()
    max_failures: int = 0
    require_all: bool = False
    anonymous: bool = False
    root: Path | None = None


class Enough(Exception):  # noqa: N818 - not an error: the run was told to stop here
    """As many failures as were asked for."""


class Run:
    """What came of an order: the cases in order, an outcome for each, and the score."""

    def __init__(self, order: Order, suite: Suite) -> None:
        self.order = order
        self.suite = suite
        self.hello: Hello | None = None
        self.settings: list[Setting] = []
        self.cases: list[Case] = []
        self.outcomes: list[Outcome | None] = []
        self.notes: list[str] = []
        self.stopped = ""
        self.log = b""
        self.restarts = 0
        self.interrupted = False
        self.started = time.time()
        self.first_verdict: float | None = None
        self.ended = 0.0

    def note(self, text: str) -> None:
        """Remembers a remark for the report; a flood of them is cut."""
        if len(self.notes) < NOTES and visible(text) not in self.notes:
            self.notes.append(visible(text, 400))

    def settled(self) -> Iterator[tuple[Case, Outcome]]:
        """Every selected vector with its outcome, in order."""
        rest = Outcome(NOT_RUN, "", self.stopped)
        for case, outcome in zip(self.cases, self.outcomes, strict=True):
            yield case, outcome or rest

    def score(self) -> Score:
        tally = Counter(outcome.verdict for _, outcome in self.settled())
        return conclude(tally, self.interrupted, self.order.require_all)


class Judging:
    """One run in the making."""

    def __init__(self, order: Order, watch: Watch | None = None) -> None:
        self.order = order
        self.suite = open_suite(order.game, order.root)
        self.run = Run(order, self.suite)
        self.wire: Wire = wire_of(order.game)
        self.driver = Driver(order.command, order.limits, self.run.note)
        self.watch = watch
        self._chosen: dict[str, list[Vector]] | None = None
        self._cases: Iterator[Case] = iter(())
        self._failures = 0
        self._total = 0

    def judge(self) -> Run:
        """Runs to the end, to the limit, or to an interruption; the account is complete in every case."""
        wanted = self._wanted_editions()
        self.driver.spawn()
        try:
            self._select(wanted)
            self._talk()
        except KeyboardInterrupt:
            self._stop("interrupted")
            self.run.interrupted = True
        finally:
            self.driver.abandon()
        self._account(wanted)
        return self.run

    def _wanted_editions(self) -> list[str]:
        """The editions that may run: those asked for, else all (the hello will tell which)."""
        offer = GameOffer([], None)
        editions = editions_asked(self.suite, offer, self.order.asked)
        check_readings(self.suite, editions, self.order.asked)
        return editions

    def _select(self, editions: Sequence[str]) -> None:
        """While the engine starts: reads all files where a selection asks for it, else just the first."""
        if not self.order.selection.everything:
            self._chosen = choose(self.suite, editions, self.order.selection)
        else:
            for edition in editions[:1]:
                next(self.suite.topics(edition), None)

    def _talk(self) -> None:
        try:
            self.run.hello = self.driver.greet()
        except NoHello as fallen:
            self._no_hello(fallen)
            return
        self._plan(self.run.hello.games.get(self.order.game))
        try:
            self.driver.run(self._cases, self._settle)
            self.driver.close()
        except GaveUp as reason:
            self._stop(str(reason))
        except Enough:
            self._stop(f"stopped after {self._failures} failing vectors")

    def _no_hello(self, fallen: NoHello) -> None:
        self.run.log = fallen.tail
        self._stop(f"no hello: {fallen.down.message}")

    def _stop(self, reason: str) -> None:
        self.run.stopped = visible(reason, 400)
        self.run.log = self.run.log or self.driver.tail

    def _plan(self, offer: GameOffer | None) -> None:
        asked = self.order.asked
        if offer is None:
            self.run.note(f"the engine does not declare {self.order.game}")
            asked = Asked(self.suite.editions, asked.readings) if not asked.editions else asked
        else:
            for claim in strange_claims(self.suite, offer):
                self.run.note(claim)
        self.run.settings = settings(self.suite, offer, asked)
        if not self.run.settings:
            self.run.note(f"the engine declares no edition of {self.order.game} that has vectors")
        self._total = sum(self._at_most(setting.edition) for setting in self.run.settings)
        self._cases = self._lay(offer or GameOffer([], {}))

    def _at_most(self, edition: str) -> int:
        """How many vectors of an edition may run: some may not hold, or not be offered."""
        if self._chosen is None:
            return sum(self.suite.manifest.files[name].vectors for name in self.suite.files(edition))
        return sum(len(self._chosen.get(name, ())) for name in self.suite.files(edition))

    def _lay(self, offer: GameOffer) -> Iterator[Case]:
        """Lays out the cases in order; those that need no engine are settled on the way."""
        for number, setting in enumerate(self.run.settings):
            for topic, vectors in self._topics(setting.edition):
                yield from self._lay_topic(topic, vectors, number, setting, offer)

    def _topics(self, edition: str) -> Iterator[tuple[Topic, list[Vector]]]:
        for name in self.suite.files(edition):
            if self._chosen is None:
                topic = self.suite.topic(name)
                yield topic, topic.vectors
            elif name in self._chosen:
                yield self.suite.topic(name), self._chosen[name]

    def _lay_topic(
        self, topic: Topic, vectors: list[Vector], number: int, setting: Setting, offer: GameOffer
    ) -> Iterator[Case]:
        known, player = self._beforehand(topic.operation, setting, offer)
        tells = "unreadable" in offer.tells
        frame = Frame(topic, setting, number, self.wire, tells, self.order.anonymous, player)
        cases, outcomes, choices = self.run.cases, self.run.outcomes, setting.choices
        for vector in vectors:
            if vector.holds and not vector.holds_under(choices):
                continue
            case = Case(len(cases), vector, frame)
            cases.append(case)
            outcomes.append(known)
            if known is None:
                yield case

    def _beforehand(self, operation: str, setting: Setting, offer: GameOffer) -> tuple[Outcome | None, Any]:
        """The outcome that is known without asking, if any; else how the runner plays the operation, if it must."""
        if setting.undeclared:
            return Outcome(UNSUPPORTED, "", setting.undeclared), None
        if operation in offer.methods:
            return None, None
        player = player_for(operation, self.order.game, offer.methods)
        if player is not None:
            return None, player
        if operation in self.wire.required:
            return Outcome(UNSUPPORTED, "", f"the hello does not offer `{operation}`, which is required"), None
        return Outcome(NOT_OFFERED, "", f"the hello does not offer `{operation}`"), None

    def _settle(self, case: Case, outcome: Outcome) -> None:
        if self.run.first_verdict is None:
            self.run.first_verdict = time.time()
        self.run.outcomes[case.index] = outcome
        if self.watch is not None:
            self.watch(case.index, self._total)
        if outcome.verdict in BAD:
            self._failures += 1
            if self._failures == self.order.max_failures:
                raise Enough

    def _account(self, wanted: Sequence[str]) -> None:
        """Lays out what the run did not reach, so that nothing selected is missing from the report."""
        run = self.run
        if not run.settings and run.stopped and run.hello is None:
            run.settings = settings(self.suite, GameOffer([], None), Asked(tuple(wanted)))
            everything = GameOffer(_operations(self.suite, wanted), None)
            self._cases = self._lay(everything)
        for _ in self._cases:
            pass
        run.restarts = self.driver.restarts
        run.ended = time.time()
        if run.settings and not run.cases:
            raise Fault(*self._nothing_holds())

    def _nothing_holds(self) -> tuple[str, str]:
        vectors = [vector for vectors in (self._chosen or {}).values() for vector in vectors if vector.holds]
        hint = "Choose an edition or a reading under which they hold"
        if vectors:
            first = vectors[0].holds[0]
            hint += ", for example " + " ".join(f"--reading {entry}={first[entry][0]}" for entry in sorted(first))
        return "none of the selected vectors speaks of the editions and readings that would run", hint + "."


def _operations(suite: Suite, editions: Sequence[str]) -> list[str]:
    return sorted({topic.operation for edition in editions for topic in suite.topics(edition)})


def check(order: Order, watch: Watch | None = None) -> Run:
    """The main job: judges an engine by an order. An interruption leaves a complete account."""
    judging = Judging(order, watch)
    with _interruptible(judging.driver):
        return judging.judge()


@contextlib.contextmanager
def _interruptible(driver: Driver) -> Iterator[None]:
    """The first Ctrl-C or SIGTERM asks the driver to stop where nothing is half done; the second ends at once."""

    def asked(*_: object) -> None:
        if driver.stop:
            raise KeyboardInterrupt
        driver.stop = True

    try:
        before = {number: signal.signal(number, asked) for number in (signal.SIGINT, signal.SIGTERM)}
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
