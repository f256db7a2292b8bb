"""Sends an answer letter by letter, without end, at one vector."""

import time

from nim import answer, nth, say, serve


def respond(request):
    while nth(request, "apply-7-2"):
        say("x")
        time.sleep(0.05)
    return answer(request)


serve(respond)
