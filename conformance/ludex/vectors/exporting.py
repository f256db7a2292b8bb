"""Vectors for tools that know nothing of ours: a row a vector, as lines of JSON or as a database of SQLite.

`docs/export.md` names each column; a test holds the page to what stands here.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from ludex.vectors.format import Topic, Vector
from ludex.vectors.suite import Suite


class ExportedVector(Struct, frozen=True):
    """One vector of one edition, with all that a test needs; its fields are the columns."""

    game: str
    edition: str
    id: str
    topic: str
    kind: str
    operation: str
    by_default: bool
    expects: str
    why: str
    clauses: list[str]
    tags: list[str]
    holds: list[dict[str, list[str]]]
    outside: list[str]
    input: Raw
    expect: Raw


COLUMNS: tuple[str, ...] = ExportedVector.__struct_fields__
READINGS = ("game", "edition", "entry", "choice", "is_default")  # a row for each choice of each entry of the register
ABOUT = ("game", "version", "manifest_sha256")  # a row for each game


def rows_of(suite: Suite) -> Iterator[ExportedVector]:
    """Every stored vector of a game, edition by edition, in the order in which they are asked."""
    for edition in suite.editions:
        choices = suite.facts(edition).defaults()
        for topic in suite.topics(edition):
            for vector in topic.vectors:
                yield _row(suite.game, topic, vector, choices)


def _row(game: str, topic: Topic, vector: Vector, choices: dict[str, str]) -> ExportedVector:
    return ExportedVector(
        game=game,
        edition=topic.edition,
        id=vector.id,
        topic=topic.topic,
        kind=topic.kind,
        operation=topic.operation,
        by_default=vector.holds_under(choices),
        expects=_expects(vector.expect),
        why=vector.why,
        clauses=vector.clauses,
        tags=vector.tags,
        holds=vector.holds,
        outside=sorted(vector.outside),
        input=vector.input,
        expect=vector.expect,
    )


def _expects(expect: Raw) -> str:
    """The kind of refusal that is right, or that a result is."""
    told: dict[str, Any] = msgspec.json.decode(expect)
    return next((kind for kind in ("illegal", "unreadable") if kind in told), "result")


def as_json_lines(suites: list[Suite]) -> Iterator[bytes]:
    """A line of JSON for each vector."""
    for suite in suites:
        for row in rows_of(suite):
            yield msgspec.json.encode(row) + b"\n"


def as_sqlite(suites: list[Suite]) -> bytes:
    """A database with the tables `vectors`, `readings` and `about`; lists and objects are texts of JSON in it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vectors.sqlite"
        database = sqlite3.connect(path)
        with database:
            for table, columns in (("vectors", COLUMNS), ("readings", READINGS), ("about", ABOUT)):
                database.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
            for suite in suites:
                _fill(database, suite)
            database.execute("CREATE INDEX vectors_by_id ON vectors (id)")
        database.close()
        return path.read_bytes()


def _fill(database: sqlite3.Connection, suite: Suite) -> None:
    every = (tuple(_plain(getattr(row, column)) for column in COLUMNS) for row in rows_of(suite))
    database.executemany(_insert("vectors", COLUMNS), every)
    database.executemany(_insert("readings", READINGS), _readings_of(suite))
    database.execute(_insert("about", ABOUT), (suite.game, suite.manifest.version, suite.seal))


def _insert(table: str, columns: tuple[str, ...]) -> str:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})"


def _readings_of(suite: Suite) -> Iterator[tuple[str, str, str, str, bool]]:
    for edition in suite.editions:
        for entry, facts in suite.facts(edition).readings.items():
            for choice in facts.choices:
                yield suite.game, edition, entry, choice, choice == facts.default


def _plain(value: Any) -> Any:
    """What a column of SQLite holds."""
    return value if isinstance(value, str | bool) else msgspec.json.encode(value).decode()
