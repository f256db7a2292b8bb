"""The tiny implementation beside this file gives what the vectors expect."""

from collections.abc import Callable
from typing import Any

import pytest
import tribun_units
import vectors
from vectors import Vector

EDITIONS = vectors.editions("tribun")
PROMISES: tuple[str, ...] = ()  # of an engine that never meets malformed input: ("well-formed",)
Answer = Callable[[dict[str, Any]], Any]


def unit(asked: dict[str, Any]) -> Any:
    return {"unit": tribun_units.unit(asked["byte"])}


def cid(asked: dict[str, Any]) -> Any:
    return tribun_units.tile(asked["cid"])


def normalize(asked: dict[str, Any]) -> Any:
    return {"unit": tribun_units.normalized(asked["unit"])}


def of(topic: str, answer: Answer) -> list[Any]:
    """Each vector of a file, in every edition, as a parameter that is named by its id."""
    return [
        pytest.param(answer, vector, id=f"{vector['id']}@{edition}")
        for edition in EDITIONS
        for vector in vectors.read("tribun", edition, topic, PROMISES)
    ]


def wrong(answer: Answer, vector: Vector) -> str:
    """What is wrong with an answer, or nothing."""
    try:
        got = answer(vector["input"])
    except tribun_units.Refused as refused:
        return "" if vectors.must_be_refused(vector) else f"refused: {refused}"
    if vectors.must_be_refused(vector):
        return f"accepted ({got}), but must be refused"
    return "" if got == vector["expect"] else f"expected {vector['expect']}, got {got}"


@pytest.mark.parametrize(("answer", "vector"), [*of("codec-unit", unit), *of("codec-cid", cid)])
def test_each_vector(answer: Answer, vector: Vector) -> None:
    assert not wrong(answer, vector), f"{vector['why']} ({', '.join(vector['clauses'])})"


@pytest.mark.parametrize("edition", EDITIONS)
def test_normalization(edition: str) -> None:
    """One test for the whole file."""
    asked = vectors.read("tribun", edition, "normalize", PROMISES)
    failing = {vector["id"]: told for vector in asked if (told := wrong(normalize, vector))}
    assert failing == {}
