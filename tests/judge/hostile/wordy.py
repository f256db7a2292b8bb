"""Says unsupported to everything, with 200 KB of reasons, and errors as long."""

import json

from nim import serve


def respond(request):
    head = {"jsonrpc": "2.0", "id": request["id"]}
    if request["id"] % 2:
        return json.dumps({**head, "result": {"unsupported": {"reason": "because " * 25_000}}}) + "\n"
    return json.dumps({**head, "error": {"code": -1, "message": "no " * 60_000, "data": [{}] * 50_000}}) + "\n"


serve(respond)
