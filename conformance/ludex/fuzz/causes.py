"""Why an answer differs: in which direction, and by which clauses; and what many differences have in common."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from ludex.fuzz.asking import Answered, rules_under
from ludex.generate.asking import answer
from ludex.generate.promises import UNREADABLE
from ludex.judge.case import ScheduledVector
from ludex.judge.verdict import ERROR, PASS, Judgement
from ludex.judge.weigh import in_force, key, refusal_of, weigh_result
from ludex.protocol.messages import BROKEN
from ludex.protocol.schema import plain, refuses
from ludex.report.blame import clauses_met
from ludex.report.ranking import ochiai
from ludex.rules.answering import turned_round
from ludex.seam import reference_of

TOO_KIND, TOO_STRICT, ELSEWHERE, WRONG_REASON = "too kind", "too strict", "otherwise", "wrong reason"
OF_MANY_STEPS = ("replay", "perft")
MOST_ACTIONS = 6  # of a list, that are looked into
MOST_LOOKED_INTO = 1000  # differences, each of a kind of its own; the others are counted with their like
_FIGURES = re.compile(r"\d+")


class FuzzDifference(Struct, frozen=True):
    """A question that an engine does not pass, with the judge's verdict; `number` is its place in the campaign."""

    number: int
    answered: Answered
    outcome: Judgement


class Why(Struct, frozen=True):
    """How an answer differs, and the clauses by which it may: those by which it would be right if they decided the
    other way, or else all that it is about, of which it is not known which."""

    direction: str
    clauses: frozenset[str]
    is_known: bool = True


Reasons = dict[int, Why]


class Group(NamedTuple):
    """Differences of one cause, by their numbers: of a clause, or of none that is known."""

    clause: str
    numbers: list[int]


def why(difference: FuzzDifference, case: ScheduledVector) -> Why:
    """Why an answer differs, as far as it can be told from this one.

    Of engines that are held against each other, it is from the other's answer that it differs; where it is right
    nevertheless, as the reference has it, the clauses are those by which the other one's is wrong.
    """
    outcome, answered = difference.outcome, difference.answered
    if outcome.verdict == ERROR:
        return Why(f"{answered.question.operation}: {outcome.cause}", frozenset())
    try:
        got = plain(msgspec.json.decode(outcome.got))
    except BROKEN:  # an answer that was cut
        return Why(ELSEWHERE, frozenset())
    expected = in_force(answered.answer, answered.question.setting.choices)
    other = _other_answer(outcome, answered, expected)
    if isinstance(got, dict) and "actions" in got and "actions" in other:
        return _of_lists(answered, case, got["actions"], other["actions"])
    wrong, data = got, outcome.got
    if outcome.want and case.weigh_bytes(outcome.got).verdict == PASS:
        wrong, data = other, outcome.want
    about_reading = UNREADABLE in (refusal_of(expected), refusal_of(wrong))
    turned = frozenset(_explaining(answered, data, case, about_reading)) or _clauses_named(expected, wrong)
    about = expected[refusal_of(expected) or ""].get("broken", ()) if refusal_of(expected) else answered.clauses
    return Why(_direction(other, got, case), turned or frozenset(about), bool(turned))


def _other_answer(outcome: Judgement, answered: Answered, expected: Any) -> Any:
    """What an answer is held against: another engine's where there is one, or else what is expected."""
    try:
        other = plain(msgspec.json.decode(outcome.want))
    except BROKEN:  # there is none, or it was cut
        return expected
    return in_force(other, answered.question.setting.choices)


def reasons_of(differences: Iterable[FuzzDifference], case_of: Callable[[int, Answered], ScheduledVector]) -> Reasons:
    """Why each difference is one, by its number; what looks alike is looked into once."""
    known: dict[object, Why] = {}
    found: Reasons = {}
    for one in differences:
        answered, told = one.answered, _FIGURES.sub("#", one.outcome.message)
        like = (answered.question.operation, answered.clauses, answered.outcome, one.outcome.verdict, told)
        if like not in known and len(known) < MOST_LOOKED_INTO:
            known[like] = why(one, case_of(one.number, answered))
        if like in known:
            found[one.number] = known[like]
    return found


