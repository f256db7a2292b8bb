"""The shape of a text: its scenarios as symbols, what folds, and a lens over each scenario that runs it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol.types import (
    CodeLens,
    Command,
    DocumentSymbol,
    FoldingRange,
    Location,
    SymbolKind,
    WorkspaceSymbol,
)

from ludex.editor.document import OpenText
from ludex.editor.looking import clause_location
from ludex.editor.positions import ClientText
from ludex.rulebook import rulebook, with_rulebooks
from ludex.scenario.text_blocks import STORIES, TextBlock, blocks_of

RUN = "ludex.run"
KINDS = {"game": SymbolKind.Module, "background": SymbolKind.Constructor}
MOST_SYMBOLS = 500
_QUOTED = re.compile(r'"([^"\n]+)')
_PART = re.compile(r"^([ \t]+)(?:given|when|then|examples)\b.*$", re.MULTILINE)


def _title(block: TextBlock) -> str:
    """What a block is called: its name, or its first line."""
    first = block.text.partition("\n")[0]
    quoted = _QUOTED.search(first) if block.kind in STORIES else None
    return quoted[1] if quoted else " ".join(first.partition("--")[0].split())


def symbols(document: OpenText) -> list[DocumentSymbol]:
    """The games, backgrounds, scenarios and outlines of a text."""
    return [
        DocumentSymbol(
            _title(block),
            KINDS.get(block.kind, SymbolKind.Method),
            document.shown.lines_range(block.line, block.last),
            document.shown.lines_range(block.line, block.line),
            detail=block.kind,
        )
        for block in document.read.blocks
        if block.kind
    ]


def folds(document: OpenText) -> list[FoldingRange]:
    """Each scenario, and each part of one that goes on over several lines."""
    found = [(block.line, block.last) for block in document.read.blocks if block.kind]
    found += [part for block in document.read.blocks for part in _parts(block)]
    return [FoldingRange(first - 1, last - 1) for first, last in found if last > first]


def _parts(block: TextBlock) -> Iterator[tuple[int, int]]:
    lines = block.text.split("\n")
    for number, line in enumerate(lines):
        if found := _PART.match(line):
            last = number
            while last + 1 < len(lines) and lines[last + 1].startswith(f"{found[1]} "):
                last += 1
            yield block.line + number, block.line + last


def lenses(document: OpenText) -> list[CodeLens]:
    """A lens over each scenario that runs it as it stands in the editor."""
    return [
        CodeLens(
            document.shown.lines_range(block.line, block.line),
            Command(f"run {block.kind}", RUN, arguments=[document.uri, block.line]),
        )
        for block in document.read.blocks
        if block.kind in STORIES
    ]


def workspace_symbols(query: str, texts: Iterable[tuple[str, ClientText]]) -> list[WorkspaceSymbol]:
    """The scenarios of some texts, each with its address, and all clauses, whose names hold what is sought."""
    sought = query.lower()
    found = [*_scenarios(sought, texts), *_clauses(sought)]
    return found[:MOST_SYMBOLS]


def _scenarios(sought: str, texts: Iterable[tuple[str, ClientText]]) -> Iterator[WorkspaceSymbol]:
    for uri, text in texts:
        for block in blocks_of(text.text):
            if block.kind in STORIES and sought in _title(block).lower():
                where = Location(uri, text.lines_range(block.line, block.line))
                yield WorkspaceSymbol(where, _title(block), SymbolKind.Method, container_name=uri.rpartition("/")[2])


def _clauses(sought: str) -> Iterator[WorkspaceSymbol]:
    for game in with_rulebooks():
        for clause in rulebook(game).values():
            name = f"{clause.id} {clause.title}"
            if sought in name.lower():
                yield WorkspaceSymbol(clause_location(clause), name, SymbolKind.Constant, container_name=game)
