"""Answers one vector with a number of 20,000 digits."""

from nim import answer, nth, serve

serve(lambda r: answer(r).replace('"heap": 5', '"heap": ' + "9" * 20_000) if nth(r, "apply-7-2") else answer(r))
