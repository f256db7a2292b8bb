"""Answers one vector with NaN, so that the id can be read; the rest rightly."""

from nim import answer, nth, serve

serve(lambda r: f'{{"jsonrpc":"2.0","id":{r["id"]},"result":NaN}}\n' if nth(r, "apply-7-2") else answer(r))
