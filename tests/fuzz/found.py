"""By how many questions each of the shipped wrong engines is found, and how small the finding is:

    python -m tests.fuzz.found --game tactics

A wrong engine is the reference with a slip; it answers in this process. What `ludex fuzz` makes of it is held against
the vectors that turn on the slip's clause and tell of it: units, as the game takes them out of a position.
"""

from __future__ import annotations

import argparse
import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from ludex.fuzz.asking import Answered, Asker
from ludex.fuzz.campaign import least_of
from ludex.fuzz.causes import FuzzDifference, group_by_cause, reasons_of, why
from ludex.fuzz.corpus import WHOLE_LISTS
from ludex.fuzz.positions import Positions
from ludex.fuzz.shares import declared_settings, drawer_of, shares_of
from ludex.fuzz.shrinking import Reducer, Shrinker, Shrunk
from ludex.fuzz.talking import Take
from ludex.judge.case import ScheduledVector
from ludex.judge.verdict import CRASH, ERROR, PASS, Judgement
from ludex.mutation.loading import Engine, load
from ludex.mutation.questions import Probe, ProbeMaker, settings_of
from ludex.protocol.messages import Hello
from ludex.vectors.format import Topic, Vector
from ludex.vectors.suite import Suite
from tests.fuzz.test_drawing import asker_of
from tests.wrong_engines import Slip

QUESTIONS = 20_000
HALVES = 2  # of the slips, to choose how questions are drawn by one and measure by the other
MORE_UNITS = 2  # than the smallest known witness
GAMES = ("tribun", "tactics", "minions")


class Here:
    """An engine in this process, which is asked as if it were behind the wire."""

    def __init__(self, engine: Engine) -> None:
        self.stopped = ""
        self.hangs = 0
        self.falls = Counter[str]()
        self.notes: list[str] = []
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
    """How a wrong engine was found: by which question (0: not), the units in the finding, and in the smallest vector
    that tells as well, if it has so few that the finding should have been smaller."""

    slip: Slip
    question: int = 0
    units: int = 0
    witness: int | None = None

    @property
    def is_small(self) -> bool:
        """Whether the finding is as small as it should be."""
        return bool(self.question) and self.witness is None


def slips_of(game: str) -> Sequence[Slip]:
    """The slips of the shipped wrong engines."""
    slips: Sequence[Slip] = import_module(f"tests.{game}.wrong_engines").SLIPS
    return slips


def wrong_engine(game: str, *slips: Slip) -> Engine:
    """The reference with these slips."""
    changed: dict[str, ast.Module] = {}
    for name, text in changed_texts(game, *slips).items():
        parts = [part for part in Path(name).with_suffix("").parts if part != "__init__"]
        changed[".".join(("ludex", "games", game, *parts))] = ast.parse(text)
    return load(game, changed)


def changed_texts(game: str, *slips: Slip) -> dict[str, str]:
    """The files with these slips, by their names; a ValueError where one of them leaves no place for another."""
    package = Path(str(import_module(f"ludex.games.{game}").__file__)).parent
    texts = {slip.file: (package / slip.file).read_text(encoding="utf-8") for slip in slips}
    for slip in slips:
        if texts[slip.file].count(slip.right) != 1:
            raise ValueError(slip.name)
        texts[slip.file] = texts[slip.file].replace(slip.right, slip.wrong)
    return texts


def questions(asker: Asker, many: int, seed: str = "0", guided: bool = True) -> Iterator[Answered]:
    """The questions of a campaign."""
    settings = declared_settings(asker.framing.suite, asker.framing.offer)
    for share in shares_of(many):
        yield from islice(drawer_of(asker, settings, seed, share, guided).questions(), share.questions)


def traced(asker: Asker, many: int, seed: str = "0", guided: bool = True) -> Iterator[Answered]:
    """The same, each with the clauses that it asks of."""
    return map(asker.trace, questions(asker, many, seed, guided))


def may_show(slip: Slip, answered: Answered) -> bool:
    """Whether a slip may show: what lists the legal actions says for itself what some clauses ask of one."""
    return slip.clause in answered.clauses or answered.question.operation in WHOLE_LISTS


