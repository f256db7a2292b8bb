"""Puts the answers of two vectors into one line."""

from nim import answer, nth, serve

held = []


def respond(request):
    if nth(request, "apply-7-1"):
        held.append(answer(request).strip())
        return ""
    return "".join([*held, answer(request)]) if nth(request, "apply-7-2") else answer(request)


serve(respond)
