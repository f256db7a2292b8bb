"""What an editor may change on request: the layout, what a scenario expects, a reason, a word that was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from lsprotocol.types import (
    CodeAction,
    CodeActionDisabled,
    CodeActionKind,
    Diagnostic,
    Range,
    TextEdit,
    WorkspaceEdit,
)

from ludex.authoring.accepting import acceptance_of
from ludex.authoring.layout import layout_of
from ludex.editor.document import OpenText
from ludex.fault import Fault
from ludex.scenario import run
from ludex.scenario.accepting import NotAccepted, Rewriting
from ludex.scenario.text_blocks import TextBlock

ACCEPT = "Expect what came out"
WHY = "Add a reason: why"
_MEANT = re.compile(r"did you mean `([^`]+)`\?")
_WORD = re.compile(r"[\w-]+|\S")


def format_all(document: OpenText) -> list[TextEdit]:
    """The text laid out in the one way, as edits of the lines that change; a Fault where that cannot be done."""
    anew, errors = layout_of(document.text, Path(document.path))
    if errors:
        raise Fault(f"{document.path} is left as it is: {errors[0]}", "Mend its errors first.")
    return [] if anew == document.text else [_change(document, anew)]


def _change(document: OpenText, anew: str) -> TextEdit:
    """What differs, from the first line that does to the last."""
    old, new = document.text.splitlines(keepends=True), anew.splitlines(keepends=True)
    shorter = min(len(old), len(new))
    first = next((number for number in range(shorter) if old[number] != new[number]), shorter)
    left = shorter - first
    last = next((number for number in range(left) if old[-1 - number] != new[-1 - number]), left)
    start = sum(map(len, old[:first]))
    end = len(document.text) - sum(map(len, old[len(old) - last :]))
    return TextEdit(document.shown.range(start, end), "".join(new[first : len(new) - last]))


def actions(document: OpenText, where: Range, found: Sequence[Diagnostic]) -> list[CodeAction]:
    """What can be mended in a range; of these messages, what they suggest."""
    line = document.shown.line_at(document.shown.offset_of(where.start))
    block = document.read.block_at(line)
    return [*_meant(document, found), *_why(document, block), *_accept(document, line)]


def _meant(document: OpenText, found: Sequence[Diagnostic]) -> Iterator[CodeAction]:
    for one in found:
        for meant in _MEANT.findall(one.message):
            yield _action(document, f"Write `{meant}`", [TextEdit(one.range, meant)], [one])


def _why(document: OpenText, block: TextBlock) -> Iterator[CodeAction]:
    """A line for the reason, below the first line of a scenario that gives none."""
    if block.kind in ("scenario", "outline") and not re.search(r"^[ \t]+why\b", block.text, re.MULTILINE):
        at = document.shown.offset(block.line) + len(document.shown.line_text(block.line))
        yield _action(document, WHY, [TextEdit(document.shown.range(at, at), "\n  why    ")])


def _accept(document: OpenText, line: int) -> Iterator[CodeAction]:
    """For a scenario that fails, its `then` as it came out; where that cannot be written, why not."""
    scenario = document.scenario_at(line)
    results = run(scenario) if scenario else ()
    if not any(result.failures for result in results):
        return
    try:
        change, _ = acceptance_of(document.text, document.path, results)
    except NotAccepted as error:
        yield CodeAction(ACCEPT, kind=CodeActionKind.QuickFix, disabled=CodeActionDisabled(str(error)))
        return
    yield _action(document, ACCEPT, list(_edits(document, change)))


def _edits(document: OpenText, change: Rewriting) -> Iterator[TextEdit]:
    for line, anew in change.lines.items():
        if anew is not None:
            yield TextEdit(document.shown.lines_range(line, line), anew.rstrip("\r"))
        else:
            yield TextEdit(document.shown.range(document.shown.offset(line), document.shown.offset(line + 1)), "")


def _action(document: OpenText, title: str, edits: list[TextEdit], found: list[Diagnostic] | None = None) -> CodeAction:
    edit = WorkspaceEdit(changes={document.uri: edits})
    return CodeAction(title, kind=CodeActionKind.QuickFix, diagnostics=found, edit=edit)
