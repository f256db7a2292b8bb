"""Repeats one answer without end."""

from nim import answer, nth, say, serve


def respond(request):
    while nth(request, "apply-7-2"):
        say(answer(request) * 500)
    return answer(request)


serve(respond)
