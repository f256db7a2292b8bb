"""Answers one vector with a number that is none."""

from nim import answer, nth, serve

serve(lambda r: answer(r).replace('"heap": 5', '"heap": Infinity') if nth(r, "apply-7-2") else answer(r))
