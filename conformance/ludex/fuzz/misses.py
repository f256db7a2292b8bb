"""Near misses: what is nearly a legal action, so that one rule alone may refuse it; and the names of other things."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from ludex.fuzz import trees
from ludex.mutation.playing import twist

BIG_NUMBER = 256  # a number from here on holds several values, each in some of its bits
MOST_BITS = 8  # of one value
WORD = 1 << 32  # where the integers of an engine may begin again
SHARE_OF_LISTS = 0.3  # of near misses, where an action has a list; of the others:
SHARE_CROSSED, SHARE_OF_LEAVES = 0.4, 0.5  # the rest is changed anywhere, and mostly nobody can read it then
SHARE_LONGER = 0.75  # of the lists that are changed; the others lack a member
OTHERS_TRIED = 32  # actions, of which some are like this but for their lists
SHARE_DOUBLED = 0.3  # of the lists that are longer: by a member of its own once more
SHARE_MEETING = 0.5  # of the lists that are joined: with a member that names the same thing as one that is there
SHARE_OF_OTHERS = 0.6  # of texts that are changed, to what another action has in such a place
SHARE_NAMED = 0.7  # of texts that are changed, to what else has a name where names are known
Kind = tuple[str, ...]


class NearMisses:
    """Makes near misses, and learns on the way what in a question is the name of something in its position."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._latest: tuple[Any, dict[Kind, list[str]]] = (None, {})
        self._named: dict[Kind, dict[Kind, None]] = {}  # by where a name stands, what kind of thing has it

    def draw(self, action: Any, others: Sequence[Any], position: Any) -> Any:
        """The action with a part of another one, with another value of the same type, or changed a little anywhere."""
        dice = self._dice
        other = dice.choice(others) if others else None
        if type(action) is int and action >= BIG_NUMBER:
            return _miss_of_word(action, other if others else action, dice)
        how, missed = dice.random(), action
        if dice.random() < SHARE_OF_LISTS:
            missed = self._with_other_list(action, others)
        if missed != action:
            return missed
        if others and how < SHARE_CROSSED:
            missed = _cross(action, other, dice)
        elif how < SHARE_CROSSED + SHARE_OF_LEAVES:
            missed = self._with_other_leaf(action, other, position)
        if missed != action:
            return missed
        holder = {"action": msgspec.json.decode(msgspec.json.encode(action))}
        twist(holder, {"action": other}, dice)
        return holder["action"]

    def go_on(self, done: Any, before: Sequence[Any]) -> Any:
        """What else was legal before an action was done, where that has led: with one of its names in the place of
        another of the same kind. Another action as it is, where none has two such names."""
        dice, texts = self._dice, dict[Kind, list[str]]()
        for path, part in trees.nodes(done):
            if isinstance(part, str):
                texts.setdefault(trees.kind_of(done, path), []).append(part)
        others = dice.sample(before, min(OTHERS_TRIED, len(before)))
        kinds = [kind for kind, names in texts.items() if len({*names}) > 1]
        if not kinds:
            return others[0]
        old, new = dice.sample([*dict.fromkeys(texts[dice.choice(kinds)])], 2)
        other = next((one for one in others if old in _names_in(one)), others[0])
        for path, part in trees.nodes(other):
            if part == old:
                other = trees.with_part(other, path, new)
        return other

    def rename(self, beside: dict[str, Any], position: Any) -> dict[str, Any]:
        """With the name of something else in what stands beside a position: in a list, or in the place of a text."""
        dice = self._dice
        places = [(path, part) for path, part in trees.nodes(beside) if isinstance(part, list | str)]
        if not places:
            return beside
        path, part = dice.choice(places)
        text = part if isinstance(part, str) else next(iter(part), None)
        other: Any = self._other_text(beside, path, text, position)
        if isinstance(part, list):
            place = dice.randrange(len(part) + 1)
            other = [*part[:place], other, *part[place + dice.randrange(2) :]]
        renamed: dict[str, Any] = trees.with_part(beside, path, other)
        return renamed

    def _with_other_list(self, action: Any, others: Sequence[Any]) -> Any:
        """With a list longer by a member, of another action that is the same otherwise or its own once more, or with
        one member less; the action where it has no list."""
        dice = self._dice
        path, held = next(trees.sequences(action), ((), ()))
        if not held:
            return action
        if dice.random() >= SHARE_LONGER:
            return trees.without_members(action, path, dice.randrange(len(held)), 1)
        tried = dice.sample(others, min(OTHERS_TRIED, len(others)))
        alike = [other for other in tried if other != action and _but_for(other, path, held) == action]
        more = [one for other in alike for one in trees.at(other, path)]
        if dice.random() < SHARE_MEETING:
            more = [one for one in more if not _names_in(one).isdisjoint(_names_in(held))] or more
        if not more or dice.random() < SHARE_DOUBLED:
            more = held
        place = dice.randrange(len(held) + 1)
        return trees.with_part(action, path, [*held[:place], dice.choice(more), *held[place:]])

    def _with_other_leaf(self, action: Any, other: Any, position: Any) -> Any:
        leaves = [(path, part) for path, part in trees.nodes(action) if isinstance(part, trees.SIMPLE)]
        if not leaves:
            return action
        path, part = self._dice.choice(leaves)
        if isinstance(part, bool):
            return trees.with_part(action, path, not part)
        if isinstance(part, int):
            return trees.with_part(action, path, self._dice.choice(_other_numbers(part)))
        if self._dice.random() < SHARE_OF_OTHERS and (texts := _texts_beside(other, trees.kind_of(action, path), part)):
            return trees.with_part(action, path, self._dice.choice(texts))
        return trees.with_part(action, path, self._other_text(action, path, part, position))

    def _other_text(self, root: Any, path: trees.Path, text: Any, position: Any) -> str:
        """What else has a name of this kind, or what is nearly a name; of no text, what could be in its place."""
        texts = self._texts_in(position)
        known = self._named.setdefault(trees.kind_of(root, path), {})
        known.update(dict.fromkeys(kind for kind, names in texts.items() if text in names))
        others: list[str] = [name for kind in known for name in texts.get(kind, ()) if name != text]
        if others and self._dice.random() < SHARE_NAMED:
            return self._dice.choice(others)
        near = (f"{text} ", text.swapcase()) if isinstance(text, str) else ()
        return str(self._dice.choice(("", *near)))

    def _texts_in(self, position: Any) -> dict[Kind, list[str]]:
        """The texts in a position by their kinds; of the latest position they are known."""
        latest, texts = self._latest
        if latest is not position:
            texts = {}
            for path, part in trees.nodes(position):
                if isinstance(part, str):
                    texts.setdefault(trees.kind_of(position, path), []).append(part)
            self._latest = position, texts
        return texts


