"""One vector file: a game and a topic, one question a line with its answers; and clear words for a file that is broken.

A file holds each question once, for all editions. A vector is a question with one answer, in one edition.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from ludex.fault import Fault
from ludex.vectors.promises import INSIDE

Holds = list[dict[str, list[str]]]
Listed = bool | None | UnsetType  # whether a list holds the action, where that is not what the verdict on it says
ONLY_UNDER = "onlyUnder"  # of a refusal: reasons that not all of its readings know, each with those that do
REMEDY = "Fetch the file again, or make it anew with `ludex generate`."
_ID = re.compile(rb'"id"\s*:\s*"([^"]{1,200})"')
_INDEX = re.compile(r"\$\.questions\[(\d+)\]")


class Vector(Struct, frozen=True, forbid_unknown_fields=True):
    """One golden case; input and expect stay as they are written, so that requests are made by joining bytes.

    `outside` names the promises that it lies outside of.
    """

    id: str
    why: str
    clauses: list[str]
    input: Raw
    expect: Raw
    tags: list[str] = []
    holds: Holds = []
    listed: Listed = UNSET
    outside: frozenset[str] = INSIDE

    def holds_under(self, choices: dict[str, str]) -> bool:
        """Whether this vector speaks of these readings: no condition, or one alternative that they meet."""
        return not self.holds or any(meets(alternative, choices) for alternative in self.holds)


class StoredAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer to a question: the editions (none: all of the file) and the readings it is given under."""

    clauses: list[str]
    expect: Raw
    editions: list[str] = []
    holds: Holds = []
    listed: Listed = UNSET


class StoredQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a file."""

    id: str
    why: str
    input: Raw
    answers: list[StoredAnswer]
    tags: list[str] = []

    def vectors(self, edition: str, outside: Iterator[frozenset[str]]) -> Iterator[Vector]:
        """What an edition says of this question; `outside` goes on with the promises of each answer."""
        for one, promises in zip(self.answers, outside, strict=False):
            if not one.editions or edition in one.editions:
                head = (self.id, self.why, one.clauses, self.input, one.expect, self.tags, one.holds)
                yield Vector(*head, one.listed, promises)


class Named(Protocol):
    """What has an id and conditions: a vector, or an image of one."""

    @property
    def id(self) -> str: ...

    @property
    def holds(self) -> Holds: ...


class Conditional(Named, Protocol):
    """What has an answer, too, of which parts may hang on conditions."""

    @property
    def expect(self) -> Raw: ...


class Topic(Struct, frozen=True):
    """The vectors of one edition that share an operation and a kind; ``free``: why fields are free, by the clause."""

    game: str
    edition: str
    topic: str
    kind: str
    operation: str
    vectors: list[Vector]
    about: str = ""
    free: dict[str, str] = {}


class VectorFile(Struct, frozen=True, forbid_unknown_fields=True):
    """One file: the questions of a topic, with the answers of all editions that have it."""

    game: str
    topic: str
    kind: str
    operation: str
    editions: list[str]
    questions: list[StoredQuestion]
    about: str = ""
    free: dict[str, str] = {}

    def of_edition(self, edition: str, outside: Iterable[frozenset[str]] = ()) -> Topic:
        """What the file holds for an edition; `outside`: for each answer the promises that it lies outside of."""
        following = chain(outside, repeat(INSIDE))
        vectors = [vector for question in self.questions for vector in question.vectors(edition, following)]
        return Topic(self.game, edition, self.topic, self.kind, self.operation, vectors, self.about, self.free)


def meets(alternative: dict[str, list[str]], choices: dict[str, str]) -> bool:
    return all(choices.get(entry) in allowed for entry, allowed in alternative.items())


def conditions(vector: Conditional) -> Iterator[Holds]:
    """The conditions that a vector knows: its own, and those of single actions of a legal list."""
    if vector.holds:
        yield vector.holds
    if b'"conditional"' in bytes(vector.expect):
        for _, condition in msgspec.json.decode(vector.expect)["conditional"]:
            yield condition


def full_id(vector: Named, edition: str) -> str:
    """`ID@2026-01`, or `ID@2026-01+kill-mover=attack` where the vector holds under some readings only."""
    if not vector.holds:
        return f"{vector.id}@{edition}"
    first = vector.holds[0]
    return f"{vector.id}@{edition}+" + "+".join(f"{entry}={'|'.join(first[entry])}" for entry in sorted(first))


_FILE: msgspec.json.Decoder[VectorFile] = msgspec.json.Decoder(VectorFile)


def decode_vectors(data: bytes) -> VectorFile:
    """What a file holds of which we know that it is one."""
    return _FILE.decode(data)


def read_vectors(path: Path) -> tuple[VectorFile, bytes]:
    """What a file holds, with its bytes; a Fault names the file, the place and the remedy."""
    data = read_bytes(path)
    try:
        return _FILE.decode(data), data
    except msgspec.ValidationError as breach:
        raise Fault(f"{path}: {_place(data, str(breach))}{breach}", REMEDY) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as broken:
        raise Fault(f"{path}{_where_it_breaks(data, str(broken))}", REMEDY) from None


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Fault(f"cannot read {path}: {error.strerror}", REMEDY) from None


def _where_it_breaks(data: bytes, message: str) -> str:
    """`:LINE: the file ends …` — the line on which the JSON stops making sense, and the last vector before it."""
    end = len(data) if "truncated" in message else _offset(message, len(data))
    line = data.count(b"\n", 0, end) + 1
    found = _ID.findall(data[:end])
    after = f", in or after vector {found[-1].decode('utf-8', 'replace')}" if found else ""
    what = "the file ends in the middle (cut off?)" if "truncated" in message else f"not JSON: {message}"
    return f":{line}: {what}{after}"


def _offset(message: str, default: int) -> int:
    found = re.search(r"byte (\d+)", message)
    return int(found.group(1)) if found else default


def _place(data: bytes, message: str) -> str:
    """`line N, vector ID: ` of the question that breaks the schema."""
    found = _INDEX.search(message)
    if found is None:
        return ""
    number = int(found.group(1))
    try:
        question: Any = msgspec.json.decode(data)["questions"][number]
    except (msgspec.DecodeError, LookupError, TypeError):
        return f"question number {number + 1}: "
    named = question.get("id") if isinstance(question, dict) else None
    if not isinstance(named, str):
        return f"question number {number + 1}: "
    at = data.find(b'"' + named.encode() + b'"')
    line = data.count(b"\n", 0, at) + 1
    return f"line {line}, vector {named}: " if at >= 0 else f"vector {named}: "
