"""Lists all actions so often that no list ends: 200 KB each."""

import json

from nim import answer, serve


def respond(request):
    if request["method"] == "legal":
        many = {"actions": list(range(1, 40_000))}
        return json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": many}, separators=(",", ":")) + "\n"
    return answer(request)


serve(respond)
