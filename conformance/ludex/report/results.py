"""The results of a run as one file: complete, also when the run was cut short, and the source of every report."""

import os
import platform
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ludex.judge.case import ScheduledVector, is_malformed
from ludex.judge.escape import utf8, visible
from ludex.judge.expected import Stale
from ludex.judge.likeness import RulesShown
from ludex.judge.score import Score
from ludex.judge.settings import Setting
from ludex.judge.verdict import BAD, NOT_OFFERED, NOT_RUN, PASS, PASSED, Judgement
from ludex.judge.weigh import MAX_WRONG_BYTES
from ludex.outlet import write
from ludex.protocol.messages import REFERENCE, Identity
from ludex.report.blame import contradictions
from ludex.report.leads import shown_readings
from ludex.runner.run import Repeats, Run
from ludex.vectors.images import names_of
from ludex.vectors.parts import LEGAL
from ludex.vectors.promises import PROMISES
from ludex.vectors.selection import clause_group
from ludex.vectors.sides import SIDES
from ludex.vectors.suite import TableFacts
from ludex.where import version
from ludex.wording import texts_with_counts

FORMAT = 1
MOST_LETTERS_TOLD = 4000  # of a message, and of the log
MOST_LETTERS_OF_AN_ENGINE = 80
MOST_LETTERS_OF_A_LANGUAGE = 60
MOST_LETTERS_OF_A_NAME = 40
About = dict[int, tuple[str, ...]]


class Result(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename="camel", gc=False):
    """One vector under one setting; all but the first three only where there is something to say.

    `reason`: why its failure is expected. `like`: the readings and editions under which the answer would be right.
    `want`: what the other engine answered, where two are compared. `fell`: the engine went down. `malformed`: it asks
    what cannot be read. `contradicts`: the clauses that, decided the other way, come nearest to the answer.
    """

    id: str
    setting: int
    verdict: str
    cause: str = ""
    message: str = ""
    got: str = ""
    kind: str = ""
    topic: str = ""
    clauses: tuple[str, ...] = ()
    unfinished: bool = False
    reason: str = ""
    like: tuple[str, ...] = ()
    want: str = ""
    fell: bool = False
    malformed: bool = False
    contradicts: tuple[str, ...] = ()


class SuiteName(Struct, frozen=True, forbid_unknown_fields=True):
    """Which vectors were asked; `table`: those that are made of a table of somebody's own; `folder`: those that lie in
    one of their own."""

    game: str
    version: str
    manifest: str
    table: TableFacts | None = None
    folder: str | UnsetType = UNSET


