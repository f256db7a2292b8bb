"""Answers one vector with null for an id."""

from nim import answer, nth, serve

serve(lambda request: answer({**request, "id": None}) if nth(request, "apply-7-2") else answer(request))
