"""What is wrong with a line that is no answer: a sentence that names it, and what the adapter's author can do."""

import json
import re
from itertools import islice
from typing import Any

import msgspec
from msgspec import Raw, Struct

from ludex.judge.escape import CUT, visible
from ludex.protocol.messages import BROKEN, PROTOCOL, Answer, Doubled, Hello, read_answer, read_json
from ludex.protocol.schema import breaches, plain, protocol_schema
from ludex.wording import quantity

LOG = "Print nothing but answers on stdout; log to stderr."
COPY = 'Copy the request\'s `id` as it came: 1 is neither "1" nor 1.0.'
ENCODE = "Write UTF-8 without a byte order mark."
FLUSH = "Flush stdout after each answer, and read line by line: output to a pipe is held back otherwise."
LINES = r"End each answer with a line feed (\n), and flush."
ONE = "Write each answer on one line, with no line end inside (no pretty printing)."
HELLO_LIKE = '{"protocol":1,"engine":{"name":"mine"},"games":{"NAME":{"methods":["legal","apply"]}}}'
BOTH = "an answer has a result or an error, never both"
NEITHER = "an answer with neither result nor error"
EITHER = {
    BOTH: 'Leave "error" out when all is well, also as null, and "result" when it is not.',
    NEITHER: 'Add "result" with what the request asks for.',
}
NUMBER = "Send numbers that fit into 64 bits: no answer needs a greater one."
VERSION = 'Write "jsonrpc":"2.0" into each answer.'
BARE = 'Write it into an answer: {"jsonrpc":"2.0","id":1,"result":…}, with the `id` of the request.'
OF_RESULTS = ("actions", "position", "illegal", "unreadable")  # each may be all that a result has
RESULT = "the result"
MEMBERS = ("jsonrpc", "id", "result", "error")
MAX_CHARACTERS_QUOTED = 60  # of a line, in a message
MAX_CHARACTERS_OF_AN_ERROR = 200  # of an engine's own, in a message
MOST_FAULTS_TOLD = 3  # of a hello
MAX_LEGIBLE_BYTES = 1 << 20  # a longer line is looked at no closer: its message would not get better


class Odd(Struct, frozen=True):
    """What is wrong, what to do about it, and whether the line was meant as an answer."""

    what: str
    remedy: str
    meant: bool = True

    def __str__(self) -> str:
        stop = "" if self.what.endswith(CUT) else "."
        return f"{self.what}{stop} {self.remedy.removesuffix('.')}"


def answer_in(line: bytes) -> Answer | Odd:
    """The line as an answer, or what is wrong with it."""
    try:
        answer = read_answer(line)
    except BROKEN:
        return odd(line)
    return either(answer) or answer


def either(answer: Answer) -> Odd | None:
    """What is wrong with an answer that is not either a result or an error."""
    return _one_of(bool(answer.result), bool(answer.error))


def _one_of(*given: bool) -> Odd | None:
    what = BOTH if all(given) else "" if any(given) else NEITHER
    return Odd(what, EITHER[what]) if what else None


def stranger(answer: Answer, *asked: object) -> Odd:
    """An answer to a question that was not asked."""
    known = f" (asked: {', '.join(map(_json, asked))})" if asked else ""
    error = f", with the error {visible(bytes(answer.error), MAX_CHARACTERS_OF_AN_ERROR)}" if answer.error else ""
    return Odd(f"an answer with an id that was not asked: {_brief(_json(answer.id))}{known}{error}", COPY)


# -- bytes


