"""Writes short lines without end at one vector."""

from nim import answer, nth, say, serve


def respond(request):
    while nth(request, "apply-7-2"):
        say("1\n" * 32768)
    return answer(request)


serve(respond)
