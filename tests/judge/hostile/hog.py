"""Takes memory without end at one vector."""

import time

from nim import answer, nth, serve

held = []


def respond(request):
    while nth(request, "apply-7-2"):
        held.append(bytearray(b"x") * (8 << 20))
        time.sleep(0.005)
    return answer(request)


serve(respond)