def odd(line: bytes) -> Odd:
    """Why these bytes cannot be read as an answer."""
    if line.startswith((b"\xff\xfe", b"\xfe\xff")) or line.count(0) > len(line) // 4:
        return Odd("the line is UTF-16 or UTF-32, not UTF-8", ENCODE)
    if b"\0" in line:
        return Odd("a zero byte stands in the line", "Write the text alone, without the zero that ends it in memory.")
    if not line.strip():
        return Odd("an empty line", "Print one line for each answer, and none between.", meant=False)
    if line.startswith(b"\xef\xbb\xbf"):
        return Odd("a byte order mark stands before the line", ENCODE)
    if len(line) > MAX_LEGIBLE_BYTES:
        return Odd(f"the line of {quantity(len(line), 'byte')} is no answer", LOG)
    try:
        value = read_json(line)
    except BROKEN as broken:
        return unreadable(line, broken)
    if isinstance(value, str) and '"jsonrpc"' in value:
        return Odd(
            "the line is a text that holds an answer: it was encoded twice", "Print the JSON itself, not a text of it."
        )
    members = msgspec.json.decode(line, type=dict[str, Raw]) if isinstance(value, dict) else {}
    return _wrong_members(line, members)


def unreadable(data: bytes, broken: BaseException, whole: str = "the line") -> Odd:
    """Why bytes, which are the whole of this, are not one JSON value."""
    meant = any(name in data for name in (b'"jsonrpc"', b"'jsonrpc'", b'"result"'))
    if isinstance(broken, Doubled):
        return Odd(str(broken), "Write each member of an object once.", meant)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        byte = f"its byte {error.start + 1} is 0x{data[error.start]:02x}"
        return Odd(f"{whole} is not UTF-8: {byte}, which is no part of a character there", ENCODE, meant)
    if stray := _strictly_wrong(text):
        return Odd(*stray, meant)
    if isinstance(broken, RecursionError):
        return Odd(f"{whole} is nested too deep to be read", LOG, meant)
    if "out of range" in str(broken) and (number := _too_great(text)):
        return Odd(f"a number in {whole} is too great to be read: {_brief(number)}", NUMBER, meant)
    if text.lstrip().startswith("{'"):
        return Odd(f"{whole} is not one JSON value: names stand in single quotes", "Write JSON, with double quotes.")
    what = f"{whole} is not one JSON value: {_brief(text)}"
    if "trailing" in str(broken) and meant:
        return Odd(what, "End each answer with a line end of its own.")
    if "truncated" in str(broken) and (meant or text.lstrip()[:1] in "{["):
        return Odd(f"{whole} ends before its JSON does: {_brief(text)}", ONE)
    return Odd(what, LOG, meant)


def _too_great(text: str) -> str:
    """The first number outside of texts that no reader of numbers takes, for its size or its length."""
    outside = re.sub(r'"(?:[^"\\]|\\.)*"', "", text)
    return next((one for one in re.findall(r"-?\d[\d.]*(?:[eE][+-]?\d+)?", outside) if not _is_read(one)), "")


def _is_read(number: str) -> bool:
    try:
        msgspec.json.decode(number)
    except BROKEN:
        return False
    return True


def _strictly_wrong(text: str) -> tuple[str, str] | None:
    """What is wrong with text that a lenient reader of JSON would take."""
    strange: list[str] = []
    try:
        value = json.loads(text, parse_constant=strange.append, parse_int=len, parse_float=len)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as half:
        escaped = half.object[half.start].encode("ascii", "backslashreplace").decode()
        return f"{escaped} is half a character, a lone surrogate", "Escape both halves of a pair, or write it as UTF-8."
    except BROKEN:
        return None
    return (f"{strange[0]} is no number of JSON", "Send a number, or null.") if strange else None


# -- members


