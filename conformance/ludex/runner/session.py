"""A run in the making: starts the engines, lays the selected vectors before them, and keeps the journal."""

import contextlib
import datetime
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path

import msgspec

from ludex.fault import Fault
from ludex.judge.case import ScheduledVector
from ludex.judge.escape import utf8, visible
from ludex.judge.expected import ExpectedFailure, Stale, by_id, hold_against
from ludex.judge.settings import RulesAsked, check_readings, editions_asked, settings, strange_claims
from ludex.judge.verdict import FAIL, NOT_OFFERED, NOT_RUN, WEIGHED, Judgement
from ludex.judge.weigh import MAX_WRONG_BYTES
from ludex.protocol.messages import BROKEN, HELLO, GameOffer, Hello
from ludex.runner import journal as journals
from ludex.runner.conversation import Conversation
from ludex.runner.driver import Driver, GaveUp, Settle
from ludex.runner.handshake import NoHello
from ludex.runner.interruption import Interruption
from ludex.runner.journal import Chosen, What
from ludex.runner.limits import Limits
from ludex.runner.process import Process
from ludex.runner.queue import VectorQueue
from ludex.runner.repeating import Repeating
from ludex.runner.run import MAX_CHARACTERS_OF_A_NOTE, Order, Run, Watch
from ludex.runner.schedule import Schedule
from ludex.support import NoImage
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.images import image_of, names_of, split_symmetry
from ludex.vectors.selection import Selection
from ludex.vectors.suite import Suite, open_suite

MAX_CLAIMS_NOTED = 20  # of a hello
JOIN_SECONDS = 10.0  # for a thread to end by itself; then its engine is ended
WORDS, LONG_WORDS = 300, 1500
CUT_OFF = "the runner was ended; this is what its journal holds"


