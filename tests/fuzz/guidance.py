"""Whether guidance helps: the rare slips that as many questions find with and without it, and how many it took.

    python -m tests.fuzz.guidance --game tactics --slips 20 --questions 5000

A rare slip is a mutant of the reference that fewer than three vectors tell which turn on its clause; or, with
`--rare-in N`, one that some vector tells, and fewer than three of N unguided questions. The same questions are asked of
all of them, in this process. The seed draws the slips, and the questions of each campaign.
"""

from __future__ import annotations

import argparse
import json
import signal
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

import msgspec

from ludex.fuzz.asking import Answered
from ludex.fuzz.shares import SHARE_QUESTIONS, declared_settings, drawer_of, shares_of
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
KEPT = Path("build/rare-slips")  # which slips are rare, as it takes long to find out


def rare_slips(game: str, seed: str, many: int, rare_in: int = 0) -> list[Mutant]:
    """So many mutants of clauses that one or two vectors tell, as the seed draws them; or seldom one of so many
    questions."""
    path = KEPT / f"{game}-{seed}-{many}-{rare_in}.json"
    known = {one.hash: one for one in mutants_of(game)}
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([one.hash for one in islice(_find_rare(game, seed, rare_in), many)]))
    return [known[name] for name in json.loads(path.read_text())]


def _find_rare(game: str, seed: str, rare_in: int) -> Iterator[Mutant]:
    probes: dict[str, list[int]] = {}
    asked = questions_of(open_suite(game))
    for number, probe in enumerate(asked):
        for clause in probe.vector.clauses:
            probes.setdefault(clause, []).append(number)
    drawn = draw(game, rare_in, False, f"{seed}-rare") if rare_in else []
    mutants = [one for one in mutants_of(game) if one.clauses and not one.is_shared]
    Random(seed).shuffle(mutants)
    for mutant in mutants:
        try:
            engine = load(game, mutant.tree())
        except Exception:
            continue
        if len(list(islice(numbers_found(mutant, engine, drawn), FEW))) == FEW:
            continue
        numbers = dict.fromkeys(place for clause in mutant.clauses for place in probes.get(clause, ()))
        telling = (number for number in numbers if not _passes(engine, asked[number]))
        if 0 < len(list(islice(telling, 1 if rare_in else FEW))) < FEW:
            yield mutant


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
        drawer = drawer_of(asker, settings, seed, share, guided)
        drawn += islice(drawer.questions(), share.questions)
    return [asker.trace(one) for one in drawn]


def first_found(mutant: Mutant, engine: Engine, drawn: Sequence[Answered]) -> int | None:
    """By how many questions a slip is found; None if it is not."""
    return next(numbers_found(mutant, engine, drawn), None)


def numbers_found(mutant: Mutant, engine: Engine, drawn: Sequence[Answered]) -> Iterator[int]:
    """Which of these questions tell of a slip, counted from 1."""
    clauses = {*mutant.clauses}
    asked = ((number, one) for number, one in enumerate(drawn, 1) if not clauses.isdisjoint(one.clauses))
    return (number for number, one in asked if not agrees(mutant.game, engine, one))


def agrees(game: str, engine: Engine, one: Answered) -> bool:
    """Whether a judge passes an engine's answer."""
    question, setting = one.question, one.question.setting
    try:
        with within(SECONDS_AN_ANSWER):
            given = engine.answer(question.operation, setting.edition, setting.choices, question.fields)
    except (Exception, TooLong):
        return False
    expect = msgspec.json.encode(one.answer)
    return (
        given == expect
        or weigh_result(given, expect, question.operation, wire_of(game), setting.choices, True).verdict == PASS
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="tactics")
    parser.add_argument("--slips", type=int, default=20)
    parser.add_argument("--rare-in", type=int, default=0, metavar="N", help="unguided questions, instead of vectors")
    parser.add_argument("--questions", type=int, default=SHARE_QUESTIONS)
    parser.add_argument("--campaigns", type=int, default=1)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--quiet", action="store_true")
    args = parser.parse_args()
    signal.signal(signal.SIGVTALRM, _too_long)
    found, clock = {True: 0, False: 0}, time.process_time()
    slips = rare_slips(args.game, args.seed, args.slips, args.rare_in)
    print(f"{len(slips)} rare slips of {args.game} ({time.process_time() - clock:.0f} s)", flush=True)
    for campaign in range(args.campaigns):
        pools = {guided: draw(args.game, args.questions, guided, f"{args.seed}-{campaign}") for guided in (True, False)}
        for mutant in slips:
            engine = load(args.game, mutant.tree())
            came = {guided: first_found(mutant, engine, drawn) for guided, drawn in pools.items()}
            for guided, number in came.items():
                found[guided] += number is not None
            if not args.quiet:
                told = f"{mutant.hash} {mutant.where}: {mutant.what}"
                print(f"{came[True] or '-':>8} {came[False] or '-':>8}  {told}", flush=True)
    tried = len(slips) * args.campaigns
    share = f"{found[True] / found[False]:.2f} times as many" if found[False] else "none without"
    told = f"{found[True]} guided, {found[False]} unguided: {share}"
    print(f"{args.game}: of {tried} rare slips in {args.questions:,} questions each: {told}", flush=True)


def _too_long(*_: object) -> None:
    raise TooLong


if __name__ == "__main__":
    main()
