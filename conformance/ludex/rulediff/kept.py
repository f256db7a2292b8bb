"""What became of the vectors of a game: some are gone, some expect something else."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ludex.fault import Fault
from ludex.judge.weigh import in_force
from ludex.rulediff.asking import readings_named
from ludex.rulediff.flips import same
from ludex.vectors.format import Vector, full_id
from ludex.vectors.suite import Suite
from ludex.wording import quantity

RENAMES = "renames.json"
MOST_NAMES_SHOWN = 20
Vectors = dict[str, tuple[Vector, dict[str, str]]]


def vectors_of(suite: Suite | None) -> Vectors:
    """The vectors of a suite by their full ids, each with the readings that it is asked under."""
    found: Vectors = {}
    for edition in suite.editions if suite else ():
        defaults = suite.facts(edition).defaults() if suite else {}
        for topic in suite.topics(edition) if suite else ():
            for vector in topic.vectors:
                found[full_id(vector, edition)] = (vector, {**defaults, **readings_named(vector)})
    return found


def altered_vectors(old: Vectors, new: Vectors) -> set[str]:
    """The vectors of both that ask or expect something else than before."""
    both = ((name, old[name], new[name]) for name in old.keys() & new.keys())
    return {name for name, was, now in both if not _is_unchanged(*was, *now)}


def _is_unchanged(was: Vector, before: dict[str, str], now: Vector, after: dict[str, str]) -> bool:
    if was.input == now.input and was.expect == now.expect and before == after:
        return True
    return _data(was.input) == _data(now.input) and same(_answer_in_force(was, before), _answer_in_force(now, after))


def _data(raw: msgspec.Raw) -> Any:
    return msgspec.json.decode(raw)


def _answer_in_force(vector: Vector, choices: dict[str, str]) -> dict[str, Any]:
    return {"answer": in_force(_data(vector.expect), choices)}


def lost_vectors(old: Vectors, new: Vectors, renames: Path) -> Iterator[str]:
    """Vectors that were there and are not, unless the rename map says what became of them; raises Fault."""
    entries = _renames(renames)
    before, now = ({name.partition("+")[0] for name in vectors} for vectors in (old, new))
    gone = sorted(name for name in before - now if name.partition("@")[0] not in entries)
    if gone:
        are = quantity(len(gone), "vector is", "vectors are")
        yield f"{are} gone without an entry in {RENAMES}: {first_names(gone)}"
    plain = {name.partition("@")[0] for name in now}
    for was, becomes in entries.items():
        if becomes is not None and becomes not in plain:
            yield f"{RENAMES} sends {was} to {becomes}, which is no vector"


def topics_gone(old: Suite | None, new: Suite | None) -> list[str]:
    """The topics that were there and are not, each with its edition."""
    were, are = ({*suite.names} if suite else set() for suite in (old, new))
    return sorted("/".join(name) for name in were - are)


def first_names(names: list[str]) -> str:
    """The first names of a list, and how many more there are."""
    more = len(names) - MOST_NAMES_SHOWN
    return ", ".join(names[:MOST_NAMES_SHOWN]) + (f" and {more:,} more" if more > 0 else "")


def _renames(path: Path) -> dict[str, str | None]:
    """The rename map: the new id of an old one, or null for one that was dropped on purpose."""
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Fault(f"{path} is not JSON: {error}") from None
    if not isinstance(data, dict) or not all(new is None or isinstance(new, str) for new in data.values()):
        raise Fault(
            f"{path} is no rename map", "It maps old ids to new ones, or to null for a vector that was dropped."
        )
    return data
