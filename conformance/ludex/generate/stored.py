"""How vectors are stored: each question once, with its answers by edition and readings; and read back from there."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ludex.suites import SuiteTopic
from ludex.vectors.freedom import free_fields

Vector = dict[str, Any]
Question = dict[str, Any]
OF_ANSWERS = ("holds", "clauses", "listed", "expect")


def line_of(value: Mapping[str, Any]) -> str:
    """A JSON value as one line, as its fields stand."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def questions_of(vectors: Mapping[str, Iterable[Vector]]) -> list[Question]:
    """The vectors of each edition as they are stored: a question once, an answer once for all editions that give it."""
    asked: dict[str, Question] = {}
    answers: dict[str, dict[str, tuple[Vector, list[str]]]] = {}
    for edition, made in vectors.items():
        for vector in made:
            question = {name: value for name, value in vector.items() if name not in OF_ANSWERS}
            answer = {name: value for name, value in vector.items() if name in OF_ANSWERS}
            asked.setdefault(vector["id"], question)
            answers.setdefault(vector["id"], {}).setdefault(line_of(answer), (answer, []))[1].append(edition)
    return [
        {**question, "answers": [_answer_of(*one, vectors) for one in answers[name].values()]}
        for name, question in asked.items()
    ]


def _answer_of(answer: Vector, editions: list[str], every: Collection[str]) -> Vector:
    return answer if len(editions) == len(every) else {"editions": editions, **answer}


def vectors_in(whole: Mapping[str, Any]) -> Iterator[tuple[str, Vector]]:
    """The vectors of a file, each with its edition."""
    for question in whole["questions"]:
        asked = {name: value for name, value in question.items() if name != "answers"}
        for answer in question["answers"]:
            given = {name: value for name, value in answer.items() if name != "editions"}
            yield from ((edition, {**asked, **given}) for edition in answer.get("editions", whole["editions"]))


def lay_out(
    game: str, topic: SuiteTopic, vectors: Mapping[str, Sequence[Vector]], why_free: Mapping[str, str]
) -> bytes:
    """The file of a topic, of the vectors of each edition that has it.

    A head, which says why fields are free where some are, and one question a line.
    """
    every = [vector["expect"] for made in vectors.values() for vector in made]
    clauses = {clause for expected in every for clause in free_fields(expected).values()}
    head = {
        "game": game,
        "topic": topic.name,
        "kind": topic.kind,
        "operation": topic.operation,
        "about": topic.about,
        **({"free": {clause: why_free[clause] for clause in sorted(clauses)}} if clauses else {}),
        "editions": list(vectors),
    }
    lines = ",\n".join(map(line_of, questions_of(vectors)))
    return f'{line_of(head)[:-1]},"questions":[\n{lines}\n]}}\n'.encode("ascii")


def full_id_of(vector: Mapping[str, Any], edition: str) -> str:
    """The full id of a vector: with its edition, and the readings that it holds for."""
    alternatives = vector.get("holds", [])
    return f"{vector['id']}@{edition}" + "".join(
        f"+{entry}={'|'.join(alternatives[0][entry])}" for entry in sorted(alternatives[0] if alternatives else ())
    )
