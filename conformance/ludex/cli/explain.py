"""`ludex explain`: a clause with what decides and tests it, a group of clauses, or a vector with its derivation."""

import argparse
import re
from collections.abc import Iterator
from typing import Any

from ludex.fault import Fault

_VECTOR = re.compile(r"-[0-9a-f]{8}(?:[@+~]|$)")


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "explain", help="a clause with what decides and tests it, or a vector with its derivation"
    )
    parser.add_argument("subject", metavar="CLAUSE|GROUP|VECTOR", help="such as TRB-MOV-3, TRB-MOV, or a vector's id")


def run(args: argparse.Namespace) -> int:
    named = () if _VECTOR.search(args.subject) else _of_clauses(args.subject)  # no clause is called as a vector is
    for line in named or _of_vectors(args.subject):
        print(line)
    return 0


def _of_clauses(subject: str) -> list[str]:
    """What there is to say of a clause, or of a group of them; nothing where no rulebook has it."""
    from ludex.authoring.explain import clause_lines, group_lines, tests_of
    from ludex.rulebook import rulebook, with_rulebooks
    from ludex.vectors.suite import available, open_suite

    wanted = subject.upper()  # a clause is known by its letters, whatever their size; a vector's are small
    for game in with_rulebooks():
        if clause := rulebook(game).get(wanted):
            suite = open_suite(game) if game in available() else None
            return [*clause_lines(clause, game), *tests_of(wanted, game, suite)]
        if lines := list(group_lines(wanted, rulebook(game))):
            return lines
    return []


def _of_vectors(subject: str) -> Iterator[str]:
    """What there is to say of the vectors of an id; a Fault where there is none."""
    from ludex.authoring.explain import find, vector_lines
    from ludex.vectors.suite import available, open_suite

    found = find(subject, [open_suite(game) for game in available()])
    if not found:
        raise Fault(f"neither a clause nor a vector: {subject!r}", _remedy(subject))
    for number, (suite, topic, vector) in enumerate(found):
        if number:
            yield "\n" + "─" * 72
        yield from vector_lines(suite, topic, vector)


def _remedy(subject: str) -> str:
    from ludex.authoring.subjects import VECTORS
    from ludex.rulebook import rulebook, with_rulebooks
    from ludex.rulebook.unknown import suggestion

    if _VECTOR.search(subject):
        return VECTORS
    return f"{suggestion(subject, {game: rulebook(game) for game in with_rulebooks()})} {VECTORS}"
