"""The start of a conversation: the hello, and what may be wrong with it."""

import time
from collections.abc import Callable

from ludex.judge.link import Link
from ludex.judge.verdict import CRASH, EXIT, FLOOD, GARBAGE, REPORTED, TIMEOUT, Down
from ludex.judge.weigh import weigh_error
from ludex.wire.messages import BROKEN, HELLO, PROTOCOL, Answer, Hello, read_answer, single
from ludex.wording import counted

Note = Callable[[str], None]
SLICE = 0.1
LOG_FLOOD = 16 << 20


class NoHello(Exception):  # noqa: N818 - says what did not come
    """The engine did not get as far as a hello."""

    def __init__(self, down: Down, tail: bytes) -> None:
        super().__init__(down.message)
        self.down = down
        self.tail = tail


def greeted(link: Link, number: int, note: Note, heed: Callable[[], None]) -> Hello:
    """The hello that answers this number; a few stray lines before it only warn."""
    try:
        return read_hello(_first_answer(link, number, note, heed))
    except NoHello as fallen:
        link.end()
        raise NoHello(fallen.down, link.tail) from None


def _first_answer(link: Link, number: int, note: Note, heed: Callable[[], None]) -> Answer:
    limits, strays = link.limits, 0
    until = time.monotonic() + limits.start
    while True:
        lines = link.wait(min(until - time.monotonic(), SLICE))
        heed()
        for line in lines:
            answer = decoded(line)
            if answer is not None and answer.id == number:
                return answer
            strays += 1
            if strays > limits.strays:
                raise NoHello(Down(GARBAGE, f"more than {counted(limits.strays, 'line')} before the hello"), b"")
            note(f"a stray line before the hello: {line[:80]!r}")
        if not lines and link.down:
            raise NoHello(link.down, b"")
        if time.monotonic() > until:
            raise NoHello(_late(link), b"")


def _late(link: Link) -> Down:
    if link.logged > LOG_FLOOD:
        return Down(FLOOD, f"no hello within {link.limits.start:g} s, but {link.logged >> 20} MB of log")
    return Down(TIMEOUT, f"no hello within {link.limits.start:g} s")


def decoded(line: bytes) -> Answer | None:
    """The line as an answer, if it is one."""
    try:
        return read_answer(line)
    except BROKEN:
        return None


def read_hello(answer: Answer) -> Hello:
    """The hello in the first answer; NoHello says what is wrong with it."""
    if not answer.result or answer.error:
        raise NoHello(Down(REPORTED, weigh_error(answer).message), b"")
    try:
        hello = HELLO.decode(single(bytes(answer.result)))
    except BROKEN as broken:
        raise NoHello(Down(GARBAGE, f"the hello does not have its shape: {broken}"), b"") from None
    if hello.protocol != PROTOCOL:
        raise NoHello(Down(GARBAGE, f"the hello speaks protocol {hello.protocol}, not {PROTOCOL}"), b"")
    return hello


def with_tail(down: Down, tail: bytes) -> str:
    """The fall, with the last of the engine's log where it ended by itself."""
    last = tail.decode("utf-8", "replace").strip()[-600:]
    return f"{down.message}; the last of its log: {last}" if last and down.cause in (CRASH, EXIT) else down.message
