"""Images: a vector as a symmetry of its game shows it, which must be judged alike; made when run, and never stored.

A game says what its symmetries are in its support (``ludex.support.seam.Symmetries``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Raw

from ludex.support import NoImage, support_of
from ludex.support.seam import Symmetries
from ludex.vectors.format import Holds, Topic, Vector
from ludex.vectors.freedom import FREE, bound_part, free_fields
from ludex.vectors.sides import MARK, side_of

REFUSALS = ("illegal", "unreadable")
SAME = "it looks the same"


class Image:
    """A vector seen through a symmetry, with everything that a vector has. Input and answer are made when asked for."""

    __slots__ = ("name", "of", "topic")

    def __init__(self, of: Vector, topic: Topic, name: str) -> None:
        self.of = of
        self.topic = topic
        self.name = name

    @property
    def id(self) -> str:
        return f"{self.of.id}{MARK}{self.name}"

    @property
    def why(self) -> str:
        return f"the image by {self.name} of this: {self.of.why}"

    @property
    def clauses(self) -> list[str]:
        return self.of.clauses

    @property
    def tags(self) -> list[str]:
        return self.of.tags

    @property
    def holds(self) -> Holds:
        return self.of.holds

    @property
    def outside(self) -> frozenset[str]:
        return self.of.outside

    def holds_under(self, choices: dict[str, str]) -> bool:
        return self.of.holds_under(choices)

    @property
    def input(self) -> Raw:
        """What the image asks; raises NoImage."""
        seen, topic = symmetries_of(self.topic.game), self.topic
        asked = msgspec.json.decode(self.of.input)
        return Raw(msgspec.json.encode(seen.question(self.name, topic.operation, asked, topic.edition)))

    @property
    def expect(self) -> Raw:
        """What the image expects; raises NoImage."""
        return Raw(msgspec.json.encode(self.answer(msgspec.json.decode(self.of.expect))))

    def ready(self) -> Vector:
        """The image as a vector like any other, made once: for as long as it is asked, judged or told of."""
        head = (self.id, self.why, self.clauses, self.input, self.expect, self.tags, self.holds)
        return Vector(*head, outside=self.outside)

    def answer(self, expected: Mapping[str, Any]) -> Any:
        """The image of an answer: refusals name no places; the conditional actions of a list keep their conditions."""
        if any(refusal in expected for refusal in REFUSALS):
            return expected
        if FREE in expected:
            seen = symmetries_of(self.topic.game)
            free = {seen.place(self.name, place): clause for place, clause in free_fields(expected).items()}
            return {**self.answer(bound_part(expected)), FREE: free}
        conditional = expected.get("conditional", [])
        plain = {name: value for name, value in expected.items() if name != "conditional"}
        image = self._result(plain)
        if not conditional:
            return image
        actions = self._result({"actions": [action for action, _ in conditional]})["actions"]
        conditions = [condition for _, condition in conditional]
        return {**image, "conditional": [list(pair) for pair in zip(actions, conditions, strict=True)]}

    def _result(self, expected: dict[str, Any]) -> dict[str, Any]:
        topic, asked = self.topic, msgspec.json.decode(self.of.input)
        return symmetries_of(topic.game).result(self.name, topic.operation, asked, expected, topic.edition)


Asked = Vector | Image


def symmetries_of(game: str) -> Symmetries:
    """The symmetries that a game names; raises NoImage where it names none."""
    symmetries = support_of(game).symmetries
    if symmetries is None:
        raise NoImage(f"{game} has no symmetries")
    return symmetries


def names_of(game: str) -> tuple[str, ...]:
    """The names of a game's symmetries, in order."""
    symmetries = support_of(game).symmetries
    return tuple(symmetries.SYMMETRIES) if symmetries else ()


def split_symmetry(wanted: str) -> tuple[str, str]:
    """An id, short or full, without the name of a symmetry, and that name: nothing where it names a vector itself."""
    if side_of(wanted):
        return wanted, ""
    stem, mark, rest = wanted.partition(MARK)
    name, at, edition = rest.partition("@")
    return (f"{stem}{at}{edition}", name) if mark else (wanted, "")


def image_of(vector: Vector, topic: Topic, name: str) -> Image:
    """The image by this name; raises NoImage, also where it asks what the vector itself asks."""
    if name not in names_of(topic.game):
        raise NoImage(f"no symmetry of {topic.game} has this name; it has {', '.join(names_of(topic.game)) or 'none'}")
    image = Image(vector, topic, name)
    if bytes(image.input) == _plain(vector):
        raise NoImage(SAME)
    return image


def _plain(vector: Vector) -> bytes:
    """The question as an image of it would be written."""
    return msgspec.json.encode(msgspec.json.decode(vector.input))


def ready(asked: Asked) -> Vector:
    """A vector, or an image as one."""
    return asked if isinstance(asked, Vector) else asked.ready()


def image_found(found: tuple[Topic, Vector] | None, name: str) -> tuple[Topic, Vector] | None:
    """What was found for an id, or its image by this name; nothing where it has none."""
    if found is None or not name:
        return found
    topic, vector = found
    try:
        return topic, image_of(vector, topic, name).ready()
    except NoImage:
        return None


class Images:
    """The images of the vectors of a game, each found once: of images that ask the same, the first."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Image, ...]] = {}
        self._why: dict[int, str] = {}

    def of(self, vector: Vector, topic: Topic) -> tuple[Image, ...]:
        """All images of a vector, in the order of the symmetries."""
        if id(vector) not in self._found:
            self._found[id(vector)] = self._look(vector, topic)
        return self._found[id(vector)]

    def why_none(self, vector: Vector, topic: Topic) -> str:
        """Why a vector has no image; nothing where it has one."""
        return "" if self.of(vector, topic) else self._why.get(id(vector), SAME)

    def _look(self, vector: Vector, topic: Topic) -> tuple[Image, ...]:
        found, asked = [], {_plain(vector)}
        for name in names_of(topic.game):
            image = Image(vector, topic, name)
            try:
                question = bytes(image.input)
            except NoImage as none:
                self._why[id(vector)] = str(none)
                continue
            if question not in asked:
                asked.add(question)
                found.append(image)
        return tuple(found)
