"""How well a report leads to the clause that an engine breaks: measured on engines whose slips are known.

`python -m tests.reports.leads [GAME…]` makes them, judges them here and prints the table: the wrong engines of the
games, pairs and triples of them, and mutants of functions that carry one clause. Half of them are held out from every
choice; the table tells both halves. Answers are kept in `build/leads/`, by the vectors' seal.
"""

from __future__ import annotations

import ast
import copy
import pickle
import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.judge.case import Frame, ScheduledVector
from ludex.judge.settings import Setting
from ludex.judge.verdict import ERROR, PASS, REPORTED, Judgement
from ludex.mutation.loading import Engine, load
from ludex.mutation.mutants import mutants_of
from ludex.mutation.questions import ProbeMaker
from ludex.mutation.sources import sources_of
from ludex.mutation.touching import function_name, touch
from ludex.protocol.schema import wire_of
from ludex.report.blame import contradictions
from ludex.report.causes import Cause, causes
from ludex.report.results import Result, Results
from ludex.vectors.format import full_id
from ludex.vectors.suite import open_suite
from tests.reports import made
from tests.wrong_engines import Slip

T = TypeVar("T")
GAMES = ("tactics", "tribun", "minions")
ALONE, PAIR, TRIPLE, MUTANT = "wrong engine", "pair", "triple", "mutant"
KINDS = (ALONE, PAIR, TRIPLE, MUTANT)
PAIRS, TRIPLES, MUTANTS, MUTANTS_OF_A_CLAUSE = 20, 10, 30, 2  # of a game
KEPT = Path("build/leads")
PERFT = "perft"  # counts thousands of positions for one answer
Readings = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class WrongEngine:
    """An engine with known slips: the clauses that it breaks, and by what it is judged; a mutant has its hash."""

    kind: str
    game: str
    name: str
    clauses: tuple[str, ...]
    edition: str
    readings: Readings
    slips: tuple[Slip, ...] = ()
    mutant: str = ""

    @property
    def is_held_out(self) -> bool:
        """Whether it is kept from every choice: one half of all, by the name."""
        return sha256(self.name.encode()).digest()[0] % 2 == 0


def singles(game: str) -> list[WrongEngine]:
    """The wrong engines of a game."""
    slips: Sequence[Slip] = import_module(f"tests.{game}.wrong_engines").SLIPS
    oldest = open_suite(game).editions[0]
    return [
        WrongEngine(ALONE, game, one.name, (one.clause,), one.edition or oldest, one.readings, (one,)) for one in slips
    ]


def groups_of(game: str, size: int, many: int) -> list[WrongEngine]:
    """Pairs and triples of those that are judged by the same rules, drawn from a seed."""
    dice, every, found = random.Random(f"{game} {size}"), singles(game), dict[str, WrongEngine]()
    for _ in range(many * 20):
        of_it = sorted(dice.sample(every, size), key=lambda one: one.name)
        if len({(one.edition, one.readings) for one in of_it}) == 1 and len(found) < many:
            name, first = " + ".join(one.name for one in of_it), of_it[0]
            clauses = tuple(chain.from_iterable(one.clauses for one in of_it))
            slips = tuple(chain.from_iterable(one.slips for one in of_it))
            kind = {2: PAIR, 3: TRIPLE}[size]
            found[name] = WrongEngine(kind, game, name, clauses, first.edition, first.readings, slips)
    return [*found.values()]


def mutants(game: str, many: int) -> list[WrongEngine]:
    """Mutants of the reference in functions of one clause, mixed by their hashes."""
    edition, of_clause, found = open_suite(game).editions[0], Counter[str](), list[WrongEngine]()
    able = (one for one in mutants_of(game) if len(one.clauses) == 1 and one.begins and not one.is_shared)
    for one in sorted(able, key=lambda one: sha256(f"leads {one.hash}".encode()).digest()):
        of_clause.update(one.clauses)
        if of_clause[one.clauses[0]] <= MUTANTS_OF_A_CLAUSE and len(found) < many:
            found.append(WrongEngine(MUTANT, game, f"{one.where} {one.what}", one.clauses, edition, (), (), one.hash))
    return found


