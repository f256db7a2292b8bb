"""`ludex explain`: a clause with what decides and tests it, a group of clauses, or a vector with its derivation."""

import argparse
import re
from typing import Any

from ludex.fault import Fault

_VECTOR = re.compile(r"-[0-9a-f]{8}(?:[@+~]|$)")


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "explain", help="a clause with what decides and tests it, or a vector with its derivation"
    )
    parser.add_argument("subject", metavar="CLAUSE|GROUP|VECTOR", help="such as TRB-MOV-3, TRB-MOV, or a vector's id")


def run(args: argparse.Namespace) -> int:
    from ludex.authoring.explain import find, group_lines, vector_lines
    from ludex.rulebook import rulebook, with_rulebooks
    from ludex.vectors.suite import available, open_suite

    wanted = args.subject.upper()  # a clause is known by its letters, whatever their size; a vector's are small
    for game in with_rulebooks():
        if wanted in rulebook(game):
            return _clause(wanted, game)
        if lines := list(group_lines(wanted, rulebook(game))):
            return _print_lines(lines)
    suites = [open_suite(game) for game in available()]
    found = find(args.subject, suites)
    if not found:
        raise Fault(f"neither a clause nor a vector: {args.subject!r}", _remedy(args.subject))
    for number, (suite, topic, vector) in enumerate(found):
        if number:
            print("\n" + "─" * 72)
        for line in vector_lines(suite, topic, vector):
            print(line)
    return 0


def _remedy(subject: str) -> str:
    from ludex.rulebook import rulebook, with_rulebooks
    from ludex.rulebook.unknown import suggestion

    vectors = "`ludex check --list` shows the vectors."
    if _VECTOR.search(subject):
        return vectors
    return f"{suggestion(subject, {game: rulebook(game) for game in with_rulebooks()})} {vectors}"


def _print_lines(lines: list[str]) -> int:
    for line in lines:
        print(line)
    return 0


def _clause(clause_id: str, game: str) -> int:
    from ludex.authoring.explain import clause_lines, tests_of
    from ludex.rulebook import rulebook
    from ludex.vectors.suite import available, open_suite

    for line in clause_lines(rulebook(game)[clause_id], game):
        print(line)
    for line in tests_of(clause_id, game, open_suite(game) if game in available() else None):
        print(line)
    return 0
