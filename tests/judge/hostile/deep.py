"""Answers one vector with 100,000 brackets, one in the other."""

from nim import answer, nth, serve

DEEP = "[" * 100_000 + "]" * 100_000
serve(lambda r: f'{{"jsonrpc":"2.0","id":{r["id"]},"result":{DEEP}}}\n' if nth(r, "apply-7-2") else answer(r))
