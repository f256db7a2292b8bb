"""Prints a banner before it works."""

from nim import say, serve

say("Welcome to NimEngine 3000\n(c) nobody\n")
serve()
