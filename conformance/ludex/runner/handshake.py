"""The start of a conversation: the hello, and what may be wrong with it."""

import time
from collections.abc import Callable

from ludex.judge.envelope import FLUSH, LOG, Odd, answer_in, hello_of, is_whole, stranger, unended_line
from ludex.judge.escape import visible
from ludex.judge.verdict import CRASH, EXIT, FLOOD, GARBAGE, REPORTED, TIMEOUT, Down
from ludex.protocol.messages import Answer, Hello
from ludex.runner.conversation import Conversation
from ludex.wording import quantity

Note = Callable[[str], None]
POLL_SECONDS = 0.1  # of a wait, until interruptions and bounds are looked at again
LOG_FLOOD_BYTES = 16 << 20  # of log before the hello: more explains why none comes
MAX_CHARACTERS_OF_A_STRAY = 60  # line, in a message
MAX_BYTES_OF_A_STRAY = 80  # line, in a note
MAX_CHARACTERS_OF_A_LOG = 600  # in a message: its end


class NoHello(Exception):  # noqa: N818 - says what did not come
    """The engine did not get as far as a hello."""

    def __init__(self, down: Down, tail: bytes = b"") -> None:
        super().__init__(down.message)
        self.down = down
        self.tail = tail


def receive_hello(conversation: Conversation, number: int, note: Note, heed: Callable[[], None]) -> Hello:
    """The hello that answers this number; a few stray lines before it only warn."""
    try:
        return read_hello(_first_answer(conversation, number, note, heed))
    except NoHello as fallen:
        conversation.end()
        raise NoHello(fallen.down, conversation.tail) from None


def _first_answer(conversation: Conversation, number: int, note: Note, heed: Callable[[], None]) -> Answer:
    limits, strays = conversation.limits, list[bytes]()
    whole = WholeHello(conversation)
    until = time.monotonic() + limits.start
    while True:
        lines = conversation.wait(POLL_SECONDS)
        heed()
        for line in lines:
            answer = _answer_to(number, line)
            if isinstance(answer, Answer):
                return answer
            if answer.meant:
                raise NoHello(Down(GARBAGE, f"{answer}"))
            strays.append(line)
            if len(strays) > limits.strays:
                raise NoHello(Down(GARBAGE, f"more than {quantity(limits.strays, 'line')} before the hello: {answer}"))
            note(f"a stray line before the hello: {line[:MAX_BYTES_OF_A_STRAY]!r}")
        if not lines and conversation.down:
            raise NoHello(with_unended_line(conversation, conversation.down))
        if time.monotonic() > until or whole.waits():
            raise NoHello(_late_hello(conversation, strays))


def _answer_to(number: int, line: bytes) -> Answer | Odd:
    answer = answer_in(line)
    return stranger(answer, number) if isinstance(answer, Answer) and answer.id != number else answer


class WholeHello:
    """Whether an answer lies there that lacks its line end and nothing else, and nothing follows for a while."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._rest = b""
        self._since = 0.0

    def waits(self) -> bool:
        rest = self._conversation.unended_bytes()
        if rest != self._rest:
            self._rest, self._since = rest, time.monotonic()
        return bool(rest) and time.monotonic() > self._since + self._conversation.limits.grace and is_whole(rest)


def _late_hello(conversation: Conversation, strays: list[bytes]) -> Down:
    said = f"no hello within {conversation.limits.start:g} s"
    if conversation.logged > LOG_FLOOD_BYTES:
        return Down(FLOOD, f"{said}, but {conversation.logged >> 20} MB of log")
    if strays:
        said += f", but {visible(strays[0], MAX_CHARACTERS_OF_A_STRAY)}"
    rest = unended_line(conversation.unended_bytes())
    if rest:
        return Down(GARBAGE, f"{rest}")
    return Down(TIMEOUT, f"{said}; {why_nothing_comes(conversation, bool(strays))}")


def why_nothing_comes(conversation: Conversation, strays: bool) -> Odd:
    """Why no answer comes, after lines that are none or in silence; the conversation ends, for a closed input shows
    whether an answer was only held back."""
    if conversation.unread():
        return Odd("it does not read its input", "Read each line of stdin and answer it.")
    came = any(isinstance(answer_in(line), Answer) for line in conversation.finish())
    if came:
        return Odd("an answer came once the input was closed", FLUSH)
    return Odd("no answer came", f"{LOG} {FLUSH}") if strays else Odd("nothing came", FLUSH)


def with_unended_line(conversation: Conversation, down: Down) -> Down:
    """How an engine went down, with what it still wrote and did not end."""
    rest = unended_line(conversation.unended_bytes())
    return Down(down.cause, f"{down.message}; {rest}") if rest else down


def read_hello(answer: Answer) -> Hello:
    """The hello in the first answer; NoHello says what is wrong with it."""
    hello = hello_of(answer)
    if isinstance(hello, Odd):
        raise NoHello(Down(REPORTED if answer.error else GARBAGE, f"{hello}"))
    return hello


def with_tail(down: Down, tail: bytes) -> str:
    """The fall, with the last of the engine's log where it ended by itself."""
    last = tail.decode("utf-8", "replace").strip()[-MAX_CHARACTERS_OF_A_LOG:]
    return f"{down.message}. The last of its log: {last}" if last and down.cause in (CRASH, EXIT) else down.message
