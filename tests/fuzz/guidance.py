"""Whether guidance helps: the rare slips that as many questions find with and without it, and how many it took.

    python -m tests.fuzz.guidance --game tactics --slips 20 --questions 5000

A rare slip is a mutant of the reference that fewer than three vectors tell which turn on its clause. The same questions
are asked of all of them, in this process.
"""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import msgspec

from ludex.fuzz.asking import Answered
from ludex.fuzz.drawing import Drawer
from ludex.fuzz.shares import SHARE_QUESTIONS, declared_settings, shares_of
from ludex.judge.verdict import PASS
from ludex.judge.weigh import weigh_result
from ludex.mutation.loading import Engine, load
from ludex.mutation.mutants import Mutant, mutants_of
from ludex.mutation.questions import Probe, questions_of
from ludex.mutation.trial import TooLong, within
from ludex.protocol.schema import wire_of
from ludex.vectors.suite import open_suite
from tests.fuzz.test_drawing import asker_of

FEW = 3  # vectors that tell: from here on a slip is not rare
SECONDS_AN_ANSWER = 5.0


def rare_slips(game: str, seed: str) -> Iterator[tuple[Mutant, Engine]]:
    """Mutants of clauses that one or two vectors tell, in an order that the seed draws."""
    probes: dict[str, list[int]] = {}
    asked = questions_of(open_suite(game))
    for number, probe in enumerate(asked):
        for clause in probe.vector.clauses:
            probes.setdefault(clause, []).append(number)
    mutants = [one for one in mutants_of(game) if one.clauses and not one.is_shared]
    Random(seed).shuffle(mutants)
    for mutant in mutants:
        try:
            engine = load(game, mutant.tree())
        except Exception:
            continue
        numbers = dict.fromkeys(place for clause in mutant.clauses for place in probes.get(clause, ()))
        telling = (number for number in numbers if not _passes(engine, asked[number]))
        if 0 < len(list(islice(telling, FEW))) < FEW:
            yield mutant, engine


def _passes(engine: Engine, probe: Probe) -> bool:
    try:
        with within(SECONDS_AN_ANSWER):
            return probe.is_answered_by(probe.answer_of(engine))
    except (Exception, TooLong):
        return False


def draw(game: str, questions: int, guided: bool, seed: str) -> list[Answered]:
    """The questions of a campaign, share by share."""
    asker = asker_of(game)
    settings = declared_settings(asker.framing.suite, asker.framing.offer)
    drawn: list[Answered] = []
    for share in shares_of(questions):
        drawer = Drawer(asker, settings, f"{seed}/{share.number}", guided)
        drawn += islice(drawer.questions(), share.questions)
    return drawn


def first_found(mutant: Mutant, engine: Engine, drawn: Sequence[Answered]) -> int | None:
    """By how many questions a slip is found; None if it is not."""
    clauses = {*mutant.clauses}
    asked = ((number, one) for number, one in enumerate(drawn, 1) if not clauses.isdisjoint(one.clauses))
    return next((number for number, one in asked if not _agrees(mutant.game, engine, one)), None)


def _agrees(game: str, engine: Engine, one: Answered) -> bool:
    question, setting = one.question, one.question.setting
    try:
        with within(SECONDS_AN_ANSWER):
            given = engine.answer(question.operation, setting.edition, setting.choices, question.fields)
    except (Exception, TooLong):
        return False
    expect = msgspec.json.encode(one.answer)
    return weigh_result(given, expect, question.operation, wire_of(game), setting.choices, True).verdict == PASS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="tactics")
    parser.add_argument("--slips", type=int, default=20)
    parser.add_argument("--questions", type=int, default=SHARE_QUESTIONS)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    signal.signal(signal.SIGVTALRM, _too_long)
    pools = {guided: draw(args.game, args.questions, guided, args.seed) for guided in (True, False)}
    found, tried = {True: 0, False: 0}, 0
    print(f"{'guided':>8} {'unguided':>8}  slip", flush=True)
    for mutant, engine in islice(rare_slips(args.game, args.seed), args.slips):
        tried += 1
        came = {guided: first_found(mutant, engine, drawn) for guided, drawn in pools.items()}
        for guided, number in came.items():
            found[guided] += number is not None
        told = f"{mutant.hash} {mutant.where}: {mutant.what}"
        print(f"{came[True] or '-':>8} {came[False] or '-':>8}  {told}", flush=True)
    print(f"of {tried} rare slips in {args.questions:,} questions: {found[True]} guided, {found[False]} unguided")


def _too_long(*_: object) -> None:
    raise TooLong


if __name__ == "__main__":
    main()
