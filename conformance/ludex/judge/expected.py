"""Expected failures, kept in a file: each with its id and a reason, strict both ways, and perhaps with a last day."""

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ludex.fault import Fault
from ludex.judge.verdict import ERROR, EXPECTED_FAIL, FAIL, PASS, UNEXPECTED_PASS, UNSUPPORTED, Judgement
from ludex.outlet import write

FAILING = (FAIL, ERROR, UNSUPPORTED)
HEAD = """\
# Failures that are expected, for `ludex check --expected {name}`. An entry whose vector passes, or that matches no
# vector, makes the run red; so does one whose last day (`until = 2031-12-31`) is over.
"""
SHAPE = "An entry has an id and a reason; it may have a verdict, an until and readings."


class ExpectedFailure(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One vector that is expected to fail; `readings` (where not the defaults) narrows it to one setting."""

    id: str
    reason: str
    until: datetime.date | None = None
    verdict: str = ""
    readings: dict[str, str] | None = None

    def speaks_of(self, readings: Mapping[str, str]) -> bool:
        return self.readings is None or self.readings == readings


class Stale(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry that matches nothing, and why not."""

    id: str
    why: str


class Expected(Struct, frozen=True):
    """The entries of a file."""

    file: str
    entries: tuple[ExpectedFailure, ...]

    def by_id(self) -> dict[str, list[ExpectedFailure]]:
        found: dict[str, list[ExpectedFailure]] = {}
        for entry in self.entries:
            found.setdefault(entry.id, []).append(entry)
        return found


def judged(outcome: Judgement, entry: ExpectedFailure, today: datetime.date) -> Judgement:
    """The outcome of a vector for which there is an entry."""
    if outcome.verdict == PASS:
        return Judgement(
            UNEXPECTED_PASS, "", f"it passes, but was expected to fail ({entry.reason})", reason=entry.reason
        )
    if outcome.verdict not in FAILING:
        return outcome
    if entry.until is not None and entry.until < today:
        return _not_excused(outcome, f"it was expected to fail until {entry.until}, which is over")
    if entry.verdict and entry.verdict != outcome.verdict:
        return _not_excused(outcome, f"it was expected to be a {entry.verdict}, not this")
    return msgspec.structs.replace(outcome, verdict=EXPECTED_FAIL, reason=entry.reason)


def _not_excused(outcome: Judgement, why: str) -> Judgement:
    return msgspec.structs.replace(outcome, message=f"{outcome.message} ({why})")


def read_expected(path: Path) -> Expected:
    """The entries of a file, TOML (`[[expected]]`) or JSON lines; a Fault for whatever is not an entry."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Fault(f"cannot read {path}: {error}", "`ludex check --write-expected FILE` writes one.") from None
    lines = path.suffix in (".jsonl", ".ndjson") or text.lstrip().startswith("{")
    entries = tuple(_of_lines(path, text) if lines else _of_toml(path, text))
    _no_doubles(path, entries)
    return Expected(str(path), entries)


def _of_lines(path: Path, text: str) -> Iterator[ExpectedFailure]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield _checked(msgspec.json.decode(line, type=ExpectedFailure))
            except msgspec.MsgspecError as broken:
                raise Fault(f"{path}:{number}: {broken}", SHAPE) from None


def _of_toml(path: Path, text: str) -> Iterator[ExpectedFailure]:
    import tomllib

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
        return _checked(msgspec.convert(data, ExpectedFailure))
    except msgspec.MsgspecError as broken:
        raise Fault(f"{path}: entry {number}: {broken}", SHAPE) from None


def _checked(entry: ExpectedFailure) -> ExpectedFailure:
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


def write_expected(path: Path, entries: Iterable[ExpectedFailure]) -> None:
    """Writes entries as TOML."""
    parts = [HEAD.format(name=path.name), *map(_toml, entries)]
    write(path, ["\n".join(parts).encode()], "--write-expected")


def _toml(entry: ExpectedFailure) -> str:
    lines = ["[[expected]]", f"id = {_text(entry.id)}"]
    lines += [f"verdict = {_text(entry.verdict)}"] if entry.verdict else []
    lines += [f"reason = {_text(entry.reason)}"]
    lines += [f"until = {entry.until}"] if entry.until else []
    if entry.readings is not None:
        pairs = ", ".join(f"{_text(name)} = {_text(choice)}" for name, choice in sorted(entry.readings.items()))
        lines.append(f"readings = {{ {pairs} }}" if pairs else "readings = {}")
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
