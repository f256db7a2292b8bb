"""Answers one vector with neither result nor error."""

from nim import answer, nth, serve

serve(lambda r: f'{{"jsonrpc":"2.0","id":{r["id"]}}}\n' if nth(r, "apply-7-2") else answer(r))
