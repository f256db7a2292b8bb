"""The editions of Tribun, and the points that its text leaves open."""

from __future__ import annotations

from ludex.rules import Edition, Entry, Register, Ruling

EDITIONS = (
    Edition("2026-01", {"end-reason-bits": 3, "decline": False}),
    Edition("2026-04", {"end-reason-bits": 2, "decline": True}, base="2026-01"),
)

ENTRIES = (
    Entry(
        "kill-mover",
        ("move", "attack"),
        "move",
        ("TRB-KIL-4",),
        "Who may move onto a tile that an attack empties: one that could move there, or any attacker.",
        fixed={"2026-04": "attack"},
    ),
    Entry(
        "enslave-mover",
        ("attack", "move"),
        "attack",
        ("TRB-ENS-5",),
        "Who may move onto the unit that it enslaves: any attacker with its primary, or one that could move there.",
        fixed={"2026-04": "attack"},
    ),
    Entry(
        "slave-forward",
        ("birth", "unit"),
        "birth",
        ("TRB-PAT-10",),
        "Which way is ahead for a slave of height 1: as for the color it was born with, or as for its unit.",
    ),
    Entry(
        "combine-height",
        ("reject", "round"),
        "reject",
        ("TRB-COM-7",),
        "A combination that would create an invalid height: refused, or rounded down.",
    ),
    Entry(
        "donor-remainder",
        ("reject", "round"),
        "reject",
        ("TRB-COM-8", "TRB-SYM-8"),
        "A donor that would keep 5 or 7: refused, or rounded down.",
    ),
    Entry(
        "donor-sp",
        ("reject", "liberate"),
        "reject",
        ("TRB-COM-9", "TRB-SYM-9", "TRB-SPL-7"),
        "A donor or splitter whose remainder cannot hold its slave: refused, or the slave goes free.",
    ),
    Entry(
        "donor-order",
        ("canonical", "any"),
        "canonical",
        ("TRB-COM-3",),
        "Two donors are named in the order of their directions, or either way round.",
    ),
    Entry(
        "tribun-enslave",
        ("no", "yes"),
        "no",
        ("TRB-ENS-8", "TRB-BYT-6"),
        "Whether a tribun may enslave, and so hold a slave.",
    ),
    Entry(
        "height6-attack",
        ("rays", "ring", "flood"),
        "rays",
        ("TRB-AIM-6",),
        "What height 6 attacks: the first unit on six straight lines, the nearest units reached by spreading over "
        "empty tiles, or every unit so reached.",
    ),
    Entry(
        "clock-both",
        ("loss", "tie"),
        "loss",
        ("TRB-CLK-6",),
        "A player's time and the time of the match that run out in the same millisecond: a loss, or a tie.",
    ),
)

RULINGS = (
    Ruling(
        "under-attack",
        ("TRB-ATK-5",),
        "Any of the possible attackers may take part, so an attack may be weak.",
    ),
    Ruling("mover-not-needed", ("TRB-KIL-6", "TRB-ENS-6"), "The mover need not be needed for the sum."),
    Ruling("excess-lost", ("TRB-ATK-5",), "Strength beyond the target's primary is lost."),
    Ruling("tribun-never-forced", ("TRB-TRI-6",), "An attack on the tribun is never forced."),
    Ruling("walk-off", ("TRB-MOV-5",), "A primary may always walk off its slave."),
    Ruling("control-keeps-turn", ("TRB-DRW-13", "TRB-END-7"), "DRAW and END leave the side to move."),
    Ruling("lists-are-sets", ("TRB-TRN-6",), "A list of legal words is a set."),
    Ruling("end-clears-offer", ("TRB-END-8",), "The end takes a pending offer away; a block stays."),
)

REGISTER = Register(EDITIONS, ENTRIES, RULINGS)
