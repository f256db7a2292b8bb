"""By how many questions each of the shipped wrong engines is found, and how small the finding is:

    python -m tests.fuzz.found --game tactics

A wrong engine is the reference with a slip; it answers in this process. The smallest known witness is the smallest
vector that turns on the slip's clause and tells of it. What `ludex fuzz` makes of it is held against that: things on
the board, as the facts of the notation count them.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from ludex.fuzz.asking import Answered, Asker
from ludex.fuzz.causes import FuzzDifference, why
from ludex.fuzz.drawing import Drawer
from ludex.fuzz.positions import Positions
from ludex.fuzz.shares import declared_settings, shares_of
from ludex.fuzz.shrinking import Shrinker, Shrunk
from ludex.fuzz.talking import Take
from ludex.judge.case import ScheduledVector
from ludex.judge.verdict import CRASH, ERROR, PASS, Judgement
from ludex.mutation.loading import Engine, load
from ludex.mutation.questions import Probe, ProbeMaker, settings_of
from ludex.protocol.messages import Hello
from ludex.vectors.suite import Suite
from tests.fuzz.test_drawing import asker_of
from tests.wrong_engines import Slip

QUESTIONS = 20_000
MORE_THINGS = 2  # than the smallest known witness
GAMES = ("tribun", "tactics", "minions")


class Here:
    """An engine in this process, which is asked as if it were behind the wire."""

    def __init__(self, engine: Engine) -> None:
        self.stopped = ""
        self.hangs = 0
        self._engine = engine

    def greet(self) -> Hello:
        """It needs none."""
        raise NotImplementedError

    def put(self, cases: Iterable[ScheduledVector], take: Take) -> None:
        """Ask all of this, and take what comes of each."""
        for case in cases:
            take(case, self.judge(case))

    def judge(self, case: ScheduledVector) -> Judgement:
        """What the judge says of its answer."""
        try:
            given = self._engine.answer(case.frame.operation, case.frame.edition, case.frame.choices, case.asks())
        except Exception as fallen:
            return Judgement(ERROR, CRASH, repr(fallen))
        return case.weigh_bytes(given)

    def end(self) -> None:
        """It stays."""


class FoundSlip(Struct, frozen=True):
    """How a wrong engine was found: by which question (0: not), and things in the finding and in the witness."""

    slip: Slip
    question: int = 0
    things: int = 0
    witness: int | None = None

    @property
    def is_small(self) -> bool:
        """Whether the finding is as small as it should be."""
        return bool(self.question) and (self.witness is None or self.things <= self.witness + MORE_THINGS)


def slips_of(game: str) -> Sequence[Slip]:
    """The slips of the shipped wrong engines."""
    slips: Sequence[Slip] = import_module(f"tests.{game}.wrong_engines").SLIPS
    return slips


def wrong_engine(game: str, *slips: Slip) -> Engine:
    """The reference with these slips."""
    package = Path(str(import_module(f"ludex.games.{game}").__file__)).parent
    changed: dict[str, ast.Module] = {}
    for name in {slip.file for slip in slips}:
        text = (package / name).read_text(encoding="utf-8")
        for slip in slips:
            if slip.file == name:
                assert text.count(slip.right) == 1, slip.name
                text = text.replace(slip.right, slip.wrong)
        parts = [part for part in Path(name).with_suffix("").parts if part != "__init__"]
        changed[".".join(("ludex", "games", game, *parts))] = ast.parse(text)
    return load(game, changed)


def questions(asker: Asker, many: int, seed: str = "0", guided: bool = True) -> Iterator[Answered]:
    """The questions of a campaign."""
    settings = declared_settings(asker.framing.suite, asker.framing.offer)
    for share in shares_of(many):
        yield from islice(Drawer(asker, settings, f"{seed}/{share.number}", guided).questions(), share.questions)


def find(asker: Asker, slip: Slip, asked: Iterable[ScheduledVector], drawn: Sequence[Answered]) -> FoundSlip:
    """How the engine with a slip is found by these questions."""
    here, positions = Here(wrong_engine(asker.game, slip)), Positions(asker.game, Random(0))
    for number, case in enumerate(asked):
        outcome = here.judge(case)
        if outcome.verdict != PASS:
            difference = FuzzDifference(number, asker.trace(drawn[number]), outcome)
            reason = why(difference, case)
            clause = slip.clause if slip.clause in reason.clauses else next(iter(sorted(reason.clauses)), "")
            *_, least = Shrinker(asker, here, positions).shrink(Shrunk(difference, reason), clause)
            fields = least.difference.answered.question.fields
            return FoundSlip(slip, number + 1, _things(positions, fields), smallest_witness(asker, slip, here))
    return FoundSlip(slip)


def _probes(suite: Suite, clause: str) -> Iterator[Probe]:
    """The vectors that turn on a clause, under each combination of readings that could tell."""
    maker = ProbeMaker(suite)
    for edition in suite.editions:
        for topic in suite.topics(edition):
            for vector in topic.vectors:
                if clause in vector.clauses:
                    for choices in settings_of(vector, suite.facts(edition)):
                        yield maker.question(topic, vector, choices)


def _things(positions: Positions, fields: dict[str, Any]) -> int:
    return positions.things(fields["position"]) if "position" in fields else 0


def smallest_witness(asker: Asker, slip: Slip, here: Here) -> int | None:
    """Things in the smallest vector that turns on the clause and that the engine fails."""
    positions, sizes = Positions(asker.game, Random(0)), list[int]()
    for probe in _probes(asker.framing.suite, slip.clause):
        if not probe.is_answered_by(_answer(here, probe)):
            fields = msgspec.json.decode(probe.vector.input)
            sizes += [_things(positions, fields)] if "position" in fields else []
    return min(sizes, default=None)


def _answer(here: Here, probe: Probe) -> bytes:
    try:
        answer: bytes = probe.answer_of(here._engine)
    except Exception:
        return b"null"
    return answer


def table(game: str, slips: Sequence[Slip], many: int = QUESTIONS, seed: str = "0") -> Iterator[FoundSlip]:
    """How each of these is found."""
    asker = asker_of(game)
    drawn: list[Answered] = []
    cases: list[ScheduledVector] = []
    left = questions(asker, many, seed)

    def asked() -> Iterator[ScheduledVector]:
        """The same questions for all, drawn as far as somebody needs them."""
        number = 0
        while True:
            if number == len(cases):
                one = next(left, None)
                if one is None:
                    return
                drawn.append(one)
                cases.append(asker.case(number, one))
            yield cases[number]
            number += 1

    for slip in slips:
        yield find(asker, slip, asked(), drawn)


def compare(game: str, many: int, seed: str) -> Iterator[tuple[Slip, int, int]]:
    """By how many questions each slip is found guided and unguided (0: not); of those that ask of its clause."""
    asker = asker_of(game)
    pools = [_traced(asker, questions(asker, many, seed, guided)) for guided in (True, False)]
    for slip in slips_of(game):
        here = Here(wrong_engine(game, slip))
        yield slip, *(_first(asker, here, slip, pool) for pool in pools)


def _traced(asker: Asker, drawn: Iterable[Answered]) -> list[Answered]:
    return [asker.trace(one) for one in drawn]


def _first(asker: Asker, here: Here, slip: Slip, pool: Sequence[Answered]) -> int:
    asked = ((number, one) for number, one in enumerate(pool, 1) if slip.clause in one.clauses)
    return next((number for number, one in asked if here.judge(asker.case(number, one)).verdict != PASS), 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--compare", type=int, default=0, metavar="N", help="with and without guidance, N questions")
    args = parser.parse_args()
    for game in args.game or GAMES:
        if args.compare:
            found = list(compare(game, args.compare, args.seed))
            for slip, guided, unguided in found:
                print(f"{guided or '-':>6} {unguided or '-':>6}  {game}  {slip.clause}: {slip.name}", flush=True)
            sums = [sum(bool(one[place]) for one in found) for place in (1, 2)]
            print(f"{game}: of {len(found)}, {sums[0]} guided, {sums[1]} unguided, in {args.compare:,} questions")
            continue
        for one in table(game, slips_of(game), seed=args.seed):
            small = "" if one.is_small else "  !"
            told = f"{one.question or '-':>6} {one.things:>3} {one.witness if one.witness is not None else '-':>3}"
            print(f"{told}  {game}  {one.slip.clause}: {one.slip.name}{small}", flush=True)


if __name__ == "__main__":
    main()