class Times(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Seconds since 1970, and how the run went: whatever differs between two like runs is here."""

    started: float
    first_verdict: float | None
    ended: float
    restarts: int = 0
    jobs: int = 1
    resumed: bool = False
    remarks: tuple[str, ...] = ()


class Expectations(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of expected failures: how many entries, and those that match nothing."""

    file: str
    entries: int
    stale: tuple[Stale, ...] = ()


class Imaging(Struct, frozen=True, forbid_unknown_fields=True):
    """By which symmetries images were asked, and how many vectors have none, by the reason."""

    symmetries: tuple[str, ...]
    without: dict[str, int] = {}


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
    interrupted: bool
    host: dict[str, str]
    times: Times
    expected: Expectations | None = None
    shown: tuple[RulesShown, ...] = ()
    against: Identity | None = None
    against_command: tuple[str, ...] = ()
    fault: str = ""
    images: Imaging | UnsetType = UNSET
    repeats: Repeats | UnsetType = UNSET
    promises: tuple[str, ...] = ()
    lists: dict[str, list[str | int]] = {}


def results_of(run: Run) -> Results:
    """The results of a run; strings that an engine sent are made visible."""
    against = contradictions(run.settled_vectors())
    about = {case.index: against[case.index] for case in run.cases if case.index in against and is_of_a_list(case)}
    groups, clauses = tallies(run, about)
    hello, other = run.hello, run.other
    return Results(
        format=FORMAT,
        ludex=version(),
        suite=_suite_name(run),
        engine=_identity(hello.engine) if hello else None,
        command=tuple(map(utf8, run.order.words)),
        independent={one.engine.name for one in (hello, other) if one} != {REFERENCE},
        anonymous=run.order.anonymous,
        settings=tuple(run.settings),
        score=run.score(),
        groups=groups,
        clauses=clauses,
        results=tuple(_results(run, about, against)),
        notes=tuple(run.notes),
        stopped=run.stopped,
        log=visible(run.log, MOST_LETTERS_TOLD, lines=True),
        interrupted=run.interrupted,
        host={"python": platform.python_version(), "system": platform.system(), "cores": str(os.cpu_count())},
        times=_times(run),
        expected=_expectations(run),
        shown=tuple(shown_readings(run)),
        against=_identity(other.engine) if other else None,
        against_command=tuple(map(utf8, run.order.against)),
        fault=run.fault,
        images=_imaging(run),
        repeats=run.repeats if run.order.repeat else UNSET,
        promises=tuple(promise for promise in PROMISES if promise in run.promised),
        lists={visible(name, MOST_LETTERS_OF_A_NAME): list(values) for name, values in run.lists.items()},
    )


def _suite_name(run: Run) -> SuiteName:
    manifest = run.suite.manifest
    folder = str(run.order.root) if run.order.root and manifest.table is None else UNSET
    return SuiteName(run.order.game, manifest.version, run.suite.seal, manifest.table, folder)


def _imaging(run: Run) -> Imaging | UnsetType:
    if not run.order.selection.images:
        return UNSET
    return Imaging(names_of(run.order.game), dict(sorted(run.imageless.items())))


def _times(run: Run) -> Times:
    return Times(
        started=run.started,
        first_verdict=run.first_verdict,
        ended=run.ended,
        restarts=run.restarts,
        jobs=run.order.jobs,
        resumed=run.resumed,
        remarks=tuple(texts_with_counts(run.remarks.items())),
    )


def _expectations(run: Run) -> Expectations | None:
    expected = run.order.expected
    return Expectations(utf8(expected.file), len(expected.entries), tuple(run.stale)) if expected else None


def _identity(engine: Identity) -> Identity:
    language = visible(engine.language, MOST_LETTERS_OF_A_LANGUAGE) if engine.language else None
    return Identity(
        visible(engine.name, MOST_LETTERS_OF_AN_ENGINE), visible(engine.version, MOST_LETTERS_OF_A_NAME), language
    )


def is_of_a_list(case: ScheduledVector) -> bool:
    """Whether a vector asks for a list, or for a side of one: it turns on many clauses, and is wrong about few."""
    return case.frame.operation == LEGAL or case.frame.topic.topic in SIDES


def _results(run: Run, about: About, against: About) -> Iterator[Result]:
    names: dict[int, str] = {}
    for case, outcome in run.settled_vectors():
        name = names.get(id(case.vector)) or names.setdefault(id(case.vector), case.id)
        unfinished, malformed = case.index in run.unfinished, is_malformed(case.vector)
        if outcome is PASSED:
            topic = case.frame.topic.topic
            yield Result(name, case.frame.setting, PASS, topic=topic, unfinished=unfinished, malformed=malformed)
        else:
            found = _result(name, case, outcome, unfinished, about.get(case.index, ()))
            yield replace(found, contradicts=against[case.index]) if case.index in against else found


def _result(name: str, case: ScheduledVector, outcome: Judgement, unfinished: bool, about: tuple[str, ...]) -> Result:
    topic = case.frame.topic
    blameless = outcome.verdict in (NOT_RUN, NOT_OFFERED)
    return Result(
        id=name,
        setting=case.frame.setting,
        verdict=outcome.verdict,
        cause=outcome.cause,
        message=visible(outcome.message, MOST_LETTERS_TOLD),
        got=visible(outcome.got, MAX_WRONG_BYTES),
        kind=topic.kind,
        topic=topic.topic,
        clauses=() if blameless else about or tuple(case.vector.clauses),
        unfinished=unfinished,
        reason=outcome.reason,
        like=outcome.like,
        want=visible(outcome.want, MAX_WRONG_BYTES),
        fell=outcome.fell,
        malformed=is_malformed(case.vector),
    )


def tallies(run: Run, blame: About) -> tuple[dict[str, dict[str, int]], dict[str, tuple[int, int]]]:
    """Per clause group: verdict -> vectors (a vector counts in each of its groups); per clause: passed, bad.

    A wrong list of legal actions counts by the clauses that it is wrong about, not by all that it turns on.
    """
    group_of = lru_cache(maxsize=None)(clause_group)
    groups: dict[str, Counter[str]] = {}
    clauses: dict[str, list[int]] = {}
    for case, outcome in run.settled_vectors():
        if case.index in run.unfinished:
            continue
        bad = outcome.verdict in BAD
        about = blame.get(case.index) or case.vector.clauses
        for group in {group_of(clause) for clause in about}:
            groups.setdefault(group, Counter())[outcome.verdict] += 1
        if bad or outcome.verdict == PASS:
            for clause in about:
                clauses.setdefault(clause, [0, 0])[bad] += 1
    return (
        {group: dict(sorted(groups[group].items())) for group in sorted(groups)},
        {clause: (counts[0], counts[1]) for clause, counts in sorted(clauses.items())},
    )


def write_results(results: Results, path: Path) -> None:
    """Writes the file whole or not at all."""
    write(path, _encode(results), "--json")


def _encode(results: Results) -> Iterator[bytes]:
    """One vector a line, so that two files compare well, and so that no run is too long to be written."""
    head, mark, rest = msgspec.json.encode(msgspec.structs.replace(results, results=())).partition(b'"results":[]')
    yield head + mark[:-1]
    for number, result in enumerate(results.results):
        yield (b",\n" if number else b"\n") + msgspec.json.encode(result)
    yield b"\n]" + rest + b"\n"


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
    return frozenset(result.id for result in results.results if result.verdict not in {PASS, NOT_OFFERED})
