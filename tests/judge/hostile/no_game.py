"""Plays other games only."""

from nim import HELLO, serve

HELLO["games"] = {"chess": {"methods": ["legal"]}}
serve()
