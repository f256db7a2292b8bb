"""Says a hello of another shape."""

from nim import HELLO, serve

HELLO["games"] = ["nim"]
serve()
