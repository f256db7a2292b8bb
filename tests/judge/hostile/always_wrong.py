"""Forgets to pass the turn."""

from nim import answer, serve

serve(lambda request: answer(request).replace('"turn": "a"', '"turn": "b"'))
