"""Vectors and ready-made answers for the benchmark, made from a game's own start by its reference."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ludex.generate.files import manifest_of, write
from ludex.generate.stored import lay_out
from ludex.seam import Reference, reference_of
from ludex.suites import SuiteTopic
from ludex.vectors.suite import MANIFEST, file_of

MOST_CHILDREN = 200


class Material(Struct, frozen=True):
    """A folder of vectors for one topic, and the file of answers for the canned engine."""

    game: str
    edition: str
    root: Path
    answers: Path
    vectors: int


def _positions(game: Reference, rules: Any) -> list[Any]:
    """The start, and what its actions lead to: positions with long lists of legal actions."""
    start = game.start(rules)
    children = [game.apply(start, action, rules) for action in islice(_actions(game, start, rules), MOST_CHILDREN)]
    return [start, *children]


def _actions(game: Reference, position: Any, rules: Any) -> Iterator[Any]:
    yield from game.legal(position, rules)


def apply_cases(game: Reference, rules: Any, wanted: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Input and result of `apply`, as many as wanted, all different while there are enough."""
    made = 0
    for position in _positions(game, rules):
        shown = game.show_position(position)
        for action in game.legal(position, rules):
            if made == wanted:
                return
            after = game.show_position(game.apply(position, action, rules))
            yield {"position": shown, "action": action}, {"position": after}
            made += 1


def legal_cases(game: Reference, rules: Any, wanted: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for position in _positions(game, rules)[:wanted]:
        yield {"position": game.show_position(position)}, {"actions": list(game.legal(position, rules))}


MAKERS = {"apply": apply_cases, "legal": legal_cases}


def material(folder: Path, name: str, operation: str, distinct: int, copies: int) -> Material:
    """Writes vectors of one operation: so many different ones, each so many times under another id."""
    game = reference_of(name)
    edition = game.REGISTER.editions[0]
    rules = game.REGISTER.rules(edition)
    cases = list(MAKERS[operation](game, rules, distinct))
    vectors = [
        {
            "id": f"bench-{copy}-{number}",
            "why": "Bench.",
            "clauses": [f"{game.PREFIX}-TRN-1"],
            "input": asked,
            "expect": got,
        }
        for copy in range(copies)
        for number, (asked, got) in enumerate(cases)
    ]
    _write_vectors(folder, name, edition, operation, vectors)
    answers = folder / "answers"
    lines = [f"{vector['id']}@{edition}\t".encode() + msgspec.json.encode(vector["expect"]) for vector in vectors]
    answers.write_bytes(b"\n".join([_hello(name), *lines]) + b"\n")
    return Material(name, edition, folder, answers, len(vectors))


def _hello(name: str) -> bytes:
    engine = {"name": "canned", "version": "1"}
    return msgspec.json.encode({"protocol": 1, "engine": engine, "games": {name: {"methods": ["legal", "apply"]}}})


def _write_vectors(folder: Path, game: str, edition: str, operation: str, vectors: list[Any]) -> None:
    topic = SuiteTopic(f"{operation}-bench", operation, operation, "Bench.", list)
    file, data = file_of(topic.name), lay_out(game, topic, {edition: vectors}, {})
    write(folder / game / file, data)
    write(folder / game / MANIFEST, manifest_of("0.0.0", {}, {file: data}))
