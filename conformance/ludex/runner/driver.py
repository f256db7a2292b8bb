"""Drives an engine through its cases: many in flight, restarts after a fall, and blame only for what falls alone."""

import re
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from ludex.fault import Fault
from ludex.judge.case import Endless, Play, ScheduledVector, Step, Unplayable
from ludex.judge.envelope import FLUSH, RESULT, Odd, answer_in, odd, stranger, unended_line, unreadable
from ludex.judge.verdict import CLOSED, ERROR, FAIL, FLOOD, GARBAGE, NOT_OFFERED, NOT_RUN, TIMEOUT, Down, Judgement
from ludex.judge.weigh import flood, garbage, weigh_error
from ludex.protocol.messages import BROKEN, Answer, Hello, initialize, read_answer, read_json, shutdown
from ludex.protocol.schema import plain
from ludex.runner.conversation import Conversation
from ludex.runner.handshake import LOG_FLOOD_BYTES, POLL_SECONDS, NoHello, receive_hello, with_tail, with_unended_line
from ludex.runner.limits import Limits
from ludex.runner.queue import VectorQueue
from ludex.wording import quantity

Settle = Callable[[ScheduledVector, Judgement], None]
Note = Callable[[str], None]
Open = Callable[[bool], Conversation]
MAX_KEPT_BYTES = 2000  # of a line by which an engine fell
MAX_STEP_BYTES = 1 << 20  # of the answer to one step of a perft or a replay
ANSWERS_A_REFILL = 16  # taken before more is asked: the engine works while the judge weighs what came in one go
MIN_CASES_REMEMBERED = 4096  # so that a second answer to an id is blamed on its case
SILENT = (TIMEOUT, FLOOD, CLOSED)
_NAMED_ID = re.compile(rb'"id"\s*:\s*(\d{1,15})\s*[,}]')


class GaveUp(Exception):  # noqa: N818 - says what the judge did
    """The engine cannot be kept up; what is left will not be run."""


class InFlight:
    """A case in flight; `play` when the runner plays it step by step, `method` of the step under way."""

    __slots__ = ("case", "method", "play")

    def __init__(self, case: ScheduledVector, play: Play | None = None, method: str = "") -> None:
        self.case = case
        self.play = play
        self.method = method


