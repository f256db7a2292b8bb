"""The files of Minions are what their manifest and their schemas say, small, and with ids that never clash."""

from __future__ import annotations

import json
import os
from collections import Counter
from hashlib import sha256

import pytest

from ludex.games.minions import REGISTER
from ludex.generate.generating import readings
from ludex.generate.schemas import breach, validator_of
from ludex.generate.stored import full_id_of, vectors_in
from ludex.generate.vectors import id_of
from ludex.suites import Case
from tests.minions_vectors.suite_files import GAME, topics, vectors

MANIFEST = json.loads((GAME / "manifest.json").read_text("ascii"))
FILES = sorted(path.relative_to(GAME).as_posix() for path in GAME.glob("topics/*.json"))
LARGEST = 25_000_000
ONE_IN = 1 if os.environ.get("LUDEX_ALL") else 20


def test_the_manifest_names_and_vouches_for_every_file() -> None:
    assert sorted(MANIFEST["files"]) == FILES
    for name, facts in MANIFEST["files"].items():
        data = (GAME / name).read_bytes()
        assert sha256(data).hexdigest() == facts["sha256"], name
        assert Counter(edition for edition, _ in vectors_in(json.loads(data))) == facts["vectors"], name


def test_the_manifest_states_the_register() -> None:
    assert MANIFEST["editions"] == readings("minions")


@pytest.mark.parametrize("name", FILES)
def test_a_file_fits_its_schema(name: str) -> None:
    """Some questions of each file: `ludex generate --check` holds the whole against it."""
    validator = validator_of(json.loads((GAME / "minions.schema.json").read_text("ascii")))
    whole = json.loads((GAME / name).read_bytes())
    whole["questions"] = whole["questions"][::ONE_IN]
    assert breach(validator, json.dumps(whole).encode()) is None


def test_the_schema_knows_the_readings_of_the_register() -> None:
    stated = json.loads((GAME / "minions.schema.json").read_text("ascii"))["$defs"]["condition"]["items"]["properties"]
    known = {entry: choices["items"]["enum"] for entry, choices in stated.items()}
    assert known == {entry.id: list(entry.readings) for entry in REGISTER.entries}


def test_files_are_one_question_a_line_in_plain_ascii_and_small() -> None:
    for name in FILES:
        data = (GAME / name).read_bytes()
        assert data.isascii(), name
        assert data.count(b"\n") == len(json.loads(data)["questions"]) + 2, name
    assert sum((GAME / name).stat().st_size for name in FILES) < LARGEST


def test_ids_are_unique_under_any_readings_and_come_from_what_is_asked() -> None:
    names = [full_id_of(vector, "initiate") for vector in vectors()]
    assert len(names) == len(set(names))
    for whole in topics():
        for vector in whole["vectors"]:
            slug = vector["id"].rpartition("-")[0]
            assert id_of("minions", whole["operation"], Case(slug, "", vector["input"])) == vector["id"]
