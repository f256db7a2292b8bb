"""Which vectors run: patterns over ids, clauses, groups, kinds, topics, editions and tags; never silently nothing."""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from fnmatch import translate

from msgspec import Struct

from ludex.fault import Fault
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.suite import Suite


class Selection(Struct, frozen=True):
    """What was asked for: patterns (any of them matches) and, from an earlier run, full ids."""

    patterns: tuple[str, ...] = ()
    ids: frozenset[str] | None = None

    @property
    def everything(self) -> bool:
        return not self.patterns and self.ids is None


def clause_group(clause: str) -> str:
    """`TRB-MOV-3` belongs to the group `TRB-MOV`."""
    return clause.rpartition("-")[0]


def labels(vector: Vector, topic: Topic) -> Iterator[str]:
    """Everything that a pattern may match."""
    yield vector.id
    yield full_id(vector, topic.edition)
    yield f"{vector.id}@{topic.edition}"
    yield from vector.clauses
    yield from {clause_group(clause) for clause in vector.clauses}
    yield from vector.tags
    yield from (topic.kind, topic.topic, topic.edition)


class Chooser:
    """Says which vectors of a topic are selected, and remembers which patterns ever matched."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self.unmatched = list(selection.patterns)
        self._patterns = [(pattern, re.compile(translate(pattern))) for pattern in selection.patterns]

    def chosen(self, topic: Topic) -> list[Vector]:
        if self.selection.everything:
            return topic.vectors
        return [vector for vector in topic.vectors if self._wants(vector, topic)]

    def _wants(self, vector: Vector, topic: Topic) -> bool:
        ids = self.selection.ids
        if ids is not None and full_id(vector, topic.edition) not in ids:
            return False
        return not self._patterns or self._matches(list(labels(vector, topic)))

    def _matches(self, words: Sequence[str]) -> bool:
        hits = [pattern for pattern, compiled in self._patterns if any(map(compiled.match, words))]
        self.unmatched = [pattern for pattern in self.unmatched if pattern not in hits]
        return bool(hits)


def choose(suite: Suite, editions: Iterable[str], selection: Selection) -> dict[str, list[Vector]]:
    """File -> chosen vectors, over all these editions; a Fault when a pattern, or the whole, matches nothing."""
    chooser = Chooser(selection)
    names = [name for edition in editions for name in suite.files(edition)]
    chosen = {name: chooser.chosen(suite.topic(name)) for name in names}
    if chooser.unmatched:
        raise Fault(*_nothing_matches(suite, names, chooser.unmatched[0]))
    if not any(chosen.values()):
        raise Fault("the selection is empty: no vector would run", "`--list` without --select shows what there is.")
    return {name: vectors for name, vectors in chosen.items() if vectors}


def _nothing_matches(suite: Suite, names: list[str], pattern: str) -> tuple[str, str]:
    known = {
        word for name in names for vector in suite.topic(name).vectors for word in labels(vector, suite.topic(name))
    }
    close = get_close_matches(pattern, sorted(known), n=1)
    hint = f"Did you mean {close[0]!r}? " if close else ""
    return (
        f"the pattern {pattern!r} matches no vector",
        hint + "Patterns are globs over id, clause, clause group, kind, topic, edition and tag; `--list` shows them.",
    )
