"""Writes a member of one result twice; the last of the two would be right."""

from nim import answer, nth, serve

DOUBLED = ('"position": {', '"position": {"heap": 99, ')
serve(lambda request: answer(request).replace(*DOUBLED) if nth(request, "apply-7-2") else answer(request))
