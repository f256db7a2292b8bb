"""The file of expected failures: read as TOML or JSON lines, and written so that what people put into it stays."""

from __future__ import annotations

import datetime
import json
import tomllib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from ludex.fault import Fault
from ludex.judge.expected import FAILING, Expected, ExpectedFailure, by_id
from ludex.outlet import system_words, write
from ludex.tomls import drop, put

OPTION = "--write-expected"
HEAD = """\
# Failures that are expected, for `ludex check --expected {name}`. An entry whose vector passes, or that matches no
# vector, makes the run red; so does one whose last day (`until = 2031-12-31`) is over.
"""
SHAPE = "An entry has an id and a reason; it may have a verdict, an until and readings."


def read_expected(path: Path) -> Expected:
    """The entries of a file, TOML (`[[expected]]`) or JSON lines; a Fault for whatever is not an entry."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Fault(f"cannot read {path}: {system_words(error)}", f"`ludex check {OPTION} FILE` writes one.") from None
    except UnicodeDecodeError:
        raise Fault(f"cannot read {path}: it is not UTF-8", "Save it as UTF-8.") from None
    lines = _is_lines(path) or text.lstrip().startswith("{")
    entries = tuple(_of_lines(path, text) if lines else _of_toml(path, text))
    _no_doubles(path, entries)
    return Expected(str(path), entries, "" if lines else text)


def _of_lines(path: Path, text: str) -> Iterator[ExpectedFailure]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield _check_entry(msgspec.json.decode(line, type=ExpectedFailure))
            except msgspec.MsgspecError as broken:
                raise Fault(f"{path}:{number}: {broken}", SHAPE) from None


def _of_toml(path: Path, text: str) -> Iterator[ExpectedFailure]:
    try:
        data = tomllib.loads(text)
        if unknown := data.keys() - {"expected"}:
            raise Fault(f"{path}: there is no table {sorted(unknown)[0]!r}", "Entries stand under [[expected]].")
        for number, entry in enumerate(data.get("expected", []), 1):
            yield _entry(path, number, entry)
    except tomllib.TOMLDecodeError as broken:
        raise Fault(f"{path}: not TOML: {broken}", "Entries stand under [[expected]].") from None


def _entry(path: Path, number: int, data: Any) -> ExpectedFailure:
    try:
        return _check_entry(msgspec.convert(data, ExpectedFailure))
    except msgspec.MsgspecError as broken:
        raise Fault(f"{path}: entry {number}: {broken}", SHAPE) from None


def _check_entry(entry: ExpectedFailure) -> ExpectedFailure:
    if not entry.reason.strip():
        raise msgspec.ValidationError(f"the entry {entry.id} gives no reason")
    if entry.verdict and entry.verdict not in FAILING:
        raise msgspec.ValidationError(f"{entry.verdict!r} is no failure; it is one of {', '.join(FAILING)}")
    return entry


def _no_doubles(path: Path, entries: Iterable[ExpectedFailure]) -> None:
    seen: set[tuple[str, str]] = set()
    for entry in entries:
        key = (entry.id, json.dumps(entry.readings, sort_keys=True))
        if key in seen:
            raise Fault(f"{path}: two entries for {entry.id}", "Keep one of them.")
        seen.add(key)


def _is_lines(path: Path) -> bool:
    return path.suffix in (".jsonl", ".ndjson")


def write_expected(path: Path, entries: Iterable[ExpectedFailure], before: Expected | None = None) -> None:
    """Writes entries in the way that the file's name asks for; as TOML, with the comments of those before."""
    if _is_lines(path):
        write(path, [msgspec.json.encode(entry) + b"\n" for entry in entries], OPTION)
        return
    text = (before.text if before else "") or HEAD.format(name=path.name)
    write(path, [renewed_text(text, entries).encode()], OPTION)


def renewed_text(text: str, entries: Iterable[ExpectedFailure]) -> str:
    """The text of a file with just these entries: what stays keeps its place, its layout and its comments.

    An entry that is no more leaves its place to a new one of the same vector."""
    import tomlkit

    document = tomlkit.parse(text)
    if not document.get("expected"):
        document.pop("expected", None)
        if not f"\n\n{document.as_string()}".endswith("\n\n"):
            document.append(None, tomlkit.nl())
        document.append("expected", tomlkit.aot())
    tables: Any = document["expected"]
    before = [msgspec.convert(table.unwrap(), ExpectedFailure) for table in tables]
    old, wanted = by_id(before), by_id(entries)
    fresh = {name: [one for one in found if one not in old.get(name, ())] for name, found in wanted.items()}
    gone: list[int] = []
    for number, entry in enumerate(before):
        if entry in wanted.get(entry.id, ()):
            continue
        if heirs := fresh.get(entry.id):
            put(tables[number], _fields(heirs.pop(0)))
        else:
            gone.append(number)
    for entry in chain.from_iterable(fresh.values()):
        _add(tables, entry)
    for number in reversed(gone):
        drop(document, "expected", number)
    if not wanted:
        document.body[:] = [(key, item) for key, item in document.body if key is None]
    return document.as_string()


def _add(tables: Any, entry: ExpectedFailure) -> None:
    """Adds an entry at the end, below an empty line (or in a line, where the entries are a list in brackets)."""
    import tomlkit
    from tomlkit.items import AoT

    above = tables[-1].as_string() if tables else "\n\n"
    table = tomlkit.table() if isinstance(tables, AoT) else tomlkit.inline_table()
    put(table, _fields(entry))
    tables.append(table)
    if isinstance(tables, AoT):
        table.trivia.indent = "" if above.endswith("\n\n") else "\n"


def _fields(entry: ExpectedFailure) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(entry, builtin_types=(datetime.date,))
    return fields
