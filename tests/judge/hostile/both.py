"""Answers one vector with a result and an error at once."""

from nim import answer, nth, serve

BOTH = ', "error": {"code": 1, "message": "but"}}\n'
serve(lambda request: answer(request)[:-2] + BOTH if nth(request, "apply-7-2") else answer(request))
