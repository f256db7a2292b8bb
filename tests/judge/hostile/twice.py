"""Answers one vector twice."""

from nim import answer, nth, serve

serve(lambda request: answer(request) * 2 if nth(request, "apply-7-2") else answer(request))