def _other_numbers(number: int) -> Sequence[int]:
    """What is next to a number, or is the same to an engine that tells less apart."""
    return (number - 1, number + 1, -number, 0, number + WORD, bool(number))


def _miss_of_word(word: int, other: Any, dice: Random) -> int:
    """A word with one bit turned, or with some bits of another."""
    low = dice.randrange(word.bit_length())
    different = word ^ other if type(other) is int else 0
    taken = different & (((1 << dice.randrange(1, MOST_BITS)) - 1) << low)
    return word ^ taken if taken and dice.random() < 0.5 else word ^ (1 << low)


def _texts_beside(other: Any, kind: Kind, text: Any) -> list[str]:
    """What another action has in places of a kind: also in another place of a list, so that one ends where this
    begins."""
    found = (part for path, part in trees.nodes(other) if isinstance(part, str) and trees.kind_of(other, path) == kind)
    return [part for part in found if part != text]


def _names_in(value: Any) -> set[Any]:
    """What a value names: itself, or the simple values in it."""
    return {part for _, part in trees.nodes([value]) if isinstance(part, str | int) and not isinstance(part, bool)}


def _but_for(other: Any, path: trees.Path, part: Any) -> Any:
    """Another action with this part in the place of a list; None where it has none there."""
    try:
        return trees.with_part(other, path, part) if isinstance(trees.at(other, path), list) else None
    except (LookupError, TypeError, AttributeError):
        return None


def _cross(action: Any, other: Any, dice: Random) -> Any:
    """The action with what another one has at the same place."""
    path = dice.choice([path for path, _ in trees.nodes(action)] or [()])
    try:
        return trees.with_part(action, path, trees.at(other, path)) if path else other
    except (LookupError, TypeError, AttributeError):  # it has no such place
        return action
