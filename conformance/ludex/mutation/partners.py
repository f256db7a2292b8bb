"""Whether every clause has its partners: in the code, in the rulebook, and in the vectors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ludex.mutation.deciding import Witness
from ludex.rulebook import Rulebook
from ludex.rulebook.wanted import UNDECIDED


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
