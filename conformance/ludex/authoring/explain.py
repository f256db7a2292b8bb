"""Explains a clause (what it says, what tests it) and a vector (how the reference derives its result, step by step)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ludex import where
from ludex.fault import Fault
from ludex.rulebook import Clause, Rulebook, rulebook
from ludex.rulebook.marks import deciders_of
from ludex.support import NoImage
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.freedom import free_fields
from ludex.vectors.images import image_of, split_symmetry
from ludex.vectors.sides import MARK, side_of, topic_of_sides
from ludex.vectors.suite import Suite
from ludex.wording import quantity

MOST_TESTS_SHOWN = 12  # of each kind, so that a page holds both


def clause_lines(clause: Clause, game: str) -> Iterator[str]:
    """A clause as the rulebook has it, and what decides it in the reference."""
    yield f"{clause.id} · {clause.level} · {clause.role} · {clause.title}"
    yield ""
    yield clause.sentence
    if clause.source:
        yield ""
        yield f"Source: {clause.source}"
    if clause.notes:
        yield ""
        yield clause.notes
    yield ""
    yield f"In {clause.file}:{clause.line}"
    if game in where.games():
        yield from (f"Decided by: {place}" for place in deciders_of(clause.id, game))


def group_lines(group: str, book: Rulebook) -> Iterator[str]:
    """The clauses of a group, one in two lines; nothing where no clause is in it."""
    found = [clause for clause in book.values() if clause.group == group]
    if not found:
        return
    yield f"{group} · {found[0].section or found[0].title} · {quantity(len(found), 'clause')}"
    for clause in found:
        yield ""
        yield f"{clause.id} · {clause.level} · {clause.role} · {clause.title}"
        yield f"  {clause.sentence}"
    yield ""
    yield f"In {found[0].file}. One with what tests it: ludex explain {found[0].id}"


def tests_of(clause_id: str, game: str, suite: Suite | None) -> Iterator[str]:
    """The scenarios that cite a clause and the vectors that turn on it."""
    yield ""
    yield from _scenarios_on(clause_id, game)
    if suite is None:
        yield "Vectors that turn on it: there are none yet for this game"
        return
    yield from _vectors_on(clause_id, suite)


def _vectors_on(clause_id: str, suite: Suite) -> Iterator[str]:
    found = [
        (topic, vector)
        for topic in suite.holding(f'"{clause_id}"')
        for vector in topic.vectors
        if clause_id in vector.clauses
    ]
    yield f"Vectors that turn on it: {len(found):,}" + ("  (all: ludex check --list --select ID)" if found else "")
    tally: dict[tuple[str, str], int] = {}
    for topic, _ in found:
        key = (topic.edition, topic.topic)
        tally[key] = tally.get(key, 0) + 1
    yield from (f"  {count:>6,}  {edition} {topic}" for (edition, topic), count in tally.items())
    yield from (f"  {full_id(vector, topic.edition)}: {vector.why}" for topic, vector in found[:MOST_TESTS_SHOWN])


def _scenarios_on(clause_id: str, game: str) -> Iterator[str]:
    """`file:line "name"` of each scenario, or outline, that cites the clause."""
    from ludex.scenario.citing import citations

    files = {path: citations(path) for path in where.scenarios(game) if _may_cite(clause_id, path)}
    cited = [
        f'{path.name}:{one.line} "{one.name}"'
        for path, (told, _) in files.items()
        for one in told
        if clause_id in one.clauses
    ]
    yield f"Scenarios that cite it: {len(cited)}"
    yield from (f"  {line}" for line in cited[:MOST_TESTS_SHOWN])
    if len(cited) > MOST_TESTS_SHOWN:
        yield f"  … and {len(cited) - MOST_TESTS_SHOWN} more"
    yield from (
        f"  … and what cannot be read: ludex lint {path}" for path, (_, all_told) in files.items() if not all_told
    )


def _may_cite(clause_id: str, path: Path) -> bool:
    """Whether a file says the clause anywhere, or includes what may; most do not."""
    data = path.read_bytes()
    return clause_id.encode() in data or b"include" in data


def find(wanted: str, suites: list[Suite]) -> list[tuple[Suite, Topic, Vector]]:
    """The vectors of an id, short or full, or the images; a Fault where these vectors have no such image."""
    stem, name = split_symmetry(wanted)
    found = _stored_vectors(stem, suites)
    try:
        return [
            (suite, topic, image_of(vector, topic, name).ready() if name else vector) for suite, topic, vector in found
        ]
    except NoImage as none:
        raise Fault(
            f"{stem} has no image {name!r}: {none}", f"`ludex explain {stem}` tells of the vector itself."
        ) from None


def _stored_vectors(wanted: str, suites: list[Suite]) -> list[tuple[Suite, Topic, Vector]]:
    return [
        (suite, topic, vector)
        for suite in suites
        for topic in _topics_with(wanted, suite)
        for vector in topic.vectors
        if wanted.startswith(vector.id)
        and wanted in (vector.id, f"{vector.id}@{topic.edition}", full_id(vector, topic.edition))
    ]


def _topics_with(wanted: str, suite: Suite) -> Iterator[Topic]:
    """The topics that may hold a vector: those whose files have its id, and the sides that are made of them."""
    question = wanted.partition("@")[0].partition(MARK)[0]
    stored = list(suite.holding(f'"{question}"')) if question else []
    yield from stored
    if side := side_of(wanted):
        for edition in suite.editions:
            yield topic_of_sides(suite.game, edition, side, [topic for topic in stored if topic.edition == edition])


def choices_for(suite: Suite, vector: Vector, edition: str) -> dict[str, str]:
    """The default readings, changed to the first combination that the vector holds for."""
    choices = suite.facts(edition).defaults()
    if vector.holds and not vector.holds_under(choices):
        choices |= {entry: allowed[0] for entry, allowed in vector.holds[0].items()}
    return choices


def vector_lines(suite: Suite, topic: Topic, vector: Vector) -> Iterator[str]:
    """What a vector asks and expects, and how the reference gets there."""
    choices = choices_for(suite, vector, topic.edition)
    yield f"{full_id(vector, topic.edition)} · {topic.kind} · {topic.topic}"
    yield f"why: {vector.why}"
    usual = suite.facts(topic.edition).defaults()
    chosen = {entry: choice for entry, choice in choices.items() if usual.get(entry) != choice}
    yield "readings: " + (", ".join(f"{entry}={choice}" for entry, choice in chosen.items()) or "the defaults")
    asked, expected = msgspec.json.decode(vector.input), msgspec.json.decode(vector.expect)
    from ludex.report.drawing import Easel  # slower to load than all that is told of a clause

    for block in Easel(suite.game, topic.edition, choices).failure(topic.operation, asked, expected, b""):
        yield ""
        yield from block.splitlines()
    yield ""
    book = rulebook(suite.game)
    for place, by in free_fields(expected).items():
        yield f"free, and not judged: {place}, by {_clause_text(by, book)} ({topic.free.get(by, 'no reason is given')})"
    yield from _deciders(vector, expected, book)
    yield from derivation(suite.game, topic, asked, choices, expected)


def _deciders(vector: Vector, expected: Any, book: Rulebook) -> Iterator[str]:
    """The clauses that a vector turns on; why there are none, where no clause alone decides the answer."""
    if vector.clauses:
        yield "It turns on:"
        yield from (f"  {_clause_text(clause, book)}" for clause in vector.clauses)
        return
    reasons = _reasons(expected)
    if len(reasons) > 1:
        yield "It turns on no single clause, as several things refuse it at once:"
        yield from (f"  {_clause_text(reason, book)}" for reason in reasons)
    else:
        yield "It turns on no single clause: with any one turned round the answer stays, or the input is unreadable."


def _reasons(expected: Any) -> list[str]:
    """The clauses, or the kinds of error, for which a refusal or a verdict is expected to say no."""
    from ludex.judge.weigh import refusal_of

    if not isinstance(expected, dict):
        return []
    kind = refusal_of(expected)
    reasons: list[str] = expected[kind]["broken"] if kind else expected.get("kinds", [])
    return reasons


def derivation(game: str, topic: Topic, asked: dict[str, Any], choices: dict[str, str], expected: Any) -> Iterator[str]:
    """Each clause that the reference asks, with its answer; like steps are told once."""
    from ludex.judge.weigh import difference, in_force
    from ludex.protocol.schema import wire_of
    from ludex.protocol.server import perform
    from ludex.rules import recording

    if game not in where.games():
        yield f"(There is no reference of {game} here to derive it with.)"
        return
    with recording() as trace:
        result = perform(topic.operation, {"game": game, "edition": topic.edition, "readings": choices, **asked})
    result = msgspec.json.decode(msgspec.json.encode(result))
    book = rulebook(game)
    yield ""
    yield f"Derivation by the reference ({quantity(len(trace.steps), 'step')}):"
    yield from _steps(trace.steps, book)
    if trace.consulted:
        consulted = ", ".join(f"{one}={choices.get(one)}" for one in sorted(trace.consulted))
        yield f"Readings that were consulted: {consulted}"
    yield ""
    wrong = difference(in_force(expected, choices), result, topic.operation, wire_of(game), True)
    is_drawn = not wrong and "position" in result  # as what is expected, with all that stands beside it
    yield f"Result: {'as it is drawn above' if is_drawn else _short(msgspec.json.encode(result).decode(), 400)}"
    yield f"The vector expects otherwise: {wrong}" if wrong else "That is what the vector expects."


MOST_STEPS_SHOWN = 200  # different ones: more are a loop that tells a reader nothing


def _steps(steps: list[Any], book: Rulebook) -> Iterator[str]:
    lines: dict[str, int] = {}
    for step in steps:
        line = _step(step, book)
        lines[line] = lines.get(line, 0) + 1
    for number, (line, count) in enumerate(lines.items()):
        if number == MOST_STEPS_SHOWN:
            yield f"  … and {quantity(len(lines) - MOST_STEPS_SHOWN, 'other step')}"
            return
        yield f"  {line}" + (f"  ({count} times)" if count > 1 else "")


def _step(step: Any, book: Rulebook) -> str:
    said = step.name.replace("_", " ")
    if step.role == "check":
        answer = {True: "yes", False: "NO"}.get(step.answer, brief(step.answer))
        return f"{step.clause:<11} {said}? {answer}" + _title(step, book)
    told = ", ".join(text for text in map(brief, step.arguments) if text)
    return f"{step.clause:<11} {said}({told}) → {_change(step)}" + _title(step, book)


def _title(step: Any, book: Rulebook) -> str:
    return f"   [{book[step.clause].title}]" if step.clause in book else ""


def _change(step: Any) -> str:
    """The answer; of bytes, just those that changed."""
    first = step.arguments[0] if step.arguments else None
    answer = step.answer
    if isinstance(answer, bytes) and isinstance(first, bytes) and len(answer) == len(first):
        pairs = enumerate(zip(first, answer, strict=True))
        return " ".join(f"[{at}] {was:#04x}→{now:#04x}" for at, (was, now) in pairs if was != now) or "as it was"
    return brief(answer) or "…"


def brief(value: Any) -> str:
    """A value in a few letters; boards, rules and questions only by their name."""
    if isinstance(value, bytes):
        return f"<{quantity(len(value), 'byte')}>"
    if isinstance(value, int | str | bool) or value is None:
        return str(value)
    text = repr(value)
    return text if len(text) <= 72 else f"<{type(value).__name__.lower()}>"


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit] + "…"


def _clause_text(clause_id: str, book: Rulebook) -> str:
    clause = book.get(clause_id)
    return f"{clause_id}  {clause.sentence}" if clause else clause_id
