"""Answers one vector with its id as a text."""

from nim import answer, nth, serve

serve(lambda request: answer({**request, "id": str(request["id"])}) if nth(request, "apply-7-2") else answer(request))
