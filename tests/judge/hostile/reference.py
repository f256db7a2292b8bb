"""Plays rightly, under the name of the reference."""

from nim import HELLO, serve

HELLO["engine"] = {"name": "ludex-reference", "version": "1"}
serve()
