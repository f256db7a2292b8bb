"""The wire of Ludex, for any game: JSON-RPC 2.0, one message a line. Nothing here needs a change."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable
from typing import Any

Params = dict[str, Any]
Result = dict[str, Any]
Methods = dict[str, Callable[[Params], Result]]


class Refused(Exception):
    """An action or a position that must not be; it travels as a result, with the clauses that it breaks, if known."""

    def __init__(self, kind: str, broken: tuple[str, ...]) -> None:
        super().__init__(kind, *broken)
        self.kind = kind
        self.broken = broken


def illegal(*broken: str) -> Refused:
    """To raise for what can be read and is not allowed."""
    return Refused("illegal", broken)


def unreadable(*broken: str) -> Refused:
    """To raise for what cannot be read."""
    return Refused("unreadable", broken)


class Unsupported(Exception):
    """What is not written yet; it travels as a result, and counts as unsupported, not as wrong."""


def unsupported(reason: str) -> Unsupported:
    """To raise, from wherever it turns out, for what is not written yet."""
    return Unsupported(reason)


class _Complaint(Exception):
    """A request that cannot be served; it travels as a JSON-RPC error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def serve(hello: Result, methods: Methods) -> None:
    """Answers each line, until `shutdown` comes or the input ends. What is printed meanwhile goes to the log."""
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    for line in sys.stdin.buffer:
        if line.strip():
            answer, ended = _answer(line, hello, methods)
            answers.write(json.dumps(answer, separators=(",", ":"), allow_nan=False).encode() + b"\n")
            answers.flush()
            if ended:
                return


def _answer(line: bytes, hello: Result, methods: Methods) -> tuple[Result, bool]:
    """The answer to a line, and whether it is the last one."""
    number: Any = None
    method = ""
    body: Result
    try:
        request = _parse(line)
        number = request.get("id")
        method, params = _check(request)
        body = {"result": _result(method, params, hello, methods)}
    except _Complaint as complaint:
        body = {"error": {"code": complaint.code, "message": str(complaint)}}
    except Exception as mistake:  # a mistake of yours reaches the report, and the engine goes on
        traceback.print_exc()
        body = {"error": {"code": -32603, "message": f"{type(mistake).__name__}: {mistake}"}}
    return {"jsonrpc": "2.0", "id": number, **body}, method == "shutdown"


def _parse(line: bytes) -> Params:
    try:
        request = json.loads(line)
    except ValueError as broken:
        raise _Complaint(-32700, f"not JSON: {broken}") from None
    if not isinstance(request, dict):
        raise _Complaint(-32600, "a request is an object")
    return request


def _check(request: Params) -> tuple[str, Params]:
    method, params = request.get("method"), request.get("params", {})
    if request.get("jsonrpc") != "2.0" or "id" not in request or not isinstance(method, str):
        raise _Complaint(-32600, 'a request has "jsonrpc": "2.0", an id and a method')
    if not isinstance(params, dict):
        raise _Complaint(-32602, "params must be an object")
    return method, params


def _result(method: str, params: Params, hello: Result, methods: Methods) -> Result:
    if method == "initialize":
        return hello
    if method == "shutdown":
        return {}
    if method not in methods:
        raise _Complaint(-32601, f"no method {method}")
    try:
        return methods[method](params)
    except Refused as refused:
        named: dict[str, list[str]] = {"broken": list(refused.broken)} if refused.broken else {}
        return {refused.kind: named}
    except Unsupported as lacking:
        return {"unsupported": {"reason": str(lacking)}}
