"""The schema of a game's vector files is the one that its wire's schema gives, and it is strict."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import jsonschema
import pytest

from ludex import where
from ludex.fault import Fault
from ludex.games import tactics
from ludex.generate import generating, schemas
from ludex.protocol.schema import Wire, protocol_schema, wire_of
from tests import vector_files
from tests.vectors.suite_files import FOLDER

Whole = dict[str, Any]
KEYWORDS = {
    *(
        "$schema",
        "$id",
        "$ref",
        "$defs",
        "title",
        "description",
        "type",
        "enum",
        "const",
        "if",
        "then",
        "else",
        "allOf",
    ),
    *("oneOf", "properties", "additionalProperties", "required", "minProperties", "propertyNames"),
    *("items", "prefixItems", "minItems", "maxItems", "uniqueItems"),
    *("pattern", "minLength", "maxLength", "minimum", "maximum"),
}


@cache
def schema(game: str) -> Whole:
    return dict(json.loads((FOLDER / game / f"{game}.schema.json").read_text("ascii")))


@cache
def shortest(game: str) -> tuple[Whole, ...]:
    """For each operation of a game its shortest file, with its first question that is accepted, and one answer."""
    found: dict[str, Whole] = {}
    for path in sorted(vector_files.paths(game), key=lambda path: path.stat().st_size):
        whole = json.loads(path.read_bytes())
        for question in whole["questions"]:
            answer = question["answers"][0]
            if not {"illegal", "unreadable"} & answer["expect"].keys() and whole["operation"] not in found:
                found[whole["operation"]] = {**whole, "questions": [{**question, "answers": [answer]}]}
    return tuple(found.values())


def spoilt(whole: Whole) -> Iterator[tuple[str, Whole]]:
    """The file with one thing wrong, and what."""

    def changed(change: Callable[[Whole, Whole], object]) -> Whole:
        other = copy.deepcopy(whole)
        change(other, other["questions"][0])
        return other

    for name in ("editions", "topic", "kind", "operation", "about"):
        yield f"no {name}", changed(lambda file, _, name=name: file.pop(name))  # type: ignore[misc]
    yield "a kind that asks other operations", changed(lambda file, _: file.update(kind="other"))
    yield "no questions", changed(lambda file, _: file.update(questions=[]))
    yield "an unknown edition", changed(lambda file, _: file["editions"].append("never"))
    for name in ("id", "why", "input", "answers"):
        yield f"no {name}", changed(lambda _, one, name=name: one.pop(name))  # type: ignore[misc]
    yield "no answers", changed(lambda _, one: one.update(answers=[]))
    for name in ("clauses", "expect"):
        yield f"no {name}", changed(lambda _, one, name=name: one["answers"][0].pop(name))  # type: ignore[misc]
    yield "an answer of an unknown edition", changed(lambda _, one: one["answers"][0].update(editions=["never"]))
    yield "an answer of no edition", changed(lambda _, one: one["answers"][0].update(editions=[]))
    yield "a field too many in an answer", changed(lambda _, one: one["answers"][0].update(colour="green"))
    yield "a field too many", changed(lambda _, one: one.update(colour="green"))
    yield "a clause of another game", changed(lambda _, one: one["answers"][0]["clauses"].append("XXX-MOV-1"))
    yield "an unknown entry", changed(lambda _, one: one["answers"][0].update(holds=[{"no-such-entry": ["yes"]}]))
    yield "an argument too many", changed(lambda _, one: one["input"].update(colour="green"))
    yield "a result too many", changed(lambda _, one: one["answers"][0]["expect"].update(colour="green"))
    for name in whole["questions"][0]["input"]:
        if name not in {"by", "spent"}:
            yield f"no {name} asked", changed(lambda _, one, name=name: one["input"].pop(name))  # type: ignore[misc]
        yield f"a wrong {name}", changed(lambda _, one, name=name: one["input"].update({name: {"wrong": 1}}))  # type: ignore[misc]
    for name in whole["questions"][0]["answers"][0]["expect"]:
        if name not in {"conditional", "blue"}:
            yield f"no {name} expected", changed(lambda _, one, name=name: one["answers"][0]["expect"].pop(name))  # type: ignore[misc]
        yield (
            f"a wrong {name}",
            changed(lambda _, one, name=name: one["answers"][0]["expect"].update({name: {"wrong": 1}})),
        )  # type: ignore[misc]


@pytest.mark.parametrize("game", where.games())
def test_the_committed_schema_is_the_derived_one(game: str) -> None:
    """If this fails: `ludex generate` writes it."""
    assert (FOLDER / game / f"{game}.schema.json").read_bytes() == generating.schema(game)


@pytest.mark.parametrize("game", where.games())
def test_a_schema_is_a_schema_without_private_keywords(game: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(game))
    used = set(json.dumps(schema(game)).replace('": ', '":').split('"'))
    assert not [name for name in used if name.startswith("x-")]


@pytest.mark.parametrize("game", where.games())
def test_a_schema_refuses_a_file_with_one_thing_wrong(game: str) -> None:
    validator, quick = schemas.validator_of(schema(game)), schemas.quick_check(json.dumps(schema(game)))
    assert {whole["operation"] for whole in shortest(game)} == set(schema(game)["properties"]["operation"]["enum"])
    for whole in shortest(game):
        assert validator.is_valid(whole), whole["topic"]
        assert quick(whole), whole["topic"]
        assert [what for what, file in spoilt(whole) if validator.is_valid(file)] == [], whole["topic"]
        assert [what for what, file in spoilt(whole) if quick(file)] == [], whole["topic"]


def test_what_cannot_be_read_may_hold_anything_in_the_right_fields() -> None:
    validator = schemas.validator_of(schema("tactics"))
    whole = next(one for one in shortest("tactics") if one["operation"] == "legal")
    refused = {"unreadable": {"broken": ["TAC-STA-1"], "moot": []}}
    question, answer = whole["questions"][0], {"clauses": [], "expect": refused}
    other = {"clauses": [], "expect": {"illegal": refused["unreadable"]}}

    def fits(asked: Whole, *answers: Whole) -> bool:
        return bool(validator.is_valid({**whole, "questions": [{**question, "input": asked, "answers": [*answers]}]}))

    assert fits({"position": 7}, answer)
    assert not fits({"position": 7, "other": 7}, answer)
    assert not fits({"position": 7}, other)
    assert not fits({"position": 7}, answer, question["answers"][0])
    assert fits(question["input"], answer, question["answers"][0])


@pytest.mark.parametrize("path", sorted(where.spec().glob("*/wire.schema.json")), ids=lambda path: path.parent.name)
def test_private_keywords_of_a_wire_schema_begin_with_an_x(path: Any) -> None:
    def keywords(part: Any) -> Iterator[str]:
        if isinstance(part, list):
            for item in part:
                yield from keywords(item)
        if isinstance(part, dict):
            for name, item in part.items():
                yield name
                named = name in {"properties", "$defs"}
                if not name.startswith("x-"):
                    yield from (keyword for one in (item.values() if named else [item]) for keyword in keywords(one))

    whole = json.loads(path.read_text())
    parts = [whole, *(one[side] for one in whole["x-operations"].values() for side in ("input", "result"))]
    assert {name for part in parts for name in keywords(part) if not name.startswith("x-")} <= KEYWORDS


def test_a_game_whose_wire_states_nothing_has_the_schema_that_all_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schemas, "wire_of", lambda _: Wire({}, protocol_schema()))
    bare = schemas.derive("nim", "Nim", "NIM", tactics.REGISTER, {"apply": ["apply"]})
    jsonschema.Draft202012Validator.check_schema(bare)
    head = {"game": "nim", "editions": ["v1"], "topic": "a", "kind": "apply", "operation": "apply", "about": "Moves."}

    def fits(clause: str) -> bool:
        answer = {"clauses": [clause], "expect": {"position": 1}}
        question = {"id": "a-00000000", "why": "It is so.", "input": {}, "answers": [answer]}
        return bool(schemas.validator_of(bare).is_valid({**head, "questions": [question]}))

    assert fits("NIM-MOV-1")
    assert not fits("TAC-MOV-1")


def test_a_shape_of_the_wire_that_has_a_word_of_the_vectors_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = wire_of("tactics")
    taken = {**wire.game, "$defs": {**wire.definitions, "clause": {"type": "string"}}}
    monkeypatch.setattr(schemas, "wire_of", lambda _: Wire(taken, protocol_schema()))
    with pytest.raises(Fault, match="'clause'"):
        schemas.derive("tactics", "5x5 Tactics", "TAC", tactics.REGISTER, {"apply": ["apply"]})
