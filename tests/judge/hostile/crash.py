"""Dies of a signal at one vector, with a last word in its log."""

import os
import signal
import sys

from nim import answer, nth, serve


def respond(request):
    if nth(request, "apply-7-2"):
        print("out of cheese", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGSEGV)
    return answer(request)


serve(respond)