class Session:
    """One run in the making. Several engines may work side by side; all that they settle comes together here."""

    def __init__(self, order: Order, watch: Watch | None = None) -> None:
        self.order = order
        self.suite = open_suite(order.game, order.root)
        self.run = Run(order, self.suite)
        self.queue = VectorQueue()
        self.schedule = Schedule(self.run, self._at_fault)
        self.watch = watch
        self.past = journals.read_journal(order.journal) if order.resume and order.journal else None
        self.journal: journals.Journal | None = None
        self.entries = by_id(order.expected.entries) if order.expected else {}
        self._today = datetime.date.today()
        self._drivers = [self.driver()]
        self._hands: list[threading.Thread] = []
        self._mistakes: list[BaseException] = []
        self.cases: Iterator[ScheduledVector] = iter(())  # that are to be asked
        self._lock = threading.RLock()

    def driver(self, settle: Settle | None = None) -> Driver:
        """One more engine of those under test."""
        return Driver(self.open, self.order.limits, self.queue, settle or self.settle, self.note, self.remark)

    def open(self, again: bool) -> Conversation:
        """Starts the engine, or connects to it; after a fall it has a while to listen again."""
        order = self.order
        if order.connect is not None:
            from ludex.runner.tcp import Connection

            return Connection(order.connect, order.limits, order.limits.start if again else 0.0)
        return Process(order.command, order.limits)

    def note(self, text: str) -> None:
        with self._lock:
            self.run.note(text)

    def remark(self, text: str) -> None:
        with self._lock:
            self.run.remark(text)

    def heed(self, interruption: Interruption) -> None:
        """From here on an interruption stops this run."""
        self.queue.interruption = interruption

    # -- the course of a run

    def judge(self) -> Run:
        """Runs to the end, to the limit, or to an interruption; the account is complete in every case."""
        wanted = self.wanted_editions()
        self._drivers[0].spawn()
        try:
            self.schedule.select(wanted)
            self.talk()
        except KeyboardInterrupt:
            self.stop("interrupted")
            self.run.interrupted = True
        finally:
            self._part()
        self.account(wanted)
        return self.run

    def wanted_editions(self) -> list[str]:
        """The editions that may run: those asked for, else all (the hello will tell which)."""
        editions = editions_asked(self.suite, GameOffer([]), self.order.asked)
        check_readings(self.suite, editions, self.order.asked)
        return editions

    def talk(self) -> None:
        """The hello, and everything after it."""
        first = self._drivers[0]
        try:
            hello = first.greet()
        except NoHello as fallen:
            self.no_hello(fallen)
            return
        self.open_journal(hello)
        self.plan(hello)
        self.queue.lay(self.cases)
        self.work(first)
        for hand in self._hands:
            hand.join()
            self.queue.heed()  # the others may have stopped where the first had nothing left to do
        if self._mistakes:
            raise self._mistakes[0]
        if self.order.repeat and not self.run.stopped:
            Repeating(self).repeat(self.order.repeat)
        if self.journal is not None:
            self.journal.end(self.order.max_failures, self.order.limits.falls, self.run.stopped)

    def work(self, driver: Driver) -> None:
        """Lets one engine work until nothing is left, and says goodbye to it."""
        try:
            driver.run()
            if self.queue.end is None:
                driver.close()
        except GaveUp as reason:
            self.queue.close()
            self.stop(str(reason), driver.tail)
        finally:
            driver.abandon()

    def _more_hands(self) -> None:
        """Starts the other engines, once the first has shown that it answers at all."""
        for _ in range(self.order.jobs - 1):
            hand = threading.Thread(target=self._lend_a_hand, daemon=True)
            self._hands.append(hand)
            hand.start()

    def _lend_a_hand(self) -> None:
        driver = self.driver()
        with self._lock:
            self._drivers.append(driver)
        try:
            driver.spawn()
            if driver.greet() == self.run.hello:
                self.work(driver)
            else:
                self.remark("an engine beside the first said another hello, and was not used")
        except (NoHello, Fault) as fallen:
            self.remark(f"an engine beside the first did not start: {fallen}")
        except KeyboardInterrupt:
            pass
        except BaseException as mistake:  # told of in the main thread
            self._mistakes.append(mistake)
            self.queue.close()
        finally:
            driver.abandon()

    def no_hello(self, fallen: NoHello) -> None:
        self.stop(f"no hello: {fallen.down.message}", fallen.tail)

    def stop(self, reason: str, log: bytes = b"") -> None:
        """Remembers why the run ends early."""
        with self._lock:
            self.run.stopped = self.run.stopped or visible(reason, MAX_CHARACTERS_OF_A_NOTE)
            self.run.log = self.run.log or log or self._drivers[0].tail

    def _at_fault(self, fault: Fault) -> None:
        """A broken file of vectors: nothing more is asked."""
        self.queue.close()
        self.run.fault = self.run.fault or str(fault)
        self.stop(f"the vectors are at fault: {fault.message}")

    def _part(self) -> None:
        """No engine outlives the run."""
        for hand in self._hands:
            hand.join(JOIN_SECONDS)
        for driver in self._drivers:
            driver.abandon()
        if self.journal is not None:
            self.journal.close()
            self.remark(self.journal.remark)

    # -- before the first question

    def plan(self, hello: Hello) -> None:
        """Decides by the hello under which settings the run goes."""
        self.run.hello = hello
        offer, asked = hello.games.get(self.order.game), self.order.asked
        if offer is None:
            self.note(f"the engine does not declare {self.order.game}")
            asked = RulesAsked(self.suite.editions, asked.readings) if not asked.editions else asked
        else:
            for claim in islice(strange_claims(self.suite, offer), MAX_CLAIMS_NOTED):
                self.note(claim)
        self.lay(offer, asked)

    def lay(self, offer: GameOffer | None, asked: RulesAsked) -> None:
        self.run.settings = settings(self.suite, offer, asked)
        if self.order.selection.images and not names_of(self.order.game):
            self.note(f"{self.order.game} names no symmetries, so its vectors have no images")
        if not self.run.settings:
            self.note(f"the engine declares no edition of {self.order.game} that has vectors")
        self._total = self.schedule.at_most()
        self.cases = self._not_of_the_journal(self.schedule.cases(offer or GameOffer([], {})))

    def _not_of_the_journal(self, cases: Iterator[ScheduledVector]) -> Iterator[ScheduledVector]:
        """The cases that the journal does not know yet; the others are settled as they were."""
        known = self.past.outcomes if self.past else {}

        def is_known(one: ScheduledVector) -> bool:
            if one.index not in known:
                return False
            self._record(one, known[one.index])
            return True

        return without(cases, is_known)

    def open_journal(self, hello: Hello) -> None:
        """Begins the journal, or goes on with the one of a run that was cut off."""
        path, said = self.order.journal, msgspec.json.encode(hello)
        if path is None:
            return
        what = what_of(self.order, self.suite)
        try:
            if self.past is None:
                self.journal = journals.begin(path, what, said, self.run.started, not self.order.needs_journal)
            else:
                self.journal = journals.go_on(path, self.past, what, said)
                self.run.started = self.past.opening.started
                self.run.resumed = True
                self.remark(self.past.remark)
        except (journals.Taken, journals.Kept) as fault:
            if self.order.needs_journal:
                raise
            self.remark(f"{fault.message}, so this run keeps no journal")
        self.run.journal = self.journal

    # -- what comes of it

    def settle(self, case: ScheduledVector, outcome: Judgement) -> None:
        """Takes an outcome from an engine."""
        if outcome.message:
            words = visible(outcome.message, LONG_WORDS if outcome.fell else WORDS)
            outcome = msgspec.structs.replace(outcome, message=words)
        if outcome.verdict == FAIL and outcome.got:
            like = self.run.likeness.of(case, outcome.got) if not outcome.want else ()
            outcome = msgspec.structs.replace(outcome, like=like, got=outcome.got[:MAX_WRONG_BYTES])
        with self._lock:
            if self.run.first_verdict is None:
                self.run.first_verdict = time.time()
            outcome = self._record(case, outcome)
            self._write_down(case, outcome)
            if self.watch is not None:
                self.watch(case.index, self._total)
            if not self._hands and outcome.verdict in WEIGHED:
                self._more_hands()

    def _write_down(self, case: ScheduledVector, outcome: Judgement) -> None:
        if self.journal is not None and outcome.verdict != NOT_RUN:  # who goes on decides that anew
            self.journal.add(case.index, outcome)

    def amend(self, case: ScheduledVector, outcome: Judgement) -> None:
        """Puts another outcome in the place of one that was told."""
        with self._lock:
            self._write_down(case, self.run.settle(case.index, outcome))

    def _record(self, case: ScheduledVector, outcome: Judgement) -> Judgement:
        """Puts an outcome into the account, as it counts; gives it back as it came, for the journal."""
        self.queue.note_hang(case, outcome)
        if not self.entries:
            kept = self.run.settle(case.index, outcome)
            self.queue.end = self.run.end
            return kept
        kept = self.run.settle(case.index, self._by_entries(case, outcome))
        self.queue.end = self.run.end
        return outcome if kept.got else msgspec.structs.replace(outcome, got=b"") if outcome.got else outcome

    def _by_entries(self, case: ScheduledVector, outcome: Judgement) -> Judgement:
        entry = self._entry(case)
        return hold_against(outcome, entry, self._today) if entry else outcome

    def _entry(self, case: ScheduledVector) -> ExpectedFailure | None:
        """The expected failure of a case; one that names the readings goes before one that does not."""
        found = self.entries.get(case.id)
        if not found:
            return None
        readings = self.run.settings[case.frame.setting].flipped
        speaking = [entry for entry in found if entry.speaks_of(readings)]
        return min(speaking, key=lambda entry: entry.readings is None, default=None)

    # -- the account

    def account(self, wanted: Sequence[str]) -> None:
        """Lays out what the run did not reach, so that nothing selected is missing from the report."""
        run = self.run
        if not run.settings and run.stopped and run.hello is None:
            self.lay(GameOffer(self._operations(wanted)), RulesAsked(tuple(wanted)))
        for _ in self.cases:
            pass
        if run.end is not None:
            run.stopped = run.why_it_ended()
        run.restarts = sum(driver.restarts for driver in self._drivers)
        run.stale = list(self._stale())
        run.ended = time.time()
        if run.settings and not run.outcomes and not run.fault:
            raise self.schedule.nothing_holds()

    def _operations(self, editions: Sequence[str]) -> list[str]:
        found: set[str] = set()
        for edition in editions:
            for name in self.suite.names_of(edition):
                with contextlib.suppress(Fault):
                    found.add(self.suite.topic(name).operation)
        return sorted(found)

    def _stale(self) -> Iterator[Stale]:
        """Entries of the expected failures that match nothing: no such vector, or one that is not offered."""
        if not self.entries:
            return  # for which no file is read
        known = self._all_vectors()
        unoffered = {case.id for case, outcome in self.run.settled_vectors() if outcome.verdict == NOT_OFFERED}
        for entry in chain.from_iterable(self.entries.values()):
            if why := _why_unknown(entry.id, known):
                yield Stale(entry.id, why)
            elif entry.id in unoffered:
                yield Stale(entry.id, "the engine does not offer what this vector asks")

    def _all_vectors(self) -> dict[str, tuple[Topic, Vector]]:
        found: dict[str, tuple[Topic, Vector]] = {}
        sides = (name for edition in self.suite.editions for name in self.suite.sides_of(edition))
        for name in (*self.suite.names, *sides):
            with contextlib.suppress(Fault):
                topic = self.suite.topic(name)
                found.update((full_id(vector, name.edition), (topic, vector)) for vector in topic.vectors)
        return found


