"""Hangs at one vector, and ignores SIGTERM, SIGINT and SIGHUP."""

import signal
import time

from nim import answer, nth, serve

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)


def respond(request):
    while nth(request, "apply-7-2"):
        time.sleep(1)
    return answer(request)


serve(respond)
