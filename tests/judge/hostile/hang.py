"""Never answers one vector; the rest rightly, but only up to there."""

import time

from nim import answer, nth, serve


def respond(request):
    if nth(request, "apply-7-2"):
        time.sleep(1000)
    return answer(request)


serve(respond)
