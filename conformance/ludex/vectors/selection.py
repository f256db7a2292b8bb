"""Which vectors run: patterns over ids, clauses, groups, kinds, topics, editions and tags; never silently nothing."""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from fnmatch import translate
from functools import lru_cache

from msgspec import Struct

from ludex.fault import Fault
from ludex.support import NoImage
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.images import Asked, Image, Images, image_of, names_of, split_symmetry
from ludex.vectors.sides import MARK, SIDES, side_of
from ludex.vectors.suite import Suite, TopicName

_CLAUSE = re.compile(r"[A-Z]{3}-[A-Z]{3}-[0-9]+")


class Selection(Struct, frozen=True):
    """What was asked for: patterns (any of them matches) and, from an earlier run, full ids.

    `core` narrows it to vectors of these full ids; `images` adds the images of each vector. Without it only those
    images are asked that a pattern or an id names. Without `sides`, of what is made of vectors nothing is asked.
    """

    patterns: tuple[str, ...] = ()
    ids: frozenset[str] | None = None
    core: frozenset[str] | None = None
    images: bool = False
    sides: bool = True

    @property
    def everything(self) -> bool:
        return not self.patterns and self.ids is None and self.core is None

    def topics_of(self, suite: Suite, edition: str) -> tuple[TopicName, ...]:
        """The topics of an edition in which it looks, in the order in which they are run."""
        return (*suite.names_of(edition), *(suite.sides_of(edition) if self.sides else ()))

    @property
    def names_images(self) -> bool:
        """Whether any pattern or id is that of an image."""
        return any(MARK in word and not side_of(word) for word in (*self.patterns, *(self.ids or ())))

    @property
    def named_only(self) -> bool:
        """Whether, of all images, only those are wanted that a pattern names."""
        return not self.images and self.ids is None


@lru_cache(maxsize=4096)
def clause_group(clause: str) -> str:
    """`TRB-MOV-3` belongs to the group `TRB-MOV`."""
    return clause.rpartition("-")[0]


def labels(vector: Vector, topic: Topic) -> Iterator[str]:
    """Everything that a pattern may match."""
    yield from ids(vector, topic)
    yield from _shared_labels(vector, topic)


def _shared_labels(vector: Vector, topic: Topic) -> Iterator[str]:
    """What a pattern may match besides ids: many vectors of a topic have the same."""
    yield from vector.clauses
    yield from {clause_group(clause) for clause in vector.clauses}
    yield from vector.tags
    yield from (topic.kind, topic.topic, topic.edition)


def ids(asked: Asked, topic: Topic) -> tuple[str, str, str]:
    """The names of a vector or an image alone: short, full, and with the edition."""
    return asked.id, full_id(asked, topic.edition), f"{asked.id}@{topic.edition}"


class Chooser:
    """Says which vectors of a topic are selected, and remembers which patterns ever matched.

    A pattern with a `~` is one of images. Any other is one of vectors, and of all their images where these are wanted.
    """

    def __init__(self, selection: Selection, images: Images | None = None) -> None:
        self.selection = selection
        self.images = images or Images()
        self.unmatched = list(selection.patterns)
        patterns = [(pattern, re.compile(translate(pattern))) for pattern in selection.patterns]
        self._of_sides = [pair for pair in patterns if side_of(pair[0])]
        self._of_images = [pair for pair in patterns if MARK in pair[0] and not side_of(pair[0])]
        self._of_vectors = [pair for pair in patterns if MARK not in pair[0]]

    def vectors_of(self, topic: Topic) -> Iterator[Asked]:
        """The selected vectors, each followed by its selected images."""
        patterns = self._of_vectors + (self._of_sides if topic.topic in SIDES else [])
        names = names_of(topic.game) if self.selection.images or self.selection.names_images else ()
        names = () if topic.topic in SIDES else names
        core = self.selection.core
        known = dict[tuple[str, ...], list[str]]()
        for vector in topic.vectors:
            if core is not None and full_id(vector, topic.edition) not in core:
                continue
            hits = _hits_of(vector, topic, patterns, known) if patterns else []
            if self._wants(vector, topic, hits):
                self._note_matches(hits)
                yield vector
            if names:
                yield from self._images(vector, topic, names, [] if self.selection.named_only else hits)

    def _images(self, vector: Vector, topic: Topic, names: Sequence[str], hits: list[str]) -> Iterator[Image]:
        """Most are told by their names not to be wanted, before it is asked whether there are any."""
        images = [Image(vector, topic, name) for name in names]
        found = {one.name: [*hits, *_hits(self._of_images, ids(one, topic))] for one in images}
        wanted = {one.name for one in images if self._wants(one, topic, found[one.name])}
        for image in self.images.of(vector, topic) if wanted else ():
            if image.name in wanted:
                self._note_matches(found[image.name])
                yield image

    def _wants(self, asked: Asked, topic: Topic, hits: Sequence[str]) -> bool:
        known = self.selection.ids
        if known is not None and full_id(asked, topic.edition) not in known:
            return False
        return bool(hits) or not self.selection.patterns

    def _note_matches(self, hits: Sequence[str]) -> None:
        if self.unmatched and hits:
            self.unmatched = [pattern for pattern in self.unmatched if pattern not in hits]


