"""An engine for 5x5 Tactics with a slip, which misbehaves: `python misbehaving.py HOW WHEN FOLDER`.

The slip: `validate` does not ask whose turn it is. HOW says what it does, and WHEN at which questions: `some`, or with
`second-start` all but the first once it was started again, as when findings are made smaller; `tired` is the one after
so many, which would have been answered otherwise. FOLDER counts the starts.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any
from zlib import crc32

from ludex.protocol.server import Loop

ONE_IN = 120  # of some
TIRED_AFTER = 120  # more than are asked alone after a fall
FLOOD_BYTES = 256 << 10


def is_time(when: str, request: dict[str, Any], asked: int, starts: int) -> bool:
    """Whether it misbehaves at a question: of some, always at the same."""
    if when == "second-start":
        return starts > 1 and asked > 1
    if when == "tired":
        return asked == TIRED_AFTER
    about = {name: value for name, value in request["params"].items() if name not in ("vector", "clauses")}
    return crc32(json.dumps(about, sort_keys=True).encode()) % ONE_IN == 0


def slip(request: dict[str, Any], answer: bytes) -> bytes | None:
    """The wrong answer, where the slip shows."""
    result = json.loads(answer).get("result", {})
    if request["method"] != "validate" or result.get("kinds") != ["not-your-turn"]:
        return None
    valid = {"isValid": True, "errorMessage": None, "kinds": []}
    return json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": valid}).encode() + b"\n"


def misbehave(how: str) -> bytes:
    if how == "crash":
        os.abort()
    if how == "hang":
        time.sleep(3600)
    if how == "flood":
        return b"x" * FLOOD_BYTES
    if how == "renamed":
        os._exit(3)
    if how == "gone":  # and it cannot be started again
        Path(sys.argv[3], "gone").touch()
        os._exit(3)
    return b"this is no answer\n"


def main() -> None:
    how, when, folder = sys.argv[1:]
    starts = Path(folder, "starts")
    with starts.open("a") as file:
        file.write(".")
    if Path(folder, "gone").exists():
        sys.exit(3)
    loop, asked, count = Loop(["tactics"]), 0, starts.stat().st_size
    for line in sys.stdin.buffer:
        request = json.loads(line)
        answer = loop.answer(line)
        if request["method"] not in ("initialize", "shutdown"):
            asked += 1
            wrong = slip(request, answer)
            if wrong is not None:
                Path(folder, "slips").touch()
            answer = wrong or answer
            if how != "behave" and is_time(when, request, asked, count):
                answer = misbehave(how)
        elif how == "renamed":  # and another one after each start
            answer = answer.replace(b'"version":"', b'"version":"%d.' % count, 1)
        sys.stdout.buffer.write(answer if answer.endswith(b"\n") else answer + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
