"""The messages that a runner and an engine exchange, as types (the same protocol as protocol.schema.json)."""

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


class Reported(Struct, frozen=True):
    """The error object of JSON-RPC."""

    code: int
    message: str
    data: Any = None


class Identity(Struct, frozen=True, forbid_unknown_fields=True):
    """Who the engine says it is."""

    name: str
    version: str = ""
    language: str | None = None


class EditionOffer(Struct, frozen=True, forbid_unknown_fields=True):
    """What an engine can follow in one edition: reading -> choices; an undeclared reading means its default alone."""

    readings: dict[str, list[str]] = {}


class GameOffer(Struct, frozen=True, forbid_unknown_fields=True):
    """What an engine offers for one game; no editions means all of them."""

    methods: list[str]
    editions: dict[str, EditionOffer] | None = None
    tells: list[str] = []


class Hello(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of `initialize`."""

    protocol: int
    engine: Identity
    games: dict[str, GameOffer]


BROKEN = (ValueError, RecursionError)
"""What decoding raises on bytes that are not JSON of the shape: also `UnicodeDecodeError`, which is a ValueError."""

ANSWER: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)
HELLO: msgspec.json.Decoder[Hello] = msgspec.json.Decoder(Hello)
REPORTED: msgspec.json.Decoder[Reported] = msgspec.json.Decoder(Reported)


def ask(number: int, method: str, params: dict[str, Any]) -> bytes:
    """One request as a line of bytes."""
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return msgspec.json.encode(request) + b"\n"


def initialize(number: int) -> bytes:
    return ask(number, "initialize", {"protocol": PROTOCOL})


def shutdown(number: int) -> bytes:
    return ask(number, "shutdown", {})
