"""`ludex explain`: a clause with what tests it, or a vector with its derivation."""

import argparse
from typing import Any


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("explain", help="a clause with what tests it, or a vector with its derivation")
    parser.add_argument("subject", metavar="CLAUSE|VECTOR", help="such as TRB-MOV-3, or a vector's id")


def run(args: argparse.Namespace) -> int:
    from ludex.judge.explain import find, unknown, vector_lines
    from ludex.rulebook import rulebook, with_rulebooks
    from ludex.vectors.suite import available, open_suite

    for game in with_rulebooks():
        if args.subject in rulebook(game):
            return _clause(args.subject, game)
    suites = [open_suite(game) for game in available()]
    found = find(args.subject, suites)
    if not found:
        raise unknown(args.subject, [clause for game in with_rulebooks() for clause in rulebook(game)])
    for number, (suite, topic, vector) in enumerate(found):
        if number:
            print("\n" + "─" * 72)
        for line in vector_lines(suite, topic, vector):
            print(line)
    return 0


def _clause(clause_id: str, game: str) -> int:
    from ludex.judge.explain import clause_lines, tests_of
    from ludex.rulebook import rulebook
    from ludex.vectors.suite import available, open_suite

    for line in clause_lines(rulebook(game)[clause_id]):
        print(line)
    for line in tests_of(clause_id, game, open_suite(game) if game in available() else None):
        print(line)
    return 0
