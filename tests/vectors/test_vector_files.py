"""The files of vectors are what their manifest and their schemas say, and nothing else lies beside them."""

from __future__ import annotations

import json
import os
from collections import Counter
from hashlib import sha256
from pathlib import Path

import jsonschema
import pytest

from ludex.games.tribun import REGISTER
from ludex.generate.generating import readings
from ludex.generate.schemas import breach
from ludex.generate.stored import full_id_of, vectors_in
from ludex.generate.vectors import canonical, id_of
from ludex.suites import Case
from tests.guards import at_least_one
from tests.vectors.suite_files import EDITIONS, FOLDER, GAME, is_authored, topics, vectors

MANIFEST = json.loads((GAME / "manifest.json").read_text("ascii"))
FILES = sorted(path.relative_to(GAME).as_posix() for path in GAME.glob("topics/*.json"))
LARGEST = 25_000_000
ONE_IN = 1 if os.environ.get("LUDEX_ALL") else 10


def schema(path: Path) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(path.read_text("ascii")))


def test_the_manifest_names_every_file() -> None:
    assert sorted(MANIFEST["files"]) == FILES


def test_the_manifest_vouches_for_every_file() -> None:
    for name, facts in at_least_one(MANIFEST["files"].items()):
        data = (GAME / name).read_bytes()
        assert sha256(data).hexdigest() == facts["sha256"], name
        assert Counter(edition for edition, _ in vectors_in(json.loads(data))) == facts["vectors"], name


def test_the_manifest_states_the_register() -> None:
    assert MANIFEST["editions"] == readings("tribun")


def test_manifest_and_renames_fit_their_schemas() -> None:
    schema(FOLDER / "schema" / "manifest.schema.json").validate(MANIFEST)
    renames = json.loads((GAME / "renames.json").read_text("ascii"))
    schema(FOLDER / "schema" / "renames.schema.json").validate(renames)
    ids = {vector["id"] for edition in EDITIONS for vector in vectors(edition)}
    assert set(renames.values()) <= ids
    assert not set(renames) & ids


@pytest.mark.parametrize("name", FILES)
def test_a_file_fits_its_schema(name: str) -> None:
    """Some questions of each file: `ludex generate --check` holds the whole against it."""
    whole = json.loads((GAME / name).read_bytes())
    whole["questions"] = whole["questions"][::ONE_IN]
    assert breach(schema(GAME / "tribun.schema.json"), json.dumps(whole).encode()) is None


def test_the_schema_knows_the_readings_of_the_register() -> None:
    stated = json.loads((GAME / "tribun.schema.json").read_text("ascii"))["$defs"]["condition"]["items"]["properties"]
    known = {entry: choices["items"]["enum"] for entry, choices in stated.items()}
    assert known == {entry.id: list(entry.readings) for entry in REGISTER.entries}


def test_files_are_one_question_a_line_in_plain_ascii() -> None:
    for name in at_least_one(FILES):
        data = (GAME / name).read_bytes()
        assert data.isascii(), name
        assert b"\r" not in data, name
        assert data.endswith(b"\n]}\n"), name
        assert data.count(b"\n") == len(json.loads(data)["questions"]) + 2, name


def test_all_vectors_together_stay_small() -> None:
    assert sum((GAME / name).stat().st_size for name in FILES) < LARGEST


@pytest.mark.parametrize("edition", EDITIONS)
def test_ids_are_unique_under_any_readings(edition: str) -> None:
    names = [full_id_of(vector, edition) for vector in vectors(edition)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_id_comes_from_what_is_asked_alone(edition: str) -> None:
    for whole in at_least_one(topics(edition)):
        for vector in at_least_one(whole["vectors"]):
            slug = vector["id"].rpartition("-")[0]
            assert id_of("tribun", whole["operation"], Case(slug, "", vector["input"])) == vector["id"]


def test_the_same_question_has_the_same_id_in_both_editions() -> None:
    """Unless authors ask it: each scenario gives its name."""
    asked: dict[str, dict[str, str]] = {}
    for edition in EDITIONS:
        for whole in (whole for whole in topics(edition) if not is_authored(whole)):
            for vector in whole["vectors"]:
                asked.setdefault(canonical([whole["operation"], vector["input"]]), {})[edition] = vector["id"]
    both = [ids for ids in asked.values() if len(ids) == 2]
    assert len(both) > 5000
    assert [ids for ids in both if len(set(ids.values())) > 1] == []
