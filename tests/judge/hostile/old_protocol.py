"""Speaks another protocol."""

from nim import HELLO, serve

HELLO["protocol"] = 7
serve()
