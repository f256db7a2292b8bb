"""Whether every clause has its partners: in the code, in the rulebook, and in the vectors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ludex.mutation.deciding import Witness
from ludex.rulebook import Clause, Rulebook

UNDECIDED = "Not decided:"
NEVER_ALONE = "Not alone:"
NEVER_REFUSES = "Refuses nothing:"
NEVER_ACCEPTS = "Accepts nothing:"
BOTH = ("check",)  # what answers yes or no; a relation, an effect and a layout give something, and refuse by no answer


def strangers(book: Rulebook, marks: Mapping[str, set[str]], tests: Iterable[Witness]) -> Iterator[str]:
    """Clauses without a partner, in words."""
    for clause, roles in sorted(marks.items()):
        if clause not in book:
            yield f"{clause} is decided in code, and no clause of the rulebook"
        elif roles != {book[clause].role}:
            yield f"{clause} is a {book[clause].role} in the rulebook, and {', '.join(sorted(roles))} in code"
    for entry in book.values():
        if (entry.id in marks) == (entry.withdrawn or UNDECIDED in entry.notes):
            said = (
                "says that it is not decided" if entry.id in marks else "is not decided in code, and does not say why"
            )
            yield f"{entry.id} ({entry.file}:{entry.line}) {said}"
    unknown: dict[str, str] = {}
    for test in tests:
        for clause in {*test.clauses, *test.named} - book.keys() - {"unnamed"}:
            unknown.setdefault(clause, test.name)
    yield from (f"{clause} is named by {name}, and no clause of the rulebook" for clause, name in unknown.items())


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