def table(game: str, slips: Sequence[Slip], many: int = QUESTIONS, seed: str = "0") -> Iterator[FoundSlip]:
    """How each of these is found by the same questions: as they are found, and then those that are not."""
    asker = asker_of(game)
    left = {slip: Here(wrong_engine(game, slip)) for slip in slips}
    asked = traced(asker, many, seed)
    for number in count():
        answered = next(asked, None) if left else None
        if answered is None:
            break
        case = asker.case(number, answered)
        for slip in [slip for slip in left if may_show(slip, answered)]:
            outcome = left[slip].judge(case)
            if outcome.verdict != PASS:
                yield _found(asker, slip, left.pop(slip), FuzzDifference(number, answered, outcome))
    yield from map(FoundSlip, left)


def _found(asker: Asker, slip: Slip, here: Here, difference: FuzzDifference) -> FoundSlip:
    positions, reason = Positions(asker.game, Random(0)), why(difference, asker.case(0, difference.answered))
    clause = slip.clause if slip.clause in reason.clauses else next(iter(sorted(reason.clauses)), "")
    *_, least = Shrinker(asker, here, positions).shrink(Shrunk(difference, reason), clause)
    units = _units(positions, least.difference.answered.question.fields)
    return FoundSlip(slip, difference.number + 1, units, smaller_witness(asker, slip, here, units))


class Pair:
    """An engine with two slips, beside those that have one of them each, and how it differs so far."""

    def __init__(self, asker: Asker, slips: tuple[Slip, Slip]) -> None:
        self.slips = slips
        self._asker = asker
        self._both = Here(wrong_engine(asker.game, *slips))
        self._alone = {slip: Here(wrong_engine(asker.game, slip)) for slip in slips}
        self._size = Reducer(Positions(asker.game, Random(0))).size
        self._differences: list[FuzzDifference] = []
        self._shown: set[Slip] = set()
        self._passed = Counter[str]()
        self._look_at = 2  # differences; each time twice as many

    def take(self, number: int, answered: Answered) -> bool:
        """Whether the two slips are told apart, once this is asked."""
        case = self._asker.case(number, answered)
        asks_of_it = any(may_show(slip, answered) for slip in self.slips)
        outcome = self._both.judge(case) if asks_of_it else None
        if outcome is None or outcome.verdict == PASS:
            self._passed.update(answered.clauses)
            return False
        self._differences.append(FuzzDifference(number, answered, outcome))
        self._shown |= self._slips_in(answered)
        if len(self._shown) < len(self.slips) or len(self._differences) < self._look_at:
            return False
        self._look_at = 2 * len(self._differences)
        return self._is_apart()

    def _is_apart(self) -> bool:
        """Whether for each slip a finding shows it and not the other."""
        by_number = {one.number: one for one in self._differences}
        operations = {one.number: one.answered.question.operation for one in self._differences}
        reasons = reasons_of(self._differences, self._asker.case)
        groups = group_by_cause(reasons, operations, self._passed)
        least = (least_of([by_number[number] for number in one.numbers], reasons, self._size) for one in groups)
        shown = [self._slips_in(one.difference.answered) for one in least]
        return all({slip} in shown for slip in self.slips)

    def _slips_in(self, answered: Answered) -> set[Slip]:
        case = self._asker.case(0, answered)
        return {slip for slip, here in self._alone.items() if here.judge(case).verdict != PASS}


def pairs_of(game: str) -> list[tuple[Slip, Slip]]:
    """Each slip with the next one that goes together with it."""
    slips = slips_of(game)
    others = ([*slips[place + 1 :], *slips[:place]] for place in range(len(slips)))
    return [
        (slip, next(one for one in later if _go_together(game, slip, one)))
        for slip, later in zip(slips, others, strict=True)
    ]


def _go_together(game: str, *slips: Slip) -> bool:
    try:
        return bool(changed_texts(game, *slips))
    except ValueError:
        return False


def apart(game: str, pairs: Sequence[tuple[Slip, Slip]], many: int, seed: str) -> Iterator[tuple[Pair, int]]:
    """By how many questions the slips of each pair are told apart; 0 for those of which they are not."""
    asker = asker_of(game)
    left = [Pair(asker, slips) for slips in pairs]
    for number, answered in enumerate(traced(asker, many, seed)):
        done = [pair for pair in left if pair.take(number, answered)]
        yield from ((pair, number + 1) for pair in done)
        left = [pair for pair in left if pair not in done]
        if not left:
            return
    yield from ((pair, 0) for pair in left)


