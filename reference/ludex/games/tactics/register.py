"""The edition of 5x5 Tactics, and the points that its text leaves open."""

from __future__ import annotations

from ludex.rules import Edition, Entry, Register, Ruling

EDITIONS = (
    Edition(
        "v1",
        {
            "messages": {
                "TAC-WIN-2": "Game is already over",
                "TAC-ATK-4": "Ambiguous attacker",
                "TAC-MAT-3": "Ambiguous attacker after movement",
            }
        },
    ),
)

ENTRIES = (
    Entry("dead-blocks", ("no", "yes"), "no", ("TAC-MOV-1",), "Whether a dead unit occupies its tile."),
    Entry(
        "move-target-id",
        ("reject", "ignore", "selects"),
        "reject",
        ("TAC-MOV-2", "TAC-MOV-3", "TAC-MOV-4", "TAC-MOV-5", "TAC-MOV-6", "TAC-MOV-7", "TAC-SEL-1"),
        "A MOVE that names a unit: refused, the name is ignored, or it selects the mover.",
    ),
    Entry(
        "attacker-after-move",
        ("mover", "mover-alone", "any-unique"),
        "mover",
        ("TAC-MAT-2", "TAC-MAT-3", "TAC-SEL-1", "TAC-SEL-3"),
        "Who attacks in a MOVE_AND_ATTACK: the mover, whom a friend next to the target makes ambiguous; the mover, "
        "friends ignored; or the one friend next to the target after the step.",
    ),
    Entry(
        "end-turn-off-turn",
        ("reject", "allow"),
        "reject",
        ("TAC-TRN-2",),
        "Whether END_TURN may come from the player who is not on turn.",
    ),
    Entry("hp-floor", ("none", "zero"), "none", ("TAC-ATK-5",), "Whether damage can leave hit points below 0."),
    Entry(
        "turn-after-winning-move-attack",
        ("passes", "stays"),
        "passes",
        ("TAC-MAT-5",),
        "Whose turn it is after a MOVE_AND_ATTACK that wins.",
    ),
    Entry(
        "turn-limits",
        ("none", "once-per-unit", "once-per-turn"),
        "none",
        ("TAC-TRN-5", "TAC-TRN-6", "TAC-SEL-1"),
        "How often may be moved and attacked within one turn: at will, once by each unit, or once at all.",
    ),
    Entry(
        "mismatch-check",
        ("rules", "server"),
        "rules",
        ("TAC-TGT-7",),
        "Whether an ATTACK whose position is not its target's is refused by the rules, or left to the server.",
    ),
    Entry(
        "several-movers-message",
        ("fixed", "free"),
        "fixed",
        ("TAC-MSG-3",),
        "The words for a MOVE_AND_ATTACK whose step several units could make.",
    ),
    Entry(
        "move-attack-inference",
        ("step", "whole"),
        "step",
        ("TAC-SEL-1",),
        "Whether the step alone must tell who moves, or the attack after it may; differs under any-unique only.",
    ),
    Entry(
        "off-turn-end-effect",
        ("switches", "opponent"),
        "switches",
        ("TAC-END-2",),
        "What an END_TURN out of turn, where it is allowed, does: the turn changes hands, or it goes to the sender's "
        "opponent, who has it.",
    ),
    Entry(
        "life-without-hp",
        ("cleared", "kept"),
        "cleared",
        ("TAC-UNT-7",),
        "Whether a unit that is marked alive without hit points loses its mark in the next state.",
    ),
)

RULINGS = (
    Ruling("equal-attackers", ("TAC-ATK-4",), "Two attackers next to the target are ambiguous even when equal."),
    Ruling("all-or-nothing", ("TAC-MAT-1",), "A legal step with an illegal attack does nothing at all."),
    Ruling("dead-keep-place", ("TAC-UNT-4",), "A dead unit keeps its place in the list and its position."),
    Ruling("over-outranks", ("TAC-WIN-2",), "A finished game outranks every other error."),
    Ruling("zero-attack", ("TAC-ATK-5",), "A zero attack is legal and changes nothing."),
    Ruling("win-keeps-turn", ("TAC-WIN-3",), "After an ATTACK that wins the turn stays."),
    Ruling("invalid-is-refused", ("TAC-LST-2",), "Applying an invalid action is refused, and nothing changes."),
    Ruling("acting-player", ("TAC-TRN-2", "TAC-SEL-1"), "The acting player is the one whom the action names."),
    Ruling("dead-is-not-missing", ("TAC-TGT-4", "TAC-TGT-5"), "A dead target is dead, not missing."),
    Ruling("dead-friends", ("TAC-SEL-2",), "A dead friend next to the target makes nothing ambiguous."),
    Ruling("dead-with-hp", ("TAC-UNT-2",), "A unit that is not marked alive is dead, whatever its hit points."),
    Ruling("alive-without-hp", ("TAC-UNT-7",), "A unit marked alive without hit points is dead in every rule."),
    Ruling("over-is-counted", ("TAC-STA-4",), "A game is over exactly when a side has nobody alive."),
    Ruling("somebody-lives", ("TAC-STA-5",), "Not everybody is dead: whoever struck last lives."),
    Ruling("winner-at-the-end", ("TAC-STA-6",), "Only a game that is over has a winner, who has a unit alive."),
    Ruling("two-players", ("TAC-STA-3",), "There are two players, and nobody else owns, acts or wins."),
    Ruling("one-id-one-unit", ("TAC-UNT-5",), "No two units have one id, and each has one."),
    Ruling("one-tile-one-unit", ("TAC-UNT-6",), "No two living units stand on one tile."),
    Ruling("units-on-tiles", ("TAC-BRD-2",), "Every unit stands on the board, the dead as well."),
    Ruling("combined-position", ("TAC-TGT-1",), "A MOVE_AND_ATTACK without a destination is refused."),
    Ruling("combined-occupied", ("TAC-MOV-1",), "The step of a MOVE_AND_ATTACK needs a free tile, too."),
    Ruling("adjacency-of-unit", ("TAC-ATK-1",), "Next to the target means next to the unit, not to targetPosition."),
    Ruling("end-turn-fields", ("TAC-ACT-7",), "END_TURN ignores both target fields."),
    Ruling("absent-is-null", ("TAC-ACT-1",), "A field of an action that is left out is null."),
    Ruling("reasons-by-neighbour", ("TAC-MOV-3", "TAC-MOV-4"), "Without a mover, whoever stands there is asked."),
    Ruling("spent-still-counts", ("TAC-TRN-6",), "A unit that has attacked still makes an attack ambiguous."),
    Ruling("spent-steps-aside", ("TAC-SEL-1",), "A unit that has moved makes a step of another one not ambiguous."),
    Ruling("numbers", ("TAC-STA-2",), "Hit points and attack are whole numbers within a million, attack from 0."),
    Ruling("off-turn-message", ("TAC-MSG-2",), "Not your turn is the server's string; the rules fix none for it."),
    Ruling("step-before-attack", ("TAC-MAT-2",), "A target that would itself make the step is not next to itself."),
)

REGISTER = Register(EDITIONS, ENTRIES, RULINGS)
