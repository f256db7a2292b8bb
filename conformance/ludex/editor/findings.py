"""What is wrong with an open text, as an editor shows it: the messages of the reader, and those of lint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lsprotocol.types import (
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    Location,
    Position,
    Range,
)

from ludex.authoring.linting import GRAVE, UNKNOWN, Finding
from ludex.editor.blocks import ReadPiece
from ludex.editor.document import OpenText
from ludex.notation import NotReadable, Place

SOURCE = "ludex"
ERRORS = (*GRAVE, UNKNOWN, "fails", "withdrawn-clause")


def findings(document: OpenText) -> list[Diagnostic]:
    """All of it, as far as it is known yet."""
    read = [_unreadable(document, problem) for problem in document.read.problems()]
    played = [_played(document, piece, one) for piece in document.read.pieces for one in _found(document, piece)]
    return [*read, *played]


def _found(document: OpenText, piece: ReadPiece) -> Iterator[Finding]:
    yield from document.found.get(piece.key, ())


def _unreadable(document: OpenText, problem: NotReadable) -> Diagnostic:
    hint = f"  ({problem.hint})" if problem.hint not in ("", f"did you mean {problem.expected}?") else ""
    return Diagnostic(
        _range(document, problem.place),
        f"expected {problem.expected}{hint}",
        severity=DiagnosticSeverity.Error,
        code="unreadable",
        source=SOURCE,
        related_information=list(_related(document, problem.place)) or None,
    )


def _played(document: OpenText, piece: ReadPiece, one: Finding) -> Diagnostic:
    place = Place(one.line, one.column, "", "" if one.file == document.path else one.file)
    return Diagnostic(
        _range(document, piece.place(place)),
        f"{one.message}\n{one.remedy}",
        severity=DiagnosticSeverity.Error if one.rule in ERRORS else DiagnosticSeverity.Warning,
        code=one.rule,
        source=SOURCE,
    )


def _range(document: OpenText, place: Place) -> Range:
    """The word at a place; of an included file, the line that includes it."""
    if not place.file:
        return document.shown.word_range(place.line, place.column)
    found = re.search(rf'^[ \t]*(include\s+"[^"]*{re.escape(Path(place.file).name)}")', document.text, re.MULTILINE)
    return document.shown.range(*found.span(1)) if found else document.shown.range(0, 0)


def _related(document: OpenText, place: Place) -> Iterator[DiagnosticRelatedInformation]:
    if place.file:
        at = Position(place.line - 1, 0)
        where = Location(Path(place.file).resolve().as_uri(), Range(at, at))
        yield DiagnosticRelatedInformation(where, place.text.strip())
    if place.row and not place.file:
        where = Location(document.uri, _range(document, place.row))
        yield DiagnosticRelatedInformation(where, "with this row of the examples")
