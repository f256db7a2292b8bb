"""Writes empty lines without end at one vector."""

from nim import answer, nth, say, serve


def respond(request):
    while nth(request, "apply-7-2"):
        say("\n" * 65536)
    return answer(request)


serve(respond)
