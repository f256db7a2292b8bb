"""Plays rightly, and ends its lines as Windows does."""

from nim import answer, serve

serve(lambda request: answer(request).replace("\n", "\r\n"))
