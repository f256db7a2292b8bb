"""Declares an error for one vector and does not support another."""

import json

from nim import answer, nth, serve


def respond(request):
    head = {"jsonrpc": "2.0", "id": request["id"]}
    if nth(request, "apply-7-2"):
        return json.dumps({**head, "error": {"code": -32603, "message": "not yet"}}) + "\n"
    if nth(request, "apply-7-1"):
        return json.dumps({**head, "result": {"unsupported": {"reason": "sevens"}}}) + "\n"
    return answer(request)


serve(respond)
