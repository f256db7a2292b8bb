"""Which tests a clause wants, and which it cannot have: its level, its role and its notes say so."""

from __future__ import annotations

from ludex.rulebook import Clause

UNDECIDED = "Not decided:"
NEVER_ALONE = "Not alone:"
NEVER_REFUSES = "Refuses nothing:"
NEVER_ACCEPTS = "Accepts nothing:"
BOTH = ("check",)  # what answers yes or no; a relation, an effect and a layout give something, and refuse by no answer


def wants(clause: Clause) -> tuple[bool, bool]:
    """Whether a clause wants an accepting test, and a refusing one; its level or notes in the rulebook say why not."""
    if clause.withdrawn or UNDECIDED in clause.notes:
        return False, False
    accepting = NEVER_ACCEPTS not in clause.notes
    return accepting, clause.role in BOTH and NEVER_REFUSES not in clause.notes


def excuses(clause: Clause) -> tuple[str, ...]:
    """In a few words what the rulebook says of tests that a clause cannot have; the clause itself says why."""
    marks = (UNDECIDED, NEVER_ALONE, NEVER_ACCEPTS, NEVER_REFUSES)
    return tuple(mark.rstrip(":").lower() for mark in marks if mark in clause.notes)


def alone(clause: Clause) -> bool:
    """Whether a clause can be the only one that is broken."""
    return NEVER_ALONE not in clause.notes
