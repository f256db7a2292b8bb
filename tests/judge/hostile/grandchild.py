"""Leaves a grandchild that holds its pipes, and dies."""

import subprocess
import sys

from nim import answer, nth, serve


def respond(request):
    if nth(request, "apply-7-2"):
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
        print("grandchild", child.pid, file=sys.stderr, flush=True)
        sys.exit(3)
    return answer(request)


serve(respond)
