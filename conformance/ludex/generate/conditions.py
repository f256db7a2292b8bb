"""Conditions over readings: the fewest alternatives that say for which combinations of choices something holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

Combination = tuple[str, ...]
Cube = tuple[frozenset[str], ...]
Condition = dict[str, list[str]]


class Space:
    """Every combination of the open choices of some entries, as tuples in the order of the entries' names."""

    def __init__(self, opened: Mapping[str, tuple[str, ...]], names: Iterable[str]) -> None:
        self.names = tuple(sorted(name for name in names if len(opened[name]) > 1))
        self.choices = tuple(opened[name] for name in self.names)

    def __iter__(self) -> Iterator[Combination]:
        return iter(product(*self.choices))

    def __len__(self) -> int:
        size = 1
        for choices in self.choices:
            size *= len(choices)
        return size

    def choices_of(self, combination: Combination) -> dict[str, str]:
        """A combination as a map from entry to choice."""
        return dict(zip(self.names, combination, strict=True))

    def alternatives(self, combinations: frozenset[Combination]) -> list[Condition]:
        """The shortest list of conditions that together name exactly these combinations; empty where all are meant."""
        if len(combinations) == len(self):
            return []
        places = [place for place in range(len(self.names)) if self._matters(place, combinations)]
        smaller = frozenset(tuple(one[place] for place in places) for one in combinations)
        cubes = _cover(tuple(self.choices[place] for place in places), smaller)
        return [self._condition_of(places, cube) for cube in cubes]

    def _matters(self, place: int, combinations: frozenset[Combination]) -> bool:
        """Whether another choice at this place ever leads out of the set."""
        return any(
            (*one[:place], choice, *one[place + 1 :]) not in combinations
            for one in combinations
            for choice in self.choices[place]
        )

    def _condition_of(self, places: Sequence[int], cube: Cube) -> Condition:
        return {
            self.names[place]: [choice for choice in self.choices[place] if choice in allowed]
            for place, allowed in zip(places, cube, strict=True)
            if len(allowed) < len(self.choices[place])
        }


@lru_cache(maxsize=4096)
def _cover(choices: tuple[tuple[str, ...], ...], combinations: frozenset[Combination]) -> tuple[Cube, ...]:
    """Cubes that hold exactly these combinations: again and again the one that holds most of what is left."""
    ranked = sorted(_largest(combinations), key=lambda cube: _rank(choices, cube))
    left, cover = set(combinations), list[Cube]()
    while left:
        best = max(ranked, key=lambda cube: sum(_holds(cube, one) for one in left))
        cover.append(best)
        left = {one for one in left if not _holds(best, one)}
    return tuple(sorted(cover, key=lambda cube: _rank(choices, cube)))


def _largest(combinations: frozenset[Combination]) -> set[Cube]:
    """The cubes inside a set of combinations that are in no larger one (Quine and McCluskey, with many values)."""
    found: set[Cube] = set()
    wave: set[Cube] = {tuple(frozenset((choice,)) for choice in one) for one in combinations}
    while wave:
        found |= wave
        merged = {cube for one in wave for other in found if (cube := _merge(one, other)) is not None}
        wave = merged - found
    return {cube for cube in found if not any(cube != other and _within(cube, other) for other in found)}


def _merge(one: Cube, other: Cube) -> Cube | None:
    """Two cubes that differ in one place, as one."""
    places = [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(places) != 1:
        return None
    at = places[0]
    return (*one[:at], one[at] | other[at], *one[at + 1 :])


def _holds(cube: Cube, combination: Combination) -> bool:
    return all(choice in allowed for choice, allowed in zip(combination, cube, strict=True))


def _within(one: Cube, other: Cube) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True))


def _rank(choices: tuple[tuple[str, ...], ...], cube: Cube) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(sorted(of.index(choice) for choice in allowed)) for of, allowed in zip(choices, cube, strict=True)
    )
