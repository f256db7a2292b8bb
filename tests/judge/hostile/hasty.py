"""Answers the next request before it was asked."""

from nim import answer, nth, serve


def respond(request):
    early = {"method": "shutdown", "id": request["id"] + 1000}
    return answer(early) + answer(request) if nth(request, "apply-7-2") else answer(request)


serve(respond)
