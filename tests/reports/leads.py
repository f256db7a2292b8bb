"""How well a report leads to the clause that an engine breaks: measured on engines whose slips are known.

`python -m tests.reports.leads [GAME…] [KIND…]` makes them, judges them and prints tables. The first is of clauses:
the wrong engines of the games, pairs and triples of them, mutants of functions of the reference that carry one clause,
and mutants of the foreign engines where their source names one (`tests.reports.foreign`). The last is of readings:
what is said of engines that play another one, and, wrongly, of all others. Half of the engines are held out from every
choice; the tables tell both halves. Answers are kept in `build/leads/`, by the vectors' seal; `--kept` tells of these
alone.
"""

from __future__ import annotations

import copy
import pickle
import random
import sys
from ast import parse
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from itertools import chain, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from ludex.judge.case import Frame, ScheduledVector
from ludex.judge.likeness import Likeness, RulesShown
from ludex.judge.settings import Setting
from ludex.judge.verdict import ERROR, FAIL, PASS, PASSED, REPORTED, Judgement
from ludex.mutation.loading import Engine, load
from ludex.mutation.mutants import mutants_of
from ludex.mutation.slipping import Place, SlippingRules, TriedSlip
from ludex.mutation.sources import sources_of
from ludex.protocol.schema import wire_of
from ludex.report.blame import contradictions
from ludex.report.causes import Cause, causes
from ludex.report.leads import shown_readings
from ludex.report.results import Result, Results, is_of_a_list
from ludex.report.summary import Index
from ludex.seam import reference_of
from ludex.vectors.format import full_id
from ludex.vectors.suite import open_suite
from tests.reports import foreign, made
from tests.wrong_engines import Slip

T = TypeVar("T")
GAMES = ("tactics", "tribun", "minions")
ALONE, PAIR, TRIPLE, MUTANT, FOREIGN = "wrong engine", "pair", "triple", "mutant", "foreign mutant"
READING, READING_AND_SLIP = "another reading", "another reading and a slip"
KINDS = (ALONE, PAIR, TRIPLE, MUTANT, FOREIGN)
KINDS_OF_ALL = (*KINDS, READING, READING_AND_SLIP)
PAIRS, TRIPLES, MUTANTS, READINGS, READINGS_AND_SLIPS = 24, 6, 6, 5, 3  # of a game
MOST_CASES = {"tactics": 10_000, "tribun": 10_000, "minions": 40_000}  # of a setting, spread over all of them
KEPT = Path("build/leads")
PERFT = "perft"  # counts thousands of positions for one answer
Readings = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class WrongEngine:
    """An engine with known slips: the clauses that it breaks, and by what it is judged; a mutant has its hash.

    `played`: what it plays by in place of that."""

    kind: str
    game: str
    name: str
    clauses: tuple[str, ...]
    edition: str
    readings: Readings = ()
    slips: tuple[Slip, ...] = ()
    mutant: str = ""
    played: Readings = ()

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


def mutants(game: str) -> list[WrongEngine]:
    """Mutants of the reference in functions of one clause, mixed by their hashes, one of a clause."""
    edition, found = open_suite(game).editions[0], dict[str, WrongEngine]()
    able = (one for one in mutants_of(game) if len(one.clauses) == 1 and one.begins and not one.is_shared)
    for one in sorted(able, key=lambda one: sha256(f"leads {one.hash}".encode()).digest()):
        if one.clauses[0] not in found and len(found) < MUTANTS:
            name = f"{one.where} {one.what}"
            found[one.clauses[0]] = WrongEngine(MUTANT, game, name, one.clauses, edition, mutant=one.hash)
    return [*found.values()]


def foreign_mutants(game: str) -> list[WrongEngine]:
    """Mutants of the game's foreign engine where its source names one clause."""
    edition = open_suite(game).editions[0]
    return [
        WrongEngine(FOREIGN, game, f"{slip.where} {slip.what}", (clause,), edition, mutant=slip.hash)
        for slip, clause in foreign.slips_of_a_clause(game)
    ]


def players_of_readings(game: str) -> list[WrongEngine]:
    """Engines that play another reading than the one they are judged by; some have a slip besides."""
    suite = open_suite(game)
    edition = suite.editions[0]
    facts = suite.facts(edition)
    others = [
        (entry, choice)
        for entry, reading in facts.readings.items()
        for choice in reading.choices
        if choice != facts.defaults()[entry]
    ]
    others.sort(key=lambda one: sha256(f"leads {one}".encode()).digest())
    found = [WrongEngine(READING, game, "=".join(one), (), edition, played=(one,)) for one in others[:READINGS]]
    able = [one for one in singles(game) if one.edition == edition and not one.readings]
    for one, slip in zip(others[:READINGS_AND_SLIPS], able, strict=False):
        name = f"{'='.join(one)} + {slip.name}"
        found.append(WrongEngine(READING_AND_SLIP, game, name, slip.clauses, edition, (), slip.slips, "", (one,)))
    return found


