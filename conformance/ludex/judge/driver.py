"""Drives an engine through its cases: many in flight, restarts after a fall, and blame only for what falls alone."""

import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from ludex.judge.case import Case, Play, Step, Unplayable
from ludex.judge.process import Limits, Process
from ludex.judge.verdict import CRASH, ERROR, FLOOD, GARBAGE, NOT_OFFERED, REPORTED, TIMEOUT, Down, Outcome
from ludex.judge.weigh import garbage, weigh_error
from ludex.wire.messages import ANSWER, HELLO, PROTOCOL, Answer, Hello, initialize, shutdown

Settle = Callable[[Case, Outcome], None]
Note = Callable[[str], None]
SLICE = 0.25
LOG_FLOOD = 16 << 20
_NAMED_ID = re.compile(rb'"id"\s*:\s*(\d{1,15})\s*[,}]')


class NoHello(Exception):  # noqa: N818 - says what did not come
    """The engine did not get as far as a hello."""

    def __init__(self, down: Down, tail: bytes) -> None:
        super().__init__(down.message)
        self.down = down
        self.tail = tail


class GaveUp(Exception):  # noqa: N818 - says what the judge did
    """The engine fell too often; what is left will not be run."""


class Pending:
    """A case in flight; `play` when the runner plays it step by step, `method` of the step under way."""

    __slots__ = ("case", "method", "play")

    def __init__(self, case: Case, play: Play | None = None, method: str = "") -> None:
        self.case = case
        self.play = play
        self.method = method


