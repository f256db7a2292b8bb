"""Plays rightly, but takes its time over a few."""

import time

from nim import answer, nth, serve


def respond(request):
    if nth(request, "legal-1"):
        time.sleep(0.05)
    return answer(request)


serve(respond)
