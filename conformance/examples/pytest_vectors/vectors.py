"""Reads vector files: those of one file that hold under the default readings, and are not promised away."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
ROOT = Path(os.environ.get("LUDEX_VECTORS") or HERE.parents[3] / "vectors")
Vector = dict[str, Any]


def manifest(game: str) -> dict[str, Any]:
    return json.loads((ROOT / game / "manifest.json").read_text(encoding="utf-8"))


def editions(game: str) -> list[str]:
    return sorted(manifest(game)["editions"])


def defaults(game: str, edition: str) -> dict[str, str]:
    """The default choice for every entry of the register."""
    register = manifest(game)["editions"][edition]["readings"]
    return {entry: facts["default"] for entry, facts in register.items()}


def read(game: str, edition: str, topic: str, promises: Iterable[str] = ()) -> list[Vector]:
    """What a file says of an edition under the default readings, but for what lies outside of a promise.

    The file must hold as many vectors as the manifest lists.
    """
    name = f"topics/{topic}.json"
    facts = manifest(game)["files"][name]
    file = json.loads((ROOT / game / name).read_text(encoding="utf-8"))
    answers = [(question, answer) for question in file["questions"] for answer in question["answers"]]
    outside = {number for promise in promises for number in spans(facts.get("outside", {}).get(promise, ""))}
    vectors = [
        (number, {**question, **answer})
        for number, (question, answer) in enumerate(answers)
        if edition in answer.get("editions", file["editions"])
    ]
    assert len(vectors) == facts["vectors"][edition] > 0
    choices = defaults(game, edition)
    return [one for number, one in vectors if number not in outside and holds(one.get("holds", []), choices)]


def spans(text: str) -> Iterator[int]:
    """The numbers of a text such as 0-88,91."""
    for span in text.split(",") if text else ():
        first, _, last = span.partition("-")
        yield from range(int(first), int(last or first) + 1)


def holds(alternatives: list[dict[str, list[str]]], choices: dict[str, str]) -> bool:
    """No alternative at all means always."""
    return not alternatives or any(
        all(choices[entry] in allowed for entry, allowed in one.items()) for one in alternatives
    )


def must_be_refused(vector: Vector) -> bool:
    return bool({"illegal", "unreadable"} & vector["expect"].keys())
