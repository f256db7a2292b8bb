"""Findings: what comes of a campaign, for people and for files; each is a scenario and a vector that can be kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ludex import outlet
from ludex.authoring.skeletons import MOST_ACTIONS_NAMED, ListedActions, ScenarioHead, in_a_line, scenario_of
from ludex.fault import Fault
from ludex.fuzz.asking import KIND, FuzzQuestion
from ludex.fuzz.campaign import FoundCause
from ludex.generate.asking import refusal_of
from ludex.generate.files import json_bytes, manifest_of
from ludex.generate.generating import readings
from ludex.generate.promises import outside_of
from ludex.generate.stored import lay_out
from ludex.generate.vectors import id_of, vectors_of
from ludex.judge.weigh import in_force, key
from ludex.protocol.messages import BROKEN
from ludex.protocol.schema import plain, wire_of
from ludex.rulebook import rulebook
from ludex.seam import reference_of
from ludex.suites import Case, SuiteTopic
from ludex.suites.seam import suite_of
from ludex.vectors.suite import MANIFEST, file_of

REFUSAL, APPLY = "refusal", "apply"
INTO = "--into"
ABOUT = "What fuzzing has found: `{}`."


class FuzzFinding(Struct, frozen=True, forbid_unknown_fields=True):
    """One cause by which an engine differs: the smallest question that shows it, and how often it was met.

    `got` is what the engine answered, as text; `directions` counts in which way the differing answers differ; `token`
    names the first question of the campaign that met it. Where engines are held `against` each other, `want` is what
    another one answered; `expect` is the reference's answer in any case.
    """

    game: str
    id: str
    edition: str
    readings: dict[str, str]
    operation: str
    input: dict[str, Any]
    expect: dict[str, Any]
    got: str
    verdict: str
    message: str
    clause: str
    clauses: list[str]
    directions: dict[str, int]
    token: str
    engine: str
    scenario: str = ""
    want: str = ""
    against: tuple[tuple[str, ...], ...] = ()

    @property
    def count(self) -> int:
        """How many questions met it."""
        return sum(self.directions.values())

    @property
    def case(self) -> Case:
        """The question as a suite has it."""
        return _case(self.clause, self.input)


def _case(clause: str, fields: dict[str, Any]) -> Case:
    slug = f"{KIND}-{clause.lower() or 'of-no-clause'}"
    about = f" that turns on {clause}" if clause else ""
    return Case(slug, f"Fuzzing found an engine that answers this otherwise: a question{about}.", fields, (KIND,))


def finding_of(game: str, engine: str, found: FoundCause, against: tuple[tuple[str, ...], ...] = ()) -> FuzzFinding:
    """What is told and kept of a cause."""
    shrunk, clause = found.shrunk, found.clause
    answered, outcome = shrunk.difference.answered, shrunk.difference.outcome
    question = answered.question
    setting, fields = question.setting, question.fields
    name = id_of(game, question.operation, _case(clause, fields))
    return FuzzFinding(
        game=game,
        id=name,
        edition=setting.edition,
        readings=dict(setting.flipped),
        operation=question.operation,
        input=fields,
        expect=answered.answer,
        got=outcome.got.decode("utf-8", "replace"),
        verdict=f"{outcome.verdict}: {outcome.cause}" if outcome.cause else outcome.verdict,
        message=outcome.message,
        clause=clause,
        clauses=sorted(shrunk.why.clauses) if shrunk.why.is_known else [],
        directions=found.directions,
        token=str(found.token),
        engine=engine,
        want=outcome.want.decode("utf-8", "replace"),
        against=against,
        scenario=scenario_of(
            game,
            question.operation,
            setting.edition,
            setting.flipped,
            fields,
            _head(game, name, found),
            _list_differing(question, answered.answer, outcome.got),
        ),
    )


def _list_differing(question: FuzzQuestion, expected: Any, got: bytes) -> ListedActions:
    """Of two lists of actions, some of what one lacks and some of what it has too many."""
    try:
        have = {key(action): action for action in plain(msgspec.json.decode(got))["actions"]}
    except (*BROKEN, LookupError, TypeError):  # no list, or one that was cut
        return ListedActions()
    want = {key(action): action for action in in_force(expected, question.setting.choices).get("actions", ())}
    missing, extra = ([one[name] for name in one if name not in other] for one, other in ((want, have), (have, want)))
    return ListedActions(tuple(missing[:MOST_ACTIONS_NAMED]), tuple(extra[:MOST_ACTIONS_NAMED]))


def _head(game: str, name: str, found: FoundCause) -> ScenarioHead:
    clause = rulebook(game).get(found.clause)
    why = in_a_line(clause.sentence) if clause else "An engine answered this otherwise than the rules do."
    comments = (f"Found by fuzzing ({found.token}), and made smaller.", "Say in the name what happens.")
    return ScenarioHead(name, why, (clause.id,) if clause else (), comments)


# Files


def read_finding(path: Path) -> FuzzFinding:
    """A finding that was kept; a Fault says what is wrong with the file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=FuzzFinding)
    except OSError as error:
        raise Fault(f"cannot read {path}: {error.strerror}", "Name a finding that `ludex fuzz --into` kept.") from None
    except msgspec.DecodeError as broken:
        raise Fault(f"{path} is no finding: {broken}", "Name a file that `ludex fuzz --into` wrote.") from None


def kept_in(home: Path) -> list[FuzzFinding]:
    """The findings of a game that a folder has; none where there is no such folder."""
    return [read_finding(path) for path in sorted(home.glob("*.json")) if path.name != MANIFEST]


def keep(folder: Path, game: str, findings: list[FuzzFinding]) -> Path:
    """Puts findings beside those that a folder has, as scenarios and JSON, and makes vectors of them all."""
    home = folder / game
    outlet.be_ready(home, INTO)
    for one in findings:
        outlet.write(home / f"{one.id}.json", [json_bytes(msgspec.to_builtins(one), indent=1)], INTO)
        if one.scenario:
            outlet.write(home / f"{one.id}.ludex", [one.scenario.encode()], INTO)
    files = dict(_files(game, kept_in(home)))
    for name, data in files.items():
        outlet.be_ready((home / name).parent, INTO)
        outlet.write(home / name, [data], INTO)
    suite, wire = suite_of(game), wire_of(game)
    manifest = manifest_of(KIND, readings(game), files, None, lambda whole: outside_of(suite, wire, whole))
    outlet.write(home / MANIFEST, [manifest], INTO)
    return home


def _files(game: str, findings: list[FuzzFinding]) -> Iterator[tuple[str, bytes]]:
    """A vector file for each operation, refused actions by themselves, as the suites have them."""
    by_kind: dict[tuple[str, str], list[FuzzFinding]] = {}
    for one in findings:
        refused = one.operation == APPLY and refusal_of(one.expect)
        by_kind.setdefault((REFUSAL if refused else one.operation, one.operation), []).append(one)
    reference = reference_of(game)
    for (kind, operation), some in sorted(by_kind.items()):
        made = {}
        for edition in reference.REGISTER.editions:
            cases = [one.case for one in some if one.edition == edition]
            if cases:
                topic = SuiteTopic(f"{KIND}-{kind}", kind, operation, ABOUT.format(kind), cases.copy)
                made[edition] = list(vectors_of(reference, game, edition, topic))
        if made:
            yield file_of(topic.name), lay_out(game, topic, made, suite_of(game).FREE)
