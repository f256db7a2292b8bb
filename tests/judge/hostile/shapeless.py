"""Answers one vector with a field of another name."""

from nim import answer, nth, serve

serve(lambda r: answer(r).replace('"position"', '"state"') if nth(r, "apply-7-2") else answer(r))
