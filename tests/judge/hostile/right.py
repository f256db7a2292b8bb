"""Plays rightly."""

from nim import serve

serve()
