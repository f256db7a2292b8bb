"""The engines of these tests play a toy game, Nim: take 1 to 3 (reading max=four: to 4) from a heap."""

import json
import os
import sys
from collections.abc import Callable
from typing import Any

HELLO = {
    "protocol": 1,
    "engine": {"name": "nim-test", "version": "1", "language": "Python"},
    "games": {
        "nim": {
            "editions": {"one": {"readings": {"max": ["three", "four"]}}},
            "methods": ["legal", "apply"],
        }
    },
}


def legal(heap: int, params: dict[str, Any]) -> list[int]:
    most = 4 if params["readings"].get("max") == "four" else 3
    return list(range(1, min(most, heap) + 1))


def result(method: str, params: dict[str, Any]) -> Any:
    """The right result."""
    if method == "initialize":
        return HELLO
    if method == "shutdown":
        return {}
    heap = params["position"]["heap"]
    if method == "legal":
        return {"actions": legal(heap, params)}
    if params["action"] not in legal(heap, params):
        return {"illegal": {"broken": ["NIM-TAK-1"]}}
    turn = "b" if params["position"]["turn"] == "a" else "a"
    return {"position": {"heap": heap - params["action"], "turn": turn}}


def answer(request: dict[str, Any]) -> str:
    """The right answer, as a line."""
    body = {"jsonrpc": "2.0", "id": request["id"], "result": result(request["method"], request.get("params", {}))}
    return json.dumps(body) + "\n"


def say(text: str) -> None:
    data = text.encode("utf-8", "surrogateescape")
    while data:
        data = data[os.write(1, data) :]


Answer = Callable[[dict[str, Any]], str]


def is_question(request: dict[str, Any]) -> bool:
    return request["method"] not in ("initialize", "shutdown")


def serve(respond: Answer = answer) -> None:
    """Answers questions by `respond`, the hello and the shutdown rightly; writes down what it hears, if it shall."""
    heard = os.environ.get("NIM_HEARD")
    for line in sys.stdin:
        request = json.loads(line)
        if heard:
            with open(heard, "a", encoding="utf-8") as file:
                file.write(json.dumps([os.getpid(), request]) + "\n")
        say(respond(request) if is_question(request) else answer(request))
        if request["method"] == "shutdown":
            return


def nth(request: dict[str, Any], vector: str) -> bool:
    """Whether this request is about the vector of this name."""
    return str(request["params"].get("vector", "")).startswith(vector)