class Driver:
    """One engine under test. `spawn` and `greet` start it; `run` settles every case that it takes from the queue.

    `note` takes remarks that any like run would make, `remark` those that hang on what was in flight.
    """

    def __init__(
        self, open_conversation: Open, limits: Limits, queue: VectorQueue, settle: Settle, note: Note, remark: Note
    ) -> None:
        self.limits = limits
        self.queue = queue
        self.note = note
        self.remark = remark
        self.restarts = 0
        self.hello: Hello | None = None
        self._open_conversation = open_conversation
        self._settle = settle
        self._conversation: Conversation | None = None
        self._fallen: Conversation | None = None
        self._number = 0
        self._first_number: int
        self._asked: list[ScheduledVector | None] = []
        self._blamed: set[Any] = set()
        self._flight: dict[Any, InFlight] = {}
        self._again: deque[ScheduledVector] = deque()
        self._suspects: deque[ScheduledVector] = deque()
        self._alone: bool
        self._barren = 0
        self._heard: float
        self._logged: int

    # -- the start

    def spawn(self, again: bool = False) -> None:
        """Starts the engine without waiting for it; a Fault when that cannot be done."""
        self._conversation = self._open_conversation(again)
        self._first_number = self._number + 1
        self._asked = []
        self._blamed.clear()
        self._conversation.send(initialize(self._next(None)))

    def greet(self) -> Hello:
        """Waits for the hello."""
        self.hello = receive_hello(self._running(), self._first_number, self.note, self.queue.heed)
        self._hear()
        return self.hello

    def _running(self) -> Conversation:
        assert self._conversation is not None, "spawn comes first"
        return self._conversation

    # -- the run

    def run(self) -> None:
        """Puts the cases of the queue to the engine; GaveUp when the engine cannot be kept up."""
        while self._fill():
            self._turn()

    def _fill(self) -> bool:
        """Sends what may be sent now; whether anything is left to do."""
        if self.queue.end is not None and self._is_past_the_end():
            return False
        lines: list[bytes] = []
        if not self._flight:
            self._suspects = deque(case for case in self._suspects if not self._is_left(case))
            self._alone = bool(self._suspects)
            if self._suspects:
                self._open(self._suspects.popleft(), lines)
        while not self._alone and len(self._flight) < self.limits.window:
            case = self._again.popleft() if self._again else self.queue.next()
            if case is None:
                break
            if not self._is_left(case):
                self._open(case, lines)
        if lines:
            if len(lines) == len(self._flight):
                self._hear()
            self._running().send(b"".join(lines))
        return bool(self._flight) or bool(self._suspects) or self._alone

    def _is_left(self, case: ScheduledVector) -> bool:
        """Whether a case is not asked any more, as its method hangs on the like of it; it is then settled so."""
        why = self.queue.why_left(case)
        if why:
            self._settle(case, Judgement(NOT_RUN, message=why))
        return bool(why)

    def _is_past_the_end(self) -> bool:
        """Whether all that this engine still holds lies where the run does not reach any more."""
        beyond = self.queue.is_beyond
        self._suspects = deque(case for case in self._suspects if not beyond(case))
        self._again = deque(case for case in self._again if not beyond(case))
        in_flight = any(not beyond(pending.case) for pending in self._flight.values())
        return not (in_flight or self._suspects or self._again)

    def _hear(self) -> None:
        """From here on silence is counted."""
        self._heard = time.monotonic()
        self._logged = self._running().logged

    def _next(self, case: ScheduledVector | None) -> int:
        self._number += 1
        self._asked.append(case)
        if len(self._asked) > 2 * MIN_CASES_REMEMBERED:
            del self._asked[:MIN_CASES_REMEMBERED]
            self._first_number += MIN_CASES_REMEMBERED
        return self._number

    def _open(self, case: ScheduledVector, lines: list[bytes]) -> None:
        player = case.frame.player
        if player is None:
            number = self._next(case)
            self._flight[number] = InFlight(case)
            lines.append(case.request(number))
        else:
            play = player(case)
            self._go_on(InFlight(case, play), lambda: next(play), lines)

    def _go_on(self, pending: InFlight, move: Callable[[], Step], lines: list[bytes]) -> None:
        """The next step of a case that the runner plays itself, or its end."""
        case = pending.case
        try:
            pending.method, fields = move()
        except StopIteration as stop:
            self._settle(case, case.weigh_bytes(msgspec.json.encode(stop.value)))
        except Unplayable as reason:
            self._settle(case, Judgement(NOT_OFFERED, message=str(reason)))
        except Endless as reason:
            self._settle(case, Judgement(FAIL, message=str(reason)))
        else:
            number = self._next(case)
            self._flight[number] = pending
            lines.append(case.ask(number, (pending.method, fields)))

    def _turn(self) -> None:
        """Waits for answers, takes them, and notices when the engine fell or is late."""
        conversation = self._running()
        lines = conversation.wait(POLL_SECONDS)
        self.queue.heed()
        if lines:
            self._take_all(lines)
        elif conversation.down:
            self._take_fall(with_unended_line(conversation, conversation.down))
        late = time.monotonic() >= self._heard + self.limits.timeout
        if late and self._flight and self._conversation is conversation:
            self._take_fall(self._take_silence(conversation))

    def _take_silence(self, conversation: Conversation) -> Down:
        logged, silence = conversation.logged - self._logged, f"no answer for {self.limits.timeout:g} s"
        if logged > LOG_FLOOD_BYTES:
            return Down(FLOOD, f"{silence}, but {logged >> 20} MB of log")
        if conversation.unread():
            return Down(TIMEOUT, f"{silence}; it does not read its input")
        rest = unended_line(conversation.unended_bytes())
        if rest:
            return Down(TIMEOUT, f"{silence}; {rest}")
        return Down(TIMEOUT, silence if self.queue.answered else f"{silence}; nothing came. {FLUSH}")

    def _take_all(self, lines: list[bytes]) -> None:
        flight, steps = self._flight, list[bytes]()
        conversation, answered = self._conversation, False
        for place, line in enumerate(lines):
            if place and place % ANSWERS_A_REFILL == 0 and flight:
                self._fill()
            try:
                answer = read_answer(line)
            except BROKEN:
                answered |= self._not_an_answer(line, odd(line))
            else:
                pending = flight.pop(answer.id, None)
                if pending is None:
                    self._stranger(answer, line)
                else:
                    answered = True
                    self._take(pending, answer, steps)
            if self._fallen is conversation:  # what it still wrote answers nothing
                return
        if answered:
            self.queue.answered = True
            self._hear()
        if steps:
            self._running().send(b"".join(steps))
        self._suspect_overdue()

    def _take(self, pending: InFlight, answer: Answer, steps: list[bytes]) -> None:
        case, play = pending.case, pending.play
        if play is None:
            for one in (case, *case.riders):
                self._settle(one, one.weigh(answer))
            return
        result = self._step_result(pending, answer)
        if isinstance(result, Judgement):
            self._settle(case, result)
        else:
            self._go_on(pending, lambda: play.send(result), steps)

    def _step_result(self, pending: InFlight, answer: Answer) -> dict[str, Any] | Judgement:
        """The result of a step, once its shape is right; what goes on to the engine has its whole numbers plain."""
        if not answer.result or answer.error:
            return weigh_error(answer)
        if len(answer.result) > MAX_STEP_BYTES:
            return flood(bytes(answer.result), MAX_STEP_BYTES)
        try:
            result = plain(read_json(bytes(answer.result)))
            wrong = next(pending.case.frame.wire.breaches(pending.method, result), None)
        except BROKEN as broken:
            why = unreadable(bytes(answer.result), broken, RESULT)
            return garbage(f"{pending.method}: {why}", bytes(answer.result))
        if wrong is None and isinstance(result, dict):
            return result
        return garbage(f"{pending.method}: {wrong or 'result must be an object'}", bytes(answer.result))

    # -- lines that are no answer to anything in flight

    def _not_an_answer(self, line: bytes, wrong: Odd) -> bool:
        """A line that is not an answer: blamed on the requests that it names, else on whoever does it alone; whether it
        names any."""
        named = {number for found in _NAMED_ID.finditer(line) if (number := int(found.group(1))) in self._flight}
        if not named:
            self._take_fall(Down(GARBAGE, f"{wrong}"), line)
        self._blamed |= named
        for number in sorted(named):
            self._blame(self._flight.pop(number).case, garbage(f"{wrong}", line))
        return bool(named)

    def _stranger(self, answer: Answer, line: bytes) -> None:
        """An answer to nothing in flight: a second answer is blamed on its case, another id on whoever does it."""
        if not self._is_second(answer, line):
            self._take_fall(Down(GARBAGE, f"{stranger(answer)}"), line)

    def _is_second(self, answer: Answer, line: bytes) -> bool:
        """Whether a question was answered before; its case is blamed, unless a line that named it was already."""
        known = self._case_of(answer.id)
        if known is not None and answer.id not in self._blamed:
            self._blame(known, garbage("a second answer to the same id", line))
        return known is not None

    def _case_of(self, number: Any) -> ScheduledVector | None:
        if type(number) is not int or not self._first_number <= number <= self._number:
            return None
        return self._asked[number - self._first_number]

    def _blame(self, case: ScheduledVector, outcome: Judgement) -> None:
        """What is wrong with the answer to a request is so for all that it asks; it fell once."""
        self._settle(case, outcome)
        for rider in case.riders:
            self._settle(rider, msgspec.structs.replace(outcome, fell=False))

    # -- falling and getting up

    def _suspect_overdue(self) -> None:
        """A request that was passed over by twice the window of later ones is late."""
        if not self._flight:
            return
        oldest = next(iter(self._flight))
        later_answered = self._number - oldest - (len(self._flight) - 1)
        if later_answered >= 2 * self.limits.window:
            self.remark("a request was passed over by later ones, and was rerun alone")
            late = self._flight.pop(oldest).case
            self._again.extendleft(reversed([pending.case for pending in self._flight.values()]))
            self._flight.clear()
            self._suspects.append(late)
            self._restart(Down(TIMEOUT, "a request was passed over"))

    def _take_fall(self, down: Down, got: bytes = b"") -> None:
        """Settles a case that fell alone; everything else in flight becomes a suspect, to be rerun one by one."""
        cases = [pending.case for pending in self._flight.values()]
        self._flight.clear()
        conversation = self._fallen = self._running()
        conversation.end()
        if self._alone and cases:
            outcome = Judgement(ERROR, down.cause, with_tail(down, conversation.tail), got[:MAX_KEPT_BYTES], fell=True)
            self._blame(cases[0], outcome)
        else:
            each = "it" if len(cases) == 1 else "each"
            among = f"with {len(cases)} in flight, {each} was rerun alone" if cases else "with nothing in flight"
            self.remark(f"{among}: {down.message}")
            self._suspects.extend(dict.fromkeys(cases))
        if self.queue.end is None or not self._is_past_the_end():
            self._restart(down)

    def _restart(self, down: Down) -> None:
        self._running().end()
        if not self.queue.answered and down.cause in SILENT:
            self._barren += 1
            if self._barren >= self.limits.barren:
                raise GaveUp(f"the engine answered nothing in {quantity(self._barren, 'start')} ({down.message})")
        for _ in range(self.limits.barren):
            if self.restarts >= self.limits.restarts:
                raise GaveUp(f"the engine was restarted {quantity(self.restarts, 'time')} ({down.message})")
            self.restarts += 1
            try:
                self._start_again()
                return
            except NoHello as fallen:
                down = fallen.down
        raise GaveUp(f"the engine did not start again ({down.message})")

    def _start_again(self) -> None:
        before = self.hello
        try:
            self.spawn(again=True)
        except Fault as fault:
            raise GaveUp(f"the engine cannot be started again: {fault.message}") from None
        if self.greet() != before:
            self.note("after a restart the hello was another one")

    # -- the end

    def close(self) -> None:
        """Says goodbye; what still comes is looked at, and an engine that does not end is noted."""
        conversation = self._running()
        if conversation.down:
            conversation.end()
            return
        farewell = self._next(None)
        for line in conversation.finish(shutdown(farewell)):
            self._last_line(line, farewell)
        if conversation.down is None:
            self.note(f"the engine did not end within {self.limits.grace:g} s of `shutdown`; it was ended")
        if conversation.left:
            self.note("the engine left other processes behind; they were ended")

    def _last_line(self, line: bytes, farewell: int) -> None:
        answer = answer_in(line)
        if isinstance(answer, Odd):
            self.note(f"at the end: {answer}")
            return
        if not self._is_second(answer, line) and answer.id != farewell:
            self.note(f"at the end: {stranger(answer)}")

    def abandon(self) -> None:
        """Ends the engine at once."""
        if self._conversation is not None:
            self._conversation.end()

    @property
    def tail(self) -> bytes:
        """The last of what the engine wrote to its log."""
        return self._conversation.tail if self._conversation else b""
