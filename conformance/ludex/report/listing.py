"""Lists that should be one: of actions, or of whatever else an answer gives as a set."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ludex.judge.weigh import key
from ludex.protocol.schema import Schema, resolve

ACTIONS = "actions"
MISSING, EXTRA = "missing", "too many"


class Lists(Struct, frozen=True):
    """Two lists of one field: what an answer lacks, what it has too many, how many are repetitions."""

    field: str
    missing: list[Any]
    extra: list[Any]
    repeated: int

    def label(self, what: str) -> str:
        """What is said to be missing, or too many: actions, or else the members of a field."""
        return what if self.field == ACTIONS else f"{self.field} {what}"


def lists_of(expected: list[Any], got: list[Any], field: str = ACTIONS) -> Lists:
    """What two lists differ in."""
    want, have = {key(item): item for item in expected}, {key(item): item for item in got}
    missing = [want[one] for one in want if one not in have]
    return Lists(field, missing, [have[one] for one in have if one not in want], len(got) - len(have))


def lists_in(expected: Any, got: Any, schema: Schema, root: Schema) -> list[Lists] | None:
    """The lists of two results that are nothing but lists; None where they are anything else."""
    if not isinstance(expected, dict) or not isinstance(got, dict):
        return None
    fields: Mapping[str, Schema] = resolve(schema, root).get("properties", {})
    names = [*dict.fromkeys([*expected, *got])]
    sets = {name for name in names if resolve(fields.get(name, {}), root).get("uniqueItems") or name == ACTIONS}
    if not names or not sets.issuperset(names) or not all(_both_lists(expected, got, name) for name in names):
        return None
    return [lists_of(expected[name], got[name], name) for name in names]


def _both_lists(one: dict[str, Any], other: dict[str, Any], name: str) -> bool:
    return isinstance(one.get(name), list) and isinstance(other.get(name), list)


def wrong_lists(lists: list[Lists]) -> Iterator[tuple[str, list[Any], Lists]]:
    """The parts of lists that are wrong, each with what it is called."""
    for one in lists:
        for what, items in ((MISSING, one.missing), (EXTRA, one.extra)):
            if items:
                yield one.label(what), items, one
