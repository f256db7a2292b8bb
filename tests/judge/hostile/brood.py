"""Starts thirty children in sessions of their own at one vector, and hangs; they ignore SIGTERM."""

import subprocess
import sys
import time

from nim import answer, nth, serve

CHILD = "import signal, time\nsignal.signal(15, signal.SIG_IGN)\ntime.sleep(300)"


def respond(request):
    if nth(request, "apply-7-2"):
        for _ in range(30):
            subprocess.Popen([sys.executable, "-S", "-c", CHILD], start_new_session=True)
        time.sleep(300)
    return answer(request)


serve(respond)