def engines(game: str) -> list[WrongEngine]:
    """All of a game."""
    groups = [*groups_of(game, 2, PAIRS), *groups_of(game, 3, TRIPLES)]
    return [*singles(game), *groups, *mutants(game, MUTANTS)]


class Bench:
    """The vectors of a game under one setting, and how an engine fares by them."""

    def __init__(self, game: str, edition: str, readings: Readings = (), topics: Collection[str] = ()) -> None:
        self.game, self.edition = game, edition
        self.suite = open_suite(game)
        usual = self.suite.facts(edition).defaults()
        self.setting = Setting(edition, {**usual, **dict(readings)}, dict(readings))
        self.cases: list[ScheduledVector] = []
        for name in (*self.suite.names_of(edition), *self.suite.sides_of(edition)):
            if not topics or name.topic in topics:
                self._lay(Frame(self.suite.topic(name), self.setting, 0, wire_of(game), tells=True))

    def _lay(self, frame: Frame) -> None:
        if frame.operation != PERFT:
            held = (one for one in frame.topic.vectors if one.holds_under(self.setting.choices))
            self.cases += [ScheduledVector(number, one, frame) for number, one in enumerate(held, len(self.cases))]

    @cached_property
    def touched(self) -> tuple[Mapping[str, list[int]], set[str]]:
        """For each function the cases that run through it, and the functions that run while modules are read."""
        return kept(f"touched {self.game} {self.setting.label} {self.suite.seal}", self._touch)

    def _touch(self) -> tuple[Mapping[str, list[int]], set[str]]:
        asked = ProbeMaker(self.suite)
        probes = [asked.question(one.frame.topic, one.vector, self.setting.choices) for one in self.cases]
        found = touch(self.game, probes, range(len(probes)))
        return {name: memoryview(numbers).cast("I").tolist() for name, numbers in found.packed.items()}, found.at_import

    def through(self, functions: Sequence[str]) -> Sequence[int]:
        """The cases that run through any of these functions; all where that cannot be told."""
        by_function, at_import = self.touched
        if not functions or not at_import.isdisjoint(functions):
            return range(len(self.cases))
        return sorted({number for one in functions for number in by_function.get(one, ())})

    def failures(self, engine: Engine, numbers: Sequence[int]) -> dict[int, Judgement]:
        """What an engine does not pass of these cases."""
        outcomes = ((number, self._outcome(engine, self.cases[number])) for number in numbers)
        return {number: outcome for number, outcome in outcomes if outcome.verdict != PASS}

    def _outcome(self, engine: Engine, case: ScheduledVector) -> Judgement:
        fields = msgspec.json.decode(case.vector.input)
        try:
            given = engine.answer(case.frame.operation, self.edition, self.setting.flipped, fields)
        except Exception as error:  # what a slip may lead to
            return Judgement(ERROR, REPORTED, type(error).__name__)
        return case.weigh_bytes(given)

    def results(self, failed: Mapping[int, Judgement]) -> Results:
        """As a results file would tell it; all else passed."""
        pairs = [(self.cases[number], outcome) for number, outcome in failed.items()]
        against = contradictions(pairs)
        told = [
            Result(
                full_id(case.vector, self.edition),
                0,
                outcome.verdict,
                outcome.cause,
                outcome.message,
                outcome.got.decode(),
                topic=case.frame.topic.topic,
                clauses=tuple(case.vector.clauses),
                contradicts=against.get(case.index, ()),
            )
            for case, outcome in pairs
        ]
        found = made.results(told, self.game, settings=(self.setting,))
        turning = Counter(chain.from_iterable(one.vector.clauses for one in self.cases))
        return replace(found, clauses={name: (turning[name] - bad, bad) for name, (_, bad) in found.clauses.items()})


@cache
def bench_of(game: str, edition: str, readings: Readings) -> Bench:
    """The bench of a setting, made once."""
    return Bench(game, edition, readings)


