"""What every rulebook is made of: clauses that are asked, readings that are chosen, and refusals that name clauses."""

from ludex.rules.clauses import (
    DECIDERS,
    MARKS,
    Step,
    Trace,
    check,
    effect,
    layout,
    reading,
    reading_once,
    recording,
    relation,
    remembered,
    tracing,
)
from ludex.rules.published import read_published
from ludex.rules.refusal import Illegal, Impossible, Moot, Refused, Unreadable, require, verdict
from ludex.rules.register import (
    Edition,
    Entry,
    Register,
    Rules,
    Ruling,
    UnknownChoice,
)

__all__ = [
    "DECIDERS",
    "MARKS",
    "Edition",
    "Entry",
    "Illegal",
    "Impossible",
    "Moot",
    "Refused",
    "Register",
    "Rules",
    "Ruling",
    "Step",
    "Trace",
    "UnknownChoice",
    "Unreadable",
    "check",
    "effect",
    "layout",
    "read_published",
    "reading",
    "reading_once",
    "recording",
    "relation",
    "remembered",
    "require",
    "tracing",
    "verdict",
]
