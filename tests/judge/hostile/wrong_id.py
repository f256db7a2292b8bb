"""Answers every question with another id."""

from nim import answer, serve

serve(lambda request: answer({**request, "id": request["id"] + 1000000}))
