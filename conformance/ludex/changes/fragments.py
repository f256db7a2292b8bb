"""Declarations of changes of rules: files in `changes/`, one for each change, that say what flips, by what, and why."""

import json
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludex.changes.flips import Flip
from ludex.fault import Fault

FOLDER = "changes"
KINDS = ("edition", "reading", "erratum")
FIELDS = {"game": str, "kind": str, "name": str, "clauses": list, "reason": str, "vectors": list, "unseen": list}
TO_FILL = "FILL IN"
HEADER = """\
# A declared change of rules. `ludex gate` holds it against what really changes.
# kind: edition (name: its id), reading (name: ENTRY=CHOICE) or erratum (name: "").
# vectors: the ids of the vectors whose results change. unseen: clauses by which answers change that no vector asks for.
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

    def faults(self, clauses: Iterable[str]) -> Iterator[str]:
        """What is wrong with the declaration in itself; ``clauses`` are those of the rulebook."""
        if self.kind not in KINDS:
            yield f"kind is {' or '.join(KINDS)}, and not {self.kind!r}"
        if self.kind in ("edition", "reading") and not self.name:
            yield f"a change of kind {self.kind} has a name"
        if not self.reason.strip() or TO_FILL in self.reason:
            yield "the reason is not filled in"
        if not self.clauses:
            yield "no clause is named"
        known = set(clauses)
        yield from (f"the rulebook has no clause {clause}" for clause in self.clauses if clause not in known)
        if not self.vectors and not self.unseen:
            yield "it declares nothing: neither vectors nor unseen"


def read_fragment(path: Path) -> Fragment:
    """The declaration in a file; raises Fault with the place and the remedy."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Fault(f"{path}: {error}", "`ludex gate --declare` writes one to fill in.") from None
    wrong = sorted({*data} ^ {*FIELDS}) or [name for name, of in FIELDS.items() if not isinstance(data[name], of)]
    if wrong:
        raise Fault(f"{path}: not as it should be: {', '.join(wrong)}", f"Its fields are {', '.join(FIELDS)}.")
    lists = {name: frozenset(map(str, data[name])) for name in ("vectors", "unseen")}
    clauses = tuple(map(str, data["clauses"]))
    return Fragment(path, data["game"], data["kind"], data["name"], clauses, data["reason"], **lists)


def fragments(folder: Path) -> dict[str, Fragment]:
    """The declarations of a folder by file name."""
    return {path.name: read_fragment(path) for path in sorted(folder.glob("*.toml"))}


def fresh(now: Path, before: Path) -> list[Fragment]:
    """The declarations that were added or changed: those that were there before have had their effect."""
    known = {path.name: path.read_bytes() for path in before.glob("*.toml")}
    return [one for name, one in fragments(now).items() if known.get(name) != one.path.read_bytes()]


def written(game: str, flips: Iterable[Flip], unseen: Iterable[Flip], clauses: Iterable[str]) -> str:
    """A declaration to fill in."""
    values: dict[str, Any] = {
        "game": game,
        "kind": "erratum",
        "name": "",
        "clauses": sorted(set(clauses)),
        "reason": f"{TO_FILL}: why the old answers were wrong, or what the new edition or reading is for",
        "vectors": sorted({flip.asked.vector or "" for flip in flips}),
        "unseen": sorted({flip.clause for flip in unseen}),
    }
    return HEADER + "".join(f"{name} = {_toml(value)}\n" for name, value in values.items())


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return "[\n" + "".join(f"  {json.dumps(item)},\n" for item in value) + "]" if value else "[]"
    return json.dumps(value)