class Driver:
    """One engine under test. `start` greets it; `run` settles every case it can, each at least once."""

    def __init__(self, command: Sequence[str], limits: Limits, note: Note) -> None:
        self.command = command
        self.limits = limits
        self.note = note
        self.restarts = 0
        self.stop = False
        self.hello: Hello | None = None
        self._process: Process | None = None
        self._number = 0
        self._first_number = 0
        self._asked: list[Case | None] = []
        self._flight: dict[Any, Pending] = {}
        self._again: deque[Case] = deque()
        self._suspects: deque[Case] = deque()
        self._alone = False
        self._answered = 0
        self._barren = 0
        self._heard = 0.0
        self._logged = 0
        self._cases: Iterator[Case] = iter(())
        self._settle: Settle = _ignore

    # -- the start

    def spawn(self) -> None:
        """Starts the process without waiting for it; a Fault when the command cannot be executed."""
        self._process = Process(self.command, self.limits)
        self._first_number = self._number + 1
        self._asked = []
        self._answered = 0
        self._process.send(initialize(self._next(None)))

    def greet(self) -> Hello:
        """Waits for the hello; a few stray lines before it only warn."""
        line = self._first_answer()
        self.hello = hello = _read_hello(line)
        self._hear()
        return hello

    def _first_answer(self) -> Answer:
        process, strays = self._running(), 0
        until = time.monotonic() + self.limits.start
        while True:
            lines = process.wait(min(until - time.monotonic(), SLICE))
            self._heed()
            for line in lines:
                answer = _decoded(line)
                if answer is not None and answer.id == self._first_number:
                    return answer
                strays += 1
                if strays > self.limits.strays:
                    raise self._no_hello(Down(GARBAGE, f"more than {self.limits.strays} lines before the hello"))
                self.note(f"a stray line before the hello: {line[:80]!r}")
            if not lines and process.down:
                raise self._no_hello(process.down)
            if time.monotonic() > until:
                raise self._no_hello(Down(TIMEOUT, f"no hello within {self.limits.start:g} s"))

    def _no_hello(self, down: Down) -> NoHello:
        process = self._running()
        process.end()
        return NoHello(down, process.tail)

    def _running(self) -> Process:
        assert self._process is not None, "spawn comes first"
        return self._process

    # -- the run

    def run(self, cases: Iterable[Case], settle: Settle) -> None:
        """Puts every case to the engine and settles it; GaveUp when the engine fell too often."""
        self._cases, self._settle = iter(cases), settle
        while self._fill():
            if self._flight:
                self._turn()

    def _fill(self) -> bool:
        """Sends what may be sent now; whether anything is left to do."""
        lines: list[bytes] = []
        if (self._suspects or self._alone) and not self._flight:
            self._alone = bool(self._suspects)
            if self._suspects:
                self._open(self._suspects.popleft(), lines)
        while not self._alone and len(self._flight) < self.limits.window:
            case = self._again.popleft() if self._again else next(self._cases, None)
            if case is None:
                break
            self._open(case, lines)
        if lines:
            if len(lines) == len(self._flight):
                self._hear()
            self._running().send(b"".join(lines))
        return bool(self._flight) or bool(self._suspects) or self._alone

    def _hear(self) -> None:
        """From here on silence is counted."""
        self._heard = time.monotonic()
        self._logged = self._running().logged

    def _next(self, case: Case | None) -> int:
        self._number += 1
        self._asked.append(case)
        return self._number

    def _open(self, case: Case, lines: list[bytes]) -> None:
        player = case.frame.player
        if player is None:
            number = self._next(case)
            self._flight[number] = Pending(case)
            lines.append(case.request(number))
            return
        play = player(case)
        try:
            self._step(Pending(case, play), next(play), lines)
        except StopIteration as stop:
            self._settle(case, case.weigh_bytes(msgspec.json.encode(stop.value)))
        except Unplayable as reason:
            self._settle(case, Outcome(NOT_OFFERED, "", str(reason)))

    def _step(self, pending: Pending, step: Step, lines: list[bytes]) -> None:
        pending.method = step[0]
        number = self._next(pending.case)
        self._flight[number] = pending
        lines.append(pending.case.ask(number, step))

    def _turn(self) -> None:
        """Waits for answers, takes them, and notices when the engine fell or is late."""
        process = self._running()
        left = self._heard + self.limits.timeout - time.monotonic()
        lines = process.wait(min(left, SLICE))
        self._heed()
        if lines:
            self._take_all(lines)
            return
        if process.down:
            self._fell(process.down)
        elif left <= 0:
            self._fell(self._silence(process))

    def _silence(self, process: Process) -> Down:
        logged = process.logged - self._logged
        if logged > LOG_FLOOD:
            return Down(FLOOD, f"no answer for {self.limits.timeout:g} s, but {logged >> 20} MB of log")
        return Down(TIMEOUT, f"no answer for {self.limits.timeout:g} s")

    def _heed(self) -> None:
        """An interruption is heeded here, where nothing is half done."""
        if self.stop:
            raise KeyboardInterrupt

    def _take_all(self, lines: list[bytes]) -> None:
        flight, decode, steps = self._flight, ANSWER.decode, list[bytes]()
        process, before = self._process, self._answered
        for line in lines:
            try:
                answer = decode(line)
            except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
                self._not_an_answer(line)
            else:
                pending = flight.pop(answer.id, None)
                if pending is None:
                    self._stranger(answer, line)
                else:
                    self._answered += 1
                    self._take(pending, answer, steps)
            if self._process is not process:
                return
        if self._answered > before:
            self._barren = 0
            self._hear()
        if steps:
            self._running().send(b"".join(steps))
        self._overdue()

    def _take(self, pending: Pending, answer: Answer, steps: list[bytes]) -> None:
        case = pending.case
        if pending.play is None:
            self._settle(case, case.weigh(answer))
            return
        result = self._step_result(pending, answer)
        if isinstance(result, Outcome):
            self._settle(case, result)
            return
        try:
            self._step(pending, pending.play.send(result), steps)
        except StopIteration as stop:
            self._settle(case, case.weigh_bytes(msgspec.json.encode(stop.value)))

    def _step_result(self, pending: Pending, answer: Answer) -> dict[str, Any] | Outcome:
        """The result of a step, once its shape is right."""
        if not answer.result or answer.error:
            return weigh_error(answer)
        result = msgspec.json.decode(answer.result)
        wrong = next(pending.case.frame.wire.breaches(pending.method, result), None)
        if wrong is None and isinstance(result, dict):
            return result
        return garbage(f"{pending.method}: {wrong or 'result must be an object'}", bytes(answer.result))

    # -- lines that are no answer to anything in flight

    def _not_an_answer(self, line: bytes) -> None:
        """A line that is not an answer: blamed on the requests that it names, else on whoever does it alone."""
        named = {int(found) for found in _NAMED_ID.findall(line)} & self._flight.keys()
        what = _what_is_wrong(line)
        if not named:
            self._fell(Down(GARBAGE, what), line)
            return
        self._answered += 1
        for number in sorted(named):
            self._settle(self._flight.pop(number).case, garbage(what, line))

    def _stranger(self, answer: Answer, line: bytes) -> None:
        """An answer to nothing in flight: a second answer is blamed on its case, another id on whoever does it."""
        known = self._case_of(answer.id)
        if known is not None:
            self._settle(known, garbage("a second answer to the same id", line))
            return
        self._fell(Down(GARBAGE, f"an answer with an id that was not asked: {answer.id!r}"), line)

    def _case_of(self, number: Any) -> Case | None:
        if type(number) is not int or not self._first_number <= number <= self._number:
            return None
        return self._asked[number - self._first_number]

    # -- falling and getting up

    def _overdue(self) -> None:
        """A request that was passed over by twice the window of later ones is late."""
        if not self._flight:
            return
        oldest = next(iter(self._flight))
        later_answered = self._number - oldest - (len(self._flight) - 1)
        if later_answered >= 2 * self.limits.window:
            late = self._flight.pop(oldest).case
            self._again.extendleft(reversed([pending.case for pending in self._flight.values()]))
            self._flight.clear()
            self._suspects.append(late)
            self._restart(Down(TIMEOUT, "a request was passed over"))

    def _fell(self, down: Down, got: bytes = b"") -> None:
        """Settles a case that fell alone; everything else in flight becomes a suspect, to be rerun one by one."""
        cases = [pending.case for pending in self._flight.values()]
        self._flight.clear()
        process = self._running()
        process.end()
        if self._alone and cases:
            self._settle(cases[0], Outcome(ERROR, down.cause, _with_tail(down, process.tail), got[:2000]))
        else:
            if cases:
                self.note(f"{down.message}, with {len(cases)} in flight; each was rerun alone")
            self._suspects.extend(dict.fromkeys(cases))
        self._restart(down)

    def _restart(self, down: Down) -> None:
        self._running().end()
        self._barren = 0 if self._answered else self._barren + 1
        while True:
            if self._barren >= self.limits.barren:
                raise GaveUp(f"the engine answered nothing in {self._barren} starts ({down.message})")
            if self.restarts >= self.limits.restarts:
                raise GaveUp(f"the engine was restarted {self.restarts} times ({down.message})")
            self.restarts += 1
            self.spawn()
            try:
                before = self.hello
                if self.greet() != before:
                    self.note("after a restart the hello was another one")
                return
            except NoHello as fallen:
                down = fallen.down
                self._barren += 1

    # -- the end

    def close(self) -> None:
        """Says goodbye; what still comes is looked at, and an engine that does not end is noted."""
        process = self._running()
        if process.down:
            process.end()
            return
        farewell = self._next(None)
        for line in process.finish(shutdown(farewell)):
            self._last_line(line, farewell)
        if process.down is None:
            self.note(f"the engine did not end within {self.limits.grace:g} s of `shutdown`; it was ended")

    def _last_line(self, line: bytes, farewell: int) -> None:
        answer = _decoded(line)
        if answer is None:
            self.note(f"a stray line at the end: {line[:80]!r}")
            return
        known = self._case_of(answer.id)
        if known is not None:
            self._settle(known, garbage("a second answer to the same id", line))
        elif answer.id != farewell:
            self.note(f"an answer at the end with an id that was not asked: {answer.id!r}")

    def abandon(self) -> None:
        """Ends the engine at once."""
        if self._process is not None:
            self._process.end()

    @property
    def tail(self) -> bytes:
        """The last of what the engine wrote to its log."""
        return self._process.tail if self._process else b""


