"""What is suggested for a clause that no rulebook has: clauses of the same group, or the groups that there are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches

from ludex.notation.reading import as_typed, one_of
from ludex.rulebook import Clause, Rulebook

MOST_SUGGESTIONS = 3  # what a person takes in at a glance
_LIKE_A_CLAUSE = re.compile(r"([A-Z]+)(?:-+([A-Z]+))?-*([0-9]*)")
_BETWEEN = re.compile(r"[^A-Z0-9]+")
Groups = dict[str, list[Clause]]


def suggestion(wanted: str, books: Mapping[str, Rulebook], game: str = "") -> str:
    """A remedy, in a sentence or two, for a clause or group that is in none of the rulebooks.

    ``books`` are the rulebooks by their games; ``game`` is the one that is spoken of, if it is only one."""
    for other, book in books.items():
        if game and other != game and wanted in book:
            beginning = prefix_of(books[game])
            return f"It is a clause of {other}; those of {game} begin with {as_typed(beginning)}."
    asked = {game: books[game]} if game else books
    word = _BETWEEN.sub("-", wanted.upper()).strip("-")
    for name, book in asked.items():
        if word.startswith(f"{prefix_of(book)}-") or word in (prefix_of(book), name.upper()):
            return _in_book(word, name, book)
    return _alike(word, asked) or (_beginnings(asked) if asked else "There is no rulebook here.")


def prefix_of(book: Rulebook) -> str:
    """The letters that all clauses of a rulebook begin with."""
    return next(iter(book), "").partition("-")[0]


def _in_book(word: str, game: str, book: Rulebook) -> str:
    group, number = _group_and_number(word)
    groups = _groups(book)
    if group in groups:
        near = _nearest(number, groups[group])
        told = len(near) in (1, len(groups[group]))
        return _did_you_mean(near) + ("" if told else f" {as_typed(f'ludex explain {group}')} lists all of them.")
    letters = {name.rpartition("-")[2]: name for name in groups}
    known = f"In the rulebook of {game}, {as_typed(f'{prefix_of(book)}-')} is followed by {one_of(letters)}."
    for close in get_close_matches(group.rpartition("-")[2], letters, n=1):
        likely = letters[close]
        one = _did_you_mean(_nearest(number, groups[likely])[:1])
        return f"{one if number else f'Did you mean the group {as_typed(likely)}?'} {known}"
    return known


def _group_and_number(word: str) -> tuple[str, int]:
    """The group that a word names, and its number (0: it says none)."""
    match = _LIKE_A_CLAUSE.match(word)
    first, second, number = match.groups("") if match else (word, "", "")
    return f"{first}-{second}", int(number[:9] or 0)


def _groups(book: Rulebook) -> Groups:
    groups: Groups = {}
    for clause in book.values():
        if not clause.withdrawn:
            groups.setdefault(clause.group, []).append(clause)
    return groups


def _nearest(number: int, clauses: list[Clause]) -> list[Clause]:
    """Those whose numbers are nearest, in the order of the rulebook."""
    most = 1 if _has(number, clauses) else MOST_SUGGESTIONS
    near = sorted(clauses, key=lambda clause: abs(_number(clause) - number))[:most]
    return [clause for clause in clauses if clause in near]


def _has(number: int, clauses: list[Clause]) -> bool:
    return number in map(_number, clauses)


def _number(clause: Clause) -> int:
    return int(clause.id.rpartition("-")[2])


def _alike(word: str, books: Mapping[str, Rulebook]) -> str:
    """For a clause that begins with the letters of no game, or with those of none at all."""
    parts = word.split("-")[-2:]
    ends = "-".join(["", *parts])
    found = [clause for book in books.values() for clause in book.values() if clause.id.endswith(ends)]
    return _did_you_mean(found[:MOST_SUGGESTIONS]) if len(parts) > 1 and found else ""


def _beginnings(books: Mapping[str, Rulebook]) -> str:
    return f"Clauses begin with {one_of(f'{as_typed(prefix_of(book))} ({game})' for game, book in books.items())}."


def _did_you_mean(clauses: list[Clause]) -> str:
    return f"Did you mean {one_of(f'{as_typed(clause.id)} ({clause.title})' for clause in clauses)}?"
