"""Answers one vector with half a character."""

from nim import answer, nth, serve

serve(lambda r: answer(r).replace('"turn": "a"', '"turn": "\\ud800"') if nth(r, "apply-7-2") else answer(r))
