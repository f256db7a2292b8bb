"""The messages that a runner and an engine exchange, as types (the same protocol as protocol.schema.json)."""

import json
from typing import Any, Literal

import msgspec
from msgspec import Raw, Struct

PROTOCOL = 1
REFERENCE = "ludex-reference"
WINDOW = 64

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603


class Answer(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One line from an engine: exactly one of result and error."""

    jsonrpc: Literal["2.0"]
    id: int | str | None
    result: Raw = Raw()
    error: Raw = Raw()


class Identity(Struct, frozen=True, forbid_unknown_fields=True):
    """Who the engine says it is."""

    name: str
    version: str = ""
    language: str | None = None


class EditionOffer(Struct, frozen=True, forbid_unknown_fields=True):
    """What an engine can follow in one edition: reading -> choices; an undeclared reading means its default alone."""

    readings: dict[str, list[str]] = {}


class GameOffer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an engine offers for one game; no editions means all of them.

    `tells`: what it claims to tell apart. `promises`: what it need not be asked. `lists`: the part of the legal actions
    that it lists, field of an action -> the values that it has there; none means all of them.
    """

    methods: list[str]
    editions: dict[str, EditionOffer] | None = None
    tells: list[str] = []
    promises: list[str] = []
    lists: dict[str, list[str | int]] = {}


class Hello(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of `initialize`."""

    protocol: int
    engine: Identity
    games: dict[str, GameOffer]


BROKEN = (ValueError, RecursionError)
"""What decoding raises on bytes that are not JSON of the shape: also `UnicodeDecodeError`, which is a ValueError."""

ANSWER: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)
HELLO: msgspec.json.Decoder[Hello] = msgspec.json.Decoder(Hello)

MOST_TEXTS_OUTSIDE = 4  # around a result: "jsonrpc", "2.0", "id" and "result"; an id may be a text, too


class Doubled(ValueError):  # noqa: N818 - says what the line is
    """A member of an object is written twice, so that nobody can say which of the two counts."""


def _once(members: list[tuple[str, Any]]) -> None:
    names = [name for name, _ in members]
    if len({*names}) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise Doubled(f"the member {twice!r} is written twice")


_MEMBERS = json.JSONDecoder(object_pairs_hook=_once, parse_int=str)  # a number may be of any length


def single(data: bytes) -> bytes:
    """JSON in which no member is written twice; Doubled where one is."""
    _MEMBERS.decode(data.decode())
    return data


def read_json(data: bytes) -> Any:
    """What an engine sent, read as strictly as it is meant."""
    try:
        value = msgspec.json.decode(data)
    except msgspec.DecodeError:
        data.decode()  # of what is no UTF-8 it is told where that begins
        raise
    single(data)
    return value


def read_answer(line: bytes) -> Answer:
    """A line as an answer. Its result is left as it is; a member too many shows in the number of texts around it."""
    answer = ANSWER.decode(line)
    quotes = line.count(b'"') - bytes(answer.result).count(b'"') - bytes(answer.error).count(b'"')
    if quotes // 2 > MOST_TEXTS_OUTSIDE:
        single(line)
    return answer


def ask(number: int, method: str, params: dict[str, Any]) -> bytes:
    """One request as a line of bytes."""
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return msgspec.json.encode(request) + b"\n"


def initialize(number: int) -> bytes:
    return ask(number, "initialize", {"protocol": PROTOCOL})


def shutdown(number: int) -> bytes:
    return ask(number, "shutdown", {})
