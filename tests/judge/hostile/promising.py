"""The reference as an engine that promises, and falls when it is asked outside of what it promised.

`promising.py GAME PROMISE…`; with `--untold` its hello does not say so; with `--lists FIELD=VALUE…` it lists that part
of the legal actions alone; with `--hangs METHOD` it never answers what is malformed there.
"""

import json
import os
import sys
import time
from collections.abc import Mapping
from typing import Any

from ludex.generate.promises import broken_promises
from ludex.protocol.schema import wire_of
from ludex.protocol.server import Loop
from ludex.suites.seam import suite_of

COMMON = ("game", "edition", "readings", "vector", "clauses")
HANGS = "--hangs"
METHODS = {"tribun": ["legal", "apply", "replay"], "tactics": ["validate", "apply", "legal"]}
ELSE = ["legal", "apply", "board"]


def is_listed(action: Any, lists: Mapping[str, list[str]]) -> bool:
    if isinstance(action, int):  # of Tribun: by the number of the opcode
        return "opcode" not in lists or ("MOVE", "KILL")[action >> 28 : (action >> 28) + 1] == tuple(lists["opcode"])
    return all(action[name] in values for name, values in lists.items() if name in action)


def main(game: str, words: list[str]) -> None:
    loop, suite, wire = Loop([game]), suite_of(game), wire_of(game)
    at = words.index("--lists") if "--lists" in words else len(words)
    promises, lists = [word for word in words[:at] if word != "--untold"], {}
    hanging = words[words.index(HANGS) + 1] if HANGS in words else ""
    promises = [word for word in promises if word not in (HANGS, hanging)]
    told = [] if "--untold" in words else promises
    for said in words[at + 1 :]:
        name, _, value = said.partition("=")
        lists.setdefault(name, []).append(value)
    for line in sys.stdin.buffer:
        request, answer = json.loads(line), json.loads(loop.answer(line))
        method = request["method"]
        if method == "initialize":
            answer["result"]["engine"]["name"] = "promising"
            offer = answer["result"]["games"][game]
            offer |= {"methods": [*METHODS.get(game, ELSE), *filter(None, [hanging])], "promises": told, "lists": lists}
        elif "result" in answer and method != "shutdown":
            asked = {name: value for name, value in request["params"].items() if name not in COMMON}
            if method == hanging and "unreadable" in answer["result"]:
                time.sleep(60)
            if {*promises} & broken_promises(suite, wire, method, asked, answer["result"]):
                os._exit(3)
            if "actions" in answer["result"]:
                listed = answer["result"]["actions"]
                answer["result"]["actions"] = [action for action in listed if is_listed(action, lists)]
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()
        if method == "shutdown":
            return


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
