"""Lays vectors down in files, whole or not at all, with a manifest that vouches for them; and tells what drifted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from ludex import outlet
from ludex.generate.stored import full_id_of, vectors_in
from ludex.vectors.promises import PROMISES
from ludex.vectors.suite import FOLDER, FORM, TableFacts

Outside = Callable[[Mapping[str, Any]], Mapping[str, str]]
RENAMES = "renames.json"
THE_VECTORS = "the vectors"


def schema_name(game: str) -> str:
    """How the schema of a game's files is called."""
    return f"{game}.schema.json"


def write(path: Path, data: bytes) -> None:
    """Put a file in its place in one step, so that nobody ever sees half of it."""
    if path.is_file() and path.read_bytes() == data:
        return
    outlet.be_ready(path.parent, THE_VECTORS)
    outlet.write(path, [data], THE_VECTORS)


def outside_of_none(_: Mapping[str, Any]) -> Mapping[str, str]:
    """What lies outside of the promises where nobody says so: nothing."""
    return {}


def manifest_of(
    version: str,
    editions: Mapping[str, Any],
    files: Mapping[str, bytes],
    sides: Mapping[str, Any] | None = None,
    outside: Outside = outside_of_none,
    table: TableFacts | None = None,
) -> bytes:
    """The manifest: the version of the whole, the readings of each edition, and of each file a SHA-256, a count, and
    what lies outside of each promise.

    Where it says how many sides there are, these are made when the vectors are run.
    """
    facts = {name: _facts(data, outside) for name, data in sorted(files.items())}
    head = {"version": version, "form": FORM, "editions": editions, "promises": PROMISES}
    more = {"table": msgspec.to_builtins(table)} if table else {}
    return json_bytes({**head, **({"sides": sides} if sides else {}), **more, "files": facts}, indent=1)


def _facts(data: bytes, outside: Outside) -> dict[str, Any]:
    whole = json.loads(data)
    counts = Counter(edition for edition, _ in vectors_in(whole))
    return {"sha256": sha256(data).hexdigest(), "vectors": dict(counts), "outside": outside(whole)}


def json_bytes(value: Mapping[str, Any], indent: int) -> bytes:
    """A JSON object for people to read, too."""
    return (json.dumps(value, indent=indent, ensure_ascii=True) + "\n").encode("ascii")


def committed_files(folder: Path) -> dict[str, bytes]:
    """The vector files that lie in a game's folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted((folder / FOLDER).glob("*.json"))}


def drift(name: str, old: bytes | None, new: bytes | None) -> Iterator[str]:
    """What differs between a committed file and the one just made, vector by vector."""
    if old == new:
        return
    if new is None:
        yield f"{name}: does not belong here"
        return
    if old is None:
        yield f"{name}: missing"
        return
    before, after = _lines(old), _lines(new)
    if before is None or after is None:
        yield f"{name}: the committed file cannot be read"
        return
    yield from (f"{name}: {vector} is new" for vector in after if vector not in before)
    yield from (f"{name}: {vector} is gone" for vector in before if vector not in after)
    yield from (f"{name}: {vector} changed" for vector in after if before.get(vector, after[vector]) != after[vector])
    if before == after:
        yield f"{name}: the same vectors, written differently"


def _lines(data: bytes) -> dict[str, Any] | None:
    try:
        return {full_id_of(vector, edition): vector for edition, vector in vectors_in(json.loads(data))}
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
