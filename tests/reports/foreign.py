"""Mutants of the foreign engines of which the source itself says which clause they are about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from ludex.judge.case import ScheduledVector
from ludex.judge.verdict import Judgement
from ludex.mutation.engines.asking import EngineTalk
from ludex.mutation.engines.campaign import BUILD_SECONDS
from ludex.mutation.engines.copies import EngineCopy
from ludex.mutation.engines.folder import describe, slips_of
from ludex.mutation.engines.slips import SourceSlip
from ludex.runner.examples import ExampleEngine, examples
from ludex.runner.interruption import Interruption

_CLAUSE = re.compile(r"\b[A-Z]{3}-[A-Z]{3}-[0-9]+\b")
_NAME = re.compile(r"[A-Za-z_]\w*")
MUTANTS = 10  # of an engine, one of a clause
MOST_FAILURES = 1000


@cache
def engine_of(game: str) -> ExampleEngine:
    """The foreign engine of a game, as it is built for mutants."""
    (found,) = [one for one in examples() if one.game == game]
    return describe(Path(found.folder), None, None, (), ())


@cache
def slips_of_a_clause(game: str) -> list[tuple[SourceSlip, str]]:
    """Slips with the one clause that the source names for their line or for their function, mixed by their hashes."""
    engine, found = engine_of(game), dict[str, SourceSlip]()
    texts = {path.name: path.read_text().splitlines() for path in Path(engine.folder).glob(engine.sources[0])}
    named = {name: _clauses_by_name(lines) for name, lines in texts.items()}
    for slip in sorted(slips_of(engine), key=lambda one: sha256(f"leads {one.hash}".encode()).digest()):
        file = Path(slip.file).name
        around = chain.from_iterable(named[file].get(name, {name}) for name in slip.function.split("."))
        places = (slip.before, texts[file][slip.line - 1], " ".join(around))
        clauses = {*next(filter(None, map(_CLAUSE.findall, places)), ())}
        if len(clauses) == 1:
            found.setdefault(clauses.pop(), slip)
        if len(found) == MUTANTS:
            break
    return [(slip, clause) for clause, slip in found.items()]


def _clauses_by_name(lines: Iterable[str]) -> dict[str, set[str]]:
    """For each name that stands on a line with clauses, these clauses."""
    named: dict[str, set[str]] = {}
    for line in lines:
        for name in _NAME.findall(line) if _CLAUSE.search(line) else ():
            named.setdefault(name, set()).update(_CLAUSE.findall(line))
    return named


def failures(game: str, name: str, cases: Sequence[ScheduledVector]) -> dict[int, Judgement]:
    """What a mutant fails of these cases; nothing where it does not build or stay up: that is told as such."""
    engine = engine_of(game)
    (slip,) = [slip for slip, _ in slips_of_a_clause(game) if slip.hash == name]
    with TemporaryDirectory(prefix="ludex-leads-") as room:
        copy = EngineCopy(Path(room), Path(engine.folder))
        copy.put(slip.file, slip.put((Path(engine.folder) / slip.file).read_bytes()))
        if copy.build(engine.build, BUILD_SECONDS) is not None:
            return {}
        talk = EngineTalk(copy.command(engine.command), copy.folder, Interruption())
        try:
            found = talk.failures(cases, most=MOST_FAILURES) if talk.hello else []
        finally:
            talk.end()
    fell = talk.why or any(one.outcome.fell for one in found)
    return {} if fell else {one.case.index: one.outcome for one in found}
