"""What the pages of a game tell: its clauses with their tests, functions and changes, from the files that are here."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludex import where
from ludex.fault import Fault
from ludex.rulebook import Rulebook, rulebook
from ludex.scenario import Scenario, read_file
from ludex.seam import Reference, reference_of
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.suite import Suite, available, open_suite

MOST_SAMPLES = 4  # of the vectors on a clause: the shortest of each kind, in turn
MOST_CHANGED = 3
TITLE = re.compile(r"^# (\S.*)$", re.MULTILINE)


class ChapterText(NamedTuple):
    """A file of a rulebook."""

    path: Path
    title: str
    text: str

    @property
    def page(self) -> str:
        return f"{self.path.stem}.html"


class WorkedExample(NamedTuple):
    """A worked example of the rulebook."""

    name: str
    clause: str
    says: str
    edition: str
    readings: Mapping[str, str]
    operation: str
    input: Any
    expect: Any


class DrawnVector(NamedTuple):
    """A vector that is drawn, with the topic that it is of."""

    topic: Topic
    vector: Vector

    @property
    def id(self) -> str:
        return full_id(self.vector, self.topic.edition)


class Contents:
    """All that is told of one game; what it does not have is empty."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.folder = where.spec_of(game)

    @cached_property
    def reference(self) -> Reference:
        return reference_of(self.game)

    @cached_property
    def book(self) -> Rulebook:
        return rulebook(self.game)

    @cached_property
    def chapters(self) -> list[ChapterText]:
        paths = sorted((self.folder / "rulebook").glob("*.md"))
        texts = [(path, path.read_text(encoding="utf-8")) for path in paths]
        return [
            ChapterText(path, found[1] if (found := TITLE.search(text)) else path.stem, text) for path, text in texts
        ]

    @cached_property
    def examples(self) -> list[WorkedExample]:
        path = self.folder / "examples.json"
        if not path.is_file():
            return []
        return [WorkedExample(**one) for one in msgspec.json.decode(path.read_bytes())["examples"]]

    @cached_property
    def scenarios(self) -> dict[str, list[tuple[Path, Scenario]]]:
        """The scenarios that cite each clause; of an outline, each row."""
        found: dict[str, list[tuple[Path, Scenario]]] = {}
        for path in where.scenarios(self.game):
            file = read_file(path)
            if file.problems:
                raise Fault(file.problems[0].show(file.path), f"`ludex lint {file.path}` tells of all.")
            for scenario in file.scenarios:
                for clause in dict.fromkeys(scenario.cites):
                    found.setdefault(clause, []).append((path, scenario))
        return found

    @cached_property
    def suite(self) -> Suite | None:
        return open_suite(self.game) if self.game in available() else None

    @cached_property
    def vectors(self) -> "VectorsOfClauses":
        return VectorsOfClauses(self.suite)


class VectorsOfClauses:
    """The vectors that turn on each clause: how many, a few of them, and those that the editions answer otherwise."""

    def __init__(self, suite: Suite | None) -> None:
        self.counts: dict[str, Counter[tuple[str, str]]] = {}
        self.samples: dict[str, list[DrawnVector]] = {}
        self.changed: dict[str, list[str]] = {}
        shortest: dict[str, dict[str, list[tuple[int, str, DrawnVector]]]] = {}
        answers: dict[tuple[str, bytes], dict[str, tuple[bytes, Vector]]] = {}
        for topic in _topics(suite):
            usual = suite.facts(topic.edition).defaults() if suite else {}
            for vector in topic.vectors:
                self._count(topic, vector, shortest)
                if vector.holds_under(usual):
                    asked = answers.setdefault((topic.operation, bytes(vector.input)), {})
                    asked[topic.edition] = (bytes(vector.expect), vector)
        for clause, kinds in shortest.items():
            ranked = [(turn, kind, one[2]) for kind, many in kinds.items() for turn, one in enumerate(many)]
            self.samples[clause] = [one for *_, one in sorted(ranked, key=lambda one: one[:2])[:MOST_SAMPLES]]
        self._compare(answers)

    def _count(
        self, topic: Topic, vector: Vector, shortest: dict[str, dict[str, list[tuple[int, str, DrawnVector]]]]
    ) -> None:
        for clause in vector.clauses:
            self.counts.setdefault(clause, Counter())[topic.edition, topic.kind] += 1
            kept = shortest.setdefault(clause, {}).setdefault(topic.kind, [])
            length = len(vector.input) + len(vector.expect)
            if len(kept) < MOST_SAMPLES or length < kept[-1][0]:
                kept.append((length, vector.id, DrawnVector(topic, vector)))
                kept.sort(key=_rank)
                del kept[MOST_SAMPLES:]

    def _compare(self, answers: Mapping[tuple[str, bytes], Mapping[str, tuple[bytes, Vector]]]) -> None:
        for told in answers.values():
            if len({expect for expect, _ in told.values()}) > 1:
                clauses = {clause: None for _, vector in told.values() for clause in vector.clauses}
                for clause in clauses:
                    self.changed.setdefault(clause, []).append(next(iter(told.values()))[1].id)


def _rank(one: tuple[int, str, DrawnVector]) -> tuple[int, str]:
    return one[:2]


def _topics(suite: Suite | None) -> Iterator[Topic]:
    for edition in suite.editions if suite else ():
        yield from suite.topics(edition) if suite else ()