def _units(positions: Positions, fields: dict[str, Any]) -> int:
    return len(positions.smaller(fields.get("position")))


def smaller_witness(asker: Asker, slip: Slip, here: Here, units: int) -> int | None:
    """Units in the smallest vector that turns on the clause and that the engine fails; None where no such vector is
    smaller by more than is allowed. A vector without a position shows its units in some other way: it is none."""
    positions, few = Positions(asker.game, Random(0)), list[tuple[int, Topic, Vector]]()
    for topic in _topics(asker.framing.suite) if units > MORE_UNITS else ():
        for vector in topic.vectors:
            if slip.clause in vector.clauses:
                few.append((_units(positions, msgspec.json.decode(vector.input)), topic, vector))
    few = sorted((one for one in few if one[0] > 0 and one[0] + MORE_UNITS < units), key=lambda one: one[0])
    return next((size for size, topic, vector in few if _tells(asker.framing.suite, topic, vector, here)), None)


def _topics(suite: Suite) -> Iterator[Topic]:
    return (topic for edition in suite.editions for topic in suite.topics(edition))


def _tells(suite: Suite, topic: Topic, vector: Vector, here: Here) -> bool:
    """Whether an engine fails a vector, under some combination of the readings that it hangs on."""
    maker, every = ProbeMaker(suite), settings_of(vector, suite.facts(topic.edition))
    probes = (maker.question(topic, vector, choices) for choices in every)
    return any(not probe.is_answered_by(_answer(here, probe)) for probe in probes)


def _answer(here: Here, probe: Probe) -> bytes:
    try:
        answer: bytes = probe.answer_of(here._engine)
    except Exception:
        return b"null"
    return answer


def compare(game: str, many: int, seed: str) -> Iterator[tuple[Slip, int, int]]:
    """By how many questions each slip is found guided and unguided (0: not); of those that ask of its clause."""
    asker = asker_of(game)
    pools = [[*traced(asker, many, seed, guided)] for guided in (True, False)]
    for slip in slips_of(game):
        here = Here(wrong_engine(game, slip))
        guided, unguided = (_first(asker, here, slip, pool) for pool in pools)
        yield slip, guided, unguided


def _first(asker: Asker, here: Here, slip: Slip, pool: Sequence[Answered]) -> int:
    asked = ((number, one) for number, one in enumerate(pool, 1) if may_show(slip, one))
    return next((number for number, one in asked if here.judge(asker.case(number, one)).verdict != PASS), 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--pairs", action="store_true", help="engines with two slips, which are told apart")
    parser.add_argument("--compare", type=int, default=0, metavar="N", help="with and without guidance, N questions")
    args = parser.parse_args()
    for game in args.game or GAMES:
        if args.compare:
            _tell_compared(game, args.compare, args.seed)
        elif args.pairs:
            for pair, number in apart(game, pairs_of(game), args.questions, args.seed):
                print(f"{number or '-':>6}  {game}  {' + '.join(slip.clause for slip in pair.slips)}", flush=True)
        else:
            for one in table(game, slips_of(game), args.questions, args.seed):
                small = "" if one.is_small else f"  !  {one.witness or ''}"
                print(
                    f"{one.question or '-':>6} {one.units:>3}  {game}  {one.slip.clause}: {one.slip.name}{small}",
                    flush=True,
                )


def _tell_compared(game: str, many: int, seed: str) -> None:
    """What each half of the slips comes to by several numbers of questions; the name of a slip says in which it is."""
    found = list(compare(game, many, seed))
    for slip, guided, unguided in found:
        print(f"{guided or '-':>6} {unguided or '-':>6}  {game}  {slip.clause}: {slip.name}", flush=True)
    for half in range(HALVES):
        of_half = [numbers for slip, *numbers in found if crc32(slip.name.encode()) % HALVES == half]
        for most in (many // 4, many // 2, many):
            sums = [sum(0 < numbers[place] <= most for numbers in of_half) for place in (0, 1)]
            told = f"{sums[0]} guided, {sums[1]} unguided"
            print(f"{game}: of {len(of_half)} (half {half + 1}), {told}, in {most:,} questions", flush=True)


if __name__ == "__main__":
    main()
