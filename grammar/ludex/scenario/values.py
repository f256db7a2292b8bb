"""What a file of scenarios says, as frozen values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludex.notation.reading import NotReadable, Place


@dataclass(frozen=True, slots=True)
class Phrase:
    """One sentence, where it stands, and the value that the game's notation reads in it.

    In a ``then``, ``edition`` is the only edition that it is about (None: it is about each). If it is ``exact``, it is
    one of several facts that describe the whole position.
    """

    text: str
    place: Place
    value: Any
    edition: str | None = None
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A reading that is chosen for a scenario."""

    entry: str
    reading: str
    place: Place


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """An action, if there is one, and what is expected after it."""

    when: Phrase | None
    then: tuple[Phrase, ...]

    def then_in(self, edition: str) -> tuple[Phrase, ...]:
        """What is expected in an edition."""
        return tuple(phrase for phrase in self.then if phrase.edition in (None, edition))


@dataclass(frozen=True, slots=True)
class GameLine:
    """What a ``game`` line says: the game, and the edition unless all are meant."""

    game: str
    edition: str | None
    place: Place


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, or one row of an outline: then ``place.row`` is the row.

    ``given`` begins with the background of the file. ``outline`` is the name above the table, if there is one.
    ``cites_at`` holds the places of the clauses in ``cites``, in the same order.
    """

    name: str
    place: Place
    setting: GameLine
    why: str
    cites: tuple[str, ...]
    under: tuple[Choice, ...]
    given: tuple[Phrase, ...]
    steps: tuple[ScenarioStep, ...]
    tags: tuple[str, ...] = ()
    outline: str | None = None
    cites_at: tuple[Place, ...] = ()


def phrases_of(scenario: Scenario) -> Iterator[tuple[str, Phrase]]:
    """The sentences of a scenario in their order, each with what it is read as: position, action or expectation."""
    yield from (("position", phrase) for phrase in scenario.given)
    for step in scenario.steps:
        if step.when is not None:
            yield "action", step.when
        yield from (("expectation", phrase) for phrase in step.then)


@dataclass(frozen=True, slots=True)
class File:
    """The scenarios of a file that can be read, everything in it that cannot, and the version of its language.

    ``included`` are the paths of the files that it includes, in the order in which they are met. ``heads`` are its own
    lines at which a scenario or an outline begins, readable or not, each with what is written for a name.
    """

    path: str
    scenarios: tuple[Scenario, ...]
    problems: tuple[NotReadable, ...]
    version: int = 1
    included: tuple[str, ...] = ()
    heads: tuple[tuple[int, str], ...] = ()
