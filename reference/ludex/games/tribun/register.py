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
        "Which way is ahead for a slave of height 1: as for the colour it was born with, or as for its unit.",
    ),
    Entry(
        "combine-height",
        ("reject", "round"),
        "reject",
        ("TRB-COM-7", "TRB-COM-10"),
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
    Entry(
        "jump-colour",
        ("unit", "birth"),
        "unit",
        ("TRB-PAT-12", "TRB-PAT-8", "TRB-AIM-7"),
        "Over whose units a slave of height 8 jumps: those of its unit's colour, or of the colour it was born with.",
    ),
    Entry(
        "equal-donors",
        ("unit", "primary"),
        "unit",
        ("TRB-SYM-4",),
        "In what symmetric donors are equal: in both heights, or in the primary alone.",
    ),
    Entry(
        "split-count",
        ("chosen", "freed"),
        "chosen",
        ("TRB-SPL-8",),
        "The two tiles that a split leaves: of the actor's colour, or also one on which its slave stands free.",
    ),
    Entry(
        "nine-plus",
        ("eight", "undefined"),
        "eight",
        ("TRB-NRM-9", "TRB-COM-7"),
        "A height of 9 or more: rounded down to 8, or one that must not come up.",
    ),
    Entry(
        "unused-bits",
        ("zero", "ignored"),
        "zero",
        ("TRB-WRD-3", "TRB-TRN-6"),
        "Payload bits that no field takes: zero, or not looked at.",
    ),
    Entry(
        "draw-life",
        ("stays", "lapses"),
        "stays",
        ("TRB-DRW-14",),
        "Whether a pending offer outlasts a turn.",
    ),
    Entry(
        "draw-cross",
        ("illegal", "accepts"),
        "illegal",
        ("TRB-DRW-3", "TRB-DRW-11"),
        "An offer while the other side's is pending: refused, or taken for an acceptance.",
    ),
    Entry(
        "tie-loser-bit",
        ("ignored", "zero"),
        "ignored",
        ("TRB-WRD-10",),
        "The loser's bit of an END that ties: either value, or zero.",
    ),
    Entry(
        "end-check",
        ("true-only", "free"),
        "true-only",
        ("TRB-END-1", "TRB-END-2"),
        "END for want of a legal turn: only where it is true of the side to move, or taken as recorded.",
    ),
    Entry(
        "tribun-hit-turn",
        ("passes", "stays"),
        "passes",
        ("TRB-TRN-2", "TRB-TRI-5"),
        "The side to move after the attack on a tribun: the other side, or still the attacker's.",
    ),
    Entry(
        "no-turn",
        ("recorded", "at-once"),
        "recorded",
        ("TRB-END-9",),
        "A turn that leaves the other side none: the match stays open until END records it, or ends with that turn.",
    ),
    Entry(
        "boards",
        ("strict", "study"),
        "strict",
        ("TRB-UNT-4",),
        "Whether a position must have one tribun a side.",
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
    Ruling("nobody-asks-after-the-end", ("TRB-END-8",), "What becomes of an offer and of a block at the end is open."),
)

REGISTER = Register(EDITIONS, ENTRIES, RULINGS)
