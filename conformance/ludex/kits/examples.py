"""The worked examples of a rulebook as a kit's first test: requests, and what of each answer must be so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ludex import where
from ludex.kits.figures import table_of
from ludex.protocol.schema import wire_of
from ludex.rules.answering import answer
from ludex.seam import reference_of

_REFUSALS = ("illegal", "unreadable")


def examples_of(game: str) -> str | None:
    """A JSON text, an example a line: name, clause, method, params, and the fields that an answer must have; or None.

    Left out are examples of readings that are not the default, and what an engine may word or leave out as it likes.
    By a table of somebody's own the answers are what the reference says then: the rulebook's are of other figures.
    """
    path = where.spec_of(game) / "examples.json"
    if not path.is_file():
        return None
    told = msgspec.json.decode(path.read_bytes())["examples"]
    lines = [msgspec.json.encode(_example(game, one)).decode() for one in told if _is_plain(one)]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _is_plain(told: Mapping[str, Any]) -> bool:
    return not told["readings"] and "free" not in told["expect"]


def _example(game: str, told: Mapping[str, Any]) -> dict[str, Any]:
    table, reference = table_of(game), reference_of(game)
    edition = table.edition if table else told["edition"]
    rules = reference.REGISTER.rules(edition)
    readings, expect = dict(rules.choices), told["expect"]
    if table:
        expect = answer(reference, told["operation"], told["input"], rules)
    params = {"game": game, "edition": edition, "readings": readings, "vector": None, "clauses": [], **told["input"]}
    expect = _judged_fields(game, told["operation"], expect)
    return {
        "name": told["name"],
        "clause": told["clause"],
        "method": told["operation"],
        "params": params,
        "expect": expect,
    }


def _judged_fields(game: str, operation: str, expect: Mapping[str, Any]) -> dict[str, Any]:
    """What must stand in an answer: of a refusal the kind, of a result the fields that are judged in any engine."""
    for kind in _REFUSALS:
        if kind in expect:
            return {kind: {}}
    schema = wire_of(game).operations.get(operation, {}).get("result", {})
    reasons = {name for pair in schema.get("x-reasons", {}).items() for name in pair}
    optional = {*schema.get("x-optional", ()), *reasons}
    return {name: value for name, value in expect.items() if name not in optional}
