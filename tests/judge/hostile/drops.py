"""Never answers one vector, but goes on with the others."""

from nim import answer, nth, serve

serve(lambda request: "" if nth(request, "apply-7-2") else answer(request))
