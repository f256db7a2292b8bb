"""The lines of a scenario file: comments taken off, keywords told from bodies, blocks told by indentation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludex.notation.reading import Place

COMMENT = "--"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that says something: how far it is indented, its first word, the rest, and where the two stand."""

    indent: int
    keyword: str
    body: str
    place: Place
    body_place: Place

    @property
    def said(self) -> str:
        """The whole of what the line says."""
        return f"{self.place.text[self.place.column - 1 : self.body_place.column - 1]}{self.body}".strip()


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a text that say something."""
    for number, raw in enumerate(text.split("\n"), start=1):
        source = raw.rstrip("\r")
        said = without_comment(source).rstrip()
        if said.strip():
            yield _line(number, source, said)


def _line(number: int, source: str, said: str) -> Line:
    indent = len(said) - len(said.lstrip())
    keyword = said.split(maxsplit=1)[0]
    rest = said[indent + len(keyword) :]
    body = rest.strip()
    column = indent + len(keyword) + len(rest) - len(rest.lstrip()) + 1
    return Line(indent, keyword, body, Place(number, indent + 1, source), Place(number, column, source))


def without_comment(line: str) -> str:
    """The line up to the first ``--`` that is in no quotation."""
    start = 0
    while (found := line.find(COMMENT, start)) >= 0:
        if line.count('"', 0, found) % 2 == 0:
            return line[:found]
        start = found + 1
    return line
