"""What became of the vectors of a game: some are gone, some expect something else."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludex.fault import Fault
from ludex.judge.weigh import in_force
from ludex.rulediff.asking import readings_named
from ludex.rulediff.flips import same
from ludex.vectors.format import Holds, Topic, Vector, full_id, meets
from ludex.vectors.images import Images
from ludex.vectors.suite import Suite
from ludex.wording import quantity

RENAMES = "renames.json"
REMOVED = "a vector that is gone stands under `removed` of a declaration"
MOST_NAMES_SHOWN = 20


class KnownVector(NamedTuple):
    """A vector, its topic, and the readings that it is asked under."""

    vector: Vector
    topic: Topic
    choices: dict[str, str]


Vectors = dict[str, KnownVector]
Readings = Mapping[str, Mapping[str, list[str]]]  # of each edition the entries, and the choices open in them


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
    if old is new:
        return set()
    both = ((name, old[name], new[name]) for name in old.keys() & new.keys())
    return {name for name, was, now in both if not _is_unchanged(was, now)}


def _is_unchanged(was: KnownVector, now: KnownVector) -> bool:
    before, after = was.vector, now.vector
    if was.topic.operation != now.topic.operation:
        return False
    if before.input == after.input and before.expect == after.expect and was.choices == now.choices:
        return True
    return _data(before.input) == _data(after.input) and same(_answer_in_force(was), _answer_in_force(now))


def _data(raw: msgspec.Raw) -> Any:
    return msgspec.json.decode(raw)


def _answer_in_force(known: KnownVector) -> dict[str, Any]:
    return {"answer": in_force(_data(known.vector.expect), known.choices)}


def said_otherwise(old: Vectors, new: Vectors) -> Iterator[str]:
    """What is said otherwise of vectors that ask and expect what they did."""
    if old is new:
        return
    pairs = ((name, old[name], new[name]) for name in sorted(old.keys() & new.keys()))
    both = [
        (name, was, now) for name, was, now in pairs if (was.vector, was.topic.kind) != (now.vector, now.topic.kind)
    ]
    for what, told in SAID.items():
        names = [name for name, was, now in both if told(was) != told(now)]
        if names:
            yield f"{quantity(len(names), f'vector {what}', f'vectors {what}')} otherwise: {first_names(names)}"


def _marks_of(known: KnownVector) -> tuple[object, ...]:
    return known.vector.tags, known.vector.listed, known.vector.outside, known.topic.kind


def _under_all_readings(known: KnownVector) -> tuple[object, ...]:
    """What is expected under any readings, lists in some order."""
    expected = _data(known.vector.expect)
    lists = {"actions", "conditional"}.intersection(expected) if isinstance(expected, dict) else set()
    in_order = {name: sorted(map(msgspec.json.encode, expected[name])) for name in lists}
    return ({**expected, **in_order} if lists else expected,)


SAID: Mapping[str, Callable[[KnownVector], object]] = {
    "named": lambda known: (known.vector.clauses, known.vector.why),
    "marked": _marks_of,
    "answered under other readings": _under_all_readings,
}


def lost_vectors(old: Vectors, new: Vectors, renames: Mapping[str, str], open_: Readings) -> list[str]:
    """The ids, with their editions, that were there and are not, and that have no new name.

    With its readings stands a vector that is still there, and not asked any more under some readings that are open.
    """
    if old is new:
        return []
    before, now = (_by_edition(vectors) for vectors in (old, new))
    gone = {name for name in before.keys() - now.keys() if not _is_renamed(name, renames, now)}
    narrower = (name for name in before.keys() & now.keys() if before[name] != now[name])
    lost = (_not_asked(before[name], now[name], open_.get(name.partition("@")[2], {})) for name in narrower)
    return sorted({*gone, *(name for names in lost for name in names)})


def _by_edition(vectors: Vectors) -> dict[str, dict[str, Holds]]:
    """By id and edition the vectors of that name, with what each holds under."""
    found: dict[str, dict[str, Holds]] = {}
    for name, known in vectors.items():
        found.setdefault(name.partition("+")[0], {})[name] = known.vector.holds
    return found


def _is_renamed(name: str, renames: Mapping[str, str], now: Iterable[str]) -> bool:
    """Whether a vector has a new name in its edition; a name that no vector has is a fault of the map."""
    plain, _, edition = name.partition("@")
    if plain not in renames:
        return False
    editions = {other.partition("@")[2] for other in now if other.startswith(f"{renames[plain]}@")}
    return edition in editions or not editions


def _not_asked(before: Mapping[str, Holds], now: Mapping[str, Holds], open_: Mapping[str, list[str]]) -> Iterator[str]:
    """The vectors of one name that held under readings that are open, and under which none of that name does now."""
    entries = {entry for holds in (*before.values(), *now.values()) for one in holds for entry in one}
    asked = [dict(zip(entries, chosen, strict=True)) for chosen in product(*(open_.get(one, []) for one in entries))]
    for name, holds in before.items():
        were = (choices for choices in asked if _holds(holds, choices))
        if not all(any(_holds(others, choices) for others in now.values()) for choices in were):
            yield name


def _holds(holds: Holds, choices: dict[str, str]) -> bool:
    return not holds or any(meets(one, choices) for one in holds)


def open_in_both(old: Suite | None, new: Suite | None) -> Readings:
    """For each edition the entries that are in both registers, with the choices that are open in both."""
    found: dict[str, dict[str, list[str]]] = {}
    for edition in old.editions if old and new else ():
        were, are = (
            {entry: facts.choices for entry, facts in suite.facts(edition).readings.items()}
            for suite in (old, new)
            if suite
        )
        found[edition] = {entry: [one for one in were[entry] if one in are[entry]] for entry in were if entry in are}
    return found


def told_twice(suite: Suite | None) -> Iterator[str]:
    """The full ids that two vectors of a suite have."""
    if suite is None:
        return
    for edition in suite.editions:
        ids = Counter(full_id(vector, edition) for topic in suite.topics(edition) for vector in topic.vectors)
        yield from sorted(name for name, count in ids.items() if count > 1)


def manifest_changed(old: Suite | None, new: Suite | None) -> Iterator[str]:
    """What a manifest says otherwise beside its files: what is asked of engines hangs on it."""
    if old and new:
        for name in ("sides", "promises", "editions"):
            if getattr(old.manifest, name) != getattr(new.manifest, name):
                yield name


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
