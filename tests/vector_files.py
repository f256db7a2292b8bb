"""The committed vectors as tests look at them, an edition at a time; and vectors of their own that tests lay down."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from ludex.generate.files import manifest_of, outside_of_none, write
from ludex.generate.generating import games
from ludex.generate.promises import outside_of
from ludex.generate.sides import counts_of
from ludex.generate.stored import lay_out, vectors_in
from ludex.protocol.schema import wire_of
from ludex.suites import SuiteTopic
from ludex.suites.seam import suite_of
from ludex.vectors.suite import FOLDER, MANIFEST, file_of, open_suite

VECTORS = Path(__file__).parents[1] / "vectors"
Whole = dict[str, Any]


def paths(game: str) -> list[Path]:
    """Every file of a game."""
    return sorted((VECTORS / game / FOLDER).glob("*.json"))


def names(game: str, edition: str) -> list[str]:
    """The topics of an edition, for which no file of vectors is read."""
    return sorted(name.topic for name in open_suite(game).names_of(edition))


@cache
def by_edition(path: Path) -> dict[str, Whole]:
    """What a file says in each edition: its head, and the vectors."""
    whole = json.loads(path.read_bytes())
    head = {name: value for name, value in whole.items() if name not in {"questions", "editions"}}
    found: dict[str, Whole] = {edition: {**head, "edition": edition, "vectors": []} for edition in whole["editions"]}
    for edition, vector in vectors_in(whole):
        found[edition]["vectors"].append(vector)
    return found


@cache
def topics(game: str, edition: str) -> tuple[Whole, ...]:
    """Every topic of an edition."""
    return tuple(found[edition] for path in paths(game) if edition in (found := by_edition(path)))


def topic(game: str, edition: str, name: str) -> Whole:
    """One topic of an edition."""
    return by_edition(VECTORS / game / file_of(name))[edition]


def lay_down(
    root: Path,
    game: str,
    wholes: Iterable[Mapping[str, Any]],
    editions: Mapping[str, Any],
    version: str = "1.0.0",
    sides: bool = False,
) -> Path:
    """Write topics of editions, each as ``topic`` gives it, and the manifest over them; gives the game's folder.

    With ``sides`` the manifest says how many there are, and they are asked.
    """
    by_topic: dict[str, dict[str, Mapping[str, Any]]] = {}
    for whole in wholes:
        by_topic.setdefault(whole["topic"], {})[whole["edition"]] = whole
    files = {}
    for name, found in by_topic.items():
        head = next(iter(found.values()))
        topic = SuiteTopic(name, head["kind"], head["operation"], head.get("about", "Of a test."), list)
        vectors = {edition: one["vectors"] for edition, one in found.items()}
        files[file_of(name)] = lay_out(game, topic, vectors, head.get("free", {}))
    for file, data in files.items():
        write(root / game / file, data)
    outside = partial(outside_of, suite_of(game), wire_of(game)) if game in games() else outside_of_none
    counts = counts_of(game, files) if sides else None
    write(root / game / MANIFEST, manifest_of(version, editions, files, counts, outside))
    return root / game
