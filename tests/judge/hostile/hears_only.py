"""Hears every question and answers none."""

from nim import serve

serve(lambda _: "")
