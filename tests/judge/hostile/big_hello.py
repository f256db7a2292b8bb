"""Declares 60,000 readings and editions that nobody knows."""

from nim import HELLO, serve

HELLO["games"]["nim"]["editions"].update({f"e{number}": {} for number in range(30_000)})
HELLO["games"]["nim"]["editions"]["one"]["readings"].update({f"r{number}": ["x"] for number in range(30_000)})
serve()
