"""The reference as an engine: one loop serves every game that is found in `ludex.games`, with no side door."""

import os
import sys
import time
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ludex.protocol import messages
from ludex.protocol.schema import wire_of
from ludex.rules.answering import answer, operations_of
from ludex.seam import GAMES, Reference, package_of, reference_of

FLUSH_SECONDS = 0.02  # for which answers may wait for the next
VERSION = "0.1.0"


class Complaint(Exception):  # noqa: N818 - it becomes an answer
    """A request that cannot be served, with code and message: becomes a JSON-RPC error."""


class NotServed(Exception):  # noqa: N818 - it becomes an answer
    """A request for something this engine does not know: becomes the result `unsupported`."""


@lru_cache
def game_module(name: str) -> Reference:
    """The reference of a game, imported when it is first asked for."""
    if package_of(GAMES, name) is None:
        raise NotServed(f"no game {name!r} here")
    return reference_of(name)


@lru_cache
def rules_in_force(game: str, edition: str, choices: tuple[tuple[str, str], ...]) -> Any:
    register = game_module(game).REGISTER
    if edition not in register.editions:
        raise NotServed(f"no edition {edition!r} of {game} here")
    try:
        return register.rules(edition, dict(choices))
    except (LookupError, ValueError) as unknown:
        raise NotServed(str(unknown)) from None


def _text(params: Mapping[str, Any], field: str) -> str:
    value = params.get(field)
    if not isinstance(value, str):
        raise Complaint(messages.INVALID_PARAMS, f"params.{field} must be a string")
    return value


def _choices(params: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    readings = params.get("readings")
    if readings is None:
        return ()
    if not isinstance(readings, dict) or not all(isinstance(choice, str) for choice in readings.values()):
        raise Complaint(messages.INVALID_PARAMS, "params.readings must map readings to choices")
    return tuple(readings.items())


def perform(method: str, params: dict[str, Any]) -> Any:
    """The result of one game request; a refusal is a result too."""
    game = game_module(_text(params, "game"))
    rules = rules_in_force(_text(params, "game"), _text(params, "edition"), _choices(params))
    if method not in operations_of(game):
        raise Complaint(messages.METHOD_NOT_FOUND, f"no method {method!r} in {_text(params, 'game')}")
    check_fields(_text(params, "game"), method, params)
    try:
        return answer(game, method, params, rules)
    except KeyError as missing:
        if missing.args and missing.args[0] not in params:
            raise Complaint(messages.INVALID_PARAMS, f"params.{missing.args[0]} is missing") from None
        raise


def check_fields(game: str, method: str, params: Mapping[str, Any]) -> None:
    """What no request may lack, and who may send one: no matter of rules, so it comes before them; else a Complaint."""
    asked = wire_of(game).operations.get(method, {}).get("input", {})
    for name in asked.get("required", ()):
        if name not in params:
            raise Complaint(messages.INVALID_PARAMS, f"params.{name} is missing")
    senders = asked.get("properties", {}).get("by", {}).get("enum", ())
    if senders and params.get("by") not in (None, *senders):
        raise Complaint(messages.INVALID_PARAMS, f"params.by must be one of {', '.join(senders)}")


def offer(game: Reference) -> dict[str, Any]:
    """What the hello says of one game."""
    register = game.REGISTER
    editions = {
        edition: {"readings": {entry: list(open_) for entry, open_ in register.choices(edition).items()}}
        for edition in register.editions
    }
    return {"editions": editions, "methods": operations_of(game), "tells": ["unreadable"]}


def hello(names: Iterable[str]) -> dict[str, Any]:
    identity = {"name": messages.REFERENCE, "version": VERSION, "language": "Python"}
    return {
        "protocol": messages.PROTOCOL,
        "engine": identity,
        "games": {name: offer(game_module(name)) for name in names},
    }


class Loop:
    """Answers lines of requests; knows nothing of pipes, so that tests can call it."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.ended = False

    def answer(self, line: bytes) -> bytes:
        """The line that answers a line."""
        number: Any = None
        try:
            request = _parse(line)
            number = request.get("id")
            body = {"result": self._serve(*_check_request(request))}
        except Complaint as complaint:
            body = _error(*complaint.args)
        except NotServed as reason:
            body = {"result": {"unsupported": {"reason": str(reason)}}}
        except RecursionError:  # a count of very many actions in a row: no answer in time, with or without a stack
            body = {"result": {"unsupported": {"reason": "this question goes too deep"}}}
        except Exception as mistake:  # our own bug must reach the runner as an error, not end the engine
            body = _internal_error(mistake)
        try:
            return _line(number, body)
        except ValueError as mistake:  # an amount that has grown too long to be written
            return _line(number, _internal_error(mistake))

    def _serve(self, method: str, params: dict[str, Any]) -> Any:
        if method == "initialize":
            return hello(self.names)
        self.ended = method == "shutdown"
        return {} if self.ended else perform(method, params)


def _internal_error(mistake: Exception) -> dict[str, Any]:
    said = f"{type(mistake).__name__}: {mistake}"
    print(said, file=sys.stderr)
    return _error(messages.INTERNAL_ERROR, said)


def _error(code: int, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}


def _line(number: Any, body: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode({"jsonrpc": "2.0", "id": number, **body}) + b"\n"


def _parse(line: bytes) -> dict[str, Any]:
    try:
        request = msgspec.json.decode(line)
    except messages.BROKEN as unreadable:
        raise Complaint(messages.PARSE_ERROR, f"not JSON: {unreadable}") from None
    if not isinstance(request, dict):
        raise Complaint(messages.INVALID_REQUEST, "a request is an object, one a line")
    return request


def _check_request(request: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    method, params = request.get("method"), request.get("params", {})
    if request.get("jsonrpc") != "2.0" or not isinstance(method, str) or "id" not in request:
        raise Complaint(messages.INVALID_REQUEST, 'a request has jsonrpc "2.0", an id and a method')
    if not isinstance(params, dict):
        raise Complaint(messages.INVALID_PARAMS, "params must be an object")
    return method, params


def serve(loop: Loop, read_from: int = 0, write_to: int = 1) -> None:
    """Answers until the input ends or `shutdown` comes; answers leave when the input is used up, or soon after."""
    rest = b""
    while not loop.ended and (chunk := os.read(read_from, 1 << 16)):
        *lines, rest = (rest + chunk).split(b"\n")
        _answer_all(loop, lines, write_to)


def _answer_all(loop: Loop, lines: list[bytes], write_to: int) -> None:
    answers: list[bytes] = []
    since = time.monotonic()
    for line in lines:
        if not line.strip() or loop.ended:
            continue
        answers.append(loop.answer(line))
        if time.monotonic() - since > FLUSH_SECONDS:
            _write(write_to, answers)
            since = time.monotonic()
    _write(write_to, answers)


def _write(write_to: int, answers: list[bytes]) -> None:
    data = memoryview(b"".join(answers))
    answers.clear()
    while data:
        data = data[os.write(write_to, data) :]