def engines(game: str) -> list[WrongEngine]:
    """All of a game that break clauses."""
    groups = [*groups_of(game, 2, PAIRS), *groups_of(game, 3, TRIPLES)]
    return [*singles(game), *groups, *mutants(game), *foreign_mutants(game)]


class Bench:
    """The vectors of a game under one setting, and how an engine fares by them."""

    def __init__(self, game: str, edition: str, readings: Readings = (), topics: Collection[str] = ()) -> None:
        self.game, self.edition = game, edition
        self.suite = open_suite(game)
        usual = self.suite.facts(edition).defaults()
        self.setting = Setting(edition, {**usual, **dict(readings)}, dict(readings))
        self.likeness = Likeness(self.suite)
        self.cases: list[ScheduledVector] = []
        every: list[tuple[Frame, Any]] = []
        for name in (*self.suite.names_of(edition), *self.suite.sides_of(edition)):
            if not topics or name.topic in topics:
                every += self._questions(Frame(self.suite.topic(name), self.setting, 0, wire_of(game), tells=True))
        step = -(-len(every) // MOST_CASES[game]) or 1
        self.cases = [ScheduledVector(number, one, frame) for number, (frame, one) in enumerate(every[::step])]

    def _questions(self, frame: Frame) -> Iterator[tuple[Frame, Any]]:
        if frame.operation != PERFT:
            yield from ((frame, one) for one in frame.topic.vectors if one.holds_under(self.setting.choices))

    def failures(self, engine: Engine, numbers: Sequence[int], played: Readings = ()) -> dict[int, Judgement]:
        """What an engine does not pass of these cases, where it plays other readings."""
        readings = {**self.setting.flipped, **dict(played)}
        outcomes = ((number, self._outcome(engine, self.cases[number], readings)) for number in numbers)
        return {number: outcome for number, outcome in outcomes if outcome.verdict != PASS}

    def _outcome(self, engine: Engine, case: ScheduledVector, readings: Mapping[str, str]) -> Judgement:
        fields = msgspec.json.decode(case.vector.input)
        try:
            given = engine.answer(case.frame.operation, self.edition, readings, fields)
        except Exception as error:  # what a slip may lead to
            return Judgement(ERROR, REPORTED, type(error).__name__)
        return case.weigh_bytes(given)

    def results(self, failed: Mapping[int, Judgement]) -> Results:
        """As a results file would tell it; all else passed."""
        pairs = [(self.cases[number], outcome) for number, outcome in failed.items()]
        against = contradictions(pairs)
        shown = tuple(self.shown(failed))
        told = [
            Result(
                full_id(case.vector, self.edition),
                0,
                outcome.verdict,
                outcome.cause,
                outcome.message,
                outcome.got.decode(),
                kind=case.frame.topic.kind,
                topic=case.frame.topic.topic,
                clauses=self._clauses(case, against),
                contradicts=against.get(case.index, ()),
                like=self._like(case, outcome),
            )
            for case, outcome in pairs
        ]
        passes = [
            Result(full_id(one.vector, self.edition), 0, PASS, topic=one.frame.topic.topic)
            for one in self.cases
            if one.index not in failed
        ]
        found = made.results([*told, *passes], self.game, settings=(self.setting,), shown=shown)
        passed = Counter(chain.from_iterable(one.vector.clauses for one in self.cases if one.index not in failed))
        bad = {name: many for name, (_, many) in found.clauses.items()}
        return replace(found, clauses={name: (passed[name], bad.get(name, 0)) for name in {*passed, *bad}})

    @staticmethod
    def _clauses(case: ScheduledVector, against: Mapping[int, tuple[str, ...]]) -> tuple[str, ...]:
        """The clauses of a failure: of a list those that it is wrong about."""
        about = against.get(case.index, ()) if is_of_a_list(case) else ()
        return about or tuple(case.vector.clauses)

    def shown(self, failed: Mapping[int, Judgement]) -> list[RulesShown]:
        """The readings that explain failures, as a run would tell them."""
        outcomes = {
            number: replace(outcome, like=self._like(self.cases[number], outcome)) for number, outcome in failed.items()
        }
        settled = [(case, outcomes.get(case.index, PASSED)) for case in self.cases]
        run: Any = SimpleNamespace(
            settled_vectors=lambda: iter(settled), likeness=self.likeness, settings=(self.setting,)
        )
        return list(shown_readings(run))

    def _like(self, case: ScheduledVector, outcome: Judgement) -> tuple[str, ...]:
        return self.likeness.of(case, outcome.got) if outcome.verdict == FAIL and outcome.got else ()


@cache
def bench_of(game: str, edition: str, readings: Readings) -> Bench:
    """The bench of a setting, made once."""
    return Bench(game, edition, readings)


def place_of(name: str) -> Path:
    """Where something is kept."""
    return KEPT / f"{sha256(name.encode()).hexdigest()[:20]}.pickle"


def name_of(engine: WrongEngine) -> str:
    """By what the failures of an engine are kept: itself, and what it was asked."""
    return f"{engine} {MOST_CASES[engine.game]} {open_suite(engine.game).seal}"


def kept(name: str, make: Callable[[], T]) -> T:
    """What was made before, if it was."""
    path = place_of(name)
    if path.is_file():
        found: T = pickle.loads(path.read_bytes())  # ours: it is never fetched from elsewhere
        return found
    value = make()
    KEPT.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(value))
    return value


