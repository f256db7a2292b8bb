"""Makes all vectors of a game, a process for each topic, and checks what no single topic can: that ids are unique."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from ludex import where
from ludex.crew import Crew
from ludex.fault import Fault
from ludex.generate import files, handwritten, scenarios
from ludex.generate.lacking import drawn_cases, is_of_a_table
from ludex.generate.promises import outside_of
from ludex.generate.sampling import read_committed
from ludex.generate.schemas import breach, can_validate, derive, validator_of
from ludex.generate.sides import counts_of
from ludex.generate.stored import full_id_of, lay_out, vectors_in
from ludex.generate.vectors import vectors_of
from ludex.protocol.schema import Schema, wire_of
from ludex.seam import GAMES, Reference, games_in, package_of, reference_of
from ludex.suites import Case, SuiteTopic
from ludex.suites.seam import SUITES, GameSuite, suite_of
from ludex.vectors.suite import TableFacts, file_of

Made = TypeVar("Made")


class Job(NamedTuple):
    """One file to be made."""

    game: str
    topic: str
    one_in: int = 1  # of so many cases one is made, and the others of the committed file are asked again

    @property
    def name(self) -> str:
        """Where the file goes, below the folder of the game."""
        return file_of(self.topic)


def game_of(name: str) -> tuple[Reference, GameSuite]:
    """The reference of a game, and its suite."""
    return reference_of(name), suite_of(name)


def games() -> tuple[str, ...]:
    """The games that have a reference and a suite."""
    return tuple(name for name in games_in(GAMES) if package_of(SUITES, name))


def topics(game: str, edition: str) -> dict[str, SuiteTopic]:
    """The topics of an edition by name: those drawn by the suite, those written by hand, and what the scenarios ask."""
    suite = game_of(game)[1]
    drawn, authored = suite.topics(edition), scenarios.topics(game, edition)
    found: dict[str, SuiteTopic] = {}
    for topic in (*drawn, *handwritten.topics(game, edition), *authored):
        if topic.name in found:
            raise Fault(f"{game} has two topics {topic.name!r}", "Name one of them otherwise: a topic is a file.")
        found[topic.name] = topic._replace(cases=partial(_narrow_cases, game, suite, topic))
    return found


def _narrow_cases(game: str, suite: GameSuite, topic: SuiteTopic) -> Iterator[Case]:
    """The cases of a topic, as far as play leads to them."""
    cases = drawn_cases(topic) if is_of_a_table(game) else topic.cases()
    return (asked for case in cases if (asked := suite.narrow(topic.operation, case)) is not None)


def jobs(game: str, wanted: Iterable[str] = ()) -> list[Job]:
    """Every file of a game, or those of the wanted topics."""
    chosen = set(wanted)
    editions = game_of(game)[0].REGISTER.editions
    every = [Job(game, name) for name in dict.fromkeys(name for edition in editions for name in topics(game, edition))]
    if unknown := chosen - {job.topic for job in every}:
        known = ", ".join(sorted({job.topic for job in every}))
        raise Fault(f"{game} has no topic {sorted(unknown)[0]!r}", f"Its topics: {known}.")
    return [job for job in every if not chosen or job.topic in chosen]


def kinds(game: str) -> dict[str, list[str]]:
    """Each kind of vector of a game, with the operations that vectors of it ask."""
    found: dict[str, set[str]] = {}
    for edition in game_of(game)[0].REGISTER.editions:
        for topic in topics(game, edition).values():
            found.setdefault(topic.kind, set()).add(topic.operation)
    return {kind: sorted(operations) for kind, operations in sorted(found.items())}


def schema_of(game: str) -> Schema:
    """The schema that every vector file of a game fits."""
    reference, _ = game_of(game)
    return derive(game, reference.TITLE, reference.PREFIX, reference.REGISTER, kinds(game))


@lru_cache
def _validator(game: str) -> Any:
    return validator_of(schema_of(game))


def make_file(job: Job) -> tuple[bytes, float]:
    """The file of a job, and the seconds that it took.

    It is held against its schema; of a table of somebody's own only where jsonschema is installed, which nobody needs
    to judge an engine: what makes these files makes the shipped ones, too, and those are held against theirs. There a
    topic may have no case at all, by which no schema goes, and its file is not kept.
    """
    since = time.perf_counter()
    reference, _ = game_of(job.game)
    every = {edition: topics(job.game, edition).get(job.topic) for edition in reference.REGISTER.editions}
    having = {edition: topic for edition, topic in every.items() if topic is not None}
    committed = read_committed(where.vectors_of(job.game) / job.name, job.one_in) if job.one_in > 1 else {}
    vectors = {
        edition: list(vectors_of(reference, job.game, edition, topic, committed.get(edition)))
        for edition, topic in having.items()
    }
    data = lay_out(job.game, next(iter(having.values())), vectors, suite_of(job.game).FREE)
    of_a_table = is_of_a_table(job.game)
    held = any(vectors.values()) and can_validate() if of_a_table else True
    if held and (wrong := breach(_validator(job.game), data)):
        raise Fault(f"{job.name} does not fit its schema: {wrong}", "Mend the suite or the schema.")
    return data, time.perf_counter() - since


def make(wanted: list[Job], crew: Crew, note: Callable[[Job, float], None] | None = None) -> dict[str, bytes]:
    """The files of these jobs by name."""
    done: dict[str, bytes] = {}
    for job, (data, seconds) in done_jobs(wanted, crew, make_file):
        done[job.name] = data
        if note is not None:
            note(job, seconds)
    return {job.name: done[job.name] for job in wanted}


def done_jobs(wanted: list[Job], crew: Crew, make: Callable[[Job], Made]) -> Iterator[tuple[Job, Made]]:
    """Each job with what ``make`` makes of it, as they are done; a job that fails ends them all."""
    for job, made in crew.each(reversed(wanted), make):  # suites put what is slow at their end
        if made is None:
            raise Fault(f"the process that made {job.game}/{job.name} came to an end", "Is there memory enough for it?")
        yield job, made


def doubled_ids(all_files: dict[str, bytes]) -> list[str]:
    """Ids that an edition has twice under the same readings, with the files that have them."""
    seen: dict[str, str] = {}
    twice = []
    for name, data in sorted(all_files.items()):
        for edition, vector in vectors_in(json.loads(data)):
            whole = full_id_of(vector, edition)
            if whole in seen:
                twice.append(f"{whole}: in {seen[whole]} and in {name}")
            seen[whole] = name
    return twice


def readings(game: str) -> dict[str, Any]:
    """For each edition, its register as the manifest states it."""
    register = game_of(game)[0].REGISTER
    return {
        edition: {
            "readings": {
                entry: {"choices": list(choices), "default": choices[0]}
                for entry, choices in register.choices(edition).items()
            }
        }
        for edition in register.editions
    }


def manifest(game: str, all_files: dict[str, bytes], table: TableFacts | None = None) -> bytes:
    """The manifest over these files; ``table``: of those that are made of a table of somebody's own."""
    suite, outside = suite_of(game), partial(outside_of, suite_of(game), wire_of(game))
    return files.manifest_of(suite.VERSION, readings(game), all_files, counts_of(game, all_files), outside, table)


def schema(game: str) -> bytes:
    """The schema of a game's files, as it lies beside them."""
    return files.json_bytes(schema_of(game), indent=2)
