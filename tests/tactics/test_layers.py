"""Rulebook, reference, register and schemas of 5x5 Tactics say the same."""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ludex.games import tactics
from tests.guards import at_least_one

SPEC = Path(__file__).parents[2] / "spec" / "tactics"
BOOK = {path.name: path.read_text() for path in sorted((SPEC / "rulebook").glob("*.md"))}
LEVEL, ROLE = "must|should|may|withdrawn", "check|relation|effect|text"
HEADING = re.compile(rf"^### (TAC-[A-Z]{{3}}-\d+) · ({LEVEL}) · ({ROLE}) · .+$", re.M)
RULES = tactics.REGISTER.rules("v1")


def headings() -> list[tuple[str, str]]:
    return [(found[1], found[3]) for text in BOOK.values() for found in HEADING.finditer(text)]


def marks() -> set[tuple[str, str]]:
    modules = [importlib.import_module(f"ludex.games.tactics.{m.name}") for m in pkgutil.iter_modules(tactics.__path__)]
    values = [value for module in modules for value in vars(module).values() if callable(value)]
    return {(value.clause, value.role) for value in values if hasattr(value, "clause")}


def schema(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((SPEC / name).read_text())
    return loaded


def test_every_clause_stands_once_and_groups_are_numbered_without_gaps() -> None:
    ids = [clause for clause, _ in headings()]
    assert len(set(ids)) == len(ids)
    assert sum(text.count("\n### TAC-") for text in BOOK.values()) == len(ids)
    for group in {clause[:7] for clause in ids}:
        numbers = [int(clause[8:]) for clause in ids if clause.startswith(group)]
        assert numbers == list(range(1, len(numbers) + 1)), group


def test_every_mark_of_the_reference_is_a_clause_of_the_same_role_and_the_other_way_round() -> None:
    assert marks() == {(clause, role) for clause, role in headings() if role != "text"}


def test_every_clause_has_one_sentence_with_its_level_and_a_source() -> None:
    parts = [part for text in BOOK.values() for part in re.split(r"^(?=#{1,3} )", text, flags=re.M)]
    for part, found in at_least_one((part, found) for part in parts if (found := HEADING.match(part))):
        sentence = part.splitlines()[1]
        assert f" {found[2]} " in sentence, found[1]
        assert sentence.endswith("."), found[1]
        assert "\nSource: " in part, found[1]
        assert (found[3] == "text") == ("\n> *For maintainers.* Not decided:" in part), found[1]


def test_no_clause_is_spoken_of_that_is_not_there() -> None:
    known = {clause for clause, _ in headings()}
    spoken = {found for text in BOOK.values() for found in re.findall(r"TAC-[A-Z]{3}-\d+", text)}
    named = {clause for entry in tactics.REGISTER.entries for clause in entry.clauses}
    ruled = {clause for ruling in tactics.REGISTER.rulings for clause in ruling.clauses}
    assert spoken | named | ruled <= known


def test_the_register_of_the_rulebook_is_that_of_the_reference() -> None:
    written = re.findall(r"^## (\S+)\n\nReadings: (.+)\n\nClauses: (.+)$", BOOK["12-register.md"], re.M)
    in_code = [
        (entry.id, " | ".join(one + "*" * (one == entry.default) for one in entry.readings), ", ".join(entry.clauses))
        for entry in tactics.REGISTER.entries
    ]
    assert written == in_code
    rulings = re.findall(r"^\| ([a-z-]+) \| .+ \| .+ \|$", BOOK["12-register.md"], re.M)
    assert [one for one in rulings if one != "id"] == [ruling.id for ruling in tactics.REGISTER.rulings]


def test_every_reading_is_named_in_a_clause() -> None:
    clauses = "".join(text for name, text in BOOK.items() if name != "12-register.md")
    for entry in at_least_one(tactics.REGISTER.entries):
        assert f"*{entry.id}*" in clauses, entry.id


def test_the_table_of_kinds_is_that_of_the_reference() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (TAC-\S+) \| (.*?) ?\|$", BOOK["11-messages.md"], re.M)
    assert {clause: kind for kind, clause, _ in rows} == tactics.KINDS
    strings = {clause: words[1:-1] for _, clause, words in rows if words.startswith("`")}
    assert strings == RULES.fact("messages")
    named = schema("schema/ValidationResult.json")["properties"]["kinds"]["items"]["enum"]
    assert named == sorted(tactics.KINDS.values())


@pytest.mark.parametrize("name", ["GameState", "Action", "ValidationResult"])
def test_schemas_are_schemas(name: str) -> None:
    Draft202012Validator.check_schema(schema(f"schema/{name}.json"))


def test_what_the_reference_shows_fits_the_schemas() -> None:
    start = tactics.start(RULES)
    state, action = (Draft202012Validator(schema(f"schema/{name}.json")) for name in ("GameState", "Action"))
    result = Draft202012Validator(schema("schema/ValidationResult.json"))
    state.validate(tactics.show_position(start))
    for shown in tactics.legal(start, RULES):
        action.validate(shown)
        state.validate(tactics.show_position(tactics.apply(start, shown, RULES)))
    for asked in (tactics.legal(start, RULES)[0], {"playerId": "P2"}):
        shown = tactics.OPERATIONS["validate"]({"position": tactics.show_position(start), "action": asked}, RULES)
        result.validate(shown)


def test_the_wire_schema_knows_every_operation_and_repeats_the_shapes() -> None:
    wire = schema("wire.schema.json")
    assert wire["x-operations"].keys() == tactics.OPERATIONS.keys()
    assert wire["x-requiredMethods"] == ["validate", "apply"]
    for name, of in (("GameState", "state"), ("Action", "action"), ("ValidationResult", "verdict")):
        alone = schema(f"schema/{name}.json")
        for field in ("type", "properties", "required", "additionalProperties"):
            assert wire["$defs"][of][field] == alone[field], (name, field)


def test_every_check_of_an_action_has_a_kind() -> None:
    from ludex.games.tactics.play import CHECKS
    from ludex.games.tactics.turns import game_is_on

    asked = {check.clause for checks in CHECKS.values() for check in checks} | {game_is_on.clause}  # type: ignore[attr-defined]
    assert asked == set(tactics.KINDS)