def slipped(game: str, slips: Sequence[Slip]) -> Engine:
    """The reference with these slips."""
    sources, texts = sources_of(game), dict[str, str]()
    for slip in slips:
        name = f"ludex.games.{game}.{slip.file.removesuffix('.py')}"
        text = texts.get(name) or sources[name].path.read_text(encoding="utf-8")
        texts[name] = text.replace(slip.right, slip.wrong)
    return load(game, {name: parse(text) for name, text in texts.items()})


def failures(engine: WrongEngine) -> dict[int, Judgement]:
    """What a wrong engine fails; pairs and triples are asked what one of their slips alone fails."""
    bench = bench_of(engine.game, engine.edition, engine.readings)
    every = range(len(bench.cases))

    def judge() -> dict[int, Judgement]:
        if engine.kind == FOREIGN:
            return foreign.failures(engine.game, engine.mutant, bench.cases)
        if engine.mutant:
            mutant = next(one for one in mutants_of(engine.game) if one.hash == engine.mutant)
            trees = {name: copy.deepcopy(tree) for name, tree in mutant.tree().items()}
            return bench.failures(load(engine.game, trees), every)
        loaded = slipped(engine.game, engine.slips)
        if len(engine.slips) < 2:
            return bench.failures(loaded, every, engine.played)
        alone = [one for one in singles(engine.game) if one.slips[0] in engine.slips]
        return bench.failures(loaded, sorted({number for one in alone for number in failures(one)}))

    return kept(name_of(engine), judge)


@contextmanager
def without_its_slip(engine: WrongEngine) -> Iterator[None]:
    """While this is open, a report does not try the slip that a mutant of the reference has: no engine of anybody has
    just one that we would make."""
    own = {one.what for one in mutants_of(engine.game) if one.hash == engine.mutant} if engine.kind == MUTANT else set()
    usual = SlippingRules.slips_of

    def others(rules: SlippingRules, place: Place) -> list[TriedSlip]:
        return [one for one in usual(rules, place) if one.what not in own]

    with patch.object(SlippingRules, "slips_of", others):
        yield


def is_found(engine: WrongEngine, found: Sequence[Cause]) -> bool:
    """Of one slip: whether the likeliest clause of the first cause is the true one; of several: whether each is among
    the first three of a cause. A slip may come to a reading: that one then bears on the clause."""
    named = [clauses for cause in found if (clauses := cause.ranked or _born_on(engine.game, cause.name))]
    if len(engine.clauses) == 1:
        is_reading = bool(found) and not found[0].ranked
        return bool(named) and engine.clauses[0] in (named[0] if is_reading else named[0][:1])
    return all(any(clause in clauses for clauses in named) for clause in engine.clauses)


def _born_on(game: str, name: str) -> tuple[str, ...]:
    """The clauses that a reading bears on, of a cause that is called after one."""
    entry = name.removeprefix("plays ").partition("=")[0]
    return next((one.clauses for one in reference_of(game).REGISTER.entries if one.id == entry), ())


Told = tuple[WrongEngine, list[Cause], list[RulesShown], int]


