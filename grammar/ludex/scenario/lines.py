"""The lines of a scenario file: comments taken off, keywords told from bodies, blocks told by indentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ludex.notation.reading import NotReadable, Place

COMMENT = "--"
MOST_LETTERS_OF_A_LINE = 10_000  # so that reading a line takes no time that a person notices
TAB_COLUMNS = 8
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class ScenarioLine:
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


def lines_of(text: str, file: str = "") -> Iterator[ScenarioLine | NotReadable]:
    """The lines of a text that say something, and an error in place of each that cannot be one."""
    for number, raw in enumerate(text.split("\n"), start=1):
        source = raw[:-1] if raw.endswith("\r") else raw
        fault = _fault(number, source, file)
        if fault:
            yield fault
        elif line := line_of(number, source, file):
            yield line


def line_of(number: int, source: str, file: str = "", deeper: int = 0) -> ScenarioLine | None:
    """What a line says, if anything; ``deeper`` is added to its indentation."""
    said = without_comment(source).rstrip()
    keyword, *_ = said.split(maxsplit=1) or [""]
    if not keyword:
        return None
    start = len(said) - len(said.lstrip())
    rest = said[start + len(keyword) :]
    column = start + len(keyword) + len(rest) - len(rest.lstrip()) + 1
    places = Place(number, start + 1, source, file), Place(number, column, source, file)
    return ScenarioLine(deeper + len(said[:start].expandtabs(TAB_COLUMNS)), keyword, rest.strip(), *places)


def _fault(number: int, source: str, file: str) -> NotReadable | None:
    if len(source) > MOST_LETTERS_OF_A_LINE:
        at = Place(number, MOST_LETTERS_OF_A_LINE + 1, source[: MOST_LETTERS_OF_A_LINE + 1], file)
        return at.problem(f"a line of at most {MOST_LETTERS_OF_A_LINE} letters; this one has {len(source)}")
    unseen = _UNSEEN.search(source)
    if unseen is None:
        return None
    at = Place(number, unseen.start() + 1, source, file)
    if unseen.group() == "\r":
        return at.problem("a line that ends in LF or CRLF", "an editor can save the file with other line ends")
    return at.problem(f"letters that can be seen, and not the sign U+{ord(unseen.group()):04X}", "take it out")


def without_comment(line: str) -> str:
    """The line up to the first ``--`` that is in no quotation."""
    start = quotes = 0
    while (found := line.find(COMMENT, start)) >= 0:
        quotes += line.count('"', start, found)
        if quotes % 2 == 0:
            return line[:found]
        start = found + 1
    return line