def _wrong_members(line: bytes, members: dict[str, Raw]) -> Odd:
    if line.lstrip()[:1] == b"[":
        remedy = "Answer each request with a line of its own: no batches."
        return Odd("the line is a list, as a batch is", remedy, meant=b"{" in line)
    if members.keys() >= {"protocol", "games"} or any(members.keys() == {name} for name in OF_RESULTS):
        return Odd("the line is a result without its envelope", BARE)
    if not members.keys() & {*MEMBERS}:
        return Odd(f"the line is no answer: {_brief(line.decode())}", LOG, meant=False)
    if "method" in members:
        remedy = "Answer it; do not print it again." if "id" in members else LOG
        return Odd('the line is a request, with "method"', remedy, meant="id" in members)
    wrong = [
        one
        for one in (
            _wrong_version(members),
            _wrong_id(members),
            _too_much(members),
            _one_of("result" in members, "error" in members),
        )
        if one
    ]
    if not wrong:  # what nobody thought of
        return Odd(f"the line is no answer: {_brief(line.decode())}", ONE)
    return Odd("; ".join(one.what for one in wrong), " ".join(one.remedy for one in wrong))


def _wrong_version(members: dict[str, Raw]) -> Odd | None:
    if "jsonrpc" not in members:
        return Odd('"jsonrpc" is missing', VERSION)
    said = _text_of(members["jsonrpc"])
    return None if said == '"2.0"' else Odd(f'"jsonrpc" is {_brief(said)}, not the text "2.0"', VERSION)


def _wrong_id(members: dict[str, Raw]) -> Odd | None:
    if "id" not in members:
        return Odd('"id" is missing', COPY)
    said = _text_of(members["id"])
    fits = re.fullmatch(r'-?\d{1,18}|null|".*"', said)
    return None if fits else Odd(f'"id" is {_brief(said)}, which was not asked', COPY)


def _too_much(members: dict[str, Raw]) -> Odd | None:
    more = [json.dumps(name) for name in members if name not in MEMBERS]
    if not more:
        return None
    what = f"{_brief(', '.join(more))} {'does' if len(more) == 1 else 'do'} not belong in an answer"
    return Odd(what, 'Write "jsonrpc", "id", and "result" or "error", and nothing else beside them.')


# -- the hello


def hello_of(answer: Answer) -> Hello | Odd:
    """The hello in the first answer, or what is wrong with it."""
    if answer.error:
        error = visible(bytes(answer.error), MAX_CHARACTERS_OF_AN_ERROR)
        return Odd(f"`initialize` was answered with the error {error}", _HELLO)
    data = bytes(answer.result)
    try:
        value = read_json(data)
    except BROKEN as broken:
        return unreadable(data, broken)
    if isinstance(value, dict) and value.get("protocol", PROTOCOL) != PROTOCOL:
        what = f"the hello speaks protocol {_brief(_json(value['protocol']))}, not {PROTOCOL}"
        return Odd(what, f'Write "protocol":{PROTOCOL}, once the adapter follows conformance/PROTOCOL.md.')
    schema = protocol_schema()
    wrong = list(islice(breaches(value, schema["$defs"]["hello"], schema, "hello"), MOST_FAULTS_TOLD))
    if wrong:
        return Odd(f"the hello does not have its shape: {'; '.join(wrong)}", _HELLO)
    try:
        return msgspec.convert(plain(value), Hello)
    except BROKEN as broken:
        return Odd(f"the hello does not have its shape: {broken}", _HELLO)


_HELLO = f"Answer `initialize` with a result such as {HELLO_LIKE}."


# -- silence


def unended_line(rest: bytes) -> Odd | None:
    """What came without a line end, if anything did."""
    if not rest:
        return None
    if b"\r" in rest and b"\0" not in rest:
        return Odd(f"lines end with a carriage return alone: {_brief(rest)}", LINES)
    return Odd(f"{quantity(len(rest), 'byte')} came without a line end: {_brief(rest)}", LINES)


def is_whole(rest: bytes) -> bool:
    """Whether bytes without a line end are an answer as they stand."""
    return rest.rstrip().endswith(b"}") and all(
        isinstance(answer_in(one), Answer) for one in rest.split(b"\r") if one.strip()
    )


def _text_of(raw: Raw) -> str:
    return bytes(raw).decode("utf-8", "replace")


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _brief(text: str | bytes) -> str:
    return visible(text, MAX_CHARACTERS_QUOTED)
