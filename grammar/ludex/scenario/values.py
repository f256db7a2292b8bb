"""What a file of scenarios says, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludex.notation.reading import NotReadable, Place


@dataclass(frozen=True, slots=True)
class Phrase:
    """One sentence, where it stands, and the value that the game's notation reads in it."""

    text: str
    place: Place
    value: Any


@dataclass(frozen=True, slots=True)
class Choice:
    """A reading that is chosen for a scenario."""

    entry: str
    reading: str
    place: Place


@dataclass(frozen=True, slots=True)
class Step:
    """An action, if there is one, and what is expected after it."""

    when: Phrase | None
    then: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a ``game`` line says: the game, and the edition unless all are meant."""

    game: str
    edition: str | None
    place: Place


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario."""

    name: str
    place: Place
    setting: Setting
    why: str
    cites: tuple[str, ...]
    under: tuple[Choice, ...]
    given: tuple[Phrase, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class File:
    """The scenarios of a file that can be read, and everything in it that cannot."""

    path: str
    scenarios: tuple[Scenario, ...]
    problems: tuple[NotReadable, ...]
