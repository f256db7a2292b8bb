"""Prints without end before its hello."""

from nim import say

while True:
    say("loading weights…\n" * 100)
