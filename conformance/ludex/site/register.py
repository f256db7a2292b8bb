"""The case of each entry of a register: one question, and what is right under each choice."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from ludex.authoring.scenes import Scene, SceneSeries, of_question
from ludex.protocol.server import perform
from ludex.report.drawing import Easel
from ludex.rules.register import Entry
from ludex.scenario import Scenario
from ludex.scenario.stepping import editions_of, turns
from ludex.site.contents import Contents

MOST_CASES = 3  # of an entry


class EntryCase(NamedTuple):
    """A question on which the readings of an entry part, under the other readings that it needs."""

    edition: str
    readings: Mapping[str, str]
    operation: str
    asked: Mapping[str, Any]
    says: str


def cases_of(contents: Contents, entry: Entry) -> list[EntryCase]:
    """The cases of an entry: the rulebook's own, else those of scenarios and of vectors."""
    ways = (_of_examples(contents, entry), _of_scenarios(contents, entry), _of_vectors(contents, entry))
    for found in ways:
        parting = [case for case in found if len({*answers(contents.game, entry, case, contents).values()}) > 1]
        if parting:
            return parting[:MOST_CASES]
    return []


def _of_examples(contents: Contents, entry: Entry) -> Iterator[EntryCase]:
    seen: set[tuple[str, bytes]] = set()
    for one in contents.examples:
        if entry.id in one.readings:
            key = one.operation, msgspec.json.encode(one.input)
            if key not in seen:
                seen.add(key)
                others = {name: choice for name, choice in one.readings.items() if name != entry.id}
                yield EntryCase(one.edition, others, one.operation, one.input, one.says)


def _of_scenarios(contents: Contents, entry: Entry) -> Iterator[EntryCase]:
    """The steps of scenarios under another choice than the default."""
    told: dict[int, Scenario] = {}
    for many in contents.scenarios.values():
        told.update((id(scenario), scenario) for _, scenario in many)
    for scenario in told.values():
        chosen = {choice.entry: choice.reading for choice in scenario.under}
        if entry.id in chosen:
            edition = editions_of(scenario)[-1]
            others = {name: choice for name, choice in chosen.items() if name != entry.id}
            for turn in turns(scenario, edition):
                if turn.data is not None:
                    asked = {"position": turn.before, "action": turn.data}
                    yield EntryCase(
                        edition, others, "apply", asked if turn.by is None else {**asked, "by": turn.by}, scenario.name
                    )


def _of_vectors(contents: Contents, entry: Entry) -> Iterator[EntryCase]:
    """Questions of vectors that hold for some choices of this entry alone, the shortest first."""
    suite = contents.suite
    found = [
        (len(vector.input), topic, vector)
        for edition in (suite.editions if suite else ())
        for topic in (suite.topics(edition) if suite else ())
        for vector in topic.vectors
        if any(entry.id in alternative for alternative in vector.holds)
    ]
    for _, topic, vector in sorted(found, key=lambda one: one[0]):
        others = {name: allowed[0] for name, allowed in vector.holds[0].items() if name != entry.id}
        asked = msgspec.json.decode(vector.input)
        yield EntryCase(topic.edition, others, topic.operation, asked, vector.why)


def answers(game: str, entry: Entry, case: EntryCase, contents: Contents) -> dict[str, bytes]:
    """What is right under each choice that is open in the edition of a case, as JSON."""
    found: dict[str, bytes] = {}
    for choice in contents.reference.REGISTER.choices(case.edition)[entry.id]:
        named = {"game": game, "edition": case.edition, "readings": {**case.readings, entry.id: choice}}
        result = msgspec.json.decode(msgspec.json.encode(perform(case.operation, {**named, **case.asked})))
        found[choice] = msgspec.json.encode(result, order="deterministic")
    return found


def play_of(contents: Contents, entry: Entry, case: EntryCase) -> SceneSeries:
    """What is asked, and then what comes of it under each choice."""
    scenes: list[Scene] = []
    usual = contents.reference.REGISTER.rules(case.edition).choices[entry.id]
    for choice, answer in answers(contents.game, entry, case, contents).items():
        readings = contents.reference.REGISTER.rules(case.edition, {**case.readings, entry.id: choice}).choices
        easel = Easel(contents.game, case.edition, readings)
        asked, right = of_question(easel, case.operation, case.asked, msgspec.json.decode(answer))
        scenes += [] if scenes else [asked]
        told = f"{entry.id} = {choice}" + (" (the default)" if choice == usual else "")
        scenes.append(Scene(told, right.position, right.before, right.notes, (), right.arrows))
    about = [case.says] if case.says else []
    about += [f"under {name} = {choice}" for name, choice in case.readings.items()]
    return SceneSeries(contents.game, f"A case of {entry.id}", tuple(about), tuple(scenes))
