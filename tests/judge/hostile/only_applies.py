"""Offers `apply` alone, and forgets to pass the turn."""

from nim import HELLO, answer, serve

HELLO["games"]["nim"]["methods"] = ["apply"]
serve(lambda request: answer(request).replace('"turn": "a"', '"turn": "b"'))