def kept(name: str, make: Callable[[], T]) -> T:
    """What was made before, if it was."""
    path = KEPT / f"{sha256(name.encode()).hexdigest()[:20]}.pickle"
    if path.is_file():
        found: T = pickle.loads(path.read_bytes())  # ours: it is never fetched from elsewhere
        return found
    value = make()
    KEPT.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(value))
    return value


def slipped(game: str, slips: Sequence[Slip]) -> tuple[Engine, list[str]]:
    """The reference with these slips, and the functions that they change; none where a slip is outside of any."""
    sources, texts, functions = sources_of(game), dict[str, str](), list[str]()
    for slip in slips:
        name = f"ludex.games.{game}.{slip.file.removesuffix('.py')}"
        text = sources[name].path.read_text(encoding="utf-8")
        line = text[: text.index(slip.right.lstrip())].count("\n") + 1
        functions += [function_name(name, begins) for begins in _begins(sources[name].tree, line)]
        texts[name] = texts.get(name, text).replace(slip.right, slip.wrong)
    return load(game, {name: ast.parse(text) for name, text in texts.items()}), functions


def _begins(tree: ast.Module, line: int) -> Iterator[int]:
    """The lines on which the functions begin that hold a line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
            yield min([node.lineno, *(one.lineno for one in node.decorator_list)])


def failures(engine: WrongEngine) -> dict[int, Judgement]:
    """What a wrong engine fails; pairs and triples are asked what one of their slips alone fails."""
    bench = bench_of(engine.game, engine.edition, engine.readings)

    def judge() -> dict[int, Judgement]:
        if engine.mutant:
            mutant = next(one for one in mutants_of(engine.game) if one.hash == engine.mutant)
            trees = {name: copy.deepcopy(tree) for name, tree in mutant.tree().items()}
            return bench.failures(
                load(engine.game, trees), bench.through([function_name(mutant.module, mutant.begins)])
            )
        loaded, functions = slipped(engine.game, engine.slips)
        if len(engine.slips) == 1:
            return bench.failures(loaded, bench.through(functions))
        alone = [one for one in singles(engine.game) if one.slips[0] in engine.slips]
        return bench.failures(loaded, sorted({number for one in alone for number in failures(one)}))

    return kept(f"{engine} {bench.suite.seal}", judge)


def is_found(engine: WrongEngine, found: Sequence[Cause]) -> bool:
    """Of one slip: whether the likeliest clause of the first cause is the true one; of several: whether each is among
    the first three of a cause."""
    by_clause = [cause.ranked for cause in found if cause.ranked]
    if len(engine.clauses) == 1:
        return bool(by_clause) and by_clause[0][0] == engine.clauses[0]
    return all(any(clause in ranked for ranked in by_clause) for clause in engine.clauses)


def table(games: Sequence[str]) -> Iterator[str]:
    """A line for each game and kind: found of those that fail at all, of the half held out and of the other."""
    yield "| game | engines | found, held out | found, of the other half | causes told, held out, for each slip |"
    yield "|---|---|--:|--:|--:|"
    for game in games:
        every = engines(game)
        for kind in KINDS:
            counts = {half: [0, 0, 0, 0] for half in (True, False)}
            for engine in (one for one in every if one.kind == kind):
                if failed := failures(engine):
                    told = causes(bench_of(game, engine.edition, engine.readings).results(failed))
                    values = (is_found(engine, told), 1, len(told), len(engine.clauses))
                    half = counts[engine.is_held_out]
                    half[:] = [one + other for one, other in zip(half, values, strict=True)]
            out, rest = counts[True], counts[False]
            many = f"{out[2] / out[3]:.1f}" if out[3] else "·"
            yield f"| {game} | {kind} | {out[0]} of {out[1]} | {rest[0]} of {rest[1]} | {many} |"


if __name__ == "__main__":
    for line in table(sys.argv[1:] or GAMES):
        print(line, flush=True)
