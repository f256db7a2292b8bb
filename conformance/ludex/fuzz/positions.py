"""Positions near others: said in the facts of the game's notation, with a fact or a value in one of them changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

import msgspec

from ludex.fuzz import trees
from ludex.seam import NOTATION, notation_of, package_of
from ludex.support import support_of

MOST_TRIES = 8  # until facts do not contradict each other
MOST_KEPT = 300  # values of a kind, the latest in the place of a random one
UNSAYABLE = (ValueError, LookupError, TypeError, AttributeError)  # by the notations, of what has no words or sense
FEW_FACTS = 3  # a position of so few may be a whole set-up, which is said in one
FACTS_MET = 4  # of a position
MOST_REMEMBERED = 1000  # positions, with their facts
FACTS_LOOKED_THROUGH = 4096  # that are remembered
STEPS = (-2, -1, 1, 2)
NUMBERS = (0, 1, -1)
SHARE_CROWDED, MOST_CROWDED = 0.15, 9  # of the positions: one thing after the other is put beside what is there
SHARE_IN_THE_WAY = 0.2  # of the positions: something is put where an action goes, or beside that
SHARE_BESIDE = 0.5  # of texts that are changed, to one that is spelt next to it, as places beside each other are
SHARE_MISSPELT = 0.4  # of texts that are changed: emptied, or nearly what they are


class Positions:
    """Makes positions out of those that it has met. Whatever has no words is left to others: None."""

    def __init__(self, game: str, dice: Random) -> None:
        self._notation = notation_of(game) if package_of(NOTATION, game) else None
        self._smaller = support_of(game).smaller
        self._dice = dice
        self._facts: dict[str, list[Any]] = {}
        self._parts: dict[tuple[str, ...], list[Any]] = {}
        self._known: dict[bytes, list[Any] | None] = {}

    def facts(self, position: Any) -> list[Any] | None:
        """The facts of a position."""
        if self._notation is None:
            return None
        key = msgspec.json.encode(position)
        if key not in self._known:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            try:
                self._known[key] = list(self._notation.facts_of(position))
            except UNSAYABLE:
                self._known[key] = None
        return self._known[key]

    def compose(self, facts: Sequence[Any]) -> Any:
        """The position of these facts."""
        if self._notation is None:
            return None
        try:
            return self._notation.compose(list(facts))
        except UNSAYABLE:
            return None

    def smaller(self, position: Any) -> list[Any]:
        """The position with something taken out, as its game does it."""
        if self._smaller is None:
            return []
        try:
            return list(self._smaller.smaller(position))
        except UNSAYABLE:
            return []

    def things(self, position: Any) -> int:
        """How many things a position holds, as its facts say them; a whole set-up as if it were said thing by thing."""
        less = self.smaller(position)[:1] if len(self.facts(position) or ()) <= FEW_FACTS else []
        return max(self._count(position), *(1 + self._count(one) for one in less), 0)

    def _count(self, position: Any) -> int:
        return sum(len(held) for _, held in trees.sequences(self.facts(position) or []))

    def meet(self, position: Any) -> None:
        """Remember something of what a position is made of."""
        facts = self.facts(position) or []
        for fact in self._dice.sample(facts, min(FACTS_MET, len(facts))):
            self._keep(self._facts.setdefault(type(fact).__name__, []), fact)
            for path, part in trees.nodes(fact):
                self._keep(self._parts.setdefault(trees.kind_of(fact, path), []), part)

    def _keep(self, known: list[Any], value: Any) -> None:
        if len(known) < MOST_KEPT:
            known.append(value)
        else:
            known[self._dice.randrange(MOST_KEPT)] = value

    def near(self, position: Any, action: Any = None) -> Any:
        """The position with one to four changes; or something put where an action goes, or beside that."""
        facts, begun = self.facts(position), position
        if facts is not None and len(facts) <= FEW_FACTS:
            begun = self._dice.choice([*self.smaller(position), position])
            facts = self.facts(begun)
        if facts is None:
            return None
        how = self._dice.random()
        if facts and how < SHARE_CROWDED:
            return self._crowd(facts)
        if facts and how < SHARE_CROWDED + SHARE_IN_THE_WAY:
            made = self._with_something_about(facts, action)
            if made is not None:
                return made
        for _ in range(MOST_TRIES):
            changed = list(facts)
            for _ in range(self._dice.choice((1, 1, 1, 2, 2, 3, 4))):
                changed = self._change(changed)
            made = self.compose(changed) if changed != facts else None
            if made is not None and made not in (position, begun):
                return made
        return None

    def _crowd(self, facts: list[Any]) -> Any:
        """The position of these facts and of some that are like them, as far as they go together."""
        made, several = None, [fact for fact in facts if _lists_of_names(fact)]
        for _ in range(self._dice.randrange(2, MOST_CROWDED) if several else 0):
            more = [*facts, self._another_like(self._dice.choice(several))]
            composed = self.compose(more)
            if composed is not None:
                made, facts = composed, more
        return made

    def _with_something_about(self, facts: list[Any], action: Any) -> Any:
        """The position with something else where an action names a place, or beside one; None where it names none."""
        named, several = trees.texts_in(action), _several_in(facts)
        about = [one for one in several if any(name in self._parts_like(one[0], one[1]) for name in named)]
        if not about:
            return None
        fact, path, held = self._dice.choice(about)
        known = self._parts_like(fact, path)
        places = [name for name in named if name in known]
        place = self._dice.choice(places)
        place = self._dice.choice([place, *_spelt_beside(place, known)])
        return self.compose(self._with_something_at(place, facts, fact, path, held))

    def bar(self, position: Any, action: Any) -> Any:
        """The position with one thing or two between the places that an action names; None where nothing is between."""
        ends = [two for two in _ends_in(action) if _steps_between(*two) > 1]
        facts = (self.facts(position) if ends else None) or []
        between = dict[tuple[str, ...], list[Any]]()  # the places of each kind
        ways = [
            (place, fact, path, held)
            for fact, path, held in _several_in(facts)
            for place in self._places_between(ends, trees.kind_of(fact, (*path, 0)), between)
        ]
        for place, *like in self._dice.sample(ways, min(len(ways), self._dice.choice((1, 2)))):
            facts = self._with_something_at(place, facts, *like)
        return self.compose(facts) if ways else None

    def _places_between(self, ends: Any, kind: tuple[str, ...], known: dict[tuple[str, ...], list[Any]]) -> list[Any]:
        """What was met of a kind that is between two ends; it is `known` once it was looked for."""
        if kind not in known:
            met = dict.fromkeys(self._parts.get(kind, ()))
            known[kind] = [place for place in met if any(_is_between(place, *two) for two in ends)]
        return known[kind]

    def _with_something_at(self, place: str, facts: list[Any], fact: Any, path: trees.Path, held: Any) -> list[Any]:
        """Facts with something else at a place, which is said as in one of them that lists places; in the place of
        what is said of it so far."""
        like = trees.with_part(self._with_other_part(fact), path, type(held)([place]))
        return [*_without_name(facts, place, trees.kind_of(fact, path)), like]

    def _another_like(self, fact: Any) -> Any:
        """A fact like this one, half of the time with another value; of several things of which it speaks one, beside
        it, as nothing may be said twice."""
        path, held = self._dice.choice(_lists_of_names(fact))
        known = self._parts_like(fact, path)
        lone = self._dice.choice(_spelt_beside(self._dice.choice(held), known) or known or held)
        like = trees.with_part(fact, path, type(held)([lone]))
        return like if self._dice.random() < 0.5 else self._with_other_part(like)

    def _parts_like(self, fact: Any, path: trees.Path) -> list[Any]:
        """What was met in such a list as a fact has at this path."""
        return self._parts.get(trees.kind_of(fact, (*path, 0)), [])

    def _change(self, facts: list[Any]) -> list[Any]:
        dice = self._dice
        if not facts:
            return self._with_another(facts)
        how, place = dice.random(), dice.randrange(len(facts))
        if how < 0.15:
            return self._without_one(facts)
        if how < 0.35:
            return self._with_another(facts)
        changed = self._with_other_part(facts[place])
        if how < 0.55:
            return [*facts, changed]
        return [*facts[:place], changed, *facts[place + 1 :]]

    def _without_one(self, facts: list[Any]) -> list[Any]:
        path, held = self._dice.choice(list(trees.sequences(facts)))
        changed: list[Any] = trees.without_members(facts, path, self._dice.randrange(len(held)), 1)
        return changed

    def _with_another(self, facts: list[Any]) -> list[Any]:
        """With a fact of another position: of each kind as often."""
        if not self._facts:
            return facts
        return [*facts, self._dice.choice(self._facts[self._dice.choice(list(self._facts))])]

    def _with_other_part(self, fact: Any) -> Any:
        """A fact with one value changed: to what stands there elsewhere, or, of a number, by a little."""
        inside = trees.nodes(fact)
        if not inside:
            return fact
        path, part = self._dice.choice(inside)
        known = self._parts.get(trees.kind_of(fact, path))
        if type(part) is int and (not known or self._dice.random() < 0.4):
            return trees.with_part(fact, path, self._dice.choice((*(part + step for step in STEPS), *NUMBERS)))
        if type(part) is str and self._dice.random() < SHARE_MISSPELT:
            return trees.with_part(fact, path, self._dice.choice(("", "", f"{part} ", part.swapcase())))
        beside = _spelt_beside(part, known or ()) if self._dice.random() < SHARE_BESIDE else []
        return trees.with_part(fact, path, self._dice.choice(beside or known)) if known else fact


def _several_in(facts: Sequence[Any]) -> list[tuple[Any, trees.Path, Any]]:
    """Where facts speak of several things by their names: each fact with the path, and what it lists there."""
    return [(fact, path, held) for fact in facts for path, held in _lists_of_names(fact)]


def _without_name(facts: Sequence[Any], name: str, kind: tuple[str, ...]) -> list[Any]:
    """The facts without this name in lists of a kind; what speaks of nothing else is left out."""
    left = list[Any]()
    for fact in facts:
        lists = ((path, held) for path, held in _lists_of_names(fact) if trees.kind_of(fact, path) == kind)
        found = next(((path, held) for path, held in lists if name in held), None)
        if found is None:
            left.append(fact)
        elif len(found[1]) > 1:
            left.append(trees.without_members(fact, found[0], found[1].index(name), 1))
    return left


def _lists_of_names(fact: Any) -> list[tuple[trees.Path, Any]]:
    """Where a fact speaks of several things by their names, each with its path."""
    try:
        return _remembered_lists(fact)
    except TypeError:  # it can change, so that nothing is remembered of it
        return _find_lists(fact)


def _find_lists(fact: Any) -> list[tuple[trees.Path, Any]]:
    return [(path, held) for path, held in trees.sequences(fact) if all(isinstance(one, str) for one in held)]


_remembered_lists = lru_cache(maxsize=FACTS_LOOKED_THROUGH)(_find_lists)


def _spelt_beside(part: Any, known: Sequence[Any]) -> list[Any]:
    """Texts that are this one but for letters and digits next to its own."""
    if type(part) is not str:
        return []
    texts = [one for one in known if type(one) is str and len(one) == len(part) and one != part]
    return [one for one in texts if all(abs(ord(a) - ord(b)) <= 1 for a, b in zip(part, one, strict=True))]


def _ends_in(action: Any) -> Iterator[tuple[str, str]]:
    """The pairs of texts of one length in an action."""
    return ((a, b) for a, b in combinations(dict.fromkeys(trees.texts_in(action)), 2) if len(a) == len(b))


def spelt_apart(action: Any) -> int:
    """By how many letters and digits two texts of one length in an action differ at the most."""
    return max((_steps_between(*two) for two in _ends_in(action)), default=0)


def _steps_between(one: str, other: str) -> int:
    """By how many letters and digits two texts of one length differ."""
    return sum(abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True))


def _is_between(text: Any, one: str, other: str) -> bool:
    """Whether each letter and digit of a text is between those of two others, or one of them."""
    if type(text) is not str or len(text) != len(one) or text in (one, other):
        return False
    return all(min(a, b) <= c <= max(a, b) for a, b, c in zip(one, other, text, strict=True))
