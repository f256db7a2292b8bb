"""Reads a rulebook: the numbered clauses of spec/<game>/rulebook/*.md, each with its sentence, source and notes."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from ludex import where
from ludex.fault import Fault

WITHDRAWN = "withdrawn"
LEVELS = ("must", "should", "may", WITHDRAWN)  # a clause that is withdrawn keeps its number, and rules nothing
ROLES = ("check", "relation", "effect", "layout", "text")
_ID = r"[A-Z]{3}-[A-Z]{3}-[0-9]+"
_HEADING = re.compile(rf"^### ({_ID}) · ({'|'.join(LEVELS)}) · ({'|'.join(ROLES)}) · (\S.*)$")
_MEANT = re.compile(r"^#{1,6}\s*[A-Z]{2,4}-[A-Z]+-?[0-9]+\b")
_SECTION = re.compile(r"^##? (\S.*)$")


class Clause(Struct, frozen=True):
    """One numbered rule, and where it stands: below the heading of a section, or of its chapter where it has none."""

    id: str
    level: str
    role: str
    title: str
    sentence: str
    source: str
    notes: str
    file: str
    line: int
    section: str = ""

    @property
    def group(self) -> str:
        return self.id.rpartition("-")[0]

    @property
    def withdrawn(self) -> bool:
        return self.level == WITHDRAWN


Rulebook = dict[str, Clause]


def read_rulebook(folder: Path) -> Rulebook:
    """All clauses of a folder by id; a Fault names file and line of what is malformed or said twice."""
    clauses: Rulebook = {}
    for path in sorted(folder.glob("*.md")):
        for clause in read_chapter(path):
            if clause.id in clauses:
                first = clauses[clause.id]
                here = f"{path}:{clause.line}: clause {clause.id} is already in {first.file}:{first.line}"
                raise Fault(here, "A clause id is given once and never again; take the next free number.")
            clauses[clause.id] = clause
    return clauses


def read_chapter(path: Path) -> Iterator[Clause]:
    """The clauses of one file in order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    section, fenced = "", False
    for number, line in enumerate(lines):
        fenced ^= line.startswith("```")
        if (named := _SECTION.match(line)) and not fenced:
            section = named.group(1)
        if heading := _HEADING.match(line):
            yield _clause(heading, path, number, _body(lines, number + 1), section)
        elif _MEANT.match(line):
            remedy = f"Write: ### ID · {'|'.join(LEVELS)} · {'|'.join(ROLES)} · Title"
            raise Fault(f"{path}:{number + 1}: this heading names a clause but is not written as one", remedy)


def outside_of_clauses(path: Path) -> str:
    """What a chapter says outside of its clauses; nothing where there is none."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    for clause in reversed(list(read_chapter(path)) if lines else []):
        del lines[clause.line - 1 : clause.line + len(_body(lines, clause.line))]
    return "\n".join(lines)


def _body(lines: list[str], start: int) -> list[str]:
    """The lines up to the next heading; one inside a fence is none."""
    body: list[str] = []
    fenced = False
    for line in lines[start:]:
        fenced ^= line.startswith("```")
        if line.startswith("#") and not fenced:
            break
        body.append(line)
    return body


def _clause(heading: re.Match[str], path: Path, number: int, body: list[str], section: str) -> Clause:
    clause_id, level, role, title = heading.groups()
    paragraphs = [part.strip() for part in "\n".join(body).split("\n\n") if part.strip()]
    if not paragraphs or paragraphs[0].startswith("Source:"):
        raise Fault(f"{path}:{number + 1}: clause {clause_id} has no sentence", "Say the rule in the first paragraph.")
    sources = [part for part in paragraphs[1:] if part.startswith("Source:")]
    notes = [part for part in paragraphs[1:] if not part.startswith("Source:")]
    return Clause(
        id=clause_id,
        level=level,
        role=role,
        title=title.strip(),
        sentence=" ".join(paragraphs[0].split()),
        source=" ".join(sources).removeprefix("Source:").strip(),
        notes="\n\n".join(notes),
        file=str(path),
        line=number + 1,
        section=section,
    )


@lru_cache
def rulebook(game: str) -> Rulebook:
    """The rulebook of a game; empty when it has none."""
    return read_rulebook(where.spec_of(game) / "rulebook")


def with_rulebooks() -> tuple[str, ...]:
    """The games that have a rulebook."""
    names = {folder.name for folder in where.spec().iterdir()} | {*where.games()}
    return tuple(sorted(name for name in names if any((where.spec_of(name) / "rulebook").glob("*.md"))))
