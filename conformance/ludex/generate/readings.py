"""Runs a case under every reading that it consults, and sorts its answers: one group for each distinct answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from ludex.generate.asking import Answer, answer, judged_part, reasons_in, refusal_of, shape_of, watch_answer
from ludex.generate.conditions import Combination, Condition, Space
from ludex.protocol.schema import Schema
from ludex.rules import Impossible, Refused, Register, Rules, recording
from ludex.seam import Reference
from ludex.tracking import Steps, repeat, with_steps
from ludex.vectors.format import ONLY_UNDER
from ludex.vectors.freedom import FREE, free_fields

MAX_COMBINATIONS_ASKED = 80
MOST_FLIPS_AT_ONCE = 3
Run = Callable[[dict[str, str]], tuple[Answer, set[str]]]


class AnswerGroup(NamedTuple):
    """One distinct answer: the alternatives that it holds for (none: always), and choices under which it is given.

    ``others`` are choices under which the same answer has other reasons.
    """

    holds: list[Condition]
    choices: dict[str, str]
    answer: Answer
    others: tuple[dict[str, str], ...] = ()


class Runs:
    """What was given under some choices, known again under all that agree with them in what was consulted.

    Nothing but what is consulted can change an answer, so one run stands for many combinations.
    """

    def __init__(self, opened: Mapping[str, tuple[str, ...]], run: Run) -> None:
        self._defaults = {name: choices[0] for name, choices in opened.items()}
        self._run = run
        self._known: list[tuple[dict[str, str], Answer, Steps]] = []

    def under(self, chosen: Mapping[str, str]) -> Answer:
        """The answer under these choices, and the defaults for what they leave open."""
        every = {**self._defaults, **chosen}
        for looked_at, given, steps in self._known:
            if all(every[name] == choice for name, choice in looked_at.items()):
                repeat(steps)
                return given
        (given, consulted), steps = with_steps(lambda: self._run(dict(chosen)))
        repeat(steps)
        self._known.append(({name: every[name] for name in consulted}, given, steps))
        return given

    @property
    def consulted(self) -> set[str]:
        """Every entry that some run has consulted."""
        return {name for looked_at, *_ in self._known for name in looked_at}


def explore(opened: Mapping[str, tuple[str, ...]], run: Run) -> tuple[Space, dict[Combination, Answer]]:
    """The answers under the complete product of what is consulted; what only a flip brings up is flipped as well."""
    runs, names = Runs(opened, run), set[str]()
    while True:
        space = Space(opened, names)
        answers = {combination: runs.under(space.choices_of(combination)) for combination in space}
        if runs.consulted == names:
            return space, answers
        names = runs.consulted


def groups(
    game: Reference,
    edition: str,
    operation: str,
    fields: Mapping[str, Any],
    under: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> list[AnswerGroup]:
    """The distinct answers to a case, the one under the defaults first; ``under`` narrows what is tried.

    Of a list it narrows refusals alone: a list that is narrowed would tell of readings that nobody named.
    """
    register: Register = game.REGISTER
    opened = register.choices(edition)
    fixed = {name: choices[0] for name, choices in under.items() if len(opened[name]) > 1}
    narrowed = {name: list(under[name]) for name in fixed}
    if operation == "legal":
        found = _list_groups(game, edition, fields)
        return [_narrowed_group(group, narrowed) if refusal_of(group.answer) else group for group in found]
    space, answers = explore(
        {**opened, **under},
        lambda chosen: watch_answer(game, operation, fields, rules_of(register, edition, {**fixed, **chosen})),
    )
    found = _group(space, answers, shape_of(game.__name__, operation))
    return [_narrowed_group(group, narrowed) for group in found]


def _narrowed_group(group: AnswerGroup, narrowed: Condition) -> AnswerGroup:
    """The group, holding for what its case was narrowed to, too."""
    if not narrowed:
        return group
    fixed = {name: choices[0] for name, choices in narrowed.items()}
    holds = [dict(sorted({**narrowed, **one}.items())) for one in group.holds or [{}]]
    return group._replace(
        holds=holds, choices={**fixed, **group.choices}, others=tuple({**fixed, **o} for o in group.others)
    )


def _group(space: Space, answers: Mapping[Combination, Answer], shape: Schema) -> list[AnswerGroup]:
    sets: dict[str, list[Combination]] = {}
    for combination, given in answers.items():
        sets.setdefault(repr(judged_part(given, shape)), []).append(combination)
    return [
        AnswerGroup(
            space.alternatives(frozenset(members)),
            space.choices_of(members[0]),
            _unite(space, {member: answers[member] for member in members}, shape),
            tuple(space.choices_of(member) for member in _unlike(members, answers)[1:]),
        )
        for members in sets.values()
    ]


def _unlike(members: list[Combination], answers: Mapping[Combination, Answer]) -> list[Combination]:
    """The first combination of each answer, reasons and all."""
    first: dict[str, Combination] = {}
    for member in members:
        first.setdefault(repr(answers[member]), member)
    return list(first.values())


def _unite(space: Space, given: Mapping[Combination, Answer], shape: Schema) -> Answer:
    """One answer for many: with all free fields; a refusal or verdict with all reasons, each with where it is one."""
    first = next(iter(given.values()))
    kind = refusal_of(first)
    if kind is not None:
        return {kind: _all_reasons(space, {one: answer[kind] for one, answer in given.items()}, "broken", "moot")}
    free = {place: clause for answer in given.values() for place, clause in free_fields(answer).items()}
    united = {**first, **({FREE: free} if free else {})}
    for broken, moot in reasons_in(shape).items():
        united |= _all_reasons(space, given, broken, moot)
    return united


def _all_reasons(space: Space, given: Mapping[Combination, Answer], broken: str, moot: str) -> Answer:
    """Every reason of some answers; of one that not all of them have, also the readings under which it may be named."""
    told = {reason for answer in given.values() for reason in answer[broken]}
    mute = {reason for answer in given.values() for reason in answer[moot]} - told
    where = {
        reason: frozenset(one for one, answer in given.items() if reason in answer[broken] or reason in answer[moot])
        for reason in sorted(told | mute)
    }
    only = {reason: space.alternatives(some) for reason, some in where.items() if len(some) < len(given)}
    return {broken: sorted(told), moot: sorted(mute), **({ONLY_UNDER: only} if only else {})}


def rules_of(register: Register, edition: str, chosen: Mapping[str, str]) -> Rules:
    """The rules of an edition under these choices (the same object for the same choices)."""
    return _rules_of(_Same(register), edition, tuple(sorted(chosen.items())))


class _Same:
    """An object as a key: it is the same as itself."""

    def __init__(self, it: Any) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.it is other.it


@cache
def _rules_of(register: _Same, edition: str, chosen: tuple[tuple[str, str], ...]) -> Rules:
    found: Rules = register.it.rules(edition, dict(chosen))
    return found


# Lists of legal actions: one vector, in which each action that depends on readings carries its condition.


def _list_groups(game: Reference, edition: str, fields: Mapping[str, Any]) -> list[AnswerGroup]:
    """First under which readings the position can be read at all; then the list, under each of these."""
    register: Register = game.REGISTER
    opened = register.choices(edition)
    space, answers = explore(opened, lambda chosen: _read(game, fields, rules_of(register, edition, chosen)))
    found = []
    for group in _group(space, answers, {}):
        if refusal_of(group.answer):
            found.append(group)
        else:
            found.append(group._replace(answer=_list(game, edition, fields, _narrow(opened, group.holds))))
    return found


def _narrow(opened: Mapping[str, tuple[str, ...]], holds: list[Condition]) -> dict[str, tuple[str, ...]]:
    if len(holds) > 1:
        raise Impossible("a position that can be read under two unlike conditions")
    return {**opened, **{name: tuple(choices) for one in holds for name, choices in one.items()}}


def _read(game: Reference, fields: Mapping[str, Any], rules: Rules) -> tuple[Answer, set[str]]:
    """Whether a position, and what is told besides it, can be read: its refusal, or nothing."""
    with recording(keep_steps=False) as trace:
        try:
            game.read_position(fields["position"], rules)
        except Refused:
            return answer(game, "legal", fields, rules), trace.consulted
    if len(fields) > 1:
        given, consulted = watch_answer(game, "legal", fields, rules)
        if refusal_of(given):
            return given, consulted
    return {}, trace.consulted


def _list(game: Reference, edition: str, fields: Mapping[str, Any], opened: Mapping[str, tuple[str, ...]]) -> Answer:
    space = Space(opened, _entries_consulted(game, edition, fields, opened))
    tried = [one for one in space if len(space) <= MAX_COMBINATIONS_ASKED or _few_flips(space, one)]
    runs = lists_by_readings(game, edition, fields, opened)
    lists = {one: runs.under(space.choices_of(one))["actions"] for one in tried}
    named = {_name(action): action for actions in lists.values() for action in actions}
    allowed: dict[Any, set[Combination]] = {}
    for one, actions in lists.items():
        for action in actions:
            allowed.setdefault(_name(action), set()).add(one)
    always = [name for name, where in allowed.items() if len(where) == len(lists)]
    conditional = []
    for name in sorted(name for name, where in allowed.items() if len(where) < len(lists)):
        action = named[name]
        if len(space) <= MAX_COMBINATIONS_ASKED:
            condition = space.alternatives(frozenset(allowed[name]))
        else:
            condition = condition_of(game, edition, {**fields, "action": action}, opened)
        if condition:
            conditional.append([action, condition])
        else:
            always.append(name)
    return {
        "actions": [named[name] for name in sorted(always)],
        **({"conditional": conditional} if conditional else {}),
    }


def _name(action: Any) -> Any:
    """An action as a thing that can be sorted: a word as it is, an object as it is written."""
    return json.dumps(action, sort_keys=True) if isinstance(action, dict) else action


def _few_flips(space: Space, combination: Combination) -> bool:
    """Few choices other than the default; or the last choice everywhere, which lets most actions through."""
    flipped = [choice != choices[0] for choice, choices in zip(combination, space.choices, strict=True)]
    return sum(flipped) <= MOST_FLIPS_AT_ONCE or combination == tuple(choices[-1] for choices in space.choices)


def lists_by_readings(
    game: Reference, edition: str, fields: Mapping[str, Any], opened: Mapping[str, tuple[str, ...]]
) -> Runs:
    """The answers to ``legal``, or its refusals, under any choices."""
    fixed = {name: choices[0] for name, choices in opened.items()}
    return Runs(
        opened,
        lambda chosen: watch_answer(game, "legal", fields, rules_of(game.REGISTER, edition, {**fixed, **chosen})),
    )


def _entries_consulted(
    game: Reference, edition: str, fields: Mapping[str, Any], opened: Mapping[str, tuple[str, ...]]
) -> set[str]:
    """What listing consults under the defaults, under every single flip, under all flips; and so on for what is new."""
    fixed = {name: choices[0] for name, choices in opened.items()}
    names: set[str] = set()
    waiting: list[dict[str, str]] = [{}]
    while waiting:
        rules = rules_of(game.REGISTER, edition, {**fixed, **waiting.pop()})
        consulted = watch_answer(game, "legal", fields, rules)[1]
        for name in sorted(consulted - names):
            waiting += [{name: choice} for choice in opened[name][1:]]
        if consulted - names:
            names |= consulted
            waiting.append({name: opened[name][-1] for name in names})
    return names


def condition_of(
    game: Reference, edition: str, fields: Mapping[str, Any], opened: Mapping[str, tuple[str, ...]]
) -> list[Condition]:
    """For which readings an action applies, found by applying it; empty where it always does."""
    fixed = {name: choices[0] for name, choices in opened.items()}
    space, answers = explore(
        opened,
        lambda chosen: watch_answer(game, "apply", fields, rules_of(game.REGISTER, edition, {**fixed, **chosen})),
    )
    return space.alternatives(frozenset(one for one, given in answers.items() if not refusal_of(given)))
