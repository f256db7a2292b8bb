"""Answers that two sides give otherwise, and how one is called."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from ludex.changes.peers import Peers, Question, Told
from ludex.judge.weigh import key, refusal_of

NOW_REFUSED, NOW_ALLOWED = "was allowed, is refused", "was refused, is allowed"
OTHER_RESULT, OTHER_LIST, OTHER_REASONS = (
    "another result",
    "another list of legal actions",
    "other reasons of a refusal",
)
FELL_APART = "cannot be asked any more"
WEIGHT = (NOW_ALLOWED, NOW_REFUSED, OTHER_RESULT, OTHER_LIST, FELL_APART, OTHER_REASONS)  # what decides most first


@dataclass(frozen=True)
class Asked:
    """A question with its two forms, and where it comes from; ``vector`` is its full id, None in random play."""

    old: Question
    new: Question
    vector: str | None = None
    why: str = ""
    clauses: tuple[str, ...] = ()

    @property
    def operation(self) -> str:
        """The operation."""
        return str(self.new["operation"])

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields of the operation."""
        fields: Mapping[str, Any] = self.new["fields"]
        return fields

    def altered(self, change: Callable[[Question], Question]) -> "Asked":
        """The question with a change in both of its forms."""
        return replace(self, old=change(self.old), new=change(self.new))

    @property
    def size(self) -> int:
        """How long the question is."""
        return len(msgspec.json.encode(self.fields))


@dataclass(frozen=True)
class Flip:
    """A question with two answers; ``clause`` is what the answers part by, once that was looked into."""

    asked: Asked
    old: Told
    new: Told
    clause: str = ""

    @property
    def kind(self) -> str:
        """What changed."""
        if "error" in self.new or "error" in self.old:
            return FELL_APART
        old, new = self.old["answer"], self.new["answer"]
        if refusal_of(old) and refusal_of(new):
            return OTHER_REASONS
        if refusal_of(new):
            return NOW_REFUSED
        if refusal_of(old):
            return NOW_ALLOWED
        return OTHER_LIST if "actions" in new and "actions" in old else OTHER_RESULT


def same(old: Told, new: Told) -> bool:
    """Whether two answers are one; lists of actions are compared as sets."""
    if "error" in old or "error" in new:
        return False
    before, after = old["answer"], new["answer"]
    if before == after:
        return True
    if "actions" in before and "actions" in after:
        return _as_set(before["actions"]) == _as_set(after["actions"])
    return False


def _as_set(actions: list[Any]) -> set[Any]:
    return set(map(key, actions))


def only_in(actions: list[Any], others: list[Any]) -> list[Any]:
    """The actions that the others lack."""
    there = _as_set(others)
    return [action for action in actions if key(action) not in there]


def explained(flips: list[Flip], peers: Peers) -> Iterator[Flip]:
    """The flips with the clause that each parts by: both sides are asked again, and say what they asked themselves.

    A list of actions is looked into by one action in which the lists differ.
    """
    questions = [_single(flip) for flip in flips]
    pairs = [({**one.old, "steps": True}, {**one.new, "steps": True}) for one in questions]
    for flip, (old, new) in zip(flips, peers.ask(pairs), strict=True):
        yield replace(flip, clause="" if flip.kind == FELL_APART else _parting(old, new))


def _single(flip: Flip) -> Asked:
    if flip.kind != OTHER_LIST or flip.asked.operation != "legal":
        return flip.asked
    old, new = flip.old["answer"]["actions"], flip.new["answer"]["actions"]
    action = (only_in(new, old) or only_in(old, new))[0]
    return with_action(flip.asked, action)


def with_action(asked: Asked, action: Any) -> Asked:
    """The question what comes of an action in the position of another question."""
    return asked.altered(lambda form: {**form, "operation": "apply", "fields": {**form["fields"], "action": action}})


def _parting(old: Told, new: Told) -> str:
    """The clause at which two derivations part: the first that answers otherwise, or that one side alone asks."""
    before, after = old.get("steps", []), new.get("steps", [])
    known = {clause for clause, _ in before}, {clause for clause, _ in after}
    for (was, answer), (now, answered) in zip(before, after, strict=False):
        if was == now and answer != answered:
            return str(now)
        if was != now:
            return str(was if was not in known[1] else now)
    longer = after if len(after) > len(before) else before
    rest = longer[min(len(before), len(after)) :]
    return str(rest[0][0]) if rest else ""
