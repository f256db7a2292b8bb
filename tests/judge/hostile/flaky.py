"""Fails at one vector always and at two in some of its runs, and does not start a fourth time."""

import json
import os
import sys
from pathlib import Path

from nim import answer, nth, serve

record = Path(os.environ["LUDEX_TRIAL"]) / "runs"
run = len(record.read_text()) if record.exists() else 0
if run == 3:
    sys.exit("three runs are enough")
record.write_text("x" * (run + 1))


def respond(request):
    failing = [nth(request, "apply-7-1"), run == 0 and nth(request, "legal-5"), run != 2 and nth(request, "apply-9-2")]
    if any(failing):
        return json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {"illegal": {}}}) + "\n"
    return answer(request)


serve(respond)
