"""Writes two results into one answer; the last of the two would be right."""

from nim import answer, nth, serve

DOUBLED = ('"result":', '"result": {}, "result":')
serve(lambda request: answer(request).replace(*DOUBLED) if nth(request, "apply-7-2") else answer(request))
