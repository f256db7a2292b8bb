"""Writes UTF-16 at one vector."""

import os

from nim import answer, nth, serve


def respond(request):
    if nth(request, "apply-7-2"):
        os.write(1, answer(request).encode("utf-16"))
        return ""
    return answer(request)


serve(respond)
