"""Closes its output at one vector, and lives on."""

import os
import time

from nim import answer, nth, serve


def respond(request):
    if nth(request, "apply-7-2"):
        os.close(1)
        time.sleep(1000)
    return answer(request)


serve(respond)
