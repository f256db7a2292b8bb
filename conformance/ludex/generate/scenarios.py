"""Turns the scenarios that ship into topics: each action, each list and each request in them is asked as a vector.

A case is named after its scenario and what is asked, and nothing else: editing around it changes no id, and a scenario
that asks what another one asks keeps its own. It is asked under every reading that it consults, like any other; what
the scenario expects is its author's affair, and checked when it is run. A game may say what else a step asks
(``ludex.support.seam.Requests``).
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ludex import where
from ludex.fault import Fault
from ludex.generate.asking import answer, refusal_of
from ludex.generate.lacking import is_of_a_table
from ludex.notation import expectations as e
from ludex.scenario import File, Scenario, read_file
from ludex.scenario.stepping import PlayedStep, editions_of, reference, rules_for, turns
from ludex.suites import Case, SuiteTopic
from ludex.support import support_of
from ludex.support.seam import Requests

PREFIX = "scenarios"
TAG = "scenario"
LONGEST_SLUG, LONGEST_WHY = 64, 160
ABOUT = "What the scenarios of the rulebook ask: {}."
ABOUT_KINDS = {"apply": "actions that apply", "refusal": "actions that do not apply", "legal": "lists of legal actions"}
LISTS = (e.Counted, e.Legal, e.NotLegal, e.Exactly)


class ScenarioQuestion(NamedTuple):
    """One question that a scenario asks in an edition."""

    kind: str
    operation: str
    case: Case


def topics(game: str, edition: str) -> Iterator[SuiteTopic]:
    """A topic for each kind of question that the shipped scenarios of a game ask in an edition."""
    asked: dict[tuple[str, str], list[Case]] = {}
    for question in questions(game, edition):
        asked.setdefault((question.kind, question.operation), []).append(question.case)
    for (kind, operation), cases in sorted(asked.items()):
        about = ABOUT.format(ABOUT_KINDS.get(kind, f"the operation {operation}"))
        yield SuiteTopic(f"{PREFIX}-{kind}", kind, operation, about, cases.copy, repeats=True)


@lru_cache(maxsize=32)
def questions(game: str, edition: str) -> tuple[ScenarioQuestion, ...]:
    """Every question of the shipped scenarios, in the order of the files."""
    return tuple(
        question
        for scenario in shipped_scenarios(game)
        if _speaks_of(scenario, edition)
        for question in questions_of(scenario, edition)
    )


def _speaks_of(scenario: Scenario, edition: str) -> bool:
    """Whether a scenario speaks of an edition; a table that is played alone takes the place of one that is gone."""
    named = scenario.setting.edition
    return edition in editions_of(scenario) or named not in reference(scenario).REGISTER.editions


def shipped_scenarios(game: str) -> tuple[Scenario, ...]:
    """The scenarios of a game; a Fault names the first place that cannot be read.

    By a table of somebody's own those are left out that speak of what it lacks, a unit or a map.
    """
    files = _files(game)
    for file in () if is_of_a_table(game) else files:
        for problem in file.problems:
            raise Fault(f"a scenario cannot be read, so no vectors are made of it: {problem.show(file.path)}")
    return tuple(scenario for file in files for scenario in file.scenarios if scenario.setting.game == game)


def left_out(game: str) -> tuple[str, ...]:
    """The scenarios that speak of what a table of somebody's own lacks, by the file and the line that they begin in."""
    return tuple(f"{Path(file.path).name}:{line}" for file in _files(game) for line in _unread(file))


@lru_cache(maxsize=8)
def _files(game: str) -> tuple[File, ...]:
    return tuple(read_file(path) for path in where.scenarios(game))


def _unread(file: File) -> Iterator[int]:
    """The lines at which those scenarios and outlines begin of which something cannot be read."""
    heads = [line for line, _ in file.heads]
    amiss = [problem.line for problem in file.problems if not problem.file]
    for line, after in zip(heads, [*heads[1:], sys.maxsize], strict=True):
        read = any(line <= scenario.place.line < after for scenario in file.scenarios)
        if not read or any(line <= problem < after for problem in amiss):
            yield line


def questions_of(scenario: Scenario, edition: str) -> Iterator[ScenarioQuestion]:
    """What one scenario asks in an edition; a kind is told by the answer under the scenario's own readings."""
    game, rules = reference(scenario), rules_for(scenario, edition)
    own = support_of(scenario.setting.game).requests
    for turn in turns(scenario, edition):
        for operation, fields in _requests_of(turn, own):
            kind = operation
            if operation == "apply":
                kind = "refusal" if refusal_of(answer(game, operation, fields, rules)) else "apply"
            yield ScenarioQuestion(kind, operation, _case(scenario, fields))


def _requests_of(turn: PlayedStep, own: Requests) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if turn.data is not None:
        sender = {} if turn.by is None else {"by": turn.by}
        yield "apply", {**_fields(turn.state, turn.before, own), "action": turn.data, **sender}
    if any(isinstance(phrase.value, LISTS) for phrase in turn.then):
        yield "legal", _fields(turn.state_after, turn.after, own)
    elif turn.data is None and turn.refusal:
        yield own.of_unreadable(_fields(turn.state_after, turn.after, own))
    yield from own.questions(turn)


def _fields(state: Any, shown: Any, own: Requests) -> Mapping[str, Any]:
    return {"position": shown} if state is None else own.fields_of(state)


def _case(scenario: Scenario, fields: Mapping[str, Any]) -> Case:
    tags = tuple(sorted({TAG, *scenario.tags}))
    return Case(slug(scenario.name), sentence(scenario), fields, tags)


def slug(name: str) -> str:
    """A name in the letters that an id has."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain.replace("'", "")) or [TAG]
    return "-".join(words)[:LONGEST_SLUG].strip("-")


def sentence(scenario: Scenario) -> str:
    """Why the scenario is there, or its name, no longer than a vector says it."""
    text = " ".join((scenario.why or scenario.name).split())
    if len(text) <= LONGEST_WHY:
        return text
    return text[: LONGEST_WHY - 1].rpartition(" ")[0].rstrip(",;:") + "…"
