"""What `ludex export` writes is every vector, with what the page says of each column."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest

from ludex import where
from ludex.cli import main
from ludex.vectors.exporting import ABOUT, COLUMNS, READINGS
from ludex.vectors.suite import open_suite

PAGE = (where.spec().parent / "docs" / "export.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("table", "columns"), [("vectors", COLUMNS), ("readings", READINGS), ("about", ABOUT)])
def test_the_page_names_each_column_in_its_place(table: str, columns: tuple[str, ...]) -> None:
    chapter = PAGE.split(f"## `{table}`")[1].split("\n## ")[0]
    assert tuple(re.findall(r"^\| `(\w+)` \|", chapter, flags=re.MULTILINE)) == columns


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> sqlite3.Connection:
    path = tmp_path_factory.mktemp("export") / "vectors.sqlite"
    assert main(["export", "--game", "tactics", "--format", "sqlite", "-o", str(path)]) == 0
    return sqlite3.connect(path)


def test_every_vector_is_there_once_and_as_it_is_stored(database: sqlite3.Connection) -> None:
    suite = open_suite("tactics")
    stored = [(vector, topic) for topic in suite.topics("v1") for vector in topic.vectors]
    rows = database.execute("SELECT id, topic, clauses, input, expect, by_default FROM vectors").fetchall()
    choices = suite.facts("v1").defaults()
    assert len(rows) == len(stored) == sum(facts.vectors["v1"] for facts in suite.manifest.files.values())
    for row, (vector, topic) in zip(rows, stored, strict=True):
        assert row[:2] == (vector.id, topic.topic)
        assert json.loads(row[2]) == vector.clauses
        assert [json.loads(one) for one in row[3:5]] == [
            json.loads(bytes(one)) for one in (vector.input, vector.expect)
        ]
        assert row[5] == vector.holds_under(choices)


def test_the_readings_are_those_of_the_register(database: sqlite3.Connection) -> None:
    facts = open_suite("tactics").facts("v1").readings
    rows = database.execute("SELECT entry, choice FROM readings").fetchall()
    assert rows == [(entry, choice) for entry, one in facts.items() for choice in one.choices] != []
    defaults = dict(database.execute("SELECT entry, choice FROM readings WHERE is_default").fetchall())
    assert defaults == {entry: one.default for entry, one in facts.items()}


def test_what_is_expected_and_promised_is_told(database: sqlite3.Connection) -> None:
    told = dict(database.execute("SELECT expects, count(*) FROM vectors GROUP BY expects").fetchall())
    assert told.keys() == {"result", "illegal", "unreadable"}
    promises = {one for (said,) in database.execute("SELECT DISTINCT outside FROM vectors") for one in json.loads(said)}
    assert "well-formed" in promises


def test_lines_of_json_hold_the_same(
    database: sqlite3.Connection, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["export", "--game", "tactics"]) == 0
    lines = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert {tuple(line) for line in lines} == {COLUMNS}
    assert [line["id"] for line in lines] == [
        one for (one,) in database.execute("SELECT id FROM vectors ORDER BY rowid")
    ]
    assert main(["export", "--game", "tactics", "-o", str(tmp_path / "lines")]) == 0
    assert [json.loads(line) for line in (tmp_path / "lines").read_bytes().splitlines()] == lines


@pytest.mark.parametrize(
    ("words", "told"),
    [(("--format", "sqlite"), "Say -o FILE."), (("--game", "chess"), "no vectors for 'chess'")],
)
def test_what_cannot_be_is_refused(words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", *words]) == 2
    assert told in capsys.readouterr().err
