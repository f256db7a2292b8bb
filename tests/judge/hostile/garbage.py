"""Answers one vector with what is no JSON and names no id; the rest rightly."""

from nim import answer, nth, serve

serve(lambda request: "Traceback: oh no\n" if nth(request, "apply-7-2") else answer(request))
