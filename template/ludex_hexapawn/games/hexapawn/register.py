"""The editions of Hexapawn, and the point that its text leaves open."""

from __future__ import annotations

from ludex.rules import Edition, Entry, Register

EDITIONS = (Edition("three", {"size": 3}), Edition("four", {"size": 4}))

ENTRIES = (
    Entry(
        "no-move",
        ("loses", "draws"),
        "loses",
        ("HEX-END-3",),
        "Whether a player who has pawns left and cannot move has lost, or the game is drawn.",
    ),
)

REGISTER = Register(EDITIONS, ENTRIES)
