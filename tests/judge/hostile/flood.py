"""Answers one vector with a line that never ends."""

from nim import answer, nth, say, serve


def respond(request):
    while nth(request, "apply-7-2"):
        say("x" * 65536)
    return answer(request)


serve(respond)
