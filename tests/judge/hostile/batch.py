"""Puts one answer into a list, as JSON-RPC batches do."""

from nim import answer, nth, serve

serve(lambda request: f"[{answer(request).strip()}]\n" if nth(request, "apply-7-2") else answer(request))