def fared(games: Sequence[str], kinds: Collection[str], only_kept: bool = False) -> Iterator[Told]:
    """Each engine that fails at all, with the causes and the readings that its report tells, and its failures."""
    for game in games:
        for engine in (*engines(game), *players_of_readings(game)):
            if engine.kind not in kinds or (only_kept and not place_of(name_of(engine)).is_file()):
                continue
            if failed := failures(engine):
                bench = bench_of(game, engine.edition, engine.readings)
                results = bench.results(failed)
                with without_its_slip(engine):
                    found = causes(results, Index(bench.suite, results))
                told = engine, found, list(results.shown), len(failed)
                print(msgspec.json.encode(_line_of(*told)).decode(), file=sys.stderr, flush=True)
                yield told


def _line_of(engine: WrongEngine, found: Sequence[Cause], shown: Sequence[RulesShown], many: int) -> dict[str, object]:
    """What is told of an engine, for whoever looks at the misses."""
    return {
        "found": is_found(engine, found),
        "engine": (engine.game, engine.kind, engine.name, engine.is_held_out),
        "breaks": engine.clauses,
        "failures": many,
        "causes": [(one.name, len(one.results), one.ranked, one.results[0].message[:80]) for one in found[:5]],
        "shown": [(one.reading, one.shown, one.explains, one.contradicted, one.unexplained) for one in shown],
    }


def table_of_clauses(every: Sequence[Told]) -> Iterator[str]:
    """A line for each game and kind: found of those that fail at all, of the half held out and of the other."""
    yield "| game | engines | found, held out | found, of the other half | causes told, held out, for each slip |"
    yield "|---|---|--:|--:|--:|"
    for game, kind in product(GAMES, KINDS):
        counts = {half: [0, 0, 0, 0] for half in (True, False)}
        for engine, told, _, _ in every:
            if (engine.game, engine.kind) == (game, kind):
                values = (is_found(engine, told), 1, len(told), len(engine.clauses))
                half = counts[engine.is_held_out]
                half[:] = [one + other for one, other in zip(half, values, strict=True)]
        out, rest = counts[True], counts[False]
        many = f"{out[2] / out[3]:.1f}" if out[3] else "·"
        yield f"| {game} | {kind} | {out[0]} of {out[1]} | {rest[0]} of {rest[1]} | {many} |"


def table_in_sum(every: Sequence[Told]) -> Iterator[str]:
    """What the bars are about: single slips of any kind, pairs and triples, of all games together."""
    yield "| slips | found, held out | found, of the other half |"
    yield "|---|--:|--:|"
    for slips, kinds in (("one", (ALONE, MUTANT, FOREIGN)), ("two", (PAIR,)), ("three", (TRIPLE,))):
        cells = []
        for held_out in (True, False):
            of_it = [one for one in every if one[0].kind in kinds and one[0].is_held_out == held_out]
            found = sum(is_found(engine, told) for engine, told, _, _ in of_it)
            cells.append(f"{found} of {len(of_it)}" + (f", {100 * found // len(of_it)} %" if of_it else ""))
        yield f"| {slips} | {' | '.join(cells)} |"


def table_of_readings(every: Sequence[Told]) -> Iterator[str]:
    """What is said of readings, of engines that play another one and of those that do not, for each half."""
    yield "| engines | half | engines that fail | another reading is said, rightly | said, wrongly |"
    yield "|---|---|--:|--:|--:|"
    for kind, held_out in product((*KINDS, READING, READING_AND_SLIP), (True, False)):
        of_it = [one for one in every if one[0].kind == kind and one[0].is_held_out == held_out]
        right = sum(any(_is_right(engine, one) for one in shown) for engine, _, shown, _ in of_it)
        wrong = sum(any(not _is_right(engine, one) for one in shown) for engine, _, shown, _ in of_it)
        yield f"| {kind} | {'held out' if held_out else 'other'} | {len(of_it)} | {right} | {wrong} |"


def _is_right(engine: WrongEngine, shown: RulesShown) -> bool:
    """Whether an engine plays what is said of it, or breaks a clause that the reading bears on."""
    bears_on = _born_on(engine.game, shown.reading)
    return (shown.reading, shown.shown) in engine.played or not {*engine.clauses}.isdisjoint(bears_on)


if __name__ == "__main__":
    words = sys.argv[1:]
    games, kinds = ([one for one in words if one in all_of_it] or all_of_it for all_of_it in (GAMES, KINDS_OF_ALL))
    every = list(fared(games, kinds, "--kept" in words))
    print("\n".join((*table_of_clauses(every), "", *table_in_sum(every), "", *table_of_readings(every))))