def _hits(patterns: Sequence[tuple[str, re.Pattern[str]]], words: Sequence[str]) -> list[str]:
    """The patterns that match any of these words."""
    return [pattern for pattern, compiled in patterns if any(map(compiled.match, words))]


def _hits_of(
    vector: Vector,
    topic: Topic,
    patterns: Sequence[tuple[str, re.Pattern[str]]],
    known: dict[tuple[str, ...], list[str]],
) -> list[str]:
    """The patterns that match a vector; ``known``: those that match what others of its topic are called, too."""
    shared = (*vector.clauses, *vector.tags)
    if shared not in known:
        known[shared] = _hits(patterns, list(_shared_labels(vector, topic)))
    hits = known[shared]
    left = [one for one in patterns if one[0] not in hits] if hits else patterns
    return [*hits, *_hits(left, ids(vector, topic))] if left else hits


def choose(
    suite: Suite, editions: Iterable[str], selection: Selection, images: Images | None = None
) -> dict[TopicName, list[Asked]]:
    """Topic -> chosen vectors, over all these editions; a Fault when a pattern, or the whole, matches nothing."""
    chooser = Chooser(selection, images)
    names = [name for edition in editions for name in selection.topics_of(suite, edition)]
    chosen = {name: list(chooser.vectors_of(suite.topic(name))) for name in names}
    if chooser.unmatched:
        if found := _outside(suite, names, selection, chooser.unmatched[0]):
            raise Fault(
                f"the pattern {chooser.unmatched[0]!r} matches no vector of the core", f"Without it: {found:,}."
            )
        raise Fault(*_nothing_matches(suite, names, chooser.unmatched[0]))
    if not any(chosen.values()):
        remedy = "`--list` without --select shows what there is."
        outside = "Leave --core out, or choose it anew: `ludex generate --core`."
        raise Fault("the selection is empty: no vector would run", remedy if selection.core is None else outside)
    return {name: vectors for name, vectors in chosen.items() if vectors}


def _outside(suite: Suite, names: list[TopicName], selection: Selection, pattern: str) -> int:
    """How many vectors a pattern would match but for the core; none where no core was asked for."""
    if selection.core is None:
        return 0
    whole = Chooser(Selection((pattern,), selection.ids))
    return sum(1 for name in names for _ in whole.vectors_of(suite.topic(name)))


def _about(clause: str, game: str) -> str:
    """What is to be said of a clause that no vector turns on."""
    from ludex.rulebook import rulebook, with_rulebooks
    from ludex.rulebook.unknown import suggestion

    books = {name: rulebook(name) for name in {*with_rulebooks(), game}}
    if clause in books[game]:
        return "It is a clause that no vector turns on."
    return suggestion(clause, books, game) if books[game] else ""


def _no_image(suite: Suite, names: list[TopicName], pattern: str) -> Iterator[str]:
    """Why a vector has not the image that a pattern names."""
    stem, name = split_symmetry(pattern)
    for topic in map(suite.topic, names):
        for vector in topic.vectors:
            if stem in ids(vector, topic):
                try:
                    image_of(vector, topic, name)
                except NoImage as none:
                    yield f"{vector.id} has no image {name!r}: {none}. "


def _nothing_matches(suite: Suite, names: list[TopicName], pattern: str) -> tuple[str, str]:
    if MARK in pattern and (why := next(_no_image(suite, names, pattern), "")):
        return f"the pattern {pattern!r} matches no image", why.strip()
    known = {word for topic in map(suite.topic, names) for vector in topic.vectors for word in labels(vector, topic)}
    close = get_close_matches(pattern, sorted(known), n=1)
    hint = f"Did you mean {close[0]!r}? " if close else ""
    if _CLAUSE.fullmatch(pattern) and (told := _about(pattern, suite.game)):
        hint = f"{told} "
    return (
        f"the pattern {pattern!r} matches no vector",
        hint + "Patterns are globs over id, clause, clause group, kind, topic, edition and tag; `--list` shows them.",
    )
