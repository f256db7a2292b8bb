"""Answers one vector in Latin-1."""

import os

from nim import answer, nth, serve


def respond(request):
    if nth(request, "apply-7-2"):
        os.write(
            1, f'{{"jsonrpc":"2.0","id":{request["id"]},"result":{{"illegal":{{"broken":["é"]}}}}}}\n'.encode("latin-1")
        )
        return ""
    return answer(request)


serve(respond)