def _direction(expected: Any, got: Any, case: ScheduledVector) -> str:
    schema = case.frame.wire.result(case.frame.operation) or {}
    no, said_no = (bool(refusal_of(one)) or refuses(one, schema) for one in (expected, got))
    if no and said_no:
        return WRONG_REASON
    return TOO_KIND if no else TOO_STRICT if said_no else ELSEWHERE


def _clauses_named(expected: Any, got: Any) -> frozenset[str]:
    """The clauses that an engine names where they are no reason."""
    want, have = refusal_of(expected), refusal_of(got)
    if not have:
        return frozenset()
    allowed = {*expected[want].get("broken", ()), *expected[want].get("moot", ())} if want else set()
    return frozenset(one for one in got[have].get("broken", ()) if one not in allowed)


def _explaining(answered: Answered, got: bytes, case: ScheduledVector, about_reading: bool) -> Iterator[str]:
    """The clauses by which the answer would be right if they decided the other way; `about_reading`, even where
    nothing can then be read."""
    question, frame = answered.question, case.frame
    game, rules = reference_of(frame.topic.game), _rules_of(answered, case)
    for clause in sorted(answered.clauses):
        turned = turned_round(lambda: answer(game, question.operation, question.fields, rules), clause, about_reading)
        if turned is None:
            continue
        expect = msgspec.json.encode(turned)
        if weigh_result(got, expect, frame.operation, frame.wire, frame.choices, frame.tells).verdict == PASS:
            yield clause


def _rules_of(answered: Answered, case: ScheduledVector) -> Any:
    return rules_under(case.frame.topic.game, answered.question.setting)


def _of_lists(answered: Answered, case: ScheduledVector, got: Sequence[Any], expected: Sequence[Any]) -> Why:
    """By the actions that a list has too many, or else by those that it lacks."""
    have, want = ({key(action): action for action in actions} for actions in (got, expected))
    extra, missing = (sorted(one.keys() - other.keys(), key=str) for one, other in ((have, want), (want, have)))
    wrong = [have[name] for name in extra[:MOST_ACTIONS]] or [want[name] for name in missing[:MOST_ACTIONS]]
    game, rules = reference_of(case.frame.topic.game), _rules_of(answered, case)
    met = (clauses_met(game, answered.question.fields, action, rules)[1] for action in wrong)
    return Why(TOO_KIND if extra else TOO_STRICT, frozenset(chain.from_iterable(met)))


def group_by_cause(found: Mapping[int, Why], operations: Mapping[int, str], passed: Mapping[str, int]) -> list[Group]:
    """Differences by cause, most first.

    Of those whose clauses are known, the clause that best explains what is left takes all that may differ by it, and
    so on. The others are grouped in the same way, each direction by itself; but what is made of many steps goes to a
    known cause if one of its clauses was asked in it.
    """
    known = {number: one for number, one in found.items() if one.is_known and one.clauses}
    groups = _by_clause(known, passed)
    vague: dict[str, dict[int, Why]] = {}
    for number, one in found.items():
        if number in known:
            continue
        cause = next((group for group in groups if group.clause in one.clauses), None)
        if cause is not None and operations[number] in OF_MANY_STEPS:
            cause.numbers.append(number)
        else:
            vague.setdefault(one.direction, {})[number] = one
    for direction in sorted(vague):
        groups += _by_clause(vague[direction], passed)
    return sorted(groups, key=lambda group: -len(group.numbers))


def _by_clause(found: Mapping[int, Why], passed: Mapping[str, int]) -> list[Group]:
    made: list[Group] = []
    left = dict(found)
    while left:
        bad = Counter(clause for one in left.values() for clause in one.clauses)
        best = min(bad, key=lambda one: (-ochiai(passed.get(one, 0), bad[one], len(left)), one), default="")
        taken = [number for number, one in left.items() if best in one.clauses or not best]
        made.append(Group(best, taken))
        left = {number: one for number, one in left.items() if number not in {*taken}}
    return made
