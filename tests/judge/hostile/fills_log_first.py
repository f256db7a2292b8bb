"""Fills its log without end and never says hello."""

import os

while True:
    os.write(2, b"loading\n" * 8192)
