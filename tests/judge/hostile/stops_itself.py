"""Stops itself, as if by Ctrl-Z, at one vector."""

import os
import signal

from nim import answer, nth, serve


def respond(request):
    if nth(request, "apply-7-2"):
        os.kill(os.getpid(), signal.SIGSTOP)
    return answer(request)


serve(respond)
