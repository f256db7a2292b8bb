"""What a clause or a reading says, where it is written, and which scenarios cite it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from lsprotocol.types import Hover, Location, MarkupContent, MarkupKind, Position, Range
from pygls.workspace import PositionCodec

from ludex import where
from ludex.authoring.files import SCENARIOS
from ludex.editor.document import OpenText
from ludex.editor.positions import ClientText
from ludex.rulebook import Clause, rulebook, with_rulebooks
from ludex.scenario.including import real_path
from ludex.scenario.lines import without_comment
from ludex.scenario.reader import decode
from ludex.seam import GAMES, package_of, reference_of

_CLAUSE = re.compile(r"\b[A-Z]{3}-[A-Z]{3}-[0-9]+\b")
_INCLUDE = re.compile(r'\s*include\s+"([^"]+)"')
_ENTRY = re.compile(r"[a-z][a-z0-9-]*")


def _word_at(document: OpenText, position: Position, pattern: re.Pattern[str]) -> tuple[str, Range] | None:
    """What of this form stands at a position."""
    offset = document.shown.offset_of(position)
    line = document.shown.line_at(offset)
    start = document.shown.offset(line)
    for found in pattern.finditer(document.shown.line_text(line)):
        if found.start() <= offset - start <= found.end():
            return found[0], document.shown.range(start + found.start(), start + found.end())
    return None


def clause_named(name: str) -> Clause | None:
    """The clause of this id, of whichever game."""
    return next((rulebook(game)[name] for game in with_rulebooks() if name in rulebook(game)), None)


def hover(document: OpenText, position: Position) -> Hover | None:
    """The clause at a position with its text, or the reading with what it decides."""
    if found := _word_at(document, position, _CLAUSE):
        clause = clause_named(found[0])
        return _hover(_clause_text(clause), found[1]) if clause else None
    found = _word_at(document, position, _ENTRY)
    if not found:
        return None
    game = document.game_of(document.read.block_at(position.line + 1))
    entries = reference_of(game).REGISTER.entries if package_of(GAMES, game) else ()
    for entry in entries:
        if entry.id == found[0]:
            choices = ", ".join(f"`{one}`" + " (default)" * (one == entry.default) for one in entry.readings)
            return _hover(f"**{entry.id}**: {choices}\n\n{entry.point}\n\n{' '.join(entry.clauses)}", found[1])
    return None


def _hover(text: str, where_it_is: Range) -> Hover:
    return Hover(MarkupContent(MarkupKind.Markdown, text), where_it_is)


def _clause_text(clause: Clause) -> str:
    source = f"Source: {clause.source}" if clause.source else ""
    parts = (f"**{clause.id}** · {clause.level} · {clause.title}", clause.sentence, clause.notes, source)
    return "\n\n".join(part for part in parts if part)


def definition(document: OpenText, position: Position) -> Location | None:
    """Where the clause at a position is written, or the file that is included there."""
    if found := _word_at(document, position, _CLAUSE):
        clause = clause_named(found[0])
        return clause_location(clause) if clause else None
    line = document.shown.line_text(document.shown.line_at(document.shown.offset_of(position)))
    if included := _INCLUDE.match(line):
        path = real_path(document.path).parent / included[1]
        return _location(path, 1) if path.is_file() else None
    return None


def clause_location(clause: Clause) -> Location:
    """The heading of a clause in its rulebook."""
    return _location(Path(clause.file), clause.line)


def _location(path: Path, line: int) -> Location:
    at = Position(line - 1, 0)
    return Location(path.resolve().as_uri(), Range(at, at))


def references(
    document: OpenText, position: Position, others: Iterable[OpenText], folders: Iterable[Path]
) -> list[Location]:
    """Where scenarios name the clause at a position: in what is open, in the folders, and in what ships."""
    found = _word_at(document, position, _CLAUSE)
    if not found:
        return []
    texts = {real_path(one.path): one.shown for one in others}
    for path in scenario_paths(folders):
        if path not in texts and (text := _text_of(path)) is not None:
            texts[path] = ClientText(text, document.codec)
    return [
        Location(path.as_uri(), where_it_is)
        for path, text in sorted(texts.items())
        for where_it_is in _named_in(text, found[0])
    ]


def scenario_paths(folders: Iterable[Path]) -> list[Path]:
    """The files of scenarios in folders, and those that ship."""
    own = [path for folder in folders for path in _files_below(folder)]
    shipped = [path for game in where.games() for path in where.scenarios(game)]
    return sorted({real_path(path) for path in (*own, *shipped)})


def _files_below(folder: Path) -> Iterator[Path]:
    """The files of scenarios below a folder, but for what is hidden or installed; what goes away meanwhile is left."""
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "node_modules"]
        yield from (Path(place, name) for name in files if name.endswith(SCENARIOS))


def _text_of(path: Path) -> str | None:
    """The text of a file; None where it is none."""
    try:
        text = decode(path.read_bytes())
    except OSError:
        return None
    return text if isinstance(text, str) else None


def text_of(path: Path, codec: PositionCodec) -> ClientText | None:
    text = _text_of(path)
    return None if text is None else ClientText(text, codec)


def _named_in(text: ClientText, clause: str) -> Iterator[Range]:
    """Where a text has a clause outside of comments."""
    for found in re.finditer(rf"\b{clause}\b", text.text):
        start = text.offset(text.line_at(found.start()))
        if len(without_comment(text.text[start : found.end()])) == found.end() - start:
            yield text.range(*found.span())
