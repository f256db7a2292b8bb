"""Answers that two sides give otherwise, and how one is called."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec

from ludex.judge.weigh import key, refusal_of
from ludex.rulediff.peers import Peers, Question, Told

NOW_REFUSED, NOW_ALLOWED = "was allowed, is refused", "was refused, is allowed"
OTHER_RESULT, OTHER_LIST, OTHER_REASONS = (
    "another result",
    "another list of legal actions",
    "other reasons of a refusal",
)
FELL_APART = "cannot be asked any more"
WEIGHT = (NOW_ALLOWED, NOW_REFUSED, OTHER_RESULT, OTHER_LIST, FELL_APART, OTHER_REASONS)  # what decides most first


@dataclass(frozen=True)
class SidedQuestion:
    """A question with its two forms, and where it comes from; ``vector`` is the full id, None if it is of no vector."""

    old: Question
    new: Question
    vector: str | None = None
    why: str = ""
    clauses: tuple[str, ...] = ()
    source: str = "found in random play"

    @property
    def operation(self) -> str:
        """The operation."""
        return str(self.new["operation"])

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields of the operation."""
        fields: Mapping[str, Any] = self.new["fields"]
        return fields

    def alter(self, change: Callable[[Question], Question]) -> "SidedQuestion":
        """The question with a change in both of its forms."""
        return replace(self, old=change(self.old), new=change(self.new))

    @property
    def size(self) -> int:
        """How much there is to see in the question: packed, for a board may take as many bytes when it is empty."""
        return len(zlib.compress(msgspec.json.encode(self.fields)))

    @property
    def plainness(self) -> int:
        """0 for an action in a position, 1 for another question about a position, 2 for the rest."""
        return ("position" not in self.fields) + ("action" not in self.fields)


@dataclass(frozen=True)
class Flip:
    """A question with two answers; ``clause`` is what the answers part by, None until that is looked into.

    ``traced`` says that the clause itself answers otherwise. Where it does not, the clause was asked something else on
    either side: the change is first seen there, and lies before it, in what no clause carries.
    """

    asked: SidedQuestion
    old: Told
    new: Told
    clause: str | None = None
    traced: bool = True

    @property
    def played(self) -> bool:
        """Whether it is about what may be played, and what comes of it, in a position that both sides can read."""
        refusals = {refusal_of(told.get("answer")) for told in (self.old, self.new)}
        return "position" in self.asked.fields and self.kind != OTHER_REASONS and "unreadable" not in refusals

    @property
    def reasons(self) -> set[str]:
        """The clauses that either side gives as reasons of a refusal."""
        told = (answer for answer in (self.old.get("answer", {}), self.new.get("answer", {})) if refusal_of(answer))
        return {clause for answer in told for _, clause in _reasons(answer)}

    @property
    def order(self) -> tuple[int, int]:
        """What shows a change best comes first: plain questions, and then small ones."""
        return self.asked.plainness, self.asked.size

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
        return old.get("error") == new.get("error")
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


def explain(flips: list[Flip], peers: Peers) -> Iterator[Flip]:
    """The flips with the clause that each parts by: both sides are asked again, and say what they asked themselves.

    A list of actions is looked into by one action in which the lists differ.
    """
    questions = [_single(flip) for flip in flips]
    pairs = [({**one.old, "steps": True}, {**one.new, "steps": True}) for one in questions]
    for flip, (old, new) in zip(flips, peers.ask(pairs), strict=True):
        clause, traced = ("", False) if flip.kind == FELL_APART else _parting(old, new)
        yield replace(flip, clause=clause or _other_reason(flip), traced=traced)


def _other_reason(flip: Flip) -> str:
    """Of two refusals that no step tells apart, the first clause that one of them alone names."""
    if flip.kind != OTHER_REASONS:
        return ""
    was, now = (_reasons(told["answer"]) for told in (flip.old, flip.new))
    return next((clause for _, clause in sorted(was ^ now)), "")


def _reasons(answer: Mapping[str, Any]) -> set[tuple[str, str]]:
    """The clauses of a refusal, each with what it is: broken, or moot."""
    refused = answer[str(refusal_of(answer))]
    return {(what, clause) for what, clauses in refused.items() for clause in clauses}


def _single(flip: Flip) -> SidedQuestion:
    if flip.kind != OTHER_LIST or flip.asked.operation != "legal":
        return flip.asked
    old, new = flip.old["answer"]["actions"], flip.new["answer"]["actions"]
    action = (only_in(new, old) or only_in(old, new))[0]
    return with_action(flip.asked, action)


def with_action(asked: SidedQuestion, action: Any) -> SidedQuestion:
    """The question what comes of an action in the position of another question."""
    return asked.alter(lambda form: {**form, "operation": "apply", "fields": {**form["fields"], "action": action}})


# The clause at which two derivations part


class _Step(NamedTuple):
    clause: str
    role: str
    asked: str
    answer: str
    idle: bool


STEPS_AHEAD = 24  # steps within which a derivation that asks more is found again


def _parting(old: Told, new: Told) -> tuple[str, bool]:
    """The clause at which two derivations part, and whether it is itself what changed.

    Clauses that one side alone asks count where something comes of them. Steps that were put in between are passed
    over; they are named if all the rest is the same.
    """
    before, after = ([_Step(*step) for step in told.get("steps", [])] for told in (old, new))
    known = ({step.clause for step in before}, {step.clause for step in after})
    before = [step for step in before if not (step.idle and step.clause not in known[1])]
    after = [step for step in after if not (step.idle and step.clause not in known[0])]
    between: list[_Step] = []
    at, there = 0, 0
    while at < len(before) and there < len(after):
        was, now = before[at], after[there]
        if was.clause == now.clause and was.answer != now.answer:
            return was.clause, was.asked == now.asked
        if was.clause == now.clause:
            at, there = at + 1, there + 1
            continue
        for step in (was, now):
            if step.clause not in known[0] & known[1]:
                return step.clause, step.role == "check"
        more, fewer = _ahead(now.clause, before, at), _ahead(was.clause, after, there)
        if not more and not fewer:
            return now.clause, False
        if fewer and (not more or fewer <= more):
            between += after[there : there + fewer]
            there += fewer
        else:
            between += before[at : at + more]
            at += more
    for step in (*between, *before[at:], *after[there:]):
        return step.clause, step.role == "check" and step.clause not in known[0] & known[1]
    return "", False


def _ahead(clause: str, steps: list[_Step], start: int) -> int:
    """In how many steps a clause is asked, 0 if not soon."""
    soon = steps[start + 1 : start + 1 + STEPS_AHEAD]
    return next((count for count, step in enumerate(soon, 1) if step.clause == clause), 0)