def _why_unknown(wanted: str, known: Mapping[str, tuple[Topic, Vector]]) -> str:
    """Why nothing has this id; nothing where a vector has it, or an image."""
    stem, name = split_symmetry(wanted)
    if stem not in known:
        return "no vector has this id"
    topic, vector = known[stem]
    try:
        if name:
            image_of(vector, topic, name)
    except NoImage as none:
        return f"there is no such image: {none}"
    return ""


def without(cases: Iterable[ScheduledVector], is_out: Callable[[ScheduledVector], bool]) -> Iterator[ScheduledVector]:
    """Cases without what is out of them; the first that is left has the others as riders."""
    for case in cases:
        left = [one for one in (case, *case.riders) if not is_out(one)]
        if left:
            first, *rest = left
            first.riders = tuple(rest)
            yield first


def what_of(order: Order, suite: Suite) -> What:
    """What makes a run the run that it is."""
    chosen, asked = order.selection, order.asked
    return What(
        game=order.game,
        vectors=suite.seal,
        command=tuple(map(utf8, order.words)),
        selection=Chosen(
            select=tuple(map(utf8, chosen.patterns)),
            skip=tuple(map(utf8, order.skip)),
            failed=None if chosen.ids is None else tuple(sorted(chosen.ids)),
            core=None if chosen.core is None else tuple(sorted(chosen.core)),
            images=chosen.images,
            sides=chosen.sides,
        ),
        editions=asked.editions,
        readings=asked.readings,
        all_readings=asked.all_readings,
        anonymous=order.anonymous,
    )


