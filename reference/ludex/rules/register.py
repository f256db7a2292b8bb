"""Editions, and the register of points that a text leaves open, with the reading that is in force for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import product
from types import MappingProxyType

from ludex.rules.clauses import tracing


class UnknownChoice(ValueError):  # noqa: N818 - names what is unknown
    """An edition, register entry or reading that this rulebook does not have; the message names the remedy."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One open point: its readings, the default, the clauses it bears on, and editions that settle it."""

    id: str
    readings: tuple[str, ...]
    default: str
    clauses: tuple[str, ...]
    point: str
    fixed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A point with one resolution."""

    id: str
    clauses: tuple[str, ...]
    point: str


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition: the facts in which it differs from the others (a fact that it does not state is its base's)."""

    id: str
    facts: Mapping[str, object] = field(default_factory=dict)
    base: str | None = None


@dataclass(frozen=True)
class Rules:
    """One edition with one reading chosen for every entry of the register; ``chosen`` tells two of them apart."""

    edition: str
    chosen: frozenset[tuple[str, str]]
    choices: Mapping[str, str] = field(compare=False)
    facts: Mapping[str, object] = field(compare=False)

    def reads(self, entry: str, choice: str) -> bool:
        """Whether this reading is in force; a record that is open notes that it was asked."""
        trace = tracing()
        if trace is not None:
            trace.consulted.add(entry)
        return self.choices[entry] == choice

    def fact(self, name: str) -> object:
        """What this edition says where editions differ."""
        return self.facts[name]


@dataclass(frozen=True)
class Register:
    """The editions of one rulebook, its open points and its rulings."""

    all_editions: tuple[Edition, ...]
    entries: tuple[Entry, ...]
    rulings: tuple[Ruling, ...] = ()

    @property
    def editions(self) -> tuple[str, ...]:
        """The ids of the editions, oldest first."""
        return tuple(edition.id for edition in self.all_editions)

    def entry(self, name: str) -> Entry:
        """The entry of this id; raises UnknownChoice with a suggestion."""
        for entry in self.entries:
            if entry.id == name:
                return entry
        raise UnknownChoice(_unknown("reading", name, [entry.id for entry in self.entries]))

    def choices(self, edition: str) -> dict[str, tuple[str, ...]]:
        """For each entry, the readings that are open in the edition, the default first."""
        self._edition(edition)
        return {entry.id: _open(entry, edition) for entry in self.entries}

    def rules(self, edition: str, choices: Mapping[str, str] = MappingProxyType({})) -> Rules:
        """The edition with these choices, and the default for every entry that is not named."""
        facts = self._facts(self._edition(edition))
        chosen = {entry.id: _open(entry, edition)[0] for entry in self.entries}
        for name, choice in choices.items():
            chosen[name] = self._allowed(name, choice, edition)
        return Rules(edition, frozenset(chosen.items()), MappingProxyType(chosen), facts)

    def combinations(self, edition: str, names: Iterable[str]) -> list[dict[str, str]]:
        """Every combination of the open readings of the named entries, defaults first."""
        opened = self.choices(edition)
        ordered = sorted(names)
        return [dict(zip(ordered, picks, strict=True)) for picks in product(*(opened[name] for name in ordered))]

    def _allowed(self, name: str, choice: str, edition: str) -> str:
        allowed = _open(self.entry(name), edition)
        if choice not in allowed:
            raise UnknownChoice(_unknown(f"choice of {name} in edition {edition}", choice, allowed))
        return choice

    def _edition(self, name: str) -> Edition:
        for edition in self.all_editions:
            if edition.id == name:
                return edition
        raise UnknownChoice(_unknown("edition", name, self.editions))

    def _facts(self, edition: Edition) -> Mapping[str, object]:
        base = self._facts(self._edition(edition.base)) if edition.base else {}
        return MappingProxyType({**base, **edition.facts})


def _open(entry: Entry, edition: str) -> tuple[str, ...]:
    if edition in entry.fixed:
        return (entry.fixed[edition],)
    return tuple(sorted(entry.readings, key=lambda reading: reading != entry.default))


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    choices = list(known)
    close = get_close_matches(name, choices, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return f"unknown {what}: {name!r}{hint} (known: {', '.join(choices)})"
