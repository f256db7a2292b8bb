"""Answers one vector with the id of a request that was never made."""

from nim import answer, nth, serve

serve(lambda request: answer({**request, "id": 10**9}) if nth(request, "apply-7-2") else answer(request))