def _ignore(_case: Case, _outcome: Outcome) -> None:
    """Before a run there is nothing to settle."""


def _decoded(line: bytes) -> Answer | None:
    try:
        return ANSWER.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


def _read_hello(answer: Answer) -> Hello:
    """The hello in the first answer; NoHello says what is wrong with it."""
    if not answer.result or answer.error:
        raise NoHello(Down(REPORTED, weigh_error(answer).message), b"")
    try:
        hello = HELLO.decode(answer.result)
    except (msgspec.DecodeError, RecursionError) as broken:
        raise NoHello(Down(GARBAGE, f"the hello does not have its shape: {broken}"), b"") from None
    if hello.protocol != PROTOCOL:
        raise NoHello(Down(GARBAGE, f"the hello speaks protocol {hello.protocol}, not {PROTOCOL}"), b"")
    return hello


def _what_is_wrong(line: bytes) -> str:
    """Why a line is no answer."""
    if not line.strip():
        return "an empty line"
    try:
        line.decode()
    except UnicodeDecodeError:
        return "a line that is not UTF-8"
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError) as broken:
        return f"a line that is not one JSON value: {broken}"
    try:
        msgspec.convert(value, Answer)
    except msgspec.ValidationError as breach:
        return f"not an answer: {breach}"
    return "not an answer"


def _with_tail(down: Down, tail: bytes) -> str:
    """The fall, with the last of the engine's log where it crashed."""
    last = tail.decode("utf-8", "replace").strip()[-600:]
    return f"{down.message}; the last of its log: {last}" if last and down.cause == CRASH else down.message
