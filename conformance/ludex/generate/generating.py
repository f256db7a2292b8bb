"""Makes all vectors of a game, a process for each topic, and checks what no single topic can: that ids are unique."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from hashlib import sha256
from itertools import chain
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
from ludex.tracking import noting, sources
from ludex.tracking.memo import NOTHING_KEPT, Memo
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


def topic_of(game: str, edition: str, name: str) -> SuiteTopic | None:
    """The topic of this name, if the edition has it; scenarios are played only where it is about them."""
    suite = game_of(game)[1]
    drawn = chain(suite.topics(edition), handwritten.topics(game, edition))
    every = scenarios.topics(game, edition) if name.startswith(f"{scenarios.PREFIX}-") else drawn
    topic = next((one for one in every if one.name == name), None)
    return topic and topic._replace(cases=partial(_narrow_cases, game, suite, topic))


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
def _validator(text: str) -> Any:
    return validator_of(json.loads(text))


class TopicFile(NamedTuple):
    """A file of vectors as it is made: what is in it, and the seconds that it took."""

    data: bytes
    seconds: float


def make_file(job: Job, fits: bytes | None = None) -> TopicFile:
    """The file of a job. What was made before is believed where nothing has changed that it was made of.

    It is held against its schema, which is ``fits`` where that is known; of a table of somebody's own only where
    jsonschema is installed, which nobody needs to judge an engine: what makes these files makes the shipped ones, too,
    and those are held against theirs. There a topic may have no case at all, by which no schema goes, and its file is
    not kept.
    """
    since = time.perf_counter()
    noting.begin()
    is_kept = job.one_in == 1 and not is_of_a_table(job.game)
    whole, cases = (kept_in(job.game, f"{job.topic}.{part}") if is_kept else NOTHING_KEPT for part in ("file", "cases"))
    fits = schema(job.game) if fits is None else fits
    text: str = whole.of(f"{job.name} {sha256(fits).hexdigest()}", lambda: _file(job, cases, fits.decode("ascii")))
    if whole.made:
        whole.save()
        cases.save()
    return TopicFile(text.encode("ascii"), time.perf_counter() - since)


def kept_in(game: str, name: str) -> Memo:
    """What is known of a game from earlier, under this name: apart for each checkout."""
    if not sources.is_installed:
        return NOTHING_KEPT
    return Memo(where.memory_of(game) / f"{name}.json")


def _file(job: Job, memo: Memo, fits: str) -> str:
    reference, suite = game_of(job.game)
    drawn = {edition: _draw(job, edition, memo) for edition in reference.REGISTER.editions}
    having = {edition: topic for edition, topic in drawn.items() if topic is not None}
    committed = read_committed(where.vectors_of(job.game) / job.name, job.one_in) if job.one_in > 1 else {}
    vectors = {
        edition: list(vectors_of(reference, job.game, edition, topic, committed.get(edition), memo))
        for edition, topic in having.items()
    }
    data = lay_out(job.game, next(iter(having.values())), vectors, suite.FREE)
    of_a_table = is_of_a_table(job.game)
    held = any(vectors.values()) and can_validate() if of_a_table else True
    if held and (wrong := breach(_validator(fits), data)):
        raise Fault(f"{job.name} does not fit its schema: {wrong}", "Mend the suite or the schema.")
    return data.decode("ascii")


def _draw(job: Job, edition: str, memo: Memo) -> SuiteTopic | None:
    """The topic with its cases at hand, as JSON has them; None where the edition does not have it."""
    drawn = memo.of(f"cases of {edition}", lambda: _draw_cases(topic_of(job.game, edition, job.topic)))
    if drawn is None:
        return None
    name, kind, operation, about, cases, repeats = drawn
    at_hand = [_case(*case) for case in cases]
    return SuiteTopic(name, kind, operation, about, at_hand.copy, repeats)


def _case(slug: str, why: str, asked: Any, tags: list[str], under: Mapping[str, list[str]]) -> Case:
    return Case(slug, why, asked, tuple(tags), {entry: tuple(choices) for entry, choices in under.items()})


def _draw_cases(topic: SuiteTopic | None) -> list[Any] | None:
    if topic is None:
        return None
    *head, cases, repeats = topic
    return [*head, [case._replace(under=dict(case.under)) for case in cases()], repeats]


def make(wanted: list[Job], crew: Crew, note: Callable[[Job, float], None] | None = None) -> dict[str, bytes]:
    """The files of these jobs by name."""
    done: dict[str, bytes] = {}
    schemas = {game: schema(game) for game in {job.game for job in wanted}}
    for job, made in done_jobs(wanted, crew, partial(_make_fitting, schemas)):
        done[job.name] = made.data
        if note is not None:
            note(job, made.seconds)
    return {job.name: done[job.name] for job in wanted}


def _make_fitting(schemas: Mapping[str, bytes], job: Job) -> TopicFile:
    return make_file(job, schemas[job.game])


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