def _order_of(what: What, ended: journals.Ended | None) -> Order:
    chosen = what.selection
    ids, core = (None if names is None else frozenset(names) for names in (chosen.failed, chosen.core))
    return Order(
        game=what.game,
        command=what.command,
        asked=RulesAsked(what.editions, what.readings, what.all_readings),
        selection=Selection(chosen.select, ids, core, chosen.images, chosen.sides),
        limits=Limits(falls=ended.falls) if ended else Limits(),
        max_failures=ended.failures if ended else 0,
        skip=chosen.skip,
        anonymous=what.anonymous,
    )


def run_so_far(path: Path) -> Run:
    """The account of a run from its journal: what was not settled is not run."""
    past = journals.read_journal(path)
    try:
        hello = HELLO.decode(past.opening.hello)
    except BROKEN as broken:
        raise Fault(f"{path} is no journal: {broken}", journals.WRITES_ONE) from None
    session = Session(_order_of(past.opening.what, past.ended))
    if session.suite.seal != past.opening.what.vectors:
        raise Fault(f"{path} is of a run with other vectors than those here", "Resume it where it was begun.")
    session.past = past
    session.remark(past.remark)
    session.schedule.select(session.wanted_editions())
    session.stop(past.ended.stopped if past.ended else CUT_OFF)
    session.plan(hello)
    session.account([])
    session.run.interrupted = past.ended is None
    session.run.started = past.opening.started
    session.run.ended = past.ended.ended if past.ended else os.stat(path).st_mtime
    return session.run
