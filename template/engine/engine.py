"""The wire: JSON-RPC 2.0, a message a line; the rules are in rules.py."""

from __future__ import annotations

import json
import sys
from typing import Any

from rules import Board, Refusal

HELLO = {
    "protocol": 1,
    "engine": {"name": "hexapawn-python", "version": "1", "language": "Python"},
    "games": {
        "hexapawn": {
            "editions": {edition: {"readings": {"no-move": ["loses", "draws"]}} for edition in ("three", "four")},
            "methods": ["legal", "apply"],
            "tells": ["unreadable"],
        }
    },
}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """The result of a request."""
    if method == "initialize":
        return HELLO
    if method == "shutdown":
        return {}
    try:
        board = Board.read(params["position"], {"three": 3, "four": 4}[params["edition"]])
        if method == "legal":
            return {"actions": board.legal()}
        return {"position": board.apply(params["action"], params["readings"]["no-move"]).show()}
    except Refusal as refusal:
        return {refusal.kind: {"broken": sorted(refusal.broken)}}


def main() -> None:
    """Answers each line until `shutdown`."""
    for line in sys.stdin:
        request = json.loads(line)
        body: dict[str, Any]
        if request["method"] in ("initialize", "shutdown", "legal", "apply"):
            body = {"result": answer(request["method"], request.get("params", {}))}
        else:
            body = {"error": {"code": -32601, "message": "no such method"}}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **body}), flush=True)
        if request["method"] == "shutdown":
            return


if __name__ == "__main__":
    main()
