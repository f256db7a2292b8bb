"""The reference without its own replay and perft: the runner must play them."""

import json
import sys

from ludex.wire.engine import Loop

loop = Loop(["tribun"])
for line in sys.stdin.buffer:
    answer = json.loads(loop.answer(line))
    if "games" in answer["result"]:
        answer["result"]["engine"]["name"] = "bare"
        answer["result"]["games"]["tribun"]["methods"] = ["legal", "apply"]
    print(json.dumps(answer), flush=True)
    if loop.ended:
        break
