"""Choosing scenarios by an expression on their names, the clauses that they cite, and their tags."""

from __future__ import annotations

import re
from collections.abc import Callable

from ludex.notation.reading import as_typed
from ludex.scenario.values import Scenario

Chosen = Callable[[Scenario], bool]
OPERATORS = ("and", "or", "not", "(", ")")
MOST_WORDS_OF_AN_EXPRESSION = 200  # so that parentheses in parentheses do not exhaust the stack
_WORD = re.compile(r'\(|\)|"[^"]*"|[^\s()"]+')


class NotAnExpression(ValueError):  # noqa: N818 - says what is the matter
    """An expression that cannot be read, and why."""


def quote_name(name: str) -> str:
    """A name as an expression: in quotation marks where a word of it could be taken for an operator."""
    return f'"{name}"' if set(_WORD.findall(name)) & set(OPERATORS) else name


def chosen_by(expression: str) -> Chosen:
    """Whether a scenario is meant: ``walks off``, ``TRB-MOV and not slow``, ``(one or two) and "this and that"``.

    A term is found anywhere in a name, whatever its capitals; it is also met by a clause that begins with it, and by
    a tag that it is. Words beside each other are one term. Raises NotAnExpression."""
    words = _WORD.findall(expression)
    if not words:
        return lambda _: True
    if len(words) > MOST_WORDS_OF_AN_EXPRESSION:
        raise NotAnExpression(f"it has more than {MOST_WORDS_OF_AN_EXPRESSION} words")
    choosing = _Choosing(words)
    is_meant = choosing.either()
    if choosing.words_left():
        raise NotAnExpression(f"{as_typed(choosing.words_left()[0])} cannot stand where it does")
    return is_meant


class _Choosing:
    """Reads an expression from the left; or binds least, then and, then not."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.at = 0

    def words_left(self) -> list[str]:
        return self.words[self.at :]

    def next_is(self, word: str) -> bool:
        found = self.words_left()[:1] == [word]
        self.at += found
        return found

    def either(self) -> Chosen:
        one = self.both()
        while self.next_is("or"):
            one = _or(one, self.both())
        return one

    def both(self) -> Chosen:
        one = self.term()
        while self.next_is("and"):
            one = _and(one, self.term())
        return one

    def term(self) -> Chosen:
        negative = False
        while self.next_is("not"):
            negative = not negative
        one = self.inside()
        return (lambda scenario: not one(scenario)) if negative else one

    def inside(self) -> Chosen:
        if self.next_is("("):
            one = self.either()
            if not self.next_is(")"):
                raise NotAnExpression("a closing parenthesis is missing")
            return one
        start = self.at
        while self.words_left() and self.words_left()[0] not in OPERATORS:
            self.at += 1
        if start == self.at:
            before = f" before {as_typed(self.words_left()[0])}" if self.words_left() else ""
            raise NotAnExpression(f"a word is missing{before}")
        return _term(" ".join(word.strip('"') for word in self.words[start : self.at]))


def _or(one: Chosen, other: Chosen) -> Chosen:
    return lambda scenario: one(scenario) or other(scenario)


def _and(one: Chosen, other: Chosen) -> Chosen:
    return lambda scenario: one(scenario) and other(scenario)


def _term(text: str) -> Chosen:
    sought = text.lower()

    def is_meant(scenario: Scenario) -> bool:
        names = scenario.name.lower(), (scenario.outline or "").lower()
        clauses = (clause.lower() for clause in scenario.cites)
        return any(sought in name for name in names) or sought in scenario.tags or any(map(_begins(sought), clauses))

    return is_meant


def _begins(sought: str) -> Callable[[str], bool]:
    return lambda clause: clause == sought or clause.startswith(f"{sought}-")
