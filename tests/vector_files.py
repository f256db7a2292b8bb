"""The committed vectors as tests look at them, an edition at a time; and vectors of their own that tests lay down."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ludex.generate.files import manifest_of, write
from ludex.generate.stored import lay_out, vectors_in
from ludex.suites import SuiteTopic
from ludex.vectors.suite import FOLDER, MANIFEST, file_of

VECTORS = Path(__file__).parents[1] / "vectors"
Whole = dict[str, Any]


def paths(game: str) -> list[Path]:
    """Every file of a game."""
    return sorted((VECTORS / game / FOLDER).glob("*.json"))


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
) -> Path:
    """Write topics of editions, each as ``topic`` gives it, and the manifest over them; gives the game's folder."""
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
    write(root / game / MANIFEST, manifest_of(version, editions, files))
    return root / game
