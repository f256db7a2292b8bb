"""Says unsupported without a reason."""

import json

from nim import answer, nth, serve

EMPTY = {"unsupported": {"reason": ""}}
serve(
    lambda r: (
        json.dumps({"jsonrpc": "2.0", "id": r["id"], "result": EMPTY}) + "\n" if nth(r, "apply-7-2") else answer(r)
    )
)
