"""The reference with some of its methods only: `partial.py GAME METHOD…`; with `--floats`, 1 is written 1.0 or 1e0."""

import json
import re
import sys
from collections.abc import Callable
from typing import Any

from ludex.protocol.server import Loop

Answer = Callable[[bytes], bytes]
WHOLE = re.compile(rb'"@(-?[0-9]+)@"')


def partial(game: str, methods: list[str], floats: bool = False) -> Answer:
    """What answers a line of the wire: just these methods, as the reference does."""
    loop = Loop([game])

    def answer(line: bytes) -> bytes:
        request = json.loads(line)
        if request["method"] not in (*methods, "initialize", "shutdown"):
            unknown = {"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32601, "message": "no such method"}}
            return json.dumps(unknown).encode() + b"\n"
        said = loop.answer(line)
        if request["method"] == "initialize":
            return _humbled(said, game, methods)
        return _with_floats(said) if floats else said

    return answer


def _humbled(said: bytes, game: str, methods: list[str]) -> bytes:
    """The hello of another engine that offers less."""
    answer = json.loads(said)
    answer["result"]["engine"]["name"] = "partial"
    answer["result"]["games"][game]["methods"] = methods
    return json.dumps(answer).encode() + b"\n"


def _with_floats(said: bytes) -> bytes:
    """The same answer with its whole numbers written in the other ways that JSON has."""
    answer = json.loads(said)
    if "result" in answer:
        answer["result"] = _marked(answer["result"])
    return WHOLE.sub(_written, json.dumps(answer).encode()) + b"\n"


def _marked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _marked(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_marked(item) for item in value]
    return f"@{value}@" if type(value) is int else value


def _written(found: re.Match[bytes]) -> bytes:
    digits = found.group(1)
    return b"-0.0" if digits == b"0" else digits + (b"e0" if int(digits) % 2 else b".0")


def main() -> None:
    game, *methods = (word for word in sys.argv[1:] if word != "--floats")
    answer = partial(game, methods, "--floats" in sys.argv)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(line))
        sys.stdout.buffer.flush()
        if b'"method":"shutdown"' in line:
            break


if __name__ == "__main__":
    main()
