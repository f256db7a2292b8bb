"""Answers in reverse order, in batches."""

import json
import os

from nim import answer, say

rest = b""
while chunk := os.read(0, 1 << 16):
    *lines, rest = (rest + chunk).split(b"\n")
    requests = [json.loads(line) for line in lines]
    say("".join(answer(request) for request in reversed(requests)))
    if any(request["method"] == "shutdown" for request in requests):
        break
