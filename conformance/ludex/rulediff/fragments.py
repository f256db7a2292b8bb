"""Declarations of changes of rules: files in `changes/`, one for each change, that say what flips, by what, and why."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.fault import Fault

if TYPE_CHECKING:
    from tomlkit.items import Array

FOLDER = "changes"
KINDS = ("edition", "reading", "erratum")
NAMES = {"edition": "the id of the edition", "reading": "ENTRY=CHOICE"}
FIELDS = {
    "game": str,
    "kind": str,
    "name": str,
    "clauses": list,
    "reason": str,
    "vectors": list,
    "unseen": list,
    "removed": list,
    "scenario": str,
}
MAY_BE_LEFT_OUT = frozenset({"removed", "scenario"})
FEWEST_WORDS = 3  # of a reason
TO_FILL = "FILL IN"
HEADER = """\
# A declared change of rules. `ludex gate` holds it against what really changes.
# kind: edition (name: its id), reading (name: ENTRY=CHOICE) or erratum (name: "").
# clauses: those that say otherwise now. reason: why.
# vectors: the ids of the vectors whose results change. unseen: clauses by which answers change that no vector asks for.
# removed: the ids of vectors that are gone.
# scenario: one that shows the change, as "spec/GAME/scenarios/FILE.ludex: NAME"; it passes now, and did not before.
"""


@dataclass(frozen=True)
class Fragment:
    """One declaration."""

    path: Path
    game: str
    kind: str
    name: str
    clauses: tuple[str, ...]
    reason: str
    vectors: frozenset[str]
    unseen: frozenset[str]
    removed: frozenset[str] = frozenset()
    scenario: str = ""

    def faults(self, clauses: Iterable[str]) -> Iterator[str]:
        """What is wrong with the declaration in itself; ``clauses`` are those of the rulebook."""
        if self.kind not in KINDS:
            yield f"kind is {self.kind!r}, and must be one of {', '.join(KINDS)}"
        if self.kind in ("edition", "reading") and not self.name:
            yield f"a change of kind {self.kind} has a name: {NAMES[self.kind]}"
        if not self.reason.strip() or TO_FILL in self.reason:
            yield "the reason is not filled in"
        elif len(self.reason.split()) < FEWEST_WORDS:
            yield f"the reason {self.reason.strip()!r} says nothing: why is it so, in a sentence"
        if not self.clauses and (self.vectors or self.unseen):
            yield 'no clause is named (clauses = ["ID", …])'
        known = set(clauses)
        missing = [clause for clause in self.clauses if clause not in known]
        yield from (f"the rulebook has no clause {clause} (one that rules no more is withdrawn)" for clause in missing)
        if not self.vectors and not self.unseen and not self.removed:
            yield "it declares nothing: neither vectors nor unseen nor removed"


def read_fragment(path: Path) -> Fragment:
    """The declaration in a file; raises Fault with the place and the remedy."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise Fault(f"cannot read {path}: {error.strerror}", "`ludex gate --declare` writes a file.") from None
    except UnicodeDecodeError:
        raise Fault(f"{path} is not UTF-8", "Save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise Fault(
            f"{path} is not TOML: {error}", "Texts stand in quotation marks; `ludex gate --declare` writes a file."
        ) from None
    wrong = list(_wrong(data))
    if wrong:
        raise Fault(f"{path}: {'; '.join(wrong)}", f"Its fields are {', '.join(FIELDS)}.")
    clauses, vectors, unseen = tuple(data["clauses"]), frozenset(data["vectors"]), frozenset(data["unseen"])
    removed, shown = frozenset(data.get("removed", ())), data.get("scenario", "")
    head = (path, data["game"], data["kind"], data["name"], clauses, data["reason"])
    return Fragment(*head, vectors, unseen, removed, shown)


def _wrong(data: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the fields."""
    yield from (f"{name} is missing" for name in FIELDS if name not in data and name not in MAY_BE_LEFT_OUT)
    yield from (f"{name} is no field" for name in data if name not in FIELDS)
    for name, of in FIELDS.items():
        value = data.get(name, of())
        if not isinstance(value, of):
            yield f"{name} must be {'a text' if of is str else 'a list'}"
        elif isinstance(value, list) and not all(isinstance(item, str) for item in value):
            yield f"{name} must be a list of texts"


def fragments(folder: Path) -> dict[str, Fragment]:
    """The declarations of a folder by file name."""
    return {path.name: read_fragment(path) for path in sorted(folder.glob("*.toml"))}


def fresh(now: Path, before: Path) -> list[Fragment]:
    """The declarations that were added or changed: those that were there before have had their effect."""
    known = {path.name: path.read_bytes() for path in before.glob("*.toml")}
    return [one for name, one in fragments(now).items() if known.get(name) != one.path.read_bytes()]


def declaration_text(
    game: str,
    clauses: Iterable[str],
    vectors: Iterable[str],
    unseen: Iterable[str],
    removed: Iterable[str] = (),
    scenario: str = "",
) -> str:
    """A declaration to fill in."""
    import tomlkit

    values: dict[str, Any] = {
        "game": game,
        "kind": "erratum",
        "name": "",
        "clauses": sorted(set(clauses)),
        "reason": f"{TO_FILL}: why the old answers were wrong, or what the new edition or reading is for",
        "vectors": sorted(set(vectors)),
        "unseen": sorted(set(unseen)),
        "removed": sorted(set(removed)),
        "scenario": scenario,
    }
    document = tomlkit.parse(HEADER)
    for name, value in values.items():
        document[name] = _in_lines(value) if isinstance(value, list) else value
    return document.as_string()


def _in_lines(values: list[str]) -> Array:
    """A list with a value a line."""
    import tomlkit

    array = tomlkit.array()
    array.extend(values)
    return array.multiline(bool(values))
