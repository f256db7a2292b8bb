"""Fills its log without end at one vector."""

import os

from nim import answer, nth, serve


def respond(request):
    while nth(request, "apply-7-2"):
        os.write(2, b"y" * 65536)
    return answer(request)


serve(respond)
