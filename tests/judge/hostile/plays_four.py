"""Declares that at most three may be taken, and plays four."""

from nim import HELLO, answer, serve

HELLO["games"]["nim"]["editions"] = {"one": {"readings": {"max": ["three"]}}}


def respond(request):
    request["params"]["readings"] = {"max": "four"}
    return answer(request)


serve(respond)
