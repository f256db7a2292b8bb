"""Every report of a run in which everything occurs reads as it did when it was last looked at."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import fields

from ludex.report.results import Results
from tests.reports.whole import FOLDER, reports, runs

NAMES = sorted(path.name for path in FOLDER.iterdir())


@pytest.fixture(scope="module")
def told() -> dict[str, list[str]]:
    return reports()


def test_each_report_is_compared(told: dict[str, list[str]]) -> None:
    assert sorted(told) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_report_reads_as_it_did(told: dict[str, list[str]], name: str) -> None:
    """If it reads better now: `python -m tests.reports.whole` writes it anew."""
    assert "\n".join(told[name]) + "\n" == (FOLDER / name).read_text(encoding="utf-8")


def left_out(kind: type[Struct]) -> dict[str, Any]:
    """What each field is that a file may leave out."""
    found = {}
    for one in fields(kind):
        if one.default is not NODEFAULT or one.default_factory is not NODEFAULT:
            found[one.name] = one.default if one.default is not NODEFAULT else one.default_factory()
    return found


def told_fields(value: Any) -> Iterator[tuple[str, str]]:
    """Of each kind of struct in there, the fields in which something stands."""
    if isinstance(value, Struct):
        usual = left_out(type(value))
        for name in value.__struct_fields__:
            inner = getattr(value, name)
            if name not in usual or inner != usual[name]:
                yield type(value).__name__, name
            yield from told_fields(inner)
    elif isinstance(value, dict | tuple | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from told_fields(inner)


def kinds_in(value: Any) -> Iterator[type[Struct]]:
    if isinstance(value, Struct):
        yield type(value)
    parts = [getattr(value, name) for name in value.__struct_fields__] if isinstance(value, Struct) else value
    if isinstance(parts, dict | tuple | list):
        for inner in parts.values() if isinstance(parts, dict) else parts:
            yield from kinds_in(inner)


def test_everything_that_results_may_hold_occurs_in_these_runs() -> None:
    made = runs()
    kinds = {kind for results in made.values() for kind in kinds_in(results)}
    assert Results in kinds
    every = {(kind.__name__, name) for kind in kinds for name in kind.__struct_fields__}
    assert every - {told for results in made.values() for told in told_fields(results)} == set()


def test_what_results_leave_out_is_nothing() -> None:
    """So that a file of an earlier Ludex says no more than it did."""
    kinds = {kind for results in runs().values() for kind in kinds_in(results)}
    usual = {(kind.__name__, name): value for kind in kinds for name, value in left_out(kind).items()}
    assert {name: value for name, value in usual.items() if value and value is not UNSET} == {("Times", "jobs"): 1}
