"""Plays rightly, and falls when it is asked for a list."""

import sys

from nim import answer, serve


def respond(request):
    return sys.exit(3) if request["method"] == "legal" else answer(request)


serve(respond)
