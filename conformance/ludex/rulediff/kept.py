"""What became of the vectors of a game: some are gone, some expect something else."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludex.fault import Fault
from ludex.judge.weigh import in_force
from ludex.rulediff.asking import readings_named
from ludex.rulediff.flips import same
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.images import Images
from ludex.vectors.suite import Suite

RENAMES = "renames.json"
REMOVED = "a vector that is gone stands under `removed` of a declaration"
MOST_NAMES_SHOWN = 20


class KnownVector(NamedTuple):
    """A vector, its topic, and the readings that it is asked under."""

    vector: Vector
    topic: Topic
    choices: dict[str, str]


Vectors = dict[str, KnownVector]


def vectors_of(suite: Suite | None) -> Vectors:
    """The vectors of a suite by their full ids."""
    found: Vectors = {}
    for edition in suite.editions if suite else ():
        defaults = suite.facts(edition).defaults() if suite else {}
        for topic in suite.topics(edition) if suite else ():
            for vector in topic.vectors:
                found[full_id(vector, edition)] = KnownVector(vector, topic, {**defaults, **readings_named(vector)})
    return found


def altered_vectors(old: Vectors, new: Vectors) -> set[str]:
    """The vectors of both that ask or expect something else than before."""
    both = ((name, old[name], new[name]) for name in old.keys() & new.keys())
    return {name for name, was, now in both if not _is_unchanged(was, now)}


def _is_unchanged(was: KnownVector, now: KnownVector) -> bool:
    before, after = was.vector, now.vector
    if before.input == after.input and before.expect == after.expect and was.choices == now.choices:
        return True
    return _data(before.input) == _data(after.input) and same(_answer_in_force(was), _answer_in_force(now))


def _data(raw: msgspec.Raw) -> Any:
    return msgspec.json.decode(raw)


def _answer_in_force(known: KnownVector) -> dict[str, Any]:
    return {"answer": in_force(_data(known.vector.expect), known.choices)}


def lost_vectors(old: Vectors, new: Vectors, renames: Mapping[str, str]) -> list[str]:
    """The ids, with their editions, that were there and are not, and that have no new name."""
    before, now = ({name.partition("+")[0] for name in vectors} for vectors in (old, new))
    return sorted(name for name in before - now if name.partition("@")[0] not in renames)


def faults_of_renames(old: Vectors, new: Vectors, renames: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with a rename map: a new name is that of one vector that asks what the old one asked."""
    before, now = _by_plain_id(old), _by_plain_id(new)
    for becomes, count in Counter(renames.values()).items():
        if count > 1:
            yield f"{RENAMES} sends {count} vectors to {becomes}: a new name is that of one"
    for was, becomes in renames.items():
        if becomes not in now:
            yield f"{RENAMES} sends {was} to {becomes}, which is no vector"
        elif was in now:
            yield f"{RENAMES} sends {was} to {becomes}, and there is still a vector {was}"
        elif was in before and becomes in before:
            yield f"{RENAMES} sends {was} to {becomes}, which was there before"
        elif was in before and not _asks_alike(before[was], now[becomes]):
            yield f"{RENAMES} sends {was} to {becomes}, which asks something else: {REMOVED}"


def _by_plain_id(vectors: Vectors) -> dict[str, KnownVector]:
    return {name.partition("@")[0]: known for name, known in vectors.items()}


def _asks_alike(was: KnownVector, now: KnownVector) -> bool:
    """Whether two vectors ask the same, or the one an image of the other."""
    if was.topic.operation != now.topic.operation:
        return False
    asked = _data(now.vector.input)
    return asked == _data(was.vector.input) or any(
        asked == _data(image.input) for image in Images().of(was.vector, was.topic)
    )


def topics_gone(old: Suite | None, new: Suite | None) -> list[str]:
    """The topics that were there and are not, each with its edition."""
    were, are = ({*suite.names} if suite else set() for suite in (old, new))
    return sorted("/".join(name) for name in were - are)


def first_names(names: list[str]) -> str:
    """The first names of a list, and how many more there are."""
    more = len(names) - MOST_NAMES_SHOWN
    return ", ".join(names[:MOST_NAMES_SHOWN]) + (f" and {more:,} more" if more > 0 else "")


def renames_of(path: Path) -> dict[str, str]:
    """The rename map: the new id of an old one; raises Fault."""
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Fault(f"{path} is not JSON: {error}") from None
    if not isinstance(data, dict) or not all(isinstance(new, str) for new in data.values()):
        raise Fault(f"{path} is no rename map", f"It maps an old id to the new one. {REMOVED.capitalize()}.")
    return data
