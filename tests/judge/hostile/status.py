"""Exits with a status, and a long complaint in its log, at one vector."""

import sys

from nim import answer, nth, serve


def respond(request):
    if nth(request, "apply-7-2"):
        print("panic: index out of range\n" * 2000 + "goroutine 1 [running]", file=sys.stderr, flush=True)
        sys.exit(2)
    return answer(request)


serve(respond)
