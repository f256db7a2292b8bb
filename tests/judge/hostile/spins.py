"""Computes without end at one vector."""

from nim import answer, nth, serve


def respond(request):
    while nth(request, "apply-7-2"):
        pass
    return answer(request)


serve(respond)
