"""Answers with HTML, Markdown and terminal escapes wherever text is allowed, also in its log."""

import json
import os
import sys

from nim import HELLO, answer, nth, serve

HOSTILE = "<script>alert(1)</script>|`**x**`\x1b]0;owned\x07\x1b[2J\r\n\u202e\x9b31m& ]]>"
TEXT = os.environ.get("NIM_TEXT", HOSTILE)
HELLO["engine"] = {"name": TEXT, "version": TEXT, "language": TEXT}


def respond(request):
    print(TEXT, file=sys.stderr, flush=True)
    head = {"jsonrpc": "2.0", "id": request["id"]}
    if nth(request, "apply-7-2"):
        return json.dumps({**head, "error": {"code": 1, "message": TEXT}}) + "\n"
    if nth(request, "apply-7-1"):
        return json.dumps({**head, "result": {"unsupported": {"reason": TEXT}}}) + "\n"
    if nth(request, "apply-7-3"):
        return json.dumps({**head, "result": {"illegal": {"broken": [TEXT]}}}) + "\n"
    if nth(request, "apply-8-1"):
        return TEXT + "\n"
    return answer(request)


serve(respond)
