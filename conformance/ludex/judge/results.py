"""The results of a run as one file: complete, also when the run was cut short, and the source of every report."""

import os
import platform
from collections import Counter
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from ludex.fault import Fault
from ludex.judge.case import Case
from ludex.judge.escape import visible
from ludex.judge.run import Run
from ludex.judge.score import Score
from ludex.judge.settings import Setting
from ludex.judge.verdict import BAD, NOT_OFFERED, NOT_RUN, PASS, Outcome
from ludex.vectors.selection import clause_group
from ludex.wire.messages import REFERENCE, Identity

FORMAT = 1
KEEP_GOT = 1000


class Result(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename="camel"):
    """One vector under one setting; clauses, cause, message and answer only where it did not pass."""

    id: str
    setting: int
    verdict: str
    cause: str = ""
    message: str = ""
    got: str = ""
    kind: str = ""
    topic: str = ""
    clauses: tuple[str, ...] = ()


class SuiteName(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    version: str
    manifest: str


class Times(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Seconds since 1970; whatever differs between two like runs is here."""

    started: float
    first_verdict: float | None
    ended: float


class Results(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Everything that a report says."""

    format: int
    ludex: str
    suite: SuiteName
    engine: Identity | None
    command: tuple[str, ...]
    independent: bool
    anonymous: bool
    settings: tuple[Setting, ...]
    score: Score
    groups: dict[str, dict[str, int]]
    clauses: dict[str, tuple[int, int]]
    results: tuple[Result, ...]
    notes: tuple[str, ...]
    stopped: str
    log: str
    restarts: int
    interrupted: bool
    host: dict[str, str]
    times: Times


def results_of(run: Run) -> Results:
    """The results of a run; strings that an engine sent are made visible."""
    from ludex.cli import version

    groups, clauses = tallies(run)
    hello = run.hello
    return Results(
        format=FORMAT,
        ludex=version(),
        suite=SuiteName(run.order.game, run.suite.manifest.version, run.suite.seal),
        engine=_identity(hello.engine) if hello else None,
        command=run.order.command,
        independent=not (hello and hello.engine.name == REFERENCE),
        anonymous=run.order.anonymous,
        settings=tuple(run.settings),
        score=run.score(),
        groups=groups,
        clauses=clauses,
        results=tuple(_results(run)),
        notes=tuple(run.notes),
        stopped=run.stopped,
        log=visible(run.log, 4000, lines=True),
        restarts=run.restarts,
        interrupted=run.interrupted,
        host={"python": platform.python_version(), "system": platform.system(), "cores": str(os.cpu_count())},
        times=Times(run.started, run.first_verdict, run.ended),
    )


def _identity(engine: Identity) -> Identity:
    language = visible(engine.language, 60) if engine.language else None
    return Identity(visible(engine.name, 80), visible(engine.version, 40), language)


def _results(run: Run) -> list[Result]:
    kept = 0
    made = []
    for case, outcome in run.settled():
        if outcome.verdict == PASS:
            made.append(Result(case.id, case.frame.setting, PASS))
        else:
            kept += 1
            made.append(_result(case, outcome, kept <= KEEP_GOT))
    return made


def _result(case: Case, outcome: Outcome, keep: bool) -> Result:
    topic = case.frame.topic
    blameless = outcome.verdict in (NOT_RUN, NOT_OFFERED)
    return Result(
        id=case.id,
        setting=case.frame.setting,
        verdict=outcome.verdict,
        cause=outcome.cause,
        message=visible(outcome.message, 1500),
        got=visible(outcome.got, 16_384) if keep else "",
        kind=topic.kind,
        topic=topic.topic,
        clauses=() if blameless else tuple(case.vector.clauses),
    )


def tallies(run: Run) -> tuple[dict[str, dict[str, int]], dict[str, tuple[int, int]]]:
    """Per clause group: verdict -> vectors (a vector counts in each of its groups); per clause: passed, bad."""
    group_of = lru_cache(maxsize=None)(clause_group)
    groups: dict[str, Counter[str]] = {}
    clauses: dict[str, list[int]] = {}
    for case, outcome in run.settled():
        bad = outcome.verdict in BAD
        for group in {group_of(clause) for clause in case.vector.clauses}:
            groups.setdefault(group, Counter())[outcome.verdict] += 1
        if bad or outcome.verdict == PASS:
            for clause in case.vector.clauses:
                clauses.setdefault(clause, [0, 0])[bad] += 1
    return (
        {group: dict(sorted(groups[group].items())) for group in sorted(groups)},
        {clause: (counts[0], counts[1]) for clause, counts in sorted(clauses.items())},
    )


def write_results(results: Results, path: Path) -> None:
    """Writes the file whole or not at all."""
    parts = path.with_name(path.name + ".part")
    try:
        parts.write_bytes(msgspec.json.encode(results) + b"\n")
        parts.replace(path)
    except OSError as error:
        raise Fault(f"cannot write {path}: {error.strerror}", "Choose another file for --json.") from None


def read_results(path: Path) -> Results:
    """The results of an earlier run."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Results)
    except OSError as error:
        raise Fault(f"cannot read {path}: {error.strerror}") from None
    except msgspec.DecodeError as broken:
        raise Fault(f"{path} is no results file: {broken}", "`ludex check --json FILE` writes one.") from None


def results_schema() -> bytes:
    """The JSON Schema of a results file, as it stands in results.schema.json."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The results of `ludex check`: every selected vector, also when the run was cut short",
        **msgspec.json.schema(Results),
    }
    return msgspec.json.format(msgspec.json.encode(schema), indent=2) + b"\n"


def failed_ids(results: Results) -> frozenset[str]:
    """The ids to rerun: everything that was run, or should have been, and did not pass."""
    return frozenset(result.id for result in results.results if result.verdict not in (PASS, NOT_OFFERED))
