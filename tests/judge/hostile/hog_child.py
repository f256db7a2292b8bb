"""Lets a child take memory without end at one vector."""

import subprocess
import sys

from nim import answer, nth, serve

HOG = "import time\nheld = []\nwhile True:\n    held.append(bytearray(b'x') * (8 << 20)); time.sleep(0.005)"


def respond(request):
    if nth(request, "apply-7-2"):
        subprocess.run([sys.executable, "-c", HOG], stdin=subprocess.DEVNULL, start_new_session=True)
    return answer(request)


serve(respond)
